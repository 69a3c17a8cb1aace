"""Clustered destinations: DEFBIND with a delay, and one of several queues for the message."""

import pytest
from by_hand import SENT, blamed, browsed, delayed_send, fine, judged, played, returned

from mqtck.reference.queues.clusters import binding_conflict
from mqtck.reference.state.intervals import Answer
from mqtck.reference.vocabulary.clusters import DefaultBinding, JoinCluster
from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    Command,
    Commit,
    CreateProducer,
    DefineAliasQueue,
    DefineLocalQueue,
    DefineQueueManager,
    OpenSession,
    QueueAttributes,
    ReadDepth,
    Receive,
    Send,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    Switch,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination
from mqtck.reference.vocabulary.outcomes import Browsed, DepthRead, ErrorFamily, NoMessage, Refused, Sent

OPEN, GROUP, FREE = DefaultBinding.ON_OPEN, DefaultBinding.ON_GROUP, DefaultBinding.NOT_FIXED
OPTIONS = Refused(reason=2046, family=ErrorFamily.JMS_EXCEPTION)
OTHER = Refused(reason=2051, family=ErrorFamily.JMS_EXCEPTION)


@pytest.mark.parametrize(
    ("bindings", "delay", "conflict"),
    [
        ((OPEN,), 1, Answer.YES),
        ((GROUP,), 1, Answer.YES),
        ((OPEN, GROUP), 1, Answer.YES),
        ((FREE,), 1, Answer.NO),
        ((FREE, FREE), 1, Answer.NO),
        ((FREE, OPEN), 1, Answer.UNSURE),
        ((OPEN,), 0, Answer.NO),
        ((GROUP,), 0, Answer.NO),
        ((), 1, Answer.NO),
    ],
)
def test_defbind_against_the_delay(
    bindings: tuple[DefaultBinding, ...], delay: int, conflict: Answer
) -> None:
    assert binding_conflict(bindings, delay) is conflict


def member(name: str) -> tuple[Command, ...]:
    return DefineQueueManager(name), JoinCluster("CLUSTER1", name)


def instance(binding: DefaultBinding, manager: str, put: Switch = Switch.ENABLED) -> DefineLocalQueue:
    attributes = QueueAttributes(cluster="CLUSTER1", default_binding=binding, put=put)
    return DefineLocalQueue("ORDERS", attributes, manager)


CLUSTER = (JoinCluster("CLUSTER1"), *member("QM2"), *member("QM3"))
READERS = (OpenSession("reader 2", queue_manager="QM2"), OpenSession("reader 3", queue_manager="QM3"))
GET_2, GET_3 = Receive("ORDERS", "reader 2"), Receive("ORDERS", "reader 3")


def remote(binding: DefaultBinding) -> tuple[Command, ...]:
    return (*CLUSTER, instance(binding, "QM2"), instance(binding, "QM3"), *READERS)


@pytest.mark.parametrize(("binding", "rule"), [(OPEN, "DD-19"), (GROUP, "DD-20")])
def test_a_delayed_send_is_refused_unless_the_binding_is_not_fixed(
    binding: DefaultBinding, rule: str
) -> None:
    looks = (Browse(STAGING_QUEUE), Browse("ORDERS", "QM2"), Browse("ORDERS", "QM3"))
    trace = played(*remote(binding), *delayed_send("ORDERS", 3000), *looks)
    assert trace.steps[-4].outcome == OPTIONS
    assert fine(trace)
    assert rule in judged(trace).exercised
    assert blamed(trace, {-4: OTHER}) == (rule,)
    assert blamed(trace, {-4: SENT, -3: browsed("m1")}) == (rule,)
    assert blamed(trace, {-3: browsed("m1")}) == ("DD-32",)


@pytest.mark.parametrize("binding", [OPEN, GROUP])
def test_a_clustered_queue_of_the_own_queue_manager_is_no_exception(binding: DefaultBinding) -> None:
    trace = played(JoinCluster("CLUSTER1"), instance(binding, "QM1"), *delayed_send("ORDERS", 3000))
    assert trace.steps[-1].outcome == OPTIONS
    assert blamed(trace, {-1: SENT}) == ("DD-19" if binding is OPEN else "DD-20",)


def test_only_the_send_is_refused() -> None:
    producer = (CreateProducer("p", destination=QueueDestination("ORDERS")), SetDeliveryDelay("p", 3000))
    trace = played(*remote(OPEN), *producer, Send("p", OutgoingMessage("m1")))
    assert fine(trace)
    assert "DD-22" in judged(trace).exercised
    assert blamed(trace, {-2: OPTIONS})[0] == "DD-22"
    assert blamed(trace, {-3: OPTIONS})[0] == "DD-22"


def test_a_delayed_message_reaches_one_instance() -> None:
    trace = played(*remote(FREE), *delayed_send("ORDERS", 3000), GET_2, Advance(3001), GET_2, GET_3)
    assert [type(step.outcome).__name__ for step in trace.steps[-2:]] == ["MessageReturned", "NoMessage"]
    assert fine(trace)
    assert "DD-21" in judged(trace).exercised
    assert fine(trace, {-2: NoMessage(), -1: returned()})
    assert blamed(trace, {-2: NoMessage(), -1: NoMessage()}) == ("DD-21",)
    assert blamed(trace, {-1: returned()})[0] in {"DD-21", "DD-10"}
    assert blamed(trace, {-4: returned()})[0] == "DD-01"
    assert blamed(trace, {-5: OPTIONS, -2: NoMessage()}) == ("DD-21",)


def test_depths_tell_the_instance_too() -> None:
    looks = (ReadDepth("ORDERS", "QM2"), ReadDepth("ORDERS", "QM3"))
    trace = played(*remote(FREE), *delayed_send("ORDERS", 3000), Advance(3001), *looks)
    assert fine(trace, {-2: DepthRead(0), -1: DepthRead(1)})
    assert blamed(trace, {-2: DepthRead(1), -1: DepthRead(1)})[0] in {"DD-21", "DD-10"}
    assert blamed(trace, {-2: DepthRead(0), -1: DepthRead(0)}) == ("DD-21",)


@pytest.mark.parametrize("binding", list(DefaultBinding))
def test_without_a_delay_defbind_does_not_matter(binding: DefaultBinding) -> None:
    looks = (Browse("ORDERS", "QM2"), Browse("ORDERS", "QM3"))
    trace = played(*remote(binding), *delayed_send("ORDERS", 0), Advance(1), *looks)
    assert isinstance(trace.steps[-4].outcome, Sent)
    assert fine(trace)
    assert "DD-23" in judged(trace).exercised
    assert fine(trace, {-2: Browsed(()), -1: browsed("m1")})
    assert blamed(trace, {-4: OPTIONS, -2: Browsed(())}) == ("DD-23",)


@pytest.mark.parametrize(("delay", "rule"), [(3000, "DD-21"), (0, "DD-23")])
def test_an_alias_of_a_clustered_queue_that_stands_in_no_way_is_no_reason_to_refuse_either(
    delay: int, rule: str
) -> None:
    alias = (*CLUSTER, instance(FREE, "QM1"), DefineAliasQueue("ALIAS", "ORDERS"))
    trace = played(*alias, *delayed_send("ALIAS", delay))
    assert fine(trace)
    assert blamed(trace, {-1: OPTIONS}) == (rule,)
    assert rule not in judged(trace).exercised


@pytest.mark.parametrize("binding", list(DefaultBinding))
def test_a_queue_that_is_in_no_cluster_is_not_restricted(binding: DefaultBinding) -> None:
    queue = DefineLocalQueue("ORDERS", QueueAttributes(default_binding=binding))
    trace = played(queue, *delayed_send("ORDERS", 3000), Advance(3001), Receive("ORDERS"))
    assert fine(trace)
    assert "DD-24" in judged(trace).exercised
    assert blamed(trace, {-3: OPTIONS, -1: NoMessage()}) == ("DD-24",)


@pytest.mark.parametrize(
    "setup",
    [
        (*CLUSTER, instance(FREE, "QM2"), instance(OPEN, "QM3")),
        (instance(OPEN, "QM1"),),
        (*CLUSTER, instance(OPEN, "QM1"), DefineAliasQueue("ALIAS", "ORDERS")),
        (*CLUSTER, instance(OPEN, "QM2"), DefineLocalQueue("ORDERS")),
    ],
    ids=["different bindings", "no member", "alias", "also local"],
)
def test_what_is_open_about_clustered_destinations_is_not_judged(setup: tuple[Command, ...]) -> None:
    queue = "ALIAS" if any(isinstance(command, DefineAliasQueue) for command in setup) else "ORDERS"
    trace = played(*setup, *delayed_send(queue, 3000))
    assert fine(trace, {-1: OPTIONS})
    assert fine(trace, {-1: SENT})


@pytest.mark.parametrize(("before", "after"), [(OPEN, FREE), (FREE, OPEN), (GROUP, FREE), (FREE, GROUP)])
def test_defbind_altered_behind_the_creation_of_a_producer_for_the_queue_may_count_or_not(
    before: DefaultBinding, after: DefaultBinding
) -> None:
    """It may have opened the queue when it was created. One without a destination has opened none."""
    own = (JoinCluster("CLUSTER1"), instance(before, "QM1"))
    altered = AlterQueue("ORDERS", AttributeChanges(default_binding=after))
    wrong = SENT if before is FREE else OPTIONS
    for producer, send, judged_now in (
        (
            CreateProducer("p", destination=QueueDestination("ORDERS")),
            Send("p", OutgoingMessage("m1")),
            False,
        ),
        (CreateProducer("p"), Send("p", OutgoingMessage("m1"), QueueDestination("ORDERS")), True),
    ):
        trace = played(*own, producer, SetDeliveryDelay("p", 3000), altered, send)
        assert fine(trace)
        assert bool(blamed(trace, {-1: wrong})) is judged_now
        assert fine(trace, {-1: wrong}) is not judged_now


def test_defbind_altered_during_the_delay_is_open() -> None:
    altered = AlterQueue("ORDERS", AttributeChanges(default_binding=OPEN), "QM2")
    setup = (*CLUSTER, instance(FREE, "QM2"), *READERS)
    trace = played(*setup, *delayed_send("ORDERS", 3000), altered, Advance(3001), GET_2)
    assert fine(trace)
    assert fine(trace, {-1: NoMessage()})


def test_another_cluster_is_not_seen() -> None:
    queue = DefineLocalQueue("ORDERS", QueueAttributes(cluster="CLUSTER2"), "QM2")
    members = (JoinCluster("CLUSTER1"), DefineQueueManager("QM2"), JoinCluster("CLUSTER2", "QM2"))
    trace = played(*members, queue, *delayed_send("ORDERS", 3000))
    assert isinstance(trace.steps[-1].outcome, Refused)
    assert blamed(trace, {-1: SENT}) == ("DD-75",)


@pytest.mark.parametrize("delay", [0, 3000])
def test_a_unit_of_work_counts_in_a_cluster_too(delay: int) -> None:
    session = OpenSession("tx", Acknowledgement.TRANSACTED)
    commands = (*remote(FREE), session, *delayed_send("ORDERS", delay, "tx"), Advance(5000), GET_2)
    trace = played(*commands, Commit("tx"), Advance(5000), GET_2, GET_3)
    assert isinstance(trace.steps[-5].outcome, NoMessage)
    assert fine(trace)
    assert fine(trace, {-2: NoMessage(), -1: returned()})
    assert judged(trace, {-2: NoMessage(), -1: NoMessage()}).breaches


def test_an_instance_that_takes_nothing_leaves_it_open() -> None:
    setup = (*CLUSTER, instance(FREE, "QM2", Switch.DISABLED), instance(FREE, "QM3"), *READERS)
    trace = played(*setup, *delayed_send("ORDERS", 3000), Advance(3001), GET_3, ReadDepth(STAGING_QUEUE))
    assert fine(trace, {-4: SENT, -2: NoMessage(), -1: DepthRead(1)})
    assert fine(trace, {-4: SENT, -2: returned(), -1: DepthRead(0)})


@pytest.mark.parametrize("dead_letters", [Browsed(()), browsed("m1")])
def test_a_message_that_the_only_instance_does_not_take_may_wait_to_leave(dead_letters: Browsed) -> None:
    """Nowhere to be seen as long as the instance takes nothing; then it may come."""
    setup = (*CLUSTER, instance(FREE, "QM2"), DefineLocalQueue("DLQ"), SetDeadLetterQueue("DLQ"))
    inhibited = AlterQueue("ORDERS", AttributeChanges(put=Switch.DISABLED), "QM2")
    trace = played(*setup, *delayed_send("ORDERS", 3000), inhibited, Advance(3001), Browse("DLQ"))
    assert fine(trace, {-1: dead_letters})
    free = AlterQueue("ORDERS", AttributeChanges(put=Switch.ENABLED), "QM2")
    trace = played(*(step.command for step in trace.steps), free, Advance(60_000), Browse("ORDERS", "QM2"))
    assert fine(trace, {-4: Browsed(()), -1: browsed("m1")})
    assert fine(trace, {-4: browsed("m1"), -1: Browsed(())})
