"""The rules that say of a send that is refused that it must not be, the most telling one first.

They are asked where nothing that the documents know stands in its way; what does is in `client_restrictions`,
`clusters` and `send_checks`. The reason of the refusal tells what the implementation took for an obstacle.
Left out: publications, but for their lives.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from mqtck.reference.chapters import header_mapping
from mqtck.reference.chapters.resolution import Resolved, resolve
from mqtck.reference.queues import clusters
from mqtck.reference.state.queue_keys import is_shared, key
from mqtck.reference.state.state import Queue, State
from mqtck.reference.structures.descriptor import ID_LENGTH
from mqtck.reference.vocabulary.commands import QueueAttributes
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, ReasonCode
from mqtck.reference.vocabulary.messages import OutgoingMessage, TopicDestination
from mqtck.reference.vocabulary.outcomes import Refused
from mqtck.reference.vocabulary.profile import Platform

from .send_controls import (
    Attempted,
    beyond_bound,
    binding_controls,
    under_older_opmode,
    without_staging_queue,
)

_LONG_TEXT: Final = 100
"""Characters of a text that is most likely the reason of a refusal for which nothing else is."""

_CHECKS: Final[Mapping[object, tuple[str, ...]]] = MappingProxyType(
    {
        ReasonCode.PUT_INHIBITED: ("DD-110",),
        ReasonCode.MSG_TOO_BIG_FOR_Q: ("DD-111",),
        ReasonCode.MSG_TOO_BIG_FOR_Q_MGR: ("DD-111",),
        ReasonCode.NOT_AUTHORIZED: ("DD-46", "DD-47"),
        ReasonCode.UNKNOWN_OBJECT_NAME: ("DD-75",),
        ReasonCode.FUNCTION_NOT_SUPPORTED: ("DD-17",),
    }
)
"""Which check a delayed send tells of that is refused with this reason."""


def must_succeed(state: State, tried: Attempted, outcome: Refused) -> tuple[str, ...]:
    """Which rule says that this send must not be refused."""
    if has_long_correlation_id(tried.message):
        return ("HM-44", "DD-08", "DD-29")
    if tried.delay > 0:
        return _delayed_must_succeed(state, tried, outcome.reason)
    return _undelayed_must_succeed(state, tried, outcome.reason)


def _delayed_must_succeed(state: State, tried: Attempted, reason: object) -> tuple[str, ...]:
    """With a delay: by the obstacle that the reason tells of."""
    checks = _CHECKS.get(reason, ())
    if under_older_opmode(state, tried):
        return ("DD-67",)
    match reason:
        case ReasonCode.EXPIRY_ERROR:
            return life_must_do(tried)
        case ReasonCode.OPTIONS_ERROR:
            return (*_bound(state, tried), "DD-37")
        case ReasonCode.Q_FULL | None if _full_with_delayed(state, tried):
            return ("DD-06", "DD-112")
        case ReasonCode.Q_FULL if _to_empty_queue(state, tried) and state.perished:
            # So the staging queue is meant, on which what has expired may take the room.
            return ("X-26", "EX-35", "DD-112", "DD-37", "DD-28")
        case ReasonCode.Q_FULL if _staged_where_less_fits(state, tried):
            return ("DD-53", "DD-112", "EX-35", "DD-37", "DD-28")
        case ReasonCode.Q_FULL:
            # Neither target nor staging queue is full.
            return ("DD-112", "EX-35", "DD-37", "DD-28")
        case ReasonCode.GET_INHIBITED if why := _processor_runs(state, tried):
            return (*why, *checks, "DD-28", "DD-37")
        case _ if _to_shared(state, tried):
            return ("DD-69", "DD-54")
        case ReasonCode.UNKNOWN_OBJECT_NAME if _has_staging_queue_by_itself(state, tried):
            return ("DD-52", *checks, "DD-28", "DD-37")
        case None if tried.led_nowhere:
            return (*_CHECKS[ReasonCode.UNKNOWN_OBJECT_NAME], "DD-74", "DD-28", "DD-37")
        case _ if tried.time_to_live == 0:
            return (*checks, "DD-28", "DD-37")
        case _:
            return (*checks, "DD-25", "DD-26", "DD-37", *beyond_bound(tried))


def _undelayed_must_succeed(state: State, tried: Attempted, reason: object) -> tuple[str, ...]:
    """Without: what is new with delivery delay counts first, then what the message brings."""
    texts = _long_texts(tried.message)
    match reason:
        case ReasonCode.EXPIRY_ERROR:
            return life_must_do(tried)
        case ReasonCode.OPTIONS_ERROR:
            return (*_bound(state, tried), "DD-37")
        case _ if tried.message.group is not None:
            return ("DD-37",)
        case ReasonCode.Q_FULL | None if _full_with_delayed(state, tried):
            return ("DD-06", "DD-08", "DD-29")
        case ReasonCode.Q_FULL:
            return ("EX-35", "DD-08", "DD-29")
        case _ if without_staging_queue(state, tried):
            return ("DD-88", "DD-56", "DD-08")
        case None if _held_by_expiry(tried) == "HM-20":
            return ("HM-20", *texts, "DD-29", "DD-08")
        case None if tried.time_to_live:
            # No reason speaks against the likeliest one.
            return (*texts, "DD-29", "DD-08")
        case _:
            return (*texts, "DD-08", "DD-29")


def _bound(state: State, tried: Attempted) -> tuple[str, ...]:
    """The rules about DEFBIND, where no group is in the way (DD-37)."""
    if tried.message.group is not None:
        return ()
    return binding_controls(state, tried) or _if_clustered(state, tried)


def _if_clustered(state: State, tried: Attempted) -> tuple[str, ...]:
    """The same where it is open whether the destination is a clustered one: an alias of one, say.

    Either way the send is accepted, so these are blamed for a refusal; that it is accepted bears none out.
    """
    if not clusters.bindings_of(state, tried.session.queue_manager, tried.name):
        return ()
    return ("DD-21", "DD-24") if tried.delay else ("DD-23",)


def _to_shared(state: State, tried: Attempted) -> bool:
    """Whether the send is for a shared queue (DD-69)."""
    found = resolve(state, tried.session.queue_manager, tried.name)
    return found is not None and is_shared(found.local)


def _processor_runs(state: State, tried: Attempted) -> tuple[str, ...]:
    """The rules by which the delivery delay processor runs; a send that it refused tells of it (DD-89)."""
    return state.queue_managers[tried.session.queue_manager].why


def _has_staging_queue_by_itself(state: State, tried: Attempted) -> bool:
    """DD-52: whether nobody has to define it. What is not found is that queue, as the target is there."""
    return state.queue_managers[tried.session.queue_manager].platform is Platform.MULTIPLATFORMS


def _target(state: State, tried: Attempted) -> Resolved | None:
    """The queue that a send is for; None where there is none, and for a topic."""
    if isinstance(tried.destination, TopicDestination):
        return None
    return resolve(state, tried.session.queue_manager, tried.name)


def _to_empty_queue(state: State, tried: Attempted) -> bool:
    """Whether there is nothing on the target for certain."""
    resolved = _target(state, tried)
    return resolved is not None and not state.queues.get(resolved.local, Queue()).most


def _staged_where_less_fits(state: State, tried: Attempted) -> bool:
    """Whether the staging queue has the lower MAXDEPTH, and so is likely to be the one that is meant."""
    resolved = _target(state, tried)
    staged_on = state.definitions.get(key(tried.session.queue_manager, STAGING_QUEUE))
    if resolved is None or not isinstance(staged_on, QueueAttributes):
        return False
    return staged_on.max_depth < resolved.attributes.max_depth


def _full_with_delayed(state: State, tried: Attempted) -> bool:
    """Whether the target is full for who counts what is still delayed for it (DD-06)."""
    resolved = _target(state, tried)
    if resolved is None:
        return False
    staged = state.queues.get(key(tried.session.queue_manager, STAGING_QUEUE), Queue()).residents
    delayed = sum(state.messages[serial].first == resolved.local for serial in staged)
    there = state.queues.get(resolved.local, Queue()).most
    return bool(delayed) and there + delayed >= resolved.attributes.max_depth


def has_long_correlation_id(message: OutgoingMessage) -> bool:
    """HM-44: longer than MQMD.CorrelId, which is no failure."""
    return len(message.correlation_bytes or "") > 2 * ID_LENGTH


def _long_texts(message: OutgoingMessage) -> tuple[str, ...]:
    """HM-46, HM-38: texts are written in full; one that no field of a descriptor holds is no failure."""
    return (
        *(("HM-46",) if len(message.correlation_text or "") > _LONG_TEXT else ()),
        *(("HM-38",) if len(message.jms_type or "") > _LONG_TEXT else ()),
    )


def life_must_do(tried: Attempted) -> tuple[str, ...]:
    """Which rule says that a send, or a publish, must not be refused for its life."""
    match tried.delay > 0, tried.time_to_live:
        case True, 0:
            return ("DD-28",)
        case True, _:
            return ("DD-25", "DD-26", "DD-30", *beyond_bound(tried))
        case _:
            return ("DD-29", _held_by_expiry(tried))


def _held_by_expiry(tried: Attempted) -> str:
    """HM-18: a life that Expiry holds is written there. HM-20: any other is unlimited there."""
    return "HM-20" if tried.time_to_live > header_mapping.BOUND else "HM-18"
