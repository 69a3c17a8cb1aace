"""Traces that show misreadings of the enforcement of the largest expiry."""

from implementations.witnesses.parts.common import EXPIRATION, QUEUES, REMOTE, WITHIN, Q, Trace, message, put
from implementations.witnesses.parts.sends import EXPORTED, RESTART, elsewhere
from mqtck.reference.vocabulary.commands import DefineAliasQueue, MqPut, MqPut1, ReadDepth
from mqtck.reference.vocabulary.constants import Persistence
from mqtck.reference.vocabulary.environment import SetEnforcementVariable, Visibility
from mqtck.reference.vocabulary.messages import OutgoingMessage, PutDescriptor

PUT_BEYOND = PutDescriptor(expiry=1_000_000_000)
BEYOND = 1_000_000_000

TRACES: dict[str, Trace] = {
    "limit not enforced for remote queues": (
        *(*REMOTE, SetEnforcementVariable("True"), MqPut1("Q", message(), PutDescriptor(expiry=0))),
    ),
    "limit never enforced": (*EXPORTED, put(expiry=BEYOND)),
    "limit forgotten at a restart": (*EXPORTED, *RESTART, put(expiry=BEYOND)),
    "zero accepted": (*EXPORTED, put(expiry=0)),
    "MQPUT1 not checked": (
        *EXPORTED,
        MqPut1("Q", OutgoingMessage("m"), PutDescriptor(expiry=BEYOND)),
    ),
    "limit itself refused": (*EXPORTED, put(expiry=999_999_999)),
    "limit in 31 bits": (*EXPORTED, put(expiry=2_147_483_647)),
    "unlimited refused": (*EXPORTED, put(expiry=-1)),
    "refused with another reason": (*EXPORTED, put(expiry=BEYOND)),
    "refused put reported": (*EXPORTED, put(expiry=BEYOND, report=EXPIRATION), ReadDepth("REPLY")),
    "variable of the shell": (
        *Q,
        put("a", BEYOND),
        SetEnforcementVariable("True", Visibility.SHELL_ONLY),
        put("b", BEYOND),
    ),
    "False turns it off": (*Q, SetEnforcementVariable("False"), put(expiry=BEYOND)),
    "limit of Expiry for the persistent alone": (
        *Q,
        SetEnforcementVariable("True"),
        MqPut("Q", OutgoingMessage("m"), PutDescriptor(expiry=0, persistence=Persistence.NOT_PERSISTENT)),
    ),
    "limit outside units of work alone": (
        *Q,
        SetEnforcementVariable("True"),
        MqPut("Q", OutgoingMessage("m"), PUT_BEYOND, WITHIN),
    ),
    "limit on local queues alone": (
        *Q,
        DefineAliasQueue("A", "Q"),
        SetEnforcementVariable("True"),
        MqPut("A", OutgoingMessage("m"), PUT_BEYOND),
    ),
    "limit ignored for dead letters": (
        *(*QUEUES, SetEnforcementVariable("True")),
        MqPut("DLQ", message(), PutDescriptor(expiry=1_000_000_000)),
    ),
    "limit ignored by MQPUT1 in syncpoint": (
        *(*Q, SetEnforcementVariable("True")),
        MqPut1("Q", message(), PutDescriptor(expiry=1_000_000_000), WITHIN),
    ),
    "limit at the first queue manager alone": (
        *(*elsewhere(0)[:-1], SetEnforcementVariable("True", queue_manager="QM2"), elsewhere(0)[-1]),
    ),
}
