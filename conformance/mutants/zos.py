"""Mutants of z/OS: the staging queue and its sample, the processor, shared queues, OPMODE."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from mqtck.reference.chapters.delay_processor import Event, Processor, Staging, Transition
from mqtck.reference.chapters.staging_queue import staging
from mqtck.reference.queues.send_checks import Obstacle
from mqtck.reference.state.beliefs import learn
from mqtck.reference.state.intervals import Answer, Interval
from mqtck.reference.state.messages import Message
from mqtck.reference.state.queue_keys import is_shared, key
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import Cause, Ended, Staged
from mqtck.reference.vocabulary import outcomes as o
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, ReasonCode
from mqtck.reference.vocabulary.profile import Edition, Platform
from mqtck.reference.vocabulary.zos import OperationMode

from .parts import Mutant, around

TABLE: Final = "chapters.delay_processor.after"
OBSTACLES: Final = "queues.send_checks.zos_obstacles"


# --- the staging queue ---------------------------------------------------------------------------------


def _without(reason: ReasonCode) -> Callable[..., list[Obstacle]]:
    def wrong(right: Callable[..., list[Obstacle]], *arguments: Any) -> list[Obstacle]:
        return [obstacle for obstacle in right(*arguments) if obstacle.reason is not reason]

    return wrong


def _undelayed_refused(
    right: Callable[..., list[Obstacle]], state: State, queue_manager: str, *rest: Any
) -> list[Obstacle]:
    found = right(state, queue_manager, *rest)
    if staging(state, queue_manager) is Staging.MISSING:
        found.append(Obstacle(ReasonCode.UNKNOWN_OBJECT_NAME, Answer.YES, ()))
    return found


def _gated(
    right: Callable[..., list[Obstacle]], state: State, queue_manager: str, *rest: Any
) -> list[Obstacle]:
    found = right(state, queue_manager, *rest)
    if state.queue_managers[queue_manager].operation_mode is OperationMode.COMPATIBILITY:
        found.append(Obstacle(ReasonCode.FUNCTION_NOT_SUPPORTED, Answer.YES, ()))
    return found


def _sample(**fields: Any) -> Callable[..., o.SampleDefinitionRead]:
    def wrong(right: Callable[[Edition], o.SampleDefinitionRead], edition: Edition) -> o.SampleDefinitionRead:
        return replace(right(edition), **fields)

    return wrong


# --- the processor -----------------------------------------------------------------------------------


def _after(
    event: Event, wrong: Processor | None, before: Processor | None = None, staged: Staging | None = None
) -> Callable[..., Transition]:
    """A row of the table that leads elsewhere; None for no change, or for whatever was before."""

    def after(
        right: Callable[..., Transition],
        platform: Platform,
        happened: Event,
        processor: Processor,
        queue: Staging,
    ) -> Transition:
        fits = happened is event and before in {None, processor} and staged in {None, queue}
        if platform is Platform.ZOS and fits:
            return Transition(wrong or processor)
        return right(platform, happened, processor, queue)

    return after


def _ignores_get(
    right: Callable[..., Transition], platform: Platform, event: Event, before: Processor, queue: Staging
) -> Transition:
    if event is Event.GET_DISABLED:
        return Transition(before)
    return right(platform, event, before, Staging.USABLE if queue is Staging.NO_GET else queue)


def _only_what_is_there(
    right: Callable[..., Any], state: State, message: Message, status: Staged, moment: Any
) -> Any:
    manager = state.queue_managers[message.queue_manager]
    late = manager.started is not None and message.sent.earliest >= manager.started
    if manager.platform is Platform.ZOS and late:
        return state, [status]
    return right(state, message, status, moment)


def _overdue_forgotten(right: Callable[[State, str], State], state: State, queue_manager: str) -> State:
    woken = right(state, queue_manager)
    if state.queue_managers[queue_manager].platform is not Platform.ZOS:
        return woken
    for serial in woken.overdue:
        due = woken.messages[serial].due
        if due is not None and due.latest < woken.previous:
            woken = learn(woken, serial, (Ended(Cause.LOST),)) or woken
    return woken


# --- shared queues -------------------------------------------------------------------------------------


def _shared_refused(
    right: Callable[..., list[Obstacle]],
    state: State,
    queue_manager: str,
    queue: str,
    user: str | None,
    resolved: Any,
    length: int,
) -> list[Obstacle]:
    found = right(state, queue_manager, queue, user, resolved, length)
    if resolved is not None and is_shared(resolved.local):
        found.append(Obstacle(ReasonCode.FUNCTION_NOT_SUPPORTED, Answer.YES, ()))
    return found


def _never_reached(right: Callable[..., Any], state: State, message: Message) -> Any:
    found = right(state, message)
    if not is_shared(message.first):
        return found
    private = key(message.queue_manager, "SYSTEM.PRIVATE.QUEUE")
    return tuple(one and replace(one, local=private) for one in found)


def _staged_on(name: Callable[[State, Message], str]) -> Callable[..., State]:
    """Messages for shared queues wait on another queue than they should."""

    def accept(
        right: Callable[..., State], state: State, message: Message, unit: str | None, at: Interval
    ) -> State:
        accepted = right(state, message, unit, at)
        if message.due is None or unit is not None or not is_shared(message.first):
            return accepted
        return learn(accepted, message.serial, (Staged(name(state, message)),)) or accepted

    return accept


def _another_member(state: State, message: Message) -> str:
    own = state.queue_managers[message.queue_manager]
    members = sorted(
        name
        for name, manager in state.queue_managers.items()
        if manager.queue_sharing_group == own.queue_sharing_group and name != message.queue_manager
    )
    return key(members[0] if members else message.queue_manager, STAGING_QUEUE)


def _queue_of_its_own(_: State, message: Message) -> str:
    return key(message.queue_manager, "SYSTEM.DDELAY.SHARED.QUEUE")


def _any_member(right: Callable[[State, str], Answer], state: State, queue_manager: str) -> Answer:
    group = state.queue_managers[queue_manager].queue_sharing_group
    if group is None:
        return right(state, queue_manager)
    members = (name for name, manager in state.queue_managers.items() if manager.queue_sharing_group == group)
    return max(right(state, name) for name in members)


def _emptied_by_start(right: Callable[..., State], state: State, manager: str, at: Interval) -> State:
    started = right(state, manager, at)
    for serial, message in started.messages.items():
        if message.queue_manager == manager and is_shared(message.first) and message.delay:
            started = learn(started, serial, (Ended(Cause.LOST),)) or started
    return started


MUTANTS: Final = (
    Mutant(
        "shared-targets-on-a-queue-of-their-own",
        "Stages messages for shared queues on another queue than those for local ones.",
        ("DD-54", "DD-70"),
        (around("sending.puts.accept", _staged_on(_queue_of_its_own)),),
    ),
    Mutant(
        "delay-without-staging-queue",
        "Accepts a delayed send on z/OS although there is no staging queue.",
        ("DD-56",),
        (around(OBSTACLES, _without(ReasonCode.UNKNOWN_OBJECT_NAME)),),
    ),
    Mutant(
        "sample-with-index",
        "Supplies a definition of the staging queue with INDXTYPE(CORRELID).",
        ("DD-62",),
        (around("chapters.supplied_sample.preferred_sample", _sample(index_type="CORRELID")),),
    ),
    Mutant(
        "sample-by-priority",
        "Supplies a definition of the staging queue with MSGDLVSQ(PRIORITY).",
        ("DD-63",),
        (around("chapters.supplied_sample.preferred_sample", _sample(delivery_sequence="PRIORITY")),),
    ),
    Mutant(
        "sample-not-hardened",
        "Supplies a definition of the staging queue without HARDENBO.",
        ("DD-65",),
        (around("chapters.supplied_sample.preferred_sample", _sample(harden_backout=False)),),
    ),
    Mutant(
        "gated-by-opmode",
        "Refuses delayed sends in version 8.0 under OPMODE(COMPAT).",
        ("DD-67",),
        (around(OBSTACLES, _gated),),
    ),
    Mutant(
        "shared-targets-refused",
        "Refuses delayed sends to shared queues.",
        ("DD-69", "DD-54"),
        (around("queues.send_checks.delayed_obstacles", _shared_refused),),
    ),
    Mutant(
        "shared-targets-never-reached",
        "Moves a due message for a shared queue to a private one of its queue manager.",
        ("DD-69",),
        (around("chapters.resolution.delivery_targets", _never_reached),),
    ),
    Mutant(
        "staged-at-another-member",
        "Stages messages for shared queues at another member of the group.",
        ("DD-70",),
        (around("sending.puts.accept", _staged_on(_another_member)),),
    ),
    Mutant(
        "another-member-delivers",
        "Lets another member of the group deliver while the owner of the staging queue is down.",
        ("DD-71", "DD-70"),
        (around("chapters.staging_queue.runs", _any_member),),
    ),
    Mutant(
        "shared-targets-lost-over-restart",
        "Loses persistent messages for shared queues when the owner of the staging queue starts again.",
        ("DD-71",),
        (around("administration.restarts.started_again", _emptied_by_start),),
    ),
    Mutant(
        "zos-processor-not-started",
        "Does not start the processor with the queue manager on z/OS.",
        ("DD-86", "DD-87"),
        (around(TABLE, _after(Event.MANAGER_STARTED, Processor.FAILED, staged=Staging.USABLE)),),
    ),
    Mutant(
        "processor-reads-once",
        "Processes after a start on z/OS only what is on the staging queue already.",
        ("DD-87",),
        (around("internal_work.status_transitions.next_staged", _only_what_is_there),),
    ),
    Mutant(
        "useless-without-staging-queue",
        "Refuses undelayed sends too while there is no staging queue.",
        ("DD-88", "DD-56"),
        (around("queues.send_checks.undelayed_obstacles", _undelayed_refused),),
    ),
    Mutant(
        "gets-although-disabled",
        "Goes on processing a staging queue with GET(DISABLED).",
        ("DD-89",),
        (around(TABLE, _ignores_get),),
    ),
    Mutant(
        "recovers-on-zos",
        "Starts the processor again by itself after another error on z/OS.",
        ("DD-90",),
        (around(TABLE, _after(Event.ERROR, None)),),
    ),
    Mutant(
        "definition-not-noticed",
        "Does not start the processor when the missing staging queue is defined.",
        ("DD-91",),
        (around(TABLE, _after(Event.DEFINED, None)),),
    ),
    Mutant(
        "enabled-get-not-noticed",
        "Does not start the processor when GET of the staging queue is enabled again.",
        ("DD-92",),
        (around(TABLE, _after(Event.GET_ENABLED, None)),),
    ),
    Mutant(
        "overdue-dropped-at-start",
        "Drops what came due while the processor was shut down on z/OS.",
        ("DD-92", "DD-93", "DD-94", "DD-86", "DD-71"),
        (around("chapters.staging_queue.woken", _overdue_forgotten),),
    ),
    Mutant(
        "put-toggle-without-effect",
        "Does not start the processor when PUT is switched off and on after another error.",
        ("DD-93",),
        (around(TABLE, _after(Event.PUT_ENABLED, None, before=Processor.FAILED)),),
    ),
    Mutant(
        "started-by-half-a-toggle",
        "Starts the processor after another error already when PUT is disabled.",
        ("DD-93", "DD-94", "DD-90"),
        (around(TABLE, _after(Event.PUT_DISABLED, Processor.STARTED, before=Processor.FAILED)),),
    ),
    Mutant(
        "put-switch-ignored",
        "Goes on delivering while PUT of the staging queue is disabled on z/OS.",
        ("DD-94",),
        (around(TABLE, _after(Event.PUT_DISABLED, None, before=Processor.STARTED)),),
    ),
    Mutant(
        "put-switch-for-good",
        "Does not start the processor when PUT of the staging queue is enabled again.",
        ("DD-94", "DD-93"),
        (around(TABLE, _after(Event.PUT_ENABLED, None)),),
    ),
    Mutant(
        "staged-although-put-disabled",
        "Accepts delayed sends while the staging queue takes no puts on z/OS.",
        ("DD-94",),
        (around(OBSTACLES, _without(ReasonCode.PUT_INHIBITED)),),
    ),
)
