"""A right implementation on whose message objects header fields stay (`OutgoingMessage.same_object_as`).

JMSReplyTo, JMSType and JMSCorrelationID of a send are those of the next send of the object as well, through
any number of sends, until one says something else. Properties do not stay.
"""

from collections.abc import Callable

from msgspec.structs import replace

from implementations.decisions.client import ClientDecisions
from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.world import SimulatedAdapter, SimulatedWorld
from mqtck.reference.vocabulary.commands import Command, Send
from mqtck.reference.vocabulary.messages import CORRELATION_FORMS, OutgoingMessage
from mqtck.reference.vocabulary.outcomes import Outcome

REPLY = ("reply_to", "reply_destination")
KEPT_TOGETHER = (REPLY, ("jms_type",), CORRELATION_FORMS)


class FieldsStay(SimulatedWorld):
    def __init__(self, decisions: QueueManagerDecisions, client: ClientDecisions) -> None:
        super().__init__(decisions, client)
        self._objects: dict[str, OutgoingMessage] = {}

    def execute(self, command: Command) -> Outcome:
        match command:
            case Send(message=message):
                earlier = self._objects.get(message.same_object_as or "")
                whole = message if earlier is None else _with_fields_of(earlier, message)
                self._objects[message.label] = whole
                return super().execute(replace(command, message=whole))
            case _:
                return super().execute(command)


def _with_fields_of(earlier: OutgoingMessage, message: OutgoingMessage) -> OutgoingMessage:
    stayed = {
        field: getattr(earlier, field)
        for fields in KEPT_TOGETHER
        if all(getattr(message, field) is None for field in fields)
        for field in fields
    }
    return replace(message, **stayed)


MESSAGE_OBJECTS: dict[str, Callable[[], SimulatedAdapter]] = {
    "fields stay on message objects": lambda: SimulatedAdapter(
        name="fields stay on message objects", world=FieldsStay
    ),
}
