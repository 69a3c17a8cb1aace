"""Messages of a scenario with something else about them: another priority, a report option, other lengths."""

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from mqtck.conformance.cases.draws import Draws
from mqtck.reference.vocabulary.commands import (
    Command,
    CreateProducer,
    MqPut,
    MqPut1,
    Send,
    SetDeliveryDelay,
    SetDeliveryMode,
    SetPriority,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import DeliveryMode, Persistence, Report
from mqtck.reference.vocabulary.messages import OutgoingMessage

from .common import HALF, PUTS, Commands, Variation, queues_of

_PRIORITIES: Final = (0, 1, 4, 5, 8, 9)
_DELAYS: Final = (1000, 2000, 5000, 60_000)
_LIVES: Final = (1000, 2000, 3000, 5000, 10_000, 61_000, 3_600_000)
_TENTH: Final = 100

_REPORTS: Final = (
    Report.EXPIRATION,
    Report.EXPIRATION_WITH_FULL_DATA,
    Report.EXCEPTION,
    Report.EXCEPTION_WITH_FULL_DATA,
    Report.DISCARD_MSG,
    Report.EXCEPTION | Report.DISCARD_MSG,
    Report.EXPIRATION | Report.EXCEPTION,
    Report.EXPIRATION | Report.PASS_DISCARD_AND_EXPIRY,
    Report.EXCEPTION | Report.PASS_DISCARD_AND_EXPIRY | Report.DISCARD_MSG,
)


def _another_priority(draws: Draws, commands: Commands) -> Iterator[Command]:
    priority = draws.one_of(_PRIORITIES)
    for command in commands:
        match command:
            case CreateProducer(producer=name):
                yield command
                yield SetPriority(name, priority)
            case SetPriority() | Send(arguments=None):
                yield command
            case Send(arguments=arguments) if arguments is not None:
                yield replace(command, arguments=replace(arguments, priority=priority))
            case MqPut() | MqPut1():
                yield replace(command, descriptor=replace(command.descriptor, priority=priority))
            case _:
                yield command


def _another_persistence(draws: Draws, commands: Commands) -> Iterator[Command]:
    persistent = draws.chance(HALF)
    mode = DeliveryMode.PERSISTENT if persistent else DeliveryMode.NON_PERSISTENT
    persistence = Persistence.PERSISTENT if persistent else Persistence.NOT_PERSISTENT
    for command in commands:
        match command:
            case CreateProducer(producer=name):
                yield command
                yield SetDeliveryMode(name, mode)
            case Send(arguments=arguments) if arguments is not None:
                yield replace(command, arguments=replace(arguments, delivery_mode=mode))
            case MqPut() | MqPut1():
                yield replace(command, descriptor=replace(command.descriptor, persistence=persistence))
            case _:
                yield command


def _another_life(draws: Draws, commands: Commands) -> Iterator[Command]:
    life = draws.one_of(_LIVES)
    for command in commands:
        match command:
            case CreateProducer(producer=name):
                yield command
                yield SetTimeToLive(name, life)
            case MqPut() | MqPut1():
                yield replace(command, descriptor=replace(command.descriptor, expiry=life // _TENTH))
            case _:
                yield command


def _a_delay(draws: Draws, commands: Commands) -> Iterator[Command]:
    delay = draws.one_of(_DELAYS)
    for command in commands:
        yield command
        if isinstance(command, CreateProducer):
            yield SetDeliveryDelay(command.producer, delay)


def _with_reports(draws: Draws, commands: Commands) -> Iterator[Command]:
    queues = queues_of(commands)
    report = draws.one_of(_REPORTS)
    for command in commands:
        if queues and isinstance(command, (Send, *PUTS)) and not command.message.report:
            reply_to = command.message.reply_to or draws.one_of(queues)
            yield replace(command, message=replace(command.message, report=int(report), reply_to=reply_to))
        else:
            yield command


def _longer(draws: Draws, commands: Commands) -> Iterator[Command]:
    length = draws.one_of((0, 1, 101, 1000, 5000))
    for command in commands:
        if isinstance(command, (Send, *PUTS)) and _is_plain(command.message):
            yield replace(command, message=replace(command.message, length=length))
        else:
            yield command


def _header_field_once(draws: Draws, commands: Commands) -> Iterator[Command]:
    """Some messages have a header field that the others of the producer have not."""
    for command in commands:
        if isinstance(command, Send) and draws.chance(HALF):
            message = command.message
            if draws.chance(HALF):
                message = replace(message, jms_type="urgent")
            elif message.correlation_id is message.correlation_bytes is message.correlates_with is None:
                message = replace(message, correlation_text="one")
            yield replace(command, message=message)
        else:
            yield command


def _is_plain(message: OutgoingMessage) -> bool:
    return message.length is None and message.transmission_header is None


OF_MESSAGES: Final[Mapping[str, Variation]] = {
    "another priority": _another_priority,
    "another persistence": _another_persistence,
    "another life": _another_life,
    "a delay": _a_delay,
    "reports": _with_reports,
    "another length": _longer,
    "header fields of one message": _header_field_once,
}
