"""A message of which neither data nor ids are shown is not taken for one that its queue manager has made."""

from by_hand import edited, played
from msgspec import UNSET
from msgspec.structs import replace

from mqtck.conformance.judging.judge import judge_trace
from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    Advance,
    Browse,
    Command,
    CreateProducer,
    DefineLocalQueue,
    DepthTrigger,
    MqBackout,
    MqGet,
    MqPut,
    OpenSession,
    QueueAttributes,
    Receive,
    Send,
    SetDeadLetterQueue,
    Syncpoint,
)
from mqtck.reference.vocabulary.constants import UNLIMITED, Feedback, MessageType, Report
from mqtck.reference.vocabulary.messages import (
    Descriptor,
    JmsFolder,
    JmsHeader,
    OutgoingMessage,
    PutDescriptor,
    QueueDestination,
    SeenMessage,
)
from mqtck.reference.vocabulary.outcomes import Browsed, MessageReturned, Outcome

TO_ITS_OWN = QueueAttributes(trigger=DepthTrigger(1, "ORDERS"))


def _judged(commands: tuple[Command, ...], look: Command, shown: Descriptor) -> tuple[object, ...]:
    """The breaches where so little is shown of the message that this look returns, and data alone later."""
    step = commands.index(look)
    trace = played(*commands)
    outcome = trace.steps[step].outcome
    assert isinstance(outcome, MessageReturned)
    little = replace(outcome.message, body=UNSET, header=JmsHeader(), descriptor=shown, folder=JmsFolder())
    later = {number: _bare(one.outcome) for number, one in enumerate(trace.steps) if number > step}
    return judge_trace(edited(trace, {step: MessageReturned(little), **later})).breaches


def _bare(outcome: Outcome) -> Outcome:
    match outcome:
        case MessageReturned(message=seen):
            return MessageReturned(SeenMessage(body=seen.body))
        case Browsed(messages=messages):
            return Browsed(tuple(SeenMessage(body=seen.body) for seen in messages))
        case _:
            return outcome


def test_it_may_be_the_message_beside_its_trigger_message() -> None:
    get = MqGet("ORDERS", syncpoint=Syncpoint.WITHIN)
    commands = (
        DefineLocalQueue("ORDERS", TO_ITS_OWN),
        CreateProducer("producer", destination=QueueDestination("ORDERS")),
        Send("producer", OutgoingMessage("order-1")),
        get,
        Browse("ORDERS"),
        MqBackout(),
        MqGet("ORDERS"),
        MqGet("ORDERS"),
    )
    no_report = Descriptor(message_type=int(MessageType.DATAGRAM), feedback=int(Feedback.NONE))
    assert _judged(commands, get, no_report) == ()


def test_it_may_be_what_its_own_unit_of_work_has_put() -> None:
    receive = Receive("ORDERS", "session")
    commands = (
        DefineLocalQueue("ORDERS", QueueAttributes(max_depth=1)),
        DefineLocalQueue("OTHERS"),
        DefineLocalQueue("FAILED"),
        SetDeadLetterQueue("FAILED"),
        MqPut(
            "OTHERS",
            OutgoingMessage("order-1", report=Report.EXPIRATION, reply_to="ORDERS"),
            PutDescriptor(expiry=10),
        ),
        OpenSession("session", Acknowledgement.TRANSACTED),
        CreateProducer("producer", session="session", destination=QueueDestination("ORDERS")),
        Send("producer", OutgoingMessage("order-2")),
        Advance(3000),
        MqGet("OTHERS"),
        receive,
        Browse("FAILED"),
    )
    assert _judged(commands, receive, Descriptor(expiry=UNLIMITED)) == ()
