"""Of the rules of a scenario those are blamed that speak of what broke it, and no others."""

from collections.abc import Callable

import msgspec
import pytest
from scenarios_written import scenario

from mqtck.adapters.reference import Reference
from mqtck.conformance.contract import World
from mqtck.conformance.judging.judge import judge_trace
from mqtck.conformance.ledger.rules import every_testable
from mqtck.conformance.scenarios.aspects import BROKEN_BY, Aspect, may_be_broken
from mqtck.conformance.scenarios.running import run_scenario
from mqtck.reference.vocabulary.commands import Browse, Command, MqGet, ReadDepth, Send
from mqtck.reference.vocabulary.constants import ReasonCode
from mqtck.reference.vocabulary.messages import SeenMessage
from mqtck.reference.vocabulary.outcomes import (
    Browsed,
    DepthRead,
    ErrorFamily,
    MessageReturned,
    NoMessage,
    Outcome,
    Refused,
)

Answer = Callable[[Command, Outcome], Outcome]


class Wrong(Reference):
    """The reference, whose answers are changed on their way."""

    def __init__(self, answer: Answer) -> None:
        super().__init__()
        self._answer = answer

    def open_world(self) -> World:
        return WrongWorld(super().open_world(), self._answer)


class WrongWorld:
    def __init__(self, world: World, answer: Answer) -> None:
        self._world, self._answer = world, answer

    def now(self) -> int:
        return self._world.now()

    def execute(self, command: Command) -> Outcome:
        return self._answer(command, self._world.execute(command))

    def close(self) -> None:
        self._world.close()


EXPIRED = """
    Given the queues ORDERS and REPLIES
    When "order-1" is put to ORDERS with an expiry of 20 tenths, and 5 s pass
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
    Then MQGET from ORDERS finds no message
    And an expiration report about "order-1" arrives on REPLIES
    And nothing else is on REPLIES
"""
OF_EXPIRED = "@EX-17 @EX-18 @EX-21 @EX-22 @EX-38"


def no_report(command: Command, outcome: Outcome) -> Outcome:
    return NoMessage() if isinstance(command, MqGet) and command.queue == "REPLIES" else outcome


def one_report_more(command: Command, outcome: Outcome) -> Outcome:
    of_replies = isinstance(command, MqGet | Browse) and command.queue == "REPLIES"
    if not of_replies or not isinstance(outcome, NoMessage | Browsed):
        return outcome
    report = msgspec.convert({"descriptor": {"message_type": 4, "feedback": 258}}, SeenMessage)
    return Browsed((report,)) if isinstance(command, Browse) else MessageReturned(report)


def returned(command: Command, outcome: Outcome) -> Outcome:
    if not isinstance(command, MqGet) or command.queue != "ORDERS":
        return outcome
    return MessageReturned(msgspec.convert({"body": "order-1", "descriptor": {"expiry": 1}}, SeenMessage))


@pytest.mark.parametrize(
    ("answer", "blamed"),
    [(no_report, {"EX-21"}), (one_report_more, {"EX-22", "EX-21"}), (returned, {"EX-17"})],
    ids=["a report is missing", "a report too many", "an expired message is returned"],
)
def test_each_fault_is_blamed_on_what_speaks_of_it(answer: Answer, blamed: set[str]) -> None:
    (breach,) = run_scenario(Wrong(answer), scenario(EXPIRED, OF_EXPIRED)).breaches
    assert set(breach.rules) == blamed


REFUSED = """
    Given a queue ORDERS, and a JMSProducer for ORDERS with a delivery delay of 5 s
    When "order-1" is sent as message 1 of the group "g"
    Then the send is refused with MQRC_OPTIONS_ERROR (2046)
    And the exception is a JMSRuntimeException
    And nothing is on ORDERS
"""


def refused(reason: ReasonCode, family: ErrorFamily) -> Answer:
    def answer(command: Command, outcome: Outcome) -> Outcome:
        return Refused(reason=int(reason), family=family) if isinstance(command, Send) else outcome

    return answer


@pytest.mark.parametrize(
    ("answer", "blamed"),
    [
        (refused(ReasonCode.OPTIONS_ERROR, ErrorFamily.JMS_EXCEPTION), ("DD-16",)),
        (refused(ReasonCode.EXPIRY_ERROR, ErrorFamily.JMS_RUNTIME_EXCEPTION), ("DD-16", "DD-36")),
    ],
    ids=["another exception", "another reason"],
)
def test_an_exception_of_another_family_does_not_break_what_is_refused(
    answer: Answer, blamed: tuple[str, ...]
) -> None:
    (breach,) = run_scenario(Wrong(answer), scenario(REFUSED, "@DD-16 @DD-36 @DD-37")).breaches
    assert breach.rules == blamed


COUNTED = """
    Given a queue ORDERS, and a MessageProducer for ORDERS with a delivery delay of 5 s
    When "order-1" is sent
    Then the depth of ORDERS is 0
    And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there
"""


def test_a_target_that_counts_what_is_delayed_breaks_no_rule_about_anything_else() -> None:
    def answer(command: Command, outcome: Outcome) -> Outcome:
        return DepthRead(1) if isinstance(command, ReadDepth) else outcome

    result = run_scenario(Wrong(answer), scenario(COUNTED, "@DD-98 @X-37 @DD-36"), judge=judge_trace)
    (breach,) = result.breaches
    assert breach.rules == ("DD-06",)


def test_rules_that_speak_of_one_thing_are_rules_that_are_tested() -> None:
    assert set(BROKEN_BY) <= set(every_testable())
    assert all(aspects and aspects <= set(Aspect) for aspects in BROKEN_BY.values())


def test_where_no_rule_speaks_of_it_none_is_left() -> None:
    assert may_be_broken(("EX-17", "DD-36"), frozenset({Aspect.DEPTH})) == ()
    assert may_be_broken(("EX-17", "X-37"), frozenset({Aspect.DEPTH})) == ("X-37",)
