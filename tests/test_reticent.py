"""Right implementations that show little are not accused, and what they hide is named."""

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from implementations.behaviour.whole import Behaviour, Confirmations
from implementations.right.reticent import ReticentAdapter, hideable, reticent, without
from implementations.simulation.world import SimulatedAdapter
from mqtck.adapters.reference import Reference
from mqtck.conformance.cases.generator import case, case_seed
from mqtck.conformance.contract import Adapter, World
from mqtck.conformance.execution.profiles import inapplicable
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.judge import judge_trace
from mqtck.conformance.judging.observer import observed
from mqtck.conformance.scenarios.features import load_features
from mqtck.conformance.scenarios.running import run_features
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    CreateProducer,
    DefineLocalQueue,
    QueueAttributes,
    Receive,
    Send,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    Switch,
)
from mqtck.reference.vocabulary.constants import MessageType, Report
from mqtck.reference.vocabulary.messages import Descriptor, OutgoingMessage, QueueDestination, SeenMessage
from mqtck.reference.vocabulary.outcomes import Browsed, MessageReturned, NoMessage, Outcome
from mqtck.reference.vocabulary.profile import EVERY_PROFILE, Profile
from mqtck.reference.vocabulary.results import Verdict

COMMANDS = 60


@pytest.mark.parametrize("seed", range(24))
def test_random_traces_of_who_shows_little_accuse_nobody(seed: int) -> None:
    profile = EVERY_PROFILE[seed % len(EVERY_PROFILE)]
    adapter = reticent(seed).under(profile)
    information = adapter.information
    for number in range(seed * 10, seed * 10 + 10):
        drawn = case(
            case_seed(1119, number), information.abilities, information.clock, COMMANDS, profile=profile
        )
        judgement = observed(run_commands(adapter, drawn))
        assert judgement.breaches == (), f"case {number}"


def test_what_shows_nothing_of_itself_may_be_the_message_and_not_the_report_about_it() -> None:
    """Of a dead letter and the report about it, which may be on the same queue, one is returned."""
    reference = Reference()
    shows_nothing = ReticentAdapter(reference, reference.information.abilities, frozenset(hideable()))
    message = OutgoingMessage(label="m", report=int(Report.EXCEPTION), reply_to="REPLIES")
    commands = (
        DefineLocalQueue("ORDERS"),
        DefineLocalQueue("REPLIES", QueueAttributes(max_message_length=0)),
        DefineLocalQueue("FAILED"),
        SetDeadLetterQueue("FAILED"),
        CreateProducer("p"),
        SetDeliveryDelay("p", 3000),
        Send("p", message, QueueDestination("ORDERS")),
        AlterQueue("ORDERS", AttributeChanges(put=Switch.DISABLED)),
        Advance(3001),
        Receive("FAILED"),
        Receive("FAILED"),
    )
    trace = run_commands(shows_nothing, commands)
    assert [type(step.outcome) for step in trace.steps[-2:]] == [MessageReturned, NoMessage]
    judgement = observed(trace)
    assert judgement.breaches == ()
    assert judgement.indeterminate == "step 10: a message without body or ids cannot be recognised"


@pytest.mark.parametrize(("share", "seed"), [*enumerate([1, 9, 18])])
def test_no_scenario_accuses_who_shows_little(share: int, seed: int) -> None:
    """Each under a third of the scenarios."""
    profile = EVERY_PROFILE[seed % len(EVERY_PROFILE)]
    scenarios = [one for one in load_features() if not inapplicable(one.tags, profile)]
    results = run_features(reticent(seed).under(profile), scenarios[share::3], judge=judge_trace)
    wrong = [result for result in results if result.verdict in {Verdict.VIOLATES, Verdict.ADAPTER_ERROR}]
    assert [(result.scenario.location, result.breaches, result.reason) for result in wrong] == []
    assert any(result.reason.startswith("The adapter does not show") for result in results)


def test_fields_are_hidden_at_every_depth() -> None:
    assert {".messages.body", ".header.message_id", ".messages.descriptor.expiry"} <= set(hideable())
    shown = Browsed((SeenMessage(body="m", descriptor=Descriptor(expiry=5, priority=4)),))
    left = without(shown, frozenset({".messages.descriptor.expiry"}))
    assert left == Browsed((SeenMessage(body="m", descriptor=Descriptor(priority=4)),))


SENT_IDS = frozenset({".header.message_id", ".descriptor.message_id"})
"""Which ids its messages have is not shown when they are sent."""


@pytest.mark.parametrize("hidden", [frozenset[str](), SENT_IDS], ids=["nothing hidden", "ids hidden"])
def test_who_confirms_delivery_alone_is_not_accused_whatever_it_shows(hidden: frozenset[str]) -> None:
    title = "is reported at most once of each kind, after its delay"
    scenarios = [one for one in load_features() if title in one.title]
    assert len(scenarios) > 1
    base = SimulatedAdapter(behaviour=Behaviour(confirmations=Confirmations.DEPARTURE_ALONE))
    adapter = ReticentAdapter(base, base.information.abilities, hidden)
    verdicts = {result.verdict for result in run_features(adapter, scenarios)}
    assert verdicts == ({Verdict.UNSUPPORTED} if hidden else {Verdict.CONFORMS})


class ShowsTheTextOfTheData:
    """Of a report with data it shows the correlation id in their header, and no MQMD.CorrelId."""

    def __init__(self, adapter: SimulatedAdapter) -> None:
        self.information, self._adapter = adapter.information, adapter

    def open_world(self) -> World:
        world = self._adapter.open_world()
        execute = world.execute
        world.execute = lambda command: _with_text_of_data(execute(command))  # type: ignore[method-assign]
        return world

    def under(self, profile: Profile) -> Adapter:
        return ShowsTheTextOfTheData(self._adapter.under(profile))

    def close(self) -> None:
        """Nothing is held."""


def _with_text_of_data(outcome: Outcome) -> Outcome:
    match outcome:
        case MessageReturned(message=message):
            return MessageReturned(_with_text(message))
        case Browsed(messages=messages):
            return Browsed(tuple(map(_with_text, messages)))
    return outcome


def _with_text(message: SeenMessage) -> SeenMessage:
    text = message.folder.correlation_id
    if message.descriptor.message_type != MessageType.REPORT or not text:
        return message
    return replace(
        message,
        header=replace(message.header, correlation_id=text),
        descriptor=replace(message.descriptor, correlation_id=UNSET),
    )


def test_a_client_may_show_the_correlation_id_in_the_data_of_a_report() -> None:
    title = "with all that it can have is sent"
    scenarios = [one for one in load_features() if title in one.title and "expires on its queue" in one.title]
    results = run_features(ShowsTheTextOfTheData(SimulatedAdapter()), scenarios)
    assert Verdict.VIOLATES not in {result.verdict for result in results}
    assert any("the correlation id of a report" in result.reason for result in results)
