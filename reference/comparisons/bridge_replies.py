"""How a reply of the IMS bridge must look (EX-60, EX-61)."""

from collections.abc import Iterator

from mqtck.reference.chapters.ims_bridge import LOST, passes_expiration
from mqtck.reference.chapters.message_expiry import TENTH, remaining
from mqtck.reference.state.intervals import Interval
from mqtck.reference.state.messages import Message
from mqtck.reference.state.state import State
from mqtck.reference.vocabulary.constants import UNLIMITED
from mqtck.reference.vocabulary.messages import SeenMessage

from .compared import Compared, equal


def reply_looks(state: State, reply: Message, seen: SeenMessage, at: Interval) -> Iterator[Compared]:
    """EX-60, EX-61: the Expiry of a reply."""
    shown = seen.descriptor.expiry
    assert reply.subject is not None
    request = state.messages[reply.subject]
    if not isinstance(shown, int):
        return
    if not passes_expiration(request):
        yield equal(("EX-60",), "Expiry of a reply of the IMS bridge", UNLIMITED, shown)
        return
    bounds = remaining(reply, at)
    if bounds is None:
        return
    least, most = max(1, bounds[0] - LOST // TENTH), bounds[1]
    holds = least <= shown <= most
    expected = f"from {least} to {most}"
    yield Compared(("EX-61",), "Expiry of a reply of the IMS bridge", expected, shown, holds)
