"""Note 10 of the Expiry text: the life of the replies of the IMS bridge (z/OS).

Covers that a reply is unlimited (EX-60) unless the request asks by MQIIH_PASS_EXPIRATION for its expiry to be
passed (EX-61). The bridge takes requests from its queue as a channel takes messages, while the queue manager
runs; a request whose life is over it does not get (EX-17). How it does that is told in
`ims_bridge_replies`. Left out: everything else about the bridge.

Silent points: how the passed expiry is computed stands in another document, so it may be anything from about
what was left of the request, as seen from its put, to what the request was put with; what is passed of an
unlimited request, so that the life of its reply may end at any time, or never. A bridge that counts in
seconds may lose a part of one when it takes the request, and another when it puts the reply (`LOST`).
"""

from typing import Final

from mqtck.reference.state.intervals import FOREVER, Interval
from mqtck.reference.state.messages import Message
from mqtck.reference.vocabulary.constants import PASS_EXPIRATION, UNLIMITED

from .message_expiry import life_end

LOST: Final = 1000
"""Ms by which the life of a reply may be shorter, beyond what EX-09 allows each message (EX-61: about)."""


def passes_expiration(request: Message) -> bool:
    """EX-61: whether the request asks for its expiry to be passed to the reply."""
    header = request.ims_header
    return header is not None and bool(header.flags & PASS_EXPIRATION)


def reply_expiry(request: Message) -> tuple[int, ...]:
    """EX-60: unlimited. EX-61: that of the request, where it is to be passed."""
    return request.expiry if passes_expiration(request) else (UNLIMITED,)


def reply_life(request: Message, put: Interval) -> Interval | None:
    """When the life of a reply ends that was put then; None for never (EX-60)."""
    if not passes_expiration(request):
        return None
    end = life_end(put, request.expiry)
    if end is None:
        return Interval(put.earliest, FOREVER)
    return Interval(end.earliest - LOST, end.latest)
