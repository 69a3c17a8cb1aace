"""Traces that show misreadings of JMSType."""

from implementations.witnesses.parts.common import P, Trace
from implementations.witnesses.parts.messages import AGAIN_IN_FULL, IN_FULL, STRING, sent, with_header
from implementations.witnesses.parts.publications import PUBLISHER
from mqtck.reference.vocabulary.commands import Browse, Receive, Send
from mqtck.reference.vocabulary.messages import OutgoingMessage


def of_type(text: str) -> Trace:
    return (*P, Send("p", OutgoingMessage("m", jms_type=text)), Receive("Q"))


def typed(jms_type: str) -> Trace:
    return (*P, Send("p", OutgoingMessage("m", jms_type=jms_type)), Receive("Q"))


TRACES: dict[str, Trace] = {
    "types of digits as numbers": with_header(OutgoingMessage("m", jms_type="007")),
    "type of 48 characters": of_type("x" * 60),
    "type with apostrophes marked": of_type("the 'new' invoice"),
    "tabs as blanks": of_type("invoice\t2nd class"),
    "no type at the second send": (*P, Send("p", IN_FULL), Send("p", AGAIN_IN_FULL)),
    "types of a byte a character": typed("注文, 3 € für 🛒"),
    "types of 128 characters": typed("1234567890" * 30),
    "blanks of types made one": typed("the   new  invoice"),
    "type of 256 characters": (*P, Send("p", STRING), Browse("Q")),
    "number signs end a type": (*P, Send("p", OutgoingMessage("m", jms_type="invoice #7")), Browse("Q")),
    "percent signs of types read": (*P, Send("p", OutgoingMessage("m", jms_type="50%25 off")), Browse("Q")),
    "no type": sent(jms_type="invoice"),
    "type as format": sent(jms_type="invoice"),
    "type cut at marks": sent(jms_type="a < b & c"),
    "publications without type": (*PUBLISHER, Send("p", OutgoingMessage("m", jms_type="order")), Browse("S")),
    "types that are kinds of messages not written": of_type("jms_text"),
}
