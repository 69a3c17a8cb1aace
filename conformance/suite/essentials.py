"""Abilities without which a rule is not seen, although some of its scenarios can be done.

These scenarios are controls, or look at what is around the rule: an implementation in which there is nothing
of the rule passes them as well. It does not conform by them; what they find broken is broken all the same.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from mqtck.reference.vocabulary.abilities import Ability

_TRACES_OF_A_COPY: Final = (
    Ability.STAGING_QUEUE,
    Ability.DEAD_LETTER_QUEUE,
    Ability.REPORT_OPTIONS,
    Ability.SUBSCRIBER_QUEUES,
)

ESSENTIAL: Final[Mapping[str, tuple[Ability, ...]]] = MappingProxyType(
    # rule      one of these is needed
    {
        "DD-24": (Ability.DEFAULT_BINDING, Ability.CLUSTERS),
        "DD-43": (Ability.STAGING_QUEUE,),
        "DD-44": (Ability.DELIVERY_DELAY,),
        "DD-102": (Ability.REPORT_OPTIONS,),
        "DD-106": _TRACES_OF_A_COPY,
        "DD-107": _TRACES_OF_A_COPY,
        "DD-116": (Ability.STAGING_QUEUE,),
        "DD-117": (Ability.STAGING_QUEUE,),
        "DD-120": (Ability.TOPIC_DELIVERY,),
        "DD-121": (Ability.TOPIC_DELIVERY,),
        "EX-22": (Ability.REPORT_OPTIONS,),
        "EX-31": (Ability.ENFORCEMENT,),
        "HM-48": (Ability.TOPICS,),
        "X-28": (Ability.QUEUE_DEFAULTS,),
    }
)


def unseen(abilities: frozenset[Ability]) -> dict[str, tuple[Ability, ...]]:
    """The rules that an implementation of these abilities does not show, with what it lacks for each."""
    return {rule: needed for rule, needed in ESSENTIAL.items() if abilities.isdisjoint(needed)}
