"""Chapter "Messaging clients": what a JMS client refuses when delivery delay is used.

Covers old queue managers (DD-17, DD-18), the conflict of time to live and delay (DD-25 to DD-31),
message groups (DD-36, DD-37), retained publications (DD-33, DD-34) and the kind of exception (DD-16).
Left out: clusters.

Silent points: equality of the two values is contested (DD-27); which call reports a conflict is open
(DD-31); how a message is marked as grouped is not said, so a group id without a sequence number is
undecided (DD-36). What a producer holds after a failed setter is undefined. What the property that asks
for retention does on a queue is not said, nor are other ways to ask for it (DD-35). No text says how long a
delay may be.
"""

from typing import Final

from mqtck.reference.state.intervals import Answer
from mqtck.reference.vocabulary.commands import ProducerApi
from mqtck.reference.vocabulary.messages import GroupMembership, Retention
from mqtck.reference.vocabulary.outcomes import ErrorFamily
from mqtck.reference.vocabulary.profile import Version

FIRST_VERSION: Final = Version(8, 0)
"""The first queue manager that has delivery delay (DD-17)."""

LONGEST_SURE_DELAY: Final = 86_400_000
"""Ms. Whether there is a longest delay is not said: one of more than a day may be refused by any call."""


def supports_delay(queue_manager: Version, delay: int) -> bool:
    """DD-17: a nonzero delay needs version 8.0. DD-18: zero is fine everywhere."""
    return delay == 0 or queue_manager >= FIRST_VERSION


def may_be_too_long(delay: int) -> bool:
    """Whether a delay (ms) may be refused for its length alone."""
    return delay > LONGEST_SURE_DELAY


def expiry_conflict(time_to_live: int, delay: int) -> Answer:
    """Whether these values (ms) exclude each other: DD-25, DD-26, DD-30; equality DD-27.

    DD-28: time to live 0 is unlimited. DD-29: without delay there is nothing to compare. What negative values
    are to be compared as is not said.
    """
    if min(time_to_live, delay) < 0 and 0 not in {time_to_live, delay}:
        return Answer.UNSURE
    if time_to_live == 0 or delay == 0:
        return Answer.NO
    if time_to_live < delay:
        return Answer.YES
    return Answer.UNSURE if time_to_live == delay else Answer.NO


def group_conflict(group: GroupMembership | None, delay: int) -> Answer:
    """Whether grouping excludes the delay: DD-36; without one of the two it does not, DD-37."""
    if group is None or delay == 0:
        return Answer.NO
    return Answer.UNSURE if group.sequence is None else Answer.YES


def retention_conflict(retained: Retention | None, delay: int) -> Answer:
    """Whether a publication that is to be retained excludes the delay: DD-33; each alone is fine, DD-34."""
    return Answer.YES if retained is not None and delay else Answer.NO


def exception_family(api: ProducerApi) -> ErrorFamily:
    """DD-16: which exceptions a producer throws."""
    match api:
        case ProducerApi.MESSAGE_PRODUCER:
            return ErrorFamily.JMS_EXCEPTION
        case ProducerApi.JMS_PRODUCER:
            return ErrorFamily.JMS_RUNTIME_EXCEPTION
