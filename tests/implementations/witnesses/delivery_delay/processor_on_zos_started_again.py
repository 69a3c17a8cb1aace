"""Traces that show misreadings of what starts the delay processor on z/OS again."""

from implementations.witnesses.parts.clusters_and_zos import (
    END,
    GET_OFF,
    ON_Z,
    PUBLISHED_AT_Z,
    PUT_OFF,
    PUT_ON,
    QUEUE,
    RESTART_OF_Z,
    SEEN,
    change,
    looked,
    sent_at_z,
)
from implementations.witnesses.parts.common import Trace, message, send
from implementations.witnesses.parts.publications import AVAILABLE, TO_T
from implementations.witnesses.parts.sends import DUE, NON_PERSISTENT
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    Connect,
    DefineQueueManager,
    DefineSharedQueue,
    FailDelayProcessor,
    MatchCorrelationId,
    MqGet,
    OpenSession,
    Send,
    SetTimeToLive,
    Switch,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.profile import Platform
from mqtck.reference.vocabulary.publications import DefineTopic, ReceivePublication, Subscribe

GET_ON = change(get=Switch.ENABLED)
IN_GROUP: Trace = (DefineQueueManager("Z", platform=Platform.ZOS, queue_sharing_group="G"),)
SHARED: Trace = (DefineSharedQueue("Q", "G"),)

TRACES: dict[str, Trace] = {
    "not startable after a start in vain": (*ON_Z, GET_OFF, *RESTART_OF_Z, Advance(10_000), GET_ON, *END),
    "begun again without publications": (
        *(*ON_Z[:-1], DefineTopic("T", "T", AVAILABLE, AVAILABLE, "Z"), OpenSession("s", queue_manager="Z")),
        *(Subscribe("a", "T", session="s"), Send("p", message("m"), topic=TO_T), GET_OFF, DUE, GET_ON),
        *(Advance(1000), ReceivePublication("a")),
    ),
    "begun again without what is in retry": (
        *(*ON_Z, AlterQueue("Q", AttributeChanges(put=Switch.DISABLED), "Z"), DUE, GET_OFF, GET_ON),
        Browse(STAGING_QUEUE, "Z"),
    ),
    "begun again with the first overdue": (*ON_Z, send("m2"), GET_OFF, DUE, GET_ON, Advance(1000), *SEEN),
    "begun again without what is not due": (*ON_Z, PUT_OFF, PUT_ON, DUE, *SEEN),
    "recalled behind a halt": (
        *(
            *ON_Z,
            Connect("c", "Z"),
            PUT_OFF,
            MqGet(STAGING_QUEUE, match=MatchCorrelationId("m"), connection="c"),
        ),
        *(PUT_ON, DUE, *SEEN),
    ),
    "non-persistent ones gone on with without puts": (*sent_at_z(QUEUE, NON_PERSISTENT), PUT_OFF, *looked()),
    "shared queues gone on with without puts": (*sent_at_z(SHARED, manager=IN_GROUP), PUT_OFF, *looked()),
    "shared queues forgotten by GET": (
        *(*sent_at_z(SHARED, manager=IN_GROUP), GET_OFF, Advance(6000), GET_ON),
        *looked(),
    ),
    "publications forgotten by PUT": (*PUBLISHED_AT_Z, PUT_OFF, Advance(6000), PUT_ON, *looked()),
    "the mortal forgotten by PUT": (
        *(*sent_at_z(QUEUE, SetTimeToLive("p", 3_600_000)), PUT_OFF, Advance(6000), PUT_ON),
        *looked(),
    ),
    "down after gets are enabled": (*ON_Z, GET_OFF, Advance(6000), GET_ON, Advance(1000), *SEEN),
    "down after an error": (*ON_Z, FailDelayProcessor("Z"), PUT_OFF, PUT_ON, *END),
    "disabled puts ignored": (*ON_Z, PUT_OFF, *END),
    "down after puts are enabled": (*ON_Z, PUT_OFF, Advance(6000), PUT_ON, Advance(1000), *SEEN),
    "first cause remembered": (
        *(*ON_Z, GET_OFF, PUT_OFF, Advance(6000), GET_ON, PUT_ON),
        *(Advance(1000), *SEEN),
    ),
    "error remembered over a start in vain": (
        *(*ON_Z, FailDelayProcessor("Z"), GET_OFF, *RESTART_OF_Z),
        *(GET_ON, Advance(6000), *SEEN),
    ),
    "all at once when gets are enabled": (*ON_Z, GET_OFF, Advance(1000), GET_ON, *SEEN),
    "all at once when puts are enabled": (*ON_Z, PUT_OFF, Advance(1000), PUT_ON, *SEEN),
    "overdue forgotten when gets are enabled": (*ON_Z, GET_OFF, Advance(10_000), GET_ON, *END),
    "overdue forgotten when puts are enabled": (*ON_Z, PUT_OFF, Advance(10_000), PUT_ON, *END),
}
