"""Names of all characters that MQ allows: what something is called accuses nobody, and makes nothing fail."""

import re
from collections.abc import Callable

import msgspec
import pytest
from scenarios_written import preferred, scenario

from implementations import right
from mqtck.adapters.reference import Reference
from mqtck.conformance.cases.generator import case, case_seed
from mqtck.conformance.contract import Adapter
from mqtck.conformance.execution.profiles import offered, under
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.observer import observed
from mqtck.conformance.scenarios.running import run_features
from mqtck.conformance.scenarios.scripts import Do
from mqtck.conformance.scenarios.steps.registry import compile_script
from mqtck.reference.vocabulary.commands import Command, DefineLocalQueue
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER
from mqtck.reference.vocabulary.outcomes import AdapterError
from mqtck.reference.vocabulary.results import Verdict

NAME = re.compile(r'"([A-Z]{1,7}[0-9]+)"')
"""How the generator names queues, queue managers, topics and the rest."""

COMMANDS = msgspec.json.Decoder(list[Command])

RENAMED: dict[str, Callable[[str], str]] = {
    "slash": lambda name: f"{name[0]}/{name[1:]}",
    "only the queue manager in front": lambda name: f"QM1/{name}",
    "percent": lambda name: f"{name}%2F",
    "small letters": lambda name: name.lower(),
    "48 characters": lambda name: f"{name}_{'x' * 47}"[:48],
    "dots": lambda name: f".{name}..",
    "digits": lambda name: f"0{name}",
}


def renamed(commands: tuple[Command, ...], rename: Callable[[str], str]) -> list[Command]:
    def word(found: re.Match[str]) -> str:
        name = found[1]
        return f'"{name if name == DEFAULT_QUEUE_MANAGER else rename(name)}"'

    return COMMANDS.decode(NAME.sub(word, msgspec.json.encode(commands).decode()))


@pytest.mark.parametrize("way", RENAMED)
@pytest.mark.parametrize("adapter", [Reference(), right.ADAPTERS["preferred"]()], ids=["reference", "second"])
def test_what_something_is_called_does_not_matter(adapter: Adapter, way: str) -> None:
    profiles = offered(adapter)
    for number in range(20):
        profile = profiles[number % len(profiles)]
        judged = under(adapter, profile)
        information = judged.information
        drawn = case(number, information.abilities, information.clock, 60, profile=profile)
        commands = renamed(drawn, RENAMED[way])
        assert commands != list(drawn)
        trace = run_commands(judged, commands)
        assert not [step for step in trace.steps if isinstance(step.outcome, AdapterError)], f"case {number}"
        assert observed(trace).breaches == (), f"case {number}"


LABEL = re.compile(r'"(m[0-9]+)"')
"""How the generator labels messages."""


@pytest.mark.parametrize(
    "relabel", ["ID:{}", "{}:", "{}: ", "{}...", "<{}>&amp;", "{} \\n", "{}é\U0001f600"], ids=ascii
)
def test_what_a_message_is_called_does_not_matter(relabel: str) -> None:
    adapter = right.random_adapter(3)
    information = adapter.information
    for number in range(20):
        drawn = case(case_seed(5, number), information.abilities, information.clock, 60)
        text = msgspec.json.encode(drawn).decode()
        commands = COMMANDS.decode(LABEL.sub(lambda found: f'"{relabel.format(found[1])}"', text))
        assert observed(run_commands(adapter, commands)).breaches == (), f"case {number}"


SMALL_LETTERS = """
    Given a queue Orders/new.%1
    And the queues ORDERS and Orders
    And a MessageProducer for Orders with a delivery delay of 2 s
    When "order-1" is sent
    And the delivery delay of "order-1" is over
    Then "order-1" is delivered to Orders
    And nothing is on ORDERS
"""


def test_a_feature_may_name_queues_in_small_letters() -> None:
    """The documents do not say that `Orders` is not `ORDERS`; whoever names both in a feature means two."""
    script = compile_script(scenario(SMALL_LETTERS))
    commands = [action.command for action in script if isinstance(action, Do)]
    defined = [command.queue for command in commands if isinstance(command, DefineLocalQueue)]
    assert defined == ["Orders/new.%1", "ORDERS", "Orders"]
    (result,) = run_features(preferred(), [scenario(SMALL_LETTERS)])
    assert result.verdict is Verdict.CONFORMS
