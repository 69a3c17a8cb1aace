"""Mutants of the staging queue: its name, the copies on it, recalls, restarts."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from mqtck.reference.internal_work.work import schedule
from mqtck.reference.queues.get_requests import Request
from mqtck.reference.state.beliefs import learn
from mqtck.reference.state.intervals import Interval
from mqtck.reference.state.messages import Message
from mqtck.reference.state.queue_keys import is_staging, key, owner, owner_and_name
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import Belief, Cause, Ended
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary import outcomes as o
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, ReasonCode
from mqtck.reference.vocabulary.messages import Descriptor, SeenMessage, label_in

from .changes import staged_of
from .parts import Mutant, answering, around

_NEVER: Final = 1 << 50
"""Ms after which nobody waits any more."""


# --- the staging queue ----------------------------------------------------------------------------------


def _another_name(command: c.Command, outcome: o.Outcome) -> o.Outcome:
    match command:
        case c.Browse(queue=queue) | c.ReadDepth(queue=queue) | c.MqGet(queue=queue) if (
            queue == STAGING_QUEUE
        ):
            return o.Refused(int(ReasonCode.UNKNOWN_OBJECT_NAME))
        case _:
            return outcome


def _without_staging_queue(
    right: Callable[..., State], state: State, command: c.DefineQueueManager, *rest: Interval
) -> State:
    state = right(state, command, *rest)
    staging = key(command.name, STAGING_QUEUE)
    if staging not in state.definitions:
        return state
    return replace(state, definitions=state.definitions.delete(staging))


def _of_the_oldest_target(state: State, manager: str) -> set[int]:
    staged = list(staged_of(state, manager))
    return {message.serial for message in staged if message.first == staged[0].first}


def _depth_of_one_target(right: Callable[[State, str], int], state: State, queue_key: str) -> int:
    manager, name = owner_and_name(queue_key)
    return len(_of_the_oldest_target(state, manager)) if name == STAGING_QUEUE else right(state, queue_key)


def _browsed_of_one_target(
    right: Callable[..., o.Outcome], state: State, request: Request, at: Interval
) -> o.Outcome:
    outcome = right(state, request, at)
    manager, name = owner_and_name(request.queue_key)
    if name != STAGING_QUEUE or not isinstance(outcome, o.Browsed):
        return outcome
    here = {state.messages[serial].label for serial in _of_the_oldest_target(state, manager)}
    return o.Browsed(tuple(seen for seen in outcome.messages if label_in(str(seen.body)) in here))


def _ids(change: Callable[[Descriptor, Message], dict[str, object]]) -> Callable[..., SeenMessage]:
    """Other ids on the staged copy, from its right descriptor and the message."""

    def wrong(right: Callable[..., SeenMessage], state: State, message: Message, at: Interval) -> SeenMessage:
        seen = right(state, message, at)
        return replace(seen, descriptor=replace(seen.descriptor, **change(seen.descriptor, message)))

    return wrong


def _not_found_by_correlation_id(
    right: Callable[..., Any], state: State, command: c.MqGet, queue_key: str
) -> Any:
    if command.queue == STAGING_QUEUE and isinstance(command.match, c.MatchCorrelationId):
        return (), ()
    return right(state, command, queue_key)


def _oldest(right: Callable[..., Any], state: State, command: c.MqGet, queue_key: str) -> Any:
    wanted, rules = right(state, command, queue_key)
    if command.queue == STAGING_QUEUE and wanted:
        return tuple(message.serial for message in staged_of(state, owner(queue_key))), rules
    return wanted, rules


def _still_delivered(
    right: Callable[..., State], state: State, request: Request, serial: int, here: Belief, at: Interval
) -> State:
    from_staging = is_staging(request.queue_key)
    return state if from_staging else right(state, request, serial, here, at)


def _all_recalled(
    right: Callable[..., State], state: State, request: Request, serial: int, here: Belief, at: Interval
) -> State:
    state = right(state, request, serial, here, at)
    if is_staging(request.queue_key):
        for message in list(staged_of(state, owner(request.queue_key))):
            state = learn(state, message.serial, (Ended(Cause.LOST),)) or state
    return state


# --- stopping and starting ---------------------------------------------------------------------------------


def _lost(right: Callable[..., State], state: State, manager: str, at: Interval) -> State:
    staged = list(staged_of(state, manager))
    state = right(state, manager, at)
    for message in staged:
        state = learn(state, message.serial, (Ended(Cause.LOST),)) or state
    return state


def _due_again(after: Callable[[Message, Interval], Interval], *fixtures: type) -> Callable[..., State]:
    """These fixtures give what is staged another due time."""

    def wrong(right: Callable[..., State], state: State, command: Any, at: Interval) -> State:
        state = right(state, command, at)
        for message in list(staged_of(state, command.queue_manager)) if type(command) in fixtures else ():
            later = replace(message, due=after(message, at))
            state = replace(state, messages=state.messages.set(later.serial, later))
            state = schedule(state, later)
        return state

    return wrong


def _emptied(right: Callable[..., State], state: State, command: Any, at: Interval) -> State:
    state = right(state, command, at)
    if isinstance(command, c.FailDelayProcessor):
        for message in list(staged_of(state, command.queue_manager)):
            state = learn(state, message.serial, (Ended(Cause.LOST),)) or state
    return state


MUTANTS: Final[tuple[Mutant, ...]] = (
    Mutant(
        "staging-queue-for-each-target",
        "Stages on a queue of its own for each target, and on the system queue for the first of them.",
        ("DD-11", "DD-07"),
        (
            around("preference.preferred_depth", _depth_of_one_target),
            around("getting.inspections._prefer_browse", _browsed_of_one_target),
        ),
    ),
    Mutant(
        "staging-queue-of-another-name",
        "Stages on a queue that is not called SYSTEM.DDELAY.LOCAL.QUEUE.",
        ("DD-51", "DD-07", "DD-52"),
        execute=answering(_another_name),
    ),
    Mutant(
        "staging-queue-left-to-the-administrator",
        "Starts without a staging queue until somebody defines one.",
        ("DD-52", "DD-51"),
        (around("administration.fixtures.new_queue_manager", _without_staging_queue),),
    ),
    Mutant(
        "staged-copy-keeps-its-id",
        "Stages the message under its own message id.",
        ("DD-59",),
        (around("showing._staged", _ids(lambda right, _: {"message_id": right.correlation_id})),),
    ),
    Mutant(
        "staged-copies-share-an-id",
        "Gives every staged copy the same message id.",
        ("DD-59",),
        (around("showing._staged", _ids(lambda *_: {"message_id": "de" * 24})),),
    ),
    Mutant(
        "staged-correlation-id-kept",
        "Leaves the application's correlation id on the staged copy.",
        ("DD-60",),
        (around("showing._staged", _ids(lambda _, one: {"correlation_id": one.correlation_id or "0" * 48})),),
    ),
    Mutant(
        "staged-correlation-id-new",
        "Correlates the staged copy with itself.",
        ("DD-60",),
        (around("showing._staged", _ids(lambda right, _: {"correlation_id": right.message_id})),),
    ),
    Mutant(
        "recall-finds-nothing",
        "Finds no staged message by the id of the message that was sent.",
        ("DD-61",),
        (around("model._matching", _not_found_by_correlation_id),),
    ),
    Mutant(
        "recall-takes-the-oldest",
        "Returns the oldest staged message, whichever one is asked for.",
        ("DD-61",),
        (around("model._matching", _oldest),),
    ),
    Mutant(
        "recalled-but-delivered",
        "Delivers a message that an application has got from the staging queue.",
        ("DD-61", "DD-10"),
        (around("getting.returned_messages._take", _still_delivered),),
    ),
    Mutant(
        "recall-of-one-recalls-all",
        "Empties the staging queue when one message is got from it.",
        ("DD-61",),
        (around("getting.returned_messages._take", _all_recalled),),
    ),
    Mutant(
        "lost-at-restart",
        "Keeps what is staged in memory, and loses it when the queue manager ends.",
        ("DD-95", "DD-07"),
        (around("administration.restarts.ended", _lost),),
    ),
    Mutant(
        "delay-restarted",
        "Begins each delay anew when the queue manager starts.",
        ("DD-95", "DD-10"),
        (
            around(
                "administration.fixtures.apply",
                _due_again(lambda m, at: at.plus(m.delay), c.StartQueueManager),
            ),
        ),
    ),
    Mutant(
        "processor-not-started",
        "Starts the queue manager without the delivery delay processor.",
        ("DD-95", "DD-10"),
        (
            around(
                "administration.fixtures.apply",
                _due_again(lambda _, at: at.plus(_NEVER), c.StartQueueManager),
            ),
        ),
    ),
    Mutant(
        "delivered-at-restart",
        "Delivers all that is staged when the queue manager starts.",
        ("DD-95", "DD-01"),
        (around("administration.fixtures.apply", _due_again(lambda _, at: at, c.StartQueueManager)),),
    ),
    Mutant(
        "processor-stays-down",
        "Does not start the delivery delay processor again after a failure.",
        ("DD-96", "DD-10"),
        (
            around(
                "administration.fixtures.apply",
                _due_again(lambda _, at: at.plus(_NEVER), c.FailDelayProcessor),
            ),
        ),
    ),
    Mutant(
        "staging-emptied-by-a-failure",
        "Begins with an empty staging queue when the processor starts again after a failure.",
        ("DD-96", "DD-07"),
        (around("administration.fixtures.apply", _emptied),),
    ),
)
