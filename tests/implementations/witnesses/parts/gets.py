"""Gets and browses."""

from implementations.witnesses.parts.common import WITHIN, Trace
from mqtck.reference.vocabulary.commands import Advance, Browse, GetMode, MatchMessageId, MqGet, ReadDepth
from mqtck.reference.vocabulary.constants import STAGING_QUEUE

BOTH: Trace = (Browse("S"), Browse("T"))
GET = MqGet("Q")
BROWSE = MqGet("Q", GetMode.BROWSE_FIRST)
LOOK_AT_REPLY: Trace = (Browse("Q"), Browse("REPLY"))
LOCKED = MqGet("Q", GetMode.BROWSE_FIRST_AND_LOCK)
LOOK_AT_DLQ: Trace = (Browse("Q"), Browse("DLQ"), Browse(STAGING_QUEUE))
UNDER_CURSOR = MqGet("Q", GetMode.UNDER_CURSOR, syncpoint=WITHIN)
AFTERWARDS: Trace = (ReadDepth(STAGING_QUEUE), Advance(6000), Browse("Q"))
GET_IN_UNIT = MqGet("Q", syncpoint=WITHIN)
LOCK = GetMode.BROWSE_FIRST_AND_LOCK
UNDER = GetMode.UNDER_CURSOR
BROWSED: Trace = (MqGet("XMIT", GetMode.BROWSE_FIRST),)
ONE_IN_UNIT = MqGet("Q", match=MatchMessageId("m"), syncpoint=WITHIN)
DEAD_IN_UNIT = MqGet("DLQ", syncpoint=WITHIN)
STAGED: Trace = (ReadDepth(STAGING_QUEUE),)
