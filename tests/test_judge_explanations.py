"""Which of several explanations of one step the judge goes on with, and what it remembers of the others."""

from collections.abc import Callable, Iterable
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from mqtck.conformance.judging import judge as judging
from mqtck.conformance.judging.judge import Judge
from mqtck.reference.blame.overdue import Overdue
from mqtck.reference.possibilities import Settled
from mqtck.reference.recollection import beginning
from mqtck.reference.state.state import State
from mqtck.reference.vocabulary.commands import Advance
from mqtck.reference.vocabulary.outcomes import Done
from mqtck.reference.vocabulary.profile import EVERY_PROFILE, ClockKind
from mqtck.reference.vocabulary.results import Breach
from mqtck.reference.vocabulary.traces import Step

BROKEN = (Breach(("DD-01",), "nothing", "a message"),)

PROFILE = EVERY_PROFILE[0]

HERE = beginning(ClockKind.VIRTUAL, PROFILE, 0)
THERE = replace(HERE, tampered=frozenset({"QM1"}))
"""Two states that differ."""

Explained = Callable[..., Judge]


@pytest.fixture
def explained(monkeypatch: pytest.MonkeyPatch) -> Explained:
    """A judge that has observed a step for each of these series of explanations, one a ms."""

    def observed(*steps: Iterable[Settled]) -> Judge:
        judge = Judge(ClockKind.VIRTUAL, PROFILE, 0)
        for number, explanations in enumerate(steps):
            # The judge asks once for each state that is possible: the first one is explained by all of them.
            settled = iter([list(explanations)])
            stub = SimpleNamespace(settled=lambda *_, settled=settled: next(settled, []))
            monkeypatch.setattr(judging, "latest", stub)
            judge.observe(Step(Advance(1), Done(), number, number + 1))
        return judge

    return observed


def test_a_step_that_one_explanation_allows_breaks_nothing(explained: Explained) -> None:
    judge = explained([Settled((HERE,), breaches=BROKEN), Settled((THERE,))])
    found = judge.judgement()
    assert (found.breaches, found.indeterminate) == ((), "")
    assert judge.agrees(explained([Settled((THERE,))]))
    assert not judge.agrees(explained([Settled((HERE,))]))


def test_an_explanation_behind_which_anything_may_follow_is_no_ground_for_a_breach_later(
    explained: Explained,
) -> None:
    passed_over = [Settled((HERE,)), Settled((THERE,), open="an odd thing")]
    broken = [Settled((HERE,), breaches=BROKEN)]
    found = explained(passed_over, broken).judgement()
    assert (found.breaches, found.indeterminate) == ((), "step 1: an odd thing")
    assert explained([Settled((HERE,))], broken).judgement().breaches != ()


def test_of_an_explanation_that_was_passed_over_nothing_is_told_while_all_goes_well(
    explained: Explained,
) -> None:
    passed_over = [Settled((HERE,)), Settled((THERE,), open="an odd thing")]
    assert explained(passed_over, [Settled((HERE,))]).judgement().indeterminate == ""


def test_one_that_leaves_only_the_answer_unjudged_is_better_than_one_that_leaves_all_open(
    explained: Explained,
) -> None:
    aside, left_open = Settled((HERE,), aside="an answer"), Settled((THERE,), open="an odd thing")
    assert explained([left_open, aside]).judgement().indeterminate == "step 1 alone: an answer"
    assert explained([aside, Settled((HERE,))]).judgement().indeterminate == ""


def test_judges_that_have_passed_over_different_explanations_do_not_agree(explained: Explained) -> None:
    passed_over = [Settled((HERE,)), Settled((THERE,), open="an odd thing")]
    assert explained(passed_over).agrees(explained(passed_over))
    assert not explained(passed_over).agrees(explained([Settled((HERE,))]))


def test_only_what_is_overdue_in_every_state_is(
    explained: Explained, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge = explained([Settled((THERE, HERE))])
    late = Overdue("order-1", "QM1:ORDERS", ("DD-10",))

    def overdue(state: State, *_: int) -> dict[int, Overdue]:
        return {1: late, 2: late} if state.tampered else {1: late}

    monkeypatch.setattr(judging, "overdue", overdue)
    monkeypatch.setattr(judging, "latest", SimpleNamespace(settled=lambda state, *_: [Settled((state,))]))
    assert judge.overdue(0, 0) == {1: late}
