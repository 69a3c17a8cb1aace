"""Of which overlapping calls the order makes a difference (`orders`).

For most calls of different clients it makes none: settings of a client's own producer, puts, and looks at
different queues lead to the same state in either order. Only orders of calls that depend on one another are
followed. Among puts, a delayed one is refused where a queue is full (DD-112), and does not fill one itself.
"""

from collections import Counter
from typing import Final

from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    Browse,
    Command,
    Commit,
    Connect,
    CreateProducer,
    DefineLocalQueue,
    DisableMessageId,
    MqBackout,
    MqCommit,
    MqGet,
    MqPut,
    MqPut1,
    OpenSession,
    ReadDepth,
    Receive,
    Rollback,
    Send,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    SetDeliveryMode,
    SetPriority,
    Setter,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.outcomes import Refused
from mqtck.reference.vocabulary.traces import Step

Put = Send | MqPut | MqPut1
LookAtQueue = Receive | MqGet | Browse | ReadDepth
End = Commit | Rollback | MqCommit | MqBackout

LITTLE_ROOM: Final = 1000
"""Messages that fill a queue, up to which the order of its puts is looked at."""

_NOWHERE: Final = ""


def client_of(command: Command) -> str | None:
    """Who makes the call, as far as the command tells: calls of one client follow one another."""
    match command:
        case Receive(session=session) | Commit(session=session) | Rollback(session=session):
            return f"session {session}"
        case OpenSession(session=session):
            return f"session {session}"
        case MqPut() | MqPut1() | MqGet() | MqCommit() | MqBackout() | Connect():
            return f"connection {command.connection}"
        case Send() | SetDeliveryDelay() | SetTimeToLive() | SetPriority() | SetDeliveryMode():
            return f"producer {command.producer}"
        case DisableMessageId(producer=name):
            return f"producer {name}"
        case CreateProducer(session=session):
            return f"session {session}"
        case _:
            return None


def looked_at(command: Command) -> str | None:
    """The queue that a get, a browse or a depth is about."""
    return command.queue if isinstance(command, LookAtQueue) else None


class Dependence:
    """Tells calls that depend on one another, by what was seen of definitions and producers so far."""

    def __init__(self) -> None:
        self._targets: dict[str, str] = {}
        self._reporting: set[str] = set()
        self._reported_to: set[str] = set()
        self._linked: set[str] = {_NOWHERE}
        self._sessions: dict[str, str] = {}
        self._touched: dict[str, set[str]] = {}
        self._delaying: set[str] = set()
        self._room: dict[str, int] = {}
        self._puts: Counter[str] = Counter()

    def learn(self, command: Command) -> None:
        """Note what a call tells of where messages go.

        A queue that has another name (an alias, say), or that some other definition mentions, is `_linked`:
        what happens to it may depend on any call.
        """
        if isinstance(command, Put | LookAtQueue):
            self._touched.setdefault(self._client(command), set()).add(self._queue(command) or _NOWHERE)
        if isinstance(command, Put):
            self._puts[self._queue(command) or _NOWHERE] += 1
        match command:
            case CreateProducer(producer=name, destination=destination, session=session):
                self._targets[name] = destination.queue if destination else _NOWHERE
                self._sessions[f"producer {name}"] = f"session {session}"
            case Send(message=message) | MqPut(message=message) | MqPut1(message=message):
                if message.report and message.reply_to is not None:
                    self._reported_to.add(message.reply_to)
                    self._reporting.add(self._queue(command) or _NOWHERE)
            case SetDeadLetterQueue(queue=queue):
                self._reported_to.add(queue or _NOWHERE)
            case SetDeliveryDelay(producer=name, milliseconds=delay) if delay:
                self._delaying.add(name)
            case DefineLocalQueue(queue=queue, attributes=attributes) if attributes.trigger is None:
                self._narrow(queue, attributes.max_depth)
            case AlterQueue(queue=queue, changes=changes):
                self._narrow(queue, changes.max_depth)
            case _ if not isinstance(
                command, Setter | LookAtQueue | End | OpenSession | Connect | AlterQueue
            ):
                texts = (getattr(command, name) for name in command.__struct_fields__)
                self._linked.update(text for text in texts if isinstance(text, str))
            case _:
                pass

    def holds(self, one: Step, other: Step) -> bool:
        """Whether the order of two calls of different clients may make a difference."""
        about = one.command, other.command
        if any(isinstance(command, Setter | CreateProducer | OpenSession | Connect) for command in about):
            return False
        queue, another = self._queue(one.command), self._queue(other.command)
        if all(isinstance(command, Put) for command in about):
            refused = isinstance(one.outcome, Refused) or isinstance(other.outcome, Refused)
            touching = one.ended == other.started or other.ended == one.started
            filling = queue == another and self._may_fill(queue, one.command, other.command)
            return refused or filling or (touching and queue == another)
        if all(isinstance(command, ReadDepth) for command in about):
            return False
        if all(isinstance(command, Put | End) for command in about):
            return False
        if isinstance(one.command, End) and another is not None:
            return self._settles(one.command, another)
        if isinstance(other.command, End) and queue is not None:
            return self._settles(other.command, queue)
        if queue is None or another is None:
            return True
        if queue == another or queue in self._linked or another in self._linked:
            return True
        return self._reaches(one.command, queue, another) or self._reaches(other.command, another, queue)

    def _narrow(self, queue: str, depth: int | None) -> None:
        """Keep the least room that a queue has had where that is little."""
        if depth is not None and depth <= LITTLE_ROOM:
            self._room[queue] = min(depth, self._room.get(queue, depth))

    def _may_fill(self, queue: str | None, *puts: Command) -> bool:
        """Whether of two puts to a queue one is delayed, and the other may have filled it."""
        delayed = [isinstance(put, Send) and put.producer in self._delaying for put in puts]
        room = self._room.get(queue or _NOWHERE)
        return any(delayed) and not all(delayed) and room is not None and self._puts[queue or ""] > room

    def _settles(self, command: End, queue: str) -> bool:
        """Whether the end of a unit of work may be seen on a queue: one that its client ever used."""
        touched = self._touched.get(self._client(command), set())
        return bool({queue, *self._linked} & touched) or queue in {
            *self._linked,
            *self._reported_to,
            STAGING_QUEUE,
        }

    def _client(self, command: Command) -> str:
        client = client_of(command) or _NOWHERE
        return self._sessions.get(client, client)

    def _reaches(self, command: Command, queue: str, another: str) -> bool:
        """Whether a call on one queue may put something to another one: a report, a delayed message."""
        match command:
            case ReadDepth():
                return False
            case Receive() | MqGet() | Browse():
                return another in self._reported_to and queue in {*self._reporting, STAGING_QUEUE}
            case Send() | MqPut() | MqPut1():
                staged = another == STAGING_QUEUE and isinstance(command, Send)
                return staged or (bool(command.message.report) and another in self._reported_to)
            case _:
                return True

    def _queue(self, command: Command) -> str | None:
        """The queue that a put or a look is about; None for every other call."""
        match command:
            case Send(producer=producer, destination=destination, topic=topic):
                named = destination.queue if destination else self._targets.get(producer, _NOWHERE)
                return named if topic is None else _NOWHERE
            case MqPut(queue=queue) | MqPut1(queue=queue):
                return queue
            case _:
                return looked_at(command)
