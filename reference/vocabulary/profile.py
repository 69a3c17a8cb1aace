"""What an implementation claims to be: platform, version and edition of the documents.

A rule applies to a profile or does not; a trace carries the profile under which it was made.
"""

from enum import StrEnum
from typing import Annotated, Final

import msgspec

Level = Annotated[int, msgspec.Meta(ge=0)]


class Platform(StrEnum):
    MULTIPLATFORMS = "multiplatforms"
    ZOS = "z/os"


class Edition(StrEnum):
    """The two editions of the delivery delay text; the older one stops before the list of DD-126."""

    VERSION_8_0 = "8.0"
    LATER = "later"


class ClockKind(StrEnum):
    """Virtual: the kit advances it and nothing sleeps. Real: time passes by itself."""

    VIRTUAL = "virtual"
    REAL = "real"


class Version(msgspec.Struct, frozen=True, order=True):
    """Version, release, modification: delivery delay came with 8.0, interception with 9.1.3 (AM-01)."""

    version: Level = 9
    release: Level = 4
    modification: Level = 0


class Profile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    platform: Platform = Platform.MULTIPLATFORMS
    version: Version = Version()
    edition: Edition = Edition.LATER

    @property
    def name(self) -> str:
        """What it is called on a command line and in a report: the platform, and the older edition."""
        return (
            f"{self.platform}-{self.edition}" if self.edition is Edition.VERSION_8_0 else str(self.platform)
        )


EVERY_PROFILE: Final = tuple(
    Profile(platform, version, edition)
    for version, edition in ((Version(), Edition.LATER), (Version(8, 0), Edition.VERSION_8_0))
    for platform in Platform
)
"""Both platforms, by the newer edition of the documents and by the older one."""
