"""Calls that overlap: recorded steps judged over every order that their readings allow.

Calls of several clients overlap. Any order that their readings allow may be the true one; a breach counts
only where every order has one. A call is put in its place when it is over: before the others that still
go on, or behind some of them, as far as that makes a difference (`commuting`). Orders are followed
as far as `ORDERS`; where some had to be given up, a breach in all that are left decides nothing.
"""

from collections import defaultdict
from collections.abc import Iterator
from enum import Enum
from typing import Final, NamedTuple

from msgspec.structs import replace

from mqtck.conformance.judging.judge import Judge
from mqtck.conformance.judging.late import LATE
from mqtck.reference.blame.overdue import Overdue
from mqtck.reference.vocabulary.commands import Command, CreateProducer, ReadDepth
from mqtck.reference.vocabulary.outcomes import DepthRead
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.results import Breach
from mqtck.reference.vocabulary.traces import Step, TraceHead

from .commuting import Dependence, client_of, looked_at
from .results import place_of

ORDERS: Final = 48
"""Orders of overlapping calls, and states in them, that are followed side by side."""

FEW: Final = 4
"""Orders that are followed where some had to be given up."""

TRIED: Final = 400
"""Places of one call among those that still go on that are tried."""

WAITING: Final = 256
"""Overlapping calls that are held back until all of them are known."""

LOWER: Final = 50
"""How many messages too many are looked for."""


class Recorded(NamedTuple):
    """A step with its place: how many records of its trace came before, and where it was read.

    `client` is who made the call, as far as that is known: the calls of one client follow one another.
    """

    step: Step
    place: int
    file: str
    number: int
    client: str | None = None


class Breached(NamedTuple):
    """A breach and the step that shows it."""

    breach: Breach
    at: Recorded


class Cover(Enum):
    """Of what the recorded steps are complete.

    That nobody else put to a queue is what people say of it, and may be wrong: where there are more messages
    than were sent, judging ends there, and nobody is blamed.
    """

    IMPLEMENTATION = "all that happened to an implementation"
    QUEUES = "what happened to some queues"


class _Order(NamedTuple):
    """An order that is possible so far: its judge, and the places of calls in it that still go on."""

    judge: Judge
    within: frozenset[int] = frozenset()


class _Trial(NamedTuple):
    """An order with calls at its end, and what they break in it."""

    order: _Order
    breached: list[Breached]


class OrderedJudge:
    """Judges steps that come in the order in which they began, over every order that is possible.

    Of single queues it is judged as on a real clock: nothing must have come by some time, because whether
    its delivery failed elsewhere is not known.
    """

    def __init__(self, head: TraceHead, started: int) -> None:
        whole = head.observed is None
        self._cover = Cover.IMPLEMENTATION if whole else Cover.QUEUES
        self._clock = head.clock if whole else ClockKind.REAL
        self._one_client = whole or head.clock is ClockKind.VIRTUAL
        self._orders = [_Order(Judge(self._clock, head.profile, started))]
        self._dependence = Dependence()
        self._given_up = ""
        self._breached: list[Breached] = []
        self._waiting: list[Recorded] = []
        self._sessions: dict[str, str] = {}
        self.stopped = ""
        """Why the rest is not judged; empty as long as it is."""

    @property
    def exercised(self) -> frozenset[str]:
        return self._orders[0].judge.judgement().exercised

    @property
    def overdue(self) -> tuple[Overdue, ...]:
        """The delayed messages that had certainly not come `LATE` after they were due, nor since."""
        if self._clock is ClockKind.VIRTUAL:
            return ()
        first, *others = (order.judge.overdue(0, LATE) for order in self._orders)
        return tuple(one for serial, one in first.items() if all(serial in other for other in others))

    def observe(self, recorded: Recorded) -> Iterator[Breached]:
        if self.stopped:
            return
        if self._clock is ClockKind.VIRTUAL:
            yield from self._alone(recorded)
            return
        recorded = recorded._replace(client=self._client(recorded.step.command))
        self._dependence.learn(recorded.step.command)
        yield from self._end([one for one in self._waiting if self._over(one, recorded)])
        self._waiting.append(recorded)
        if len(self._waiting) > WAITING:
            self._give_up(f"more than {WAITING} calls overlap")
            yield from self._end([min(self._waiting, key=_end)])

    def _client(self, command: Command) -> str | None:
        """The session or connection that makes the call, of a producer that of its creation."""
        if isinstance(command, CreateProducer):
            self._sessions[f"producer {command.producer}"] = f"session {command.session}"
        client = client_of(command)
        return client and self._sessions.get(client, client)

    def _over(self, one: Recorded, other: Recorded) -> bool:
        """Whether a call was over when another began.

        Readings are whole milliseconds, so of calls of several clients in one millisecond that is not
        known. The kit itself makes one call after the other, and writes all of them to one file.
        """
        if one.step.ended == other.step.started:
            same = one.client is not None and one.client == other.client
            return same or (self._one_client and one.file == other.file)
        return one.step.ended < other.step.started

    def forget(self, queue: str) -> None:
        """Leave out the looks at a queue that have not been judged yet."""
        self._waiting = [one for one in self._waiting if looked_at(one.step.command) != queue]

    def finish(self) -> Iterator[Breached]:
        """Judge what waits for calls that may have overlapped it."""
        yield from self._end(self._waiting)

    def _end(self, over: list[Recorded]) -> Iterator[Breached]:
        """Put calls that are over in their places, by their ends."""
        for one in sorted(over, key=_end):
            if self.stopped:
                return
            self._waiting = [other for other in self._waiting if other is not one]
            yield from self._placed(one)

    def _placed(self, one: Recorded) -> Iterator[Breached]:
        """Go on with every place that a call may have among those that still go on."""
        found: list[tuple[_Order, list[Breached]]] = []
        alone = True
        for order in self._orders:
            if one.place in order.within:
                found.append((order._replace(within=order.within - {one.place}), []))
                continue
            waiting = [other for other in self._waiting if other.place not in order.within]
            first = [other for other in waiting if _precedes(other, one)]
            if any(one.step.ended < other.step.started for other in first):
                continue
            related = self._related(one, waiting, first)
            alone = alone and not related
            for place in _places(_Trial(order, []), one, related, first):
                if len(found) >= TRIED:
                    self._give_up("too many orders of overlapping calls are possible")
                    break
                found.append((place.order, place.breached))
                # No more than these would be gone on with, and each place costs a judgement.
                if self._given_up and sum(not breached for _, breached in found) >= FEW:
                    break
        if not found:
            self.stopped = "the numbers of the records contradict their readings"
            return
        if self._cover is Cover.QUEUES and all(_of_a_depth(breached) for _, breached in found):
            if not alone:
                self._give_up("a depth was read meanwhile")
            elif self._more_than_sent(one.step):
                self.stopped = "there are more messages than were sent to the queue"
                return
        self._decide(found, one)
        yield from self._breached

    def _related(self, one: Recorded, waiting: list[Recorded], first: list[Recorded]) -> list[Recorded]:
        """The calls that still go on and on whose place before this one something depends."""
        related = {call.place: call for call in first}
        more = [one, *first]
        while more:
            last = more.pop()
            fresh = {
                other.place: other
                for other in waiting
                if other.place not in related
                and other.step.started <= one.step.ended
                and not _precedes(one, other)
                and (_precedes(other, last) or self._dependence.holds(other.step, last.step))
            }
            related |= fresh
            more += fresh.values()
        return list(related.values())

    def _alone(self, recorded: Recorded) -> Iterator[Breached]:
        """Judge a call of a virtual clock, where none overlap."""
        found = [_followed(_Trial(order, []), recorded) for order in self._orders]
        followed = [(trial.order._replace(within=frozenset()), trial.breached) for trial in found]
        self._decide(followed, recorded)
        yield from self._breached

    def _decide(self, found: list[tuple[_Order, list[Breached]]], recorded: Recorded) -> None:
        """Go on with the orders in which nothing is wrong; where there is none, the breach counts."""
        self._breached = []
        right = [order for order, breached in found if not breached]
        if not right:
            if self._given_up:
                self.stopped = self._given_up
                return
            order, breached = min(found, key=lambda each: len(each[1]))
            self._breached = breached
            right = [order]
        undecided = [order.judge.judgement().indeterminate for order in right]
        if all(undecided):
            self.stopped = _told_of(undecided[0], recorded)
        going = _different([order for order, why in zip(right, undecided, strict=True) if not why])
        if sum(order.judge.states for order in going) > ORDERS:
            self._give_up("too many orders of overlapping calls are possible")
        self._orders = going[: FEW if self._given_up else ORDERS] or right[:1]

    def _more_than_sent(self, step: Step) -> bool:
        """Whether a depth is wrong, and some lower one would be right."""
        if not isinstance(step.outcome, DepthRead):
            return False
        depth = step.outcome.depth
        lower = (replace(step, outcome=DepthRead(one)) for one in range(depth, max(-1, depth - LOWER), -1))
        judges = [order.judge for order in self._orders]
        right = (any(not judge.fork().observe(one) for judge in judges) for one in lower)
        return not next(right, True) and any(right)

    def _give_up(self, why: str) -> None:
        self._given_up = self._given_up or f"{why}, and in some order of them nothing may be wrong"


def _told_of(why: str, recorded: Recorded) -> str:
    """Why a judge stopped; with the record, as it counts its steps along one order of the calls."""
    return f"{why.partition(': ')[2]} ({place_of(recorded.file, recorded.number)})"


def _end(recorded: Recorded) -> tuple[int, int]:
    return recorded.step.ended, recorded.place


def _followed(trial: _Trial, call: Recorded) -> _Trial:
    """The order with this call at its end."""
    judge = trial.order.judge.fork()
    breached = [Breached(breach, call) for breach in judge.observe(call.step)]
    within = trial.order.within | {call.place}
    return _Trial(_Order(judge, within), [*trial.breached, *breached])


def _places(trial: _Trial, one: Recorded, related: list[Recorded], first: list[Recorded]) -> Iterator[_Trial]:
    """The order with a call at its end, and with some of the related ones before it, all of the `first`.

    Each client's calls keep their order. Where something is wrong before it, nothing else is tried.
    """
    if not first:
        done = _followed(trial, one)
        yield done._replace(order=done.order._replace(within=done.order.within - {one.place}))
    for other in _leading(related):
        after = _followed(trial, other)
        if after.breached and not first:
            continue
        rest = [each for each in related if each is not other]
        yield from _places(after, one, rest, [each for each in first if each is not other])


def _leading(calls: list[Recorded]) -> Iterator[Recorded]:
    """Those before which no other of them must come."""
    clients: defaultdict[str | None, list[Recorded]] = defaultdict(list)
    for call in calls:
        clients[call.client].append(call)
    for call in calls:
        if not any(_precedes(other, call) for other in clients[call.client]):
            yield call


def _different(orders: list[_Order]) -> list[_Order]:
    """Orders that lead to different states, each once."""
    found: list[_Order] = []
    for order in orders:
        if not any(order.within == other.within and order.judge.agrees(other.judge) for other in found):
            found.append(order)
    return found


def _of_a_depth(breached: list[Breached]) -> bool:
    return any(isinstance(one.at.step.command, ReadDepth) for one in breached)


def _precedes(one: Recorded, other: Recorded) -> bool:
    """Whether both are calls of one client, which made this one before the other.

    A get of a listener may have begun with the one before it, and so before whatever its session did then: of
    a call that begins first and ends last it is not known.
    """
    same = one.client is not None and one.client == other.client
    around = one.step.started < other.step.started and other.step.ended < one.step.ended
    return same and one.place < other.place and not around
