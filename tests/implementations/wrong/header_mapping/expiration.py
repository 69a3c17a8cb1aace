"""Misreadings of JMSExpiration."""

# ruff: noqa: ARG002 - as in `decisions`

import msgspec

from implementations.decisions.client import ClientDecisions
from implementations.simulation.clients.sessions import Producer
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import Message
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.answers import changed, nothing
from implementations.wrong.parts.calls import (
    Row,
    named_on_send,
    publishes,
    register,
    sends,
    simplified,
    transacted,
)
from implementations.wrong.parts.numbers import BITS_32, LARGEST_LONG, TENTH, seconds_of_32_bits
from implementations.wrong.parts.producers import (
    Afterwards,
    LongFormIgnored,
    OfItsObject,
    SendsWatched,
    Setters,
    begins,
    keeps_of,
)
from implementations.wrong.parts.restarts import Shared
from implementations.wrong.parts.rules import ANY_WAY
from mqtck.reference.vocabulary.commands import Command, Send, SendArguments, SetTimeToLive, StartQueueManager
from mqtck.reference.vocabulary.constants import UNLIMITED
from mqtck.reference.vocabulary.outcomes import Done, Outcome, Refused

LARGEST_OF_THIRTEEN_DIGITS = 9_999_999_999_999


@misreading(
    "life is gone with a refused send",
    "Begins anew after a failure, with an unlimited life.",
    *("HM-14", "HM-15", "HM-16", "HM-18", "EX-04"),
)
class LifeGoneWithRefusal(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, Send) and isinstance(outcome, Refused):
            self.calls.jms.producers[command.producer].time_to_live = 0
        return outcome


@misreading("expiration in 32 bits", "Writes the expiration in 32 bits.", "HM-19", "HM-21", "HM-14")
class ExpirationInThirtyTwoBits(ClientDecisions):
    def expiration_element(self, expiration: int | None) -> int | None:
        return None if expiration is None else expiration % 2**32


@misreading("expiration as i4", "Says that the expiration is an i4.", "HM-19", "HM-21")
class ExpirationAsShortInteger(ClientDecisions):
    def expiration_type(self) -> str | None:
        return "i4"


@misreading("no expiration behind a restart", "Writes no expiration after a restart.", "HM-19", *ANY_WAY)
class NoExpirationBehindRestart(Afterwards):
    after = StartQueueManager
    decision = "expiration_element"


@misreading(
    "preset expiration makes the life",
    "Lets a message live until the JMSExpiration that was set on it.",
    *("HM-14", "HM-15", "HM-16", "HM-17", "HM-18"),
)
class UntilPreset(SendsWatched):
    def understood(self, command: Send, producer: Producer) -> SendArguments | None:
        preset = command.message.preset
        if preset is None or not preset.expiration or preset.expiration <= self.now():
            return command.arguments
        given = command.arguments or SendArguments(producer.delivery_mode, producer.priority, 0)
        return msgspec.structs.replace(given, time_to_live=preset.expiration - self.now())


def unlimited(*_: object) -> int:
    return UNLIMITED


@misreading(
    "no life behind another setter",
    "Forgets the time to live when the priority, the delivery mode or the hint about ids is set.",
    *("HM-14", "HM-15", "X-05"),
)
class LifeForgotten(Setters):
    def touched(self, producer: Producer) -> None:
        producer.time_to_live = 0


@misreading(
    "life of a session",
    "Keeps the time to live with the session.",
    *("HM-16", "HM-15", "HM-14", "EX-04", "DD-25", "DD-26"),
)
class LifeOfSession(Shared):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, SetTimeToLive) and isinstance(outcome, Done):
            for producer in self.of_session(self.calls.jms.producers[command.producer]):
                producer.time_to_live = command.milliseconds
        return outcome


def _life(message: Message, former: Message) -> Message:
    if former.end_of_life is None or message.end_of_life is not None:
        return message
    return changed(message, expiry=former.expiry, end_of_life=message.put_at + former.expiry * 100)


keeps_of(
    *("life stays with the object", "Writes MQMD.Expiry of an object that is sent again where there is one."),
    *(OfItsObject, _life, "HM-16", "EX-05", "EX-10", "EX-17"),
)
begins("time_to_live", "life", "HM-16")


@misreading(
    "long form's life ignored", "Heeds setTimeToLive alone.", "HM-14", "HM-15", "HM-16", "HM-18", "DD-30"
)
class LongFormsLifeIgnored(LongFormIgnored):
    def heeded(self, said: SendArguments, own: SendArguments) -> SendArguments:
        return msgspec.structs.replace(said, time_to_live=own.time_to_live)


# --- times to live as tenths and as instants --------------------------------------------------------------


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


# --- header mapping ---------------------------------------------------------------------------------------


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


# fmt: off
CLIENT: tuple[Row, ...] = (
    ("JMSProducer's life ignored", "Sends without an end through a JMSProducer.",
     ("HM-15", "HM-18"), sends(simplified), "expiry", unlimited),
    ("unit of work unlimited", "Heeds a time to live outside units of work alone.",
     ("HM-15", "HM-18"), sends(transacted), "expiry", unlimited),
    ("destination of the send unlimited", "Heeds a time to live for the producer's own destination alone.",
     ("HM-15", "HM-18"), sends(named_on_send), "expiry", unlimited),
    ("publications without expiration element", "Writes an expiration for queues alone.",
     ("HM-19", "HM-48"), sends(publishes), "expiration_element", nothing),
    ("publications unlimited", "Publishes without an end.",
     ("HM-15", "HM-18", "HM-48"), sends(publishes), "expiry", unlimited),
)
# fmt: on
for one in CLIENT:
    register(one, "client_decisions")
