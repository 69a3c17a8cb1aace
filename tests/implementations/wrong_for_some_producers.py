"""Misreadings of what a client refuses, for some producers: other errors, other versions, other values."""

from mqtck.reference.vocabulary.commands import (
    Command,
    OpenSession,
    ProducerApi,
    Send,
    SetDeliveryDelay,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import ReasonCode
from mqtck.reference.vocabulary.messages import GroupMembership
from mqtck.reference.vocabulary.outcomes import ErrorFamily, Outcome, Refused
from mqtck.reference.vocabulary.profile import Version

from .client_decisions import ClientDecisions
from .jms_client import Producer, Session
from .misreading import misreading
from .objects import CallRefusedError
from .world import SimulatedWorld

MINUTE = 60_000
SECOND = 1000
VERSION = ("DD-17", "DD-18")


def checked_at(reason: ReasonCode, name: str, sentence: str, *rules: str) -> None:
    """A misreading that throws a checked exception from a JMSProducer for one reason."""

    class CheckedAt(SimulatedWorld):
        def execute(self, command: Command) -> Outcome:
            outcome = super().execute(command)
            if not isinstance(command, Send | SetDeliveryDelay | SetTimeToLive):
                return outcome
            producer = self.calls.jms.producers.get(command.producer)
            simplified = producer is not None and producer.api is ProducerApi.JMS_PRODUCER
            if simplified and isinstance(outcome, Refused) and outcome.reason == reason:
                return Refused(outcome.reason, ErrorFamily.JMS_EXCEPTION, outcome.text)
            return outcome

    misreading(name, sentence, "DD-16", *rules)(CheckedAt)


checked_at(
    ReasonCode.OPTIONS_ERROR,
    "JMSProducer throws checked for groups",
    "Throws a checked exception for a group with a delay.",
    "DD-36",
)
checked_at(
    ReasonCode.FUNCTION_NOT_SUPPORTED,
    "JMSProducer throws checked for versions",
    "Throws a checked exception where the queue manager knows no delays.",
    "DD-17",
)
checked_at(
    ReasonCode.PUBLICATION_FAILURE,
    "JMSProducer throws checked for topics",
    "Throws a checked exception where a topic allows no delay.",
    *("DD-120", "DD-121", "DD-122"),
)


class _OfAnother(SimulatedWorld):
    """Compares with the version of another queue manager than the producer's own."""

    def __init__(self, *parts: object) -> None:
        super().__init__(*parts)  # type: ignore[arg-type]
        self.versions: list[Version] = []
        jms = self.calls.jms
        opened = jms.open_session

        def open_session(command: OpenSession) -> Session:
            session = opened(command)
            self.versions.append(session.manager.version)
            return session

        def check(delay: int, _: Producer) -> None:
            if not self.client_decisions.delay_supported(delay, self.counted()):
                raise CallRefusedError(ReasonCode.FUNCTION_NOT_SUPPORTED, "the version is older than 8.0")

        jms.open_session = open_session  # type: ignore[method-assign]
        jms._check_support = check  # type: ignore[method-assign]

    def counted(self) -> Version:
        """The version that is taken for the producer's."""
        raise NotImplementedError


@misreading("version of the first connection", "Asks the version of the first queue manager alone.", *VERSION)
class VersionOfFirst(_OfAnother):
    def counted(self) -> Version:
        return self.versions[0]


@misreading("version of the last connection", "Asks the version of the last queue manager alone.", *VERSION)
class VersionOfLast(_OfAnother):
    def counted(self) -> Version:
        return self.versions[-1]


@misreading(
    "conflict of short lives accepted",
    "Compares life and delay for lives of a second or more.",
    *("DD-25", "DD-26", "DD-30", "DD-31"),
)
class ConflictOfShortLives(ClientDecisions):
    def conflict(self, time_to_live: int, delay: int) -> bool:
        return time_to_live >= SECOND and super().conflict(time_to_live, delay)


@misreading("group with a long delay accepted", "Takes a group with a delay of a minute or more.", "DD-36")
class GroupWithLongDelay(ClientDecisions):
    def group_refused(self, group: GroupMembership | None, delay: int) -> bool:
        return delay < MINUTE and super().group_refused(group, delay)
