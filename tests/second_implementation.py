"""What the tests of the second implementation share: which ones are asked, and short words for commands."""

from collections.abc import Callable
from functools import partial

from implementations import right
from implementations.behaviour.whole import Behaviour
from implementations.bench import Bench
from implementations.simulation.world import SimulatedAdapter
from implementations.witnesses.parts.common import Trace
from mqtck.reference.vocabulary.commands import (
    AttributeChanges,
    CreateProducer,
    Send,
    SetDeliveryDelay,
    SetTimeToLive,
    Switch,
)
from mqtck.reference.vocabulary.constants import DeliveryMode
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination
from mqtck.reference.vocabulary.messages import SeenMessage as Seen

HOUR = 3_600_000
PERSISTENT, NON_PERSISTENT = DeliveryMode.PERSISTENT, DeliveryMode.NON_PERSISTENT
NOTHING_DISABLED = AttributeChanges(put=Switch.ENABLED, max_depth=5000)
ALL_RIGHT: dict[str, Callable[[], SimulatedAdapter]] = {
    **right.ADAPTERS,
    **{f"random {seed}": partial(right.random_adapter, seed) for seed in range(25)},
}


def bench(behaviour: Behaviour) -> Bench:
    return Bench(SimulatedAdapter(behaviour=behaviour).open_world())


def expiry(seen: Seen) -> int:
    assert isinstance(seen.descriptor.expiry, int)
    return seen.descriptor.expiry


def delayed(label: str, milliseconds: int, time_to_live: int = 0, report: int = 0) -> Trace:
    message = OutgoingMessage(label, report=report, reply_to="REPLY" if report else None)
    return (
        CreateProducer(label, destination=QueueDestination("Q")),
        SetDeliveryDelay(label, milliseconds),
        SetTimeToLive(label, time_to_live),
        Send(label, message),
    )
