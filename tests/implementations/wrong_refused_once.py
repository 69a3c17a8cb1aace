"""Misreadings that hold once: what was refused is accepted when it is asked for again, a copy goes once."""

from mqtck.reference.vocabulary.messages import GroupMembership, Retention
from mqtck.reference.vocabulary.profile import Version
from mqtck.reference.vocabulary.publications import MessageDelivery

from .client_decisions import ClientDecisions
from .decisions import QueueManagerDecisions
from .decisions_publications import PublicationKind
from .misreading import misreading
from .objects import Publication


@misreading("delay refused once", "Refuses one delay on a queue manager before 8.0.", "DD-17")
class DelayRefusedOnce(ClientDecisions):
    asked = False

    def delay_supported(self, milliseconds: int, version: Version) -> bool:
        supported = self.asked or super().delay_supported(milliseconds, version)
        self.asked = self.asked or not supported
        return supported


@misreading("group refused once", "Refuses one grouped message with a delay.", "DD-36")
class GroupRefusedOnce(ClientDecisions):
    asked = False

    def group_refused(self, group: GroupMembership | None, delay: int) -> bool:
        refused = not self.asked and super().group_refused(group, delay)
        self.asked = self.asked or refused
        return refused


@misreading("retention refused once", "Refuses one delayed publication that is to be retained.", "DD-33")
class RetentionRefusedOnce(QueueManagerDecisions):
    asked = False

    def retained_refused(self, retained: Retention | None, kind: PublicationKind) -> bool:
        refused = not self.asked and super().retained_refused(retained, kind)
        self.asked = self.asked or refused
        return refused


@misreading(
    "publication refused once",
    "Refuses one delayed publication whose topic does not allow it.",
    *("DD-122", "DD-120", "DD-121"),
)
class PublicationRefusedOnce(QueueManagerDecisions):
    asked = False

    def publication_refused(
        self, persistence: int, delivery: tuple[MessageDelivery, MessageDelivery], subscribers: int
    ) -> bool:
        refused = not self.asked and super().publication_refused(persistence, delivery, subscribers)
        self.asked = self.asked or refused
        return refused


@misreading(
    "one publication for each subscriber elsewhere",
    "Hands one publication to a subscriber on another queue manager, and no other.",
    *("DD-118", "DD-115"),
)
class OnePublicationElsewhere(QueueManagerDecisions):
    handed: frozenset[str] = frozenset()

    def remote_may_receive(self, name: str, publication: Publication) -> bool:
        may = name not in self.handed and super().remote_may_receive(name, publication)
        self.handed |= {name} if may else set()
        return may
