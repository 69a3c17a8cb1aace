"""A commit of delayed sends that is refused: whether anything was in its way."""

import pytest
from by_hand import blamed, fine, played

from implementations.witnesses.parts.common import TO_Q, TRANSACTED, Trace, message, send
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    AttributeChanges,
    Commit,
    CreateProducer,
    DefineLocalQueue,
    QueueAttributes,
    Send,
    SetDeliveryDelay,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.outcomes import Refused

REFUSED = Refused(reason=2003)


def committed(room: int, before: int, within: int, target: int = 5000) -> Trace:
    """Delayed sends outside of a unit of work and within, with so much room on the staging queue."""
    return (
        *(DefineLocalQueue("Q", QueueAttributes(max_depth=target)), TRANSACTED),
        *(CreateProducer("p", session="t", destination=TO_Q), SetDeliveryDelay("p", 5000)),
        *(CreateProducer("other", destination=TO_Q), SetDeliveryDelay("other", 5000)),
        AlterQueue(STAGING_QUEUE, AttributeChanges(max_depth=room)),
        *(Send("other", message(f"before-{number}")) for number in range(before)),
        *(send(f"within-{number}") for number in range(within)),
        Commit("t"),
    )


@pytest.mark.parametrize(("room", "before", "within"), [(4, 0, 2), (2, 0, 2), (3, 1, 2), (1, 0, 1)])
def test_it_is_not_refused_where_the_staging_queue_has_just_the_room(
    room: int, before: int, within: int
) -> None:
    """What is to be committed may be counted there already, and is not counted twice."""
    trace = played(*committed(room, before, within))
    assert fine(trace)
    assert blamed(trace, {-1: REFUSED}) == ("DD-43",)


@pytest.mark.parametrize(
    ("room", "before", "within", "target"), [(2, 1, 2, 5000), (2, 0, 2, 2), (2, 0, 3, 9)]
)
def test_it_may_be_where_one_queue_has_less(room: int, before: int, within: int, target: int) -> None:
    """Also on the target, if what is staged for it is counted: that is asked for one more."""
    assert blamed(played(*committed(room, before, within, target)), {-1: REFUSED}) == ()
