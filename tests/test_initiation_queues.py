"""Which initiation queue gets the trigger message of a queue of a cluster, or of a queue-sharing group.

That is in other documents. A queue of a cluster triggers at its own queue manager, and a shared queue may do
so at any member of the group, or at each. A name of an initiation queue that leads elsewhere may be followed.
"""

import pytest
from msgspec.structs import replace

from implementations.witnesses.parts.common import Trace, message, send
from mqtck.adapters.reference import Reference
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.judge import Judgement, judge_trace
from mqtck.reference.vocabulary.clusters import DefaultBinding, JoinCluster
from mqtck.reference.vocabulary.commands import (
    Browse,
    CreateProducer,
    DefineAliasQueue,
    DefineLocalQueue,
    DefineQueueManager,
    DefineSharedQueue,
    DepthTrigger,
    MqPut,
    OpenSession,
    Platform,
    QueueAttributes,
    ReadDepth,
    SetDeliveryDelay,
)
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER, STAGING_QUEUE
from mqtck.reference.vocabulary.messages import QueueDestination, SeenMessage
from mqtck.reference.vocabulary.outcomes import Browsed, DepthRead, Outcome

TRIGGER = DepthTrigger(1, "INIT")
STAGED: Trace = (
    JoinCluster("C"),
    DefineQueueManager("QM2"),
    JoinCluster("C", "QM2"),
    DefineLocalQueue("INIT"),
    DefineLocalQueue("INIT", queue_manager="QM2"),
    DefineLocalQueue(
        "FAR",
        QueueAttributes(trigger=TRIGGER, cluster="C", default_binding=DefaultBinding.NOT_FIXED),
        "QM2",
    ),
    CreateProducer("p", destination=QueueDestination("FAR")),
    SetDeliveryDelay("p", 5000),
    send(),
)
"""A message is staged that will trigger at QM2."""

SHARED: Trace = (
    DefineQueueManager("Y", platform=Platform.ZOS, queue_sharing_group="G"),
    DefineQueueManager("Z", platform=Platform.ZOS, queue_sharing_group="G"),
    DefineLocalQueue("INIT", queue_manager="Y"),
    DefineLocalQueue("INIT", queue_manager="Z"),
    DefineSharedQueue("Q", "G", QueueAttributes(trigger=TRIGGER)),
    OpenSession("s", queue_manager="Y"),
    CreateProducer("p", destination=QueueDestination("Q"), session="s"),
    send(),
)
"""A message has come to a shared queue that triggers."""

TRIGGER_MESSAGE = Browsed((SeenMessage(body=""),))


def judged(before: Trace, *looks: tuple[Browse | ReadDepth, Outcome]) -> Judgement:
    """The judgement of the reference's trace with these answers to the looks at its end."""
    trace = run_commands(Reference(), (*before, *(look for look, _ in looks)))
    answered = [
        replace(step, outcome=outcome)
        for step, (_, outcome) in zip(trace.steps[len(before) :], looks, strict=True)
    ]
    return judge_trace(replace(trace, steps=(*trace.steps[: len(before)], *answered)))


@pytest.mark.parametrize(("manager", "confirmed"), [("QM2", {"X-39"}), (DEFAULT_QUEUE_MANAGER, set())])
def test_that_nothing_triggers_early_shows_at_the_queue_manager_of_the_target(
    manager: str, confirmed: set[str]
) -> None:
    judgement = judged(STAGED, (Browse("INIT", manager), Browsed(())))
    assert not judgement.breaches
    assert judgement.exercised & {"X-39"} == confirmed


@pytest.mark.parametrize("manager", ["Y", "Z"])
def test_a_shared_queue_may_trigger_at_any_member_of_its_group(manager: str) -> None:
    judgement = judged(SHARED, (Browse("INIT", manager), TRIGGER_MESSAGE))
    assert not judgement.breaches
    assert not judgement.indeterminate


def test_a_shared_queue_may_trigger_at_each_member_of_its_group_or_at_none() -> None:
    for depths in ((1, 1), (0, 1), (1, 0), (0, 0)):
        looks = [
            (ReadDepth("INIT", queue_manager=manager), DepthRead(depth))
            for manager, depth in zip("YZ", depths, strict=True)
        ]
        judgement = judged(SHARED, *looks)
        assert not judgement.breaches, depths
        assert not judgement.indeterminate, depths


def test_a_shared_queue_may_trigger_by_an_initiation_queue_that_is_shared() -> None:
    shared = (*SHARED[:2], DefineSharedQueue("INIT", "G"), *SHARED[4:])
    judgement = judged(shared, (Browse("INIT", "Z"), TRIGGER_MESSAGE))
    assert not judgement.breaches
    assert not judgement.indeterminate


@pytest.mark.parametrize(
    ("defined", "look"),
    [
        pytest.param(
            (DefineLocalQueue("REAL"), DefineAliasQueue("INIT", "REAL")), Browse("REAL"), id="alias"
        ),
        pytest.param(
            (
                JoinCluster("C"),
                DefineQueueManager("QM2"),
                JoinCluster("C", "QM2"),
                DefineLocalQueue("INIT", QueueAttributes(cluster="C"), "QM2"),
            ),
            Browse("INIT", "QM2"),
            id="queue of another member of a cluster",
        ),
    ],
)
def test_an_initiation_queue_that_is_elsewhere_may_get_the_trigger_message(
    defined: Trace, look: Browse
) -> None:
    arrived = (*defined, DefineLocalQueue("Q", QueueAttributes(trigger=TRIGGER)), MqPut("Q", message("m")))
    for shown in (TRIGGER_MESSAGE, Browsed(())):
        judgement = judged(arrived, (look, shown))
        assert not judgement.breaches
        assert not judgement.indeterminate


def test_a_message_staged_for_a_shared_queue_triggers_nowhere_yet() -> None:
    staging = DefineLocalQueue(STAGING_QUEUE, queue_manager="Y")
    staged = (*SHARED[:-1], staging, SetDeliveryDelay("p", 5000), send())
    (breach,) = judged(staged, (Browse("INIT", "Z"), TRIGGER_MESSAGE)).breaches
    assert breach.rules[0] == "X-39"


def test_the_reference_triggers_a_shared_queue_once() -> None:
    trace = run_commands(Reference(), (*SHARED, *(ReadDepth("INIT", queue_manager=one) for one in "YZ")))
    assert [step.outcome for step in trace.steps[-2:]] == [DepthRead(1), DepthRead(0)]
