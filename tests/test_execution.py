"""One world driven command by command: readings, abilities, and every way in which an adapter can fail."""

import os
import subprocess
import sys
import threading
import time
from typing import Any
from uuid import UUID

import pytest
from fake_worlds import DEFINE, DEPTH, EPOCH, SHORT, FakeAdapter, FakeWorld, failing, honest, moving

from mqtck.conformance.contract import AdapterUnavailable
from mqtck.conformance.execution import worlds
from mqtck.conformance.execution.worlds import (
    Execution,
    ExecutionEnded,
    Watch,
    check_available,
    patience,
    run_commands,
)
from mqtck.reference.vocabulary import outcomes as o
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    Command,
    CreateProducer,
    GrantPut,
    MqGet,
    ReadDepth,
    Receive,
    SetDeliveryDelay,
)
from mqtck.reference.vocabulary.messages import JmsHeader, QueueDestination, SeenMessage
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.publications import ReceivePublication


@pytest.fixture(params=[Watch.EACH_COMMAND, Watch.NONE])
def watch(request: pytest.FixtureRequest) -> Watch:
    """Everything but a hang is the same whoever watches."""
    value: Watch = request.param
    return value


def test_steps_carry_the_readings_before_and_after(watch: Watch) -> None:
    driven = Execution(FakeAdapter(), watch=watch)
    assert driven.run(DEFINE).outcome == o.Done()
    step = driven.run(Advance(milliseconds=250))
    assert (step.started, step.ended) == (EPOCH, EPOCH + 250)
    assert driven.run(DEPTH).started == EPOCH + 250


def test_the_trace_holds_the_steps_and_says_what_made_them(watch: Watch) -> None:
    driven = Execution(FakeAdapter(), watch=watch)
    driven.run(DEFINE)
    trace = driven.trace(title="a title", rules={"DD-02", "DD-01"})
    assert (trace.head.adapter, trace.head.title) == ("fake", "a title")
    assert trace.head.rules == ("DD-01", "DD-02")
    assert [step.command for step in trace.steps] == [DEFINE]


def test_a_world_is_closed_once(watch: Watch) -> None:
    adapter = FakeAdapter()
    driven = Execution(adapter, watch=watch)
    driven.run(DEFINE)
    assert driven.close() == ""
    assert driven.close() == ""
    assert adapter.worlds[0].calls.count("close") == 1


def test_no_world_is_opened_for_no_command(watch: Watch) -> None:
    adapter = FakeAdapter()
    Execution(adapter, watch=watch).close()
    assert adapter.worlds == []


def test_what_the_adapter_cannot_do_is_not_sent(watch: Watch) -> None:
    adapter = FakeAdapter()
    driven = Execution(adapter, watch=watch)
    driven.run(DEFINE)
    outcome = driven.run(GrantPut(user="alice", queue="ORDERS")).outcome
    assert isinstance(outcome, o.Unsupported)
    assert outcome.ability == Ability.AUTHORITY
    assert "GrantPut" not in adapter.worlds[0].calls


def test_nothing_is_asked_of_a_producer_that_was_refused(watch: Watch) -> None:
    """An adapter that forgets a producer which could not be created has nothing to look up."""
    outcomes = iter((o.Refused(reason=2085), o.Done(), o.Done()))
    adapter = FakeAdapter(lambda *_: next(outcomes))
    driven = Execution(adapter, watch=watch)
    create = CreateProducer(producer="p", destination=QueueDestination("NOWHERE"))
    driven.run(create)
    setting = SetDeliveryDelay(producer="p", milliseconds=2000)
    assert driven.run(setting).outcome == o.Unsupported(ability="producer called p, for it was refused")
    assert adapter.worlds[0].calls.count("SetDeliveryDelay") == 0
    driven.run(create)
    assert driven.run(setting).outcome == o.Done()


def test_an_exception_is_a_crash_and_ends_the_execution(watch: Watch) -> None:
    def crash(_world: FakeWorld, _command: Command) -> o.Outcome:
        raise ConnectionError("the socket is gone")

    driven = Execution(FakeAdapter(crash), watch=watch)
    outcome = driven.run(DEFINE).outcome
    assert isinstance(outcome, o.AdapterError)
    assert outcome.fault is o.Fault.CRASHED
    assert outcome.text.startswith("ConnectionError: the socket is gone (test_execution.py:")
    assert driven.failure == outcome
    with pytest.raises(ExecutionEnded):
        driven.run(DEFINE)


def test_a_world_that_does_not_open_is_a_crash() -> None:
    class Unopenable(FakeAdapter):
        def open_world(self) -> FakeWorld:
            raise OSError("no port is free")

    outcome = Execution(Unopenable()).run(DEFINE).outcome
    assert isinstance(outcome, o.AdapterError)
    assert outcome.fault is o.Fault.CRASHED
    assert outcome.text.startswith("OSError: no port is free (test_execution.py:")


def test_a_first_world_may_take_longer_than_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    """Jars that were fetched for longer than a command may take were an adapter error in each scenario."""

    class Starting(FakeAdapter):
        def open_world(self) -> FakeWorld:
            time.sleep(0.3)
            raise AdapterUnavailable("there is no broker")

    monkeypatch.setattr(worlds, "DEFAULT_LIMITS", SHORT._replace(answer=0.1))
    told: list[str] = []
    with pytest.raises(AdapterUnavailable, match="there is no broker"):
        check_available(Starting(), told.append)
    assert told == ["fake: no world after 0.1 s; it may be starting, and is waited for up to 300 s"]
    monkeypatch.setattr(worlds, "STARTING", 0.2)
    check_available(Starting(), told.append)
    assert told[2:] == ["fake: the first world failed: none after 0.2 s"]


def test_a_first_world_that_does_not_close_is_no_world_that_is_starting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Open(FakeWorld):
        def close(self) -> None:
            time.sleep(0.5)

    class Opened(FakeAdapter):
        def open_world(self) -> FakeWorld:
            return Open(honest)

    monkeypatch.setattr(worlds, "DEFAULT_LIMITS", SHORT._replace(answer=0.1))
    told: list[str] = []
    check_available(Opened(), told.append)
    assert told == []


@pytest.mark.parametrize(
    ("command", "clock", "seconds"),
    [
        (DEPTH, ClockKind.REAL, 5),
        (Receive("Q", wait=3000), ClockKind.REAL, 8),
        (ReceivePublication(subscription="alice", wait=3000), ClockKind.REAL, 8),
        (Advance(milliseconds=3000), ClockKind.REAL, 13),
        (Advance(milliseconds=3000), ClockKind.VIRTUAL, 5),
    ],
)
def test_a_call_hangs_only_after_the_time_that_it_was_told_to_take(
    command: Command, clock: ClockKind, seconds: float
) -> None:
    """The kit waits for a real clock itself, which may be slow by as much as it may be fast."""
    information = FakeAdapter(honest, clock).information
    assert patience(command, information, SHORT._replace(answer=5)) == seconds


def test_many_commands_may_take_longer_than_one() -> None:
    def slow(world: FakeWorld, command: Command) -> o.Outcome:
        time.sleep(0.05)
        return honest(world, command)

    trace = run_commands(FakeAdapter(slow), [DEPTH] * 30, limits=SHORT._replace(answer=0.6))
    assert [type(step.outcome) for step in trace.steps] == [o.DepthRead] * 30


def test_a_world_that_does_not_close_is_told() -> None:
    class Stubborn(FakeWorld):
        def close(self) -> None:
            raise OSError("still in use")

    class StubbornAdapter(FakeAdapter):
        def open_world(self) -> FakeWorld:
            return Stubborn(honest)

    driven = Execution(StubbornAdapter())
    driven.run(DEFINE)
    assert "still in use" in driven.close()


def test_a_hang_ends_the_execution_and_the_world_is_never_used_again() -> None:
    release = threading.Event()

    def hang(_world: FakeWorld, _command: Command) -> o.Outcome:
        release.wait(30)
        return o.Done()

    adapter = FakeAdapter(hang)
    driven = Execution(adapter, limits=SHORT)
    outcome = driven.run(DEFINE).outcome
    assert isinstance(outcome, o.AdapterError)
    assert outcome.fault is o.Fault.HUNG
    assert "DefineLocalQueue did not answer within 0.2 s" in outcome.text
    assert driven.close() == ""
    release.set()
    assert "close" not in adapter.worlds[0].calls


def test_the_wait_of_a_receive_is_no_hang() -> None:
    def slow(_world: FakeWorld, _command: Command) -> o.Outcome:
        time.sleep(0.4)
        return o.NoMessage()

    driven = Execution(FakeAdapter(slow), limits=SHORT)
    assert driven.run(Receive(queue="ORDERS", wait=2000)).outcome == o.NoMessage()
    driven.close()


ENDLESS: Any = []
ENDLESS.append(ENDLESS)
DEEP: Any = []
for _ in range(100_000):
    DEEP = [DEEP]


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (None, "NoneType"),
        ("depth 3", "possible are DepthRead"),
        (o.Done(), "possible are DepthRead"),
        (o.AdapterError(fault=o.Fault.CRASHED, text="x"), "possible are DepthRead"),
        (o.DepthRead(depth="many"), "invalid DepthRead"),  # type: ignore[arg-type]
        (o.DepthRead(depth=object()), "is unsupported (depth is of type object)"),  # type: ignore[arg-type]
        (ENDLESS, "possible are DepthRead"),
        (DEEP, "nested too deeply to be shown (list); possible are DepthRead"),
        (o.DepthRead(depth=ENDLESS), "(depth is of type list)"),
        (o.DepthRead(depth=DEEP), "(depth is of type list)"),
    ],
)
def test_nonsense_is_told_from_an_answer(answer: Any, why: str) -> None:
    error = failing(lambda _world, _command: answer)
    assert error.fault is o.Fault.NONSENSE
    assert error.text.startswith("ReadDepth was answered with")
    assert why in error.text


@pytest.mark.parametrize("reason", [2033, 2034])
@pytest.mark.parametrize("get", [MqGet(queue="ORDERS"), Receive(queue="ORDERS")], ids=["MqGet", "Receive"])
def test_a_get_that_finds_nothing_is_not_refused(get: Command, reason: int) -> None:
    """Held against the rules it would accuse whoever passes on what the MQI says."""
    error = failing(lambda _world, _command: o.Refused(reason=reason, family=o.ErrorFamily.MQI), get)
    assert error.fault is o.Fault.NONSENSE
    name = type(get).__name__
    assert (
        error.text
        == f"{name} was answered with Refused({reason}); where a get finds nothing that is NoMessage."
    )


def test_an_answer_that_json_would_change_is_nonsense() -> None:
    answer = o.Browsed(messages=[SeenMessage(body="order-1")])  # type: ignore[arg-type]
    error = failing(lambda _world, _command: answer, Browse(queue="ORDERS"))
    assert error.fault is o.Fault.NONSENSE
    assert "changes when written and read again (messages is of type list)" in error.text


def test_the_field_is_named_that_makes_an_answer_nonsense() -> None:
    """By its type and not by its value, which would make each failure one of its own."""
    message = SeenMessage(body="order-1", header=JmsHeader(message_id=UUID(int=7)))  # type: ignore[arg-type]
    error = failing(lambda _world, _command: o.Browsed(messages=(message,)), Browse(queue="ORDERS"))
    assert error.text.endswith("(messages.header.message_id is of type UUID).")


def test_a_fixed_sequence_runs_through() -> None:
    adapter = FakeAdapter()
    trace = run_commands(adapter, [DEFINE, Advance(milliseconds=5), DEPTH], title="three")
    assert [step.outcome for step in trace.steps] == [o.Done(), o.Done(), o.DepthRead(depth=3)]
    assert trace.head.title == "three"
    assert adapter.worlds[0].calls[-1] == "close"


def test_a_fixed_sequence_stops_at_an_adapter_error() -> None:
    trace = run_commands(FakeAdapter(moving(1, o.Done())), [DEFINE, DEFINE, DEFINE])
    assert len(trace.steps) == 1
    assert isinstance(trace.steps[0].outcome, o.AdapterError)


def test_a_fixed_sequence_that_hangs_is_cut_off() -> None:
    release = threading.Event()

    def hang_on_depth(world: FakeWorld, command: Command) -> o.Outcome:
        if isinstance(command, ReadDepth):
            release.wait(30)
        return honest(world, command)

    trace = run_commands(FakeAdapter(hang_on_depth), [DEFINE, DEPTH, DEFINE], limits=SHORT)
    release.set()
    assert [step.command for step in trace.steps] == [DEFINE, DEPTH]
    outcome = trace.steps[1].outcome
    assert isinstance(outcome, o.AdapterError)
    assert outcome.fault is o.Fault.HUNG


def test_sequences_one_after_the_other_share_a_thread() -> None:
    threads: list[threading.Thread] = []

    def noted(world: FakeWorld, command: Command) -> o.Outcome:
        threads.append(threading.current_thread())
        return honest(world, command)

    for _ in range(3):
        run_commands(FakeAdapter(noted), [DEFINE, DEPTH])
    assert len(set(threads)) == 1
    assert threads[0] is not threading.current_thread()


def test_a_thread_that_hung_is_not_used_again_and_ends_when_it_comes_back() -> None:
    release = threading.Event()
    threads: list[threading.Thread] = []

    def hang(world: FakeWorld, command: Command) -> o.Outcome:
        threads.append(threading.current_thread())
        release.wait(30)
        return honest(world, command)

    def noted(world: FakeWorld, command: Command) -> o.Outcome:
        threads.append(threading.current_thread())
        return honest(world, command)

    run_commands(FakeAdapter(hang), [DEFINE], limits=SHORT)
    trace = run_commands(FakeAdapter(noted), [DEFINE])
    assert trace.steps[0].outcome == o.Done()
    first, second = threads
    assert first is not second
    release.set()
    first.join(10)
    assert not first.is_alive()


def test_an_execution_that_hung_leaves_no_thread_when_it_comes_back() -> None:
    release = threading.Event()
    threads: list[threading.Thread] = []

    def hang(world: FakeWorld, command: Command) -> o.Outcome:
        threads.append(threading.current_thread())
        release.wait(30)
        return honest(world, command)

    driven = Execution(FakeAdapter(hang), limits=SHORT)
    assert isinstance(driven.run(DEFINE).outcome, o.AdapterError)
    assert driven.close() == ""
    release.set()
    (thread,) = threads
    thread.join(10)
    assert not thread.is_alive()


FORKED = """
import os
from mqtck.adapters.reference import Reference
from mqtck.conformance.execution.worlds import run_commands
from mqtck.reference.vocabulary.commands import DefineLocalQueue

def steps():
    return len(run_commands(Reference(), [DefineLocalQueue("Q")]).steps)

steps()
if child := os.fork():
    os._exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
os._exit(40 + steps())
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a process cannot be copied here")
def test_a_copy_of_a_process_uses_threads_of_its_own() -> None:
    done = subprocess.run([sys.executable, "-c", FORKED], timeout=60, check=False)
    assert done.returncode == 41
