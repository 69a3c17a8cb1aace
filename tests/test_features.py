"""Features as values: reading, naming, compiling, and what every packaged feature keeps to."""

import re
from collections.abc import Iterator
from itertools import dropwhile
from pathlib import Path

import pytest

from mqtck.conformance.execution.profiles import TAGS
from mqtck.conformance.ledger.rules import load
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

STANDS_FOR = dict(JOINED)

TWO_RULES = """
Feature: Two rules

  Background:
    Given a queue ORDERS

  @DD-01 @slow
  Rule: The first

    Scenario: Plain
      When "order-1" is sent
        | length | 20 |

  @DD-02
  Rule: The second

    Scenario Outline: A <api> waits <time>
      When <time> pass

      @DD-03
      Examples: both
        | api             | time | seen |
        | MessageProducer | 2 s  | 7    |
        | JMSProducer     | 3 s  | 8    |
"""


def one(steps: str) -> ScenarioText:
    """A scenario of these steps."""
    indented = "\n".join(f"    {line.strip()}" for line in steps.strip().splitlines())
    (scenario,) = read_feature(f"Feature: F\n  Scenario: S\n{indented}\n", "f.feature")
    return scenario


# --- reading -----------------------------------------------------------------------------------------


def test_a_scenario_knows_its_place_its_rule_and_its_steps() -> None:
    plain, *_ = read_feature(TWO_RULES, "folder/two.feature")
    assert (plain.name, plain.feature_title, plain.rule_title) == ("Plain", "Two rules", "The first")
    assert plain.rules == {"DD-01"}
    assert plain.tags == {"DD-01", "slow"}
    assert plain.location == "folder/two.feature:10"
    assert [(step.keyword, step.text, step.line) for step in plain.steps] == [
        ("Given", "a queue ORDERS", 5),
        ("When", '"order-1" is sent', 11),
    ]
    assert plain.steps[1].table == (("length", "20"),)


def test_rows_are_scenarios_with_names_of_their_own() -> None:
    _, first, second = read_feature(TWO_RULES, "two.feature")
    assert first.name == "A MessageProducer waits 2 s (7)"
    assert second.name == "A JMSProducer waits 3 s (8)"
    assert first.title == second.title == "A <api> waits <time>"
    assert first.row == ("MessageProducer", "2 s", "7")
    assert first.rules == {"DD-02", "DD-03"}
    assert (second.line, second.row_line) == (17, 24)
    assert second.steps[-1].text == "3 s pass"


def test_what_is_not_gherkin_is_refused_with_its_place() -> None:
    with pytest.raises(FeatureError, match=r"bad\.feature: \(5:3\)"):
        read_feature("Feature: F\n  Scenario: S\n  What is this\n    Given x\n  nonsense\n", "bad.feature")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("    Than nothing waits\n", r'f\.feature:2: the scenario "S" has no step; a step begins with Given'),
        ("    When <n> pass\n    Examples:\n    | n |\n", r"f\.feature:2: .* has examples without a row"),
        (
            "    When <n> pass\n    Examples: A\n    | n |\n    | 1 |\n    Examples: B\n    | n |\n",
            r"f\.feature:2: .* has examples without a row",
        ),
    ],
)
def test_a_scenario_in_which_nothing_would_be_run_is_refused(body: str, said: str) -> None:
    with pytest.raises(FeatureError, match=said):
        read_feature(f"Feature: F\n  Scenario Outline: S\n{body}", "f.feature")


def test_a_file_without_a_feature_is_refused() -> None:
    with pytest.raises(FeatureError, match="no Feature in it"):
        read_feature("# nothing\n", "empty.feature")


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FeatureError, match="no such folder"):
        load_features(tmp_path / "nowhere")


def test_features_are_read_from_a_folder_and_below(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "two.feature").write_text("Feature: B\n  Scenario: Two\n    When 1 s passes\n")
    (tmp_path / "a.feature").write_text("Feature: A\n  Scenario: One\n    When 1 s passes\n")
    (tmp_path / "notes.txt").write_text("no feature")
    assert [scenario.location for scenario in load_features(tmp_path)] == [
        "a.feature:2",
        "b/two.feature:2",
    ]


@pytest.mark.parametrize("other", ["Scenario: One", "Rule: R\n  Scenario: One"])
def test_two_scenarios_of_one_name_are_refused(other: str, tmp_path: Path) -> None:
    (tmp_path / "a.feature").write_text(
        f"Feature: A\n  Scenario: One\n    When 1 s passes\n  {other}\n    When 1 s passes\n"
    )
    with pytest.raises(FeatureError, match=r'"One" has the name of the one at a\.feature:2'):
        load_features(tmp_path)


def test_two_rows_of_one_name_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.feature").write_text(
        "Feature: A\n  Scenario Outline: <t>\n    When <t> pass\n"
        "    Examples:\n      | t |\n      | 2 s |\n      | 2 s |\n"
    )
    with pytest.raises(FeatureError, match=r"a\.feature:7: .* has the name of the one at a\.feature:6"):
        load_features(tmp_path)


def test_two_outlines_of_one_title_are_refused_though_their_rows_differ(tmp_path: Path) -> None:
    outline = "  Scenario Outline: Wait\n    When <t> pass\n    Examples:\n      | t |\n      | {} s |\n"
    (tmp_path / "a.feature").write_text("Feature: A\n" + outline.format(2) + outline.format(3))
    with pytest.raises(FeatureError, match='"Wait" has the name of the one'):
        load_features(tmp_path)


# --- compiling ---------------------------------------------------------------------------------------


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


@pytest.mark.parametrize("scenario", PACKAGED, ids=lambda scenario: scenario.location)
def test_every_packaged_scenario_compiles(scenario: ScenarioText) -> None:
    assert compile_script(scenario)


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


def test_tags_name_rules_of_the_ledger_or_profiles() -> None:
    known = frozenset(load().rules)
    tagged = frozenset[str]().union(*(scenario.tags for scenario in PACKAGED))
    assert tagged - known <= TAGS


CHAPTERS = {
    "01_holding_back_a_message": range(1, 13),
    "02_restrictions_of_the_client": (*range(15, 19), *range(25, 33), *range(36, 41)),
    "03_units_of_work": range(42, 46),
    "04_authority": range(46, 51),
    "05_staging_queue": (51, 52, 53, 59, 60, 61),
    "06_target_resolution": (74, 75, 77, 78),
    "07_expiry_interval": range(79, 85),
    "08_stopping_and_starting": (95, 96),
    "09_failure_to_put": (*range(97, 106), *range(110, 115)),
    "10_report_messages": range(125, 131),
    "14_clustered_destinations": range(19, 25),
    "15_considerations_for_zos": (56, 62, 63, 65, 67, 68),
    "16_stopping_and_starting_on_zos": range(86, 95),
    "17_shared_queues": (54, *range(69, 73)),
}


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_rule_of_a_chapter_has_a_scenario(chapter: str) -> None:
    wanted = {f"DD-{number:02d}" for number in CHAPTERS[chapter]}
    scenarios = [scenario for scenario in PACKAGED if chapter in scenario.feature]
    assert wanted <= frozenset[str]().union(*(scenario.rules for scenario in scenarios))


CLOSES = re.compile(
    r"(after (\d+ \w+|the (delivery delay|life) of \"[^\"]+\") )?(at \w+, )?nothing"
    r"|.*, and nothing( else$| )|a browser shows nothing|the reason is recorded"
    r"|the supplied definition|the answer to .* supplied definition"
)


@pytest.mark.parametrize(
    "scenario",
    [scenario for scenario in PACKAGED if any(chapter in scenario.feature for chapter in CHAPTERS)],
    ids=lambda scenario: scenario.location,
)
def test_scenarios_close_their_world_and_keep_given_in_front(scenario: ScenarioText) -> None:
    *_, last = spelled_out(scenario.steps[-1].text)
    assert CLOSES.match(scenario.steps[-1].text) or CLOSES.match(last)
    keywords = [step.keyword for step in scenario.steps if step.keyword in {"Given", "When", "Then"}]
    assert "Given" not in dropwhile("Given".__eq__, keywords)
