"""Scripts for adapters without MQI calls: plain puts and gets of a scenario, made by a JMS client instead.

Most of what is documented about expiry holds whoever puts and gets. A put becomes a send by a producer of its
own, with the time to live that its expiry says; a get becomes a receive. All of a script is put in these
words or nothing of it.

Left out are scripts that wait for long on a real clock, so that a run stays short, and, as the two are not
the same there, rules about the MQI itself, its units of work, browsing and matching gets, values of Expiry
that no time to live gives, the lengths and defaults of queues, and the kinds of persistence at a restart.
"""

from collections.abc import Iterator
from typing import Final

from mqtck.reference.vocabulary.abilities import Ability, abilities_needed
from mqtck.reference.vocabulary.commands import (
    Advance,
    Command,
    CreateProducer,
    GetMode,
    MqGet,
    MqPut,
    MqPut1,
    ProducerApi,
    Receive,
    Send,
    SetDeliveryMode,
    SetPriority,
    SetTimeToLive,
    Syncpoint,
)
from mqtck.reference.vocabulary.constants import UNLIMITED, DeliveryMode, Persistence
from mqtck.reference.vocabulary.messages import PutDescriptor, QueueDestination
from mqtck.reference.vocabulary.profile import ClockKind

from .expectations.checks import went_on
from .scripts import Action, Await, Do, Expect, Script, commands_of

_LONGEST: Final = 999_999_999
"""Tenths of a second: more than that is a matter of its own (EX-27 to EX-33)."""

_LONGEST_WAIT: Final = 25_000
"""Ms that a script may let pass on a real clock."""

_ALIKE: Final = frozenset(
    {
        *(Ability.LOCAL_QUEUES, Ability.MQI, Ability.JMS, Ability.MESSAGE_PRODUCER, Ability.JMS_PRODUCER),
        *(Ability.DELIVERY_DELAY, Ability.TRANSACTIONS, Ability.BROWSE, Ability.DEPTH),
        *(Ability.REPORT_OPTIONS, Ability.APPLICATION_HEADERS, Ability.CORRELATION_BYTES),
        *(Ability.PUT_INHIBIT, Ability.ALIAS_QUEUES, Ability.DELETE_QUEUE),
        *(Ability.DEAD_LETTER_QUEUE, Ability.RESTART, Ability.TOPICS, Ability.DURABLE_SUBSCRIPTIONS),
    }
)
"""What a scenario may be about beside the MQI: there it makes no difference who puts and gets."""

_OF_THE_MQI: Final = frozenset(
    {
        *("EX-01", "EX-02", "EX-03", "EX-08", "EX-42", "EX-43", "EX-44", "EX-45", "EX-63", "EX-64"),
    }
)
"""Rules about what an application of the MQI itself writes to MQMD.Expiry."""

_FIRST_ADDED: Final = -10_000
"""The handle of the first command that is added; further ones go down."""

_ADDED_AT_MOST: Final = 8


def in_jms(script: Script, rules: frozenset[str], abilities: frozenset[Ability], clock: ClockKind) -> Script:
    """The script of a scenario about these rules for an adapter with these abilities and such a clock.

    It is as it was unless the adapter lacks the MQI, and nothing but the MQI stands in the way.
    """
    if Ability.MQI in abilities or Ability.JMS not in abilities or rules & _OF_THE_MQI:
        return script
    commands = tuple(commands_of(script).values())
    needed = frozenset[Ability]().union(*map(abilities_needed, commands))
    if Ability.MQI not in needed or not needed <= _ALIKE:
        return script
    waited = sum(command.milliseconds for command in commands if isinstance(command, Advance))
    too_long = clock is ClockKind.REAL and waited > _LONGEST_WAIT
    if too_long or not all(_has_equal(command, needed) for command in commands):
        return script
    api = ProducerApi.MESSAGE_PRODUCER if Ability.MESSAGE_PRODUCER in abilities else ProducerApi.JMS_PRODUCER
    return tuple(said for action in script for said in _said(action, api))


def _has_equal(command: Command, needed: frozenset[Ability]) -> bool:
    """Whether a JMS client can do the same."""
    match command:
        case MqPut() | MqPut1():
            expiry, persistence = command.descriptor.expiry, command.descriptor.persistence
            kept = persistence is Persistence.PERSISTENT or Ability.RESTART not in needed
            return command.syncpoint is Syncpoint.OUTSIDE and kept and _is_life(expiry)
        case MqGet():
            plain = command.mode is GetMode.DESTRUCTIVE and command.match is None
            return plain and command.syncpoint is Syncpoint.OUTSIDE
        case _:
            return Ability.MQI not in abilities_needed(command)


def _is_life(expiry: int) -> bool:
    return expiry == UNLIMITED or 0 < expiry <= _LONGEST


def _said(action: Action, api: ProducerApi) -> Iterator[Action]:
    match action:
        case Do(command=MqPut() | MqPut1() as put, handle=handle, line=line):
            producer = f"producer of {put.message.label}"
            to = QueueDestination(put.queue)
            own = to if api is ProducerApi.MESSAGE_PRODUCER else None
            before = (
                CreateProducer(producer, api, put.connection, own),
                *_settings(producer, put.descriptor),
            )
            first = _FIRST_ADDED - _ADDED_AT_MOST * handle
            for place, command in enumerate(before):
                yield Do(command, first - place, line, action.unless_refused)
                yield Expect(went_on(first - place, "what the producer was told"), line)
            sent = Send(producer, put.message, None if own else to)
            yield Do(sent, handle, line, action.unless_refused)
        case Do(command=MqGet() as get) | Await(command=MqGet() as get):
            yield action._replace(command=Receive(get.queue, get.connection))
        case _:
            yield action


def _settings(producer: str, descriptor: PutDescriptor) -> Iterator[Command]:
    """What differs from what a producer does by itself."""
    if descriptor.expiry != UNLIMITED:
        yield SetTimeToLive(producer, descriptor.expiry * 100)
    if descriptor.priority >= 0:
        yield SetPriority(producer, descriptor.priority)
    if descriptor.persistence is Persistence.NOT_PERSISTENT:
        yield SetDeliveryMode(producer, DeliveryMode.NON_PERSISTENT)
