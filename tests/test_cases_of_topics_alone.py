"""Generated cases for an adapter that has topics and no queues: about topics, and judged."""

import pytest
from msgspec.structs import replace

from mqtck.adapters.reference import Reference, ReferenceWorld
from mqtck.conformance.campaign.one_case import run_case
from mqtck.conformance.cases.generator import Chapter, case, chapter_of
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary.abilities import Ability, abilities_needed
from mqtck.reference.vocabulary.outcomes import MessageReturned, Outcome
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.publications import ReceivePublication, Subscribe

TOPICS_ALONE = frozenset(
    {
        Ability.JMS,
        Ability.MESSAGE_PRODUCER,
        Ability.TOPICS,
        Ability.DURABLE_SUBSCRIPTIONS,
        Ability.DELIVERY_DELAY,
    }
)


@pytest.mark.parametrize("clock", list(ClockKind))
def test_an_adapter_of_topics_alone_gets_cases_without_queues(clock: ClockKind) -> None:
    abilities = frozenset({*TOPICS_ALONE, Ability.TRANSACTIONS})
    cases = [case(number, abilities, clock, 40) for number in range(20)]
    kinds = {type(command) for commands in cases for command in commands}
    assert {Subscribe, ReceivePublication, c.Send, c.SetDeliveryDelay, c.Commit} <= kinds
    assert all(abilities_needed(command) <= abilities for commands in cases for command in commands)
    assert not kinds & {c.DefineLocalQueue, c.Receive, c.Browse}
    assert {chapter_of(number, abilities) for number in range(20)} <= {None, Chapter.TOPICS}


def test_a_case_of_topics_alone_judges_them() -> None:
    """A publication that a subscriber gets twice is found where there is no queue to look at."""

    class Twice(ReferenceWorld):
        last: Outcome | None = None

        def execute(self, command: c.Command) -> Outcome:
            if isinstance(command, ReceivePublication) and isinstance(self.last, MessageReturned):
                again, self.last = self.last, None
                return again
            self.last = super().execute(command)
            return self.last

    class TopicsAlone(Reference):
        information = replace(Reference.information, profiles=(), abilities=TOPICS_ALONE)

        def open_world(self) -> ReferenceWorld:
            return Twice(self.information.profile)

    found = [run_case(TopicsAlone(), 1, number, 40).breaches for number in range(10)]
    assert any(found)
