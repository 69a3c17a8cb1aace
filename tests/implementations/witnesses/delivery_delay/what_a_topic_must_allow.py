"""Traces that show misreadings of PMSGDLV and NPMSGDLV, which a delayed publication must be allowed by."""

from implementations.witnesses.parts.common import Trace, send
from implementations.witnesses.parts.publications import (
    ALL,
    AVAILABLE,
    NEWS,
    NEWS_WITH_SUBSCRIBER,
    PRODUCER_TO_T,
    PUBLISHER_TO_T,
    TWO_SUBSCRIPTIONS,
    S,
    published,
    topic,
)
from implementations.witnesses.parts.sends import DELAY, RESTART
from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    Commit,
    CreateProducer,
    DefineLocalQueue,
    DefineQueueManager,
    OpenSession,
    ProducerApi,
    Send,
    SetDeliveryDelay,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import DeliveryMode
from mqtck.reference.vocabulary.messages import OutgoingMessage, Retention, TopicDestination
from mqtck.reference.vocabulary.publications import (
    AlterTopic,
    DefineSubscription,
    DefineTopic,
    Durability,
    MessageDelivery,
    Subscribe,
)

WRONG_TOPIC: Trace = (
    DefineTopic("NEWS", "news", MessageDelivery.ALL, MessageDelivery.ALL),
    DefineLocalQueue("S"),
    DefineSubscription("s", "news", "S"),
)
DURABLE = MessageDelivery.ALL_DURABLE

TRACES: dict[str, Trace] = {
    "topics not asked for subscriptions of an administrator": (
        *(*WRONG_TOPIC, CreateProducer("p", topic=TopicDestination("news")), SetDeliveryDelay("p", 5000)),
        Send("p", OutgoingMessage("m")),
    ),
    "topics as first defined after a restart": (
        *topic(),
        AlterTopic("NEWS", MessageDelivery.ALL),
        *RESTART,
        Subscribe("s", "news", Durability.NON_DURABLE),
        CreateProducer("p", topic=NEWS),
        SetDeliveryDelay("p", 5000),
        send(),
    ),
    "message delivery asked once": (
        *NEWS_WITH_SUBSCRIBER,
        *TWO_SUBSCRIPTIONS,
        send("first"),
        AlterTopic("NEWS", MessageDelivery.ALL, MessageDelivery.ALL),
        send("second"),
    ),
    "topics of the first queue manager": (
        *topic(),
        DefineQueueManager("QM2"),
        DefineTopic("NEWS", "news", MessageDelivery.ALL, MessageDelivery.ALL, "QM2"),
        OpenSession("s", queue_manager="QM2"),
        Subscribe("one", "news", Durability.NON_DURABLE, "s"),
        CreateProducer("p", session="s", topic=NEWS),
        SetDeliveryDelay("p", 5000),
        send(),
    ),
    "the topmost topic decides": (
        *(DefineTopic("T", "T", AVAILABLE, AVAILABLE), DefineTopic("T.U", "T/U", ALL, ALL)),
        *(Subscribe("s", "T/U"), CreateProducer("p", topic=TopicDestination("T/U"))),
        *(SetDeliveryDelay("p", 5000), send()),
    ),
    "publication refused once": (
        *(
            DefineTopic("T", "T", MessageDelivery.ALL, MessageDelivery.ALL),
            Subscribe("a", "T"),
            *PUBLISHER_TO_T,
        ),
        *(send(), send("m2")),
    ),
    "topics above by their first letters": (
        *(
            DefineTopic("T", "T", AVAILABLE, AVAILABLE),
            DefineTopic("TT", "TT", ALL, ALL),
            Subscribe("a", "TT"),
        ),
        *(CreateProducer("p", topic=TopicDestination("TT")), SetDeliveryDelay("p", 3000), send()),
    ),
    "message delivery ignored": (*topic(ALL, ALL), *S, *published()),
    "all durable is enough": (*topic(DURABLE, DURABLE), *S, *published()),
    "message delivery mixed up": (*topic(AVAILABLE, ALL), *S, *published(mode=DeliveryMode.NON_PERSISTENT)),
    "persistent publications refused": (*topic(), *S, *published()),
    "non-persistent publications refused": (*topic(), *S, *published(mode=DeliveryMode.NON_PERSISTENT)),
    "publication failure of another name": (*topic(ALL, ALL), *S, *published()),
    "undelayed publications refused": (*topic(ALL, ALL), *S, *published(0)),
    "undelayed publications refused in a unit of work": (
        *(*topic(ALL, ALL), *S, OpenSession("t", Acknowledgement.TRANSACTED)),
        *(CreateProducer("p", session="t", topic=NEWS), send(), Commit("t")),
    ),
    "undelayed publications refused that are to be retained": (
        *(*topic(ALL, ALL), *S, CreateProducer("p", topic=NEWS)),
        Send("p", OutgoingMessage("m", retained=Retention.RETAIN_PUBLICATION)),
    ),
    "topic in a unit of work not asked": (
        *WRONG_TOPIC,
        OpenSession("t", Acknowledgement.TRANSACTED),
        CreateProducer("p", session="t", topic=NEWS),
        DELAY,
        send(),
        Commit("t"),
    ),
    "JMSProducer's topic not asked": (
        *WRONG_TOPIC,
        CreateProducer("p", ProducerApi.JMS_PRODUCER, topic=NEWS),
        DELAY,
        send(),
    ),
    "message delivery not asked elsewhere": (
        *(DefineQueueManager("QM2"), DefineTopic("T", "T", ALL, ALL, "QM2")),
        *(OpenSession("s", queue_manager="QM2"), Subscribe("a", "T", session="s")),
        CreateProducer("p", session="s", topic=TopicDestination("T")),
        *(SetDeliveryDelay("p", 3000), send()),
    ),
    "message delivery not asked for weeks": (
        *(DefineTopic("T", "T", ALL, ALL), Subscribe("s", "T"), PRODUCER_TO_T),
        *(SetTimeToLive("p", 7_776_000_000), SetDeliveryDelay("p", 5000), send()),
    ),
}
