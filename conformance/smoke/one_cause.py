"""One thing in another unit, or not done at all, that would break scores of rules: worth knowing beforehand.

Tries whether a depth counts from 0, whether a life and a delay are those that were set, whether a message
keeps its id, and whether time passes at the pace of the clock. An implementation may be wrong in each; that
is for the run to say, rule by rule, so each check is fine.

Leaves out real clocks, on which what is late is not wrong, and what the adapter does not show.
"""

from collections.abc import Iterator
from typing import Final

from mqtck.conformance.contract import Adapter
from mqtck.conformance.execution.worlds import DEFAULT_LIMITS, Limits
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination
from mqtck.reference.vocabulary.outcomes import DepthRead, MessageReturned, NoMessage, Outcome, Sent
from mqtck.reference.vocabulary.profile import ClockKind

from .checks import Check
from .plain import answers, producer_api
from .probes import Q

_LIFE: Final = 60_000
_DELAY: Final = 4000
_PASSING: Final = 30_000
_TOLERANCE: Final = 2000
"""Ms; more than any rounding that the documents allow."""

_BEHIND: Final = "; scores of rules may be violated for this one reason"


def one_cause(adapter: Adapter, limits: Limits = DEFAULT_LIMITS) -> Iterator[Check]:
    """What was tried, in order: nothing on a real clock, and of each thing nothing where it is not shown."""
    if adapter.information.clock is ClockKind.REAL:
        return
    create = c.CreateProducer("producer", producer_api(adapter), destination=QueueDestination(Q))
    begun = (c.DefineLocalQueue(Q), create)
    send, get = c.Send("producer", OutgoingMessage("smoke-cause")), c.Receive(Q)
    set_life, set_delay = c.SetTimeToLive("producer", _LIFE), c.SetDeliveryDelay("producer", _DELAY)
    looked_for = (c.Advance(_DELAY // 2), get, c.Advance(_DELAY), get)
    tried = (
        ("a depth counts from 0", (*begun, c.ReadDepth(Q), send, c.ReadDepth(Q)), _of_depths),
        ("a message has the life that was set", (*begun, set_life, send), _of_a_life),
        ("a delay is as long as it was set", (*begun, set_delay, send, *looked_for), _of_a_delay),
        ("a message keeps its id", (*begun, send, get), _of_ids),
        ("time passes at the pace of the clock", (*begun, send, c.Advance(_PASSING), send), _of_time),
    )
    for what, commands, seen in tried:
        told = seen(answers(adapter, limits, *commands)[len(begun) :])
        if told is not None:
            yield Check(what, fine=True, seen=f"but {told}{_BEHIND}" if told else "")


def _of_depths(outcomes: tuple[Outcome, ...]) -> str | None:
    match outcomes:
        case [DepthRead(depth=empty), Sent(), DepthRead(depth=one)]:
            return "" if (empty, one) == (0, 1) else f"of no message and of one it was {empty} and {one}"
        case _:
            return None


def _of_a_life(outcomes: tuple[Outcome, ...]) -> str | None:
    """By MQMD.Expiry, in tenths, and by JMSExpiration, which is an instant."""
    match outcomes:
        case [*_, Sent(descriptor=descriptor, header=header)]:
            pass
        case _:
            return None
    told = None
    if isinstance(descriptor.expiry, int):
        told = "" if _near(descriptor.expiry * 100, _LIFE) else f"MQMD.Expiry is {descriptor.expiry}"
    if not told and isinstance(header.expiration, int) and isinstance(header.timestamp, int):
        lasts = header.expiration - header.timestamp
        told = "" if _near(lasts, _LIFE) else f"JMSExpiration is {lasts} ms behind JMSTimestamp"
    return f"{told} with a time to live of {_LIFE} ms" if told else told


def _of_a_delay(outcomes: tuple[Outcome, ...]) -> str | None:
    match outcomes:
        case [*_, Sent(), _, MessageReturned(), _, _]:
            return f"a message that was delayed for {_DELAY} ms was there after {_DELAY // 2} ms"
        case [*_, Sent(), _, NoMessage(), _, NoMessage()]:
            return f"a message that was delayed for {_DELAY} ms was not there after {_DELAY * 3 // 2} ms"
        case [*_, Sent(), _, NoMessage(), _, MessageReturned()]:
            return ""
        case _:
            return None


def _of_ids(outcomes: tuple[Outcome, ...]) -> str | None:
    match outcomes:
        case [Sent(header=sent), MessageReturned(message=message)]:
            ids = (sent.message_id, message.header.message_id)
        case _:
            return None
    if not all(isinstance(one, str) for one in ids):
        return None
    return "" if ids[0] == ids[1] else f"its sender saw {ids[0]} and its receiver {ids[1]}"


def _of_time(outcomes: tuple[Outcome, ...]) -> str | None:
    match outcomes:
        case [Sent(header=before), _, Sent(header=behind)]:
            pass
        case _:
            return None
    if not (isinstance(before.timestamp, int) and isinstance(behind.timestamp, int) and before.timestamp):
        return None
    passed = behind.timestamp - before.timestamp
    return "" if _near(passed, _PASSING) else f"JMSTimestamp went on by {passed} ms in {_PASSING} ms"


def _near(shown: int, wanted: int) -> bool:
    return abs(shown - wanted) <= _TOLERANCE
