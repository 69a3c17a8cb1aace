"""One example of the stateful properties: a world, its trace so far, the judge, and what makes sense next.

What an example keeps (producers with their settings, queues, labels, instants) follows from its commands
and from which of them were refused. It draws nothing: `machine` does.
"""

import time
from pathlib import Path
from typing import Final

import msgspec
from hypothesis.strategies import DataObject

from mqtck.conformance.cases.draft import Draft
from mqtck.conformance.contract import FAILED
from mqtck.conformance.execution.profiles import STAGING_ATTRIBUTES, under
from mqtck.conformance.execution.worlds import Execution, Watch, out_of_step
from mqtck.conformance.judging.late_looks import LATE_OR_NEVER, rules_missed
from mqtck.conformance.judging.narration import lines_of
from mqtck.conformance.judging.observer import Observer
from mqtck.conformance.shrinking.shrinking import Finding
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.constants import DEFAULT_DEAD_LETTER_QUEUE, STAGING_QUEUE
from mqtck.reference.vocabulary.messages import QueueDestination
from mqtck.reference.vocabulary.outcomes import AdapterError, Fault
from mqtck.reference.vocabulary.profile import ClockKind, Platform, Profile
from mqtck.reference.vocabulary.results import Breach
from mqtck.reference.vocabulary.traces import Step, Trace, encode_lines

from .circumstances import BreachFound, Circumstances
from .drawn import ALTERATIONS, NEEDED, STAGING_ALTERATIONS, USERS, Change
from .episodes import Episodes

REAL_BUDGET: Final = 4000
"""Ms that one example may let pass on a real clock."""

MOST_HUNG: Final = 2
"""An adapter that hung so often is not tried again: each time costs the whole patience."""

_DAY: Final = 86_400_000
_UNBOUNDED: Final = 1 << 62


class Producer(msgspec.Struct, frozen=True):
    """A producer and what its setters were last given."""

    name: str
    api: c.ProducerApi
    session: str
    destination: QueueDestination | None
    delay: int = 0
    life: int = 0


class Example:
    """A world in use."""

    def __init__(self, circumstances: Circumstances) -> None:
        information = circumstances.adapter.information
        self.virtual = information.clock is ClockKind.VIRTUAL
        self.abilities = information.abilities
        in_time = time.perf_counter() < circumstances.deadline
        circumstances.tally.not_begun += not in_time
        self.running = in_time and circumstances.tally.hung < MOST_HUNG
        self.queues: dict[str, int] = {}
        self.aliases: dict[str, None] = {}
        self.producers: dict[str, Producer] = {}
        self.sessions: dict[str, None] = {}
        self.labels: dict[str, str] = {}
        self.instants: dict[int, None] = {}
        self._circumstances = circumstances
        self._begin(circumstances.possible[0])
        self._left = 1 << 50 if self.virtual else REAL_BUDGET
        self.spoiled: dict[str, None] = {}
        self._failed = False
        self._out_of_step = False
        self._missed: frozenset[str] = frozenset()
        self._start = 0

    def _begin(self, profile: Profile) -> None:
        """Have a world of this profile, which is opened by the first command."""
        adapter = under(self._circumstances.adapter, profile)
        self._profile = profile
        self._zos = profile.platform is Platform.ZOS
        self._execution = Execution(adapter, watch=Watch.EACH_COMMAND)
        self._observer = Observer(adapter.information.clock, profile)
        self.episodes = Episodes(self.abilities, adapter.information.clock, profile)

    def can(self, *abilities: Ability) -> bool:
        return self.abilities.issuperset(abilities)

    @property
    def now(self) -> int:
        steps = self._execution.steps
        return steps[-1].ended if steps else 0

    @property
    def targets(self) -> list[str]:
        """The queues that messages are sent to: not those of the system."""
        return [name for name in self.queues if not name.startswith("SYSTEM.")]

    @property
    def changes(self) -> list[Change]:
        """What the implementation lets an administrator do."""
        staging = self._zos and self.can(Ability.PUT_INHIBIT)
        return [
            change
            for change in Change
            if self.can(NEEDED[change]) and (staging or change not in STAGING_ALTERATIONS)
        ]

    @property
    def episodes_under_way(self) -> bool:
        return self.episodes.under_way

    @property
    def destinations(self) -> list[str]:
        return [*self.targets, *self.aliases]

    @property
    def reader(self) -> str:
        """The session outside units of work; another one after each restart."""
        return self.episodes.draft.reader()

    @property
    def connection(self) -> str:
        return self.episodes.draft.connection()

    # --- executing and judging -----------------------------------------------------------------------

    def do(self, command: c.Command) -> Step | None:
        """Execute and judge; None once the adapter has failed. Raises BreachFound."""
        if not self.running:
            return None
        step = self._execution.run(command)
        tally = self._circumstances.tally
        tally.commands += 1
        self._start = self._start or step.started
        if isinstance(step.outcome, AdapterError):
            self._fail(f"{FAILED}{step.outcome.fault}: {step.outcome.text}")
            tally.hung += step.outcome.fault is Fault.HUNG
            return None
        for breach in self._observer.observe(step):
            if breach.rules[0] not in self._circumstances.ignored:
                # Only closing the world may tell that the answers belong to other calls.
                if self._leave():
                    self.running = False
                    return None
                self._failed = True
                self._raise(breach)
        return step

    def _fail(self, reason: str) -> None:
        """The adapter has failed: this example is over."""
        self.running = False
        self._circumstances.tally.reasons[reason] += 1
        self._circumstances.tally.failed += 1

    def _raise(self, breach: Breach) -> None:
        spec = self._circumstances.spec
        trace = self._execution.trace(adapter=spec, title="stateful properties", rules=breach.rules)
        self._circumstances.tally.last = Finding(breach, trace)
        raise BreachFound(told(breach, trace, spec, self._circumstances.replays))

    def pass_time(self, milliseconds: int) -> None:
        milliseconds = min(milliseconds, self._left)
        if milliseconds > 0:
            self._left -= milliseconds
            self.do(c.Advance(milliseconds))

    def close(self) -> None:
        """Look at everything once more, unless a breach was found, and let go of the world."""
        try:
            if not self._failed:
                self._drain()
                self._look_for_what_is_late()
        finally:
            no_evidence = self._leave()
            judgement = self._observer.judgement()
            tally = self._circumstances.tally
            tally.cases += bool(self._execution.steps)
            tally.exercised.update(frozenset() if no_evidence else judgement.exercised - self._missed)
            if judgement.indeterminate:
                tally.reasons[judgement.indeterminate.split(": ", 1)[-1]] += 1
            elif self._missed:
                tally.reasons[LATE_OR_NEVER] += 1

    def _leave(self) -> bool:
        """Let go of the world. Returns whether answers were those of other calls, and so no evidence."""
        problem = self._execution.close()
        if problem and self._execution.failure is None:
            tally = self._circumstances.tally
            tally.failed += 1
            tally.reasons[f"{FAILED}failed at the end of the example: {problem}"] += 1
        self._out_of_step = self._out_of_step or out_of_step(self._execution.failure, problem)
        return self._out_of_step

    def _drain(self) -> None:
        """End the units of work, let everything come due, and look everywhere."""
        for session in tuple(self.sessions):
            self.do(c.Rollback(session))
        if self.can(Ability.MQI):
            self.do(c.MqBackout(self.connection))
        if self._zos and self.can(Ability.PUT_INHIBIT, Ability.STAGING_QUEUE):
            for change in (Change.STAGING_PUT_TOGGLE, Change.STAGING_GET_ON):
                self.administer(change, STAGING_QUEUE, 0)
        until = max(self.instants, default=self.now) - self.now
        self.pass_time(until + 2 * 3_600_000 if self.virtual else until + 700)
        self._end_episodes()
        for queue in tuple(self.queues):
            if self.can(Ability.BROWSE):
                self.do(c.Browse(queue))
            if self.can(Ability.DEPTH):
                self.do(c.ReadDepth(queue))
            if self.can(Ability.JMS):
                self.do(c.Receive(queue, self.reader))

    def _look_for_what_is_late(self) -> None:
        """On a real clock, once more and for a while; of what has not come by then nobody can tell."""
        if self.virtual or not self.running:
            return
        drained = self.now
        for look in self._circumstances.waiting.looks(self._execution.steps, self._profile):
            if self.do(look) is None:
                return
        self._missed = rules_missed(self._observer, drained)
        if self._missed:
            title = "stateful properties: late or never"
            trace = self._execution.trace(adapter=self._circumstances.spec, title=title)
            self._circumstances.tally.miss(self._missed, trace)

    def _end_episodes(self) -> None:
        """The looks of the campaign at what its episodes have left, in queues of their own."""
        self._follow()
        for command in self.episodes.last_looks():
            self.do(command)

    # --- fixtures ------------------------------------------------------------------------------------

    def prepare(self, profile: Profile | None = None) -> None:
        """Fixtures; on z/OS the staging queue is one of them (DD-55)."""
        if profile is not None and profile != self._circumstances.possible[0]:
            self._leave()
            try:
                self._begin(profile)
            except Exception as error:  # noqa: BLE001 - whatever the adapter's own `under` raises
                self._fail(f"{FAILED}has no world of the profile {profile.name}: {error}")
        if self._zos:
            self.do(c.DefineLocalQueue(STAGING_QUEUE, STAGING_ATTRIBUTES))
        for name in ("Q1", "Q2", "R1"):
            self.do(c.DefineLocalQueue(name))
            self.queues[name] = c.QueueAttributes().max_depth
        if self.can(Ability.STAGING_QUEUE):
            self.queues[STAGING_QUEUE] = _UNBOUNDED
        if self.can(Ability.DEAD_LETTER_QUEUE):
            self.queues[DEFAULT_DEAD_LETTER_QUEUE] = _UNBOUNDED
            self.do(c.DefineLocalQueue(DEFAULT_DEAD_LETTER_QUEUE))
            self.do(c.SetDeadLetterQueue(DEFAULT_DEAD_LETTER_QUEUE))
        self.episodes.draft.targets += ("Q1", "Q2")
        self.episodes.draft.replies.append("R1")
        self._open_session()

    def administer(self, change: Change, queue: str, number: int) -> None:
        """Change a definition, an authority or the queue manager; `number` says how much or which."""
        match change:
            case Change.SMALL_QUEUE:
                self.define("S", number + 1)
            case Change.DEAD_LETTER_QUEUE:
                slots = number if self.can(Ability.QUEUE_LIMITS) else c.QueueAttributes().max_depth
                self.do(c.SetDeadLetterQueue(self.define("D", slots)))
            case Change.NO_DEAD_LETTER_QUEUE:
                self.do(c.SetDeadLetterQueue(None))
            case Change.ALIAS:
                name = f"A{number % 2 + 1}"
                self.do(c.DefineAliasQueue(name, queue))
                self.aliases[name] = None
            case Change.RESTART:
                self._restart(1000 * number)
            case Change.PROCESSOR_FAILURE:
                self.do(c.FailDelayProcessor())
            case Change.GRANT:
                self.do(c.GrantPut(USERS[number % 2], queue))
            case Change.REVOKE:
                self.do(c.RevokePut(USERS[number % 2], queue))
            case Change.SESSION:
                self._open_session()
            case _ if change in STAGING_ALTERATIONS:
                for alteration in STAGING_ALTERATIONS[change]:
                    self.do(c.AlterQueue(STAGING_QUEUE, alteration))
            case _:
                self.do(c.AlterQueue(queue, ALTERATIONS[change]))

    def define(self, kind: str, depth: int) -> str:
        """A new local queue of this MAXDEPTH."""
        name = self.fresh(kind)
        self.do(c.DefineLocalQueue(name, c.QueueAttributes(max_depth=depth)))
        self.queues[name] = depth
        return name

    def _open_session(self) -> None:
        if self.can(Ability.TRANSACTIONS):
            name = self.fresh("tx")
            self.do(c.OpenSession(name, c.Acknowledgement.TRANSACTED))
            self.sessions[name] = None

    def _restart(self, down: int) -> None:
        """End and start the queue manager: sessions, connections and their units of work are gone."""
        self.do(c.EndQueueManager())
        self.pass_time(down)
        self.do(c.StartQueueManager())
        self.episodes.draft.restarted()
        self.episodes.forget()
        self._forget()

    def _forget(self) -> None:
        """After a restart no session and no producer is left."""
        self.producers.clear()
        self.sessions.clear()

    def fresh(self, kind: str) -> str:
        return self.episodes.draft.name(kind)

    def keep(self, label: str, queue: str, sent_at: int, spans: tuple[int, ...]) -> None:
        """A message that was accepted, and the instants at which something ought to happen to it."""
        self.labels[label] = queue
        self.instants |= dict.fromkeys(sent_at + span for span in spans if 0 < span < _DAY)

    # --- episodes ------------------------------------------------------------------------------------

    def tell(self, place: int, most: int, data: DataObject) -> None:
        """Go on with an episode: `most` more of its commands."""
        draft = self._follow()
        epoch = draft.epoch
        for command in self.episodes.commands(place, most, data):
            self.do(command)
        self._left = draft.left
        if draft.epoch != epoch:
            self._forget()

    def _follow(self) -> Draft:
        """The draft of the episodes, which knows now what time it is."""
        draft = self.episodes.draft
        draft.now, draft.left = self.now - self._start, self._left
        return draft


def told(breach: Breach, trace: Trace, spec: str, replays: Path | None) -> str:
    """A finding for people: what was expected and seen, the trace, and the line that replays it.

    Writes the trace to the folder `replays`; without one, keeping it is left to the caller.
    """
    lines = [f"{', '.join(breach.rules)}: expected {breach.expected}; seen {breach.seen}.", *lines_of(trace)]
    if replays is None:
        return "\n".join(lines)
    file = replays / f"{breach.rules[0]}.jsonl"
    try:
        replays.mkdir(parents=True, exist_ok=True)
        file.write_bytes(encode_lines(trace))
        replay = f"mqtck replay {file}" + (f" --adapter {spec}" if spec else "")
    except OSError as error:
        replay = f"the trace could not be saved to {file} ({error.strerror})"
    return "\n".join([*lines, f"Replay: {replay}"])
