"""One example of the stateful properties: a world, its trace so far, the judge, and what makes sense next.

What an example keeps (producers with their settings, queues, labels, instants) follows from its commands
and from which of them were refused. It draws nothing: `properties_machine` does.
"""

import time
from pathlib import Path
from typing import Final

import msgspec

from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.base import DEFAULT_CONNECTION, DEFAULT_SESSION
from mqtck.reference.vocabulary.constants import (
    DEFAULT_DEAD_LETTER_QUEUE,
    PRIORITY_AS_QUEUE_DEFINITION,
    STAGING_QUEUE,
    DeliveryMode,
    DestinationPersistence,
)
from mqtck.reference.vocabulary.messages import (
    GroupMembership,
    OutgoingMessage,
    PutDescriptor,
    QueueDestination,
    TransmissionHeader,
)
from mqtck.reference.vocabulary.outcomes import AdapterError, Fault, Refused
from mqtck.reference.vocabulary.profile import ClockKind, Platform, Profile
from mqtck.reference.vocabulary.results import Breach
from mqtck.reference.vocabulary.traces import Step, Trace, encode_lines

from .campaign_conservation import Observer
from .campaign_shrinking import Finding
from .execution import Execution, Watch
from .narration import lines_of
from .profiles import STAGING_ATTRIBUTES, under
from .properties_circumstances import BreachFound, Circumstances
from .properties_drawn import (
    ALTERATIONS,
    FIELDS,
    MISSING,
    NEEDED,
    PRESET,
    STAGING_ALTERATIONS,
    USERS,
    Change,
    Doomed,
    Sending,
    SendingKind,
    delay_on_real_clock,
)

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
        self._spoiled: dict[str, None] = {}
        self._failed = False
        self._made = 0
        self._epoch = 0

    def _begin(self, profile: Profile) -> None:
        """Have a world of this profile, which is opened by the first command."""
        adapter = under(self._circumstances.adapter, profile)
        self._zos = profile.platform is Platform.ZOS
        self._execution = Execution(adapter, watch=Watch.EACH_COMMAND)
        self._observer = Observer(adapter.information.clock, profile)

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
    def destinations(self) -> list[str]:
        return [*self.targets, *self.aliases]

    @property
    def reader(self) -> str:
        """The session outside units of work; another one after each restart."""
        return f"reader{self._epoch}" if self._epoch else DEFAULT_SESSION

    @property
    def connection(self) -> str:
        return f"connection{self._epoch}" if self._epoch else DEFAULT_CONNECTION

    # --- executing and judging -----------------------------------------------------------------------

    def do(self, command: c.Command) -> Step | None:
        """Execute and judge; None once the adapter has failed. Raises BreachFound."""
        if not self.running:
            return None
        step = self._execution.run(command)
        tally = self._circumstances.tally
        tally.commands += 1
        if isinstance(step.outcome, AdapterError):
            self.running = False
            tally.reasons[f"the adapter {step.outcome.fault}: {step.outcome.text}"] += 1
            tally.hung += step.outcome.fault is Fault.HUNG
            return None
        for breach in self._observer.observe(step):
            if breach.rules[0] not in self._circumstances.ignored:
                self._failed = True
                self._raise(breach)
        return step

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
        finally:
            judgement = self._observer.judgement()
            tally = self._circumstances.tally
            tally.cases += bool(self._execution.steps)
            tally.exercised.update(judgement.exercised)
            if judgement.indeterminate:
                tally.reasons[judgement.indeterminate.split(": ", 1)[-1]] += 1
            self._execution.close()

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
        for queue in tuple(self.queues):
            if self.can(Ability.BROWSE):
                self.do(c.Browse(queue))
            if self.can(Ability.DEPTH):
                self.do(c.ReadDepth(queue))
            if self.can(Ability.JMS):
                self.do(c.Receive(queue, self.reader))

    # --- fixtures ------------------------------------------------------------------------------------

    def prepare(self, profile: Profile | None = None) -> None:
        """Fixtures; on z/OS the staging queue is one of them (DD-55)."""
        if profile is not None and profile != self._circumstances.possible[0]:
            self._execution.close()
            self._begin(profile)
        if self._zos:
            self.do(c.DefineLocalQueue(STAGING_QUEUE, STAGING_ATTRIBUTES))
        for name in ("Q1", "Q2", "R1"):
            self.do(c.DefineLocalQueue(name))
            self.queues[name] = c.QueueAttributes().max_depth
        if self.can(Ability.STAGING_QUEUE):
            self.queues[STAGING_QUEUE] = _UNBOUNDED
        if self.can(Ability.DEAD_LETTER_QUEUE):
            self.queues[DEFAULT_DEAD_LETTER_QUEUE] = _UNBOUNDED
            self.do(c.SetDeadLetterQueue(DEFAULT_DEAD_LETTER_QUEUE))
        self._open_session()

    def administer(self, change: Change, queue: str, number: int) -> None:
        """Change a definition, an authority or the queue manager; `number` says how much or which."""
        match change:
            case Change.SMALL_QUEUE:
                self._define("S", number + 1)
            case Change.DEAD_LETTER_QUEUE:
                slots = number if self.can(Ability.QUEUE_LIMITS) else c.QueueAttributes().max_depth
                self.do(c.SetDeadLetterQueue(self._define("D", slots)))
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

    def _define(self, kind: str, depth: int) -> str:
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
        self.producers.clear()
        self.sessions.clear()
        self._epoch += 1

    def fresh(self, kind: str) -> str:
        self._made += 1
        return f"{kind}{self._made}"

    # --- messages ------------------------------------------------------------------------------------

    def send(self, sending: Sending, queue: str, session: int, *, fixed: bool) -> None:
        """Create a producer, set it, and send once with it."""
        jms_producer = sending.api is c.ProducerApi.JMS_PRODUCER
        if not self.can(Ability.JMS_PRODUCER if jms_producer else Ability.MESSAGE_PRODUCER):
            return
        sessions = [self.reader, *self.sessions, self.reader]
        using = sessions[session % len(sessions)]
        as_user = sending.kind is SendingKind.AS_USER and self.can(Ability.AUTHORITY)
        if as_user:
            using = self.fresh("s")
            self.do(c.OpenSession(using, user=USERS[session % 2]))
        # Creating a producer for a queue may already check what is checked at the send.
        own = fixed and not jms_producer and not as_user
        destination = QueueDestination(queue) if own else None
        name = self.fresh("p")
        if _refused(self.do(c.CreateProducer(name, sending.api, using, destination))):
            return
        self.producers[name] = Producer(name, sending.api, using, destination)
        if sending.kind is SendingKind.WITHOUT_ID:
            self.do(c.DisableMessageId(name))
        self._tune(name, self._delay(sending), sending.life, life_first=sending.life_first)
        if sending.mode is not None:
            self.do(c.SetDeliveryMode(name, sending.mode))
        if sending.priority is not None:
            self.do(c.SetPriority(name, sending.priority))
        self._send_with(name, queue, sending)
        if as_user:
            self.producers.pop(name, None)

    def send_again(self, producer: str, queue: str, delay: int | None, life: int | None, report: int) -> None:
        """Set a producer anew where a value is given, and send with it."""
        known = self.producers[producer]
        sending = Sending(api=known.api, delay=delay or 0, report=report)
        chosen = known.delay if delay is None else self._delay(sending)
        self._tune(producer, chosen, known.life if life is None else life, life_first=True)
        self._send_with(producer, queue, sending)

    def fail_delivery(self, doomed: Doomed) -> None:
        """A send to a queue of its own that is inhibited before the due time; then time passes it."""
        queue = self._define("F", c.QueueAttributes().max_depth)
        name = self.fresh("p")
        self.do(c.CreateProducer(name, session=self.reader))
        self.do(c.SetDeliveryDelay(name, doomed.delay))
        if doomed.life:
            self.do(c.SetTimeToLive(name, doomed.life))
        self.do(c.SetDeliveryMode(name, doomed.mode))
        report = doomed.report if self.can(Ability.REPORT_OPTIONS) else 0
        reply_to = doomed.reply_to if report else None
        message = OutgoingMessage(self.fresh("m"), report=report, reply_to=reply_to)
        self.do(c.Send(name, message, QueueDestination(queue)))
        self.do(c.AlterQueue(queue, ALTERATIONS[Change.INHIBIT]))
        if doomed.slots is not None and self.can(Ability.DEAD_LETTER_QUEUE, Ability.QUEUE_LIMITS):
            self.do(c.SetDeadLetterQueue(self._define("D", doomed.slots)))
        self.pass_time(doomed.delay + 1)

    def put(
        self,
        queue: str,
        report: int,
        descriptor: PutDescriptor,
        syncpoint: c.Syncpoint,
        header: TransmissionHeader | None = None,
    ) -> None:
        label = self.fresh("m")
        report = report if self.can(Ability.REPORT_OPTIONS) else 0
        reply_to = "R1" if report else None
        message = OutgoingMessage(label, report=report, reply_to=reply_to, transmission_header=header)
        put_at = self.now
        step = self.do(c.MqPut(queue, message, descriptor, syncpoint, self.connection))
        if not _refused(step):
            self._keep(label, queue, put_at, (max(0, descriptor.expiry) * 100,))

    def _delay(self, sending: Sending) -> int:
        return sending.delay if self.virtual else delay_on_real_clock(sending.delay)

    def _tune(self, producer: str, delay: int, life: int, *, life_first: bool) -> None:
        """Set delay and life where they change.

        A producer whose setter was refused sends at most once more: what it holds is open (DD-31).
        """
        known = self.producers[producer]
        setters: list[c.Command] = []
        if delay != known.delay:
            setters.append(c.SetDeliveryDelay(producer, delay))
        if life != known.life:
            setters.append(c.SetTimeToLive(producer, life))
        steps = [self.do(setter) for setter in (reversed(setters) if life_first else setters)]
        self.producers[producer] = msgspec.structs.replace(known, delay=delay, life=life)
        if any(_refused(step) for step in steps):
            self._spoiled[producer] = None

    def _send_with(self, producer: str, queue: str, sending: Sending) -> None:
        known = self.producers[producer]
        if producer in self._spoiled:
            del self.producers[producer]
        label = self.fresh("m")
        report = sending.report if self.can(Ability.REPORT_OPTIONS) else 0
        grouped = sending.kind is SendingKind.GROUPED and self.can(Ability.MESSAGE_GROUPS)
        ability, fields = FIELDS.get(sending.kind, (Ability.JMS, {}))
        message = OutgoingMessage(
            label,
            report=report,
            reply_to="R1" if report else None,
            group=GroupMembership("g") if grouped else None,
            preset=PRESET if sending.kind is SendingKind.PRESET else None,
            length=5000 if sending.kind is SendingKind.LONG else None,
            **(fields if self.can(ability) else {}),
        )
        arguments = None
        if sending.own_life is not None and known.api is c.ProducerApi.MESSAGE_PRODUCER:
            arguments = c.SendArguments(DeliveryMode.PERSISTENT, 4, sending.own_life)
        destination = None if known.destination else self._destination(queue, sending)
        sent_at = self.now
        step = self.do(c.Send(producer, message, destination, arguments))
        if not _refused(step):
            life = known.life if arguments is None else arguments.time_to_live
            target = known.destination.queue if known.destination else queue
            self._keep(label, target, sent_at, (known.delay, life))

    def _destination(self, queue: str, sending: Sending) -> QueueDestination:
        match sending.kind:
            case SendingKind.TO_MISSING:
                return QueueDestination(MISSING)
            case SendingKind.AS_DEFINED if self.can(Ability.DESTINATION_PROPERTIES):
                by_queue = DestinationPersistence.QUEUE_DEFINITION
                return QueueDestination(queue, by_queue, PRIORITY_AS_QUEUE_DEFINITION)
            case SendingKind.OVERRIDDEN if self.can(Ability.DESTINATION_PROPERTIES):
                return QueueDestination(queue, DestinationPersistence.PERSISTENT)
            case _:
                return QueueDestination(queue)

    def _keep(self, label: str, queue: str, sent_at: int, spans: tuple[int, ...]) -> None:
        self.labels[label] = queue
        self.instants |= dict.fromkeys(sent_at + span for span in spans if 0 < span < _DAY)


def _refused(step: Step | None) -> bool:
    return step is None or isinstance(step.outcome, Refused)


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
