"""Steps for reports and the dead-letter queue."""

from typing import Final

from mqtck.conformance.scenarios.builder import ScriptBuilder
from mqtck.conformance.scenarios.expectations import reports as r
from mqtck.conformance.scenarios.expectations.failure import no_dead_letter_header
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, Feedback

from .expectations import is_delivered, take
from .messages import its
from .mqi import mqget
from .registry import step
from .types import GetOptions

KINDS: Final[dict[str, Feedback | None]] = {
    "an expiration": Feedback.EXPIRATION,
    "an exception": None,
    "a COA": Feedback.COA,
    "a COD": Feedback.COD,
    "a PAN": Feedback.PAN,
    "a NAN": Feedback.NAN,
    "an activity": Feedback.ACTIVITY,
}


@step("{kind:Kind} report about {label:Label} arrives on {queue:Queue}")
def report_arrives(script: ScriptBuilder, kind: str, label: str, queue: str) -> None:
    """Correlated by the original message id. An exception report has a reason code as feedback."""
    sending = script.sending(label)
    take(script, queue, lambda handle: r.report_about(handle, kind, KINDS[kind], sending))


@step("{kind:Kind} report arrives on {queue:Queue}, caused by {label:Label}")
def report_arrives_uncorrelated(script: ScriptBuilder, kind: str, queue: str, label: str) -> None:
    """Whatever its correlation id, which a following step may look at."""
    sending = script.sending(label)
    take(script, queue, lambda handle: r.report_caused_by(handle, kind, KINDS[kind], sending))


@step("a browse by MQGET shows {kind:Kind} report about {label:Label} on {queue:Queue}")
def report_browsed(script: ScriptBuilder, kind: str, label: str, queue: str) -> None:
    """The first message there, which stays."""
    sending = script.sending(label)
    script.last_returned = script.eventually(
        mqget(script, queue, GetOptions(mode=c.GetMode.BROWSE_FIRST)),
        lambda handle: r.report_about(handle, kind, KINDS[kind], sending),
    )


@step("MQGET from {queue:Queue} returns that report, whose life has gone on or has no end")
def report_older(script: ScriptBuilder, queue: str) -> None:
    """The report that was browsed before."""
    earlier = its(script)
    script.last_returned = script.probe(mqget(script, queue, GetOptions()))
    script.expect(r.grown_older(earlier, script.last_returned))


@step("within {time:Duration} {kind:Kind} report about {label:Label} arrives on {queue:Queue}")
def report_arrives_within(script: ScriptBuilder, time: int, kind: str, label: str, queue: str) -> None:
    """Whenever it comes on a virtual clock; nobody says how long a report lives. The rest passes."""
    _look_out(script, time, kind, label, queue)


@step(
    "while {other:Queue} is browsed, {kind:Kind} report about {label:Label} arrives on {queue:Queue} "
    "within {time:Duration}"
)
def report_arrives_while_browsed(
    script: ScriptBuilder, other: str, kind: str, label: str, queue: str, time: int
) -> None:
    """The same, where its message may have been moved though it had expired (DD-84)."""
    _look_out(script, time, kind, label, queue, script.queue(other))


@step(
    "while {other:Queue} is browsed, and the staging queue not before {alone:Duration} have passed, "
    "{kind:Kind} report about {label:Label} arrives on {queue:Queue} within {time:Duration}"
)
def report_arrives_by_itself(
    script: ScriptBuilder, other: str, alone: int, kind: str, label: str, queue: str, time: int
) -> None:
    """The same, where the delivery delay processor has the time to come across the message itself."""
    _look_out(script, time, kind, label, queue, script.queue(other), alone=alone)


def _look_out(
    script: ScriptBuilder, time: int, kind: str, label: str, queue: str, *beside: str, alone: int = 0
) -> None:
    sending = script.sending(label)
    command = c.Receive(queue=script.queue(queue), session=script.receiver())
    script.last_returned = script.look_out(
        command, time, lambda handle: r.report_about(handle, kind, KINDS[kind], sending), *beside, alone=alone
    )


@step("{label:Label} is dead-lettered")
def dead_lettered(script: ScriptBuilder, label: str) -> None:
    """On the dead-letter queue, behind a dead-letter header with some reason."""
    is_delivered(script, label, "the dead-letter queue")
    script.expect(r.dead_letter_header(its(script), None))


@step("{label:Label} is dead-lettered as undeliverable to {queue:Queue}")
def dead_lettered_for(script: ScriptBuilder, label: str, queue: str) -> None:
    """The dead-letter header names the queue for which the message was meant."""
    is_delivered(script, label, "the dead-letter queue")
    script.expect(r.dead_letter_header(its(script), queue))


@step("it has a dead-letter header")
def has_dead_letter_header(script: ScriptBuilder) -> None:
    """Of the message just returned."""
    script.expect(r.dead_letter_header(its(script), None))


@step("it has no dead-letter header")
def has_no_dead_letter_header(script: ScriptBuilder) -> None:
    """Of the message just returned, also where that queue is the dead-letter queue."""
    script.expect(no_dead_letter_header(its(script)))


@step("its dead-letter header does not name the staging queue")
def header_names_another(script: ScriptBuilder) -> None:
    """Which queue it names where a topic was the destination is said nowhere."""
    script.expect(r.dead_letter_header_names_none_of(its(script), frozenset({STAGING_QUEUE})))
