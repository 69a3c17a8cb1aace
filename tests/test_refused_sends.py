"""An implementation that refuses every send: it breaks few rules, and holds none by that alone.

Many scenarios allow a refusal at some point, and look for something that is rightly not there.
"""

from pathlib import Path

import pytest
from answered_otherwise import Otherwise, as_ever

from mqtck.adapters.reference import ReferenceWorld
from mqtck.conformance.suite.plan import Plan
from mqtck.conformance.suite.running import judge_adapter
from mqtck.reference.vocabulary.commands import Command, MqPut, MqPut1, Send
from mqtck.reference.vocabulary.constants import ReasonCode
from mqtck.reference.vocabulary.outcomes import ErrorFamily, Outcome, Refused
from mqtck.reference.vocabulary.results import Method, RuleVerdict

EXPIRY_ERROR = int(ReasonCode.EXPIRY_ERROR)


def refusing(world: ReferenceWorld, command: Command) -> Outcome:
    match command:
        case Send():
            return Refused(EXPIRY_ERROR, ErrorFamily.JMS_EXCEPTION, "no")
        case MqPut() | MqPut1():
            return Refused(EXPIRY_ERROR, ErrorFamily.MQI, "no")
        case _:
            return as_ever(world, command)


def verdicts(*rules: str) -> dict[str, RuleVerdict]:
    plan = Plan(
        "refuses", "none:none", frozenset({Method.FEATURES}), frozenset(rules), seed=1, output=Path("nowhere")
    )
    report = judge_adapter(Otherwise(refusing), plan, lambda _: None, lambda _name, _trace: "")
    return {one.rule: one.verdict for one in report.rules}


@pytest.mark.parametrize("rule", ["AM-24", "EX-46", "EX-59", "HM-19", "X-45", "X-53"])
def test_no_rule_is_held_that_nothing_speaks_about(rule: str) -> None:
    assert verdicts(rule)[rule] in {RuleVerdict.UNSUPPORTED, RuleVerdict.INDETERMINATE}


def test_a_message_that_was_refused_breaks_no_rule_by_not_being_there() -> None:
    """What is broken is that a send that should be accepted is refused."""
    accepted, others = ("DD-28", "DD-29"), ("DD-39", "DD-40", "DD-44")
    found = verdicts(*accepted, *others)
    assert {found[rule] for rule in accepted} == {RuleVerdict.VIOLATES}
    assert RuleVerdict.VIOLATES not in {found[rule] for rule in others}
