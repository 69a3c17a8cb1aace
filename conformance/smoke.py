"""A first look at an adapter: does it keep to the contract, before anything is said of rules?

Tries the clock (honest, and still where it should be), isolation of two worlds, the answers to a few
plain commands, and that two worlds that are asked the same answer alike. Says nothing of conformance.
"""

from typing import NamedTuple

from mqtck.reference.vocabulary.abilities import abilities_needed
from mqtck.reference.vocabulary.commands import (
    Advance,
    Command,
    CreateProducer,
    DefineLocalQueue,
    ProducerApi,
    Receive,
    Send,
)
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination
from mqtck.reference.vocabulary.outcomes import AdapterError, MessageReturned, NoMessage, Unsupported
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.traces import Trace

from .contract import Adapter
from .execution import Limits, run_commands

QUEUE = "MQTCK.SMOKE"


class Finding(NamedTuple):
    """One thing that was tried; `fine` is the answer, `seen` what speaks against it."""

    what: str
    fine: bool
    seen: str = ""


def try_out(adapter: Adapter) -> tuple[Finding, ...]:
    """Everything that was tried, in order. AdapterUnavailable passes through."""
    adapter.open_world().close()
    api = ProducerApi.MESSAGE_PRODUCER
    if abilities_needed(CreateProducer("p", api)) - adapter.information.abilities:
        api = ProducerApi.JMS_PRODUCER
    full = run_commands(adapter, _sending(api), limits=Limits(answer=10), title="smoke")
    fresh = run_commands(
        adapter, [DefineLocalQueue(QUEUE), Receive(QUEUE)], limits=Limits(answer=10), title="smoke"
    )
    return (
        _clock(adapter, full),
        _answers(full),
        _delivered(full),
        _isolated(fresh),
    )


def _sending(api: ProducerApi) -> list[Command]:
    return [
        DefineLocalQueue(QUEUE),
        CreateProducer("producer", api),
        Send("producer", OutgoingMessage("smoke-1"), QueueDestination(QUEUE)),
        Advance(200),
        Receive(QUEUE, wait=1000),
        Receive(QUEUE),
    ]


def _clock(adapter: Adapter, trace: Trace) -> Finding:
    kind = adapter.information.clock
    lie = next(
        (
            step.outcome.text
            for step in trace.steps
            if isinstance(step.outcome, AdapterError) and step.outcome.fault == "lied about the clock"
        ),
        "",
    )
    what = "the virtual clock moves in Advance alone" if kind is ClockKind.VIRTUAL else "the real clock runs"
    return Finding(what, not lie, lie)


def _answers(trace: Trace) -> Finding:
    wrong = [
        f"{type(step.command).__name__}: {step.outcome.text}"
        for step in trace.steps
        if isinstance(step.outcome, AdapterError)
    ]
    lacking = [
        f"{type(step.command).__name__}: no {step.outcome.ability}"
        for step in trace.steps
        if isinstance(step.outcome, Unsupported)
    ]
    return Finding("plain commands are answered", not wrong and not lacking, "; ".join([*wrong, *lacking]))


def _delivered(trace: Trace) -> Finding:
    received = trace.steps[4].outcome if len(trace.steps) > 4 else None  # noqa: PLR2004
    again = trace.steps[5].outcome if len(trace.steps) > 5 else None  # noqa: PLR2004
    fine = (
        isinstance(received, MessageReturned)
        and received.message.body == "smoke-1"
        and isinstance(again, NoMessage)
    )
    return Finding(
        "an undelayed message is received once, with its body",
        fine,
        "" if fine else f"{_name(received)}, then {_name(again)}",
    )


def _isolated(trace: Trace) -> Finding:
    received = trace.steps[-1].outcome if trace.steps else None
    fine = isinstance(received, NoMessage)
    return Finding("a new world is empty", fine, "" if fine else _name(received))


def _name(outcome: object) -> str:
    if isinstance(outcome, MessageReturned):
        return f"a message {outcome.message.body!r}"
    return "nothing" if outcome is None else type(outcome).__name__
