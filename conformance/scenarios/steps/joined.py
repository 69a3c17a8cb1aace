"""Sentences that say what two steps say, one after the other, without another word between them.

A feature is read by people, and much of what it says belongs together: a queue and the dead-letter queue
behind it, a producer and the queue that it is for, a message that arrives and that nothing else does. Such
a sentence stands for steps that exist, in the order given, and means nothing of its own; a table under it
belongs to the first of them that takes one.
"""

from collections.abc import Callable
from typing import Final

from mqtck.conformance.scenarios.builder import ScriptBuilder

from .jms import Table
from .registry import read_step, step, takes_table

JOINED: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    # What there is.
    ("a queue {queue:Queue} and a dead-letter queue", ("a queue {queue}", "a dead-letter queue")),
    ("a queue {queue:Queue} and no dead-letter queue", ("a queue {queue}", "no dead-letter queue")),
    ("{queues}, and a dead-letter queue", ("{queues}", "a dead-letter queue")),
    ("{queues}, and no dead-letter queue", ("{queues}", "no dead-letter queue")),
    ("{queues}, and a dead-letter queue with {room}", ("{queues}", "a dead-letter queue with {room}")),
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
        "{message:Quoted} is sent and comes due while {queue} has {attributes}",
        ("{message} is sent", "{message} comes due while {queue} has {attributes}"),
    ),
    (
        "{message:Quoted} is sent, and {queue:Queue} is altered to {attributes} during its delay",
        ("{message} is sent", "{queue} is altered to {attributes} during the delay of {message}"),
    ),
    (
        "{one:Queue} and {other:Queue} are altered to {changes:Changes}",
        ("{one} is altered to {changes}", "{other} is altered to {changes}"),
    ),
    (
        "{messages} is sent, and the unit of work is committed",
        ("{messages} is sent", "the unit of work is committed"),
    ),
    (
        "{messages} are sent, and the unit of work is committed",
        ("{messages} are sent", "the unit of work is committed"),
    ),
    (
        "{messages} is sent, and the unit of work is rolled back",
        ("{messages} is sent", "the unit of work is rolled back"),
    ),
    (
        "{messages} are sent, and the unit of work is rolled back",
        ("{messages} are sent", "the unit of work is rolled back"),
    ),
    (
        "{one:Quoted} is sent by the first producer and {other:Quoted} by the second",
        ("{one} is sent by the first producer", "{other} is sent by the second producer"),
    ),
    (
        "{what:Said}, and the channel of {queue:Queue} runs for {time}",
        ("{what}", "the channel of {queue} runs for {time}"),
    ),
    (
        "{message:Quoted} is sent, and {time} later the unit of work is committed",
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
        "the queue manager is down for {time}",
        ("the queue manager is ended", "{time} pass", "the queue manager is started"),
    ),
    (
        "{message:Quoted} expires while the queue manager is down",
        ("the queue manager is ended", "the life of {message} is over", "the queue manager is started"),
    ),
    ("{what:Said}, and {number} {unit:Name} pass", ("{what}", "{number} {unit} pass")),
    ("{what:Said}, and {number} {unit:Name} passes", ("{what}", "{number} {unit} passes")),
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
    ("{what:Said}, and nothing else is on {queue}", ("{what}", "nothing else is on {queue}")),
    ("{what:Said}, and nothing is on {queues}", ("{what}", "nothing is on {queues}")),
    ("{what:Said}, and the depth of {queue:Queue} is {count}", ("{what}", "the depth of {queue} is {count}")),
    (
        "{what:Said}, and nothing is delivered to the subscriber {name:Name}",
        ("{what}", "nothing is delivered to the subscriber {name}"),
    ),
    (
        "{what:Said}, and nothing else is delivered to the subscriber {name:Name}",
        ("{what}", "nothing else is delivered to the subscriber {name}"),
    ),
)
"""What is said at once, and what that stands for."""


def _reader(parts: tuple[str, ...]) -> Callable[..., None]:
    def read(script: ScriptBuilder, table: Table = (), **words: str) -> None:
        said = [part.format(**words) for part in parts]
        first = next(filter(takes_table, said), said[0])
        for text in said:
            read_step(script, text, table if text is first else ())

    return read


for _sentence, _parts in JOINED:
    step(_sentence)(_reader(_parts))
