"""Sentences that say what two steps say, one after the other, without another word between them.

A feature is read by people, and much of what it says belongs together: a queue and the dead-letter queue
behind it, a producer and the queue that it is for, a message that arrives and that nothing else does. Such
a sentence stands for steps that exist, in the order given, and means nothing of its own; a table under it
belongs to the first of them that takes one.
"""

from collections.abc import Callable, Sequence
from typing import Final

from mqtck.conformance.scenarios.builder import ScriptBuilder

from .jms import Table
from .registry import CONJUNCTION, halves, read_step, step, takes_table

_SENT: Final = "{message:Quoted} is sent"
_PUT: Final = "{message:Quoted} is put to {queue:Queue}"
_DUE_WHILE: Final = "{message:Quoted} is {sent:Name} and comes due while {queue:Queue} has {changes:Changes}"

JOINED: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    # What there is.
    ("a queue {queue:Queue} and a dead-letter queue", ("a queue {queue}", "a dead-letter queue")),
    ("a queue {queue:Queue} and no dead-letter queue", ("a queue {queue}", "no dead-letter queue")),
    (
        "a queue {queue:Queue} and a clock that the tester sets",
        ("a clock that the tester sets", "a queue {queue}"),
    ),
    ("a {producer} for a queue {queue:Queue}", ("a queue {queue}", "a {producer} for {queue}")),
    (
        "a {producer} for a queue {queue:Queue} with {settings}",
        ("a queue {queue}", "a {producer} for {queue} with {settings}"),
    ),
    (
        "a queue {target} with an alias queue {queue:Queue}",
        ("a queue {target}", "an alias queue {queue} of {target}"),
    ),
    ("a {producer} for a topic {topic:Queue}", ("a topic {topic}", "a {producer} for the topic {topic}")),
    (
        "a {producer} for a topic {topic:Queue} with {settings}",
        ("a topic {topic}", "a {producer} for the topic {topic} with {settings}"),
    ),
    ("a topic {topic:Queue} and a queue {queue:Queue}", ("a topic {topic}", "a queue {queue}")),
    *(
        (
            f"a topic {{topic:Queue}} with a {kind} subscriber {{name:Name}}",
            ("a topic {topic}", f"a {kind} subscriber {{name}} to {{topic}}"),
        )
        for kind in ("non-durable", "durable", "transacted")
    ),
    *(
        (
            f"a topic {{topic:Queue}} with {{attributes}}, and a {kind} subscriber {{name:Name}}",
            ("a topic {topic} with {attributes}", f"a {kind} subscriber {{name}} to {{topic}}"),
        )
        for kind in ("non-durable", "durable", "transacted")
    ),
    (
        "subscriptions to {topic:Queue} that deliver to {one:Queue} and {other:Queue}",
        (
            "a subscription to {topic} that delivers to {one}",
            "a subscription to {topic} that delivers to {other}",
        ),
    ),
    (
        "the user {name:Name} may put to {queue:Queue} and to {other:Queue}",
        ("the user {name} may put to {queue}", "the user {name} may put to {other}"),
    ),
    (
        "the sender channel of {queue} has {sender} and the receiver channel on {name} {receiver}",
        ("the sender channel of {queue} has {sender}", "the receiver channel on {name} has {receiver}"),
    ),
    (
        "a dead-letter queue {queue:Queue} on {name:QueueManager} with an AMS policy",
        ("a dead-letter queue {queue} on {name}", "an AMS policy {queue} on {name}"),
    ),
    # What happens.
    (
        "a dead-letter queue {queue:Queue} on {name:QueueManager} with an AMS policy is defined",
        ("a dead-letter queue {queue} on {name} is defined", "an AMS policy {queue} on {name} is defined"),
    ),
    (
        _PUT + " and dead-lettered on {place} by the channel of {other:Queue}",
        (
            "{message} is put to {queue}",
            "the channel of {other} runs for 1 s",
            "{message} was moved to {place}",
        ),
    ),
    (
        _DUE_WHILE,
        ("{message} is {sent}", "{message} comes due while {queue} has {changes}"),
    ),
    (
        _DUE_WHILE + " and {other:Queue} {others:Changes}",
        (
            "{message} is {sent}",
            "{other} is altered to {others} during the delay of {message}",
            "{message} comes due while {queue} has {changes}",
        ),
    ),
    (
        _DUE_WHILE + ", {other:Queue} {others:Changes} and {last:Queue} {lasts:Changes}",
        (
            "{message} is {sent}",
            "{other} is altered to {others} during the delay of {message}",
            "{last} is altered to {lasts} during the delay of {message}",
            "{message} comes due while {queue} has {changes}",
        ),
    ),
    (
        "{message:Quoted} is {sent:Name} and comes due after the queue manager is restarted",
        ("{message} is {sent}", "the queue manager is restarted", "the delivery delay of {message} is over"),
    ),
    (
        "{message:Quoted} is {sent:Name} and expires while the queue manager is down",
        ("{message} is {sent}", "{message} expires while the queue manager is down"),
    ),
    (
        _SENT + ", and {queue:Queue} is altered to {attributes} during its delay",
        ("{message} is sent", "{queue} is altered to {attributes} during the delay of {message}"),
    ),
    (
        _SENT + ", and {one:Queue} and {other:Queue} are altered to {changes:Changes} during its delay",
        (
            "{message} is sent",
            "{one} is altered to {changes} during the delay of {message}",
            "{other} is altered to {changes} during the delay of {message}",
        ),
    ),
    (
        "{one:Queue} and {other:Queue} are altered to {changes:Changes}",
        ("{one} is altered to {changes}", "{other} is altered to {changes}"),
    ),
    (
        "{one:Quoted} is sent by the first producer and {other:Quoted} by the second",
        ("{one} is sent by the first producer", "{other} is sent by the second producer"),
    ),
    (
        "{message:Quoted} is sent, and {time:Time} later the unit of work is committed",
        ("{message} is sent", "{time} pass", "the unit of work is committed"),
    ),
    (
        "{message:Quoted} is {sent}, and its life is over",
        ("{message} is {sent}", "the life of {message} is over"),
    ),
    (
        "{message:Quoted} comes due after the queue manager is restarted",
        ("the queue manager is restarted", "the delivery delay of {message} is over"),
    ),
    (
        "the queue manager is down for {time:Time}",
        ("the queue manager is ended", "{time} pass", "the queue manager is started"),
    ),
    (
        "{message:Quoted} expires while the queue manager is down",
        ("the queue manager is ended", "the life of {message} is over", "the queue manager is started"),
    ),
    # What is seen.
    ("after {time:Time} {what:Said}", ("{time} pass", "{what}")),
    (
        "after its delivery delay {message:Quoted} {what:Said}",
        ("the delivery delay of {message} is over", "{message} {what}"),
    ),
    (
        "after the delivery delay of {message:Quoted} {what:Said}",
        ("the delivery delay of {message} is over", "{what}"),
    ),
    ("after the life of {message:Quoted} {what:Said}", ("the life of {message} is over", "{what}")),
    (
        "{time} after its send {message:Quoted} still waits on the staging queue",
        ("{time} have passed since {message} was sent", "{message} still waits on the staging queue"),
    ),
    (
        "{message:Quoted} is delivered to {queue} with {field:Field} {value:Written}",
        ("{message} is delivered to {queue}", "its {field} is {value}"),
    ),
    (
        "MQGET from {queue} returns {message:Quoted} with {field:Field} {value:Written}",
        ("MQGET from {queue} returns {message}", "its {field} is {value}"),
    ),
    (
        "{message:Quoted} is delivered to {queue:Queue} with about {left} left",
        ("{message} is delivered to {queue}", "the remaining expiry of {message} is about {left}"),
    ),
    (
        "MQGET from {queue} returns {message:Quoted} with about {left} left",
        ("MQGET from {queue} returns {message}", "the remaining expiry of {message} is about {left}"),
    ),
)
"""What is said at once, and what that stands for."""


def _read(script: ScriptBuilder, said: Sequence[str], table: Table) -> None:
    first = next(filter(takes_table, said), said[0])
    for text in said:
        read_step(script, text, table if text is first else ())


def _reader(parts: tuple[str, ...]) -> Callable[..., None]:
    def read(script: ScriptBuilder, table: Table = (), **words: str) -> None:
        _read(script, [part.format(**words) for part in parts], table)

    return read


@step(CONJUNCTION)
def both(script: ScriptBuilder, what: str, more: str, table: Table = ()) -> None:
    """Two sentences that are one, none of them in other words."""
    _read(script, halves(f"{what}, and {more}"), table)


for _sentence, _parts in JOINED:
    step(_sentence)(_reader(_parts))
