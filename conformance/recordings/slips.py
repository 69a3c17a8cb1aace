"""Slips of a recorder: mistakes that would be held against the system, or after which nothing is judged.

- an answer of a kind that the call does not have, such as a send that is `done`: what it did is unknown;
- one label for two messages, of which nobody can say afterwards which one was seen;
- the content of a message in the place of its label, where its id tells which message it is;
- the real name of the queue manager: nothing is judged under it.

The last one is taken for a slip only where the label occurs nowhere in what was recorded: a body that was cut
or added to is judged.
Left out: a label that was used again long after (so many messages later), or after its message was got.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

import msgspec

from mqtck.reference.vocabulary.answers import answers_to
from mqtck.reference.vocabulary.commands import (
    Command,
    Connect,
    DefineQueueManager,
    EndQueueManager,
    MqBackout,
    MqPut,
    MqPut1,
    OpenSession,
    Rollback,
    Send,
)
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER
from mqtck.reference.vocabulary.messages import SeenMessage, label_in
from mqtck.reference.vocabulary.outcomes import Browsed, Done, MessageReturned, Outcome, Refused, Sent
from mqtck.reference.vocabulary.traces import Step

from .worlds import id_of, is_get, is_report

REMEMBERED: Final = 50_000
"""Messages that were sent and not seen to be got."""


class Slip(NamedTuple):
    """What is told of it; `ends`: from here on the trace cannot be judged as a whole any more."""

    text: str
    ends: bool


class Slips:
    """The slips in one trace, step by step."""

    def __init__(self) -> None:
        self._ids: dict[str, str | None] = {}
        self._labels: dict[str, str] = {}
        self._given: dict[str, None] = {}
        self._kinds: set[tuple[str, str]] = set()
        self._managers = {DEFAULT_QUEUE_MANAGER}

    def seen(self, step: Step) -> Iterator[Slip]:
        command, outcome = step.command, step.outcome
        yield from self._of_another_kind(command, outcome)
        match command, outcome:
            case ((Send() | MqPut() | MqPut1()), (Sent() | Done())):
                yield from self._sent(command.message.label, outcome)
            case ((Rollback() | MqBackout() | EndQueueManager()), _):
                # What was sent or got in a unit of work may be sent or got again.
                self._ids.clear()
                self._labels.clear()
            case DefineQueueManager(name=name), _:
                self._managers.add(name)
            case ((OpenSession(queue_manager=name) | Connect(queue_manager=name)), _):
                yield from self._opened(name)
            case _, MessageReturned(message=message):
                yield from self._content(message)
                if is_get(command) and isinstance(message.body, str):
                    self._forget(message.body)
            case _, Browsed(messages=messages):
                for message in messages:
                    yield from self._content(message)

    def _of_another_kind(self, command: Command, outcome: Outcome) -> Iterator[Slip]:
        possible = answers_to(command)
        kind = type(command).__name__, type(outcome).__name__
        if type(outcome) in possible or kind in self._kinds:
            return
        self._kinds.add(kind)
        names = ", ".join(_named(one) for one in possible if one is not Refused)
        text = (
            f"{_named(type(command))} has the outcome {_named(type(outcome))}; possible are refused, {names}"
        )
        yield Slip(f"{text}; what such a call did is taken for unknown", ends=False)

    def _opened(self, manager: str) -> Iterator[Slip]:
        if manager in self._managers:
            return
        self._managers.add(manager)
        text = f"the queue manager {manager} was not defined; leave its name out if the recording is about it"
        yield Slip(f"{text}, because what is done at another one is hardly judged", ends=False)

    def _sent(self, label: str, outcome: Sent | Done) -> Iterator[Slip]:
        if label in self._ids:
            yield Slip(f"the label {label} was given to another message before", ends=True)
        own = id_of(outcome.header, outcome.descriptor) if isinstance(outcome, Sent) else None
        self._ids[label] = own
        self._given[label] = None
        if own is not None:
            self._labels[own] = label
        if len(self._ids) > REMEMBERED:
            self._forget(next(iter(self._ids)))
        if len(self._given) > REMEMBERED:
            del self._given[next(iter(self._given))]

    def _content(self, seen: SeenMessage) -> Iterator[Slip]:
        label = self._labels.get(id_of(seen.header, seen.descriptor) or "")
        if label is None or not isinstance(seen.body, str) or seen.body == "" or label in seen.body:
            return
        if is_report(seen.descriptor) or label_in(seen.body, self._given) in self._given:
            return
        text = f"the message with the id of {label} has the body {seen.body!r:.40}; record its label there"
        yield Slip(text, ends=True)

    def _forget(self, body: str) -> None:
        own = self._ids.pop(label_in(body, self._ids), None)
        if own is not None:
            self._labels.pop(own, None)


def _named(kind: type[msgspec.Struct]) -> str:
    """The tag of a command or an outcome, as it stands in a line of JSON."""
    return str(kind.__struct_config__.tag)
