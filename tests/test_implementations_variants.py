"""Right, wrong and odd implementations are what they say."""

import pytest
from second_implementation import on_every_right_one, right_ones

from implementations import odd, right, wrong
from implementations.bench import Bench, outcomes
from implementations.simulation.world import SimulatedAdapter
from implementations.witnesses.parts.common import P, Q, delayed
from mqtck.conformance.contract import Adapter, World
from mqtck.conformance.ledger.rules import rule
from mqtck.reference.vocabulary.commands import Advance, Command, DefineLocalQueue, ReadDepth, Receive, Send
from mqtck.reference.vocabulary.messages import OutgoingMessage
from mqtck.reference.vocabulary.outcomes import Browsed, ErrorFamily, Refused, Unsupported


@pytest.mark.parametrize("name", wrong.WRONG)
def test_wrong_implementation_shows_its_fault(name: str) -> None:
    fault = wrong.WRONG[name]
    adapter = fault.factory()
    preferred = SimulatedAdapter(profile=adapter.information.profile)
    assert outcomes(adapter, fault.witness) != outcomes(preferred, fault.witness)


def test_a_test_on_every_right_one_tells_which_of_them_fail() -> None:
    asked = []

    @on_every_right_one(0)
    def holds_but_for_the_second(any_right: Bench, answer: int) -> None:
        asked.append(any_right)
        assert len(asked) != answer

    with pytest.raises(ExceptionGroup, match=f"1 of {len(right_ones(0))} right implementations") as raised:
        holds_but_for_the_second(answer=2)
    assert len(asked) == len(right_ones(0))
    (failure,) = raised.value.exceptions
    assert failure.__notes__[-1] == f"by the right implementation {list(right_ones(0))[1]!r}"


def test_there_are_enough_of_each() -> None:
    assert len(right.ADAPTERS) >= 10
    assert len(right.SWITCHES) >= 20
    assert len(wrong.WRONG) >= 30
    assert len({fault.sentence for fault in wrong.WRONG.values()}) == len(wrong.WRONG)


def test_named_right_ones_take_every_documented_alternative() -> None:
    taken = {getattr(behaviour, name) for behaviour in right.RIGHT.values() for name in right.SWITCHES}
    assert {value for values in right.SWITCHES.values() for value in values} == taken


def test_same_seed_gives_the_same_answers() -> None:
    trace = wrong.WRONG["recall of one recalls all"].witness
    adapter = right.random_adapter(7)
    assert outcomes(adapter, trace) == outcomes(adapter, trace) == outcomes(right.random_adapter(7), trace)


def test_adapters_keep_the_contract() -> None:
    adapter: Adapter = right.ADAPTERS["preferred"]()
    world: World = adapter.open_world()
    before = world.now()
    world.execute(DefineLocalQueue("Q"))
    assert world.now() == before
    world.execute(Advance(1234))
    assert world.now() == before + 1234
    world.close()
    adapter.close()


@pytest.mark.parametrize(
    ("name", "command", "expected"),
    [
        ("wrong type", Send("p", OutgoingMessage("m")), "OK"),
        ("wrong class", Receive("Q"), Browsed(())),
        ("answers nothing", Receive("Q"), None),
        (
            "forgets",
            ReadDepth("Q"),
            Refused(reason=2085, family=ErrorFamily.OTHER, text="Q is no local queue"),
        ),
    ],
)
def test_odd_adapter_answers_oddly(name: str, command: Command, expected: object) -> None:
    world = odd.ODD[name]().open_world()  # type: ignore[attr-defined]
    for fixture in P:
        world.execute(fixture)
    assert world.execute(command) == expected


def test_odd_clocks_lie() -> None:
    for name, expected in (("standing clock", 0), ("backward clock", -5000)):
        world = odd.ODD[name]().open_world()  # type: ignore[attr-defined]
        before = world.now()
        world.execute(Advance(5000))
        assert world.now() - before == expected


def test_odd_adapters_raise() -> None:
    world = odd.ODD["crashes"]().open_world()  # type: ignore[attr-defined]
    with pytest.raises(RuntimeError):
        world.execute(Receive("Q"))
    with pytest.raises(OSError, match="incomplete"):
        odd.ODD["raises when made"]()
    assert not hasattr(odd.ODD["lacks open_world"](), "open_world")


def test_eight_commands_are_useful() -> None:
    world = odd.EightCommandAdapter().open_world()
    run = Bench(world)
    run.do(*Q, *delayed(5000), Advance(6000))
    assert run.got(Receive("Q")).body == "m"
    assert isinstance(run.do(ReadDepth("Q")), Unsupported)


def test_blamed_rules_are_in_the_ledger() -> None:
    """Advice is not blamed, unless the ledger says that a consequence of it is binding (DD-68)."""
    for name, fault in wrong.WRONG.items():
        rules = [rule(identifier) for identifier in fault.rules]
        assert any(found.testable or "MUST" in found.strength_text for found in rules), name
