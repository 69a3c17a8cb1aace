"""Every rule about the header fields of a JMS message as one small method; see `decisions.client`.

Delivery mode, expiry, id and timestamp are there. A correlation id of the descriptor is 24 bytes.
"""

# ruff: noqa: ARG002 - a decision is offered all its factors; the right reading may need fewer
import re

from implementations.behaviour.headers import (
    CorrelationPadding,
    ExpirationType,
    ModeElement,
    NativeHeader,
    NoType,
    OverriddenPriority,
    PriorityElement,
    ReplyManagerField,
    StraddlingCharacter,
    TypeUri,
)
from implementations.behaviour.whole import Behaviour
from implementations.state.uris import Destination, uri_of
from implementations.state.written_headers import CorrelationForm, TypeElements
from mqtck.reference.vocabulary.constants import (
    DEFAULT_PRIORITY,
    PRIORITY_AS_APPLICATION,
    DestinationPersistence,
)
from mqtck.reference.vocabulary.messages import QueueDestination, TargetClient

ID_LENGTH = 24
MESSAGE_ID = re.compile(r"ID:[0-9a-fA-F]{48}")
MESSAGE_SET_URI = re.compile(
    r"mcd://(?P<domain>[^/]*)/(?P<set>[^/]*)/(?P<type>[^?]*)(\?format=(?P<format>.*))?"
)


class HeaderDecisions:
    """The right reading; mixed into `ClientDecisions`."""

    behaviour: Behaviour

    def has_header(self, destination: Destination) -> bool:
        """Whether there is an MQRFH2 at all."""
        for_mqi = isinstance(destination, QueueDestination) and destination.target_client is TargetClient.MQ
        return not for_mqi or self.behaviour.native_header is NativeHeader.WRITTEN

    # --- destinations -------------------------------------------------------------------------------

    def destination_element(self, destination: Destination, manager: str) -> str | None:
        """HM-01, HM-02, HM-03."""
        return uri_of(destination, self.behaviour.uri_notation, manager)

    def reply_element(self, reply: QueueDestination, manager: str) -> str | None:
        """HM-06, HM-07."""
        return uri_of(reply, self.behaviour.uri_notation, manager)

    def reply_queue(self, reply: QueueDestination) -> str:
        """MQMD.ReplyToQ (HM-04)."""
        return reply.queue

    def reply_manager(self, reply: QueueDestination, manager: str) -> str:
        """MQMD.ReplyToQMgr (HM-05)."""
        if reply.queue_manager is not None:
            return reply.queue_manager
        return manager if self.behaviour.reply_manager_field is ReplyManagerField.FILLED_IN else ""

    # --- delivery mode and priority -----------------------------------------------------------------

    def mode_of_destination(self, chosen: int, destination: Destination) -> int | None:
        """The delivery mode that counts, None where the definition decides (HM-09)."""
        match destination.persistence:
            case DestinationPersistence.AS_APPLICATION:
                return chosen
            case DestinationPersistence.QUEUE_DEFINITION:
                return None
            case overriding:
                return int(overriding)

    def mode_element(
        self, chosen: int, mode: int | None, persistence: int, destination: Destination
    ) -> int | None:
        """HM-12, HM-13; `chosen` is what the application said, `mode` what counts (None: the definition)."""
        if mode is not None and isinstance(destination, QueueDestination):
            return mode
        return None if self.behaviour.mode_element is ModeElement.ABSENT else persistence + 1

    def priority_element(self, chosen: int, priority: int, destination: Destination) -> int | None:
        """HM-25, HM-26; `chosen` is what the application said, `priority` that of the message."""
        if destination.priority != PRIORITY_AS_APPLICATION:
            match self.behaviour.overridden_priority:
                case OverriddenPriority.THAT_OF_THE_MESSAGE:
                    return priority
                case OverriddenPriority.THAT_OF_THE_APPLICATION:
                    return chosen
                case OverriddenPriority.ABSENT:
                    return None
        default_left_out = self.behaviour.priority_element is PriorityElement.ABSENT
        return None if chosen == DEFAULT_PRIORITY and default_left_out else chosen

    # --- expiration and type ------------------------------------------------------------------------

    def expiration_element(self, expiration: int | None) -> int | None:
        """HM-17, HM-19, HM-21: the absolute time, all 64 bits of it."""
        return expiration

    def expiration_type(self) -> str | None:
        """HM-19."""
        return "i8" if self.behaviour.expiration_type is ExpirationType.WRITTEN else None

    def type_elements(self, jms_type: str | None) -> TypeElements:
        """HM-38, HM-39."""
        if jms_type is None:
            return TypeElements(type=None if self.behaviour.no_type is NoType.ABSENT else "")
        uri = MESSAGE_SET_URI.fullmatch(jms_type)
        if uri is None or self.behaviour.type_uri is TypeUri.WHOLE:
            return TypeElements(type=jms_type)
        return TypeElements(uri["type"], uri["set"], uri["format"], uri["domain"])

    # --- correlation id -----------------------------------------------------------------------------

    def is_message_id(self, text: str) -> bool:
        """HM-40, X-40: as a client of this provider shows ids, whatever their case."""
        return MESSAGE_ID.fullmatch(text) is not None

    def id_bytes(self, message_id: str) -> bytes:
        """HM-40."""
        return bytes.fromhex(message_id.removeprefix("ID:"))

    def native_bytes(self, native: bytes) -> bytes:
        """HM-42, HM-43, HM-44."""
        return native[:ID_LENGTH].ljust(ID_LENGTH, b"\0")

    def text_bytes(self, text: str) -> bytes:
        """HM-47."""
        start = text.encode()[:ID_LENGTH]
        if self.behaviour.straddling_character is StraddlingCharacter.LEFT_OUT:
            start = start.decode(errors="ignore").encode()
        return start.ljust(
            ID_LENGTH, b"\0" if self.behaviour.correlation_padding is CorrelationPadding.NULLS else b" "
        )

    def correlation_element(self, form: CorrelationForm, given: str) -> str | None:
        """HM-41, HM-45, HM-46."""
        return given if form is CorrelationForm.TEXT else None
