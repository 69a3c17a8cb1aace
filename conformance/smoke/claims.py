"""Abilities that an adapter claims and does not have, or forgets to claim.

Of one that it does not have, each call was answered with Unsupported.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from mqtck.reference.vocabulary.abilities import IMPLIED, Ability, abilities_needed
from mqtck.reference.vocabulary.commands import AlterQueue, Command, MqPut, MqPut1, Send
from mqtck.reference.vocabulary.outcomes import Outcome, Unsupported
from mqtck.reference.vocabulary.publications import AlterTopic

_LED_UP_TO: Final = frozenset({Ability.JMS, Ability.LOCAL_QUEUES})
"""What commands of nearly every ability need as well; an adapter that lacks these fails at other checks."""

_IN_PART: Final = (Send, MqPut, MqPut1, AlterQueue, AlterTopic)
"""Commands with many options: an adapter that cannot do what was tried may be able to do the rest."""

Answered = tuple[Command, Outcome]


def hollow(answers: Sequence[Answered]) -> Iterator[tuple[Ability, tuple[str, ...]]]:
    """Each ability of which every call was answered with Unsupported, and the names of those calls."""
    for ability in Ability:
        of_it = [one for one in answers if ability in abilities_needed(one[0])]
        lacking = all(isinstance(outcome, Unsupported) for _, outcome in of_it)
        if lacking and any(_decides(command, ability) for command, _ in of_it):
            yield ability, tuple(sorted({type(command).__name__ for command, _ in of_it}))


def _decides(command: Command, ability: Ability) -> bool:
    """Whether an Unsupported for this command can mean nothing else than that the ability is lacking."""
    other = abilities_needed(command) - {ability}
    return other <= _LED_UP_TO and not isinstance(command, _IN_PART)


def claims_nothing(ability: Ability, calls: Iterable[str]) -> str:
    instead = (
        "name it in Information.without" if ability in IMPLIED else "leave it out of Information.abilities"
    )
    return f"all calls of {named(ability)} were answered with Unsupported ({', '.join(calls)}); {instead}"


def too_little(missing: Iterable[Ability], able: Collection[Ability]) -> str:
    """What is to be said where plain calls were not sent; without any API these are those of JMS."""
    if Ability.JMS in able or Ability.MQI in able:
        lacking = [named(ability) for ability in missing]
    else:
        apis = f"{named(Ability.JMS)} or {named(Ability.MQI)}"
        lacking = [*(named(one) for one in missing if one is Ability.LOCAL_QUEUES), apis]
    return f"Information.abilities does not have {' and '.join(lacking)}, so that not even these were sent"


def named(ability: Ability) -> str:
    """By its name in Python and its text elsewhere."""
    return f"Ability.{ability.name} ({ability})"
