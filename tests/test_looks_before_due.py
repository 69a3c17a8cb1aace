"""Cases in which somebody looks a moment before a message is due: what comes too early shows there."""

from collections.abc import Iterable

import pytest

from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.world import SimulatedAdapter
from implementations.state.objects import Delay
from mqtck.conformance.cases.draws import Draws
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.judge import judge_trace
from mqtck.conformance.medleys.before_due import looked_before_due
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    Command,
    CreateProducer,
    DefineLocalQueue,
    DefineQueueManager,
    DefineRemoteQueue,
    DefineSharedQueue,
    QueueAttributes,
    ReadDepth,
    Send,
    SetDeliveryDelay,
    Usage,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination
from mqtck.reference.vocabulary.profile import Platform
from mqtck.reference.vocabulary.publications import CloseSubscriber, ReceivePublication, Subscribe

ALL = frozenset(Ability)
SENT = (
    CreateProducer("p"),
    SetDeliveryDelay("p", 3000),
    Send("p", OutgoingMessage("m"), QueueDestination("ORDERS")),
)


def looked(commands: tuple[Command, ...], abilities: frozenset[Ability] = ALL) -> tuple[Command, ...]:
    """With the first draws that bring a look, if any do."""
    drawn = (looked_before_due(Draws(seed), commands, abilities) for seed in range(100))
    return next((other for other in drawn if other != commands), commands)


def between(other: tuple[Command, ...]) -> tuple[tuple[int, ...], tuple[Command, ...]]:
    """How long it is waited, and what is done between the waits."""
    places = [place for place, command in enumerate(other) if isinstance(command, Advance)]
    times = tuple(command.milliseconds for command in other if isinstance(command, Advance))
    return times, other[places[0] + 1 : places[1]]


def test_the_wait_is_shared_out_and_every_queue_is_looked_at() -> None:
    defined = (
        DefineLocalQueue("ORDERS"),
        DefineLocalQueue(STAGING_QUEUE),
        DefineQueueManager("ZQM1", platform=Platform.ZOS, queue_sharing_group="QSG1"),
        DefineLocalQueue("STOCK", queue_manager="ZQM1"),
        DefineSharedQueue("SHARED", "QSG1"),
        Subscribe("alice", "prices"),
        Subscribe("bob", "prices"),
        CloseSubscriber("bob"),
    )
    (before, after), looks = between(looked((*defined, *SENT, Advance(10_000))))
    assert 2500 <= before < 3000
    assert before + after == 10_000
    shown = (Browse("ORDERS"), Browse("STOCK", "ZQM1"), Browse("SHARED", "ZQM1"), ReceivePublication("alice"))
    assert looks == shown


def test_where_there_is_no_browser_depths_are_read() -> None:
    _, looks = between(looked((DefineLocalQueue("ORDERS"), *SENT, Advance(3000)), ALL - {Ability.BROWSE}))
    assert looks == (ReadDepth("ORDERS"),)


@pytest.mark.parametrize(
    "commands",
    [
        (*SENT, Advance(2999)),
        (CreateProducer("p"), SENT[2], Advance(3000)),
        (Advance(9000), *SENT),
    ],
    ids=["it does not come due", "it is not delayed", "time has passed before"],
)
def test_there_is_no_look_where_no_time_passes_a_due_time(commands: tuple[Command, ...]) -> None:
    assert looked((DefineLocalQueue("ORDERS"), *commands)) == (DefineLocalQueue("ORDERS"), *commands)


class Early(QueueManagerDecisions):
    """Moves what is delayed a second before it is due."""

    def due(self, sent: int, committed: int, milliseconds: int, staged: Iterable[Delay]) -> int:
        return super().due(sent, committed, milliseconds, staged) - 1000


def test_what_comes_too_early_to_a_remote_queue_shows_in_such_a_look_alone() -> None:
    commands = (
        DefineLocalQueue("TO.QM2", QueueAttributes(usage=Usage.TRANSMISSION)),
        DefineRemoteQueue("ORDERS", "STOCK", "QM2", "TO.QM2"),
        *SENT,
        Advance(10_000),
        Browse("TO.QM2"),
    )
    adapter = SimulatedAdapter(decisions=Early)
    assert judge_trace(run_commands(adapter, commands)).breaches == ()
    (breach,) = judge_trace(run_commands(adapter, looked(commands))).breaches
    assert breach.rules[0] == "DD-01"
