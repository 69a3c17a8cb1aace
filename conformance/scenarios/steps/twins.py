"""Steps that compare a report about a delayed message with that about its undelayed twin.

Both reports are taken; that they come is granted, since other scenarios make a point of it.
"""

from collections.abc import Callable
from typing import Final

from mqtck.conformance.scenarios.builder import ScriptBuilder
from mqtck.conformance.scenarios.expectations import twins as t
from mqtck.conformance.scenarios.expectations.sendings import Sending
from mqtck.conformance.scenarios.scripts import Check, Handle

from .failure import glance, take_report
from .messages import its
from .registry import step

Comparison = Callable[[Handle, Sending, Handle, Sending], Check]

IF_ANY: Final[dict[str, Comparison]] = {
    "is like that about its undelayed twin {twin:Label} on {other:Queue}": t.is_like_its_twin,
    "has its ids from where that about its undelayed twin {twin:Label} on {other:Queue} has them": (
        t.has_the_ids_of_its_twin
    ),
    "has a life as that about {twin:Label} on {other:Queue} has": t.has_the_life_of_the_other,
}
"""What is said of reports that need not be made at all; at last of two that come to two queues (EX-46)."""


@step(
    "{kind:Kind} report about {label:Label} on {queue:Queue} is like that about its undelayed twin "
    "{twin:Label} on {other:Queue}"
)
def like_its_twin(script: ScriptBuilder, kind: str, label: str, queue: str, twin: str, other: str) -> None:
    """In all that is shown of both, each by its own message. The answer describes them."""
    _compared(script, (kind, label, queue), (kind, twin, other), t.is_like_its_twin)


@step(
    "{kind:Kind} report about {label:Label} on {queue:Queue} has its data as {other_kind:Kind} report about "
    "its undelayed twin {twin:Label} on {other:Queue}"
)
def data_as_of_its_twin(
    script: ScriptBuilder, kind: str, label: str, queue: str, other_kind: str, twin: str, other: str
) -> None:
    """Where the twin cannot be reported in the same way: what the data begin with, and how many there are."""
    _compared(script, (kind, label, queue), (other_kind, twin, other), t.has_the_data_of_its_twin)


def _compared(
    script: ScriptBuilder, one: tuple[str, str, str], other: tuple[str, str, str], comparison: Comparison
) -> None:
    """The report about a message and that about its twin, each by kind, label and reply-to queue."""
    take_report(script, *other)
    twins_report = its(script)
    take_report(script, *one)
    script.expect(comparison(its(script), script.sending(one[1]), twins_report, script.sending(other[1])))


def _if_any(comparison: Comparison) -> Callable[..., None]:
    def compared(script: ScriptBuilder, label: str, queue: str, twin: str, other: str, **_: str) -> None:
        twins_report, report = glance(script, other), glance(script, queue)
        check = comparison(report, script.sending(label), twins_report, script.sending(twin))
        script.expect(t.if_any(check, report, twins_report))

    return compared


for _said, _comparison in IF_ANY.items():
    step(f"{{kind:Kind}} report about {{label:Label}} on {{queue:Queue}}, if any, {_said}")(
        _if_any(_comparison)
    )
