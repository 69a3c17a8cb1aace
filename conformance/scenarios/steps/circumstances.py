"""Applications that send in one of several ways, and messages that have everything that a message can have.

A rule holds whichever way a message was sent and whatever it has in it. These steps stand for plainer ones,
in the order of `ways`, so that a feature can name a way and need not tell it. What a message has here, a
table under the step adds to or replaces.
"""

from typing import Final

from mqtck.conformance.scenarios.builder import ScriptBuilder, ScriptError
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary.constants import DeliveryMode
from mqtck.reference.vocabulary.messages import QueueDestination

from .jms import Table, make_settings, outgoing
from .registry import read_step, step
from .types_producers import Setting
from .ways import WAYS, Way

EVERYTHING: Final = {
    "reply to": "REPLIES",
    "reply to priority": "9",
    "JMSCorrelationID": '"Bestellung für Zoë, 17 €"',
    "JMSType": '"invoice"',
    "JMSExpiration": "1",
    "length": "2000 characters",
}
"""All that a message can have and that does not decide about it, but for the report options."""


ANOTHER_CORRELATION: Final = frozenset({"JMSCorrelationID as bytes", "correlation id", "answers"})
"""The other forms of a correlation id, of which a message has one."""


def _with_everything(table: Table, **other: str) -> Table:
    told = {row[0]: row[1] for row in table}
    everything = {**EVERYTHING, **other, **told}
    if ANOTHER_CORRELATION & told.keys():
        everything.pop("JMSCorrelationID")
    return tuple(everything.items())


def _way(script: ScriptBuilder) -> Way:
    if not script.way:
        raise ScriptError("no application was said to send in any way")
    return WAYS[script.way]


def _read(script: ScriptBuilder, *said: str) -> None:
    for text in filter(None, said):
        read_step(script, text)


@step("an application that sends {way:Way}")
def application(script: ScriptBuilder, way: str) -> None:
    """What has to happen before anything else is set up."""
    script.way = way
    _read(script, WAYS[way].first)


@step("its producer has {settings:Settings}")
def its_producer(script: ScriptBuilder, settings: tuple[Setting, ...]) -> None:
    """The producer of this way, with settings beyond its own."""
    way = _way(script)
    _read(script, f"a {way.producer}")
    make_settings(script, settings)
    _read(script, way.before)


@step("its producer, with {settings:Settings}, sends {label:Label} to {queue:Queue}")
def its_producer_sends(script: ScriptBuilder, settings: tuple[Setting, ...], label: str, queue: str) -> None:
    """The same, and a plain message before those that the scenario is about."""
    its_producer(script, settings)
    script.send(outgoing(label, ()), script.producer, QueueDestination(queue=queue))


@step("the application sends {label:Label} with {settings:Settings} and with all that a message can have")
def application_sends(
    script: ScriptBuilder, label: str, settings: tuple[Setting, ...], table: Table = ()
) -> None:
    """The setters, the send, and the commit of the unit of work where there is one."""
    application_puts(script, label, settings, table)
    _read(script, _way(script).end)


@step(
    "the application sends, but does not commit, {label:Label} with {settings:Settings} "
    "and all that a message can have"
)
def application_puts(
    script: ScriptBuilder, label: str, settings: tuple[Setting, ...], table: Table = ()
) -> None:
    """In the unit of work, where there is one, which stays open."""
    way = _way(script)
    make_settings(script, settings)
    life = script.producer.life or 0
    form = f" {way.long_form} and a time to live of {life} ms" if way.long_form else ""
    everything = _with_everything(table, JMSCorrelationID=way.correlation_id)
    read_step(script, f'"{label}" is sent to {way.to}{form}', everything)


@step(
    "the application sends {label:Label} by the long form of send with a time to live of {time:Duration} "
    "and with all that a message can have"
)
def application_sends_long(script: ScriptBuilder, label: str, time: int, table: Table = ()) -> None:
    """send(destination, message, deliveryMode, priority, timeToLive), to ORDERS."""
    way = _way(script)
    message = outgoing(label, _with_everything(table, JMSCorrelationID=way.correlation_id))
    arguments = c.SendArguments(delivery_mode=DeliveryMode.NON_PERSISTENT, priority=9, time_to_live=time)
    script.send(message, script.producer, QueueDestination(queue="ORDERS"), arguments=arguments)
    _read(script, way.end)


@step("{message:Quoted} is sent to {place} with all that a message can have")
def sent_with_everything(script: ScriptBuilder, message: str, place: str, table: Table = ()) -> None:
    """In any form of send that names a destination, by the producer created last."""
    read_step(script, f"{message} is sent to {place}", _with_everything(table))


@step("{message:Quoted} is published with all that a message can have")
def published_with_everything(script: ScriptBuilder, message: str, table: Table = ()) -> None:
    read_step(script, f"{message} is published", _with_everything(table))


@step("{label:Label} is published with {settings:Settings} and with all that a message can have")
def published(script: ScriptBuilder, label: str, settings: tuple[Setting, ...], table: Table = ()) -> None:
    """By the producer created last, for its topic; committed where that is transacted."""
    published_uncommitted(script, label, settings, table)
    if script.producer.transacted:
        _read(script, "the unit of work is committed")


@step(
    "{label:Label} is published, but not committed, with {settings:Settings} and all that a message can have"
)
def published_uncommitted(
    script: ScriptBuilder, label: str, settings: tuple[Setting, ...], table: Table = ()
) -> None:
    make_settings(script, settings)
    read_step(script, f'"{label}" is published', _with_everything(table))


@step("nothing is {there} until {message:Quoted} is due")
def nothing_until_due(script: ScriptBuilder, there: str, message: str) -> None:
    """Neither at once nor 300 ms before the end of its delay: on a queue, or delivered to a subscriber."""
    look = f"nothing is {there} during the delay of {message}"
    if there.startswith("delivered"):
        look = f"nothing is {there} yet"
    _read(script, look, f"all but 300 ms of the delivery delay of {message} has passed", look)


@step("nothing else is there but {message:Quoted} on the staging queue")
def nothing_else(script: ScriptBuilder, message: str) -> None:
    """On the queue for replies, the dead-letter queue and the staging queue."""
    _read(
        script,
        "nothing is on REPLIES, nor on the dead-letter queue",
        f"a browser shows {message} on the staging queue",
    )
