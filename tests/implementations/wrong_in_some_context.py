"""Misreadings that are right but where two things meet: a short delay, and how or after what it was sent.

Each row names what must have been done before, the calls that are concerned, and the decision that is another
one from then on.
"""

from mqtck.reference.vocabulary.commands import (
    Command,
    Commit,
    MqBackout,
    Rollback,
    Send,
    SetDeliveryDelay,
    SetTimeToLive,
    StartQueueManager,
)
from mqtck.reference.vocabulary.messages import CORRELATION_FORMS
from mqtck.reference.vocabulary.outcomes import Outcome

from .client_decisions import DelaySetting
from .jms_client import Producer
from .misreading import misreading
from .world import SimulatedWorld
from .wrong_in_some_calls import (
    CONFLICT,
    OVER,
    STAGED,
    Row,
    long_form,
    named_on_send,
    no,
    register,
    sends,
    transacted,
    yes,
    zero,
)

SECOND = 1000

# --- which calls ----------------------------------------------------------------------------------------


def typed(command: Send | SetDeliveryDelay | SetTimeToLive, _: Producer) -> bool:
    return isinstance(command, Send) and command.message.jms_type is not None


def correlating_by_long_form(command: Send | SetDeliveryDelay | SetTimeToLive, producer: Producer) -> bool:
    return (
        isinstance(command, Send)
        and long_form(command, producer)
        and any(getattr(command.message, form) is not None for form in CORRELATION_FORMS)
    )


def any_call(*_: object) -> bool:
    return True


# --- what is decided otherwise --------------------------------------------------------------------------


def none_below_a_second(setting: DelaySetting) -> int:
    return setting.milliseconds if setting.milliseconds >= SECOND else 0


# fmt: off
CLIENT: tuple[Row, ...] = (
    ("short delays in a unit of work ignored", "Takes a delay below a second for none when transacted.",
     STAGED, sends(transacted), "effective_delay", none_below_a_second),
    ("short delays to destinations of the send ignored", "Takes one for none where the send names a queue.",
     STAGED, sends(named_on_send), "effective_delay", none_below_a_second),
    ("short delays of the long form ignored", "Takes one for none in the long form of send.",
     STAGED, sends(long_form), "effective_delay", none_below_a_second),
    ("short delays of typed messages ignored", "Takes one for none where a message has a JMSType.",
     STAGED, sends(typed), "effective_delay", none_below_a_second),
    ("conflict of correlating long forms accepted", "Compares life and delay where nothing correlates.",
     CONFLICT, sends(correlating_by_long_form), "conflict", no),
)
BEHIND_ROLLBACKS: tuple[tuple[Row, str], ...] = (
    (("no delays behind a rollback", "Sends at once when a unit of work was rolled back before.",
      STAGED, any_call, "effective_delay", zero), "client_decisions"),
    (("expired returned behind a rollback", "Returns what has expired when something was rolled back before.",
      OVER, any_call, "returnable", yes), "decisions"),
)
BEHIND_RESTARTS: tuple[tuple[Row, str], ...] = (
    (("short delays ignored behind a restart", "Takes a delay of less than a second for none when restarted.",
      STAGED, any_call, "effective_delay", none_below_a_second), "client_decisions"),
    (("no conflict behind a restart", "Compares life and delay until the queue manager is restarted.",
      CONFLICT, any_call, "conflict", no), "client_decisions"),
    (("nothing reported behind a restart", "Reports no expired message when it was restarted.",
      ("EX-21", "EX-39"), any_call, "expiration_report_wanted", no), "decisions"),
)
BEHIND_COMMITS: tuple[tuple[Row, str], ...] = (
    (("expired returned behind a commit", "Returns what has expired when a session has committed before.",
      (*OVER, "EX-25"), any_call, "returnable", yes), "decisions"),
)
# fmt: on


def register_behind(row: Row, decider: str, *first: type[Command]) -> None:
    """A misreading from the first of these commands on."""
    name, sentence, rules, _, decision, otherwise = row

    class BehindIt(SimulatedWorld):
        def execute(self, command: Command) -> Outcome:
            outcome = super().execute(command)
            if isinstance(command, first):
                setattr(getattr(self, decider), decision, otherwise)
            return outcome

    misreading(name, sentence, *rules)(BehindIt)


for one in CLIENT:
    register(one, "client_decisions")
for behind, who in BEHIND_ROLLBACKS:
    register_behind(behind, who, Rollback, MqBackout)
for behind, who in BEHIND_RESTARTS:
    register_behind(behind, who, StartQueueManager)
for behind, who in BEHIND_COMMITS:
    register_behind(behind, who, Commit)
