"""Misreadings of refusals of delayed sends: told at once, and nothing is left of them."""

from contextlib import AbstractContextManager, nullcontext
from typing import Any
from unittest.mock import patch

import msgspec
from msgspec.structs import replace

from implementations.behaviour.whole import UncommittedStaged
from implementations.decisions.queue_manager import Check
from implementations.simulation.clients.sessions import Producer, Session
from implementations.simulation.clients.writing import Sending
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import AliasQueue, RemoteQueue
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.answers import no
from implementations.wrong.parts.calls import (
    Call,
    Row,
    long_form,
    named_on_send,
    published_by,
    queue_of,
    register,
    sends,
    transacted,
)
from implementations.wrong.parts.numbers import NO_LIMIT
from implementations.wrong.parts.restarts import SinceCreation
from mqtck.reference.vocabulary.commands import Command, Commit, Send, SendArguments, Switch
from mqtck.reference.vocabulary.constants import DeliveryMode, ReasonCode
from mqtck.reference.vocabulary.messages import QueueDestination
from mqtck.reference.vocabulary.outcomes import Outcome, Refused


@misreading(
    "staged before it is refused",
    "Stages first and validates then, so that a refused message is delivered.",
    *("DD-32", "X-54"),
)
class StagedBeforeItIsRefused(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if (
            isinstance(command, Send)
            and isinstance(outcome, Refused)
            and outcome.reason in (ReasonCode.EXPIRY_ERROR, ReasonCode.OPTIONS_ERROR)
        ):
            ungrouped = msgspec.structs.replace(command.message, group=None)
            unlimited = SendArguments(DeliveryMode.PERSISTENT, 4, 0)
            super().execute(msgspec.structs.replace(command, message=ungrouped, arguments=unlimited))
        return outcome


class DeadLettersRefused(SimulatedWorld):
    """Dead-letters what it refuses with this reason, as if the send had been accepted."""

    told: ReasonCode

    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        producer = self.calls.jms.producers.get(command.producer) if isinstance(command, Send) else None
        if not isinstance(command, Send) or producer is None or not producer.delay:
            return outcome
        queue, manager = queue_of(command, producer), producer.session.manager
        if isinstance(outcome, Refused) and outcome.reason == self.told and queue is not None:
            arguments = SendArguments(producer.delivery_mode, producer.priority, producer.time_to_live)
            sending = Sending(
                QueueDestination(queue), manager.defaults(queue), command.message, arguments, producer.delay
            )
            manager.dead_letter(self.calls.jms.writer.write(manager, sending)[0], self.told, queue)
        return outcome


@misreading(
    "refused for want of a queue and dead-lettered",
    "Dead-letters a delayed message for a queue that is not there, and refuses the send.",
    *("DD-32", "X-54"),
)
class DeadLetteredWithoutQueue(DeadLettersRefused):
    told = ReasonCode.UNKNOWN_OBJECT_NAME


@misreading(
    "refused for want of authority and dead-lettered",
    "Dead-letters a delayed message that its sender may not put, and refuses the send.",
    *("DD-32", "DD-47", "X-54"),
)
class DeadLetteredWithoutAuthority(DeadLettersRefused):
    told = ReasonCode.NOT_AUTHORIZED


def by_another_name(command: Call, producer: Producer) -> bool:
    """To the name of an alias or a remote queue."""
    destination = getattr(command, "destination", None) or producer.destination
    definitions = producer.session.manager.definitions
    return isinstance(definitions.get(getattr(destination, "queue", "")), AliasQueue | RemoteQueue)


@misreading(
    "staged in a unit of work before it is refused",
    "Stages a message of a group in a unit of work, and refuses it then.",
    *("DD-32", "X-54"),
)
class StagedBeforeRefused(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        producer = self.calls.jms.producers.get(command.producer) if isinstance(command, Send) else None
        outcome = super().execute(command)
        if producer is None or not isinstance(outcome, Refused) or producer.session.unit is None:
            return outcome
        with patch.object(self.client_decisions, "group_refused", no):
            super().execute(command)
        return outcome


@misreading(
    "publication staged before it is refused for its life",
    "Stages a publication that lives less than its delay, and refuses it then.",
    *("DD-32", "DD-25", "DD-30", "X-54"),
)
class PublicationStagedBeforeRefused(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        short = isinstance(outcome, Refused) and outcome.reason == ReasonCode.EXPIRY_ERROR
        if short and published_by(self, command) is not None:
            with patch.object(self.client_decisions, "conflict", no):
                super().execute(command)
        return outcome


REFUSED_BY_TARGET = ("DD-38", "DD-39", "DD-110", "DD-111", "DD-112", "DD-113")


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


@misreading(
    "refused commit stages the first",
    "Stages the first message of a unit of work although its commit is refused.",
    *("DD-38", "DD-44", "DD-43", "DD-10", "DD-42", "DD-06", "X-54", "X-53"),
)
class RefusedCommitStagesFirst(SimulatedWorld):
    """Asks for room at the commit."""

    def change(self, manager: QueueManager) -> None:
        behaviour = replace(manager.behaviour, uncommitted_staged=UncommittedStaged.NOT_COUNTED)
        manager.processor.behaviour = behaviour

    def execute(self, command: Command) -> Outcome:
        session = self.calls.jms.sessions.get(command.session) if isinstance(command, Commit) else None
        unit = None if session is None else session.unit
        delayed = 0 if unit is None else unit.awaiting_staging
        actions = [] if unit is None else list(unit.at_commit)
        room = session is not None and not session.manager.processor.refusal(0, None)
        outcome = super().execute(command)
        if isinstance(outcome, Refused) and delayed > 1 and len(actions) == delayed and room:
            actions[0]()
        return outcome


@misreading(
    "refused commit stages a copy",
    "Stages the first copy of a publication although the commit is refused for the next one.",
    *("DD-44", "X-54", "DD-38", "DD-43", "DD-116"),
)
class RefusedCommitStagesCopy(RefusedCommitStagesFirst):
    published = False

    def execute(self, command: Command) -> Outcome:
        self.published = self.published or published_by(self, command) is not None
        if isinstance(command, Commit) and not self.published:
            return SimulatedWorld.execute(self, command)
        return super().execute(command)


# --- as it was when the producer was created --------------------------------------------------------------


def attribute_when_created(field: str, name: str, sentence: str, *rules: str) -> None:
    """A misreading that reads one attribute of the target when a producer is created for it."""

    @misreading(name, sentence, "DD-38", "DD-28", "DD-37", *rules)
    class AttributeWhenCreated(SinceCreation):
        def found(self, session: Session, queue: str) -> object:
            target = session.manager.put_queue(queue)
            return None if target is None else getattr(target.attributes, field)

        def going_by(self, session: Session, queue: str, noted: Any) -> AbstractContextManager[object]:
            target = session.manager.put_queue(queue)
            if target is None or noted is None:
                return nullcontext()
            return patch.object(target, "attributes", replace(target.attributes, **{field: noted}))


# fmt: off
attribute_when_created("put", "PUT when created", "Reads PUT when a producer is created.", "DD-110")
attribute_when_created("max_message_length", "MAXMSGL when created",
                       "Reads MAXMSGL when a producer is created.", "DD-111")
attribute_when_created("max_depth", "MAXDEPTH when created",
                       "Reads MAXDEPTH when a producer is created.", "DD-112", "DD-39")
# fmt: on


# --- limits of a clustered queue at the send --------------------------------------------------------------


def unlimited_at_send(name: str, sentence: str, *rules: str, **limits: Any) -> None:
    """A misreading that does not ask a clustered queue for something at a delayed send."""

    @misreading(name, sentence, "DD-38", "DD-113", *rules)
    class Unasked(SimulatedWorld):
        def execute(self, command: Command) -> Outcome:
            producer = self.calls.jms.producers.get(command.producer) if isinstance(command, Send) else None
            if producer is None or not producer.delay or not isinstance(command, Send):
                return super().execute(command)
            manager = producer.session.manager
            name = getattr(command.destination or producer.destination, "queue", "")
            queue = manager.put_queue(name) if manager.clusters.instances(name) else None
            if queue is None:
                return super().execute(command)
            attributes = queue.attributes
            queue.attributes = replace(attributes, **limits)
            try:
                return super().execute(command)
            finally:
                queue.attributes = attributes


unlimited_at_send(
    "PUT of a clustered queue", "Asks no clustered queue for PUT.", "DD-110", put=Switch.ENABLED
)

unlimited_at_send(
    "MAXMSGL of a clustered queue",
    "Asks no clustered queue for MAXMSGL.",
    "DD-111",
    max_message_length=NO_LIMIT,
)

unlimited_at_send(
    "MAXDEPTH of a clustered queue",
    "Asks no clustered queue for MAXDEPTH.",
    "DD-112",
    "DD-39",
    max_depth=NO_LIMIT,
)

# fmt: off
QUEUE_MANAGER: tuple[Row, ...] = (
    ("staging limits in a unit of work ignored", "Overfills the staging queue in a unit of work.",
     ("DD-39", "DD-53", "DD-38"), sends(transacted), "checks_on_staging", frozenset({Check.EXISTS})),
    ("staging limits behind other names ignored",
     "Overfills the staging queue with messages for alias and remote queues.",
     ("DD-39", "DD-53", "DD-38"), sends(by_another_name), "checks_on_staging", frozenset({Check.EXISTS})),
    *(
        (
            f"{check.value} not asked {how}",
            f"Asks for the {check.value} of the target in other sends than those {how}.",
            ("DD-46", "DD-47") if check is Check.AUTHORITY else REFUSED_BY_TARGET,
            concerned,
            "checks_at_send",
            frozenset(Check) - {check},
        )
        for how, concerned in (
            ("by the long form", sends(long_form)),
            ("to a destination of their own", sends(named_on_send)),
        )
        for check in (Check.PUT_ENABLED, Check.LENGTH, Check.FULLNESS, Check.AUTHORITY)
    ),
)
# fmt: on
for one in QUEUE_MANAGER:
    register(one, "decisions")
