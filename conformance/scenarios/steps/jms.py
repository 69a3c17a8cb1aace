"""Steps for the JMS client: producers, their settings, sends in all forms, units of work.

A producer has a session of its own unless a step says otherwise: settings of one must not reach another
where the scenario is about something else. Sends, setters and the rest of the current attempt concern the
producer that was created last, unless the step says "by the first producer".
"""

import re
from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from mqtck.conformance.scenarios.builder import Producer, ScriptBuilder, ScriptError
from mqtck.conformance.scenarios.features import FeatureError
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary.constants import PASS_EXPIRATION, DeliveryMode, DestinationPersistence
from mqtck.reference.vocabulary.messages import (
    GroupMembership,
    ImsHeader,
    OutgoingMessage,
    PresetHeaders,
    QueueDestination,
    Retention,
    TargetClient,
)

from .fixtures import delay_over
from .registry import step
from .types import report_options
from .types_producers import DESTINATION_PERSISTENCE, ProducerPhrase, Setting

Table = tuple[tuple[str, ...], ...]

# --- producers ---------------------------------------------------------------------------------------


@step("a {producer:Producer}")
def create_producer(script: ScriptBuilder, producer: ProducerPhrase) -> None:
    """In a session of its own. Settings are made in the order of the sentence."""
    number = len(script.producers) + 1
    session = "sender" if number == 1 else f"sender {number}"
    acknowledgement = c.Acknowledgement.TRANSACTED if producer.transacted else c.Acknowledgement.AUTOMATIC
    script.open_session(session, acknowledgement, producer.user)
    _create(script, producer, session)


@step("another {producer:Producer} in the same session")
def create_producer_beside(script: ScriptBuilder, producer: ProducerPhrase) -> None:
    """Shares session (or JMSContext) and unit of work with the producer created before it."""
    beside = script.producer
    _create(script, producer._replace(transacted=beside.transacted), beside.session)


def _create(script: ScriptBuilder, phrase: ProducerPhrase, session: str) -> None:
    name = f"producer {len(script.producers) + 1}"
    destination = None if phrase.queue is None else _destination(phrase.queue, phrase.settings)
    created = destination if phrase.api is c.ProducerApi.MESSAGE_PRODUCER else None
    script.call(
        c.CreateProducer(producer=name, api=phrase.api, session=session, destination=created),
        "createProducer",
    )
    script.producers.append(Producer(name, phrase.api, session, phrase.transacted, destination))
    make_settings(script, phrase.settings)


def _destination(queue: str, settings: tuple[Setting, ...]) -> QueueDestination:
    chosen = {setting.what: setting.value for setting in settings}
    plain = QueueDestination(queue=queue)
    return QueueDestination(
        queue=queue,
        persistence=DestinationPersistence(chosen.get("destination persistence", plain.persistence)),
        priority=chosen.get("destination priority", plain.priority),
        target_client=TargetClient.MQ if "target client" in chosen else TargetClient.JMS,
    )


@step("a {producer:Producer} is created")
def producer_is_created(script: ScriptBuilder, producer: ProducerPhrase) -> None:
    """The same, as an action whose outcome a Then step may judge."""
    create_producer(script, producer)


def make_settings(script: ScriptBuilder, settings: tuple[Setting, ...]) -> None:
    """Call the setters, in this order, on the producer created last."""
    for setting in settings:
        producer = script.producer
        match setting.what:
            case "delivery delay":
                command: c.Command = c.SetDeliveryDelay(producer=producer.name, milliseconds=setting.value)
                script.call(command, "setDeliveryDelay")
                script.set_producer(producer._replace(delay=max(setting.value, 0)))
            case "time to live":
                command = c.SetTimeToLive(producer=producer.name, milliseconds=setting.value)
                script.call(command, "setTimeToLive")
                script.set_producer(producer._replace(life=setting.value))
            case "priority":
                script.call(c.SetPriority(producer=producer.name, priority=setting.value), "setPriority")
            case "delivery mode":
                mode = DeliveryMode(setting.value)
                command = c.SetDeliveryMode(producer=producer.name, delivery_mode=mode)
                script.call(command, "setDeliveryMode")
            case "message ids":
                script.call(c.DisableMessageId(producer=producer.name), "setDisableMessageID")
            case "destination persistence" | "destination priority" | "target client":
                pass
            case unknown:
                raise ScriptError(f"no setting is called {unknown}")


@step("the delivery delay is set to {time:Duration}")
def set_delivery_delay(script: ScriptBuilder, time: int) -> None:
    make_settings(script, (Setting("delivery delay", time),))


@step("the delivery delay is set to -{number:Number} ms")
def set_negative_delay(script: ScriptBuilder, number: int) -> None:
    make_settings(script, (Setting("delivery delay", -number),))


@step("the time to live is set to {time:Duration}")
def set_time_to_live(script: ScriptBuilder, time: int) -> None:
    make_settings(script, (Setting("time to live", time),))


@step("the time to live is set to unlimited")
def set_unlimited_life(script: ScriptBuilder) -> None:
    """setTimeToLive(0)."""
    make_settings(script, (Setting("time to live", 0),))


@step("the priority is set to {priority:Number}")
def set_priority(script: ScriptBuilder, priority: int) -> None:
    make_settings(script, (Setting("priority", priority),))


# --- sends -------------------------------------------------------------------------------------------


@step("{labels:Labels} are sent")
@step("{labels:Labels} is sent")
def send(script: ScriptBuilder, labels: tuple[str, ...], table: Table = ()) -> None:
    """One send a label. A table gives properties of the message (see `outgoing`)."""
    for label in labels:
        script.send(outgoing(label, table), script.producer)


@step("{label:Label} is sent and comes due")
def send_and_wait(script: ScriptBuilder, label: str, table: Table = ()) -> None:
    send(script, (label,), table)
    delay_over(script, label)


@step("{label:Label} is sent to {queue:Queue}")
def send_to(script: ScriptBuilder, label: str, queue: str, table: Table = ()) -> None:
    """The form of send that names a destination."""
    script.send(outgoing(label, table), script.producer, QueueDestination(queue=queue))


@step("{label:Label} is sent to {queue:Queue} on {manager:QueueManager}")
def send_to_queue_of(script: ScriptBuilder, label: str, queue: str, manager: str) -> None:
    """The same with a destination that names its queue manager."""
    destination = QueueDestination(queue=queue, queue_manager=manager)
    script.send(OutgoingMessage(label=label), script.producer, destination)


@step("{label:Label} is sent to {queue:Queue} on {manager:QueueManager} as {settings:Settings}")
def send_to_destination_of(
    script: ScriptBuilder, label: str, queue: str, manager: str, settings: tuple[Setting, ...]
) -> None:
    """The same with properties of the destination."""
    destination = replace(_destination(queue, settings), queue_manager=manager)
    script.send(OutgoingMessage(label=label), script.producer, destination)


@step("{label:Label} is sent to {queue:Queue} as {settings:Settings}")
def send_to_destination(
    script: ScriptBuilder, label: str, queue: str, settings: tuple[Setting, ...], table: Table = ()
) -> None:
    """The same with properties of the destination: as a destination whose persistence is persistent."""
    script.send(outgoing(label, table), script.producer, _destination(queue, settings))


@step("{label:Label} is sent by the first producer")
def send_by_first(script: ScriptBuilder, label: str, table: Table = ()) -> None:
    script.send(outgoing(label, table), script.producers[0])


@step("{label:Label} is sent by the second producer")
def send_by_second(script: ScriptBuilder, label: str, table: Table = ()) -> None:
    script.send(outgoing(label, table), script.producers[1])


@step("{label:Label} is sent with {settings:Settings}")
def send_with(script: ScriptBuilder, label: str, settings: tuple[Setting, ...]) -> None:
    """The setters first, in the order of the sentence, then the send."""
    make_settings(script, settings)
    script.send(OutgoingMessage(label=label), script.producer)


@step(
    "{label:Label} is sent by the long form of send with delivery mode {mode:Mode}, "
    "priority {priority:Number} and a time to live of {time:Duration}"
)
def send_long(
    script: ScriptBuilder, label: str, mode: DeliveryMode, priority: int, time: int, table: Table = ()
) -> None:
    """send(message, deliveryMode, priority, timeToLive)."""
    arguments = c.SendArguments(delivery_mode=mode, priority=priority, time_to_live=time)
    script.send(outgoing(label, table), script.producer, arguments=arguments)


@step(
    "{label:Label} is sent to {queue:Queue} by the long form of send with delivery mode {mode:Mode}, "
    "priority {priority:Number} and a time to live of {time:Duration}"
)
def send_long_to(
    script: ScriptBuilder,
    label: str,
    queue: str,
    mode: DeliveryMode,
    priority: int,
    time: int,
    table: Table = (),
) -> None:
    """send(destination, message, deliveryMode, priority, timeToLive)."""
    arguments = c.SendArguments(delivery_mode=mode, priority=priority, time_to_live=time)
    destination = QueueDestination(queue=queue)
    script.send(outgoing(label, table), script.producer, destination, arguments=arguments)


@step(
    "{label:Label} is sent to {queue:Queue} as {settings:Settings} by the long form of send with "
    "delivery mode {mode:Mode}, priority {priority:Number} and a time to live of {time:Duration}"
)
def send_long_to_destination(
    script: ScriptBuilder,
    label: str,
    queue: str,
    settings: tuple[Setting, ...],
    mode: DeliveryMode,
    priority: int,
    time: int,
) -> None:
    """The same with properties of the destination."""
    arguments = c.SendArguments(delivery_mode=mode, priority=priority, time_to_live=time)
    destination = _destination(queue, settings)
    script.send(OutgoingMessage(label=label), script.producer, destination, arguments=arguments)


@step("{label:Label} is sent by the long form of send with a time to live of {time:Duration}")
def send_long_with_life(script: ScriptBuilder, label: str, time: int) -> None:
    """The same with the defaults of JMS for delivery mode and priority."""
    send_long(script, label, DeliveryMode.PERSISTENT, 4, time)


@step("{label:Label} is sent by the long form of send with an unlimited time to live")
def send_long_unlimited(script: ScriptBuilder, label: str, table: Table = ()) -> None:
    send_long(script, label, DeliveryMode.PERSISTENT, 4, 0, table)


@step("{label:Label} of {length:Number} characters is sent")
def send_of_length(script: ScriptBuilder, label: str, length: int) -> None:
    script.send(OutgoingMessage(label=label, length=length), script.producer)


@step("{label:Label} is sent as message {sequence:Number} of the group {group:Label}")
def send_in_group(script: ScriptBuilder, label: str, sequence: int, group: str) -> None:
    """JMSXGroupID and JMSXGroupSeq."""
    membership = GroupMembership(group_id=group, sequence=sequence)
    script.send(OutgoingMessage(label=label, group=membership), script.producer)


@step("{label:Label} is sent with the group {group:Label} but no sequence number")
def send_with_group_id(script: ScriptBuilder, label: str, group: str) -> None:
    """JMSXGroupID alone."""
    membership = GroupMembership(group_id=group, sequence=None)
    script.send(OutgoingMessage(label=label, group=membership), script.producer)


def _characters(text: str) -> int:
    """Text like "5000 characters"."""
    number, _, unit = text.partition(" ")
    if unit != "characters":
        raise FeatureError(f'a length is given in characters, as in "5000 characters", not {text}')
    return int(number)


def _first_of(text: str) -> GroupMembership:
    """Text like 'the group "batch-7"'."""
    return GroupMembership(group_id=text.removeprefix("the group ").strip('"'), sequence=1)


_REPLY_FORMAT_NONE: Final = 0x8
_IMS_FLAGS: Final = {
    "none": 0,
    "MQIIH_PASS_EXPIRATION": PASS_EXPIRATION,
    "MQIIH_REPLY_FORMAT_NONE": _REPLY_FORMAT_NONE,
    "MQIIH_PASS_EXPIRATION and MQIIH_REPLY_FORMAT_NONE": PASS_EXPIRATION | _REPLY_FORMAT_NONE,
}
_PROPERTIES: Final[dict[str, tuple[str, Callable[[str], Any]]]] = {
    "length": ("length", _characters),
    "report options": ("report", report_options),
    "reply to": ("reply_to", str),
    "correlation id": ("correlation_id", str),
    "message object of": ("same_object_as", lambda text: text.strip('"')),
    "JMSType": ("jms_type", lambda text: text.strip('"')),
    "JMSCorrelationID as bytes": ("correlation_bytes", str),
    "IMS flags": ("ims_header", lambda text: ImsHeader(_IMS_FLAGS[text])),
    "answers": ("correlates_with", lambda text: text.strip('"')),
    "JMS_IBM_RETAIN": ("retained", lambda text: Retention[text]),
    "first message of": ("group", _first_of),
}
_REPLY: Final[dict[str, tuple[str, Callable[[str], Any]]]] = {
    "reply to queue manager": ("queue_manager", str),
    "reply to persistence": ("persistence", lambda text: DESTINATION_PERSISTENCE[text]),
    "reply to priority": ("priority", int),
    "reply to target client": ("target_client", lambda text: TargetClient[text]),
}
_PRESETS: Final[dict[str, tuple[str, Callable[[str], Any]]]] = {
    "JMSMessageID": ("message_id", lambda text: text.strip('"')),
    "JMSTimestamp": ("timestamp", int),
    "JMSDeliveryMode": ("delivery_mode", lambda text: int(DeliveryMode[text])),
    "JMSPriority": ("priority", int),
    "JMSExpiration": ("expiration", int),
}


def outgoing(label: str, table: Table) -> OutgoingMessage:
    """A message with the properties of a table of two columns.

    Rows: length (in characters), report options, reply to and what else there is to say of that
    destination, the forms of a correlation id, JMSType, message object of, IMS flags, JMS_IBM_RETAIN, first
    message of (a group, by its JMSXGroupID); and the JMS header fields that the application presets on the
    message, by their names.
    """
    properties: dict[str, Any] = {}
    presets: dict[str, Any] = {}
    reply: dict[str, Any] = {}
    for name, value in table:
        if name in _PROPERTIES:
            field, convert = _PROPERTIES[name]
            properties[field] = convert(value)
        elif name in _PRESETS:
            field, convert = _PRESETS[name]
            presets[field] = convert(value)
        elif name in _REPLY:
            field, convert = _REPLY[name]
            reply[field] = convert(value)
        elif name == "JMSCorrelationID":
            properties |= correlation_id(value.strip('"'))
        else:
            known = ", ".join((*_PROPERTIES, "JMSCorrelationID", *_REPLY, *_PRESETS))
            raise FeatureError(f'"{name}" is no property of a message; known are {known}.')
    if presets:
        properties["preset"] = PresetHeaders(**presets)
    if reply:
        properties["reply_destination"] = QueueDestination(properties["reply_to"], **reply)
    return OutgoingMessage(label=label, **properties)


def correlation_id(text: str) -> dict[str, str]:
    """What setJMSCorrelationID is given: the id of a message, or any other string."""
    if re.fullmatch("ID:[0-9a-f]{48}", text):
        return {"correlation_id": text.removeprefix("ID:")}
    return {"correlation_text": text}


# --- units of work -----------------------------------------------------------------------------------


@step("the unit of work is committed")
def commit(script: ScriptBuilder) -> None:
    """Of the session of the producer created last."""
    session = script.producer.session
    script.commit(c.Commit(session=session), session, "commit")


@step("the unit of work is rolled back")
def roll_back(script: ScriptBuilder) -> None:
    session = script.producer.session
    script.roll_back(c.Rollback(session=session), session, "rollback")


@step("the session is closed")
def close_session(script: ScriptBuilder) -> None:
    """That of the producer created last, which is not transacted: it is opened anew, which closes it."""
    anew = c.OpenSession(session=script.producer.session, queue_manager=script.queue_manager)
    script.call(anew, "close")
