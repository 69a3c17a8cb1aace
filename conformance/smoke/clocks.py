"""What readings of a clock tell of it: are they to the ms, and is JMSTimestamp of that clock."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from mqtck.conformance.contract import World
from mqtck.conformance.execution.clocks import MACHINE
from mqtck.conformance.execution.ticks import FINE, tick_of
from mqtck.reference.chapters.header_mapping import ROUNDING
from mqtck.reference.vocabulary.commands import Send
from mqtck.reference.vocabulary.outcomes import Sent
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.traces import Step

SYSTEM_TICK: Final = 20
"""Ms by which the clocks of some systems jump, whoever reads them; a coarser one is the adapter's doing."""

_FURTHER_LOOKS: Final = 3


class Coarse(NamedTuple):
    """By how many ms readings jump, and what to say of that: nothing of a clock that is read to the ms."""

    tick: int
    told: str


def coarse(world: World) -> Coarse:
    """How coarse the real clock of a world is; on a busy machine one look may miss a step."""
    tick = tick_of(world.now, MACHINE)
    for _ in range(_FURTHER_LOOKS):
        if tick <= SYSTEM_TICK:
            break
        tick = min(tick, tick_of(world.now, MACHINE))
    if tick == FINE:
        return Coarse(tick, "")
    return Coarse(
        tick,
        f"now() jumps by about {tick - 1} ms; what is closer together than that is left undecided. "
        "Read it to the ms, from the clock that JMSTimestamp is read from",
    )


def stamped_by_another(kind: ClockKind, steps: Iterable[Step]) -> str | None:
    """Why JMSTimestamp seems to be read from another clock than `now`; empty where nothing seems so.

    None where no timestamp is shown.
    """
    off = list(_off(kind, steps))
    if not off:
        return None
    ms, label = max(off, key=lambda one: abs(one[0]))
    if not ms:
        return ""
    where = f"{-ms} ms before the reading before" if ms < 0 else f"{ms} ms after the reading behind"
    return (
        f"JMSTimestamp of {label} lies {where} the send, which counts against HM-34; now() must read the "
        "clock that the sending client stamps messages by"
    )


def _off(kind: ClockKind, steps: Iterable[Step]) -> Iterator[tuple[int, str]]:
    """For each send, by how many ms its timestamp lies outside the readings around it, and its label."""
    for step in steps:
        match step:
            case Step(command=Send(message=message), outcome=Sent(header=header)):
                stamp = header.timestamp
            case _:
                continue
        if not isinstance(stamp, int):
            continue
        before, behind = stamp - step.started, stamp - step.ended
        beyond = before if before < 0 else max(behind, 0)
        yield beyond if abs(beyond) > ROUNDING[kind] else 0, message.label
