"""Misreadings of the JMS client: restrictions of a delay, exceptions, header mapping."""

# ruff: noqa: ARG002 - as in `client_decisions`
import msgspec

from mqtck.reference.vocabulary.commands import Command, ProducerApi
from mqtck.reference.vocabulary.constants import UNLIMITED, DeliveryMode
from mqtck.reference.vocabulary.messages import GroupMembership, OutgoingMessage
from mqtck.reference.vocabulary.outcomes import ErrorFamily, Outcome, Sent
from mqtck.reference.vocabulary.profile import Version

from .client_decisions import ClientDecisions, DelaySetting, IdHint
from .misreading import misreading
from .world import SimulatedWorld

# --- delay and time to live -------------------------------------------------------------------------


@misreading("TTL 0 below the delay", "Takes a time to live of 0 for less than the delay.", "DD-28")
class UnlimitedBelowDelay(ClientDecisions):
    def conflict(self, time_to_live: int, delay: int) -> bool:
        return 0 <= time_to_live < delay


@misreading(
    "conflict in tenths", "Compares delay and time to live in tenths of a second.", "DD-25", "DD-26", "DD-30"
)
class ConflictInTenths(ClientDecisions):
    def conflict(self, time_to_live: int, delay: int) -> bool:
        return time_to_live != 0 and delay > 0 and time_to_live // 100 < delay // 100


@misreading(
    "conflict never reported",
    "Accepts a time to live below the delay.",
    *("DD-25", "DD-26", "DD-30", "DD-31"),
)
class ConflictNeverReported(ClientDecisions):
    def conflict(self, time_to_live: int, delay: int) -> bool:
        return False


@misreading(
    "conflict mirrored",
    "Refuses a delay below the time to live as well, as the literal mirror image.",
    *("DD-25", "DD-26", "DD-27", "DD-31"),
)
class ConflictMirrored(ClientDecisions):
    def conflict(self, time_to_live: int, delay: int) -> bool:
        return time_to_live != 0 and delay > 0 and time_to_live != delay


@misreading(
    "send arguments not checked",
    "Checks the producer's time to live alone, in the setters.",
    *("DD-30", "DD-31"),
)
class SendArgumentsNotChecked(ClientDecisions):
    def send_reports_conflict(self) -> bool:
        return False


@misreading("JMSProducer without delay", "Ignores the delay of a JMSProducer.", "DD-04", "DD-15", "DD-01")
class JmsProducerWithoutDelay(ClientDecisions):
    def effective_delay(self, setting: DelaySetting) -> int:
        if setting.api is ProducerApi.JMS_PRODUCER:
            return 0
        return super().effective_delay(setting)


@misreading(
    "delay of 0 ignored",
    "Keeps the former delay when the setter is called with 0.",
    *("DD-08", "DD-29", "DD-05"),
)
class DelayOfZeroIgnored(ClientDecisions):
    def effective_delay(self, setting: DelaySetting) -> int:
        return setting.milliseconds or setting.largest


@misreading(
    "clock from the setter",
    "Counts the delay from the call of the setter.",
    *("DD-05", "DD-01", "DD-07"),
)
class ClockFromSetter(ClientDecisions):
    def effective_delay(self, setting: DelaySetting) -> int:
        return max(0, setting.milliseconds - setting.age)


@misreading("groups accepted", "Accepts a grouped message with a delay.", "DD-36")
class GroupsAccepted(ClientDecisions):
    def group_refused(self, group: GroupMembership | None, delay: int) -> bool:
        return False


@misreading("groups refused without delay", "Refuses grouped messages altogether.", "DD-37")
class GroupsRefusedWithoutDelay(ClientDecisions):
    def group_refused(self, group: GroupMembership | None, delay: int) -> bool:
        return group is not None


@misreading("delay refused at send", "Lets the send report a queue manager before 8.0.", "DD-17")
class DelayRefusedAtSend(ClientDecisions):
    def support_checked_by_setter(self) -> bool:
        return False


@misreading("delay on version 7", "Accepts a delay on a queue manager before 8.0.", "DD-17")
class DelayOnVersionSeven(ClientDecisions):
    def delay_supported(self, milliseconds: int, version: Version) -> bool:
        return True


@misreading(
    "delay of 0 refused", "Refuses even a delay of 0 on a queue manager before 8.0.", "DD-18", "DD-17"
)
class DelayOfZeroRefused(ClientDecisions):
    def delay_supported(self, milliseconds: int, version: Version) -> bool:
        return version >= Version(8, 0)


@misreading("checked exceptions only", "Throws JMSException from a JMSProducer.", "DD-16", "DD-15")
class CheckedExceptionsOnly(ClientDecisions):
    def family(self, api: ProducerApi) -> ErrorFamily:
        return ErrorFamily.JMS_EXCEPTION


# --- header mapping ---------------------------------------------------------------------------------


@misreading("delivery mode copied", "Copies the number of the delivery mode.", "HM-10", "HM-11")
class DeliveryModeCopied(ClientDecisions):
    def persistence(self, mode: int) -> int:
        return mode


@misreading("preset delivery mode used", "Takes the delivery mode from the message.", "HM-08")
class PresetDeliveryModeUsed(ClientDecisions):
    def delivery_mode(self, chosen: int, message: OutgoingMessage) -> int:
        preset = message.preset and message.preset.delivery_mode
        return preset if preset in tuple(DeliveryMode) else chosen


@misreading("priority shifted", "Maps JMSPriority 0 to 9 onto 1 to 9.", "HM-24")
class PriorityShifted(ClientDecisions):
    def priority(self, chosen: int, message: OutgoingMessage) -> int:
        return max(1, chosen)


@misreading("expiration with delay", "Adds the delay to JMSExpiration.", "HM-14", "X-05")
class ExpirationWithDelay(ClientDecisions):
    def expiration(self, now: int, time_to_live: int, delay: int) -> int | None:
        return None if time_to_live == 0 else now + time_to_live + delay


@misreading("expiration relative", "Writes the time to live into JMSExpiration.", "HM-14")
class ExpirationRelative(ClientDecisions):
    def expiration(self, now: int, time_to_live: int, delay: int) -> int | None:
        return time_to_live or None


@misreading("expiration of the unlimited", "Writes an expiration where there is none.", "HM-17", "HM-14")
class ExpirationOfUnlimited(ClientDecisions):
    def expiration(self, now: int, time_to_live: int, delay: int) -> int | None:
        return now + time_to_live


@misreading("unlimited as 0", "Copies a time to live of 0 into Expiry.", "HM-16", "DD-28", "EX-62")
class UnlimitedAsZero(ClientDecisions):
    def expiry(self, time_to_live: int) -> int:
        return 0 if time_to_live == 0 else super().expiry(time_to_live)


@misreading("large life capped", "Stores the largest Expiry where the life is longer.", "HM-20")
class LargeLifeCapped(ClientDecisions):
    def expiry(self, time_to_live: int) -> int:
        return super().expiry(time_to_live) if time_to_live < 2**31 else min(time_to_live // 100, 2**31 - 1)


@misreading(
    "short life unlimited",
    "Cuts less than a tenth to 0 and takes that for unlimited.",
    "HM-23",
    "HM-18",
    "X-11",
)
class ShortLifeUnlimited(ClientDecisions):
    def expiry(self, time_to_live: int) -> int:
        return UNLIMITED if time_to_live < 100 else super().expiry(time_to_live)


@misreading(
    "no expiration of a large life", "Writes no expiration where Expiry is unlimited.", "HM-21", "HM-14"
)
class NoExpirationOfLargeLife(ClientDecisions):
    def expiration(self, now: int, time_to_live: int, delay: int) -> int | None:
        if self.expiry(time_to_live) == UNLIMITED:
            return None
        return super().expiration(now, time_to_live, delay)


@misreading(
    "life in 32 bits", "Takes a time to live of more than 32 bits of ms for unlimited.", "HM-18", "HM-15"
)
class LifeInThirtyTwoBits(ClientDecisions):
    def expiry(self, time_to_live: int) -> int:
        return UNLIMITED if time_to_live >= 2**31 else super().expiry(time_to_live)


@misreading("expiry in milliseconds", "Copies the time to live in ms into Expiry.", "HM-15", "HM-18", "DD-79")
class ExpiryInMilliseconds(ClientDecisions):
    def expiry(self, time_to_live: int) -> int:
        return UNLIMITED if super().expiry(time_to_live) == UNLIMITED else time_to_live


@misreading("preset timestamp kept", "Keeps a timestamp that the application set.", "HM-36", "HM-34")
class PresetTimestampKept(ClientDecisions):
    def timestamp(self, now: int, message: OutgoingMessage) -> int:
        preset = message.preset.timestamp if message.preset is not None else None
        return now if preset is None else preset


@misreading("timestamp in seconds", "Cuts the timestamp to whole seconds.", "HM-34", "HM-35")
class TimestampInSeconds(ClientDecisions):
    def timestamp(self, now: int, message: OutgoingMessage) -> int:
        return now - now % 1000


@misreading(
    "timestamp element of the delivery", "Writes the time of the delivery into the MQRFH2.", "HM-35", "X-41"
)
class TimestampElementOfDelivery(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(outcome, Sent):
            folder = msgspec.structs.replace(outcome.folder, timestamp=outcome.header.delivery_time)
            return msgspec.structs.replace(outcome, folder=folder)
        return outcome


@misreading("preset id kept", "Shows the sender the id that the application set.", "HM-32", "HM-28", "HM-30")
class PresetIdKept(ClientDecisions):
    def returned_id(self, shown: str, message: OutgoingMessage, hint: IdHint) -> str | None:
        preset = message.preset.message_id if message.preset is not None else None
        return preset or shown


@misreading("no id when disabled", "Follows the hint to do without ids.", "HM-31", "HM-28", "HM-30")
class NoIdWhenDisabled(ClientDecisions):
    def returned_id(self, shown: str, message: OutgoingMessage, hint: IdHint) -> str | None:
        return None if hint is IdHint.DISABLED else shown


@misreading("id used twice", "Sends a message object again under its first id.", "HM-27", "HM-32", "HM-28")
class IdUsedTwice(ClientDecisions):
    def assigned_id(self, new_id: str, message: OutgoingMessage, earlier: str | None) -> str:
        return earlier or new_id


@misreading("id without prefix", "Shows the hexadecimal digits alone.", "HM-30", "HM-28")
class IdWithoutPrefix(ClientDecisions):
    def shown_id(self, message_id: str) -> str:
        return message_id


@misreading("id cut short", "Shows the first 20 bytes of the id.", "HM-30", "HM-28")
class IdCutShort(ClientDecisions):
    def shown_id(self, message_id: str) -> str:
        return f"ID:{message_id[:40]}"


@misreading("id of another message", "Shows the sender an id that is not the message's.", "HM-28", "HM-30")
class IdOfAnotherMessage(ClientDecisions):
    def returned_id(self, shown: str, message: OutgoingMessage, hint: IdHint) -> str | None:
        return shown[:-1] + ("0" if shown[-1] != "0" else "1")
