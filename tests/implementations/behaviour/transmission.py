"""What is left open of enforcement, headers of transmission queues and the IMS bridge; see `behaviour`."""

from enum import StrEnum

from implementations.behaviour.headers import HeaderBehaviour


class EmptyVariable(StrEnum):
    """AMQ_ENFORCE_MAX_EXPIRY_ERROR exported without a value: EX-33."""

    ENFORCES = "enforces"
    DOES_NOT = "does not"


class VariableOnZos(StrEnum):
    """What the variable is on z/OS: EX-31."""

    ENFORCES = "enforces"
    UNKNOWN = "unknown"


class LongLife(StrEnum):
    """A JMS time to live beyond the limit where it is enforced: X-09."""

    REFUSED = "refused with 2013"
    LARGEST = "the largest expiry"
    UNLIMITED = "unlimited"


class DifferingFields(StrEnum):
    """A direct put to a transmission queue with two fields that differ: EX-52, EX-55."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    REFUSED_WHERE_ONE_IS_UNLIMITED = "refused where one is unlimited"


class HeaderReason(StrEnum):
    """The reason for a bad header: EX-53, EX-54."""

    EXPIRY_ERROR = "2013"
    HEADER_ERROR = "MQRC_XQH_ERROR"


class EmbeddedWithoutVariable(StrEnum):
    """The embedded field where the limit need not be enforced: EX-53, EX-31."""

    AS_THE_SEPARATE_ONE = "as the separate one"
    CHECKED = "checked as if it were enforced"


class NoTransmissionHeader(StrEnum):
    """A direct put without a header, or with another structure in its place: EX-51."""

    ACCEPTED = "accepted"
    REFUSED = "refused"


class HeaderCutBehindExpiry(StrEnum):
    """A header that ends somewhere behind its Expiry: EX-54."""

    ACCEPTED = "accepted"
    REFUSED = "refused"


class LifeBehindHeader(StrEnum):
    """The life of a message that a channel takes from behind an application's own header: silent."""

    SEPARATE = "by the separate field"
    EMBEDDED = "by the embedded field"


class PassedExpiration(StrEnum):
    """The expiry that the IMS bridge passes on: EX-61, chapter 9, item 21."""

    REMAINING = "what is left"
    AS_PUT = "what the request was put with"


class PassedOfUnlimited(StrEnum):
    """What it passes on of an unlimited request: chapter 9, item 21."""

    UNLIMITED = "unlimited"
    LIMITED = "some life"


class TransmissionBehaviour(HeaderBehaviour, frozen=True):
    """One choice for each matter that is left open of enforcement, transmission headers and the bridge."""

    empty_variable: EmptyVariable = EmptyVariable.ENFORCES
    variable_on_zos: VariableOnZos = VariableOnZos.ENFORCES
    long_life: LongLife = LongLife.REFUSED
    differing_fields: DifferingFields = DifferingFields.ACCEPTED
    header_reason: HeaderReason = HeaderReason.EXPIRY_ERROR
    embedded_without_variable: EmbeddedWithoutVariable = EmbeddedWithoutVariable.AS_THE_SEPARATE_ONE
    no_transmission_header: NoTransmissionHeader = NoTransmissionHeader.ACCEPTED
    header_cut_behind_expiry: HeaderCutBehindExpiry = HeaderCutBehindExpiry.ACCEPTED
    life_behind_header: LifeBehindHeader = LifeBehindHeader.SEPARATE
    passed_expiration: PassedExpiration = PassedExpiration.REMAINING
    passed_of_unlimited: PassedOfUnlimited = PassedOfUnlimited.UNLIMITED
