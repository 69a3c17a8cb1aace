"""Traces written by hand: commands with the reference's outcomes, of which a test changes some."""

from collections.abc import Mapping

from mqtck.adapters.reference import Reference
from mqtck.conformance.execution.profiles import under
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.judge import Judgement, judge_trace
from mqtck.reference.vocabulary.commands import Command, CreateProducer, Send, SetDeliveryDelay
from mqtck.reference.vocabulary.messages import JmsHeader, OutgoingMessage, QueueDestination, SeenMessage
from mqtck.reference.vocabulary.outcomes import Browsed, MessageReturned, Outcome, Sent
from mqtck.reference.vocabulary.profile import Profile
from mqtck.reference.vocabulary.traces import Step, Trace


def played(*commands: Command, profile: Profile | None = None) -> Trace:
    """What the reference answers."""
    return run_commands(under(Reference(), profile or Profile()), commands)


def edited(trace: Trace, outcomes: Mapping[int, Outcome]) -> Trace:
    """The trace with other outcomes in some steps; a negative number counts from the end."""
    chosen = {number % len(trace.steps): outcome for number, outcome in outcomes.items()}
    steps = (
        Step(step.command, chosen.get(number, step.outcome), step.started, step.ended)
        for number, step in enumerate(trace.steps)
    )
    return Trace(trace.head, tuple(steps))


def judged(trace: Trace, outcomes: Mapping[int, Outcome] | None = None) -> Judgement:
    return judge_trace(edited(trace, outcomes or {}))


def blamed(trace: Trace, outcomes: Mapping[int, Outcome]) -> tuple[str, ...]:
    """The rule that each breach blames first."""
    return tuple(breach.rules[0] for breach in judged(trace, outcomes).breaches)


def fine(trace: Trace, outcomes: Mapping[int, Outcome] | None = None) -> bool:
    """Nothing is held against the trace, and all of it was judged."""
    judgement = judged(trace, outcomes)
    return not judgement.breaches and not judgement.indeterminate


def delayed_send(queue: str, delay: int, session: str = "session", label: str = "m1") -> tuple[Command, ...]:
    """A producer of its own, its delay, and a send."""
    producer = f"producer of {label}"
    return (
        CreateProducer(producer, session=session),
        SetDeliveryDelay(producer, delay),
        Send(producer, OutgoingMessage(label), QueueDestination(queue)),
    )


SENT = Sent(header=JmsHeader(message_id=f"ID:{0xABC:048x}"))


def shown(label: str = "m1") -> SeenMessage:
    return SeenMessage(body=label)


def returned(label: str = "m1") -> MessageReturned:
    return MessageReturned(shown(label))


def browsed(*labels: str) -> Browsed:
    return Browsed(tuple(shown(label) for label in labels))
