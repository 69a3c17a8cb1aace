"""Right implementations whose channels dead-letter otherwise, where the documents say nothing.

A receiver dead-letters one message and no other; what a channel dead-letters asks no more for the exception
report that has been made.
"""

from collections.abc import Callable

import msgspec

from implementations.behaviour.channels import ReceiverHabit
from implementations.behaviour.whole import Behaviour
from implementations.decisions.channels import End
from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.world import SimulatedAdapter
from implementations.state.objects import Message
from mqtck.reference.vocabulary.channels import UseDeadLetterQueue
from mqtck.reference.vocabulary.constants import Report


class DeadLettersOne(QueueManagerDecisions):
    """A receiver that leaves to the sender what comes after the first it could not deliver (AM-23)."""

    none_yet = True

    def dead_letters(self, end: End, use: UseDeadLetterQueue) -> bool:
        if end is End.SENDER or use is not UseDeadLetterQueue.YES:
            return super().dead_letters(end, use)
        first, self.none_yet = self.none_yet, False
        return first


class ReportedOnce(QueueManagerDecisions):
    """Whether an option that was carried out is still on a dead letter is said nowhere."""

    def mca_copy(self, message: Message, now: int) -> Message:
        copy = super().mca_copy(message, now)
        return msgspec.structs.replace(copy, report=copy.report & ~int(Report.EXCEPTION_WITH_FULL_DATA))


class DeadLettersWhereItCameFrom(QueueManagerDecisions):
    """What the target of a channel that nobody has defined does not take stays with its sender."""

    def dead_letters_undefined_at(self) -> End:
        return End.SENDER


DEAD_LETTERS: dict[str, Callable[[], SimulatedAdapter]] = {
    "dead-letters one at a receiver": lambda: SimulatedAdapter(
        name="dead-letters one at a receiver",
        behaviour=Behaviour(receiver_habit=ReceiverHabit.SENDS_BACK),
        decisions=DeadLettersOne,
    ),
    "dead letters of channels ask for no exception report": lambda: SimulatedAdapter(
        name="dead letters of channels ask for no exception report", decisions=ReportedOnce
    ),
    "dead-letters where it came from": lambda: SimulatedAdapter(
        name="dead-letters where it came from", decisions=DeadLettersWhereItCameFrom
    ),
}
