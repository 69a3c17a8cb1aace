"""Two queue managers on z/OS in one queue-sharing group, their staging queues, and who sends and reads."""

from mqtck.reference.vocabulary.commands import (
    DefineLocalQueue,
    DefineQueueManager,
    DefineSharedQueue,
    OpenSession,
    ReadDepth,
    Receive,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.outcomes import ErrorFamily, Refused
from mqtck.reference.vocabulary.profile import Edition, Platform, Profile, Version

OLDER = Profile(Platform.ZOS, Version(8, 0), Edition.VERSION_8_0)
ZOS = Profile(platform=Platform.ZOS)
REFUSED = Refused(reason=2085, family=ErrorFamily.JMS_EXCEPTION)


MANAGER = DefineQueueManager("ZQM1", platform=Platform.ZOS, queue_sharing_group="QSG1")
STAGING = DefineLocalQueue(STAGING_QUEUE, queue_manager="ZQM1")
QUEUE = DefineLocalQueue("ORDERS", queue_manager="ZQM1")
SESSION = OpenSession("sender", queue_manager="ZQM1")
READER = OpenSession("reader", queue_manager="ZQM1")
GET = Receive("ORDERS", "reader")
DEPTH = ReadDepth("ORDERS", "ZQM1")
STAGED = ReadDepth(STAGING_QUEUE, "ZQM1")


GROUP = (
    MANAGER,
    DefineQueueManager("ZQM2", platform=Platform.ZOS, queue_sharing_group="QSG1"),
    STAGING,
    DefineLocalQueue(STAGING_QUEUE, queue_manager="ZQM2"),
    DefineSharedQueue("SHARED", "QSG1"),
    SESSION,
    OpenSession("other", queue_manager="ZQM2"),
)
