"""Mutants of clusters: DEFBIND of a delayed message's target."""

from collections.abc import Callable
from typing import Any, Final

from mqtck.reference.chapters.resolution import resolve
from mqtck.reference.possibilities import Possibility, Settled
from mqtck.reference.queues.clusters import bindings_of
from mqtck.reference.state.callers import session_of
from mqtck.reference.state.intervals import Answer
from mqtck.reference.state.messages import Message
from mqtck.reference.state.queue_keys import key
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import Cause, Ended, Status
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary import outcomes as o
from mqtck.reference.vocabulary.clusters import DefaultBinding
from mqtck.reference.vocabulary.constants import ReasonCode

from .parts import Mutant, around, instead

CONFLICT: Final = "queues.clusters.binding_conflict"


def _open_alone(bindings: tuple[DefaultBinding, ...], delay: int) -> Answer:
    return Answer.YES if delay and DefaultBinding.ON_OPEN in bindings else Answer.NO


def _always(bindings: tuple[DefaultBinding, ...], delay: int) -> Answer:
    return Answer.YES if delay and bindings else Answer.NO


def _undelayed_too(bindings: tuple[DefaultBinding, ...], _: int) -> Answer:
    fixed = bindings and all(binding is not DefaultBinding.NOT_FIXED for binding in bindings)
    return Answer.YES if fixed else Answer.NO


def _attribute_alone(
    _: Callable[..., Any], state: State, queue_manager: str, queue: str, delay: int
) -> tuple[Answer, tuple[str, ...]]:
    found = resolve(state, queue_manager, queue)
    fixed = found is not None and found.attributes.default_binding is not DefaultBinding.NOT_FIXED
    return (Answer.YES if delay and fixed else Answer.NO), ("DD-19",)


def _local_alone(
    right: Callable[..., Any], state: State, queue_manager: str, queue: str, delay: int
) -> tuple[Answer, tuple[str, ...]]:
    found = resolve(state, queue_manager, queue)
    here = found is not None and found.local == key(queue_manager, queue)
    return right(state, queue_manager, queue, delay) if here else (Answer.NO, ())


def _refused_by_setter(right: Callable[..., Any], state: State, command: Any) -> Possibility:
    producer = state.producers.get(command.producer)
    possibility: Possibility = right(state, command)
    if not isinstance(command, c.SetDeliveryDelay) or producer is None or producer.destination is None:
        return possibility
    manager = session_of(state, producer.session).queue_manager
    if _always(bindings_of(state, manager, producer.destination.queue), command.milliseconds) is Answer.NO:
        return possibility
    refused = o.Refused(reason=int(ReasonCode.OPTIONS_ERROR), family=o.ErrorFamily.JMS_EXCEPTION)
    return Possibility(lambda: refused, lambda _: Settled((state,)))


def _lost_on_the_way(
    right: Callable[..., list[Status]], state: State, message: Message, *rest: Any
) -> list[Status]:
    return [Ended(Cause.LOST)] if message.instances else right(state, message, *rest)


MUTANTS: Final = (
    Mutant(
        "defbind-not-checked",
        "Accepts a delayed send to a clustered queue whatever its DEFBIND.",
        ("DD-19", "DD-20"),
        (instead(CONFLICT, lambda *_: Answer.NO),),
    ),
    Mutant(
        "defbind-of-other-queue-managers-not-checked",
        "Checks the DEFBIND of a clustered queue only where it is the sender's queue manager's own.",
        ("DD-19", "DD-20"),
        (around("queues.clusters.restriction", _local_alone),),
    ),
    Mutant(
        "binding-on-group-accepted",
        "Refuses a delayed send for DEFBIND(OPEN), but not for DEFBIND(GROUP).",
        ("DD-20",),
        (instead(CONFLICT, _open_alone),),
    ),
    Mutant(
        "clustered-queues-refused",
        "Refuses every delayed send to a clustered queue.",
        ("DD-21",),
        (instead(CONFLICT, _always),),
    ),
    Mutant(
        "clustered-messages-lost",
        "Loses a delayed message on its way to an instance of a clustered queue.",
        ("DD-21",),
        (around("queues.clusters.delivered", _lost_on_the_way),),
    ),
    Mutant(
        "binding-checked-by-setter",
        "Refuses setDeliveryDelay of a producer for a clustered queue.",
        ("DD-22",),
        (around("sending.producers.set_property", _refused_by_setter),),
    ),
    Mutant(
        "undelayed-refused-for-defbind",
        "Refuses sends to a clustered queue for its DEFBIND even without a delay.",
        ("DD-23",),
        (instead(CONFLICT, _undelayed_too),),
    ),
    Mutant(
        "defbind-of-any-queue",
        "Looks at DEFBIND of a queue that is in no cluster.",
        ("DD-24",),
        (around("queues.clusters.restriction", _attribute_alone),),
    ),
)
