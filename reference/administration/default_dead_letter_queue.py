"""SYSTEM.DEAD.LETTER.QUEUE as long as nobody has defined it: a queue manager has it by itself, or has not.

The adapter contract has it defined before it is used, and the kit's own commands do so. Other people's traces
may name it without: IBM MQ creates it with the queue manager, and whoever emulates it need not. So from the
first command that names it on both are followed; what is seen tells. Whoever carries out a call on it has it.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, Final

from msgspec.structs import replace

from mqtck.reference.possibilities import Possibility, Settled
from mqtck.reference.state.callers import connected_to, session_of
from mqtck.reference.state.intervals import Answer
from mqtck.reference.state.queue_keys import key
from mqtck.reference.state.state import State
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    Browse,
    Command,
    CreateProducer,
    DefineLocalQueue,
    DefineRemoteQueue,
    DeleteQueue,
    MqGet,
    MqPut,
    MqPut1,
    QueueAttributes,
    ReadDepth,
    Receive,
    Send,
)
from mqtck.reference.vocabulary.constants import DEFAULT_DEAD_LETTER_QUEUE, DEFAULT_QUEUE_MANAGER
from mqtck.reference.vocabulary.messages import QueueDestination
from mqtck.reference.vocabulary.outcomes import Outcome, Refused


def with_dead_letter_queue(state: State, queue_key: str, attributes: QueueAttributes) -> State:
    """The state with the queue of a new queue manager, unless they are known to have none by themselves."""
    match state.by_itself:
        case Answer.NO:
            return state
        case Answer.YES:
            presumed = state.presumed
        case Answer.UNSURE:
            presumed = state.presumed | {queue_key}
    return replace(state, definitions=state.definitions.set(queue_key, attributes), presumed=presumed)


def with_and_without(
    state: State, command: Command, follow: Callable[[State], Possibility]
) -> tuple[Possibility, ...]:
    """What may follow in the state as it is; or with these queues and without, at the first name of one."""
    named = state.presumed and (
        any(find(command) == DEFAULT_DEAD_LETTER_QUEUE for find in _naming(type(command)))
        or (isinstance(command, Send) and _called(state, command) == DEFAULT_DEAD_LETTER_QUEUE)
    )
    if not named or key(_whose(state, command), DEFAULT_DEAD_LETTER_QUEUE) not in state.presumed:
        return (follow(state),)
    if state.queue_managers[_whose(state, command)].running:
        return _told(state, command, follow)
    # What a queue manager refuses that is ended tells nothing of its queues.
    unchanged = follow(state)
    return tuple(_by_outcome(one, refused=unchanged) for one in _told(state, command, follow))


def _told(state: State, command: Command, follow: Callable[[State], Possibility]) -> tuple[Possibility, ...]:
    """What may follow with these queues and without, by what a running queue manager makes known of them."""
    told = replace(state, presumed=frozenset())
    there = follow(replace(told, by_itself=Answer.YES))
    if isinstance(command, DefineLocalQueue):
        # Whoever refuses to define it has it anyway; whoever does not has it from now on.
        return (_by_outcome(follow(state), refused=there),)
    definitions = state.definitions
    for queue_key in state.presumed:
        definitions = definitions.delete(queue_key)
    missing = follow(replace(told, by_itself=Answer.NO, definitions=definitions))
    if _called(state, command) == DEFAULT_DEAD_LETTER_QUEUE:
        return there, _by_outcome(there, refused=missing)
    return there, missing


def _by_outcome(carried_out: Possibility, refused: Possibility) -> Possibility:
    """One possibility where the call is carried out, and another where it is refused."""

    def settle(outcome: Outcome) -> Settled:
        return (refused if isinstance(outcome, Refused) else carried_out).settle(outcome)

    return replace(carried_out, settle=settle)


def _called(state: State, command: Command) -> object:
    """The queue on which a call is made, which is refused where that is missing.

    That of a producer need not be there any more as it was created: its session may be another by now.
    """
    match command:
        case AlterQueue() | Browse() | DeleteQueue() | MqGet() | MqPut() | MqPut1() | ReadDepth() | Receive():
            return command.queue
        case Send(destination=QueueDestination(queue=queue)):
            return queue
        case Send(producer=name) if name in state.producers:
            return getattr(state.producers[name].destination, "queue", None)
        case _:
            return None


@cache
def _naming(kind: type[Any]) -> tuple[Callable[[Any], object], ...]:
    """How to find the queues that a command of this kind names; few kinds name any."""
    return tuple(find for field, find in _QUEUES.items() if field in kind.__struct_fields__)


_QUEUES: Final[dict[str, Callable[[Any], object]]] = {
    "queue": lambda command: command.queue,
    "target": lambda command: command.target,
    "remote_queue": lambda command: command.remote_queue,
    "destination": lambda command: getattr(command.destination, "queue", None),
    "message": lambda command: command.message.reply_to,
}


def _whose(state: State, command: Any) -> str:
    """The queue manager whose queues a command names."""
    match command:
        case DefineRemoteQueue(remote_queue=queue) if queue == DEFAULT_DEAD_LETTER_QUEUE:
            return command.remote_queue_manager
        case Send(producer=name) if name in state.producers:
            return session_of(state, state.producers[name].session).queue_manager
        case Receive(session=session) | CreateProducer(session=session):
            return session_of(state, session).queue_manager
        case MqGet(connection=connection) | MqPut(connection=connection) | MqPut1(connection=connection):
            return connected_to(state, connection)
        case _:
            return getattr(command, "queue_manager", DEFAULT_QUEUE_MANAGER)
