"""What the documents leave open of the header mapping, as switches; see `behaviour`."""

from enum import StrEnum

from implementations.behaviour.clusters_and_zos import ClusterZosBehaviour


class UriNotation(StrEnum):
    """How a destination is spelled as a URI: HM-03, HM-07, chapter 9, item 26."""

    PLAIN = "queue:///NAME?persistence=2"
    ENCODED = "slashes of names encoded, all properties written"
    OF_ITS_OWN = "the local queue manager written, properties by other names"


class ReplyManagerField(StrEnum):
    """MQMD.ReplyToQMgr where JMSReplyTo names no queue manager: HM-05."""

    FILLED_IN = "local queue manager"
    BLANK = "blank"


class ModeElement(StrEnum):
    """The delivery mode in the MQRFH2 where the queue decides it, and of a publication: HM-12, HM-13."""

    ABSENT = "absent"
    RESOLVED = "as resolved"


class PriorityElement(StrEnum):
    """The default priority in the MQRFH2: HM-26."""

    ABSENT = "absent"
    PRESENT = "present"


class DestinationPriority(StrEnum):
    """A priority that the destination names: chapter 9, item 29."""

    COUNTS = "counts"
    DOES_NOT = "does not count"


class OverriddenPriority(StrEnum):
    """The priority in the MQRFH2 where the destination decides it: chapter 9, item 29."""

    THAT_OF_THE_MESSAGE = "that of the message"
    THAT_OF_THE_APPLICATION = "that of the application"
    ABSENT = "absent"


class ExpirationType(StrEnum):
    """The attribute dt of the expiration: HM-19."""

    ABSENT = "absent"
    WRITTEN = "i8"


class CorrelationPadding(StrEnum):
    """MQMD.CorrelId behind a string of less than 24 bytes: HM-47."""

    NULLS = "nulls"
    BLANKS = "blanks"


class StraddlingCharacter(StrEnum):
    """A character of the correlation id that the 24th byte cuts in two: HM-47."""

    CUT = "cut"
    LEFT_OUT = "left out"


class TypeUri(StrEnum):
    """A JMSType that is a URI of a message set: HM-39."""

    WHOLE = "whole in mcd.Type"
    DIVIDED = "divided among mcd.Set, mcd.Type and mcd.Fmt"


class NoType(StrEnum):
    """No JMSType: HM-38."""

    ABSENT = "no mcd.Type"
    EMPTY = "an empty mcd.Type"


class NativeHeader(StrEnum):
    """The MQRFH2 for a destination that applications of the MQI read: chapter 9, item 26."""

    WRITTEN = "written"
    LEFT_OUT = "left out"


class HeaderBehaviour(ClusterZosBehaviour, frozen=True):
    """One choice for each matter that is left open of the header mapping."""

    uri_notation: UriNotation = UriNotation.PLAIN
    reply_manager_field: ReplyManagerField = ReplyManagerField.FILLED_IN
    mode_element: ModeElement = ModeElement.ABSENT
    priority_element: PriorityElement = PriorityElement.ABSENT
    destination_priority: DestinationPriority = DestinationPriority.COUNTS
    overridden_priority: OverriddenPriority = OverriddenPriority.THAT_OF_THE_MESSAGE
    expiration_type: ExpirationType = ExpirationType.ABSENT
    correlation_padding: CorrelationPadding = CorrelationPadding.NULLS
    straddling_character: StraddlingCharacter = StraddlingCharacter.CUT
    type_uri: TypeUri = TypeUri.WHOLE
    no_type: NoType = NoType.ABSENT
    native_header: NativeHeader = NativeHeader.WRITTEN
