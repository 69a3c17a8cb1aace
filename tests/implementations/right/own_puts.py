"""Right implementations whose own puts fail, or wait: the documents speak of those of applications.

One checks the largest expiry at each put, whoever makes it (EX-27): what the delivery delay processor cannot
put is disposed of as its options say, or kept. In another one the IMS bridge leaves a request on its queue
until its reply can be put.
"""

from collections.abc import Callable
from typing import Any

from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.decisions.transmission import Limit
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.world import SimulatedAdapter, SimulatedWorld
from implementations.state.objects import Message
from mqtck.reference.vocabulary.constants import LARGEST_ENFORCED_EXPIRY, ReasonCode


class ChecksEachPut(SimulatedWorld):
    """The delivery delay processor uses the call that applications use."""

    def change(self, manager: QueueManager) -> None:
        put = manager.put

        def put_checked(name: str, message: Message, *others: Any, **named: Any) -> ReasonCode | None:
            left = manager.decisions.remaining_expiry(message, self.now())
            if left > LARGEST_ENFORCED_EXPIRY and manager.enforcement.limit() is Limit.ENFORCED:
                return ReasonCode.EXPIRY_ERROR
            return put(name, message, *others, **named)

        manager.put = put_checked  # type: ignore[method-assign]


class KeepsRequests(QueueManagerDecisions):
    """What the bridge cannot answer stays on its queue, and is answered when that can be done."""

    def keeps_unanswered(self) -> bool:
        return True


OWN_PUTS: dict[str, Callable[[], SimulatedAdapter]] = {
    "checks the expiry of its own puts": lambda: SimulatedAdapter(
        name="checks the expiry of its own puts", world=ChecksEachPut
    ),
    "keeps unanswered requests": lambda: SimulatedAdapter(
        name="keeps unanswered requests", decisions=KeepsRequests
    ),
}
