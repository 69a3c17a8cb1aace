"""A topic of prices: its publisher, its subscribers, and the reference's traces with other last answers."""

from msgspec.structs import replace

from mqtck.adapters.reference import Reference
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.judge import Judgement, judge_trace
from mqtck.reference.vocabulary.commands import (
    Advance,
    AttributeChanges,
    Command,
    CreateProducer,
    DefineLocalQueue,
    Send,
    SetDeliveryDelay,
    Switch,
)
from mqtck.reference.vocabulary.constants import DEFAULT_DEAD_LETTER_QUEUE, ReasonCode, Report
from mqtck.reference.vocabulary.messages import OutgoingMessage, Retention, SeenMessage, TopicDestination
from mqtck.reference.vocabulary.outcomes import ErrorFamily, MessageReturned, NoMessage, Outcome, Refused
from mqtck.reference.vocabulary.publications import (
    DefineSubscription,
    DefineTopic,
    Durability,
    MessageDelivery,
    ReceivePublication,
    Subscribe,
)

ALL, ALLDUR, ALLAVAIL = MessageDelivery.ALL, MessageDelivery.ALL_DURABLE, MessageDelivery.ALL_AVAILABLE
ASPARENT = MessageDelivery.AS_PARENT


DEAD_LETTERS = DEFAULT_DEAD_LETTER_QUEUE
INHIBITED = AttributeChanges(put=Switch.DISABLED)
FOUND = MessageReturned(SeenMessage(body="price"))


EMPTY = NoMessage()
AFTER = Advance(3001)


def topic(persistent: MessageDelivery = ALLAVAIL, other: MessageDelivery = ALLAVAIL) -> Command:
    return DefineTopic("PRICES", "PRICES", persistent, other)


def publisher(delay: int = 3000, session: str = "session") -> tuple[Command, ...]:
    destination = TopicDestination("PRICES")
    return (CreateProducer("p", session=session, topic=destination), SetDeliveryDelay("p", delay))


def published(**properties: object) -> Command:
    return Send("p", OutgoingMessage("price", **properties))  # type: ignore[arg-type]


def to_queue(name: str = "ALL") -> tuple[Command, ...]:
    return (DefineLocalQueue(name), DefineSubscription(f"to{name}", "PRICES", name))


def subscribe(name: str, durability: Durability = Durability.NON_DURABLE) -> Command:
    return Subscribe(name, "PRICES", durability, f"session of {name}")


def judged(commands: tuple[Command, ...], *answers: Outcome | None) -> Judgement:
    """The judgement of the reference's own trace, with the last answers replaced; None leaves one."""
    trace = run_commands(Reference(), commands)
    steps = list(trace.steps)
    for place, answer in enumerate(answers, start=len(steps) - len(answers)):
        if answer is not None:
            steps[place] = replace(steps[place], outcome=answer)
    return judge_trace(replace(trace, steps=tuple(steps)))


def blamed(commands: tuple[Command, ...], *answers: Outcome | None) -> str:
    """The rule that is blamed first."""
    assert judged(commands).breaches == ()
    found = judged(commands, *answers).breaches
    return found[0].rules[0] if found else "nothing"


def refused(reason: ReasonCode, family: ErrorFamily = ErrorFamily.JMS_EXCEPTION) -> Refused:
    return Refused(reason=int(reason), family=family)


FAILURE = refused(ReasonCode.PUBLICATION_FAILURE)
NOT_DELAYED = publisher(0)
GET = ReceivePublication("a")


RETAINED = Retention.RETAIN_PUBLICATION


EXCEPTION = int(Report.EXCEPTION)
