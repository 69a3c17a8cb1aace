"""The correlation id of a message of the model, as MQMD.CorrelId and as the application gave it.

Bookkeeping beside `correlation`: a reply takes the id of the message that it answers, which is known
only when that was shown (X-40). Where the application gave none it is open what stands in MQMD.CorrelId: it
is what its sender was shown. HM-47 is literal about the leading bytes alone: what pads a short string
is open, and so is what becomes of a character that the cut at 24 bytes would split. Behind the 24 bytes there
is nothing of the string; nulls there are another spelling.
"""

from mqtck.reference.state.messages import Message
from mqtck.reference.state.state import State
from mqtck.reference.structures.descriptor import ID_LENGTH

from .correlation import (
    PREFIX,
    CorrelationForm,
    accepted_correlation_bytes,
    correlation_bytes,
    correlation_form,
)
from .header_fields import Answering, Correlation
from .header_mapping import plain_id

NO_ID = "0" * 48


def correlation_given(state: State, message: Message) -> str | bytes | None:
    """JMSCorrelationID as the application set it; None where it set none or none that is known."""
    match message.fields and message.fields.correlation:
        case Answering(serial=serial):
            answered = state.known[serial].message_id
            return None if answered is None else PREFIX + answered
        case str(text) | bytes(text) if text:
            return text
        case _:
            return None


def correlation_is_open(message: Message) -> bool:
    """Whether the application set one of which nothing can be said."""
    return message.fields is not None and message.fields.correlation is Correlation.OPEN


def correl_id_fits(given: str | bytes, shown: str) -> bool | None:
    """HM-40, HM-42 to HM-44, HM-47: MQMD.CorrelId, in hexadecimal; None where the documents say nothing."""
    accepted = accepted_correlation_bytes(given)
    if not accepted:
        return None
    if correlation_form(given) is CorrelationForm.APPLICATION_STRING:
        return shown.startswith(leading_bytes(str(given)).hex()) and not shown[2 * ID_LENGTH :].strip("0")
    return shown in {value.hex() for value in accepted}


def leading_bytes(text: str) -> bytes:
    """HM-47: the whole characters within the first 24 bytes of the UTF-8 form."""
    return text.encode()[:ID_LENGTH].decode(errors="ignore").encode()


def preferred_correl_id(state: State, message: Message) -> str:
    """MQMD.CorrelId as the reference writes it, in hexadecimal."""
    if message.correlation_id is not None:
        return plain_id(message.correlation_id)
    given = correlation_given(state, message)
    value = None if given is None else correlation_bytes(given)
    return NO_ID if value is None else value.hex()


def passed_on_fits(state: State, subject: Message, shown: str) -> bool | None:
    """DD-125, X-21: whether this is the correlation id of the application, or none where there is none."""
    given = correlation_given(state, subject)
    if given is not None:
        return correl_id_fits(given, plain_id(shown))
    if message_answers(subject) or correlation_is_open(subject):
        return None
    if subject.fields is None:
        return plain_id(shown) == plain_id(subject.correlation_id or NO_ID)
    known = state.known.get(subject.serial)
    written = None if known is None else known.descriptor.correlation_id
    if isinstance(written, str):
        return plain_id(shown) == plain_id(written)
    return True if plain_id(shown) == NO_ID else None


def none_to_pass(state: State, subject: Message) -> bool:
    """Whether a JMS application gave none, so that it is open what its client has written."""
    bare = subject.fields is not None and correlation_given(state, subject) is None
    return bare and not message_answers(subject) and not correlation_is_open(subject)


def message_answers(message: Message) -> bool:
    return message.fields is not None and isinstance(message.fields.correlation, Answering)
