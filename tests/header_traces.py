"""One message with its JMS headers, sent, delayed or published, and the trace with other values in it."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from mqtck.adapters.reference import Reference
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.judge import judge_trace
from mqtck.reference.chapters.header_fields import header_fields
from mqtck.reference.model import initial_state
from mqtck.reference.showing import sent_descriptor, sent_folder, sent_header
from mqtck.reference.state.intervals import Interval
from mqtck.reference.state.messages import Kind, Message
from mqtck.reference.state.state import State
from mqtck.reference.vocabulary.commands import (
    Advance,
    Command,
    CreateProducer,
    DefineLocalQueue,
    Receive,
    Send,
    SetDeliveryDelay,
)
from mqtck.reference.vocabulary.constants import DeliveryMode, DestinationPersistence, Persistence
from mqtck.reference.vocabulary.messages import (
    Descriptor,
    JmsFolder,
    JmsHeader,
    OutgoingMessage,
    QueueDestination,
    SeenMessage,
    TargetClient,
    TopicDestination,
)
from mqtck.reference.vocabulary.outcomes import MessageReturned, Outcome, Sent
from mqtck.reference.vocabulary.profile import ClockKind, Profile
from mqtck.reference.vocabulary.traces import Step, Trace

ID = "414d51204f544845522020202020202001020304050607ff"
ORDERS = QueueDestination("ORDERS")
AS_DEFINED = QueueDestination("ORDERS", DestinationPersistence.QUEUE_DEFINITION)
PERSISTENT = QueueDestination("ORDERS", DestinationPersistence.PERSISTENT)
FOR_MQI = QueueDestination("ORDERS", target_client=TargetClient.MQ)


def trace_of(*commands: Command) -> Trace:
    """What the reference answers, with two queues and a producer."""
    fixtures = (DefineLocalQueue("ORDERS"), DefineLocalQueue("REPLIES"), CreateProducer("p"))
    return run_commands(Reference(), (*fixtures, *commands))


def delayed(message: OutgoingMessage, destination: QueueDestination = ORDERS, delay: int = 2000) -> Trace:
    return trace_of(
        SetDeliveryDelay("p", delay),
        Send("p", message, destination),
        Advance(delay + 1000),
        Receive("ORDERS"),
    )


def undelayed(message: OutgoingMessage, destination: QueueDestination = ORDERS, *first: Command) -> Trace:
    return trace_of(*first, Send("p", message, destination), Receive("ORDERS"))


Part = JmsHeader | Descriptor | JmsFolder


def with_outcomes(trace: Trace, change: Callable[[Outcome], Outcome]) -> Trace:
    steps = tuple(Step(one.command, change(one.outcome), one.started, one.ended) for one in trace.steps)
    return Trace(trace.head, steps)


def at_send(trace: Trace, part: str, **values: Any) -> Trace:
    """The trace with other values in what the senders see."""

    def change(outcome: Outcome) -> Outcome:
        if not isinstance(outcome, Sent):
            return outcome
        return replace(outcome, **{part: replace(getattr(outcome, part), **values)})

    return with_outcomes(trace, change)


def at_receipt(trace: Trace, part: str, **values: Any) -> Trace:
    """The trace with other values in what the receivers see."""

    def change(outcome: Outcome) -> Outcome:
        if not isinstance(outcome, MessageReturned):
            return outcome
        message = outcome.message
        return MessageReturned(replace(message, **{part: replace(getattr(message, part), **values)}))

    return with_outcomes(trace, change)


def only_jms(trace: Trace) -> Trace:
    """The trace as a client shows it that knows JMS alone."""

    def change(outcome: Outcome) -> Outcome:
        match outcome:
            case Sent(header=header):
                return Sent(header)
            case MessageReturned(message=message):
                return MessageReturned(SeenMessage(body=message.body, header=message.header))
            case _:
                return outcome

    return with_outcomes(trace, change)


def only_receipts(trace: Trace) -> Trace:
    """The trace with nothing but ids and times in what the senders see."""

    def change(outcome: Outcome) -> Outcome:
        return Sent(outcome.header) if isinstance(outcome, Sent) else outcome

    return with_outcomes(trace, change)


def blamed(trace: Trace) -> list[str]:
    judgement = judge_trace(trace)
    assert not judgement.indeterminate
    return [breach.rules[0] for breach in judgement.breaches]


TEXT = OutgoingMessage("m", correlation_text="order 17 & more", jms_type="invoice", reply_to="REPLIES")
BYTES = OutgoingMessage("m", correlation_bytes="80ff00")
LONG_BYTES = OutgoingMessage("m", correlation_bytes="01" * 30)
WHOLE_BYTES = OutgoingMessage("m", correlation_bytes="ab" * 24)
PROVIDER = OutgoingMessage("m", correlation_id=ID)
DETAILED = OutgoingMessage(
    "m", reply_to="REPLIES", reply_destination=QueueDestination("REPLIES", priority=7, queue_manager="QM7")
)
PLAIN = OutgoingMessage("m")


NEWS = TopicDestination("news/sport")


def publication(outgoing: OutgoingMessage, topic: TopicDestination) -> tuple[State, Message, Sent, Interval]:
    """A message for a topic as it was sent, and what the reference shows its sender."""
    at = Interval(1_700_000_000_000, 1_700_000_000_000)
    state = initial_state(ClockKind.VIRTUAL, Profile(), at.earliest)
    message = Message(
        serial=1,
        label=outgoing.label,
        length=1,
        kind=Kind.APPLICATION,
        queue_manager="QM1",
        name="",
        first="",
        sent=at,
        time_to_live=20_000,
        expiry=(200,),
        delivery_mode=DeliveryMode.PERSISTENT,
        persistence=Persistence.PERSISTENT,
        priority=7,
        fields=header_fields(topic, outgoing, None),
    )
    seen = sent_header(state, message, at)
    outcome = Sent(seen, sent_descriptor(state, message), sent_folder(state, message, seen))
    return state, message, outcome, at
