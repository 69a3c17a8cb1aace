"""Misreadings that forget a question which a send is to be asked, or what a producer was given.

The questions are forgotten where a message asks for more than others do: a report, to be discarded rather
than dead-lettered, a delay of weeks, a life of its own. What was given is forgotten when something else
happens: a receive, a rollback, the end of another session.
"""

from collections.abc import Callable

import msgspec

from mqtck.reference.vocabulary.commands import (
    Command,
    OpenSession,
    Receive,
    Rollback,
    Send,
    SetDeliveryDelay,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import DEFAULT_DELIVERY_MODE, DEFAULT_PRIORITY, ReasonCode, Report
from mqtck.reference.vocabulary.outcomes import Outcome, Refused

from .decisions import Check
from .jms_client import Producer
from .misreading import misreading
from .world import SimulatedWorld
from .wrong_in_other_calls import all_but
from .wrong_in_some_calls import CONFLICT, Row, long_form, no, register, sends

Call = Send | SetDeliveryDelay | SetTimeToLive
A_DAY = 86_400_000

# --- which sends ------------------------------------------------------------------------------------


def named_with_a_life(command: Call, producer: Producer) -> bool:
    """send(destination, message, deliveryMode, priority, timeToLive)."""
    return long_form(command, producer) and isinstance(command, Send) and command.destination is not None


def reporting(command: Call, _: Producer) -> bool:
    return isinstance(command, Send) and bool(command.message.report & ~Report.DISCARD_MSG)


def discardable(command: Call, _: Producer) -> bool:
    return isinstance(command, Send) and bool(command.message.report & Report.DISCARD_MSG)


def for_weeks(_: Call, producer: Producer) -> bool:
    return producer.delay > A_DAY


# --- what is not asked ------------------------------------------------------------------------------

WHO_AND_WHERE = frozenset({Check.EXISTS, Check.AUTHORITY})
OF_THE_TARGET = ("DD-110", "DD-111", "DD-112", "DD-38", "DD-39")

# fmt: off
CLIENT: tuple[Row, ...] = (
    ("conflict of a named queue's long form accepted",
     "Compares life and delay in the long form of a producer's own destination alone.",
     CONFLICT, sends(named_with_a_life), "conflict", no),
)
QUEUE_MANAGER: tuple[Row, ...] = (
    ("authority with reports not asked", "Asks for authority where a message asks for no report.",
     ("DD-46", "DD-47"), sends(reporting), "checks_at_send", all_but(Check.AUTHORITY)),
    ("existence with reports not asked", "Asks whether there is a target where a message asks for no report.",
     ("DD-75", "DD-38"), sends(reporting), "checks_at_send", all_but(Check.EXISTS)),
    ("target of the discardable not asked", "Takes any message that may be discarded, if there is a target.",
     OF_THE_TARGET, sends(discardable), "checks_at_send", WHO_AND_WHERE),
    ("target in weeks not asked", "Takes any message for a target whose delay is longer than a day.",
     OF_THE_TARGET, sends(for_weeks), "checks_at_send", WHO_AND_WHERE),
)
# fmt: on

for one in CLIENT:
    register(one, "client_decisions")
for one in QUEUE_MANAGER:
    register(one, "decisions")


@misreading(
    "conflict of a named queue's long form reported otherwise",
    "Takes a life below the delay for an unknown option in the long form that names a queue.",
    *CONFLICT,
)
class ReportedOtherwise(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if (
            isinstance(command, Send)
            and isinstance(outcome, Refused)
            and outcome.reason == ReasonCode.EXPIRY_ERROR
            and named_with_a_life(command, self.calls.jms.producers[command.producer])
        ):
            return msgspec.structs.replace(outcome, reason=ReasonCode.OPTIONS_ERROR)
        return outcome


# --- what is forgotten ------------------------------------------------------------------------------

Event = Callable[[SimulatedWorld, Command, Producer], bool]


def receives(world: SimulatedWorld, command: Command, producer: Producer) -> bool:
    """Outside units of work, in the session of the producer."""
    own = producer.session
    return (
        isinstance(command, Receive)
        and own.unit is None
        and world.calls.jms.sessions.get(command.session) is own
    )


def rolls_back(world: SimulatedWorld, command: Command, producer: Producer) -> bool:
    return isinstance(command, Rollback) and world.calls.jms.sessions.get(command.session) is producer.session


def closes_another(world: SimulatedWorld, command: Command, producer: Producer) -> bool:
    """Opened anew, a session is closed first."""
    if not isinstance(command, OpenSession):
        return False
    closed = world.calls.jms.sessions.get(command.session)
    return closed is not None and closed is not producer.session


def no_delay(producer: Producer) -> None:
    producer.delay = 0


def no_life(producer: Producer) -> None:
    producer.time_to_live = 0


def defaults(producer: Producer) -> None:
    producer.priority = DEFAULT_PRIORITY
    producer.delivery_mode = DEFAULT_DELIVERY_MODE


DELAY = ("DD-01", "DD-03", "DD-04", "DD-05", "DD-06", "DD-07", "DD-43")
LIFE = ("HM-14", "HM-15", "X-05", "HM-48")
MODE_AND_PRIORITY = ("HM-08", "HM-10", "HM-11", "HM-12", "HM-24", "HM-25", "HM-48")

# fmt: off
FORGETS: tuple[tuple[str, str, tuple[str, ...], Event, Callable[[Producer], None]], ...] = (
    ("delay lost in a receive", "Forgets delays when their session receives outside units of work.",
     DELAY, receives, no_delay),
    ("delay lost with another session", "Forgets all delays when another session is closed.",
     DELAY, closes_another, no_delay),
    ("life lost in a receive", "Forgets lives when their session receives outside units of work.",
     LIFE, receives, no_life),
    ("life lost in a rollback", "Forgets lives when their unit of work is rolled back.",
     LIFE, rolls_back, no_life),
    ("life lost with another session", "Forgets all lives when another session is closed.",
     LIFE, closes_another, no_life),
    ("defaults behind a receive", "Goes back to the defaults when a session receives outside units of work.",
     MODE_AND_PRIORITY, receives, defaults),
    ("defaults behind a rollback", "Goes back to the defaults when a unit of work is rolled back.",
     MODE_AND_PRIORITY, rolls_back, defaults),
    ("defaults behind another session", "Goes back to the defaults when another session is closed.",
     MODE_AND_PRIORITY, closes_another, defaults),
)
# fmt: on


def _register(
    name: str, sentence: str, rules: tuple[str, ...], event: Event, forget: Callable[[Producer], None]
) -> None:
    class Forgets(SimulatedWorld):
        def execute(self, command: Command) -> Outcome:
            for producer in self.calls.jms.producers.values():
                if event(self, command, producer):
                    forget(producer)
            return super().execute(command)

    misreading(name, sentence, *rules)(Forgets)


for row in FORGETS:
    _register(*row)
