"""What a recording says in other words: names of its own, ids given once, 2033 where nothing was found."""

import pytest
from msgspec.structs import replace
from recorded import accused, judged, partly

from mqtck.conformance.recordings.results import Judged
from mqtck.reference.vocabulary.commands import (
    Browse,
    CreateProducer,
    DefineLocalQueue,
    MqGet,
    MqPut,
    PutDescriptor,
    Receive,
    Send,
    SendArguments,
)
from mqtck.reference.vocabulary.constants import DeliveryMode
from mqtck.reference.vocabulary.messages import (
    Descriptor,
    JmsFolder,
    JmsHeader,
    OutgoingMessage,
    QueueDestination,
    SeenMessage,
)
from mqtck.reference.vocabulary.outcomes import (
    Browsed,
    Done,
    ErrorFamily,
    MessageReturned,
    NoMessage,
    Outcome,
    Refused,
    Sent,
)
from mqtck.reference.vocabulary.profile import ClockKind, Platform, Profile
from mqtck.reference.vocabulary.traces import Step, Trace, TraceHead


def named_by_itself(reply_to_queue: str, complete: tuple[str, ...]) -> Judged:
    """One message of a queue manager that is called PAYMENTS, as its sender and a receiver see it.

    `complete` names the queues of which everything is recorded.
    """
    descriptor = Descriptor(reply_to_queue=reply_to_queue, reply_to_queue_manager="PAYMENTS")
    reply = QueueDestination("R", queue_manager="PAYMENTS")
    header = JmsHeader(destination=QueueDestination("Q", queue_manager="PAYMENTS"), reply_destination=reply)
    folder = JmsFolder(destination="queue://PAYMENTS/Q", reply_to="queue://PAYMENTS/R?targetClient=1")
    sent = OutgoingMessage("m", reply_to="R")
    steps = (
        Step(DefineLocalQueue("Q"), Done(), 0, 0),
        Step(CreateProducer("p", session="s", destination=QueueDestination("Q")), Done(), 0, 0),
        Step(Send("p", sent), Sent(header, descriptor, folder), 0, 0),
        Step(Browse("Q"), Browsed((SeenMessage("m", header, descriptor, folder),)), 1, 1),
        Step(Receive("Q"), MessageReturned(SeenMessage("m", header, descriptor)), 1, 1),
    )
    head = TraceHead(1, "the shop", ClockKind.REAL, Profile(Platform.MULTIPLATFORMS))
    return judged(partly(Trace(head, steps), producers="all", queues=complete), steps)


@pytest.mark.parametrize("complete", [(), ("Q",)])
def test_a_queue_manager_has_a_name_of_its_own(complete: tuple[str, ...]) -> None:
    """HM-05 asks for the local name, which a recording need not tell; the queue is judged all the same."""
    right_one = named_by_itself("R", complete)
    assert accused(right_one) == ""
    assert "HM-05" in right_one.exercised
    assert [finding.breach.rules[0] for finding in named_by_itself("S", complete).findings] == ["HM-04"]


def sends_with_ids(*ids: str, puts: int = 0) -> Judged:
    """Messages that are sent with these ids, of another priority each, and then seen by their ids alone."""
    headers = [JmsHeader(message_id=f"ID:{own}") for own in ids]
    steps = [Step(CreateProducer("p", session="s", destination=QueueDestination("Q")), Done(), 0, 0)]
    for number, header in enumerate(headers):
        arguments = SendArguments(DeliveryMode.PERSISTENT, number, 0)
        command = Send("p", OutgoingMessage(f"m{number}"), arguments=arguments)
        steps.append(Step(command, Sent(header), 10 * number, 10 * number + 5))
    for number in range(puts):
        command = MqPut("Q", OutgoingMessage(f"put {number}"), PutDescriptor())
        descriptor = Descriptor(message_id=ids[0])
        steps.append(Step(command, Sent(JmsHeader(), descriptor), 100 + number, 100 + number))
    for number, header in enumerate(headers):
        seen = SeenMessage(header=replace(header, priority=number))
        steps.append(Step(Browse("Q"), Browsed((seen,)), 200 + number, 200 + number))
    head = TraceHead(1, "the shop", ClockKind.REAL, Profile(Platform.MULTIPLATFORMS))
    return judged(partly(Trace(head, tuple(steps)), producers="all"), steps)


def test_two_sends_with_one_id_are_found_and_nothing_else_is() -> None:
    once, again = "ab" * 24, "cd" * 24
    found = sends_with_ids(once, again, once)
    assert [(finding.breach.rules[0], finding.number) for finding in found.findings] == [("HM-27", 5)]
    assert accused(sends_with_ids(once, again)) == ""
    assert accused(sends_with_ids(once, puts=2)) == "", "a program may choose the id of what it puts"


@pytest.mark.parametrize("nothing", [NoMessage(), Refused(2033, ErrorFamily.MQI)], ids=["no message", "2033"])
def test_a_get_that_finds_nothing_may_be_recorded_as_the_mqi_says_it(nothing: Outcome) -> None:
    steps = (
        Step(DefineLocalQueue("Q"), Done(), 0, 0),
        Step(MqPut("Q", OutgoingMessage("m")), Sent(), 1, 2),
        Step(MqGet("Q"), nothing, 3, 4),
    )
    head = TraceHead(1, "the shop", ClockKind.REAL, Profile(Platform.MULTIPLATFORMS))
    found = judged(partly(Trace(head, steps), producers="all", queues=("Q",)), steps)
    assert [finding.breach.rules[0] for finding in found.findings] == ["EX-62"]
