"""Traces that show the faults of `wrong_at_some_values`."""

from mqtck.reference.vocabulary.commands import Advance, Browse, MqGet, SetDeliveryDelay, SetTimeToLive
from mqtck.reference.vocabulary.environment import SetEnforcementVariable

from .witness_parts import LOOK, P, Q, Trace, delayed, put, send
from .witnesses_transmission import XMIT, behind

NINETY_YEARS = 2_840_184_000_000
HUNDRED_THOUSAND_DAYS = 8_640_000_000_000
DAY = 86_400_000


def living(milliseconds: int) -> Trace:
    """A message with this time to live, seen by its sender."""
    return (*P, SetTimeToLive("p", milliseconds), send())


def held_back(milliseconds: int) -> Trace:
    """A look after half of the delay."""
    return (*Q, *delayed(milliseconds), Advance(min(DAY, milliseconds) // 2), *LOOK[:1])


def conflicting(life: int, delay: int) -> Trace:
    return (*P, SetDeliveryDelay("p", delay), SetTimeToLive("p", life), send())


AT_SOME_VALUES: dict[str, Trace] = {
    "remaining life as a float": (*Q, put(expiry=999_999_999), MqGet("Q")),
    "largest number unlimited": (*Q, put(expiry=(1 << 31) - 1), Advance(60_000), MqGet("Q")),
    "largest number in a header accepted": (
        *(*XMIT, SetEnforcementVariable("True"), behind("X", 600, (1 << 31) - 1)),
    ),
    "one tenth unlimited": living(100),
    "one tenth as 0": living(100),
    "two to the 32nd tenths as 0": living(429_496_729_600),
    "two to the 31st tenths refused": living(214_748_364_800),
    "expiration in seconds of 32 bits": living(HUNDRED_THOUSAND_DAYS),
    "expiration of thirteen digits": living(HUNDRED_THOUSAND_DAYS),
    "no expiration of less than a tenth": living(99),
    "due in seconds of 32 bits": held_back(NINETY_YEARS),
    "due in a year of two digits": held_back(NINETY_YEARS),
    "due at a time of day": (*Q, *delayed(DAY - 1000), Advance(1000), Browse("Q")),
    "delay without lower bits ignored": held_back(1 << 32),
    "delay of one day ignored": held_back(DAY),
    "conflict in floats": conflicting(20_000_000, 20_000_001),
    "conflict of less than a tenth accepted": conflicting(99, 300),
    "conflict with a delay of less than a second accepted": conflicting(899, 900),
}
