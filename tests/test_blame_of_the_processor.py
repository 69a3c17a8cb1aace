"""A processor on z/OS that has not started again is to blame wherever its message was to go.

That it should have started is one story of several: the rule of where the message was to go comes first.
"""

import pytest
from by_hand import judged

from mqtck.adapters.reference import Reference
from mqtck.conformance.execution.profiles import STAGING_ATTRIBUTES, under
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.judge import judge_trace
from mqtck.conformance.mutants.registry import all_mutants, mutant_adapter
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    Command,
    CreateProducer,
    DefineLocalQueue,
    GrantPut,
    OpenSession,
    ReadDepth,
    RevokePut,
    Send,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    Switch,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, ReasonCode
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination
from mqtck.reference.vocabulary.outcomes import ErrorFamily, Refused
from mqtck.reference.vocabulary.profile import Platform, Profile

QUEUES = (
    *(DefineLocalQueue(STAGING_QUEUE), DefineLocalQueue("Q"), DefineLocalQueue("DLQ")),
    *(SetDeadLetterQueue("DLQ"), GrantPut("u", "Q"), OpenSession("s", user="u")),
)
SENT = (
    *(CreateProducer("p", session="s"), SetDeliveryDelay("p", 1000)),
    Send("p", OutgoingMessage("m"), QueueDestination("Q")),
)
DISABLED = AlterQueue("Q", AttributeChanges(put=Switch.DISABLED))


@pytest.mark.parametrize("look", [ReadDepth(STAGING_QUEUE), Browse("DLQ"), ReadDepth("DLQ")])
def test_a_message_for_the_dead_letter_queue_tells_of_it(look: Command) -> None:
    assert blamed(DISABLED, Advance(3000), look) == ("DD-98", True)


@pytest.mark.parametrize("look", [ReadDepth(STAGING_QUEUE), Browse("Q"), ReadDepth("Q")])
def test_so_does_one_whose_sender_has_lost_authority(look: Command) -> None:
    assert blamed(RevokePut("u", "Q"), Advance(3000), look) == ("DD-50", True)


@pytest.mark.parametrize(
    ("reason", "first"), [(ReasonCode.GET_INHIBITED, "DD-91"), (ReasonCode.NOT_AUTHORIZED, "DD-46")]
)
def test_a_send_that_is_refused_as_if_the_processor_were_stopped_tells_of_it(
    reason: ReasonCode, first: str
) -> None:
    sound = (DefineLocalQueue(STAGING_QUEUE, STAGING_ATTRIBUTES), DefineLocalQueue("Q"))
    sent = (CreateProducer("p"), *SENT[1:])
    trace = run_commands(under(Reference(), Profile(platform=Platform.ZOS)), (*sound, *sent))
    refused = Refused(reason=reason, family=ErrorFamily.JMS_EXCEPTION)
    (breach,) = judged(trace, {-1: refused}).breaches
    assert breach.rules[0] == first


def blamed(*commands: Command) -> tuple[str, bool]:
    """The first rule of the first breach, and whether DD-91 is among them."""
    mutant = next(one for one in all_mutants() if one.name == "definition-not-noticed")
    adapter = under(mutant_adapter(mutant), Profile(platform=Platform.ZOS))
    (breach, *_) = judge_trace(run_commands(adapter, (*QUEUES, *SENT, *commands))).breaches
    return breach.rules[0], "DD-91" in breach.rules
