"""Shrinking a recorded breach: the few records that show it, without any implementation at hand.

A recording cannot be executed again, so records can only be left out, where what remains is still the
truth: looks that showed nothing wrong, whole messages that came and were consumed, definitions that
nothing else names. What is left out is judged again: only where the same rule is blamed first does it
stay out. A `Window` keeps what may be needed: every definition, the messages that are still somewhere,
and the latest of those that were consumed and of the looks that took nothing.
"""

from collections import OrderedDict, deque
from collections.abc import Container, Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    Advance,
    Browse,
    Command,
    Commit,
    CreateProducer,
    DefineLocalQueue,
    DisableMessageId,
    MqBackout,
    MqCommit,
    MqGet,
    MqPut,
    MqPut1,
    OpenSession,
    ReadDepth,
    Receive,
    Rollback,
    Send,
    SetDeliveryDelay,
    SetDeliveryMode,
    SetPriority,
    SetTimeToLive,
    Syncpoint,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.messages import SeenMessage, label_in
from mqtck.reference.vocabulary.outcomes import Browsed, Done, MessageReturned
from mqtck.reference.vocabulary.recordings import EVERY, Observed
from mqtck.reference.vocabulary.results import Breach
from mqtck.reference.vocabulary.traces import Step, Trace, TraceHead

from .commuting import client_of
from .orders import Breached, OrderedJudge, Recorded

CONSUMED_KEPT: Final = 500
"""Consumed messages that are kept, the latest ones."""

LOOKS_KEPT: Final = 60
"""Looks that took no message and are kept, the latest ones: what was not there may be why."""

LONGEST: Final = 4000
"""Records of a trace that is tried to be shrunk."""

ATTEMPTS: Final = 150

_REFUSED: Final = "refused"
"""Stands among the settings of a producer for the last setter that was refused."""


class Window:
    """The records of a trace that later ones may have to be explained by."""

    def __init__(self) -> None:
        self._fixtures: list[Recorded] = []
        self._producers: dict[str, dict[str, Recorded]] = {}
        self.open: dict[str, list[Recorded]] = {}
        self.consumed: OrderedDict[str, list[Recorded]] = OrderedDict()
        self.looks: deque[Recorded] = deque(maxlen=LOOKS_KEPT)
        self._units: dict[str, set[str]] = {}
        self._transacted: set[str] = set()

    def add(self, recorded: Recorded) -> None:
        command, outcome = recorded.step.command, recorded.step.outcome
        match command:
            case CreateProducer(producer=name):
                self._producers[name] = {"": recorded}
            case (
                SetDeliveryDelay() | SetTimeToLive() | SetPriority() | SetDeliveryMode() | DisableMessageId()
            ):
                settings = self._producers.setdefault(command.producer, {})
                if isinstance(outcome, Done):
                    # Why an earlier call was refused is not to be seen from what was set later.
                    settings.pop(type(command).__name__, None)
                    settings.pop(_REFUSED, None)
                settings[type(command).__name__ if isinstance(outcome, Done) else _REFUSED] = recorded
            case Send(producer=name, message=message):
                about = [*self._producers.get(name, {}).values(), recorded]
                self._about(message.label, about)
                self._in_unit(f"session {self._session(name)}", message.label)
            case MqPut(message=message) | MqPut1(message=message):
                self._about(message.label, [recorded])
                self._in_unit(_unit(command), message.label)
            case Receive() | MqGet():
                if isinstance(outcome, MessageReturned):
                    label = _label_of(outcome.message, self.open)
                    self._about(label, [recorded])
                    self._in_unit(_unit(command), label)
                    self._consume(label)
                else:
                    self.looks.append(recorded)
            case Commit() | Rollback() | MqCommit() | MqBackout():
                for label in self._units.pop(client_of(command) or "", ()):
                    self._about(label, [recorded])
            case Browse() | ReadDepth():
                self.looks.append(recorded)
            case Advance():
                pass
            case OpenSession(session=name, acknowledgement=Acknowledgement.TRANSACTED):
                self._transacted.add(f"session {name}")
                self._fixtures.append(recorded)
            case _:
                self._fixtures.append(recorded)

    def _session(self, producer: str) -> str:
        created = self._producers.get(producer, {}).get("")
        command = created.step.command if created else None
        return command.session if isinstance(command, CreateProducer) else ""

    def _about(self, label: str, records: list[Recorded]) -> None:
        if label in self.consumed:
            self.consumed[label] += records
        else:
            self.open.setdefault(label, []).extend(records)

    def _in_unit(self, client: str | None, label: str) -> None:
        if client is not None and (client in self._transacted or not client.startswith("session ")):
            self._units.setdefault(client, set()).add(label)

    def _consume(self, label: str) -> None:
        if label in self.open:
            self.consumed[label] = self.open.pop(label)
        if len(self.consumed) > CONSUMED_KEPT:
            self.consumed.popitem(last=False)

    def slice(self, labels: Iterable[str], last: Recorded, looks: Iterable[Recorded] = ()) -> list[Recorded]:
        """The definitions, what is about these messages, these looks, and the last record, in order."""
        found = {one.place: one for one in (*self._fixtures, *looks)}
        for label in labels:
            for one in self.open.get(label) or self.consumed.get(label) or ():
                found[one.place] = one
        match last.step.command:
            case Send(producer=name) | SetDeliveryDelay(producer=name) | SetTimeToLive(producer=name):
                found |= {one.place: one for one in self._producers.get(name, {}).values()}
            case _:
                pass
        found = {place: one for place, one in found.items() if place < last.place}
        return [*(found[place] for place in sorted(found)), last]


def _unit(command: Command) -> str | None:
    """The client whose unit of work a call belongs to, if it belongs to one."""
    match command:
        case MqPut(syncpoint=syncpoint) | MqPut1(syncpoint=syncpoint) | MqGet(syncpoint=syncpoint):
            return client_of(command) if syncpoint is Syncpoint.WITHIN else None
        case _:
            return client_of(command)


def _label_of(seen: SeenMessage, known: Container[str]) -> str:
    return label_in(seen.body, known) if isinstance(seen.body, str) else ""


def shrunk(head: TraceHead, window: Window, breached: Breached) -> Trace:
    """The shortest trace found that shows the breach; the record itself where nothing shorter does."""
    search = _Search(head, window, breached)
    steps = tuple(one.step for one in search.best())
    return plain(Trace(_declaring(search.head, steps), steps), breached.breach)


def _declaring(head: TraceHead, steps: Iterable[Step]) -> TraceHead:
    """The head with the queues that are left in the records, so that none is taken for misspelt."""
    if head.observed is None:
        return head
    named = {STAGING_QUEUE}.union(*(_names(step.command) for step in steps))
    queues = tuple(one for one in head.observed.queues if one in named) or head.observed.queues
    return replace(head, observed=replace(head.observed, queues=queues))


class _Search:
    def __init__(self, head: TraceHead, window: Window, breached: Breached) -> None:
        queues = head.observed.queues if head.observed else ()
        observed = None if head.observed is None else Observed(producers=EVERY, queues=queues)
        self.head = replace(head, observed=observed, trace=None, rules=breached.breach.rules)
        self._window = window
        self._breached = breached
        self._left = ATTEMPTS

    def best(self) -> list[Recorded]:
        last = self._breached.at
        named = [*self._named()]
        records = self._window.slice(named, last)
        if not self._shows(records):
            named = [*self._window.open, *self._window.consumed]
            looks = [one for one in self._window.looks if one.place < last.place]
            if self._shows(self._window.slice(named, last)):
                looks = []
            elif not self._shows(self._window.slice(named, last, looks)):
                return self._window.slice(self._named(), last)
            looks = self._fewer_looks(named, looks)
            named = self._fewer(named, looks)
            records = self._window.slice(named, last, looks)
        return self._without_fixtures(records)

    def _fewer_looks(self, labels: list[str], looks: list[Recorded]) -> list[Recorded]:
        """Leave out looks, the first ones first."""
        for one in tuple(looks):
            rest = [other for other in looks if other is not one]
            if self._shows(self._window.slice(labels, self._breached.at, rest)):
                looks = rest
        return looks

    def _named(self) -> Iterator[str]:
        """Labels that the record or its breach names."""
        breach, step = self._breached.breach, self._breached.at.step
        words = f"{breach.expected} {breach.seen}".replace("'", " ").replace('"', " ").split()
        known = {*self._window.open, *self._window.consumed}
        if isinstance(step.outcome, MessageReturned):
            words.append(_label_of(step.outcome.message, known))
        if isinstance(step.outcome, Browsed):
            words += [_label_of(seen, known) for seen in step.outcome.messages]
        if isinstance(step.command, Send | MqPut | MqPut1):
            words.append(step.command.message.label)
        return (word for word in dict.fromkeys(words) if word in known)

    def _shows(self, records: list[Recorded]) -> bool:
        """Whether the judge blames the same rule first, at the last record."""
        if self._left <= 0 or len(records) > LONGEST:
            return False
        self._left -= 1
        return rules_blamed(self.head, [one.step for one in records])[-1:] == [self._breached.breach.rules[0]]

    def _fewer(self, labels: list[str], looks: list[Recorded]) -> list[str]:
        """Leave out messages, from halves down to single ones.

        Where a whole queue was looked at, only those that were consumed.
        """
        looked = isinstance(self._breached.at.step.command, Browse | ReadDepth)
        free = [one for one in labels if not looked or one in self._window.consumed]
        fixed = [one for one in labels if looked and one not in self._window.consumed]
        size = max(1, len(free) // 2)
        while self._left > 0 and free:
            shorter = False
            end = len(free)
            while end > 0:
                begin = max(0, end - size)
                rest = free[:begin] + free[end:]
                if self._shows(self._window.slice([*fixed, *rest], self._breached.at, looks)):
                    free, shorter = rest, True
                end = min(begin, len(free))
            if size == 1 and not shorter:
                break
            size = max(1, size // 2)
        return [*fixed, *free]

    def _without_fixtures(self, records: list[Recorded]) -> list[Recorded]:
        """Leave out definitions that nothing else names."""
        for one in records[:-1]:
            name = _defined(one.step.command)
            others = [other for other in records if other is not one]
            if name is None or any(name in _names(other.step.command) for other in others):
                continue
            if self._shows(others):
                records = others
        return records


def _defined(command: Command) -> str | None:
    match command:
        case DefineLocalQueue(queue=name) | OpenSession(session=name) | CreateProducer(producer=name):
            return name
        case _:
            return None


def _names(value: object) -> set[str]:
    """All texts in a command."""
    fields = getattr(value, "__struct_fields__", ())
    found: set[str] = set()
    for name in fields:
        inner = getattr(value, name)
        found |= {inner} if isinstance(inner, str) else _names(inner)
    return found


def rules_blamed(head: TraceHead, steps: list[Step]) -> list[str]:
    """The rules that are blamed first, in the order of their breaches; of the last step as the last ones."""
    judge = OrderedJudge(head, steps[0].started)
    found: list[str] = []
    for place, step in enumerate(steps):
        found += [one.breach.rules[0] for one in judge.observe(Recorded(step, place, "", 0))]
    return found + [one.breach.rules[0] for one in judge.finish()]


def plain(trace: Trace, breach: Breach) -> Trace:
    """The trace with a pause wherever time passes, so that it can be executed as well as judged."""
    steps: list[Step] = []
    for step in trace.steps:
        if steps and step.started > steps[-1].ended:
            before = steps[-1].ended
            steps.append(Step(Advance(step.started - before), Done(), before, step.started))
        steps.append(step)
    return Trace(replace(trace.head, rules=breach.rules), tuple(steps))
