"""A first look at an adapter: does it keep to the contract, before anything is said of rules?

Tries the clock (honest, and still where it should be), isolation of two worlds, and the answers: for each
ability that the adapter declares, each kind of answer is asked for (`probes`), and each mistake that a
scenario would show as "answered nonsense" is told. Says nothing of conformance.
"""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from queue import Empty
from typing import Final, NamedTuple

from mqtck.conformance.contract import ENDED, GARBLED, Adapter, AdapterUnavailable, World
from mqtck.conformance.execution.drivers import pass_on_interruption
from mqtck.conformance.execution.giving_up import GivingUp
from mqtck.conformance.execution.raised import told
from mqtck.conformance.execution.work_threads import WorkThread
from mqtck.conformance.execution.worlds import Execution, Limits, run_commands
from mqtck.conformance.execution.wrong_fields import Mistake
from mqtck.reference.vocabulary.abilities import Ability, abilities_needed
from mqtck.reference.vocabulary.commands import (
    Advance,
    Command,
    CreateProducer,
    Fixture,
    MqGet,
    OpenSession,
    Receive,
)
from mqtck.reference.vocabulary.messages import OutgoingMessage, SeenMessage, body_of
from mqtck.reference.vocabulary.outcomes import (
    AdapterError,
    Fault,
    MessageReturned,
    NoMessage,
    Refused,
    Sent,
    Unsupported,
)
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.publications import ReceivePublication
from mqtck.reference.vocabulary.traces import Step, Trace

from .answers import Recorder, mistakes_in
from .asking import Askable
from .checks import Check
from .claims import Answered, claims_nothing, hollow, too_little
from .clocks import SYSTEM_TICK, Coarse, coarse, stamped_by_another
from .notes import notes
from .one_cause import one_cause
from .plain import getting, place, putting
from .probes import NOBODY, PROBES, Probe

_Get: Final = Receive | MqGet | ReceivePublication
_WORLD: Final = ("now", "execute", "close")
_ANSWER_SECONDS: Final = 10.0
_CLOSING_SECONDS: Final = 20.0
_LENGTHS: Final = (
    (200, "the label, a colon, and dots up to that many characters"),
    (4, "the label, which is longer, and nothing else"),
)
_AT_ONCE = 5
_SIDE_BY_SIDE = 8


def try_out(adapter: Adapter) -> tuple[Check, ...]:
    """Everything that was tried, in order. AdapterUnavailable passes through."""
    limits = _limits()
    if shut := _opened(adapter, limits):
        return (Check("a world is opened and closed", fine=False, seen=shut),)
    full = run_commands(adapter, _sending(adapter), limits=limits, title="smoke")
    return (
        _clock(adapter, full),
        *_resolution(adapter, limits),
        *_timestamps(adapter, full),
        _answers(adapter, full),
        _delivered(full),
        *_padded(adapter, limits),
        _found_at_once(adapter, limits),
        _isolated(adapter, limits),
        *_probed(adapter, limits),
        *notes(adapter, limits),
        *one_cause(adapter, limits),
    )


def closing(adapter: Adapter) -> tuple[Check, ...]:
    """What goes wrong in closing the adapter, which is done here; nothing where all is well."""
    wrong = _called(adapter.close, _CLOSING_SECONDS)
    return (Check("the adapter is closed", fine=False, seen=wrong),) if wrong else ()


def _limits() -> Limits:
    """What hangs again and again is not waited for in each probe."""
    return Limits(answer=_ANSWER_SECONDS, giving_up=GivingUp())


def _opened(adapter: Adapter, limits: Limits) -> str:
    """What is wrong with a first world, empty where nothing is."""
    lacking: list[str] = []
    opened: list[World] = []

    def attempt() -> None:
        world = adapter.open_world()
        lacking.extend(name for name in _WORLD if not callable(getattr(world, name, None)))
        if lacking:
            lacking.insert(0, type(world).__name__)
        else:
            opened.append(world)
            world.close()

    if wrong := _called(attempt, limits.answer):
        return f"in close, {wrong}" if opened else wrong
    return f"open_world gave a {lacking[0]}, which has no {', no '.join(lacking[1:])}" if lacking else ""


def _called(call: Callable[[], None], limit: float) -> str:
    """What came in the way of a call, empty where nothing did. AdapterUnavailable passes through."""
    worker = WorkThread.have()
    try:
        worker.call(call, limit)
    except AdapterUnavailable:
        raise
    except Empty:
        return f"it did not come back within {limit:g} s"
    except BaseException as error:  # noqa: BLE001 - whatever the adapter raises is its failure
        pass_on_interruption(error)
        return f"it raised {told(error)}"
    finally:
        worker.let_go()
    return ""


def end_of_process(adapter: Adapter) -> str:
    """What ends the process of an adapter that has one of its own (`apart`); empty where nothing does."""
    limits = _limits()
    for commands in (_sending(adapter), *(probe.commands for probe in PROBES)):
        failures = _failures(adapter, commands, limits)
        if ended := [failure for failure in failures if ENDED in failure]:
            before = "" if failures[0] == ended[0] else f"; before that: {failures[0]}"
            return f"{ended[0]}{before}"
    return ""


def _failures(adapter: Adapter, commands: Iterable[Command], limits: Limits) -> list[str]:
    """How commands failed in one world, until one hung or ended the process; then how the world closed."""
    execution = Execution(adapter, limits=limits)
    askable = Askable(adapter.information.abilities)
    failures: list[str] = []
    for command in filter(askable, commands):
        outcome = execution.run(command).outcome
        if isinstance(outcome, Sent):
            askable.sent(command)
        if isinstance(outcome, AdapterError):
            failures.append(_told(command, outcome))
            if ENDED in failures[-1] or outcome.fault is Fault.HUNG:
                break
            execution.failure = None
    return [*failures, execution.close()]


def _probed(adapter: Adapter, limits: Limits) -> Iterator[Check]:
    """A finding for each probe that the adapter has the abilities for, and one for each mistake."""
    told: set[str] = set()
    asked = [(probe, _asked(adapter, probe, limits)) for probe in PROBES]
    lacking = dict(hollow([answer for _, one in asked for answer in one.answers]))
    had = adapter.information.abilities - lacking.keys()
    for probe, (answers, mistakes, refused) in asked:
        fresh = {mistake.about: mistake.text for mistake in reversed(mistakes) if mistake.about not in told}
        told.update(fresh)
        what = f"answers about {probe.what} can be read"
        if mistakes:
            yield from (Check(what, fine=False, seen=mistake) for mistake in reversed(fresh.values()))
        elif 2 * len(answers) > len(probe.commands) and (not probe.of or probe.of & had):
            yield Check(what, fine=True, seen="; ".join(refused))
    for ability, calls in lacking.items():
        yield Check("the adapter can do what it claims", fine=False, seen=claims_nothing(ability, calls))


class _Asked(NamedTuple):
    """What was answered, what was wrong with the answers, and what was refused by surprise."""

    answers: list[Answered]
    mistakes: list[Mistake]
    refused: list[str]


def _asked(adapter: Adapter, probe: Probe, limits: Limits) -> _Asked:
    recorder = Recorder(adapter)
    execution = Execution(recorder, limits=limits)
    askable = Askable(adapter.information.abilities)
    mistakes: list[Mistake] = []
    refused: list[str] = []
    answers: list[Answered] = []
    for command in probe.commands:
        if not askable(command):
            continue
        outcome = execution.run(command).outcome
        answers.append((command, outcome))
        if isinstance(outcome, Sent):
            askable.sent(command)
        name = type(command).__name__
        needed = isinstance(command, Fixture | CreateProducer | OpenSession)
        if isinstance(outcome, Refused) and needed and getattr(command, "queue_manager", "") != NOBODY:
            refused.append(f"but {name} was refused, which leaves what needs it undecided: {outcome.text}")
        if not isinstance(outcome, AdapterError):
            continue
        match outcome.fault:
            case Fault.NONSENSE:
                mistakes.extend(mistakes_in(command, recorder.answer))
            case Fault.CRASHED:
                mistakes.append(_raised(name, outcome.text))
            case _:
                mistakes.append(Mistake(_told(command, outcome), f"{name} {outcome.fault}"))
                break
        # What was wrong with one answer says nothing of the next.
        execution.failure = None
    execution.close()
    return _Asked(answers, mistakes, refused)


def _raised(name: str, text: str) -> Mistake:
    """A line that a program has garbled is told once, whichever call it answers."""
    if GARBLED in text:
        return Mistake(text, GARBLED + text.partition(GARBLED)[2].partition("):")[0])
    told = f"{name} raised {text.rstrip('.')}; what the implementation refuses is answered with Refused"
    return Mistake(told, f"{name} {text}")


def _sending(adapter: Adapter) -> list[Command]:
    producers, put = putting(adapter)
    return [
        place(adapter),
        *producers,
        put(OutgoingMessage("smoke-1")),
        Advance(200),
        getting(adapter, wait=1000),
        getting(adapter),
    ]


def _clock(adapter: Adapter, trace: Trace) -> Check:
    kind = adapter.information.clock
    lie = next(
        (
            step.outcome.text
            for step in trace.steps
            if isinstance(step.outcome, AdapterError) and step.outcome.fault is Fault.CLOCK
        ),
        "",
    )
    what = "the virtual clock moves in Advance alone" if kind is ClockKind.VIRTUAL else "the real clock runs"
    return Check(what, not lie, lie)


def _resolution(adapter: Adapter, limits: Limits) -> Iterator[Check]:
    """Whether a real clock is read to the ms."""
    if adapter.information.clock is ClockKind.VIRTUAL:
        return
    seen: list[Coarse] = []

    def look() -> None:
        world = adapter.open_world()
        try:
            seen.append(coarse(world))
        finally:
            world.close()

    if not _called(look, limits.answer):
        yield Check("the real clock is read to the ms", seen[0].tick <= SYSTEM_TICK, seen[0].told)


def _timestamps(adapter: Adapter, trace: Trace) -> Iterator[Check]:
    """Whether messages are stamped by the clock that is read, where they show it."""
    other = stamped_by_another(adapter.information.clock, trace.steps)
    if other is not None:
        yield Check("JMSTimestamp is of the clock that is read", not other, other)


def _answers(adapter: Adapter, trace: Trace) -> Check:
    wrong = [
        _told(step.command, step.outcome) for step in trace.steps if isinstance(step.outcome, AdapterError)
    ]
    lacking: list[str] = []
    not_sent: dict[Ability, None] = {}
    for step in trace.steps:
        missing = abilities_needed(step.command) - adapter.information.abilities
        not_sent.update(dict.fromkeys(sorted(missing)))
        if isinstance(step.outcome, Unsupported) and not missing:
            name = type(step.command).__name__
            lacking.append(f"{name} was answered with Unsupported: {step.outcome.ability}")
    if not_sent:
        lacking.append(too_little(not_sent, adapter.information.abilities))
    return Check("plain commands are answered", not wrong and not lacking, "; ".join([*wrong, *lacking]))


def _told(command: Command, failed: AdapterError) -> str:
    """What went wrong in a command, which is named once."""
    name = type(command).__name__
    return failed.text if name in failed.text else f"{name}: {failed.text}"


def _delivered(trace: Trace) -> Check:
    got = [step.outcome for step in trace.steps if isinstance(step.command, _Get)]
    received, again = (*got, None, None)[:2]
    fine = (
        isinstance(received, MessageReturned)
        and received.message.body == "smoke-1"
        and isinstance(again, NoMessage)
    )
    return Check(
        "an undelayed message is received once, with its body",
        fine,
        "" if fine else f"{_name(received)}, then {_name(again)}{_first_refused(trace.steps)}",
    )


def _padded(adapter: Adapter, limits: Limits) -> Iterator[Check]:
    """Whether a message of a length has a body of that, where such a message comes back at all."""
    producers, put = putting(adapter)
    wrong, bodies = "", 0
    for length, asked in _LENGTHS:
        message = OutgoingMessage("smoke-long", length=length)
        commands = [place(adapter), *producers, put(message), Advance(200), getting(adapter, wait=1000)]
        trace = run_commands(adapter, commands, limits=limits, title="smoke")
        match trace.steps[-1].outcome:
            case MessageReturned(message=SeenMessage(body=str(body))):
                bodies += 1
                if body != body_of(message) and not wrong:
                    wrong = (
                        f"of a message with length {length} the body is {body!r:.40}, of {len(body)}; it "
                        f"should be {asked} (body_of)"
                    )
    if bodies:
        yield Check("a body is padded to the length of its message", not wrong, wrong)


def _found_at_once(adapter: Adapter, limits: Limits) -> Check:
    """Several times, and in several worlds at once.

    A client that fetches in the background is now and then quick enough, above all where it is alone.
    """
    producers, put = putting(adapter)
    commands: list[Command] = [place(adapter), *producers]
    for number in range(_AT_ONCE):
        commands += [put(OutgoingMessage(f"smoke-{number}")), getting(adapter)]
    worlds = min(adapter.information.side_by_side, _SIDE_BY_SIDE)
    with ThreadPoolExecutor(worlds) as pool:
        played = [
            pool.submit(run_commands, adapter, commands, limits=limits, title="smoke") for _ in range(worlds)
        ]
    steps = [step for one in played for step in one.result().steps]
    received = [step.outcome for step in steps if isinstance(step.command, _Get)]
    lost = sum(isinstance(outcome, NoMessage) for outcome in received)
    refused = _first_refused(steps)
    why = refused or (
        " right after a send; such a receive must ask the implementation: where the client fetches in the "
        "background, let it wait for that"
    )
    seen = f"{lost} of {len(received)} receives without a wait found nothing{why}"
    what = "a receive without a wait finds what was sent"
    if not any(isinstance(outcome, MessageReturned | NoMessage) for outcome in received):
        return Check(what, fine=False, seen="none was answered")
    return Check(what, not lost, seen if lost else "")


def _isolated(adapter: Adapter, limits: Limits) -> Check:
    """Nothing is found of a message that another world has and leaves, while that is open and afterwards."""
    producers, put = putting(adapter)
    looking = [place(adapter), getting(adapter)]
    seen: list[tuple[str, Trace]] = []

    def look(when: str) -> None:
        seen.append((when, run_commands(adapter, looking, limits=limits, title="smoke")))

    other = Execution(adapter, limits=limits)
    for command in (place(adapter), *producers, put(OutgoingMessage("smoke-of-another-world"))):
        other.run(command)
        other.failure = None
    if adapter.information.side_by_side > 1:
        look("while a world is open that has it")
    other.close()
    look("after the world was closed that had it")
    for when, trace in seen:
        received = trace.steps[-1].outcome if trace.steps else None
        if not isinstance(received, NoMessage):
            left = f", {when}" if isinstance(received, MessageReturned) else ""
            return Check("a new world is empty", fine=False, seen=f"{_name(received)}{left}")
    return Check("a new world is empty", fine=True)


def _first_refused(steps: Iterable[Step]) -> str:
    """Which call was refused first, which explains what comes after it; empty where none was."""
    for step in steps:
        if isinstance(step.outcome, Refused):
            return f"; {type(step.command).__name__} was refused: {step.outcome.text}"
    return ""


def _name(outcome: object) -> str:
    if isinstance(outcome, MessageReturned):
        return f"a message {outcome.message.body!r}"
    return "nothing" if outcome is None else type(outcome).__name__
