"""Misreadings that show at some values alone: numbers that a type does not hold, ends of ranges, short lives.

Names and texts of a certain kind are in `wrong_at_some_texts`.
"""

# ruff: noqa: ARG002 - a hook is offered all that it may need
import struct
from collections.abc import Iterable

from .client_decisions import ClientDecisions
from .decisions import QueueManagerDecisions
from .decisions_transmission import Limit
from .misreading import misreading
from .objects import Delay, Message

TENTH = 100
SECOND = 1000
DAY = 86_400_000
CENTURY = 3_155_760_000_000
YEAR_2100 = 4_102_444_800_000
LARGEST_OF_THIRTEEN_DIGITS = 9_999_999_999_999
BITS_32 = (1 << 32) - 1
LARGEST_LONG = (1 << 31) - 1


def as_float(number: int) -> int:
    """What a float of 32 bits makes of it."""
    (kept,) = struct.unpack("f", struct.pack("f", number))
    return int(kept)


def seconds_of_32_bits(instant: int) -> int:
    return (instant // SECOND & BITS_32) * SECOND + instant % SECOND


# --- lives ----------------------------------------------------------------------------------------------


@misreading(
    "remaining life as a float",
    "Shows what is left of a life as a float of 32 bits has it.",
    *("EX-09", "EX-05", "EX-10", "HM-18"),
)
class RemainingAsFloat(QueueManagerDecisions):
    def remaining_expiry(self, message: Message, now: int) -> int:
        return as_float(super().remaining_expiry(message, now))


@misreading(
    "largest number unlimited",
    "Takes the largest number that Expiry holds for unlimited.",
    *("EX-62", "EX-05", "EX-10", "EX-03", "EX-19"),
)
class LargestUnlimited(QueueManagerDecisions):
    def end_of_life(self, put_at: int, expiry: int) -> int | None:
        return None if expiry == LARGEST_LONG else super().end_of_life(put_at, expiry)


@misreading(
    "largest number in a header accepted",
    "Takes the largest number that Expiry holds for unlimited in a header.",
    "EX-53",
)
class LargestInHeader(QueueManagerDecisions):
    def embedded_refused(self, embedded: int, limit: Limit) -> bool:
        return embedded != LARGEST_LONG and super().embedded_refused(embedded, limit)


# --- times to live as tenths and as instants ------------------------------------------------------------


@misreading(
    "one tenth unlimited",
    "Takes a time to live for unlimited unless it is more than a tenth of a second.",
    *("HM-15", "HM-18", "X-11", "HM-23"),
)
class OneTenthUnlimited(ClientDecisions):
    def expiry(self, time_to_live: int) -> int:
        return -1 if 0 < time_to_live <= TENTH else super().expiry(time_to_live)


@misreading(
    "one tenth as 0",
    "Writes 0 for a time to live of exactly a tenth of a second.",
    *("HM-15", "HM-18"),
)
class OneTenthZero(ClientDecisions):
    def expiry(self, time_to_live: int) -> int:
        return 0 if time_to_live == TENTH else super().expiry(time_to_live)


@misreading(
    "two to the 32nd tenths as 0",
    "Asks whether the lower 32 bits of a number of tenths are negative, and so writes 0 where they are none.",
    *("HM-20", "HM-21"),
)
class NoLowerBits(ClientDecisions):
    def expiry(self, time_to_live: int) -> int:
        tenths = time_to_live // TENTH
        return 0 if tenths and tenths & BITS_32 == 0 else super().expiry(time_to_live)


@misreading(
    "two to the 31st tenths refused",
    "Refuses a life of the first number of tenths that Expiry does not hold.",
    *("HM-20", "HM-21", "HM-18", "DD-29"),
)
class FirstBeyondRefused(ClientDecisions):
    def short_life_refused(self, time_to_live: int) -> bool:
        return time_to_live // TENTH == LARGEST_LONG + 1 or super().short_life_refused(time_to_live)


@misreading(
    "expiration in seconds of 32 bits",
    "Keeps the seconds of an expiration in 32 bits without a sign.",
    *("HM-21", "HM-19", "HM-14", "X-05"),
)
class ExpirationOf32Bits(ClientDecisions):
    def expiration(self, now: int, time_to_live: int, delay: int) -> int | None:
        instant = super().expiration(now, time_to_live, delay)
        return None if instant is None else seconds_of_32_bits(instant)


@misreading(
    "expiration of thirteen digits",
    "Has thirteen digits for an expiration.",
    *("HM-21", "HM-19", "HM-14", "X-05"),
)
class ExpirationOfThirteenDigits(ClientDecisions):
    def expiration(self, now: int, time_to_live: int, delay: int) -> int | None:
        instant = super().expiration(now, time_to_live, delay)
        return None if instant is None else min(instant, LARGEST_OF_THIRTEEN_DIGITS)


@misreading(
    "no expiration of less than a tenth",
    "Writes no expiration where less than a tenth of a second is to live.",
    *("HM-14", "HM-19", "X-11", "HM-48"),
)
class NoExpirationOfShortLife(ClientDecisions):
    def expiration(self, now: int, time_to_live: int, delay: int) -> int | None:
        return None if time_to_live < TENTH else super().expiration(now, time_to_live, delay)


# --- delays ---------------------------------------------------------------------------------------------


class Due(QueueManagerDecisions):
    """Keeps the instant at which a message is due in a way that not every instant fits."""

    def due(self, sent: int, committed: int, milliseconds: int, staged: Iterable[Delay]) -> int:
        return self.kept(super().due(sent, committed, milliseconds, staged), sent)

    def kept(self, due: int, sent: int) -> int:
        raise NotImplementedError


@misreading(
    "due in seconds of 32 bits",
    "Keeps the second at which a message is due in 32 bits without a sign.",
    *("DD-01", "DD-03", "DD-05"),
)
class DueOf32Bits(Due):
    def kept(self, due: int, sent: int) -> int:
        return seconds_of_32_bits(due)


@misreading(
    "due in a year of two digits",
    "Keeps the year in which a message is due without its century.",
    *("DD-01", "DD-03", "DD-05"),
)
class DueOfTwoDigits(Due):
    def kept(self, due: int, sent: int) -> int:
        return due if due < YEAR_2100 else due - CENTURY


@misreading(
    "due at a time of day",
    "Adds a delay of less than a day to the time of day, and so moves at once what is due behind midnight.",
    *("DD-01", "DD-03", "DD-05"),
)
class DueAtTimeOfDay(Due):
    def kept(self, due: int, sent: int) -> int:
        return due if due - sent >= DAY else sent // DAY * DAY + due % DAY


@misreading(
    "delay without lower bits ignored",
    "Asks for the lower 32 bits of a delay whether there is one.",
    *("DD-01", "DD-03", "DD-07"),
)
class LowerBitsStaged(QueueManagerDecisions):
    def goes_to_staging(self, milliseconds: int) -> bool:
        return milliseconds & BITS_32 != 0


@misreading(
    "delay of one day ignored",
    "Takes the time of day that a delay ends at for that of the send, where it is one of exactly a day.",
    *("DD-01", "DD-03", "DD-04", "DD-05"),
)
class OneDayIgnored(Due):
    def kept(self, due: int, sent: int) -> int:
        return sent if due - sent == DAY else due


# --- life and delay -------------------------------------------------------------------------------------


@misreading(
    "conflict in floats",
    "Compares life and delay as floats of 32 bits.",
    *("DD-25", "DD-26", "DD-30"),
)
class ConflictInFloats(ClientDecisions):
    def conflict(self, time_to_live: int, delay: int) -> bool:
        return super().conflict(as_float(time_to_live), as_float(delay))


@misreading(
    "conflict of less than a tenth accepted",
    "Compares the delay with lives of a tenth of a second or more.",
    *("DD-25", "DD-26", "DD-30"),
)
class ConflictOfShortLife(ClientDecisions):
    def conflict(self, time_to_live: int, delay: int) -> bool:
        return time_to_live >= TENTH and super().conflict(time_to_live, delay)


@misreading(
    "conflict with a delay of less than a second accepted",
    "Compares the life with delays of a second or more.",
    *("DD-25", "DD-26", "DD-30"),
)
class ConflictOfShortDelay(ClientDecisions):
    def conflict(self, time_to_live: int, delay: int) -> bool:
        return delay >= SECOND and super().conflict(time_to_live, delay)
