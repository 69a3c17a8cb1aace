"""X-22: a report belongs on the reply-to queue of the queue manager that was named, on no namesake."""

import pytest
from by_hand import blamed, edited, judged, played

from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    Command,
    CreateProducer,
    DefineLocalQueue,
    DefineQueueManager,
    MqGet,
    Receive,
    Send,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import Report
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination
from mqtck.reference.vocabulary.outcomes import NoMessage
from mqtck.reference.vocabulary.queue_attributes import AttributeChanges, Switch
from mqtck.reference.vocabulary.traces import Trace

LOCAL, OTHER = "QM1", "QM7"


def failing(
    queue_manager: str, report: int, *looks: Command, life: int = 0, others: tuple[str, ...] = ()
) -> Trace:
    """A delayed message to a queue that takes none; life in ms, 0 for none; the other queue managers."""
    reply = QueueDestination("REPLIES", queue_manager=queue_manager)
    return played(
        *(DefineQueueManager(name) for name in others),
        DefineLocalQueue("ORDERS"),
        DefineLocalQueue("REPLIES"),
        DefineLocalQueue("DLQ"),
        SetDeadLetterQueue(None if life else "DLQ"),
        CreateProducer("p", destination=QueueDestination("ORDERS")),
        SetTimeToLive("p", life),
        SetDeliveryDelay("p", 3000),
        Send("p", OutgoingMessage("m1", report=report, reply_to="REPLIES", reply_destination=reply)),
        AlterQueue("ORDERS", AttributeChanges(put=Switch.DISABLED)),
        Advance(9000),
        *looks,
    )


@pytest.mark.parametrize("look", [Receive("REPLIES"), MqGet("REPLIES")], ids=["receive", "MQGET"])
@pytest.mark.parametrize(
    ("report", "life", "beside"),
    [(Report.EXCEPTION, 0, "DD-103"), (Report.EXPIRATION, 6000, "EX-37")],
    ids=["exception", "expiration"],
)
def test_a_report_on_the_queue_of_that_name_here_breaks_x_22(
    look: Command, report: Report, life: int, beside: str
) -> None:
    here = failing(LOCAL, int(report), look, life=life)
    there = failing(OTHER, int(report), look, life=life)
    assert judged(here).breaches == judged(there).breaches == ()
    rules = judged(there, {-1: here.steps[-1].outcome}).breaches[0].rules
    assert rules[0] == "X-22"
    assert beside in rules


def test_a_report_for_a_queue_manager_that_is_not_there_is_missed_on_the_dead_letter_queue() -> None:
    """It cannot be sent; of a queue manager that is there, how a report gets there is not followed."""
    looks = (MqGet("DLQ"), MqGet("DLQ"))
    to_nobody = failing(OTHER, int(Report.EXCEPTION | Report.DISCARD_MSG), *looks)
    assert blamed(to_nobody, {-2: NoMessage()})[0] == "DD-103"
    known = failing(OTHER, int(Report.EXCEPTION | Report.DISCARD_MSG), *looks, others=(OTHER,))
    assert not judged(known, {-2: NoMessage()}).breaches


def test_a_report_that_nobody_asked_for_is_blamed_on_that_first() -> None:
    here = failing(LOCAL, int(Report.EXPIRATION), Receive("REPLIES"), life=6000)
    there = failing(OTHER, 0, Receive("REPLIES"), life=6000)
    assert blamed(there, {-1: here.steps[-1].outcome})[0] == "EX-22"


def test_the_queue_manager_of_the_reply_to_queue_survives_the_hop() -> None:
    def delivered(queue_manager: str) -> Trace:
        reply = QueueDestination("REPLIES", queue_manager=queue_manager)
        return played(
            DefineLocalQueue("ORDERS"),
            CreateProducer("p", destination=QueueDestination("ORDERS")),
            SetDeliveryDelay("p", 3000),
            Send("p", OutgoingMessage("m1", reply_to="REPLIES", reply_destination=reply)),
            Advance(3000),
            MqGet("ORDERS"),
        )

    mixed = edited(delivered(OTHER), {-1: delivered(LOCAL).steps[-1].outcome})
    assert ("HM-05", "X-22") in [breach.rules for breach in judged(mixed).breaches]
