"""Calls that overlap: recorded steps judged over every order that their readings allow.

Calls of several clients overlap. Any order that their readings allow may be the true one; a breach counts
only where every order has one. Orders are followed as far as `ORDERS`; where some had to be given up, a
breach in all that are left decides nothing.
"""

from collections.abc import Iterator
from enum import Enum
from typing import Final, NamedTuple

from msgspec.structs import replace

from mqtck.reference.vocabulary.commands import (
    Browse,
    Command,
    Commit,
    CreateProducer,
    DisableMessageId,
    MqBackout,
    MqCommit,
    MqGet,
    MqPut,
    MqPut1,
    ReadDepth,
    Receive,
    Rollback,
    Send,
    SetDeliveryDelay,
    SetDeliveryMode,
    SetPriority,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.outcomes import (
    DepthRead,
)
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.results import Breach
from mqtck.reference.vocabulary.traces import Step, TraceHead

from .judge import Judge

ORDERS: Final = 48
"""Orders of overlapping calls that are followed side by side."""

TOGETHER: Final = 6
"""Overlapping calls of which every order is tried."""

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
    """What the steps are complete of. That nobody else put to a queue is said by people, and may be wrong:
    more messages than were sent end the claim, and blame nobody.
    """

    IMPLEMENTATION = "all that happened to an implementation"
    QUEUES = "what happened to some queues"


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
        self._judges = [Judge(self._clock, head.profile, started)]
        self._given_up = ""
        self._waiting: list[Recorded] = []
        self._sessions: dict[str, str] = {}
        self.stopped = ""
        """Why the rest is not judged; empty as long as it is."""

    @property
    def exercised(self) -> frozenset[str]:
        return self._judges[0].judgement().exercised

    def observe(self, recorded: Recorded) -> Iterator[Breached]:
        if self.stopped:
            return
        if self._clock is ClockKind.VIRTUAL:
            yield from self._alone(recorded)
            return
        recorded = recorded._replace(client=self._client(recorded.step.command))
        if self._waiting and all(self._over(one, recorded) for one in self._waiting):
            yield from self.finish()
        self._waiting.append(recorded)
        if len(self._waiting) > WAITING:
            self._give_up(f"more than {WAITING} calls overlap")
            first = min(self._waiting, key=_end)
            self._waiting.remove(first)
            yield from self._alone(first)

    def _client(self, command: Command) -> str | None:
        """The session or connection that makes the call, of a producer that of its creation."""
        if isinstance(command, CreateProducer):
            self._sessions[f"producer {command.producer}"] = f"session {command.session}"
        client = client_of(command)
        return client and self._sessions.get(client, client)

    def _over(self, one: Recorded, other: Recorded) -> bool:
        """Whether a call was over when another began. Readings are whole milliseconds: of calls of several
        clients in one millisecond that is not known. The kit itself makes one call after the other.
        """
        if one.step.ended == other.step.started:
            same = one.client is not None and one.client == other.client
            return same or self._one_client
        return one.step.ended < other.step.started

    def forget(self, queue: str) -> None:
        """Leave out the looks at a queue that have not been judged yet."""
        self._waiting = [one for one in self._waiting if looked_at(one.step.command) != queue]

    def finish(self) -> Iterator[Breached]:
        """Judge what waits for calls that may have overlapped it."""
        waiting, self._waiting = self._waiting, []
        if self.stopped or not waiting:
            return
        waiting.sort(key=_end)
        if len(waiting) == 1:
            yield from self._alone(waiting[0])
        elif len(waiting) > TOGETHER:
            self._give_up(f"{len(waiting)} calls overlap")
            for recorded in _in_this_order(waiting):
                if not self.stopped:
                    yield from self._alone(recorded)
        else:
            yield from self._together(waiting)

    def _alone(self, recorded: Recorded) -> Iterator[Breached]:
        if self._cover is Cover.QUEUES and self._more_than_sent(recorded.step):
            self.stopped = "there are more messages than were sent to the queue"
            return
        observed = [(judge, judge.observe(recorded.step)) for judge in self._judges]
        yield from self._decide(
            [(judge, [Breached(breach, recorded) for breach in found]) for judge, found in observed]
        )

    def _together(self, waiting: list[Recorded]) -> Iterator[Breached]:
        found: list[tuple[Judge, list[Breached]]] = []
        for judge in self._judges:
            for order in _orders(waiting):
                if len(found) >= ORDERS * TOGETHER:
                    self._give_up("too many orders of overlapping calls are possible")
                    break
                trial = judge.fork()
                found.append(
                    (
                        trial,
                        [Breached(b, one) for one in _in_this_order(order) for b in trial.observe(one.step)],
                    )
                )
        if not found:
            self.stopped = "the numbers of the records contradict their readings"
            return
        if self._cover is Cover.QUEUES and all(
            any(isinstance(one.at.step.command, ReadDepth) for one in breached) for _, breached in found
        ):
            self._give_up("a depth was read meanwhile")
        yield from self._decide(found)

    def _decide(self, found: list[tuple[Judge, list[Breached]]]) -> Iterator[Breached]:
        """Go on with the orders in which nothing is wrong; where there is none, the breach counts."""
        right = [judge for judge, breached in found if not breached]
        if not right:
            if self._given_up:
                self.stopped = self._given_up
                return
            judge, breached = min(found, key=lambda one: len(one[1]))
            self._judges = [judge]
            yield from breached
            right = [judge]
        undecided = [judge.judgement().indeterminate for judge in right]
        if all(undecided):
            self.stopped = undecided[0]
        going = [judge for judge, why in zip(right, undecided, strict=True) if not why]
        if len(going) > ORDERS:
            self._give_up("too many orders of overlapping calls are possible")
        self._judges = going[:ORDERS] or right[:1]

    def _more_than_sent(self, step: Step) -> bool:
        """Whether a depth is wrong, and some lower one would be right."""
        if not isinstance(step.outcome, DepthRead):
            return False
        depth = step.outcome.depth
        lower = (replace(step, outcome=DepthRead(one)) for one in range(depth, max(-1, depth - LOWER), -1))
        right = (any(not judge.fork().observe(one) for judge in self._judges) for one in lower)
        return not next(right, True) and any(right)

    def _give_up(self, why: str) -> None:
        self._given_up = self._given_up or f"{why}, and in some order of them nothing may be wrong"


def _end(recorded: Recorded) -> tuple[int, int]:
    return recorded.step.ended, recorded.place


def _orders(waiting: list[Recorded]) -> Iterator[list[Recorded]]:
    """Every order that the readings and the clients allow, that of the ends first."""
    if not waiting:
        yield []
        return
    for recorded in waiting:
        others = [one for one in waiting if one is not recorded]
        if not any(_precedes(one, recorded) for one in others):
            for rest in _orders(others):
                yield [recorded, *rest]


def _precedes(one: Recorded, other: Recorded) -> bool:
    """Whether a call was certainly over before the other; a client makes one call after the other."""
    if one.step.ended < other.step.started:
        return True
    return one.client is not None and one.client == other.client and one.place < other.place


def client_of(command: Command) -> str | None:
    """Who makes the call, as far as the command tells: calls of one client follow one another."""
    match command:
        case Receive(session=session) | Commit(session=session) | Rollback(session=session):
            return f"session {session}"
        case MqPut() | MqPut1() | MqGet() | MqCommit() | MqBackout():
            return f"connection {command.connection}"
        case Send() | SetDeliveryDelay() | SetTimeToLive() | SetPriority() | SetDeliveryMode():
            return f"producer {command.producer}"
        case DisableMessageId(producer=name):
            return f"producer {name}"
        case CreateProducer(session=session):
            return f"session {session}"
        case _:
            return None


def looked_at(command: Command) -> str | None:
    """The queue that a get, a browse or a depth is about."""
    match command:
        case Receive(queue=queue) | MqGet(queue=queue) | Browse(queue=queue) | ReadDepth(queue=queue):
            return queue
        case _:
            return None


def _in_this_order(waiting: list[Recorded]) -> Iterator[Recorded]:
    """The steps with the readings that this order leaves: none began to act before the one before it."""
    earliest = waiting[0].step.started
    for recorded in waiting:
        step = recorded.step
        earliest = max(earliest, step.started)
        if step.started < earliest:
            step = replace(step, started=min(earliest, step.ended))
        yield recorded._replace(step=step)
