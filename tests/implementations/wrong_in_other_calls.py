"""Misreadings in one API, one form of call or one unit of work alone, further ones."""

import msgspec

from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    Command,
    FailDelayProcessor,
    GetMode,
    MatchMessageId,
    MqGet,
    MqPut,
    MqPut1,
    ProducerApi,
    Receive,
    Send,
    SetDeliveryDelay,
    SetTimeToLive,
    StartQueueManager,
    Switch,
    Syncpoint,
)
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER, STAGING_QUEUE

from .client_decisions import DelaySetting
from .decisions import Check
from .jms_client import Producer
from .objects import AliasQueue, Delay, RemoteQueue
from .world import SimulatedWorld
from .written_headers import TypeElements
from .wrong_in_some_calls import (
    AGES,
    CONFLICT,
    OVER,
    STAGED,
    Row,
    default_priority,
    hint_followed,
    in_syncpoint,
    jms_receive,
    long_form,
    looks,
    matched,
    named_on_send,
    no,
    non_persistent,
    of_staging,
    publishes,
    register,
    sends,
    subscriber,
    transacted,
    unlimited,
    whole_life,
    yes,
    zero,
)

Call = Send | SetDeliveryDelay | SetTimeToLive
A_THOUSAND_YEARS = 1000 * 365 * 86_400_000

# --- which calls ------------------------------------------------------------------------------------


def simplified(_: Call, producer: Producer) -> bool:
    return producer.api is ProducerApi.JMS_PRODUCER


def delayed(_: Call, producer: Producer) -> bool:
    return producer.delay != 0


def by_another_name(command: Call, producer: Producer) -> bool:
    """To the name of an alias or a remote queue."""
    destination = getattr(command, "destination", None) or producer.destination
    definitions = producer.session.manager.definitions
    return isinstance(definitions.get(getattr(destination, "queue", "")), AliasQueue | RemoteQueue)


def but_setting_the_life(command: Call, _: Producer) -> bool:
    return not isinstance(command, SetTimeToLive)


def but_setting_the_delay(command: Call, _: Producer) -> bool:
    return not isinstance(command, SetDeliveryDelay)


def by_message_id(command: Command) -> bool:
    return isinstance(command, MqGet) and isinstance(command.match, MatchMessageId)


def with_a_lock(command: Command) -> bool:
    return isinstance(command, MqGet) and command.mode is GetMode.BROWSE_FIRST_AND_LOCK


def received_in_a_unit_of_work(world: SimulatedWorld, command: Command) -> bool:
    if not isinstance(command, Receive):
        return False
    session = world.calls.jms.sessions.get(command.session)
    return session is not None and session.unit is not None


def put_in_syncpoint(command: Command) -> bool:
    return isinstance(command, MqPut | MqPut1) and command.syncpoint is Syncpoint.WITHIN


def put1(command: Command) -> bool:
    return isinstance(command, MqPut1)


def put_elsewhere(world: SimulatedWorld, command: Command) -> bool:
    """By another name than that of a local queue."""
    if not isinstance(command, MqPut | MqPut1):
        return False
    manager = world.mqi.connection(command.connection).manager
    return isinstance(manager.definitions.get(command.queue), AliasQueue | RemoteQueue)


def time_passes(command: Command) -> bool:
    return isinstance(command, Advance)


def queue_manager_starts(command: Command) -> bool:
    return isinstance(command, StartQueueManager)


def processor_fails(command: Command) -> bool:
    return isinstance(command, FailDelayProcessor)


def enabled(command: Command, name: str) -> bool:
    """The staging queue's GET or PUT."""
    return (
        isinstance(command, AlterQueue)
        and command.queue == STAGING_QUEUE
        and getattr(command.changes, name) is Switch.ENABLED
    )


def gets_enabled(command: Command) -> bool:
    return enabled(command, "get")


def puts_enabled(command: Command) -> bool:
    return enabled(command, "put")


def without_dead_letter_queue(world: SimulatedWorld, _: Command) -> bool:
    return world.simulation.managers[DEFAULT_QUEUE_MANAGER].dead_letter_queue is None


def with_dead_letter_queue(world: SimulatedWorld, command: Command) -> bool:
    return not without_dead_letter_queue(world, command)


def after_a_failed_attempt(world: SimulatedWorld, _: Command) -> bool:
    return any(manager.processor.waits_to_try_again() for manager in world.simulation.managers.values())


# --- what is decided otherwise ----------------------------------------------------------------------


def unending(*_: object) -> None:
    return None


nothing = unending


def no_type(*_: object) -> TypeElements:
    return TypeElements()


def after_the_delay(now: int, time_to_live: int, delay: int) -> int | None:
    return None if time_to_live == 0 else now + time_to_live + delay


def in_32_bits(setting: DelaySetting) -> int:
    return setting.milliseconds % 2**32


def below(time_to_live: int, delay: int) -> bool:
    return time_to_live < delay


def not_persistent(*_: object) -> int:
    return 0


def forgotten(delay: Delay, _: int) -> Delay:
    return msgspec.structs.replace(delay, due=delay.due + A_THOUSAND_YEARS)


def overdue_forgotten(delay: Delay, now: int) -> Delay:
    return forgotten(delay, now) if delay.due <= now else delay


def all_but(check: Check) -> frozenset[Check]:
    return frozenset(Check) - {check}


AT_DELIVERY = frozenset({Check.PUT_ENABLED, Check.LENGTH, Check.FULLNESS})
BINDING = ("DD-19", "DD-20", "DD-15")
TOPIC = ("DD-120", "DD-121", "DD-122", "X-30")
RETRIED = ("DD-99", "X-54", "X-36")

# fmt: off
CLIENT: tuple[Row, ...] = (
    ("JMSProducer's conflict accepted", "Compares life and delay for a MessageProducer alone.",
     (*CONFLICT, "DD-15", "DD-16"), sends(simplified), "conflict", no),
    ("JMSProducer's group accepted", "Refuses groups with a delay of a MessageProducer alone.",
     ("DD-36", "DD-15"), sends(simplified), "group_refused", no),
    ("JMSProducer's delay in 32 bits", "Keeps the delay of a JMSProducer in 32 bits of ms.",
     ("DD-01", "DD-04", "DD-05"), sends(simplified), "effective_delay", in_32_bits),
    ("JMSProducer's life ignored", "Sends without an end through a JMSProducer.",
     ("HM-15", "HM-18"), sends(simplified), "expiry", unlimited),
    ("JMSProducer of default priority", "Heeds setPriority of a MessageProducer alone.",
     ("HM-24",), sends(simplified), "priority", default_priority),
    ("JMSProducer without id when disabled", "Follows the hint to do without ids of a JMSProducer.",
     ("HM-31", "HM-28", "HM-30"), sends(simplified), "returned_id", hint_followed),
    ("publications without delay", "Delays for queues alone.",
     (*STAGED, "DD-116", "DD-117"), sends(publishes), "effective_delay", zero),
    ("delayed without id when disabled", "Follows the hint to do without ids where there is a delay.",
     ("HM-31", "HM-28", "HM-30", "X-04", "X-01"), sends(delayed), "returned_id", hint_followed),
    ("delayed publications end later", "Adds the delay to JMSExpiration of publications.",
     ("X-05", "HM-14", "HM-19"), sends(publishes), "expiration", after_the_delay),
    ("unit of work of default priority", "Heeds a priority outside units of work alone.",
     ("HM-24",), sends(transacted), "priority", default_priority),
    ("unit of work unlimited", "Heeds a time to live outside units of work alone.",
     ("HM-15", "HM-18"), sends(transacted), "expiry", unlimited),
    ("destination of the send unlimited", "Heeds a time to live for the producer's own destination alone.",
     ("HM-15", "HM-18"), sends(named_on_send), "expiry", unlimited),
    ("life of 0 in the long form refused", "Takes 0 in the long form of send for less than the delay.",
     ("DD-28", "DD-30"), sends(long_form), "conflict", below),
    ("no id before the commit", "Returns the id of a message no sooner than it is committed.",
     ("HM-28", "HM-27", "HM-30"), sends(transacted), "returned_id", nothing),
    ("delayed of default priority", "Stages with the default priority.",
     ("HM-24", "X-28", "X-42"), sends(delayed), "priority", default_priority),
    ("delayed not persistent", "Stages what is not persistent.",
     ("HM-10", "X-42", "HM-12", "HM-08"), sends(delayed), "persistence", not_persistent),
    ("publications without priority element", "Writes a priority for queues alone.",
     ("HM-25", "HM-48"), sends(publishes), "priority_element", nothing),
    ("publications without expiration element", "Writes an expiration for queues alone.",
     ("HM-19", "HM-48"), sends(publishes), "expiration_element", nothing),
    ("publications without correlation element", "Writes a string of the application for queues alone.",
     ("HM-46", "HM-48"), sends(publishes), "correlation_element", nothing),
    ("publications without type", "Writes JMSType for queues alone.",
     ("HM-38", "HM-48"), sends(publishes), "type_elements", no_type),
    ("conflict asked by setTimeToLive alone", "Compares life and delay where a life is set.",
     ("DD-26", "DD-30", "DD-31"), sends(but_setting_the_life), "conflict", no),
    ("conflict asked by setDeliveryDelay alone", "Compares life and delay where a delay is set.",
     ("DD-25", "DD-30", "DD-31"),
     sends(but_setting_the_delay), "conflict", no),
)
QUEUE_MANAGER: tuple[Row, ...] = (
    ("JMSProducer's retained accepted", "Delays what is to be retained through a JMSProducer.",
     ("DD-33", "DD-15"), sends(simplified), "retained_refused", no),
    ("binding in a unit of work accepted", "Asks for DEFBIND outside units of work alone.",
     BINDING, sends(transacted), "binding_refused", no),
    ("JMSProducer's binding accepted", "Asks for DEFBIND for a MessageProducer alone.",
     BINDING, sends(simplified), "binding_refused", no),
    ("binding of the send's destination accepted", "Asks for DEFBIND of a producer's own destination.",
     BINDING, sends(named_on_send), "binding_refused", no),
    ("binding of the non-persistent accepted", "Asks for DEFBIND for persistent messages alone.",
     BINDING, sends(non_persistent), "binding_refused", no),
    ("topic in a unit of work not asked", "Asks for PMSGDLV outside units of work alone.",
     TOPIC, sends(transacted), "publication_refused", no),
    ("JMSProducer's topic not asked", "Asks for PMSGDLV for a MessageProducer alone.",
     (*TOPIC, "DD-15"), sends(simplified), "publication_refused", no),
    ("put-disabled in a unit of work not asked", "Asks for PUT of the target outside units of work alone.",
     ("DD-110", "DD-38"), sends(transacted), "checks_at_send", all_but(Check.PUT_ENABLED)),
    ("length in a unit of work not asked", "Asks for MAXMSGL of the target outside units of work.",
     ("DD-111", "DD-38"), sends(transacted), "checks_at_send", all_but(Check.LENGTH)),
    ("fullness in a unit of work not asked", "Asks whether the target is full outside units of work.",
     ("DD-112", "DD-38", "DD-39"), sends(transacted), "checks_at_send", all_but(Check.FULLNESS)),
    ("fullness for the non-persistent not asked", "Asks whether the target is full for persistent messages.",
     ("DD-112", "DD-38", "DD-39"), sends(non_persistent), "checks_at_send", all_but(Check.FULLNESS)),
    ("authority in a unit of work not asked", "Asks for authority outside units of work alone.",
     ("DD-46", "DD-47"), sends(transacted), "checks_at_send", all_but(Check.AUTHORITY)),
    ("existence in a unit of work not asked", "Asks whether there is a target outside units of work alone.",
     ("DD-75", "DD-38"), sends(transacted), "checks_at_send", all_but(Check.EXISTS)),
    ("JMSProducer's authority not asked", "Asks for authority for a MessageProducer alone.",
     ("DD-46", "DD-47"), sends(simplified), "checks_at_send", all_but(Check.AUTHORITY)),
    ("staging limits in a unit of work ignored", "Overfills the staging queue in a unit of work.",
     ("DD-39", "DD-53", "DD-38"), sends(transacted), "checks_on_staging", frozenset({Check.EXISTS})),
    ("length on the staging queue in a unit of work not asked",
     "Asks for MAXMSGL of the staging queue outside units of work.",
     ("DD-53", "DD-38"), sends(transacted), "checks_on_staging", all_but(Check.LENGTH)),
    ("length on the staging queue of publications not asked",
     "Asks for MAXMSGL of the staging queue where a message is for a queue.",
     ("DD-53", "DD-38"), sends(publishes), "checks_on_staging", all_but(Check.LENGTH)),
    ("staging limits behind other names ignored",
     "Overfills the staging queue with messages for alias and remote queues.",
     ("DD-39", "DD-53", "DD-38"), sends(by_another_name), "checks_on_staging", frozenset({Check.EXISTS})),
    ("expired returned by message id", "Returns an expired message that is asked for by message id.",
     OVER, looks(by_message_id), "returnable", yes),
    ("expired browsed with a lock", "Shows expired messages to a browse that locks.",
     OVER, looks(with_a_lock), "returnable", yes),
    ("expired returned in syncpoint", "Returns expired messages in a unit of work.",
     OVER, looks(in_syncpoint), "returnable", yes),
    ("expired received in a unit of work", "Lets a transacted session receive an expired message.",
     OVER, received_in_a_unit_of_work, "returnable", yes),
    ("matched get shows the whole life", "Shows the Expiry that was put to a get by an id.",
     AGES, looks(matched), "remaining_expiry", whole_life),
    ("receive shows the whole life", "Shows the Expiry that was put to a JMS client.",
     AGES, looks(jms_receive), "remaining_expiry", whole_life),
    ("lock shows the whole life", "Shows the Expiry that was put to a browse that locks.",
     AGES, looks(with_a_lock), "remaining_expiry", whole_life),
    ("subscriber shows the whole life", "Shows the Expiry that was put to a subscriber.",
     (*AGES, "DD-79"), looks(subscriber), "remaining_expiry", whole_life),
    ("recall shows the whole life", "Shows the Expiry that was put to a get from the staging queue.",
     (*AGES, "X-46", "DD-79"), looks(of_staging), "remaining_expiry", whole_life),
    ("receive reports nothing", "Discards without a report where a JMS client receives.",
     ("EX-21", "EX-12", "EX-39"), looks(jms_receive), "expiration_report_wanted", no),
    ("subscriber reports nothing", "Discards without a report where a subscriber receives.",
     ("EX-21", "EX-12"), looks(subscriber), "expiration_report_wanted", no),
    ("recall reports nothing", "Discards without a report on the staging queue.",
     ("EX-21", "X-46", "DD-82", "X-12"), looks(of_staging), "expiration_report_wanted", no),
    ("lock discards nothing", "Passes expired messages in a browse that locks.",
     ("EX-13", "EX-12"), looks(with_a_lock), "discards", no),
    ("receive discards nothing", "Passes expired messages where a JMS client receives.",
     ("EX-12",), looks(jms_receive), "discards", no),
    ("syncpoint discards nothing", "Passes expired messages in a unit of work.",
     ("EX-12", "EX-38"), looks(in_syncpoint), "discards", no),
    ("MQPUT1 unlimited", "Heeds Expiry in MQPUT alone.",
     ("EX-01", "EX-04", "EX-10", "EX-17", "EX-05"), looks(put1), "end_of_life", unending),
    ("put in syncpoint unlimited", "Heeds Expiry outside units of work alone.",
     ("EX-01", "EX-04", "EX-10", "EX-17", "EX-23", "EX-05"), looks(put_in_syncpoint), "end_of_life",
     unending),
    ("limit outside units of work alone", "Enforces the limit of Expiry outside units of work alone.",
     ("EX-27", "EX-29", "EX-28"), looks(put_in_syncpoint), "expiry_refused", no),
    ("limit on local queues alone", "Enforces the limit of Expiry where a queue is named by its own name.",
     ("EX-27", "EX-29", "EX-28"), put_elsewhere, "expiry_refused", no),
    ("put-disabled target filled", "Delivers to a target that is put-disabled by then.",
     ("DD-98", "DD-97", "DD-49", "DD-114"), looks(time_passes), "checks_at_delivery",
     AT_DELIVERY - {Check.PUT_ENABLED}),
    ("too long for its target by then", "Delivers what is too long for its target by then.",
     ("DD-98", "DD-97", "DD-49", "DD-114"), looks(time_passes), "checks_at_delivery",
     AT_DELIVERY - {Check.LENGTH}),
    ("full target filled", "Delivers to a target that is full by then.",
     ("DD-98", "DD-97", "DD-49", "DD-114", "EX-35"), looks(time_passes), "checks_at_delivery",
     AT_DELIVERY - {Check.FULLNESS}),
    ("given up without a queue", "Drops a message whose target fails where there is no dead-letter queue.",
     RETRIED, without_dead_letter_queue, "keeps_after_failed_disposal", no),
    ("given up at an unusable queue", "Drops a message that the dead-letter queue does not take.",
     RETRIED, with_dead_letter_queue, "keeps_after_failed_disposal", no),
    ("no exception report at a later attempt", "Reports a failure at the first attempt or never.",
     ("DD-101", "DD-100", "DD-99", "DD-104"), after_a_failed_attempt, "exception_report_wanted", no),
    ("no expiration report at a later attempt", "Drops without a report what expires while it is kept.",
     ("X-18", "EX-21", "DD-82", "EX-26"), after_a_failed_attempt, "expiration_report_wanted", no),
    ("staged before a failure forgotten", "Starts again without the messages that are staged.",
     ("DD-96", "DD-10", "X-54"), looks(processor_fails), "after_restart", forgotten),
    ("overdue forgotten at start", "Starts without the messages whose time has passed.",
     ("DD-95", "DD-86", "X-45", "DD-10"), looks(queue_manager_starts), "after_restart", overdue_forgotten),
    ("overdue forgotten when gets are enabled", "Goes on without what came due while GET was disabled.",
     ("DD-92", "DD-10"), looks(gets_enabled), "after_restart", overdue_forgotten),
    ("overdue forgotten when puts are enabled", "Goes on without what came due while PUT was disabled.",
     ("DD-94", "DD-93", "DD-10"), looks(puts_enabled), "after_restart", overdue_forgotten),
)
# fmt: on

for one in CLIENT:
    register(one, "client_decisions")
for one in QUEUE_MANAGER:
    register(one, "decisions")
