"""The words of the features on channels: attributes as MQSC writes them, and queues of either end."""

import re
from collections.abc import Callable
from typing import Any, Final, NamedTuple

import parse  # type: ignore[import-untyped]

from mqtck.reference.vocabulary import channels as ch

from .features import FeatureError
from .steps_types import ATTRIBUTE, QUEUE

_SERIES: Final = rf"{ATTRIBUTE}(?:(?:,\s|\sand\s){ATTRIBUTE})*"
_PROTECTIONS: Final = {
    "PASSTHRU": ch.ChannelProtection.PASS_THROUGH,
    "REMOVE": ch.ChannelProtection.REMOVE,
    "ASPOLICY": ch.ChannelProtection.AS_POLICY,
}
_ATTRIBUTES: Final[dict[str, tuple[str, Callable[[str], Any]]]] = {
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
    found: dict[str, Any] = {}
    for name, value in re.findall(r"([A-Z]+)\(([^)]*)\)", text):
        try:
            field, convert = _ATTRIBUTES[name]
            found[field] = convert(value)
        except (KeyError, ValueError):
            known = ", ".join(_ATTRIBUTES)
            raise FeatureError(f"{name}({value}) is no attribute of a channel; known are {known}.") from None
    return found


def channel_queue(text: str) -> ChannelQueue:
    """Text like "STOCK on QMB", or "TO.QMB" for a queue where the application is."""
    queue, _, manager = text.partition(" on ")
    return ChannelQueue(queue, manager)


def _type(pattern: str, convert: Callable[[str], Any]) -> Callable[[str], Any]:
    typed: Callable[[str], Any] = parse.with_pattern(pattern, regex_group_count=0)(convert)
    return typed


CHANNEL_TYPES: Final[dict[str, Callable[[str], Any]]] = {
    "ChannelAttributes": _type(_SERIES, channel_attributes),
    "ChannelQueue": _type(rf"{QUEUE}(?: on [A-Z][A-Z0-9._/%]*)?", channel_queue),
}
