"""Publishes and commits that a right implementation refuses, or might, are not held against it."""

import pytest
from by_hand import fine, played
from msgspec.structs import replace
from test_judge_publications import AVAILABLE, NEWS, TOPIC, published

from implementations.behaviour.publications import PublicationFailureAt
from implementations.behaviour.whole import Behaviour
from implementations.simulation.world import SimulatedAdapter
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.judge import judge_trace
from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    Command,
    Commit,
    CreateProducer,
    DefineAliasQueue,
    DefineLocalQueue,
    DeleteQueue,
    OpenSession,
    Send,
    SetDeliveryDelay,
)
from mqtck.reference.vocabulary.constants import ReasonCode
from mqtck.reference.vocabulary.messages import OutgoingMessage
from mqtck.reference.vocabulary.outcomes import Done, ErrorFamily, Refused
from mqtck.reference.vocabulary.publications import (
    AlterTopic,
    DefineSubscription,
    MessageDelivery,
    Subscribe,
)
from mqtck.reference.vocabulary.traces import Trace as Recorded


def refused_for(reason: int, *commands: Command) -> list[tuple[str, ...]]:
    """The rules blamed where the send at the end is refused for this reason."""
    trace = run_commands(SimulatedAdapter(), commands)
    *before, last = trace.steps
    refusal = Refused(reason=reason, family=ErrorFamily.JMS_EXCEPTION)
    judgement = judge_trace(Recorded(trace.head, (*before, replace(last, outcome=refusal))))
    return [breach.rules for breach in judgement.breaches]


@pytest.mark.parametrize("delay", [0, 2000])
def test_a_topic_without_a_topic_object_may_be_unknown(delay: int) -> None:
    subscribed = Subscribe("alice", "news")
    assert refused_for(ReasonCode.UNKNOWN_OBJECT_NAME, subscribed, *published("m", delay)) == []
    assert refused_for(ReasonCode.Q_FULL, subscribed, *published("m", delay))
    assert refused_for(ReasonCode.UNKNOWN_OBJECT_NAME, *TOPIC, subscribed, *published("m", delay))


def test_a_commit_may_ask_what_the_topic_allows_by_then() -> None:
    """DD-122 leaves open which of the two calls fails, and so when the attributes are asked."""
    behaviour = Behaviour(publication_failure_at=PublicationFailureAt.COMMIT)
    commands = (
        *(*TOPIC, AlterTopic("NEWS", MessageDelivery.ALL, MessageDelivery.ALL), Subscribe("alice", "news")),
        *(OpenSession("tx", Acknowledgement.TRANSACTED), CreateProducer("p", session="tx", topic=NEWS)),
        *(SetDeliveryDelay("p", 2000), Send("p", OutgoingMessage("m"))),
        *(AlterTopic("NEWS", AVAILABLE, AVAILABLE), Commit("tx")),
    )
    trace = run_commands(SimulatedAdapter(behaviour=behaviour), commands)
    assert isinstance(trace.steps[-1].outcome, Refused)
    assert not judge_trace(trace).breaches
    *before, last = trace.steps
    assert not judge_trace(Recorded(trace.head, (*before, replace(last, outcome=Done())))).breaches


def test_a_publish_may_be_refused_where_the_queue_of_a_subscription_is_an_alias_of_an_alias_by_now() -> None:
    trace = played(
        DefineLocalQueue("READ"),
        DefineSubscription("SUB", "news", "READ"),
        DefineLocalQueue("OTHER"),
        DeleteQueue("READ"),
        DefineAliasQueue("READ", "NEXT"),
        DefineAliasQueue("NEXT", "OTHER"),
        *published("news-1"),
    )
    assert fine(trace, {-1: Refused(int(ReasonCode.PUBLICATION_FAILURE), ErrorFamily.JMS_EXCEPTION)})
