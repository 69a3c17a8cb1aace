"""What the state keeps for enforcement: the variable as it is set."""

from typing import NamedTuple

from mqtck.reference.vocabulary.environment import Visibility


class Variable(NamedTuple):
    """AMQ_ENFORCE_MAX_EXPIRY_ERROR of a queue manager, where it is set at all."""

    value: str
    visibility: Visibility
