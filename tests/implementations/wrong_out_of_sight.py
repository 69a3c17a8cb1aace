"""Misreadings where few look: behind a proxy subscription, in a unit of work that goes on, in browses.

Also the queue manager in a destination, and publications whose producer names its topic on each send.
"""

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from mqtck.reference.vocabulary.commands import Command, GetMode, MqGet, ProducerApi, Send
from mqtck.reference.vocabulary.constants import (
    DEFAULT_PRIORITY,
    STAGING_QUEUE,
    DeliveryMode,
    Persistence,
    Report,
)
from mqtck.reference.vocabulary.messages import QueueDestination, TopicDestination
from mqtck.reference.vocabulary.outcomes import MessageReturned, Outcome, Refused

from .client_decisions import ClientDecisions
from .decisions import QueueManagerDecisions
from .getting import Getter
from .jms_client import Producer
from .misreading import misreading
from .objects import Message
from .report_messages import arrival_report, delivery_report
from .uris import Destination
from .world import SimulatedWorld

# --- what crosses a hierarchy --------------------------------------------------------------------------


def crossing(name: str, sentence: str, changed: Callable[[Message], dict[str, Any]], *rules: str) -> None:
    """A misreading that changes what a delayed publication is when another queue manager distributes it."""

    class Changed(QueueManagerDecisions):
        def after_hop(self, message: Message, now: int) -> Message:
            hopped = super().after_hop(message, now)
            delayed = message.publication is not None and message.delivery_time != message.timestamp
            return replace(hopped, **changed(hopped)) if delayed else hopped

    misreading(name, sentence, "DD-118", *rules)(Changed)


def with_mode(message: Message, mode: DeliveryMode) -> dict[str, Any]:
    """The message with another persistence, wherever it is written."""
    header = None if message.header is None else replace(message.header, delivery_mode=int(mode))
    lasting = mode is DeliveryMode.PERSISTENT
    persistence = Persistence.PERSISTENT if lasting else Persistence.NOT_PERSISTENT
    return {"persistence": int(persistence), "header": header}


def without_reply(message: Message) -> dict[str, Any]:
    header = None if message.header is None else replace(message.header, reply_to=None)
    return {"reply_to": "", "header": header}


# fmt: off
crossing("distributed elsewhere with the default priority",
         "Distributes delayed publications of another queue manager with priority 4.",
         lambda _: {"priority": DEFAULT_PRIORITY}, "HM-24", "HM-48")
crossing("distributed elsewhere without report options",
         "Distributes delayed publications of another queue manager without MQMD.Report.",
         lambda _: {"report": int(Report.NONE)}, "DD-130", "DD-125", "HM-48")
crossing("distributed elsewhere as persistent",
         "Distributes every delayed publication of another queue manager as persistent.",
         lambda message: with_mode(message, DeliveryMode.PERSISTENT), "HM-08", "HM-12", "HM-48")
crossing("distributed elsewhere as not persistent",
         "Distributes no delayed publication of another queue manager as persistent.",
         lambda message: with_mode(message, DeliveryMode.NON_PERSISTENT), "HM-08", "HM-12", "HM-48")
crossing("distributed elsewhere without a reply-to",
         "Distributes delayed publications of another queue manager without their reply-to destination.",
         without_reply, "HM-06", "HM-48", "X-42")
# fmt: on


# --- publishes that are refused, or ought to be --------------------------------------------------------


def published_by(world: SimulatedWorld, command: Command) -> Producer | None:
    """The producer of a publish call."""
    if not isinstance(command, Send):
        return None
    producer = world.calls.jms.producers.get(command.producer)
    if producer is None or not isinstance(command.topic or producer.destination, TopicDestination):
        return None
    return producer


@misreading(
    "a refused publish rolls back",
    "Rolls the unit of work back when it refuses a delayed publication.",
    *("DD-32", "DD-33", "DD-122", "DD-115", "DD-10", "X-54", "DD-116"),
)
class RefusedPublishRollsBack(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        producer = published_by(self, command)
        if producer is not None and isinstance(outcome, Refused) and producer.delay and producer.session.unit:
            producer.session.unit.rollback()
        return outcome


def of_topics_named_on_sends(name: str, sentence: str, refused: Callable[..., bool], *rules: str) -> None:
    """A misreading about retained publications of a MessageProducer without a destination of its own."""

    class OfTopicsNamedOnSends(SimulatedWorld):
        def execute(self, command: Command) -> Outcome:
            producer = published_by(self, command)
            classic = producer is not None and producer.api is ProducerApi.MESSAGE_PRODUCER
            if not classic or producer is None or producer.destination is not None:
                return super().execute(command)
            with patch.object(self.decisions, "retained_refused", refused):
                return super().execute(command)

    misreading(name, sentence, *rules)(OfTopicsNamedOnSends)


# fmt: off
of_topics_named_on_sends(
    "retained to a topic named on the send", "Delays a retained publication whose topic the send names.",
    lambda *_: False, "DD-33")
of_topics_named_on_sends(
    "never retained to a topic named on the send",
    "Refuses retained publications without a delay, too, whose topic the send names.",
    lambda retained, _: retained is not None, "DD-34")
# fmt: on


# --- looks, and what a destination says ----------------------------------------------------------------

BROWSING = frozenset({GetMode.BROWSE_FIRST, GetMode.BROWSE_NEXT, GetMode.BROWSE_FIRST_AND_LOCK})


@misreading(
    "confirmed by MQGET with a browse option",
    "Confirms the delivery of what an MQGET has only browsed.",
    *("DD-127", "X-32"),
)
class ConfirmedByBrowse(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if (
            isinstance(command, MqGet)
            and command.mode in BROWSING
            and isinstance(outcome, MessageReturned)
            and command.queue != STAGING_QUEUE
        ):
            manager = self.mqi.connection(command.connection).manager
            queue = manager.local(command.queue)
            for entry in [] if queue is None else list(queue.entries):
                shown = entry.message.message_id == outcome.message.descriptor.message_id
                if shown and entry.message.report & Report.COD and entry.message.dead_letter is None:
                    manager.send_report(delivery_report(entry.message, manager), entry.message)
        return outcome


class ArrivedByGet(SimulatedWorld):
    """Confirms an arrival where a message is got that never came to its target."""

    def _arrives(self, taken: Message) -> bool:
        raise NotImplementedError

    def execute(self, command: Command) -> Outcome:
        confirm = Getter._confirm

        def confirmed(getter: Getter, taken: Message) -> None:
            confirm(getter, taken)
            original = taken if taken.delay is None else taken.delay.original
            if original.report & Report.COA and self._arrives(taken):
                getter.manager.send_report(arrival_report(original, getter.manager), original)

        with patch.object(Getter, "_confirm", confirmed):
            return super().execute(command)


@misreading(
    "arrival reported of a recall",
    "Takes the recall of a staged message for its arrival.",
    *("DD-126", "X-32"),
)
class ArrivedByRecall(ArrivedByGet):
    def _arrives(self, taken: Message) -> bool:
        return taken.delay is not None


@misreading(
    "arrival reported of a dead letter that is got",
    "Takes the get of a dead letter for its arrival.",
    *("DD-126", "X-32"),
)
class ArrivedByDeadLetter(ArrivedByGet):
    def _arrives(self, taken: Message) -> bool:
        return taken.dead_letter is not None


@misreading(
    "destinations without their queue manager",
    "Leaves the queue manager out of the URI of a destination.",
    *("HM-02", "HM-01"),
)
class WithoutQueueManager(ClientDecisions):
    def destination_element(self, destination: Destination, manager: str) -> str | None:
        if isinstance(destination, QueueDestination):
            destination = replace(destination, queue_manager=None)
        return super().destination_element(destination, manager)
