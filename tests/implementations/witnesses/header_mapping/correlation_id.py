"""Traces that show misreadings of JMSCorrelationID."""

from implementations.witnesses.parts.common import P, Trace
from implementations.witnesses.parts.messages import (
    ABROAD,
    AGAIN_IN_FULL,
    CORRELATION_ID,
    IN_FULL,
    LONG_FORM,
    sent,
    with_header,
)
from implementations.witnesses.parts.publications import NEWS, PUBLISHER
from implementations.witnesses.parts.sends import UNIT_WITH_REPLY
from mqtck.reference.vocabulary.commands import Browse, Commit, CreateProducer, Receive, Send
from mqtck.reference.vocabulary.messages import OutgoingMessage

DIGITS = "414d51204f524445522d494400000000000000000000cafe"
ID = "414d51204f544845522020202020202001020304050607ff"


def corresponding(text: str) -> Trace:
    return (*P, Send("p", OutgoingMessage("m", correlation_text=text)), Receive("Q"))


def sent_with(text: str) -> Trace:
    return (*P, Send("p", OutgoingMessage("m", correlation_text=text)))


TRACES: dict[str, Trace] = {
    "no correlation id behind a channel": ABROAD,
    "digits as a number": corresponding("0017"),
    "blanks collapsed": corresponding("order     17"),
    "bytes that are characters written": (
        *(*P, Send("p", OutgoingMessage("m", correlation_bytes="4f524445522d3137")), Receive("Q")),
    ),
    "correlation id stays with the object": (
        *P,
        Send("p", OutgoingMessage("m", correlation_text="one")),
        Send("p", OutgoingMessage("n", correlation_text="two", same_object_as="m")),
        Browse("Q"),
    ),
    "digits taken for an id": (
        *(*P, Send("p", OutgoingMessage("m", correlation_text="0123456789abcdef" * 3)), Receive("Q")),
    ),
    "short text not written": (*P, Send("p", OutgoingMessage("m", correlation_text="order 17")), Browse("Q")),
    "longer bytes refused": (*P, Send("p", OutgoingMessage("m", correlation_bytes="ab" * 30)), Browse("Q")),
    "backslashes of texts read": (*P, Send("p", OutgoingMessage("m", correlation_text="a\\b")), Browse("Q")),
    "percent signs read": (*P, Send("p", OutgoingMessage("m", correlation_text="50%25 off")), Browse("Q")),
    "id found in a text": with_header(OutgoingMessage("m", correlation_text=f"about ID:{DIGITS}")),
    "null for no text": with_header(OutgoingMessage("m", correlation_text="null")),
    "bytes without blanks of EBCDIC": with_header(OutgoingMessage("m", correlation_bytes="c1" + "40" * 23)),
    "message id as text": sent(correlation_id=ID),
    "message id backwards": sent(correlation_id=ID),
    "message id written as well": sent(correlation_id=ID),
    "bytes as a C string": sent(correlation_bytes="00ff" * 12),
    "bytes of seven bits": sent(correlation_bytes="80ff" * 12),
    "bytes padded with blanks": sent(correlation_bytes="0102"),
    "bytes padded in front": sent(correlation_bytes="0102"),
    "last bytes kept": sent(correlation_bytes="01" * 12 + "02" * 24),
    "bytes written as well": sent(correlation_bytes="0102"),
    "text cut short": sent(correlation_text="1234567890" * 6),
    "text not written": sent(correlation_text="order 17"),
    "text not cut": sent(correlation_text="1234567890" * 6),
    "text in Latin-1": sent(correlation_text="Bestellung für Zoë"),
    "text in UTF-16": sent(correlation_text="order 17"),
    "text not in the descriptor": sent(correlation_text="order 17"),
    "text in modified UTF-8": sent_with("🛒 für Zoë"),
    "text of 255 characters": sent_with("1234567890" * 30),
    "text without its blanks": sent_with("  order 17 "),
    "text not in the descriptor of the non-persistent": (*P, Send("p", IN_FULL, arguments=LONG_FORM)),
    "bytes lost in a unit of work": (
        *UNIT_WITH_REPLY,
        Send("p", IN_FULL),
        Send("p", AGAIN_IN_FULL),
        Commit("t"),
    ),
    "message id as text in a unit of work": (
        *(*UNIT_WITH_REPLY, Send("p", OutgoingMessage("m", correlation_id=CORRELATION_ID))),
    ),
    "id of a request as text in a publication": (
        *(*P, *PUBLISHER[:-1], Send("p", OutgoingMessage("m"))),
        *(CreateProducer("to", topic=NEWS), Send("to", OutgoingMessage("n", correlates_with="m"))),
    ),
    "publications without correlation element": (
        *PUBLISHER,
        Send("p", OutgoingMessage("m", correlation_text="order 17")),
        Browse("S"),
    ),
}
