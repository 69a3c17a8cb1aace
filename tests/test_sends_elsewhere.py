"""Sends to a queue of another queue manager: no text says which way they take, but a client refuses some.

Whatever the destination is, a life below the delay and a delay in a group are conflicts.
"""

import pytest
from test_judge_refusals import DELAYED, REFUSED, verdict

from mqtck.reference.vocabulary.commands import Command, Send, SetDeliveryDelay, SetTimeToLive
from mqtck.reference.vocabulary.constants import ReasonCode
from mqtck.reference.vocabulary.messages import GroupMembership, OutgoingMessage, QueueDestination
from mqtck.reference.vocabulary.outcomes import Done, ErrorFamily, Outcome, Refused, Sent

ELSEWHERE = QueueDestination("ORDERS", queue_manager="QM9")
SHORT_LIFE = (SetDeliveryDelay("p", 3000), SetTimeToLive("p", 1000))


def test_a_conflict_is_refused_also_for_a_queue_of_another_queue_manager() -> None:
    sent = Send("p", OutgoingMessage("m1"), ELSEWHERE)
    accepted: dict[int, Outcome] = {-2: Done(), -1: Sent()}
    assert verdict(*SHORT_LIFE, sent, refused=accepted)[0] == ("DD-25",)
    other = Refused(reason=2087, family=ErrorFamily.JMS_EXCEPTION)
    for refused in (Refused(reason=int(ReasonCode.EXPIRY_ERROR), family=ErrorFamily.JMS_EXCEPTION), other):
        assert verdict(*SHORT_LIFE, sent, refused={-2: Done(), -1: refused}) == ((), True)


def test_so_is_a_message_of_a_group() -> None:
    sent = Send("p", OutgoingMessage("m1", group=GroupMembership("batch", 1)), ELSEWHERE)
    assert verdict(*DELAYED, sent, refused={-1: Sent()})[0] == ("DD-36",)


@pytest.mark.parametrize("before", [(), DELAYED], ids=["at once", "delayed"])
def test_of_any_other_send_there_nothing_is_said(before: tuple[Command, ...]) -> None:
    sent = Send("p", OutgoingMessage("m1"), ELSEWHERE)
    for answer in (Sent(), REFUSED):
        assert verdict(*before, sent, refused={-1: answer}) == ((), False)
