"""Mutants of expired messages: who is returned, who is discarded by what, and what counts them."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from msgspec.structs import replace

from mqtck.reference.chapters.message_expiry import nominally_expired
from mqtck.reference.possibilities import Possibility
from mqtck.reference.queues.get_requests import Request
from mqtck.reference.state.beliefs import learn
from mqtck.reference.state.intervals import Interval
from mqtck.reference.state.messages import Message
from mqtck.reference.state.state import Queue, Resident, State
from mqtck.reference.state.statuses import OnQueue, Route, Staged
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary import outcomes as o
from mqtck.reference.vocabulary.constants import UNLIMITED, ReasonCode
from mqtck.reference.vocabulary.results import Breach

from .parts import Mutant, Patch, answering, around, instead

RETURNABLE: Final = "queues.get_requests.returnable"
DISCARDS: Final = "getting.not_found.absent"


_BROWSING: Final = (c.GetMode.BROWSE_FIRST, c.GetMode.BROWSE_NEXT, c.GetMode.BROWSE_FIRST_AND_LOCK)


# --- who is returned and who is discarded ---------------------------------------------------------------


def _returned_when(which: Callable[[State, int, Request], bool]) -> Patch:
    """Expired messages are returned to these requests."""

    def wrong(right: Callable[..., bool], state: State, serial: int, request: Request, at: Interval) -> bool:
        if not which(state, serial, request):
            return right(state, serial, request, at)
        unlimited = replace(state.messages[serial], expiry=(UNLIMITED,))
        return right(replace(state, messages=state.messages.set(serial, unlimited)), serial, request, at)

    return around(RETURNABLE, wrong)


def _by_route(route: Route) -> Callable[[State, int, Request], bool]:
    def came(state: State, serial: int, _: Request) -> bool:
        return any(isinstance(status, OnQueue) and status.route is route for status in state.beliefs[serial])

    return came


def _not_discarded(which: Callable[[Request], bool]) -> Patch:
    """These requests pass expired messages without discarding them."""

    def wrong(
        right: Callable[..., State], state: State, serial: int, request: Request, at: Interval
    ) -> State:
        return state if which(request) else right(state, serial, request, at)

    return around(DISCARDS, wrong)


def _stops_at_expired(right: Callable[..., Iterator[int]], state: State, request: Request) -> Iterator[int]:
    now = Interval(state.previous, state.previous)
    for serial in right(state, request):
        if nominally_expired(state.messages[serial], now):
            return
        yield serial


def _by_arrival(queue: Queue, _: Resident | None = None) -> Iterator[int]:
    return iter(sorted(queue.residents))


def _arrived_before(_: State, queue: Queue, serial: int, __: Resident | None) -> Iterator[int]:
    return (other for other in _by_arrival(queue) if other < serial)


def _same_priority_alone(
    right: Callable[..., Iterator[int]], state: State, queue: Queue, serial: int, passed: Resident | None
) -> Iterator[int]:
    def lane(one: int) -> int:
        resident: Resident = queue.residents[one]
        return resident.lane

    return (other for other in right(state, queue, serial, passed) if lane(other) == lane(serial))


def _first_alone(
    right: Callable[..., Any], state: State, request: Request, serial: int, at: Interval
) -> tuple[State, list[Breach]]:
    """What was passed over is there again but for the first of it."""
    after, breaches = right(state, request, serial, at)
    passed = [one for one in state.beliefs if after.beliefs[one] != state.beliefs[one]]
    for one in passed[1:]:
        after = learn(after, one, state.beliefs[one]) or after
    return after, breaches


def _expired_on(state: State, queue_key: str) -> int:
    now = Interval(state.previous, state.previous)
    queue = state.queues.get(queue_key, Queue())
    return sum(
        nominally_expired(state.messages[serial], now)
        and isinstance(state.beliefs[serial][0], OnQueue | Staged)
        for serial in queue.unsure
    )


def _live_depth(
    right: Callable[..., Possibility], state: State, queue_key: str, preferred: int
) -> Possibility:
    possible = right(state, queue_key, preferred)
    shown = o.DepthRead(preferred - _expired_on(state, queue_key))
    return Possibility(lambda: shown, lambda _: possible.settle(o.DepthRead(preferred)))


def _live_trigger_depth(
    right: Callable[..., State],
    state: State,
    queue_key: str,
    at: Interval,
    arrived: Message,
    before: frozenset[str] = frozenset(),
    *,
    unit: str = "",
) -> State:
    definition = state.definitions.get(queue_key)
    if not isinstance(definition, c.QueueAttributes) or definition.trigger is None:
        return state
    live = len(state.queues.get(queue_key, Queue()).residents) - _expired_on(state, queue_key)
    if live < definition.trigger.depth:
        return state
    return right(state, queue_key, at, arrived, before, unit=unit)


def _no_message_available(command: c.Command, outcome: o.Outcome) -> o.Outcome:
    if isinstance(command, c.MqGet) and isinstance(outcome, o.NoMessage):
        return o.NoMessage(int(ReasonCode.NO_MSG_AVAILABLE))
    return outcome


MUTANTS: Final[tuple[Mutant, ...]] = (
    Mutant(
        "get-discards-nothing",
        "Passes expired messages in a get and leaves them there.",
        ("EX-12", "EX-15", "EX-16"),
        (_not_discarded(lambda request: request.mode not in _BROWSING),),
    ),
    Mutant(
        "browse-discards-nothing",
        "Passes expired messages in a browse and leaves them there.",
        ("EX-13",),
        (_not_discarded(lambda request: request.mode in _BROWSING),),
    ),
    Mutant(
        "stops-at-an-expired-message",
        "Finds no message where an expired one comes first, though a live one is behind it.",
        ("EX-15", "EX-16"),
        (around("queues.get_requests.candidates", _stops_at_expired),),
    ),
    Mutant(
        "discards-one-at-a-time",
        "Discards with each get one expired message and leaves the others.",
        ("EX-15", "EX-16", "EX-12", "EX-13"),
        (around("getting.passed_over.passed_over", _first_alone),),
    ),
    Mutant(
        "order-of-arrival-alone",
        "Goes through a priority queue in the order of arrival.",
        ("EX-16", "EX-15"),
        (
            instead("queues.arrival_order.in_order", _by_arrival),
            instead("queues.arrival_order.before", _arrived_before),
        ),
    ),
    Mutant(
        "higher-priorities-kept",
        "Discards only the expired messages of the priority of the message that it returns.",
        ("EX-16",),
        (around("queues.arrival_order.before", _same_priority_alone),),
    ),
    Mutant(
        "expired-got",
        "Returns an expired message to a destructive get.",
        ("EX-17", "EX-04"),
        (_returned_when(lambda *all_of: all_of[2].mode not in _BROWSING),),
    ),
    Mutant(
        "expired-browsed",
        "Returns an expired message to a browse.",
        ("EX-18",),
        (_returned_when(lambda *all_of: all_of[2].mode in _BROWSING),),
    ),
    Mutant(
        "expired-got-by-id",
        "Returns an expired message to a get that asks for its id.",
        ("EX-17",),
        (_returned_when(lambda *all_of: all_of[2].wanted is not None),),
    ),
    Mutant(
        "lock-protects",
        "Lets a lock keep a message from expiring.",
        ("EX-41", "EX-17"),
        (_returned_when(lambda *all_of: all_of[2].mode is c.GetMode.UNDER_CURSOR),),
    ),
    Mutant(
        "no-message-available-under-cursor",
        "Answers 2033 where the message under the cursor has expired.",
        ("EX-41",),
        execute=answering(_no_message_available),
    ),
    Mutant(
        "delivered-over-a-channel-though-expired",
        "Delivers and returns messages that have expired on a transmission queue.",
        ("EX-20", "EX-17", "EX-06"),
        (_returned_when(_by_route(Route.TRANSFERRED)),),
    ),
    Mutant(
        "returned-though-expired-before-commit",
        "Returns a message whose life ended before the commit of its put.",
        ("EX-25", "EX-17"),
        (_returned_when(_by_route(Route.COMMITTED)),),
    ),
    Mutant(
        "discard-in-the-unit-of-work",
        "Leaves an expired message there where it would be discarded by a get in a unit of work.",
        ("EX-38", "EX-12", "EX-39"),
        (_not_discarded(lambda request: request.within is not None),),
    ),
    Mutant(
        "expired-not-in-the-depth",
        "Leaves expired messages out of the depth, while they fill the queue.",
        ("EX-35", "EX-21"),
        (around("getting.inspections.read_depth", _live_depth),),
    ),
    Mutant(
        "expired-do-not-trigger",
        "Leaves expired messages out of the depth that triggers.",
        ("EX-36",),
        (around("queues.triggering.triggered", _live_trigger_depth),),
    ),
)
