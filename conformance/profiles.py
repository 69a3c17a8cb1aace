"""Profiles: which ones an implementation offers, what each is called, and what applies under it.

The documents differ by platform and by edition, so a rule is judged under the profiles that it is about.
An adapter's own profile (`Information.profile`) is the first that it offers; further ones are listed in
`Information.profiles`, and `under` makes the adapter for one of them.
"""

from collections.abc import Iterable
from typing import Final

from mqtck.reference.vocabulary.profile import Edition, Platform, Profile

from .contract import Adapter


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
            f"{adapter.information.name} does not offer the profile {name_of(profile)}; "
            f"it offers {', '.join(map(name_of, offered(adapter)))}."
        )
    make = getattr(adapter, "under", None)
    if make is None:
        raise ProfileError(
            f"{adapter.information.name} lists the profile {name_of(profile)} but has no method `under`."
        )
    made: Adapter = make(profile)
    if made.information.profile != profile:
        raise ProfileError(
            f"{adapter.information.name} was asked for the profile {name_of(profile)} "
            f"and made one of {name_of(made.information.profile)}."
        )
    return made


def name_of(profile: Profile) -> str:
    """What a profile is called on a command line and in a report: platform, and the older edition."""
    older = f"-{Edition.VERSION_8_0}" if profile.edition is Edition.VERSION_8_0 else ""
    return f"{profile.platform}{older}"


def chosen(adapter: Adapter, names: Iterable[str]) -> tuple[Profile, ...]:
    """The offered profiles of these names; all of them for "all" or no name. Raises ProfileError."""
    possible = offered(adapter)
    wanted = [name for name in names if name != ALL]
    if not wanted:
        return possible
    unknown = [name for name in wanted if name not in map(name_of, possible)]
    if unknown:
        raise ProfileError(
            f"{adapter.information.name} has no profile {', '.join(unknown)}; "
            f"it offers {', '.join(map(name_of, possible))}."
        )
    return tuple(profile for profile in possible if name_of(profile) in wanted)


ALL: Final = "all"

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
    return f"not applicable: the profile {name_of(profile)} is not @{' @'.join(sorted(other))}"


def first_applicable(tags: frozenset[str], profiles: Iterable[Profile]) -> Profile:
    """The first of the profiles that a scenario with these tags is about; the first one where none is."""
    possible = tuple(profiles)
    return next((profile for profile in possible if not inapplicable(tags, profile)), possible[0])
