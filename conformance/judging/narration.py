"""Traces for people: one line a command, with the time since the first one and what came of it.

Times are in ms. What an implementation did not show is left out.
"""

from typing import Final, assert_never

import msgspec
from msgspec import UNSET

from mqtck.reference.vocabulary import outcomes as o
from mqtck.reference.vocabulary.commands import Command
from mqtck.reference.vocabulary.constants import Feedback, ReasonCode
from mqtck.reference.vocabulary.messages import SeenMessage, label_in
from mqtck.reference.vocabulary.results import bounded
from mqtck.reference.vocabulary.traces import Step, Trace

WIDTH: Final = 10


def lines_of(trace: Trace) -> tuple[str, ...]:
    """Each step of a trace as a line."""
    if not trace.steps:
        return ()
    origin = trace.steps[0].started
    return tuple(line_of(step, origin) for step in trace.steps)


def line_of(step: Step, origin: int) -> str:
    """One step: when it began and, where that differs, ended; the command; the outcome."""
    begun, ended = step.started - origin, step.ended - origin
    time = f"{begun} ms" if begun == ended else f"{begun}-{ended} ms"
    return f"{time:>{WIDTH}}  {said_command(step.command)} -> {said_outcome(step.outcome)}"


def said_command(command: Command) -> str:
    """The class name with the fields that differ from their defaults."""
    plain = msgspec.to_builtins(command)
    plain.pop("command", None)
    return f"{type(command).__name__} {_said_fields(plain)}".rstrip()


def _said_fields(fields: dict[str, object]) -> str:
    return ", ".join(_said(name.replace("_", " "), value) for name, value in fields.items())


def _said(name: str, value: object) -> str:
    match value:
        case dict():
            return f"{name} ({_said_fields(value)})"
        case str() if value.startswith(name):
            return value
        case _:
            return f"{name} {value}"


def said_outcome(outcome: o.Outcome) -> str:
    match outcome:
        case o.Done():
            return "done"
        case o.Sent():
            return "sent"
        case o.Refused():
            return said_refusal(outcome)
        case o.MessageReturned(message=message):
            return said_message(message)
        case o.NoMessage():
            return "no message"
        case o.Browsed(messages=messages):
            return f"{len(messages)} shown" + "".join(f"; {said_message(message)}" for message in messages)
        case o.DepthRead(depth=depth):
            return f"depth {depth}"
        case o.Unsupported(ability=ability):
            return f"not supported: {ability}"
        case o.AdapterError(fault=fault, text=text):
            return f"the adapter {fault}: {text}"
        case o.SampleDefinitionRead():
            return f"sample definition ({_said_fields(_shown(outcome))})"
        case o.ChannelStatusRead(status=status):
            return f"channel {status or 'in a state that the documents do not name'}"
        case _:
            assert_never(outcome)


def _shown(outcome: o.Outcome) -> dict[str, object]:
    plain: dict[str, object] = msgspec.to_builtins(outcome)
    plain.pop("outcome", None)
    return plain


def said_refusal(refusal: o.Refused) -> str:
    """Reason and family as far as they were seen."""
    reason = "" if refusal.reason in {UNSET, None} else f" with {said_reason(refusal.reason)}"
    family = "" if refusal.family is UNSET else f", {refusal.family}"
    return f"refused{reason}{family}"


def said_reason(reason: object) -> str:
    """A reason code by name and number, as far as the kit knows the name."""
    try:
        known = ReasonCode(reason)  # type: ignore[arg-type]
    except ValueError:
        return f"reason {reason}"
    return f"{known.mq_name} ({known.value})"


def said_message(message: SeenMessage) -> str:
    """A message by its label, or what else is known of it."""
    if message.body is not UNSET:
        return f'message "{bounded(label_in(message.body))}"'
    feedback = message.descriptor.feedback
    is_report = feedback is not UNSET and feedback != Feedback.NONE
    return f"a report with feedback {feedback}" if is_report else "a message"
