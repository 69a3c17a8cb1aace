"""What the tests of the second implementation share: which ones are asked, and short words for commands."""

import inspect
from collections.abc import Callable
from functools import partial, wraps

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
Test = Callable[..., None]
Prepared = Callable[[SimulatedAdapter], SimulatedAdapter]


def right_ones(first_seed: int) -> dict[str, Callable[[], SimulatedAdapter]]:
    """The named ones, and 25 drawn at random."""
    seeds = range(first_seed, first_seed + 25)
    return {**right.ADAPTERS, **{f"random {seed}": partial(right.random_adapter, seed) for seed in seeds}}


def on_every_right_one(
    first_seed: int, prepared: Prepared = lambda adapter: adapter
) -> Callable[[Test], Test]:
    """Make a test of one right implementation, `any_right`, one of all `right_ones` that tells which fail.

    A test for each of them would take most of its time to be collected, shared out and reported.
    """
    adapters = right_ones(first_seed)

    def decorated(test: Test) -> Test:
        @wraps(test)
        def on_all(**arguments: object) -> None:
            failed = []
            for name, adapter in adapters.items():
                try:
                    test(any_right=Bench(prepared(adapter()).open_world()), **arguments)
                except Exception as error:  # noqa: BLE001 - whatever it is, the others are asked too
                    error.add_note(f"by the right implementation {name!r}")
                    failed.append(error)
            if failed:
                raise ExceptionGroup(f"{len(failed)} of {len(adapters)} right implementations fail", failed)

        signature = inspect.signature(test)
        others = [one for name, one in signature.parameters.items() if name != "any_right"]
        on_all.__signature__ = signature.replace(parameters=others)  # type: ignore[attr-defined]
        return on_all

    return decorated


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
