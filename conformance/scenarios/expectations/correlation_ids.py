"""MQMD.CorrelId of messages for which their application has set no correlation id.

What stands there is open: nothing, the id of the message itself, or any other. So messages are compared by
which of these it is. That of a message that was given one is no matter of this module.
"""

from typing import Any, Final

from mqtck.reference.vocabulary.commands import Command, Send
from mqtck.reference.vocabulary.messages import CORRELATION_FORMS, Descriptor, SeenMessage

from .messages import Field
from .sendings import id_bytes

CORRELATION_ID: Final[Field] = ("descriptor", "correlation_id")

NO_ID: Final = "0" * 48


def made_alike(one: SeenMessage, other: SeenMessage, first: Descriptor, second: Descriptor) -> bool:
    """Whether two messages that were given none have it of one kind; the descriptors are their own."""
    return _kind(one, first) == _kind(other, second)


def gave_none(sent: Command) -> bool:
    """Whether the application certainly gave none: one may have stayed on an object that is sent again."""
    match sent:
        case Send(message=message) if message.same_object_as is None:
            return all(getattr(message, form) is None for form in CORRELATION_FORMS)
        case _:
            return False


def _kind(message: SeenMessage, descriptor: Descriptor) -> str:
    shown = id_bytes(descriptor.correlation_id)
    own: set[Any] = {id_bytes(descriptor.message_id), id_bytes(message.header.message_id)} - {None}
    if shown in {None, NO_ID}:
        return "none"
    return "its own message id" if shown in own else "another"
