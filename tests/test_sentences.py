"""What the sentences of features become: commands and expectations, in order; or why they mean nothing."""

from collections.abc import Iterator

import pytest

from mqtck.conformance.scenarios.features import FeatureError, ScenarioText, load_features, read_feature
from mqtck.conformance.scenarios.scripts import Do, Expect
from mqtck.conformance.scenarios.steps.joined import JOINED
from mqtck.conformance.scenarios.steps.registry import (
    CONJUNCTION,
    compile_script,
    definitions,
    halves,
    matching,
)
from mqtck.reference.vocabulary.commands import (
    Advance,
    CreateProducer,
    DefineLocalQueue,
    OpenSession,
    Receive,
    Send,
    SetDeliveryDelay,
    SetTimeToLive,
)

PACKAGED = load_features()

STANDS_FOR = {**dict(JOINED), "at {name:QueueManager}, {what}": ("{what}",)}


def one(steps: str) -> ScenarioText:
    """A scenario of these steps."""
    indented = "\n".join(f"    {line.strip()}" for line in steps.strip().splitlines())
    (scenario,) = read_feature(f"Feature: F\n  Scenario: S\n{indented}\n", "f.feature")
    return scenario


def commands(steps: str) -> list[object]:
    """The commands that a scenario of these steps would send."""
    return [action.command for action in compile_script(one(steps)) if isinstance(action, Do)]


def test_a_scenario_becomes_commands_in_the_order_of_its_sentences() -> None:
    sent = commands(
        """
        Given a queue ORDERS
        And a MessageProducer for ORDERS with a time to live of 20 s and a delivery delay of 500 ms
        When "order-1" is sent
        And 2 s pass
        """
    )
    assert [type(command) for command in sent] == [
        DefineLocalQueue,
        CreateProducer,
        SetTimeToLive,
        SetDeliveryDelay,
        Send,
        Advance,
    ]
    assert sent[3] == SetDeliveryDelay(producer="producer 1", milliseconds=500)
    assert sent[5] == Advance(milliseconds=2000)


def test_a_session_is_opened_only_where_it_is_special() -> None:
    plain = commands("Given a MessageProducer for ORDERS")
    special = commands("Given a transacted MessageProducer of the user alice for ORDERS")
    assert not any(isinstance(command, OpenSession) for command in plain)
    assert OpenSession(session="sender", acknowledgement="transacted", user="alice") in special  # type: ignore[arg-type]


def test_what_is_delivered_is_waited_for_and_what_is_not_is_looked_for_once() -> None:
    sent = commands(
        """
        Given a MessageProducer for ORDERS
        When "order-1" is sent
        Then "order-1" is delivered to ORDERS
        And nothing else is on ORDERS
        """
    )
    waits = [command.wait for command in sent if isinstance(command, Receive)]
    assert waits == [30_000, 0]


def test_a_call_after_a_refused_one_is_left_out() -> None:
    script = compile_script(
        one(
            """
            Given a MessageProducer for ORDERS with a delivery delay of 5 s
            When the time to live is set to 3 s
            And "order-1" is sent
            Then setTimeToLive or the send is refused with MQRC_EXPIRY_ERROR (2013)
            """
        )
    )
    send = next(action for action in script if isinstance(action, Do) and isinstance(action.command, Send))
    assert len(send.unless_refused) == 3
    assert sum(isinstance(action, Expect) for action in script) == 1


SENT = 'Given a MessageProducer for ORDERS\nWhen "order-1" is sent'


@pytest.mark.parametrize(
    ("steps", "why"),
    [
        ("Given a queue called ORDERS", r"f\.feature:3: No step reads .* are: a queue \{queue:Queue\}; "),
        (
            'When "order-1" is put on ORDERS',
            r"nearest ones are: \{labels:Labels\} is put to \{queue:Queue\}; ",
        ),
        ('When "order-1" is sent', "no producer was created"),
        ('Given a MessageProducer without a destination\nWhen "order-1" is sent', "has no destination"),
        (
            'Given a MessageProducer for ORDERS\nWhen "order-1" is sent to BILLS',
            "has a destination of its own, and can send to no other",
        ),
        ("Then the send is refused", "no call precedes this step"),
        ("Then its JMSPriority is 4", "no message was returned"),
        ('When the delivery delay of "order-1" is over', 'no message "order-1" was sent'),
        ("Given a queue ORDERS with MAXDEEP(1)", r"MAXDEEP\(1\) is no attribute of a queue; known are"),
        ("Given a queue ORDERS with PUT(MAYBE)", r"PUT\(MAYBE\) is no attribute"),
        (
            SENT + "\nThen the send is refused with MQRC_Q_FULL (2054)",
            r"MQRC_Q_FULL is 2053",
        ),
        (
            SENT + "\nThen the send is refused with MQRC_NO_SUCH_THING",
            "MQRC_NO_SUCH_THING is not a reason code that the kit knows",
        ),
        (
            SENT + '\nAnd "order-1" is sent',
            "labels are unique",
        ),
        (
            SENT + ' with a delivery delay of 5 s\nThen "order-1" is delivered to ORDERS',
            "it is due only in 5000 ms",
        ),
        (
            SENT + "\n| colour | red |",
            '"colour" is no property of a message',
        ),
        ("When 2 s pass\n| a | b |", "takes no table"),
        (
            SENT + "\nAnd 2 s pass\n" + 'And 1 s have passed since "order-1" was sent',
            "1000 ms ago",
        ),
    ],
)
def test_a_step_that_means_nothing_is_refused_with_its_place(steps: str, why: str) -> None:
    with pytest.raises(FeatureError, match=why) as refused:
        compile_script(one(steps))
    assert str(refused.value).startswith("f.feature:")


# --- what every packaged feature keeps to --------------------------------------------------------------


@pytest.mark.parametrize("feature", sorted({scenario.feature for scenario in PACKAGED}))
def test_every_packaged_scenario_compiles(feature: str) -> None:
    scenarios = [scenario for scenario in PACKAGED if scenario.feature == feature]
    assert [scenario.location for scenario in scenarios if not compile_script(scenario)] == []


def test_every_wording_has_one_meaning() -> None:
    texts = {step.text for scenario in PACKAGED for step in scenario.steps}
    assert {text: len(matching(text)) for text in texts if len(matching(text)) != 1} == {}


def test_every_step_is_used_by_a_scenario() -> None:
    """In one of its wordings at least."""
    texts = {step.text for scenario in PACKAGED for step in scenario.steps}
    used = {known.function for text in texts for said in spelled_out(text) for known in matching(said)}
    assert {known.pattern for known in definitions() if known.function not in used} == set()


def spelled_out(text: str) -> Iterator[str]:
    """A sentence, and those for which it stands."""
    yield text
    for known in matching(text):
        for part in STANDS_FOR.get(known.pattern, ()):
            yield from spelled_out(part.format(**known.parser.parse_arguments(text)))
        for part in halves(text) if known.pattern == CONJUNCTION else ():
            yield from spelled_out(part)


def test_a_joined_sentence_does_what_its_sentences_do() -> None:
    """Its table belongs to the first of them that takes one."""
    joined = """
    Given a MessageProducer for a queue ORDERS with a delivery delay of 5 s
    When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
      | length | 20 characters |
    Then "order-1" is delivered to ORDERS, and nothing else is on ORDERS
    And after 5 s nothing but this is on the queues
      | ORDERS  | the staging queue |
      | nothing | nothing           |
    """
    apart = """
    Given a queue ORDERS
    And a MessageProducer for ORDERS with a delivery delay of 5 s
    When "order-1" is sent
      | length | 20 characters |
    And "order-1" comes due while ORDERS has PUT(DISABLED)
    Then "order-1" is delivered to ORDERS
    And nothing else is on ORDERS
    When 5 s pass
    Then nothing but this is on the queues
      | ORDERS  | the staging queue |
      | nothing | nothing           |
    """
    assert commands(joined) == commands(apart)


def test_two_sentences_joined_are_read_one_after_the_other() -> None:
    """Where one of several places at which a sentence may be taken apart makes no sense, another does."""
    joined = """
    Given a queue ORDERS, and a MessageProducer for ORDERS with a delivery delay of 5 s
    When "order-1" is sent, and ORDERS is altered to PUT(DISABLED), and 5 s pass
      | length | 20 characters |
    Then this is where the messages are, and nowhere else, and nothing is on ORDERS
      | ORDERS  | the staging queue |
      | nothing | order-1           |
    """
    apart = """
    Given a queue ORDERS
    And a MessageProducer for ORDERS with a delivery delay of 5 s
    When "order-1" is sent
      | length | 20 characters |
    And ORDERS is altered to PUT(DISABLED)
    And 5 s pass
    Then this is where the messages are, and nowhere else
      | ORDERS  | the staging queue |
      | nothing | order-1           |
    And nothing is on ORDERS
    """
    assert commands(joined) == commands(apart)


@pytest.mark.parametrize(
    "text",
    [
        "ORDERS is alterd to PUT(DISABLED), and 5 s pass",
        "5 s pass, and ORDERS is alterd to PUT(DISABLED)",
        "a queue ORDERS, and ORDERS is alterd to PUT(DISABLED), and 5 s pass",
    ],
)
def test_of_two_sentences_the_one_without_a_meaning_is_named(text: str) -> None:
    expected = r'No step reads "ORDERS is alterd to PUT\(DISABLED\)"\. The nearest ones are: .*is altered to'
    with pytest.raises(FeatureError, match=expected):
        compile_script(one(f"When {text}"))


def test_a_table_that_neither_of_two_sentences_takes_is_refused() -> None:
    with pytest.raises(FeatureError, match='"a queue ORDERS" takes no table'):
        compile_script(one("Given a queue ORDERS and a dead-letter queue\n| length | 20 |"))
