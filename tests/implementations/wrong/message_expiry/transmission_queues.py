"""Misreadings of the two Expiry fields of a message on a transmission queue."""

# ruff: noqa: ARG002 - as in `decisions`

from unittest.mock import patch

import msgspec

from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.decisions.transmission import END_OF_EMBEDDED_EXPIRY, Limit
from implementations.simulation.clients import mqi_client
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import AliasQueue, Message, RemoteQueue
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.answers import begun_anew, no
from implementations.wrong.parts.attempts import AtLaterAttempt
from implementations.wrong.parts.calls import KindOfCall, Row, in_syncpoint, looks, register, under_cursor
from implementations.wrong.parts.numbers import LARGEST_LONG
from implementations.wrong.parts.restarts import Restarted
from mqtck.reference.vocabulary.commands import Command, GetMode, MqGet, MqPut, MqPut1, Syncpoint
from mqtck.reference.vocabulary.constants import UNLIMITED, ReasonCode
from mqtck.reference.vocabulary.messages import SeenTransmissionHeader
from mqtck.reference.vocabulary.outcomes import MessageReturned, Outcome


@misreading(
    "largest number in a header accepted",
    "Takes the largest number that Expiry holds for unlimited in a header.",
    "EX-53",
)
class LargestInHeader(QueueManagerDecisions):
    def embedded_refused(self, embedded: int, limit: Limit) -> bool:
        return embedded != LARGEST_LONG and super().embedded_refused(embedded, limit)


@misreading(
    "lives of a header begun anew at a restart",
    "Logs both Expiry fields of an application's header as they were put.",
    *("EX-56", "EX-05", "EX-10"),
)
class HeaderBegunAnewAtRestart(Restarted):
    def started_with(self, message: Message, _: int) -> Message:
        return message if message.own_header is None else begun_anew(message, self.now())


@misreading("embedded 0 not checked", "Refuses too large a value in a header alone.", "EX-53")
class EmbeddedZeroNotChecked(QueueManagerDecisions):
    def embedded_refused(self, embedded: int, limit: Limit) -> bool:
        return embedded != 0 and super().embedded_refused(embedded, limit)


def unchecked(call: KindOfCall, name: str, sentence: str) -> None:
    @misreading(name, sentence, "EX-53", "EX-54", "EX-51")
    class Unchecked(SimulatedWorld):
        def execute(self, command: Command) -> Outcome:
            if not isinstance(command, MqPut | MqPut1) or not isinstance(command, call):
                return super().execute(command)
            manager = self.mqi.connection(command.connection).manager
            if not isinstance(manager.definitions.get(command.queue), AliasQueue):
                return super().execute(command)
            with patch.object(mqi_client, "refusal", lambda *_: None):
                return super().execute(command)


unchecked(MqPut, "header not checked behind an alias", "Takes any header that MQPUT puts to an alias.")
unchecked(MqPut1, "header of MQPUT1 not checked behind an alias", "Takes any that MQPUT1 puts to an alias.")


@misreading(
    "header of a browse not over",
    "Shows a browse an Expiry of 1 in the header where it is over.",
    *("EX-59", "EX-56"),
)
class NotOverForBrowses(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        browses = isinstance(command, MqGet) and command.mode is not GetMode.DESTRUCTIVE
        if not browses or not isinstance(outcome, MessageReturned):
            return outcome
        header = outcome.message.transmission_header
        if not isinstance(header, SeenTransmissionHeader) or header.descriptor.expiry != 0:
            return outcome
        written = msgspec.structs.replace(header.descriptor, expiry=1)
        shown = msgspec.structs.replace(header, descriptor=written)
        return MessageReturned(msgspec.structs.replace(outcome.message, transmission_header=shown))


def put_in_syncpoint(_: SimulatedWorld, command: Command) -> bool:
    return isinstance(command, MqPut | MqPut1) and command.syncpoint is Syncpoint.WITHIN


def as_put(embedded: Message, _: int) -> int:
    return embedded.expiry


def browsing(command: Command) -> bool:
    modes = {GetMode.BROWSE_FIRST, GetMode.BROWSE_NEXT, GetMode.BROWSE_FIRST_AND_LOCK}
    return isinstance(command, MqGet) and command.mode in modes


def too_short(length: int) -> bool:
    return length < END_OF_EMBEDDED_EXPIRY


# --- two fields -------------------------------------------------------------------------------------------


@misreading(
    "embedded field unlimited", "Writes MQEI_UNLIMITED into the header of a remote put.", "EX-50", "EX-56"
)
class EmbeddedFieldUnlimited(QueueManagerDecisions):
    def written_expiry(self, message: Message) -> tuple[int, int | None]:
        return UNLIMITED, None


@misreading(
    "embedded field not decremented",
    "Takes the time of waiting off the separate field alone.",
    *("EX-56", "EX-59", "EX-50", "X-31"),
)
class EmbeddedFieldNotDecremented(QueueManagerDecisions):
    def embedded_left(self, embedded: Message, now: int) -> int:
        return embedded.expiry


@misreading(
    "embedded unlimited decremented", "Counts MQEI_UNLIMITED in the header down.", "EX-56", "EX-62", "EX-59"
)
class EmbeddedUnlimitedDecremented(QueueManagerDecisions):
    def embedded_left(self, embedded: Message, now: int) -> int:
        if embedded.end_of_life is None:
            return UNLIMITED - (now - embedded.put_at) // 100
        return super().embedded_left(embedded, now)


@misreading("embedded field below zero", "Lets the embedded field run below 0.", "EX-59")
class EmbeddedFieldBelowZero(QueueManagerDecisions):
    def embedded_left(self, embedded: Message, now: int) -> int:
        left = super().embedded_left(embedded, now)
        if left or embedded.end_of_life is None:
            return left
        return (embedded.end_of_life - now) // 100 - 1


@misreading("embedded field at least 1", "Keeps the embedded field at 1 when it is over.", "EX-59")
class EmbeddedFieldAtLeastOne(QueueManagerDecisions):
    def embedded_left(self, embedded: Message, now: int) -> int:
        return super().embedded_left(embedded, now) or 1


@misreading(
    "embedded field unlimited when over", "Writes MQEI_UNLIMITED when the embedded field is over.", "EX-59"
)
class EmbeddedFieldUnlimitedWhenOver(QueueManagerDecisions):
    def embedded_left(self, embedded: Message, now: int) -> int:
        return super().embedded_left(embedded, now) or UNLIMITED


@misreading("embedded field not checked", "Takes any Expiry in a header.", "EX-53")
class EmbeddedFieldNotChecked(QueueManagerDecisions):
    def embedded_refused(self, embedded: int, limit: Limit) -> bool:
        return False


@misreading("short header accepted", "Takes a header that ends before its Expiry.", "EX-54")
class ShortHeaderAccepted(QueueManagerDecisions):
    def cut_off_refused(self, length: int) -> bool:
        return False


@misreading(
    "fields that differ refused oddly",
    "Refuses two fields that differ with 2046.",
    *("EX-52", "EX-55"),
)
class DifferingRefusedOddly(QueueManagerDecisions):
    def differing_refused(self, separate: int, embedded: int) -> bool:
        return separate != embedded

    def expiry_failure(self) -> ReasonCode:
        return ReasonCode.OPTIONS_ERROR


@misreading("same fields refused", "Refuses two fields that are the same.", "EX-55", "EX-52", "EX-51")
class SameFieldsRefused(QueueManagerDecisions):
    def differing_refused(self, separate: int, embedded: int) -> bool:
        return separate == embedded


@misreading("short header not returned", "Fails a get where a header is too short.", "EX-57", "EX-56")
class ShortHeaderNotReturned(QueueManagerDecisions):
    def get_refused(self, length: int) -> bool:
        return length < 124


@misreading("empty header not returned", "Fails a get where nothing is left of a header.", "EX-57", "EX-56")
class EmptyHeaderNotReturned(QueueManagerDecisions):
    def get_refused(self, length: int) -> bool:
        return length == 0


@misreading(
    "both fields begun anew at a later attempt",
    "Gives a message its whole life again where a remote queue takes it only at a later attempt.",
    *("X-31", "DD-79", "DD-80", "EX-50"),
)
class BegunAnewForRemoteQueue(AtLaterAttempt):
    def changed(self, message: Message, staged: Message, now: int) -> Message:
        target = "" if staged.delay is None else staged.delay.target
        managers = self.simulation.managers.values()
        remote = any(isinstance(one.definitions.get(target), RemoteQueue) for one in managers)
        return begun_anew(message, now) if remote else message


@misreading(
    "expired by the embedded field",
    "Discards a message when either field has run out.",
    *("EX-58", "EX-59"),
)
class ExpiredByEmbeddedField(QueueManagerDecisions):
    def first_expired_instant(self, message: Message) -> int | None:
        ends = [super().first_expired_instant(message)]
        if message.own_header is not None:
            ends.append(self.end_of_life(message.put_at, message.own_header.expiry))
        return min((end for end in ends if end is not None), default=None)


@misreading(
    "kept by the embedded field",
    "Keeps a message as long as the embedded field has not run out.",
    *("EX-58", "EX-17", "EX-18"),
)
class KeptByEmbeddedField(QueueManagerDecisions):
    def first_expired_instant(self, message: Message) -> int | None:
        if message.own_header is not None:
            return self.end_of_life(message.put_at, message.own_header.expiry)
        return super().first_expired_instant(message)


# fmt: off
QUEUE_MANAGER: tuple[Row, ...] = (
    (
        "embedded field not checked in syncpoint",
        "Takes any Expiry in a header that is put in syncpoint.",
        ("EX-53",),
        put_in_syncpoint,
        "embedded_refused",
        no,
    ),
    (
        "short header accepted in syncpoint",
        "Takes a header that ends before its Expiry in syncpoint.",
        ("EX-54",),
        put_in_syncpoint,
        "cut_off_refused",
        no,
    ),
    ("header untouched under the cursor", "Shows the embedded Expiry as put to a get under the cursor.",
     ("EX-56", "EX-59"), looks(under_cursor), "embedded_left", as_put),
    ("short header not returned in syncpoint", "Fails a get in a unit of work where a header is too short.",
     ("EX-57", "EX-56"), looks(in_syncpoint), "get_refused", too_short),
    ("short header not returned by a browse", "Fails a browse where a header is too short.",
     ("EX-57", "EX-56"), looks(browsing), "get_refused", too_short),
)
# fmt: on
for one in QUEUE_MANAGER:
    register(one, "decisions")
