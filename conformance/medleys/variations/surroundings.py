"""What else happens around a scenario: locks, queues that refuse, switches, restarts, hours that pass."""

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec.structs import asdict, replace

from mqtck.conformance.cases.draws import Draws
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Command,
    DefineLocalQueue,
    GetMode,
    MqBackout,
    MqCommit,
    MqGet,
    MqPut,
    SetDeadLetterQueue,
    Switch,
    Syncpoint,
)
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER
from mqtck.reference.vocabulary.messages import OutgoingMessage
from mqtck.reference.vocabulary.publications import Durability, Subscribe
from mqtck.reference.vocabulary.queue_attributes import DeliverySequence, QueueAttributes

from .common import HALF, QUARTER, Commands, Variation, queues_of, restarted

_HOUR: Final = 3_600_000
_LONGER: Final = (1000, 61_000, _HOUR + 1000, 25 * _HOUR)
_TIMES: Final = (2, 10, 60)
_LONGEST: Final = 100 * 24 * _HOUR
"""Ms that pass at once, at most, where a scenario says no more."""


def _held(draws: Draws, commands: Commands) -> Iterator[Command]:
    """Another application has a unit of work open on a queue, or a lock on a message there."""
    queues = queues_of(commands)
    number = 0
    for command in commands:
        yield command
        if queues and not isinstance(command, DefineLocalQueue) and draws.chance(QUARTER):
            number += 1
            queue = draws.one_of(queues)
            match draws.below(4):
                case 0:
                    yield MqGet(queue, syncpoint=Syncpoint.WITHIN, connection="holder")
                case 1:
                    yield MqGet(queue, GetMode.BROWSE_FIRST_AND_LOCK, connection="holder")
                case 2:
                    message = OutgoingMessage(f"held {number}")
                    yield MqPut(queue, message, syncpoint=Syncpoint.WITHIN, connection="holder")
                case _:
                    yield MqBackout("holder") if draws.chance(HALF) else MqCommit("holder")


def _refusing(draws: Draws, commands: Commands) -> Iterator[Command]:
    """A queue takes nothing for a while."""
    queues = queues_of(commands)
    changed: list[tuple[str, AttributeChanges]] = []
    for command in commands:
        if queues and isinstance(command, Advance) and draws.chance(HALF):
            if changed and draws.chance(HALF):
                yield AlterQueue(*changed.pop())
            else:
                queue = draws.one_of(queues)
                if draws.chance(HALF):
                    changed.append((queue, AttributeChanges(put=Switch.ENABLED)))
                    yield AlterQueue(queue, AttributeChanges(put=Switch.DISABLED))
                else:
                    changed.append((queue, AttributeChanges(max_depth=5000)))
                    yield AlterQueue(queue, AttributeChanges(max_depth=draws.below(3)))
        yield command


def _dead_letters(draws: Draws, commands: Commands) -> Iterator[Command]:
    """The dead-letter queue is one of the queues of the scenario, or there is none."""
    defined = [place for place, one in enumerate(commands) if isinstance(one, DefineLocalQueue)]
    queues = queues_of(commands)
    for place, command in enumerate(commands):
        yield command
        if queues and defined and place == defined[-1]:
            yield SetDeadLetterQueue(draws.one_of((*queues, *queues, None)))


def _longer_waits(draws: Draws, commands: Commands) -> Iterator[Command]:
    """More time passes where time passes."""
    times, more = draws.one_of(_TIMES), draws.one_of(_LONGER)
    multiplied = draws.chance(HALF)
    for command in commands:
        if isinstance(command, Advance) and draws.chance(HALF):
            passed = command.milliseconds * times if multiplied else command.milliseconds + more
            yield Advance(max(command.milliseconds, min(passed, _LONGEST)))
        else:
            yield command


def _waits(draws: Draws, commands: Commands) -> Iterator[Command]:
    """Time passes once where none passes."""
    place = draws.below(len(commands) + 1)
    yield from (*commands[:place], Advance(draws.one_of(_LONGER)), *commands[place:])


def _restart(draws: Draws, commands: Commands) -> Iterator[Command]:
    yield from restarted(draws, commands, DEFAULT_QUEUE_MANAGER)


def _to_and_fro(draws: Draws, commands: Commands) -> Iterator[Command]:
    """What is switched for puts or gets is switched back and again, once or twice."""
    times = 1 + draws.below(2)
    for command in commands:
        yield command
        if (
            isinstance(command, AlterQueue)
            and (back := _switched_back(command.changes)) != AttributeChanges()
        ):
            for _ in range(times):
                yield from (replace(command, changes=back), command)


def _switched_back(changes: AttributeChanges) -> AttributeChanges:
    other = {Switch.ENABLED: Switch.DISABLED, Switch.DISABLED: Switch.ENABLED}
    return AttributeChanges(
        put=None if changes.put is None else other[changes.put],
        get=None if changes.get is None else other[changes.get],
    )


def _defined_for_altered(_: Draws, commands: Commands) -> Iterator[Command]:
    """Queues that the scenario defines are defined anew instead of altered, which keeps their messages."""
    defined: dict[tuple[str, str], DefineLocalQueue] = {}
    for command in commands:
        match command:
            case DefineLocalQueue(queue=queue, queue_manager=there):
                defined[there, queue] = command
                yield command
            case AlterQueue(queue=queue, queue_manager=there) if (there, queue) in defined:
                before = defined[there, queue]
                anew = replace(before, attributes=_changed(before.attributes, command.changes))
                defined[there, queue] = anew
                yield anew
            case _:
                yield command


def _changed(attributes: QueueAttributes, changes: AttributeChanges) -> QueueAttributes:
    return replace(attributes, **{name: new for name, new in asdict(changes).items() if new is not None})


def _first_in_first_out(_: Draws, commands: Commands) -> Iterator[Command]:
    for command in commands:
        if isinstance(command, DefineLocalQueue):
            attributes = replace(command.attributes, delivery_sequence=DeliverySequence.FIFO)
            yield replace(command, attributes=attributes)
        else:
            yield command


def _something_there(_: Draws, commands: Commands) -> Iterator[Command]:
    """A message of somebody else lies on each queue, behind all with a higher priority."""
    queues = set(queues_of(commands))
    for command in commands:
        yield command
        if isinstance(command, DefineLocalQueue) and command.queue in queues:
            queues.discard(command.queue)
            yield MqPut(command.queue, OutgoingMessage(f"there on {command.queue}"), connection="another")


def _another_durability(_: Draws, commands: Commands) -> Iterator[Command]:
    other = {Durability.DURABLE: Durability.NON_DURABLE, Durability.NON_DURABLE: Durability.DURABLE}
    for command in commands:
        if isinstance(command, Subscribe):
            yield replace(command, durability=other[command.durability])
        else:
            yield command


OF_SURROUNDINGS: Final[Mapping[str, Variation]] = {
    "held": _held,
    "refused": _refusing,
    "dead letters": _dead_letters,
    "longer waits": _longer_waits,
    "a wait": _waits,
    "a restart": _restart,
    "to and fro": _to_and_fro,
    "defined for altered": _defined_for_altered,
    "first in, first out": _first_in_first_out,
    "something there": _something_there,
    "another durability": _another_durability,
}
