"""The adapter contract: what somebody who has only the installed wheel implements.

An **adapter** wraps one implementation and is started once; it opens **worlds**. A world is a fresh
implementation for one scenario or trace: nothing of an earlier world is visible in it. It executes
commands one by one and answers each with an outcome.

- *Clock.* `information.clock` is virtual or real, and `now()` reads the clock of the client in ms. On a
  virtual clock time stands still except in `Advance`, which lets it pass moment by moment: what comes due
  first is done first. When an `Advance` returns, the internal work that has come due is done: due messages
  are moved, and what failed has been tried again at least once an hour. On a real clock the kit waits by
  itself, and `Advance` need not be implemented.
- *Refusals.* An orderly failure of a call is the outcome `Refused`, with the MQRC_* found anywhere in
  the chain of causes (number or name), the exception family, and a text. It is never an exception.
- *What is not seen* stays UNSET in the outcome, and is never counted against the implementation.
- *What cannot be done*: leave the ability out of `information.abilities`; the kit does not send the
  commands that need it. A JMS client without setDeliveryDelay names that in `information.without`.
  `Unsupported` is the answer for what turns out to be impossible later.
- *Ids.* `MatchMessageId(of=label)` and `MatchCorrelationId(of=label)` mean the message id that the
  send of that label returned; the world remembers it.
- *Profiles.* An implementation that offers several (z/OS beside Multiplatforms, version 8.0 beside later
  ones) lists them in `information.profiles` and has a method `under(profile)`, which returns an adapter
  with that profile (see `ProfiledAdapter`). With one profile neither is needed.
- *Failures of the adapter* are exceptions; the kit turns them into adapter errors for that scenario.
"""

from typing import Annotated, Final, Protocol

import msgspec

from mqtck.reference.vocabulary.abilities import Ability, with_implied
from mqtck.reference.vocabulary.commands import Command
from mqtck.reference.vocabulary.outcomes import Outcome
from mqtck.reference.vocabulary.profile import ClockKind, Profile


class Information(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an adapter says of the implementation that it wraps.

    `name` and `version` are those of the implementation. `side_by_side` is how many worlds may be open
    at once, each driven by a thread of its own. `profile` is what a fresh implementation claims to be;
    `profiles` are further ones that the method `under` makes an adapter for. A JMS client has a delivery
    delay, whether or not the abilities name it, unless that is among those that it is `without`.

    Abilities and the clock may be given by their texts. Raises ValueError for a text that is none of them.
    """

    name: str
    version: str
    clock: ClockKind
    abilities: frozenset[Ability]
    profile: Profile = Profile()
    side_by_side: Annotated[int, msgspec.Meta(ge=1)] = 1
    profiles: tuple[Profile, ...] = ()
    without: frozenset[Ability] = frozenset()

    def __post_init__(self) -> None:
        without = frozenset(map(Ability, self.without))
        abilities = with_implied(frozenset(map(Ability, self.abilities)), without)
        msgspec.structs.force_setattr(self, "clock", ClockKind(self.clock))
        msgspec.structs.force_setattr(self, "without", without)
        msgspec.structs.force_setattr(self, "abilities", abilities)


class World(Protocol):
    """A fresh implementation, for one scenario or trace, used by one thread."""

    def now(self) -> int:
        """The reading of the client's clock in ms since the epoch (a virtual clock has its own)."""
        ...

    def execute(self, command: Command) -> Outcome:
        """Do it and say what happened."""
        ...

    def close(self) -> None:
        """Let go of everything; called once, also after a failure."""
        ...


class Adapter(Protocol):
    """One wrapped implementation; made without arguments."""

    @property
    def information(self) -> Information: ...

    def open_world(self) -> World:
        """A fresh implementation. Called from any thread."""
        ...

    def close(self) -> None:
        """Stop the implementation."""
        ...


class ProfiledAdapter(Adapter, Protocol):
    """An adapter of several profiles; `close` of the first one stops what the others use as well."""

    def under(self, profile: Profile) -> Adapter:
        """The same implementation under another one of its profiles."""
        ...


ENDED: Final = "its process ended"
"""Stands in the text of a failure that is the end of the process in which an implementation runs."""

FAILED: Final = "the adapter "
"""Begins the reason of a case or an example in which the adapter failed."""

GARBLED: Final = "a line that is no answer"
"""Stands in what is told of a program whose line is not of the form of an answer."""

OUT_OF_STEP: Final = "a line of answer too many"
"""Stands in the text of a failure by which answers may belong to other calls: none is to be trusted then."""


class AdapterUnavailable(Exception):  # noqa: N818 - it is a state of affairs, not a mistake
    """The implementation cannot be started here; the text says what is missing and what would help."""
