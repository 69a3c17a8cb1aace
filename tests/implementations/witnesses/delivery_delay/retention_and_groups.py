"""Traces that show misreadings of retained publications and message groups, which take no delay."""

from implementations.witnesses.parts.common import QUEUES, TO_Q, TP, P, Trace, send
from implementations.witnesses.parts.messages import GROUPED, PERSISTENT_FORM, SEND_AGAIN
from implementations.witnesses.parts.publications import (
    AVAILABLE,
    NEWS,
    NEWS_WITH_SUBSCRIBER,
    PUBLISHED,
    PUBLISHER,
    PUBLISHER_TO_T,
    RETAINED,
    TO_T,
    TOPIC_FOR_P,
    TOPIC_NEWS,
    TOPIC_T,
    S,
    published,
    topic,
)
from implementations.witnesses.parts.sends import DELAY, FOR_MQI, NON_PERSISTENT, P_DELAYED, SIMPLIFIED
from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    CreateProducer,
    DefineLocalQueue,
    DefineRemoteQueue,
    OpenSession,
    ProducerApi,
    QueueAttributes,
    Send,
    SetDeliveryDelay,
    SetDeliveryMode,
    Usage,
)
from mqtck.reference.vocabulary.constants import DeliveryMode
from mqtck.reference.vocabulary.messages import GroupMembership, OutgoingMessage, QueueDestination, Retention
from mqtck.reference.vocabulary.publications import DefineSubscription, DefineTopic, Subscribe

GROUP = GroupMembership("g", 1)
SIMPLIFIED_PUBLISHER: Trace = (*PUBLISHER[:-1], CreateProducer("p", ProducerApi.JMS_PRODUCER, topic=NEWS))
TRANSACTED_PUBLISHER: Trace = (
    DefineTopic("NEWS", "news", AVAILABLE, AVAILABLE),
    DefineLocalQueue("S"),
    DefineSubscription("s", "news", "S"),
    OpenSession("t", Acknowledgement.TRANSACTED),
    CreateProducer("p", session="t", topic=NEWS),
)
SEND_GROUPED = Send("p", OutgoingMessage("m", group=GroupMembership("g")))
SEND_RETAINED = Send("p", OutgoingMessage("m", retained=Retention.RETAIN_PUBLICATION))
GROUPED_IN_BATCH = OutgoingMessage("m", group=GroupMembership("batch", 1))
GROUPED_WITHOUT_NUMBER = OutgoingMessage("m", group=GroupMembership("g"))


def to_a_topic_named_on_the_send(delay: int) -> Trace:
    return (TOPIC_NEWS, CreateProducer("p"), SetDeliveryDelay("p", delay), Send("p", RETAINED, topic=NEWS))


TRACES: dict[str, Trace] = {
    "tenth of a group accepted": (
        *(*P, SetDeliveryDelay("p", 5000)),
        Send("p", OutgoingMessage("m", group=GroupMembership("g", 10))),
    ),
    "groups accepted": (
        *P,
        SetDeliveryDelay("p", 5000),
        Send("p", OutgoingMessage("m", group=GroupMembership("g", 1))),
    ),
    "groups refused without delay": (*P, Send("p", OutgoingMessage("m", group=GroupMembership("g", 1)))),
    "group with a long delay accepted": (*P, SetDeliveryDelay("p", 60_000), Send("p", GROUPED)),
    "group stays with the object": (
        *(*P, Send("p", OutgoingMessage("m", group=GroupMembership("G")))),
        *(SetDeliveryDelay("p", 5000), SEND_AGAIN),
    ),
    "retention stays with the object": (
        *topic(),
        *S,
        *published(0, OutgoingMessage("m", retained=Retention.RETAIN_PUBLICATION)),
        *(SetDeliveryDelay("p", 5000), SEND_AGAIN),
    ),
    "retained to a topic named on the send": to_a_topic_named_on_the_send(5000),
    "never retained to a topic named on the send": to_a_topic_named_on_the_send(0),
    "group refused once": (
        *P,
        SetDeliveryDelay("p", 5000),
        Send("p", GROUPED_IN_BATCH),
        Send("p", GROUPED_IN_BATCH),
    ),
    "retention refused once": (
        *(*TOPIC_T, Subscribe("a", "T"), *PUBLISHER_TO_T, Send("p", RETAINED), Send("p", RETAINED)),
    ),
    "refused after a group": (
        *P,
        SetDeliveryDelay("p", 5000),
        Send("p", OutgoingMessage("grouped", group=GroupMembership("g"))),
        send(),
    ),
    "refused after one to be retained": (
        *PUBLISHED,
        Send("p", OutgoingMessage("kept", retained=Retention.RETAIN_PUBLICATION)),
        send(),
    ),
    "retained accepted": (*topic(), *S, *published(5000, RETAINED)),
    "retained of another reason": (*topic(), *S, *published(5000, RETAINED)),
    "retained never accepted": (*topic(), *S, *published(0, RETAINED)),
    "no delayed publications": (*topic(), *S, *published()),
    "group of an object sent before accepted": (
        *P,
        send("m"),
        DELAY,
        Send("p", OutgoingMessage("n", same_object_as="m", group=GROUP)),
    ),
    "group on its way elsewhere accepted": (
        DefineLocalQueue("X", QueueAttributes(usage=Usage.TRANSMISSION)),
        DefineRemoteQueue("R", "STOCK", "QM9", "X"),
        CreateProducer("p", destination=QueueDestination("R")),
        DELAY,
        Send("p", OutgoingMessage("m", group=GROUP)),
    ),
    "group for the MQI accepted": (*FOR_MQI, Send("p", OutgoingMessage("m", group=GroupMembership("g")))),
    "JMSProducer's group accepted": (*SIMPLIFIED, DELAY, SEND_GROUPED),
    "group of publications accepted": (*PUBLISHER, DELAY, SEND_GROUPED),
    "group in a unit of work accepted": (*TP, SEND_GROUPED),
    "group with a reply-to accepted": (
        *(*QUEUES, CreateProducer("p", destination=TO_Q), SetDeliveryDelay("p", 5000)),
        Send("p", OutgoingMessage("m", reply_to="REPLY", group=GroupMembership("g", 1))),
    ),
    "group by the long form accepted": (
        *P_DELAYED,
        Send("p", GROUPED_WITHOUT_NUMBER, arguments=PERSISTENT_FORM),
    ),
    "group of the non-persistent accepted": (
        *(*P_DELAYED, SetDeliveryMode("p", DeliveryMode.NON_PERSISTENT), Send("p", GROUPED_WITHOUT_NUMBER)),
    ),
    "retained accepted without a subscriber": (
        *NEWS_WITH_SUBSCRIBER,
        Send("p", OutgoingMessage("m", retained=Retention.RETAIN_PUBLICATION)),
    ),
    "JMSProducer's retained accepted": (*SIMPLIFIED_PUBLISHER, DELAY, SEND_RETAINED),
    "retained in a unit of work accepted": (*TRANSACTED_PUBLISHER, DELAY, SEND_RETAINED),
    "retained and not persistent accepted": (*PUBLISHER, NON_PERSISTENT, DELAY, SEND_RETAINED),
    "retained publications that correlate accepted": (
        *(DefineTopic("T", "T", AVAILABLE, AVAILABLE), Subscribe("s", "T"), CreateProducer("p", topic=TO_T)),
        SetDeliveryDelay("p", 5000),
        Send("p", OutgoingMessage("m", correlation_text="order 17", retained=Retention.RETAIN_PUBLICATION)),
    ),
    "retained by the long form accepted": (*TOPIC_FOR_P, Send("p", RETAINED, arguments=PERSISTENT_FORM)),
}
