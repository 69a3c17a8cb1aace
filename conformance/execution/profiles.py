"""Profiles: which ones an implementation offers, what each is called, and what applies under it.

The documents differ by platform and by edition, so a rule is judged under the profiles that it is about.
An adapter's own profile (`Information.profile`) is the first that it offers; further ones are listed in
`Information.profiles`, and `under` makes the adapter for one of them.
"""

from collections.abc import Iterable
from typing import Final, Protocol, TypeVar

from mqtck.conformance.contract import Adapter
from mqtck.reference.vocabulary.commands import DeliverySequence, QueueAttributes
from mqtck.reference.vocabulary.profile import Edition, Platform, Profile


class HasTags(Protocol):
    @property
    def tags(self) -> frozenset[str]: ...


Tagged = TypeVar("Tagged", bound=HasTags)


class ProfileError(ValueError):
    """A profile that an adapter does not offer; the text says which ones it does."""


def offered(adapter: Adapter) -> tuple[Profile, ...]:
    """The profiles of the implementation, its own first."""
    information = adapter.information
    return tuple(dict.fromkeys((information.profile, *information.profiles)))


def under(adapter: Adapter, profile: Profile) -> Adapter:
    """The adapter for one of the profiles that it offers. Raises ProfileError for another one."""
    if profile == adapter.information.profile:
        return adapter
    if profile not in offered(adapter):
        raise ProfileError(
            f"{adapter.information.name} does not offer the profile {profile.name}; "
            f"it offers {', '.join(one.name for one in offered(adapter))}."
        )
    make = getattr(adapter, "under", None)
    if make is None:
        raise ProfileError(
            f"{adapter.information.name} lists the profile {profile.name} but has no method `under`."
        )
    made: Adapter = make(profile)
    if made.information.profile != profile:
        raise ProfileError(
            f"{adapter.information.name} was asked for the profile {profile.name} "
            f"and made one of {made.information.profile.name}."
        )
    return made


def for_trace(adapter: Adapter, profile: Profile) -> Adapter:
    """The adapter under the profile that a trace was made with, or its own where it does not offer that."""
    return under(adapter, profile) if profile in offered(adapter) else adapter


def chosen(adapter: Adapter, names: Iterable[str]) -> tuple[Profile, ...]:
    """The offered profiles of these names; all of them for "all" or no name. Raises ProfileError."""
    possible = offered(adapter)
    wanted = [name for name in names if name != ALL]
    if not wanted:
        return possible
    names_offered = [one.name for one in possible]
    unknown = [name for name in wanted if name not in names_offered]
    if unknown:
        raise ProfileError(
            f"{adapter.information.name} has no profile {', '.join(unknown)}; "
            f"it offers {', '.join(names_offered)}."
        )
    return tuple(profile for profile in possible if profile.name in wanted)


ALL: Final = "all"

STAGING_ATTRIBUTES: Final = QueueAttributes(delivery_sequence=DeliverySequence.FIFO)
"""The staging queue as an administrator on z/OS defines it, its limits generous enough (DD-55, DD-63)."""

_PLATFORM_TAGS: Final = {"multiplatforms": Platform.MULTIPLATFORMS, "z/os": Platform.ZOS}
_EDITION_TAGS: Final = {"edition-8.0": Edition.VERSION_8_0, "edition-later": Edition.LATER}
TAGS: Final = frozenset({*_PLATFORM_TAGS, *_EDITION_TAGS})
"""Tags of scenarios that make sense under some profiles only."""


def inapplicable(tags: frozenset[str], profile: Profile) -> str:
    """Why a scenario with these tags is not about this profile; empty where it is."""
    other = [tag for tag, platform in _PLATFORM_TAGS.items() if tag in tags and platform != profile.platform]
    other += [tag for tag, edition in _EDITION_TAGS.items() if tag in tags and edition != profile.edition]
    if not other:
        return ""
    return f"not applicable: the profile {profile.name} is not @{' @'.join(sorted(other))}"


def first_applicable(tags: frozenset[str], profiles: Iterable[Profile]) -> Profile:
    """The first of the profiles that a scenario with these tags is about; the first one where none is."""
    possible = tuple(profiles)
    return next((profile for profile in possible if not inapplicable(tags, profile)), possible[0])


def shared_out(scenarios: Iterable[Tagged], profiles: tuple[Profile, ...]) -> dict[Profile, list[Tagged]]:
    """The scenarios to run under each profile; one that is about none of them is kept under the first."""
    shares: dict[Profile, list[Tagged]] = {profile: [] for profile in profiles}
    for scenario in scenarios:
        fitting = [profile for profile in profiles if not inapplicable(scenario.tags, profile)]
        for profile in fitting or profiles[:1]:
            shares[profile].append(scenario)
    return shares


def once_each(scenarios: Iterable[Tagged], profiles: tuple[Profile, ...]) -> dict[Profile, list[Tagged]]:
    """Each scenario under one profile only, the first that it is about."""
    shares: dict[Profile, list[Tagged]] = {profile: [] for profile in profiles}
    for scenario in scenarios:
        shares[first_applicable(scenario.tags, profiles)].append(scenario)
    return shares
