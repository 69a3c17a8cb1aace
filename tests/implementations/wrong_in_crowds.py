"""Misreadings that show only where many messages come together: a table, a buffer or a loop has an end.

Forty, the fewest that the features send for it, are more than any such end here.
"""

from .decisions import QueueManagerDecisions
from .misreading import misreading
from .objects import Message

ENOUGH = 30


@misreading(
    "thirty staged messages restored",
    "Restores thirty staged messages at a restart, and forgets the rest.",
    *("DD-95", "DD-10", "DD-104", "X-54", "X-45"),
)
class ThirtyRestored(QueueManagerDecisions):
    kept = 0

    def survives_restart(self, message: Message) -> bool:
        self.kept += message.delay is not None
        return super().survives_restart(message) and (message.delay is None or self.kept <= ENOUGH)


@misreading(
    "thirty expiration reports",
    "Has room for thirty expiration reports to be sent.",
    *("EX-15", "EX-17", "EX-21", "DD-82", "EX-16", "EX-18"),
)
class ThirtyExpirationReports(QueueManagerDecisions):
    wanted = 0

    def expiration_report_wanted(self, message: Message) -> bool:
        if not super().expiration_report_wanted(message):
            return False
        self.wanted += 1
        return self.wanted <= ENOUGH


@misreading(
    "thirty exception reports",
    "Has room for thirty exception reports to be sent.",
    *("DD-98", "DD-100", "DD-101", "DD-99"),
)
class ThirtyExceptionReports(QueueManagerDecisions):
    wanted = 0

    def exception_report_wanted(self, report: int) -> bool:
        if not super().exception_report_wanted(report):
            return False
        self.wanted += 1
        return self.wanted <= ENOUGH
