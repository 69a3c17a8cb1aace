"""Sends whose outcome shows a wrong mapping: what goes wrong behind them says nothing of other rules.

A message that was sent with another expiry or persistence than its producer asked for is missing, or there,
where the scenario expects otherwise, whatever the scenario is about. Then the rule of the mapping is blamed;
a scenario that is itself about the mapping (`about`) keeps its own rules.

Left out: lives that are no whole tenths or lie beyond what an expiry surely holds (HM-23, X-09), and
destinations that override persistence or leave it to the queue (HM-09, HM-13).
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from msgspec import UNSET

from mqtck.reference.vocabulary.commands import CreateProducer, Send, SetDeliveryMode, SetTimeToLive
from mqtck.reference.vocabulary.constants import (
    LARGEST_ENFORCED_EXPIRY,
    UNLIMITED,
    DeliveryMode,
    DestinationPersistence,
    Persistence,
)
from mqtck.reference.vocabulary.outcomes import Refused, Sent
from mqtck.reference.vocabulary.traces import Step

TOLERANCE: Final = 10
"""Tenths by which an expiry may be less when the send returns (EX-09)."""

LONGEST: Final = 100 * LARGEST_ENFORCED_EXPIRY
"""Ms of life that surely fit into an expiry (HM-18, X-09)."""

ABOUT_LIVES: Final = frozenset(
    (
        *(f"HM-{number}" for number in range(14, 24)),
        *(f"X-{number:02}" for number in range(5, 12)),
        *("DD-27", "DD-28", "DD-79", "DD-80", "EX-62", "X-53"),
    )
)
ABOUT_PERSISTENCE: Final = frozenset(
    (*(f"HM-{number:02}" for number in range(8, 14)), "X-27", "X-29", "X-30", "X-42", "DD-77")
)


class WrongSend(NamedTuple):
    """The rule, what it asks for and what was shown, in which step, and which rules ask for the same."""

    rule: str
    expected: str
    seen: str
    step: int
    about: frozenset[str]


class _Settings(NamedTuple):
    life: int = 0
    mode: DeliveryMode = DeliveryMode.PERSISTENT
    overrides: bool = False


def wrong_send(steps: Iterable[Step]) -> WrongSend | None:
    """The first send in a trace whose outcome shows that it was mapped wrongly."""
    settings: dict[str, _Settings] = {}
    for place, step in enumerate(steps):
        match step.command, step.outcome:
            case _, Refused():
                pass
            case CreateProducer(producer=producer, destination=destination, topic=topic), _:
                settings[producer] = _Settings(overrides=_overrides(destination) or _overrides(topic))
            case SetTimeToLive(producer=producer, milliseconds=life), _:
                settings[producer] = settings.get(producer, _Settings())._replace(life=life)
            case SetDeliveryMode(producer=producer, delivery_mode=mode), _:
                settings[producer] = settings.get(producer, _Settings())._replace(mode=mode)
            case Send() as send, Sent() as sent:
                given = _given(send, settings.get(send.producer, _Settings()))
                if (found := next(_wrongs(given, sent, place), None)) is not None:
                    return found
            case _:
                pass
    return None


def _given(send: Send, settings: _Settings) -> _Settings:
    overrides = settings.overrides or _overrides(send.destination) or _overrides(send.topic)
    if send.arguments is None:
        return settings._replace(overrides=overrides)
    return _Settings(send.arguments.time_to_live, send.arguments.delivery_mode, overrides)


def _overrides(destination: object) -> bool:
    kept = getattr(destination, "persistence", DestinationPersistence.AS_APPLICATION)
    return kept is not DestinationPersistence.AS_APPLICATION


def _wrongs(given: _Settings, sent: Sent, place: int) -> Iterator[WrongSend]:
    expiry, persistence = sent.descriptor.expiry, sent.descriptor.persistence
    tenths, rest = divmod(given.life, 100)
    if expiry is not UNSET and not given.life and expiry != UNLIMITED:
        yield WrongSend("HM-16", f"MQMD.Expiry {UNLIMITED} of the send", f"{expiry}", place, ABOUT_LIVES)
    if expiry is not UNSET and tenths and not rest and given.life <= LONGEST:
        least = max(tenths - TOLERANCE, 1)
        if not least <= expiry <= tenths:
            yield WrongSend("HM-15", f"MQMD.Expiry {tenths} of the send", f"{expiry}", place, ABOUT_LIVES)
    if persistence is UNSET or given.overrides:
        return
    asked = given.mode is DeliveryMode.PERSISTENT
    wanted, rule = (Persistence.PERSISTENT, "HM-10") if asked else (Persistence.NOT_PERSISTENT, "HM-11")
    if sent.header.delivery_mode not in {UNSET, given.mode}:
        rule = "HM-08"  # The client tells itself that it has used another one.
    if persistence != wanted:
        expected = f"MQMD.Persistence {int(wanted)} of the send"
        yield WrongSend(rule, expected, f"{persistence}", place, ABOUT_PERSISTENCE)
