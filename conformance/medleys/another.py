"""A scenario as somebody else does it: with other names, in other sessions, on another queue manager.

Messages always get other labels. What keeps its name is shared with whoever has used it before: that is where
implementations mix things up.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple, TypeVar

import msgspec

from mqtck.reference.vocabulary.commands import (
    Command,
    Connect,
    CreateProducer,
    DefineAliasQueue,
    DefineLocalQueue,
    DefineQueueManager,
    DefineRemoteQueue,
    DefineSharedQueue,
    OpenSession,
)
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER
from mqtck.reference.vocabulary.environment import DefineImsBridgeQueue
from mqtck.reference.vocabulary.publications import DefineSubscription, Subscribe

Structure = TypeVar("Structure", bound=msgspec.Struct)

_LONGEST: Final = 40
"""A name that is longer stays as it is: with more behind it, it might be none of a queue."""

_SYSTEM: Final = "SYSTEM."

_LABELS: Final = frozenset({"label", "same_object_as", "correlates_with", "of"})
_QUEUE_MANAGERS: Final = frozenset(
    {"queue_manager", "remote_queue_manager", "reply_to_queue_manager", "parent", "partner"}
)

_DEFINITIONS: Final = (
    DefineLocalQueue,
    DefineAliasQueue,
    DefineRemoteQueue,
    DefineSharedQueue,
    DefineImsBridgeQueue,
)


class Otherwise(NamedTuple):
    """Which of the names of a scenario are others; `elsewhere` is the queue manager that stands for QM1."""

    number: int
    others: frozenset[str]
    elsewhere: str | None = None


NAMES: Final = ("session", "connection", "producer", "subscription", "queue")
"""The kinds of names, in the order in which one of them may depend on another."""


class Things(NamedTuple):
    """How what has a name is made: two of one kind and name are one only if they are made alike."""

    by_name: Mapping[tuple[str, str], object]

    @classmethod
    def of(cls, commands: Iterable[Command]) -> "Things":
        by_name: dict[tuple[str, str], object] = {}
        queues: dict[tuple[str, str], frozenset[type]] = {}
        for command in commands:
            for kind, name, how in _things(command):
                by_name.setdefault((kind, name), how)
            if isinstance(command, _DEFINITIONS):
                queue = ("queue", f"{command.queue} of {getattr(command, 'queue_manager', '')}")
                queues[queue] = queues.get(queue, frozenset()) | {type(command)}
        return cls(by_name | queues)

    def clashing(self, others: "Things") -> frozenset[str]:
        """The kinds of names of which one stands for something else there."""
        return frozenset(
            thing[0] for thing, how in self.by_name.items() if others.by_name.get(thing, how) != how
        )

    def joined(self, others: "Things") -> "Things":
        return Things({**others.by_name, **self.by_name})


def as_another(commands: tuple[Command, ...], otherwise: Otherwise, before: Things) -> tuple[Command, ...]:
    """The commands with other names, and what must be there first for them.

    Names that stand for something else before are others, too.
    """
    others = otherwise.others
    if otherwise.elsewhere is not None:
        others |= {"session", "connection"}
    for _ in NAMES:
        renamed = _as_another(commands, otherwise._replace(others=others))
        clashing = Things.of(renamed).clashing(before) - others
        if not clashing:
            break
        others |= clashing
    return renamed


def _as_another(commands: tuple[Command, ...], otherwise: Otherwise) -> tuple[Command, ...]:
    names = _names(commands, otherwise)
    renamed = tuple(_renamed(command, names) for command in commands)
    if otherwise.elsewhere is None:
        return renamed
    return (*_begun(renamed, otherwise.elsewhere), *renamed)


def _things(command: Command) -> Iterator[tuple[str, str, object]]:
    """Kind, name and making of what the command makes or, if that is not there, opens by its use."""
    match command:
        case OpenSession(session=name):
            yield "session", name, command
        case Connect(connection=name):
            yield "connection", name, command
        case Subscribe(subscription=name) | DefineSubscription(subscription=name):
            yield "subscription", name, command
        case CreateProducer(producer=name):
            yield "producer", name, command
        case _:
            pass
    if not isinstance(command, OpenSession) and (session := getattr(command, "session", None)) is not None:
        yield "session", session, OpenSession(session)
    if not isinstance(command, Connect) and (own := getattr(command, "connection", None)) is not None:
        yield "connection", own, Connect(own)


Names = Mapping[str, Callable[[str], str]]
"""What becomes of the value of a field, by the name of the field; "" stands for every other field."""


def _names(commands: tuple[Command, ...], otherwise: Otherwise) -> Names:
    def another(name: str) -> str:
        return f"{name} {otherwise.number}"

    queues: frozenset[str] = frozenset()
    if "queue" in otherwise.others:
        queues = frozenset(
            command.queue
            for command in commands
            if isinstance(command, _DEFINITIONS)
            and len(command.queue) < _LONGEST
            and not command.queue.startswith(_SYSTEM)
        )

    def queue(name: str) -> str:
        return f"{name}.{otherwise.number}" if name in queues else name

    def queue_manager(name: str) -> str:
        return otherwise.elsewhere or name if name == DEFAULT_QUEUE_MANAGER else name

    names: dict[str, Callable[[str], str]] = {
        "": queue,
        **dict.fromkeys(_LABELS, another),
        **dict.fromkeys(_QUEUE_MANAGERS, queue_manager),
    }
    names |= {kind: another for kind in NAMES if kind in otherwise.others and kind != "queue"}
    return names


_TEXTS: Final = frozenset({"topic_string", "correlation_text", "jms_type", "user", "producer", "session"})
"""Fields whose values are no names of queues, even where they read like one."""


def _renamed(value: Structure, names: Names) -> Structure:
    changes: dict[str, Any] = {}
    for field in value.__struct_fields__:
        old = getattr(value, field)
        if isinstance(old, msgspec.Struct):
            new: Any = _renamed(old, names)
        elif type(old) is str:
            new = names.get(field, str if field in _TEXTS else names[""])(old)
        else:
            continue
        if new != old:
            changes[field] = new
    return msgspec.structs.replace(value, **changes) if changes else value


def _begun(commands: Iterable[Command], elsewhere: str) -> tuple[Command, ...]:
    """The queue manager, and a session or connection to it for each that the commands would open on QM1."""
    opened: dict[tuple[str, str], Command | None] = {}
    for command in commands:
        session, connection = getattr(command, "session", None), getattr(command, "connection", None)
        if session is not None:
            new: Command = OpenSession(session, queue_manager=elsewhere)
            opened.setdefault(("session", session), None if isinstance(command, OpenSession) else new)
        if connection is not None:
            new = Connect(connection, elsewhere)
            opened.setdefault(("connection", connection), None if isinstance(command, Connect) else new)
    own = tuple(command for command in opened.values() if command is not None)
    return (DefineQueueManager(elsewhere), *own)
