"""SYSTEM.DEAD.LETTER.QUEUE is defined before it is used: not every implementation has it by itself.

A queue manager that has the queues that were defined, and refuses to look at others, was accused of losing
what it had nowhere to put. In other people's traces, which may name it without, it is there or is not.
"""

from typing import Any

import pytest
from by_hand import blamed, delayed_send, fine, played
from msgspec.structs import replace

from mqtck.adapters.reference import Reference
from mqtck.conformance.cases.generator import case, case_seed
from mqtck.conformance.execution.profiles import inapplicable
from mqtck.conformance.properties.running import run_properties
from mqtck.conformance.scenarios.features import load_features
from mqtck.conformance.scenarios.running import run_features
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.constants import DEFAULT_DEAD_LETTER_QUEUE, DEFAULT_QUEUE_MANAGER
from mqtck.reference.vocabulary.outcomes import DepthRead, Refused
from mqtck.reference.vocabulary.profile import EVERY_PROFILE, ClockKind, Profile


class Watch:
    """Which commands name the queue before it is defined on some queue manager."""

    def __init__(self) -> None:
        self.defined: set[str] = set()
        self.used = 0
        self.early: list[c.Command] = []

    def see(self, command: c.Command) -> None:
        """A session does not tell its queue manager: of a get or a receive any definition will do."""
        if getattr(command, "queue", None) != DEFAULT_DEAD_LETTER_QUEUE:
            return
        self.used += 1
        manager = getattr(command, "queue_manager", None)
        match command:
            case c.DefineLocalQueue():
                self.defined.add(command.queue_manager)
            case _ if manager is not None and manager not in self.defined:
                self.early.append(command)
            case _ if not self.defined:
                self.early.append(command)
            case _:
                pass


class Watched:
    """The reference under its first profile, with somebody who watches each of its worlds."""

    def __init__(self) -> None:
        self.inner = Reference()
        self.information = replace(self.inner.information, profiles=())
        self.watches: list[Watch] = []

    def open_world(self) -> "World":
        self.watches.append(Watch())
        return World(self.inner.open_world(), self.watches[-1])

    def close(self) -> None:
        """Nothing is held."""


class World:
    def __init__(self, inner: Any, watch: Watch) -> None:
        self.inner, self.watch = inner, watch
        self.now, self.close = inner.now, inner.close

    def execute(self, command: c.Command) -> Any:
        self.watch.see(command)
        return self.inner.execute(command)


def test_who_uses_it_before_it_is_defined_is_seen() -> None:
    watch = Watch()
    for command in (
        c.SetDeadLetterQueue(DEFAULT_DEAD_LETTER_QUEUE),
        c.Receive(DEFAULT_DEAD_LETTER_QUEUE),
        c.DefineLocalQueue(DEFAULT_DEAD_LETTER_QUEUE),
        c.ReadDepth(DEFAULT_DEAD_LETTER_QUEUE),
        c.Browse(DEFAULT_DEAD_LETTER_QUEUE, "QM2"),
    ):
        watch.see(command)
    assert [type(command) for command in watch.early] == [c.SetDeadLetterQueue, c.Receive, c.Browse]
    assert watch.defined == {DEFAULT_QUEUE_MANAGER}


def test_scenarios_define_it_first() -> None:
    adapter = Watched()
    scenarios = [one for one in load_features() if not inapplicable(one.tags, EVERY_PROFILE[0])]
    run_features(adapter, scenarios[::4])
    assert sum(watch.used > 1 for watch in adapter.watches) > 30
    assert [watch.early for watch in adapter.watches if watch.early] == []


def test_properties_define_it_first() -> None:
    adapter = Watched()
    run_properties(adapter, examples=30)
    assert sum(watch.used > 1 for watch in adapter.watches) > 10
    assert [watch.early for watch in adapter.watches if watch.early] == []


@pytest.mark.parametrize("profile", EVERY_PROFILE, ids=lambda profile: profile.name)
def test_random_cases_define_it_first(profile: Profile) -> None:
    used = 0
    for number in range(300):
        watch = Watch()
        for command in case(case_seed(7, number), frozenset(Ability), ClockKind.VIRTUAL, 40, profile=profile):
            watch.see(command)
        assert watch.early == [], number
        used += watch.used > 1
    assert used > 100


# --- traces that name it without ----------------------------------------------------------------------------

STAYS = (
    c.DefineLocalQueue("Q"),
    c.OpenSession("session"),
    *delayed_send("Q", 1000),
    c.AlterQueue("Q", c.AttributeChanges(put=c.Switch.DISABLED)),
    c.SetDeadLetterQueue(DEFAULT_DEAD_LETTER_QUEUE),
    c.Advance(2000),
    c.ReadDepth("SYSTEM.DDELAY.LOCAL.QUEUE"),
    c.ReadDepth(DEFAULT_DEAD_LETTER_QUEUE),
)
MISSING = Refused(reason=2085)


def test_it_is_there_or_is_not() -> None:
    """A persistent message that no queue takes stays; one that can be dead-lettered does not."""
    trace = played(*STAYS)
    assert [step.outcome for step in trace.steps[-2:]] == [DepthRead(0), DepthRead(1)]
    assert fine(trace)
    assert fine(trace, {-2: DepthRead(1), -1: MISSING})


def test_it_does_not_come_and_go() -> None:
    trace = played(*STAYS, c.ReadDepth(DEFAULT_DEAD_LETTER_QUEUE))
    assert not fine(trace, {-3: DepthRead(0), -2: MISSING, -1: MISSING})
    assert not fine(trace, {-3: DepthRead(1), -2: MISSING, -1: DepthRead(1)})


def test_whoever_carries_out_a_call_on_it_has_it() -> None:
    """Then it takes what is dead-lettered."""
    looked = (*STAYS[:2], c.ReadDepth(DEFAULT_DEAD_LETTER_QUEUE), *STAYS[2:])
    assert fine(played(*looked))
    assert blamed(played(*looked), {-2: DepthRead(1), -1: DepthRead(0)})


def test_it_is_there_where_it_was_defined() -> None:
    defined = (c.DefineLocalQueue(DEFAULT_DEAD_LETTER_QUEUE), *STAYS)
    assert fine(played(*defined))
    assert blamed(played(*defined), {-2: DepthRead(1), -1: DepthRead(0)})


def test_a_queue_manager_that_is_created_later_is_like_the_others() -> None:
    later = (*STAYS[:-1], c.DefineQueueManager("QM2"), c.ReadDepth(DEFAULT_DEAD_LETTER_QUEUE, "QM2"))
    assert fine(played(*later))
    assert fine(played(*later), {-3: DepthRead(1), -1: MISSING})


def test_whoever_refuses_to_define_it_has_it() -> None:
    """The contract allows that; so the queue takes what is dead-lettered."""
    defined = played(c.DefineLocalQueue(DEFAULT_DEAD_LETTER_QUEUE), *STAYS)
    again = Refused(text="there is a queue of that name")
    assert fine(defined, {0: again})
    assert blamed(defined, {0: again, -2: DepthRead(1), -1: MISSING})
    assert blamed(defined, {0: again, -2: DepthRead(1), -1: DepthRead(0)})
