"""Whom a scenario blames: the rule of the fault that it met, which is not always what it is about."""

from collections.abc import Callable

import pytest
from scenarios_written import misread, preferred, scenario

from implementations.right.reticent import ReticentAdapter
from implementations.simulation.world import SimulatedAdapter
from mqtck.conformance.contract import World as ImplementationWorld
from mqtck.conformance.judging.judge import judge_trace
from mqtck.conformance.scenarios.blame_together import blamed_together
from mqtck.conformance.scenarios.running import ScenarioResult, run_scenario, verdicts_by_rule
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import Command, Commit, Receive, Rollback, Send
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.outcomes import Outcome
from mqtck.reference.vocabulary.results import Verdict

ROLLED_BACK = """
    Given a queue ORDERS
    And a transacted MessageProducer for ORDERS with a delivery delay of 4 s
    When "order-1" is sent
    And the unit of work is rolled back
    And 6 s pass
    Then nothing is on ORDERS
"""
EXPIRED = """
    Given a queue ORDERS
    And a MessageProducer for ORDERS with a time to live of 3 s
    When "order-1" is sent
    And 6 s pass
    Then nothing is on ORDERS
"""
BEGUN_ANEW = """
    Given a queue ORDERS
    And a MessageProducer for ORDERS with a delivery delay of 6 s and a time to live of 9 s
    When "order-1" is sent
    And 11 s pass
    Then nothing is on ORDERS
"""
SHOWN_EXPIRED = EXPIRED.replace("nothing is on", "a browser shows nothing on")
EARLY = """
    Given a queue ORDERS
    And a MessageProducer for ORDERS with a delivery delay of 4 s
    When "order-1" is sent
    Then nothing is on ORDERS yet
"""
SHOWN_EARLY = EARLY.replace("nothing is on ORDERS yet", "a browser shows nothing on ORDERS")
RECALLED = """
    Given a queue ORDERS
    And a MessageProducer for ORDERS with a delivery delay of 4 s
    When "order-1" is sent
    And a receive by a JMS client recalls "order-1" from the staging queue
    And 6 s pass
    Then nothing is on ORDERS
"""
REFUSED = """
    Given a queue ORDERS
    And a MessageProducer for ORDERS with a delivery delay of 4 s
    When "order-1" is sent as message 1 of the group "g"
    Then the send is refused with MQRC_OPTIONS_ERROR (2046)
    When 6 s pass
    Then nothing is on ORDERS
"""
BEFORE_A_REFUSED_ONE = """
    Given a MessageProducer for a queue ORDERS with a delivery delay of 1 day
    When "order-1" is sent
    And the delivery delay is set to 1733 ms, and the time to live is set to 1732 ms
    And "order-2" is sent
    Then setTimeToLive or the send is refused with MQRC_EXPIRY_ERROR (2013)
    And after 4 s nothing is on ORDERS
"""
UNLIMITED = """
    Given a queue ORDERS
    And a MessageProducer for ORDERS
    When "order-1" is sent
    Then "order-1" is delivered to ORDERS
"""
DELAYED_COPIES = """
    Given a topic PRICES
    And a non-durable subscriber alice to PRICES
    And a MessageProducer for the topic PRICES with a delivery delay of 4 s
    When "price-1" is published
    And 6 s pass
    Then "price-1" is delivered to the subscriber alice
    And nothing else is delivered to the subscriber alice
"""
INHIBITED = """
    Given a queue ORDERS
    And a MessageProducer for ORDERS with a delivery delay of 4 s
    When "order-1" is sent
    And ORDERS is altered to PUT(DISABLED) during the delay of "order-1"
    And 6 s pass
    Then nothing is on ORDERS
"""
DEAD_LETTERED = """
    Given a queue Orders and a dead-letter queue
    And a MessageProducer for Orders with a delivery delay of 4 s
    When "order-1" is sent and comes due while Orders has PUT(DISABLED)
    Then "order-1" is dead-lettered as undeliverable to Orders
"""


@pytest.mark.parametrize(
    ("fault", "text", "rule"),
    [
        ("rolled back but delivered", ROLLED_BACK, "DD-44"),
        ("expired received", EXPIRED, "EX-17"),
        ("expired received", BEGUN_ANEW, "EX-17"),
        ("life restarted at delivery", BEGUN_ANEW, "DD-79"),
        ("expired browsed", SHOWN_EXPIRED, "EX-18"),
        ("not staged", EARLY, "DD-01"),
        ("not staged", SHOWN_EARLY, "DD-06"),
        ("not staged", BEFORE_A_REFUSED_ONE, "DD-01"),
        ("recalled but delivered", RECALLED, "DD-61"),
        ("staged before it is refused", REFUSED, "DD-32"),
        ("unlimited as 0", UNLIMITED, "HM-16"),
        ("two copies", DELAYED_COPIES, "DD-10"),
        ("put-disabled target filled", INHIBITED, "DD-114"),
        ("dead-letter header in capitals", DEAD_LETTERED, "X-17"),
    ],
)
def test_another_fault_is_blamed_on_its_own_rule(fault: str, text: str, rule: str) -> None:
    result = run_scenario(misread(fault), scenario(text, "@HM-38"))
    assert verdicts_by_rule(result) == {rule: Verdict.VIOLATES, "HM-38": Verdict.INDETERMINATE}


@pytest.mark.parametrize(
    ("fault", "text", "rule"),
    [
        ("rolled back but delivered", ROLLED_BACK, "X-54"),
        ("expired received", EXPIRED, "EX-25"),
        ("life restarted at delivery", BEGUN_ANEW, "X-05"),
        ("clock from the setter", EARLY, "DD-05"),
    ],
)
def test_a_scenario_about_the_same_keeps_its_own_rule(fault: str, text: str, rule: str) -> None:
    slow = text.replace(
        'When "order-1" is sent', 'When 3 s pass\n    And "order-1" is sent\n    And 2 s pass'
    )
    result = run_scenario(misread(fault), scenario(slow, f"@{rule} @HM-38"))
    assert verdicts_by_rule(result) == {rule: Verdict.VIOLATES, "HM-38": Verdict.INDETERMINATE}


NO_UNITS_OF_WORK = """
    Given a queue ORDERS
    And a transacted MessageProducer for ORDERS
    When "order-1" is sent
    And the unit of work is rolled back
    And "order-2" is sent
    And the unit of work is committed
    Then "order-2" is delivered to ORDERS, and nothing else is there
"""


class Meddled:
    """A right implementation that carries out calls by `execute`, with its world at hand."""

    def __init__(
        self, right: SimulatedAdapter, execute: Callable[[ImplementationWorld, Command], Outcome]
    ) -> None:
        self.information = right.information
        self.close = right.close
        self._right = right
        self._execute = execute

    def open_world(self) -> ImplementationWorld:
        world = self._right.open_world()
        carry_out = self._execute

        class World:
            now = staticmethod(world.now)
            close = staticmethod(world.close)

            @staticmethod
            def execute(command: Command) -> Outcome:
                return carry_out(world, command)

        return World()


def commits(world: ImplementationWorld, command: Command) -> Outcome:
    """A rollback commits."""
    return world.execute(Commit(command.session) if isinstance(command, Rollback) else command)


def test_a_rollback_that_undoes_nothing_is_not_blamed_on_what_the_scenario_is_about() -> None:
    """The ids of the two messages may well differ, say (HM-27)."""
    result = run_scenario(Meddled(preferred(), commits), scenario(NO_UNITS_OF_WORK, "@HM-27"))
    assert verdicts_by_rule(result) == {"DD-41": Verdict.VIOLATES, "HM-27": Verdict.INDETERMINATE}


LIVES_ON = """
    Given a queue ORDERS
    And a MessageProducer for ORDERS with a delivery delay of 4 s
    When "order-1" is sent
    Then the send is accepted
"""
CONNECTED_AGAIN = """
    Given a queue manager NEW of version 9.4 to which the application connects
    And a MessageProducer for a queue ORDERS with a delivery delay of 5 s
    And a queue manager OLD of version 7.5 to which the application connects
    And a MessageProducer for a queue BILLS
    When "order-1" is sent by the first producer
    Then the send is accepted
"""
GROUPED = REFUSED.replace("    When 6 s pass\n    Then nothing is on ORDERS\n", "")
CORRELATED = """
    Given a queue ORDERS
    And a MessageProducer for ORDERS
    When "order-1" is sent
      | JMSCorrelationID | "batch-7" |
    Then "order-1" is delivered to ORDERS
    And its jms.Cid is "batch-7"
"""


@pytest.mark.parametrize(
    ("fault", "text", "own", "blamed"),
    [
        ("TTL 0 below the delay", LIVES_ON, "HM-38", "DD-28"),
        ("TTL 0 below the delay", LIVES_ON, "X-07", "X-07"),
        ("TTL 0 below the delay", LIVES_ON, "DD-28", "DD-28"),
        ("version of the last connection", CONNECTED_AGAIN, "DD-17", "DD-17"),
        ("version of the last connection", CONNECTED_AGAIN, "HM-38", "DD-17"),
        ("groups accepted", GROUPED, "HM-38", "HM-38"),
        ("text not written", CORRELATED, "DD-21", "HM-46"),
    ],
)
def test_a_fault_of_another_matter_is_blamed_on_the_rule_that_the_judge_names(
    fault: str, text: str, own: str, blamed: str
) -> None:
    """Not where that has to do with the scenario, or where a call goes through that should not."""
    written = scenario(text, f"@{own}")
    result = run_scenario(misread(fault), written, judge=judge_trace)
    spared = {} if own == blamed else {own: Verdict.INDETERMINATE}
    assert verdicts_by_rule(result) == {blamed: Verdict.VIOLATES, **spared}
    assert verdicts_by_rule(run_scenario(misread(fault), written)) == {own: Verdict.VIOLATES}


def test_of_the_rules_of_a_scenario_only_those_that_have_to_do_with_the_refusal_are_blamed() -> None:
    written = scenario(LIVES_ON, "@X-07 @DD-21 @DD-28")
    result = run_scenario(misread("TTL 0 below the delay"), written, judge=judge_trace)
    assert verdicts_by_rule(result) == {
        "X-07": Verdict.VIOLATES,
        "DD-28": Verdict.VIOLATES,
        "DD-21": Verdict.INDETERMINATE,
    }


def test_of_the_rules_of_a_scenario_those_are_blamed_that_refuse_the_call_that_went_through() -> None:
    """A group that is taken with a delay says nothing of lives, and of a full queue."""
    written = scenario(GROUPED, "@DD-15 @DD-25 @DD-36 @DD-112")
    result = run_scenario(misread("groups accepted"), written, judge=judge_trace)
    assert verdicts_by_rule(result) == {
        "DD-15": Verdict.VIOLATES,
        "DD-36": Verdict.VIOLATES,
        "DD-25": Verdict.INDETERMINATE,
        "DD-112": Verdict.INDETERMINATE,
    }


BY_AN_ALIAS = """
    Given a queue ORDERS with an alias queue SALES, and a queue REPLIES
    And a MessageProducer for ORDERS with a time to live of 6 s and a delivery delay of 3 s
    When "order-1" is sent, and its life is over
    Then nothing is on SALES, and the depth of ORDERS becomes 0
"""


@pytest.mark.parametrize("own", ["X-02 @X-28", "EX-12 @X-42"])
def test_what_is_past_its_life_says_nothing_of_how_it_is_shown_by_way_of_an_alias(own: str) -> None:
    written = scenario(BY_AN_ALIAS, f"@EX-17 @{own}")
    result = run_scenario(misread("expired received"), written, judge=judge_trace)
    assert [breach.rules for breach in result.breaches] == [("EX-17",)]


def test_what_the_judge_says_of_another_call_spares_nothing() -> None:
    """An id of another form, as every other broker has, explains no refusal."""
    written = scenario(
        LIVES_ON.replace("4 s\n", "0 s\n", 1) + "    When ORDERS is altered to PUT(DISABLED)\n"
        '    And "order-2" is sent\n    Then the send is accepted\n',
        "@HM-38",
    )
    wrong = misread("id without prefix")
    result = run_scenario(wrong, written, judge=judge_trace)
    assert [breach.rules[0] for breach in result.judged.breaches] == ["HM-30"]
    assert verdicts_by_rule(result) == {"HM-38": Verdict.VIOLATES}


def loses(world: ImplementationWorld, command: Command) -> Outcome:
    """What is staged is lost."""
    outcome = world.execute(command)
    if isinstance(command, Send):
        world.execute(Receive(STAGING_QUEUE, "thief"))
    return outcome


LOST = """
    Given a queue ORDERS
    And a MessageProducer for ORDERS with a delivery delay of 4 s
    When "order-1" is sent
    And 6 s pass
    Then "order-1" is delivered to ORDERS
"""
NOT_SHOWN = LOST.replace('"order-1" is delivered to', 'a browser shows "order-1" on')


@pytest.mark.parametrize(
    ("text", "own", "blamed"),
    [
        (LOST, "HM-38", "DD-10"),
        (LOST, "X-41", "DD-10"),
        (LOST, "DD-10", "DD-10"),
        (LOST, "DD-12", "DD-12"),
        (LOST, "X-54", "X-54"),
        (LOST, "HM-14", "HM-14"),
        (LOST, "EX-05", "EX-05"),
        (LOST, "DD-03", "DD-03"),
        (NOT_SHOWN, "HM-38", "DD-10"),
        (NOT_SHOWN, "DD-12", "DD-12"),
    ],
)
def test_a_message_that_is_missing_does_not_look_wrong(text: str, own: str, blamed: str) -> None:
    """The rule that the judge names for the look in vain is blamed, unless the scenario is about it."""
    result = run_scenario(Meddled(preferred(), loses), scenario(text, f"@{own}"), judge=judge_trace)
    spared = {} if own == blamed else {own: Verdict.INDETERMINATE}
    assert verdicts_by_rule(result) == {blamed: Verdict.VIOLATES, **spared}


def test_where_only_such_messages_are_missing_the_rule_about_them_is_blamed_all_the_same() -> None:
    """No scenario of the rule that the judge names loses one of another kind."""
    lost = run_scenario(Meddled(preferred(), loses), scenario(LOST, "@HM-38"), judge=judge_trace)
    arrived = run_scenario(preferred(), scenario(LOST, "@DD-10"), judge=judge_trace)
    assert verdicts_by_rule(blamed_together([lost, arrived])[0]) == {
        "DD-10": Verdict.VIOLATES,
        "HM-38": Verdict.VIOLATES,
    }


@pytest.mark.parametrize(
    ("others", "own"),
    [
        ((), Verdict.VIOLATES),
        (("@HM-39",), Verdict.VIOLATES),
        (("@DD-44 @HM-38",), Verdict.VIOLATES),
        (("@DD-44",), Verdict.INDETERMINATE),
        (("@DD-44 @HM-38", "@DD-44 @HM-39"), Verdict.INDETERMINATE),
    ],
)
def test_a_rule_is_spared_where_others_bear_the_other_fault_out(
    others: tuple[str, ...], own: Verdict
) -> None:
    """Else the fault may be one of just what the scenario is about."""
    wrong = misread("rolled back but delivered")
    results = [run_scenario(wrong, scenario(ROLLED_BACK, tags)) for tags in ("@HM-38", *others)]
    assert verdicts_by_rule(blamed_together(results)[0]) == {"DD-44": Verdict.VIOLATES, "HM-38": own}


def test_a_rule_is_not_spared_by_a_scenario_that_conforms() -> None:
    met = run_scenario(misread("rolled back but delivered"), scenario(ROLLED_BACK, "@HM-38"))
    kept = run_scenario(misread("expired received"), scenario(ROLLED_BACK, "@DD-44"))
    assert kept.verdict is Verdict.CONFORMS
    assert verdicts_by_rule(blamed_together([met, kept])[0]) == {
        "DD-44": Verdict.VIOLATES,
        "HM-38": Verdict.VIOLATES,
    }
    assert blamed_together([kept]) == (kept,)


@pytest.mark.parametrize(("own", "as_well"), [("@DD-97", True), ("@DD-25", False)])
def test_no_rule_is_blamed_as_well_that_cannot_be_broken_like_that(own: str, as_well: bool) -> None:  # noqa: FBT001 - a column of a table
    """A get has returned what has expired: no call was accepted that DD-25 wants refused."""
    met = run_scenario(misread("expired received"), scenario(EXPIRED, own))
    assert _blamed_by(met) == {"EX-17"}
    assert _blamed_by(blamed_together([met])[0]) == {"EX-17", *([own[1:]] if as_well else [])}


def _blamed_by(result: ScenarioResult) -> set[str]:
    return {rule for breach in result.breaches for rule in breach.rules}


@pytest.mark.parametrize(
    ("hidden", "verdicts"),
    [
        ({".message.descriptor.expiry"}, {"EX-17": Verdict.VIOLATES, "HM-38": Verdict.INDETERMINATE}),
        ({".message.descriptor.expiry", ".message.header.expiration"}, {"HM-38": Verdict.VIOLATES}),
    ],
)
def test_an_expired_message_is_another_fault_where_it_shows_that_its_life_is_over(
    hidden: set[str], verdicts: dict[str, Verdict]
) -> None:
    """Else its life may have been reckoned otherwise, in just what the scenario is about."""
    blind = ReticentAdapter(misread("expired received"), frozenset(Ability), frozenset(hidden))
    assert verdicts_by_rule(run_scenario(blind, scenario(EXPIRED, "@HM-38"))) == verdicts
