"""No rule speaks of what is altered of what is no local queue, nor of a parent that nobody has defined."""

import pytest
from by_hand import judged, played

from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    Command,
    CreateProducer,
    DefineAliasQueue,
    DefineLocalQueue,
    DefineRemoteQueue,
    MqPut1,
    Send,
)
from mqtck.reference.vocabulary.messages import OutgoingMessage, TopicDestination
from mqtck.reference.vocabulary.outcomes import Done, Refused
from mqtck.reference.vocabulary.publications import JoinHierarchy, Subscribe
from mqtck.reference.vocabulary.queue_attributes import AttributeChanges, Switch

ORDERS = DefineLocalQueue("ORDERS")
ALTERED = AlterQueue("ORDERS", AttributeChanges(put=Switch.DISABLED))
ALIAS = DefineAliasQueue("ORDERS", "VAULT")
REMOTE = DefineRemoteQueue("ORDERS", "VAULT", "QM2", "QM2")


@pytest.mark.parametrize("other", [ALIAS, REMOTE], ids=["alias", "remote"])
def test_what_is_altered_of_a_name_that_leads_elsewhere_is_left_open(other: Command) -> None:
    put = MqPut1("ORDERS", OutgoingMessage("m1"))
    trace = played(DefineLocalQueue("VAULT"), DefineLocalQueue("QM2"), other, ALTERED, put)
    assert judged(trace, {-1: Refused(2051)}).breaches == ()
    assert "ORDERS, which is no local queue" in judged(trace, {-2: Done()}).indeterminate
    assert judged(trace, {-2: Refused(2051)}).indeterminate == ""


def test_what_is_altered_of_a_local_queue_is_known() -> None:
    put = MqPut1("ORDERS", OutgoingMessage("m1"))
    assert judged(played(ORDERS, ALTERED, put)).indeterminate == ""


def test_what_follows_the_joining_of_a_parent_that_nobody_has_defined_is_left_open() -> None:
    producer = CreateProducer("p", topic=TopicDestination("news"))
    publish = (producer, Subscribe("a", "news"), Send("p", OutgoingMessage("m1")))
    trace = played(JoinHierarchy("QM2", "QM1"), *publish)
    judgement = judged(trace, {0: Done()})
    assert judgement.breaches == ()
    assert "no queue manager QM2" in judgement.indeterminate
    assert judged(trace, {0: Refused(2058)}).indeterminate == ""
