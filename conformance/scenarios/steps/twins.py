"""Steps that compare a report about a delayed message with that about its undelayed twin.

Both reports are taken; that they come is granted, since other scenarios make a point of it.
"""

from collections.abc import Callable

from mqtck.conformance.scenarios.builder import GLANCE, ScriptBuilder
from mqtck.conformance.scenarios.expectations import twins as t
from mqtck.conformance.scenarios.expectations.checks import Sending
from mqtck.conformance.scenarios.scripts import Check, Handle
from mqtck.reference.vocabulary import commands as c

from .failure import take_report
from .messages import its
from .registry import step


@step(
    "{kind:Kind} report about {label:Label} on {queue:Queue} is like that about its undelayed twin "
    "{twin:Label} on {other:Queue}"
)
def like_its_twin(script: ScriptBuilder, kind: str, label: str, queue: str, twin: str, other: str) -> None:
    """In all that is shown of both, each by its own message. The answer describes them."""
    take_report(script, kind, twin, other)
    twins_report = its(script)
    take_report(script, kind, label, queue)
    script.expect(t.is_like_its_twin(its(script), script.sending(label), twins_report, script.sending(twin)))


@step(
    "{kind:Kind} report about {label:Label} on {queue:Queue} has its data as {other_kind:Kind} report about "
    "its undelayed twin {twin:Label} on {other:Queue}"
)
def data_as_of_its_twin(
    script: ScriptBuilder, kind: str, label: str, queue: str, other_kind: str, twin: str, other: str
) -> None:
    """Where the twin cannot be reported in the same way: what the data begin with, and how many there are."""
    take_report(script, other_kind, twin, other)
    twins_report = its(script)
    take_report(script, kind, label, queue)
    sending, twin_sending = script.sending(label), script.sending(twin)
    script.expect(t.has_the_data_of_its_twin(its(script), sending, twins_report, twin_sending))


@step(
    "{kind:Kind} report about {label:Label} on {queue:Queue}, if any, is like that about its undelayed twin "
    "{twin:Label} on {other:Queue}"
)
def like_its_twin_if_any(
    script: ScriptBuilder, kind: str, label: str, queue: str, twin: str, other: str
) -> None:
    """Of reports that need not be made at all."""
    del kind
    _compared_if_any(script, (label, queue), (twin, other), t.is_like_its_twin)


@step(
    "{kind:Kind} report about {label:Label} on {queue:Queue}, if any, has its ids from where that about its "
    "undelayed twin {twin:Label} on {other:Queue} has them"
)
def ids_as_of_its_twin_if_any(
    script: ScriptBuilder, kind: str, label: str, queue: str, twin: str, other: str
) -> None:
    """Of reports that need not be made at all, and of which nobody says what else they hold."""
    del kind
    _compared_if_any(script, (label, queue), (twin, other), t.has_the_ids_of_its_twin)


@step(
    "{kind:Kind} report about {label:Label} on {queue:Queue}, if any, has a life as that about {twin:Label} "
    "on {other:Queue} has"
)
def life_as_of_the_other_if_any(
    script: ScriptBuilder, kind: str, label: str, queue: str, twin: str, other: str
) -> None:
    """Of two reports of a kind that do not come to the same queue (EX-46)."""
    del kind
    _compared_if_any(script, (label, queue), (twin, other), t.has_the_life_of_the_other)


def _compared_if_any(
    script: ScriptBuilder,
    one: tuple[str, str],
    other: tuple[str, str],
    comparison: Callable[[Handle, Sending, Handle, Sending], Check],
) -> None:
    """The report about a message and that about its twin, each by the label and the reply-to queue."""
    (label, queue), (twin, twins_queue) = one, other
    twins_report, report = _glance(script, twins_queue), _glance(script, queue)
    check = comparison(report, script.sending(label), twins_report, script.sending(twin))
    script.expect(t.if_any(check, report, twins_report))


def _glance(script: ScriptBuilder, queue: str) -> Handle:
    return script.probe(c.Receive(queue=script.queue(queue), session=script.receiver(), wait=GLANCE))
