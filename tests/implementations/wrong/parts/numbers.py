"""Numbers: milliseconds, and what a type can hold."""

import struct

TENTH = 100
MINUTE = 60_000
SECOND = 1000
DAY = 86_400_000
BITS_32 = (1 << 32) - 1
LARGEST_LONG = (1 << 31) - 1


def as_float(number: int) -> int:
    """What a float of 32 bits makes of it."""
    (kept,) = struct.unpack("f", struct.pack("f", number))
    return int(kept)


def seconds_of_32_bits(instant: int) -> int:
    return (instant // SECOND & BITS_32) * SECOND + instant % SECOND


HOUR = 3_600_000
FIELD = 48
"""Characters of a name in a descriptor."""
ENOUGH = 30
A_THOUSAND_YEARS = 1000 * 365 * 86_400_000
NO_LIMIT = 1_000_000_000
