"""Misreadings that are right but for some calls: a form of send, a kind of get, a unit of work, a topic.

Each row names the calls during which a decision is another one.
"""

from collections.abc import Callable
from unittest.mock import patch

from mqtck.reference.vocabulary.commands import (
    Browse,
    Command,
    GetMode,
    MatchCorrelationId,
    MqGet,
    ProducerApi,
    Receive,
    Send,
    SetDeliveryDelay,
    SetTimeToLive,
    Syncpoint,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, UNLIMITED, DeliveryMode
from mqtck.reference.vocabulary.messages import TopicDestination
from mqtck.reference.vocabulary.outcomes import Outcome
from mqtck.reference.vocabulary.publications import ReceivePublication

from .client_decisions import IdHint
from .jms_client import Producer
from .misreading import misreading
from .objects import Message
from .world import SimulatedWorld

Calls = Callable[[SimulatedWorld, Command], bool]
Decision = Callable[..., object]
Row = tuple[str, str, tuple[str, ...], Calls, str, Decision]

# --- which calls ------------------------------------------------------------------------------------

Sends = Callable[[Send | SetDeliveryDelay | SetTimeToLive, Producer], bool]


def sends(concerned: Sends) -> Calls:
    """Sends by some producers, or in some forms, and the setters before them."""

    def calls(world: SimulatedWorld, command: Command) -> bool:
        if not isinstance(command, Send | SetDeliveryDelay | SetTimeToLive):
            return False
        producer = world.calls.jms.producers.get(command.producer)
        return producer is not None and concerned(command, producer)

    return calls


def looks(concerned: Callable[[Command], bool]) -> Calls:
    """Gets and browses of some kinds."""
    return lambda _, command: concerned(command)


def long_form(command: Send | SetDeliveryDelay | SetTimeToLive, _: Producer) -> bool:
    return isinstance(command, Send) and command.arguments is not None


def named_on_send(_: object, producer: Producer) -> bool:
    return producer.destination is None and producer.api is ProducerApi.MESSAGE_PRODUCER


def transacted(_: object, producer: Producer) -> bool:
    return producer.session.unit is not None


def non_persistent(command: Send | SetDeliveryDelay | SetTimeToLive, producer: Producer) -> bool:
    own = command.arguments if isinstance(command, Send) else None
    return (own.delivery_mode if own else producer.delivery_mode) == DeliveryMode.NON_PERSISTENT


def publishes(command: Send | SetDeliveryDelay | SetTimeToLive, producer: Producer) -> bool:
    named = command.topic if isinstance(command, Send) else None
    return named is not None or isinstance(producer.destination, TopicDestination)


def matched(command: Command) -> bool:
    return isinstance(command, MqGet) and command.match is not None


def by_correlation_id(command: Command) -> bool:
    return isinstance(command, MqGet) and isinstance(command.match, MatchCorrelationId)


def in_syncpoint(command: Command) -> bool:
    return isinstance(command, MqGet) and command.syncpoint is Syncpoint.WITHIN


def under_cursor(command: Command) -> bool:
    return isinstance(command, MqGet) and command.mode is GetMode.UNDER_CURSOR


def browse_next(command: Command) -> bool:
    return isinstance(command, MqGet) and command.mode is GetMode.BROWSE_NEXT


def jms_browser(command: Command) -> bool:
    return isinstance(command, Browse)


def jms_receive(command: Command) -> bool:
    return isinstance(command, Receive)


def subscriber(command: Command) -> bool:
    return isinstance(command, ReceivePublication)


def of_staging(command: Command) -> bool:
    return isinstance(command, MqGet | Browse | Receive) and command.queue == STAGING_QUEUE


# --- what is decided otherwise ----------------------------------------------------------------------


def no(*_: object) -> bool:
    return False


def yes(*_: object) -> bool:
    return True


def zero(*_: object) -> int:
    return 0


def whole_life(message: Message, _: int) -> int:
    return message.expiry


def hint_followed(shown: str, _: object, hint: IdHint) -> str | None:
    return None if hint is IdHint.DISABLED else shown


def default_priority(*_: object) -> int:
    return 4


def unlimited(*_: object) -> int:
    return UNLIMITED


STAGED = ("DD-01", "DD-03", "DD-05", "DD-06", "DD-07", "DD-43", "DD-42", "DD-45")
CONFLICT = ("DD-25", "DD-26", "DD-30", "DD-31")
OVER = ("EX-17", "EX-18", "EX-34")
AGES = ("EX-05", "EX-10")

# fmt: off
CLIENT: tuple[Row, ...] = (
    ("long form without delay", "Forgets the delay in the long form of send.",
     STAGED, sends(long_form), "effective_delay", zero),
    ("destination of the send without delay", "Delays for the producer's own destination alone.",
     STAGED, sends(named_on_send), "effective_delay", zero),
    ("unit of work without delay", "Sends at once in a unit of work.",
     STAGED, sends(transacted), "effective_delay", zero),
    ("non-persistent without delay", "Delays persistent messages alone.",
     STAGED, sends(non_persistent), "effective_delay", zero),
    ("conflict of a publication accepted", "Compares life and delay for queues alone.",
     CONFLICT, sends(publishes), "conflict", no),
    ("conflict in a unit of work accepted", "Compares life and delay outside units of work alone.",
     CONFLICT, sends(transacted), "conflict", no),
    ("conflict of the non-persistent accepted", "Compares life and delay for persistent messages alone.",
     CONFLICT, sends(non_persistent), "conflict", no),
    ("group of publications accepted", "Takes a group with a delay when it is published.",
     ("DD-36",), sends(publishes), "group_refused", no),
    ("group in a unit of work accepted", "Takes a group with a delay in a unit of work.",
     ("DD-36",), sends(transacted), "group_refused", no),
    ("publications without id when disabled", "Follows the hint to do without ids for topics.",
     ("HM-31", "HM-28", "HM-30", "HM-48"), sends(publishes), "returned_id", hint_followed),
    ("unit of work without id when disabled", "Follows the hint to do without ids in a unit of work.",
     ("HM-31", "HM-28", "HM-30"), sends(transacted), "returned_id", hint_followed),
    ("publications of default priority", "Publishes with the default priority.",
     ("HM-24", "HM-48"), sends(publishes), "priority", default_priority),
    ("publications unlimited", "Publishes without an end.",
     ("HM-15", "HM-18", "HM-48"), sends(publishes), "expiry", unlimited),
)
QUEUE_MANAGER: tuple[Row, ...] = (
    ("retained in a unit of work accepted", "Delays what is to be retained in a unit of work.",
     ("DD-33",), sends(transacted), "retained_refused", no),
    ("retained and not persistent accepted", "Delays what is to be retained but is not persistent.",
     ("DD-33",), sends(non_persistent), "retained_refused", no),
    ("expired returned by correlation id", "Returns an expired message that is asked for by correlation id.",
     (*OVER, "X-46"), looks(by_correlation_id), "returnable", yes),
    ("expired browsed on staging", "Shows expired messages on the staging queue.",
     (*OVER, "X-46"), looks(of_staging), "returnable", yes),
    ("expired received by a subscriber", "Lets a subscriber receive an expired publication.",
     OVER, looks(subscriber), "returnable", yes),
    ("expired browsed next", "Looks at the life with the first browse alone.",
     OVER, looks(browse_next), "returnable", yes),
    ("expired received", "Lets a JMS client receive an expired message.",
     OVER, looks(jms_receive), "returnable", yes),
    ("browse next discards nothing", "Passes expired messages in a continued browse.",
     ("EX-13", "EX-12"), looks(browse_next), "discards", no),
    ("matched get discards nothing", "Passes expired messages that were asked for by an id.",
     ("EX-12", "EX-13"), looks(matched), "discards", no),
    ("get from staging discards nothing", "Passes expired messages on the staging queue.",
     ("EX-12", "EX-13", "X-46", "X-14"), looks(of_staging), "discards", no),
    ("browser reports nothing", "Discards without a report where a JMS browser looks.",
     ("EX-21", "EX-13", "EX-39"), looks(jms_browser), "expiration_report_wanted", no),
    ("get in syncpoint reports nothing", "Discards without a report in a unit of work.",
     ("EX-21", "EX-39"), looks(in_syncpoint), "expiration_report_wanted", no),
    ("matched get reports nothing", "Discards without a report what was asked for by an id.",
     ("EX-21", "EX-39", "X-46"), looks(matched), "expiration_report_wanted", no),
    ("get under the cursor reports nothing", "Discards without a report under the cursor.",
     ("EX-21", "EX-39", "EX-41"), looks(under_cursor), "expiration_report_wanted", no),
    ("get in syncpoint shows the whole life", "Shows the Expiry that was put in a unit of work.",
     AGES, looks(in_syncpoint), "remaining_expiry", whole_life),
    ("get under the cursor shows the whole life", "Shows the Expiry that was put under the cursor.",
     AGES, looks(under_cursor), "remaining_expiry", whole_life),
    ("browser shows the whole life", "Shows the Expiry that was put in a JMS browser.",
     AGES, looks(jms_browser), "remaining_expiry", whole_life),
)
# fmt: on


def register(row: Row, decider: str) -> None:
    """A misreading in the calls of its row; `decider` is `client_decisions` or `decisions`."""
    name, sentence, rules, concerned, decision, otherwise = row

    class InSomeCalls(SimulatedWorld):
        def execute(self, command: Command) -> Outcome:
            if not concerned(self, command):
                return super().execute(command)
            with patch.object(getattr(self, decider), decision, otherwise):
                return super().execute(command)

    misreading(name, sentence, *rules)(InSomeCalls)


for one in CLIENT:
    register(one, "client_decisions")
for one in QUEUE_MANAGER:
    register(one, "decisions")
