"""Misreadings of JMSType."""

# ruff: noqa: ARG002 - as in `decisions`

import re
from unittest.mock import patch
from urllib.parse import unquote

import msgspec

from implementations.decisions.client import ClientDecisions
from implementations.simulation.world import SimulatedWorld
from implementations.state.written_headers import TypeElements
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.calls import Row, publishes, register, sends
from implementations.wrong.parts.numbers import FIELD
from implementations.wrong.parts.rules import ANY_WAY
from mqtck.reference.vocabulary.commands import Command, CreateProducer, Send
from mqtck.reference.vocabulary.outcomes import Outcome, Sent


@misreading("types of digits as numbers", "Writes a JMSType of digits as a number.", "HM-38")
class TypesAsNumbers(ClientDecisions):
    def type_elements(self, jms_type: str | None) -> TypeElements:
        number = jms_type is not None and jms_type.isdecimal()
        return super().type_elements(str(int(jms_type or "")) if number else jms_type)


class Types(ClientDecisions):
    """Writes JMSType otherwise than it was given."""

    def type_elements(self, jms_type: str | None) -> TypeElements:
        elements = super().type_elements(jms_type)
        return msgspec.structs.replace(elements, type=elements.type and self.written(elements.type))

    def written(self, text: str) -> str:
        raise NotImplementedError


@misreading("type of 48 characters", "Cuts JMSType like a name of the descriptor.", "HM-38")
class TypeOfSomeCharacters(Types):
    def written(self, text: str) -> str:
        return text[:FIELD]


@misreading("type with apostrophes marked", "Leaves apostrophes of JMSType marked up.", "HM-38")
class TypeWithMarkedApostrophes(Types):
    def written(self, text: str) -> str:
        return text.replace("'", "&apos;")


@misreading("tabs as blanks", "Writes a blank for a tab of JMSType.", "HM-38")
class TabsAsBlanks(Types):
    def written(self, text: str) -> str:
        return text.replace("\t", " ")


@misreading("no type at the second send", "Writes the JMSType of the first message alone.", "HM-38", *ANY_WAY)
class NoTypeAtSecondSend(SimulatedWorld):
    def __init__(self, decisions: object, client: ClientDecisions) -> None:
        super().__init__(decisions, client)  # type: ignore[arg-type]
        self.sent: set[str] = set()

    def execute(self, command: Command) -> Outcome:
        if isinstance(command, CreateProducer):
            self.sent.discard(command.producer)
        if not isinstance(command, Send) or command.producer not in self.sent:
            outcome = super().execute(command)
            if isinstance(command, Send) and isinstance(outcome, Sent):
                self.sent.add(command.producer)
            return outcome
        with patch.object(self.client_decisions, "type_elements", lambda _: TypeElements()):
            return super().execute(command)


TYPE = ("HM-38",)


@misreading("types of a byte a character", "Writes JMSType in Latin-1.", *TYPE)
class TypeInLatin1(ClientDecisions):
    def type_elements(self, jms_type: str | None) -> TypeElements:
        return super().type_elements(jms_type and jms_type.encode("latin-1", "replace").decode("latin-1"))


@misreading("types of 128 characters", "Cuts JMSType off behind 128 characters.", *TYPE)
class TypeCut(ClientDecisions):
    def type_elements(self, jms_type: str | None) -> TypeElements:
        return super().type_elements(jms_type and jms_type[:128])


@misreading("blanks of types made one", "Writes one blank where JMSType has several.", *TYPE)
class TypeCleanedUp(ClientDecisions):
    def type_elements(self, jms_type: str | None) -> TypeElements:
        return super().type_elements(jms_type and re.sub(" +", " ", jms_type))


def no_type(*_: object) -> TypeElements:
    return TypeElements()


@misreading("type of 256 characters", "Cuts JMSType off behind 256 characters.", "HM-38", "X-42")
class TypeOf256Characters(ClientDecisions):
    def type_elements(self, jms_type: str | None) -> TypeElements:
        return super().type_elements(jms_type if jms_type is None else jms_type[:256])


@misreading("number signs end a type", "Ends a type at the first number sign.", "HM-38", "HM-39")
class NumberSignsEndTypes(ClientDecisions):
    def type_elements(self, jms_type: str | None) -> TypeElements:
        return super().type_elements(jms_type and jms_type.split("#")[0])


@misreading("percent signs of types read", "Takes a type for one with percent encoding.", "HM-38", "HM-39")
class PercentSignsOfTypes(ClientDecisions):
    def type_elements(self, jms_type: str | None) -> TypeElements:
        return super().type_elements(jms_type and unquote(jms_type))


# --- expiration and type ----------------------------------------------------------------------------------


@misreading("no type", "Writes no JMSType.", "HM-38", "HM-39")
class NoTypeWritten(ClientDecisions):
    def type_elements(self, jms_type: str | None) -> TypeElements:
        return TypeElements()


@misreading("type as format", "Writes JMSType into mcd.Fmt.", "HM-38")
class TypeAsFormat(ClientDecisions):
    def type_elements(self, jms_type: str | None) -> TypeElements:
        return TypeElements(format=jms_type)


KINDS = frozenset({"jms_text", "text", "none"})


@misreading(
    "types that are kinds of messages not written",
    "Takes a type that is also the kind of a message for that kind.",
    "HM-38",
)
class KindsNotWritten(ClientDecisions):
    def type_elements(self, jms_type: str | None) -> TypeElements:
        return super().type_elements(None if jms_type in KINDS else jms_type)


@misreading("type cut at marks", "Ends JMSType where XML would have to mark a character.", "HM-38")
class TypeCutAtMarks(ClientDecisions):
    def type_elements(self, jms_type: str | None) -> TypeElements:
        return TypeElements(type=None if jms_type is None else jms_type.split("<")[0].split("&")[0])


# fmt: off
CLIENT: tuple[Row, ...] = (
    ("publications without type", "Writes JMSType for queues alone.",
     ("HM-38", "HM-48"), sends(publishes), "type_elements", no_type),
)
# fmt: on
for one in CLIENT:
    register(one, "client_decisions")
