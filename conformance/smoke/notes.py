"""What is no mistake in an answer, but worth knowing before a run, which would tell less or accuse too much.

Tries whether a queue comes by itself where one is used, behind which nothing is judged, and whether an
adapter that claims to take any bytes as a correlation id takes those that are no text. An implementation
may differ in either, so each check is fine.

Leaves out what calls answer, which `probes` and `answers` look at. Only JMS clients are asked.
"""

from collections.abc import Iterator
from typing import Final

from mqtck.conformance.contract import Adapter
from mqtck.conformance.execution.worlds import DEFAULT_LIMITS, Limits
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination, SeenMessage
from mqtck.reference.vocabulary.outcomes import MessageReturned, Outcome, Refused, Sent

from .checks import Check
from .claims import named
from .plain import answers, producer_api
from .probes import Q

_NOWHERE: Final = "MQTCK.SMOKE.NOWHERE"
_BYTES: Final = "00ff80fe"
_WAIT: Final = 1000


def notes(adapter: Adapter, limits: Limits = DEFAULT_LIMITS) -> Iterator[Check]:
    """What was tried of what the adapter claims, in order."""
    producer = c.CreateProducer("producer", producer_api(adapter))
    # With a delay, as random cases send to such queues where there are delays.
    nowhere = c.Send("producer", OutgoingMessage("smoke-nowhere"), QueueDestination(_NOWHERE))
    if found := answers(adapter, limits, producer, c.SetDeliveryDelay("producer", 1), nowhere):
        seen = (
            "but one succeeded, and what comes behind such a send is not judged; if the implementation "
            "creates queues by itself where one is used, switch that off"
        )
        created = isinstance(found[-1], Sent)
        yield Check(
            "a send to a queue that was never defined is refused", fine=True, seen=seen if created else ""
        )
    message = OutgoingMessage("smoke-bytes", correlation_bytes=_BYTES)
    send = c.Send("producer", message, QueueDestination(Q))
    if found := answers(adapter, limits, c.DefineLocalQueue(Q), producer, send, c.Receive(Q, wait=_WAIT)):
        yield Check("correlation ids may be any bytes", fine=True, seen=_of_bytes(*found[-2:]))


def _of_bytes(sent: Outcome, received: Outcome) -> str:
    match (sent, received):
        case (Refused(text=text), _):
            seen = f"a send with {_BYTES} was refused: {text}"
        case (Sent(), MessageReturned(message=SeenMessage(header=header))) if isinstance(
            header.correlation_bytes, str
        ) and not header.correlation_bytes.lower().startswith(_BYTES):
            seen = f"of {_BYTES} the receiver saw {header.correlation_bytes}"
        case _:
            return ""
    return (
        f"but {seen}; where the client takes none, or those of a text alone, leave "
        f"{named(Ability.CORRELATION_BYTES)} out of Information.abilities"
    )
