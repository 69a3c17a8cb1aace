"""The MQ numbers that the documents name or lean on, as enumerations with the product's own names.

Left out: every constant that no rule of the kit touches. Source of the values: the constants headers
of the public client libraries (checked against two of them, see tests/test_vocabulary.py).
"""

from enum import IntEnum
from typing import Final

UNLIMITED: Final = -1
"""MQEI_UNLIMITED: the life of a message that never expires (tenths of a second)."""

STAGING_QUEUE: Final = "SYSTEM.DDELAY.LOCAL.QUEUE"
"""The one queue on which delayed messages wait (DD-51)."""

DEFAULT_DEAD_LETTER_QUEUE: Final = "SYSTEM.DEAD.LETTER.QUEUE"
"""Exists on every queue manager; used only where the attribute DEADQ names it."""

DEFAULT_QUEUE_MANAGER: Final = "QM1"
"""The queue manager that a fresh implementation has."""

TRANSMISSION_FORMAT: Final = "MQXMIT"
"""MQFMT_XMIT_Q_HEADER, without the blanks behind it."""

DEAD_LETTER_FORMAT: Final = "MQDEAD"
"""MQFMT_DEAD_LETTER_HEADER, likewise."""

PASS_EXPIRATION: Final = 0x1
"""MQIIH_PASS_EXPIRATION, a flag of the header of a request to the IMS bridge (EX-61)."""

LARGEST_ENFORCED_EXPIRY: Final = 999_999_999
"""Tenths of a second; a larger Expiry is refused where the limit is enforced (EX-29)."""


class ReasonCode(IntEnum):
    """MQRC_*: why a call failed."""

    NONE = 0
    BACKED_OUT = 2003
    EXPIRY_ERROR = 2013
    GET_INHIBITED = 2016
    MSG_TOO_BIG_FOR_Q = 2030
    MSG_TOO_BIG_FOR_Q_MGR = 2031
    NO_MSG_AVAILABLE = 2033
    NO_MSG_UNDER_CURSOR = 2034
    NOT_AUTHORIZED = 2035
    OPTIONS_ERROR = 2046
    PUT_INHIBITED = 2051
    Q_DELETED = 2052
    Q_FULL = 2053
    REPORT_OPTIONS_ERROR = 2061
    UNKNOWN_OBJECT_NAME = 2085
    Q_MGR_NOT_AVAILABLE = 2059
    HEADER_ERROR = 2142
    MSG_TOO_BIG_FOR_CHANNEL = 2218
    FUNCTION_NOT_SUPPORTED = 2298
    PUBLICATION_FAILURE = 2502

    @property
    def mq_name(self) -> str:
        """The constant's name in the product, as it appears in texts and traces."""
        return f"MQRC_{self.name}"


class Feedback(IntEnum):
    """MQFB_*: what a report message is about. Exception reports carry a reason code instead."""

    NONE = 0
    EXPIRATION = 258
    COA = 259
    COD = 260
    ACTIVITY = 269
    PAN = 275
    NAN = 276


class MessageType(IntEnum):
    """MQMT_*."""

    REQUEST = 1
    REPLY = 2
    REPORT = 4
    DATAGRAM = 8


class Report(IntEnum):
    """MQRO_*: report options of a message. A _WITH_ option contains the bits of the plain one.

    Combined they are plain numbers: IntFlag would look up a name for every bit that is asked for.
    """

    NONE = 0
    PAN = 0x1
    NAN = 0x2
    ACTIVITY = 0x4
    PASS_CORREL_ID = 0x40
    PASS_MSG_ID = 0x80
    COA = 0x100
    COA_WITH_DATA = 0x300
    COA_WITH_FULL_DATA = 0x700
    COD = 0x800
    COD_WITH_DATA = 0x1800
    COD_WITH_FULL_DATA = 0x3800
    PASS_DISCARD_AND_EXPIRY = 0x4000
    EXPIRATION = 0x200000
    EXPIRATION_WITH_DATA = 0x600000
    EXPIRATION_WITH_FULL_DATA = 0xE00000
    EXCEPTION = 0x1000000
    EXCEPTION_WITH_DATA = 0x3000000
    EXCEPTION_WITH_FULL_DATA = 0x7000000
    DISCARD_MSG = 0x8000000


class Persistence(IntEnum):
    """MQPER_*: the value in a message descriptor. Not the JMS numbers (DeliveryMode)."""

    NOT_PERSISTENT = 0
    PERSISTENT = 1
    AS_Q_DEF = 2


class DeliveryMode(IntEnum):
    """JMS delivery modes. Numerically different from MQPER_* (HM-10, HM-11)."""

    NON_PERSISTENT = 1
    PERSISTENT = 2


class DestinationPersistence(IntEnum):
    """WMQ_PER_*: the persistence property of a JMS destination."""

    AS_APPLICATION = -2
    QUEUE_DEFINITION = -1
    NON_PERSISTENT = 1
    PERSISTENT = 2


PRIORITY_AS_QUEUE_DEFINITION: Final = -1
"""MQPRI_PRIORITY_AS_Q_DEF, and WMQ_PRI_QDEF of a JMS destination."""

PRIORITY_AS_APPLICATION: Final = -2
"""WMQ_PRI_APP: the JMS destination leaves the priority to the producer."""

DEFAULT_PRIORITY: Final = 4
DEFAULT_DELIVERY_MODE: Final = DeliveryMode.PERSISTENT
