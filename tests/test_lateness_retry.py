"""A message that no queue takes is in the hands of the processor, or of a channel, as often as it likes.

It is tried again and again (DD-99, DD-104, AM-09), and no document says how often, or how long an attempt
takes. So a look at the queue where it waits may miss it, and the next one as well; not all of them.
"""

from collections.abc import Callable
from random import Random

import pytest

from implementations.right.real_clock import (
    Coarse,
    Machine,
    Pace,
    RealClockAdapter,
    RealClockWorld,
    SimulatedClock,
)
from implementations.simulation.world import SimulatedAdapter, SimulatedWorld
from mqtck.conformance.judging.judge import judge_trace
from mqtck.conformance.judging.observer import observed
from mqtck.conformance.scenarios.expectations.failure import holds, is_gone
from mqtck.conformance.scenarios.expectations.sendings import Sending
from mqtck.conformance.scenarios.features import load_features
from mqtck.conformance.scenarios.running import ScenarioResult, run_features
from mqtck.conformance.scenarios.scripts import Broken, Held, Record, Undecided
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    AttributeChanges,
    Browse,
    Command,
    CreateProducer,
    DefineLocalQueue,
    ReadDepth,
    Send,
    SendArguments,
    SetDeliveryDelay,
    Switch,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination, SeenMessage
from mqtck.reference.vocabulary.outcomes import Browsed, DepthRead, Done, Outcome, Sent
from mqtck.reference.vocabulary.profile import ClockKind, Profile
from mqtck.reference.vocabulary.results import Verdict
from mqtck.reference.vocabulary.traces import Step, Trace, TraceHead

Hides = Callable[[float], bool]
"""Whether a look misses all that is due, by the seconds that the world has stood."""

RULES = {"DD-99", "DD-104", "DD-105", "X-18", "X-36", "X-37"}
WAITS = ("a delivery delay of 1 day", "a delivery delay of 30 days")
"""What is said of a message that is on the staging queue without being tried."""

IN_RETRY = [
    one
    for one in load_features()
    if one.rules & RULES and not any(waits in step.text for step in one.steps for waits in WAITS)
]


class BusyWorld(RealClockWorld):
    """A look at the staging queue behind the first seconds may find nothing."""

    def __init__(self, world: SimulatedWorld, clock: SimulatedClock, pace: Pace, hides: Hides) -> None:
        super().__init__(world, clock, pace, Coarse())
        self._seconds = clock.monotonic
        self._hides = hides

    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        match command, outcome:
            case Browse(queue=queue), Browsed() if self._hidden(queue):
                return Browsed(())
            case ReadDepth(queue=queue), DepthRead() if self._hidden(queue):
                return DepthRead(0)
            case _:
                return outcome

    def _hidden(self, queue: str) -> bool:
        return queue == STAGING_QUEUE and self._hides(self._seconds())


class BusyAdapter(RealClockAdapter):
    """Right but for the looks that it hides."""

    def __init__(self, hides: Hides) -> None:
        super().__init__(SimulatedAdapter(), Machine.IDLE)
        self._hides_looks = hides

    def _world(self, clock: SimulatedClock, pace: Pace) -> RealClockWorld:
        return BusyWorld(self._inner.open_world(), clock, pace, self._hides_looks)


def accused(hides: Hides) -> list[ScenarioResult]:
    """Scenarios with a message in retry in which somebody is blamed."""
    results = run_features(BusyAdapter(hides), IN_RETRY, judge=judge_trace)
    assert sum(result.verdict is Verdict.CONFORMS for result in results) or not hides(3600)
    return [
        result
        for result in results
        if result.verdict in {Verdict.VIOLATES, Verdict.ADAPTER_ERROR}
        or (result.judged is not None and result.judged.breaches)
    ]


@pytest.mark.parametrize("share", [0.3, 0.6])
def test_who_tries_again_and_again_is_not_accused(share: float) -> None:
    random = Random(1)  # noqa: S311 - reproducible
    found = accused(lambda seconds: seconds > 3 and random.random() < share)
    assert [f"{one.scenario.location}: {one.breaches} {one.judged}" for one in found] == []


@pytest.mark.parametrize(("since", "finding"), [(60_000, Undecided), (50_000, Undecided), (40_000, Broken)])
def test_looks_have_to_miss_it_for_a_while(since: int, finding: type) -> None:
    """However long after its due time the first of them is."""
    sent = Step(Send("p", OutgoingMessage("order-1")), Sent(), 0, 0)
    look = Step(Browse(STAGING_QUEUE), Browsed(()), 60_000, 60_000)
    kept = holds(1, STAGING_QUEUE, ("order-1",), (Sending("order-1", "ORDERS", send=0, delay=1000),))
    assert isinstance(kept(Record(ClockKind.REAL, {0: sent, 1: look}, {1: since})), finding)


def test_what_is_never_seen_again_is_lost() -> None:
    found = accused(lambda seconds: seconds > 3)
    assert {rule for one in found for breach in one.breaches for rule in breach.rules} >= {"DD-99", "DD-104"}


@pytest.mark.parametrize(("at", "finding"), [(1100, Undecided), (3900, Undecided), (4100, Held)])
def test_what_is_about_to_be_discarded_may_be_in_hand(at: int, finding: type) -> None:
    """DD-97: its target may take it again as long as the attempt is under way."""
    sent = Step(Send("p", OutgoingMessage("order-1")), Sent(), 0, 0)
    look = Step(Browse(STAGING_QUEUE), Browsed(()), at, at)
    gone = is_gone(1, STAGING_QUEUE, Sending("order-1", "ORDERS", send=0, delay=1000))
    assert isinstance(gone(Record(ClockKind.REAL, {0: sent, 1: look})), finding)
    assert isinstance(gone(Record(ClockKind.VIRTUAL, {0: sent, 1: look})), Held)


ORDERS = DefineLocalQueue("ORDERS")
REFUSING = AlterQueue("ORDERS", AttributeChanges(put=Switch.DISABLED))


def rules_of(
    messages: int, looks: list[tuple[int, Command, Outcome]], altered: Command = REFUSING, lives: int = 0
) -> list[str]:
    """What a judge says of looks after sends that are due 1 s later, for a queue that takes no more."""
    orders = [OutgoingMessage(f"order-{number}") for number in range(messages)]
    life = SendArguments(DeliveryMode.PERSISTENT, 4, lives)
    sends = [Send("p", order, QueueDestination("ORDERS"), arguments=life) for order in orders]
    commands = [ORDERS, CreateProducer("p"), SetDeliveryDelay("p", 1000), *sends, altered]
    steps = [Step(command, Sent() if command in sends else Done(), 0, 0) for command in commands]
    steps += [Step(command, outcome, at, at) for at, command, outcome in looks]
    head = TraceHead(1, "by hand", ClockKind.REAL, Profile())
    return [breach.rules[0] for breach in observed(Trace(head, tuple(steps))).breaches]


SHOWN = Browsed((SeenMessage(body="order-0"),))


@pytest.mark.parametrize(
    ("looks", "rules"),
    [
        ([(3100, Browsed(())), (3400, SHOWN), (8000, Browsed(()))], []),
        ([(3100, DepthRead(0)), (3400, DepthRead(1)), (8000, Browsed(()))], []),
        ([(3100, Browsed(())), (6400, SHOWN)], ["EX-18"]),
    ],
)
def test_what_is_missed_towards_the_end_of_its_life_need_not_have_expired(
    looks: list[tuple[int, Outcome]], rules: list[str]
) -> None:
    """EX-09: its life may be over a second before, or not; and an attempt may be under way (DD-99)."""
    seen: list[tuple[int, Command, Outcome]] = [
        (at, ReadDepth(STAGING_QUEUE) if isinstance(outcome, DepthRead) else Browse(STAGING_QUEUE), outcome)
        for at, outcome in looks
    ]
    assert rules_of(1, seen, lives=4000) == rules


@pytest.mark.parametrize(("most", "rules"), [(7, []), (9, ["DD-10"])])
def test_what_a_depth_does_not_count_is_back_later(most: int, rules: list[str]) -> None:
    """DD-99: of seven messages in retry some are in hand at any time, and which they are is open."""
    looks: list[tuple[int, Command, Outcome]] = [(2000, ReadDepth("ORDERS"), DepthRead(1))]
    looks += [(3000 + place, ReadDepth(STAGING_QUEUE), DepthRead(0)) for place in range(0, 20_000, 3000)]
    looks += [(4000 + place, ReadDepth(STAGING_QUEUE), DepthRead(1)) for place in range(0, 20_000, 3000)]
    looks = [*sorted(looks, key=lambda look: look[0]), (30_000, ReadDepth(STAGING_QUEUE), DepthRead(most))]
    assert rules_of(8, looks, AlterQueue("ORDERS", AttributeChanges(max_depth=1))) == rules


ROOM_FOR_ONE = AlterQueue(STAGING_QUEUE, AttributeChanges(max_depth=1))
ELSEWHERE = DefineLocalQueue("INVOICES")
ANOTHER = Send("p", OutgoingMessage("invoice-1"), QueueDestination("INVOICES"))


@pytest.mark.parametrize(
    ("at", "room", "messages", "rules"),
    [
        (900, ROOM_FOR_ONE, 1, ["DD-53"]),
        (3000, ROOM_FOR_ONE, 1, []),
        (3000, ROOM_FOR_ONE, 2, []),
    ],
)
def test_what_is_in_hand_leaves_its_place_free(
    at: int, room: Command, messages: int, rules: list[str]
) -> None:
    """DD-53: another is staged there meanwhile, and then both are; nobody tries one that is not due."""
    looks: list[tuple[int, Command, Outcome]] = [(500, room, Done()), (600, ELSEWHERE, Done())]
    looks += [(at, ANOTHER, Sent()), (at, ReadDepth(STAGING_QUEUE), DepthRead(messages + 1))]
    assert rules_of(messages, looks) == rules


def test_as_many_places_are_free_as_messages_may_be_in_hand() -> None:
    looks: list[tuple[int, Command, Outcome]] = [(3000, ROOM_FOR_ONE, Done()), (3000, ELSEWHERE, Done())]
    assert rules_of(1, [*looks, (3000, ANOTHER, Sent()), (3000, ANOTHER, Sent())]) == ["DD-53"]
