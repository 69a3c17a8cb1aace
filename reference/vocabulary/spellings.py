"""One spelling of what implementations and their adapters write in several ways.

Covers names that fill a field of a fixed length, ids in hexadecimal, and a queue that is named by its URI.
Whoever builds a value of `messages` gets it in this spelling, so that nothing that compares two of them has
to think of it. Left out: JMSMessageID and JMSCorrelationID, whose exact text rules speak of.

The values are built for every message that is shown, so what is in order already is only looked at.
"""

import re
from typing import Any, Final
from urllib.parse import unquote

from msgspec.structs import force_setattr

FILLING: Final = (" ", "\0")
"""How a field of a fixed length may end, behind what it holds."""

URI_SCHEME: Final = "queue:"

_QUEUE_URI: Final = re.compile(r"queue://[^/?]*/([^?]+)(?:\?.*)?")


def spell(value: Any, **spellings: Any) -> None:
    """Give a value that is being built these fields."""
    for name, spelling in spellings.items():
        force_setattr(value, name, spelling)


def held(text: str) -> str:
    """What a field of a fixed length holds: all before the first zero byte, and before the last blanks."""
    return text.partition("\0")[0].rstrip(" ")


def queue_of(uri: str) -> str:
    """The queue of queue:///QUEUE, queue://QMGR/QUEUE or queue:///QUEUE?property=value; else the text."""
    found = _QUEUE_URI.fullmatch(uri)
    return uri if found is None else unquote(found[1])
