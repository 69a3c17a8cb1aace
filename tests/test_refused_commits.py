"""A commit of delayed sends that is refused: whether anything was in its way."""

import pytest
from by_hand import blamed, fine, played
from msgspec.structs import replace

from implementations.witnesses.parts.common import TO_Q, TRANSACTED, Trace, message, send
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Commit,
    CreateProducer,
    DefineLocalQueue,
    QueueAttributes,
    ReadDepth,
    Send,
    SetDeliveryDelay,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.outcomes import DepthRead, Refused

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


def handed_over(life: int) -> Trace:
    """A send in a unit of work to a queue that is full of one message, and its commit; then the depth.

    The reference has been given room for both.
    """
    roomy, full = (DefineLocalQueue("Q", QueueAttributes(max_depth=depth)) for depth in (9, 1))
    trace = played(
        *(roomy, TRANSACTED, CreateProducer("other", destination=TO_Q), SetTimeToLive("other", life)),
        *(Send("other", message("before")), Advance(2000)),
        *(CreateProducer("p", session="t", destination=TO_Q), send("within"), Commit("t"), ReadDepth("Q")),
    )
    return replace(trace, steps=(replace(trace.steps[0], command=full), *trace.steps[1:]))


@pytest.mark.parametrize("life", [0, 1000])
def test_a_full_queue_may_be_told_by_the_commit(life: int) -> None:
    """EX-35: a client may hand over its unit of work as a whole."""
    assert blamed(handed_over(life), {-2: REFUSED, -1: DepthRead(1)}) == ()


@pytest.mark.parametrize("life", [0, 1000])
def test_a_full_queue_is_told_by_the_send_or_the_commit(life: int) -> None:
    """EX-35: what is there counts, also where it has expired."""
    assert blamed(handed_over(life), {-1: DepthRead(2)}) == ("EX-35",)
