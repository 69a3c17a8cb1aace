"""Whether a queue manager and its applications refuse an expiry (EX-27 to EX-33, X-09)."""

from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.decisions.transmission import Entrance, Limit
from mqtck.reference.vocabulary.environment import SetEnforcementVariable
from mqtck.reference.vocabulary.profile import Platform


class Enforcement:
    """`variable` is the last setting of the variable, on the queue manager and for its applications."""

    def __init__(self, decisions: QueueManagerDecisions, platform: Platform) -> None:
        self.decisions = decisions
        self.platform = platform
        self.variable: SetEnforcementVariable | None = None

    def limit(self) -> Limit:
        enforced = self.decisions.enforced_by(self.variable, self.platform)
        return Limit.ENFORCED if enforced else Limit.LEFT_OPEN

    def refuses(self, expiry: int, entrance: Entrance) -> bool:
        return self.decisions.expiry_refused(expiry, self.limit(), entrance)

    def life_of_jms(self, expiry: int) -> int:
        return self.decisions.life_of_jms(expiry, self.limit())
