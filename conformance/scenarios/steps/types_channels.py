"""The words of the features on channels: attributes as MQSC writes them, and queues of either end."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from mqtck.reference.vocabulary import channels as ch

from .words import ATTRIBUTE, QUEUE, QUEUE_MANAGER, Attributes, attributes_in, series, typed

_PROTECTIONS: Final = {
    "PASSTHRU": ch.ChannelProtection.PASS_THROUGH,
    "REMOVE": ch.ChannelProtection.REMOVE,
    "ASPOLICY": ch.ChannelProtection.AS_POLICY,
}
_ATTRIBUTES: Final[Attributes] = {
    "NPMSPEED": ("non_persistent_speed", lambda text: ch.NonPersistentSpeed[text]),
    "USEDLQ": ("use_dead_letter_queue", lambda text: ch.UseDeadLetterQueue[text]),
    "MAXMSGL": ("max_message_length", int),
    "SPLPROT": ("protection", lambda text: _PROTECTIONS[text]),
    "BATCHSZ": ("batch_size", int),
}


class ChannelQueue(NamedTuple):
    """A queue by its name and, where that is not the one of the application, its queue manager."""

    queue: str
    queue_manager: str = ""


def channel_attributes(text: str) -> dict[str, Any]:
    """Text like "NPMSPEED(FAST) and USEDLQ(YES)", to the names of the vocabulary."""
    return attributes_in(text, _ATTRIBUTES, "a channel")


def channel_queue(text: str) -> ChannelQueue:
    """Text like "STOCK on QMB", or "TO.QMB" for a queue where the application is."""
    queue, _, manager = text.partition(" on ")
    return ChannelQueue(queue, manager)


CHANNEL_TYPES: Final[dict[str, Callable[[str], Any]]] = {
    "ChannelAttributes": typed(series(ATTRIBUTE, "and"), channel_attributes),
    "ChannelQueue": typed(rf"{QUEUE}(?: on {QUEUE_MANAGER})?", channel_queue),
}
