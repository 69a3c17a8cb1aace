"""`mqtck smoke`: every kind of answer is asked for, and each mistake in one is told in a sentence."""

import re
import threading
from collections.abc import Callable
from typing import Any, cast

import msgspec
import pytest

from implementations import odd, right
from mqtck.adapters.reference import Reference, ReferenceWorld
from mqtck.command_line.running import NamedAdapter, smoke
from mqtck.conformance.campaign.one_case import adapter_of, run_case
from mqtck.conformance.contract import Information
from mqtck.conformance.execution.profiles import chosen, under
from mqtck.conformance.smoke import running as module
from mqtck.conformance.smoke.answers import mistakes_in
from mqtck.conformance.smoke.checks import Check
from mqtck.conformance.smoke.running import closing, try_out
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary import outcomes as o
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.messages import Descriptor, JmsHeader, QueueDestination, SeenMessage
from mqtck.reference.vocabulary.profile import ClockKind

CASES = 150
Kind = tuple[str, str]


def kind(command: c.Command, outcome: object) -> Kind:
    return type(command).__name__, type(outcome).__name__


class Spoilt(Reference):
    """The reference with answers changed, noting down the kinds that it gave."""

    def __init__(self, spoil: Callable[[c.Command, Any], object]) -> None:
        super().__init__()
        self.information = msgspec.structs.replace(self.information, profiles=())
        self.spoil = spoil
        self.kinds: set[Kind] = set()

    def open_world(self) -> ReferenceWorld:
        return SpoiltWorld(self)


class SpoiltWorld(ReferenceWorld):
    def __init__(self, adapter: Spoilt) -> None:
        super().__init__(adapter.information.profile)
        self._adapter = adapter

    def execute(self, command: c.Command) -> o.Outcome:
        outcome = super().execute(command)
        self._adapter.kinds.add(kind(command, outcome))
        return cast("o.Outcome", self._adapter.spoil(command, outcome))


def told(adapter: Any) -> list[str]:
    return [finding.seen for finding in try_out(adapter) if not finding.fine]


def as_it_is(_: c.Command, outcome: object) -> object:
    return outcome


def test_every_kind_of_answer_that_random_cases_meet_is_asked_for() -> None:
    adapter = Spoilt(as_it_is)
    assert told(adapter) == []
    reference = Reference()
    adapters = [under(reference, profile) for profile in chosen(reference, ())]
    met = {
        kind(step.command, step.outcome)
        for number in range(CASES)
        for step in run_case(adapter_of(adapters, 5, number), 5, number, 40).trace.steps
    }
    assert len(met) > 40
    assert met - adapter.kinds == set()
    names = {command.__name__ for command in c.Command.__args__}  # type: ignore[attr-defined]
    assert names - {name for name, _ in adapter.kinds} == set()


def test_whatever_is_answered_wrong_is_told() -> None:
    """Each kind of command and answer in turn is answered with a text."""
    plain = Spoilt(as_it_is)
    told(plain)
    for wrong in sorted(plain.kinds):

        def spoil(command: c.Command, outcome: object, wrong: Kind = wrong) -> object:
            return "OK" if kind(command, outcome) == wrong else outcome

        mistakes = told(Spoilt(spoil))
        assert any(text.startswith(f"{wrong[0]} was answered with 'OK' (str)") for text in mistakes), wrong


def reasons_as_text(_: c.Command, outcome: object) -> object:
    match outcome:
        case o.Refused(reason=int() as reason):
            return o.Refused(reason=str(reason), family=outcome.family)  # type: ignore[arg-type]
        case _:
            return outcome


def no_depth(_: c.Command, outcome: object) -> object:
    return o.DepthRead(None) if isinstance(outcome, o.DepthRead) else outcome  # type: ignore[arg-type]


def test_reasons_as_texts_are_told_of_every_call_that_refuses() -> None:
    mistakes = told(Spoilt(reasons_as_text))
    assert (
        "SetDeliveryDelay was answered with a Refused whose reason is '2013' (str); expected `int | null`"
    ) in mistakes
    calls = {text.partition(" ")[0] for text in mistakes}
    assert len(calls) == len(mistakes), "one sentence a call"
    assert calls >= {"Send", "SetDeliveryDelay", "MqPut", "MqPut1", "Browse", "ReadDepth"}
    assert all("\n" not in text for text in mistakes)


def test_a_depth_of_nothing_is_told_once() -> None:
    assert told(Spoilt(no_depth)) == [
        "ReadDepth was answered with a DepthRead whose depth is None (NoneType); expected `int`"
    ]


def test_all_mistakes_of_one_answer_are_told() -> None:
    header = JmsHeader(message_id=b"ID:", timestamp="now", priority=4)  # type: ignore[arg-type]
    answer = o.Browsed(
        (
            SeenMessage(body="one"),
            SeenMessage(header=header, descriptor=Descriptor(expiry=1.5)),  # type: ignore[arg-type]
        )
    )
    mistakes = mistakes_in(c.Browse("Q"), answer)
    assert [
        mistake.text.removeprefix("Browse was answered with a Browsed whose messages[1].")
        for mistake in mistakes
    ] == [
        "header.message_id is b'ID:' (bytes); expected `str`",
        "header.timestamp is 'now' (str); expected `int`",
        "descriptor.expiry is 1.5 (float); expected `int`",
    ]
    assert mistakes_in(c.Browse("Q"), o.Browsed((SeenMessage(body="one"),))) == ()


class Raising(Reference):
    """Raises where it should refuse."""

    class World(ReferenceWorld):
        def execute(self, command: c.Command) -> o.Outcome:
            outcome = super().execute(command)
            if isinstance(outcome, o.Refused) and isinstance(command, c.Send):
                raise OSError("JMSWMQ2007: failed to send")
            return outcome

    def open_world(self) -> ReferenceWorld:
        return self.World(self.information.profile)


def test_an_exception_in_the_place_of_a_refusal_is_told() -> None:
    (mistake,) = told(Raising())
    assert re.fullmatch(
        r"Send raised OSError: JMSWMQ2007: failed to send \(test_smoke\.py:\d+\); "
        "what the implementation refuses is answered with Refused",
        mistake,
    )


@pytest.mark.parametrize("ability", sorted(Ability))
def test_an_adapter_without_an_ability_is_not_blamed_for_that(ability: Ability) -> None:
    """What is asked for does not lean on what the adapter cannot make."""

    class Less(Reference):
        information = msgspec.structs.replace(
            Reference.information, profiles=(), abilities=frozenset(Ability) - {ability}
        )

        def open_world(self) -> ReferenceWorld:
            return Strict(self.information.profile)

    if ability is Ability.JMS:
        return
    assert told(Less()) == []


class Strict(ReferenceWorld):
    """Raises for a producer, session or subscription that nobody has made."""

    def __init__(self, profile: Any) -> None:
        super().__init__(profile)
        self._made = {"", "default"}

    def execute(self, command: c.Command) -> o.Outcome:
        for name in ("producer", "subscription"):
            used = getattr(command, name, None)
            if type(command).__name__ in {"CreateProducer", "Subscribe", "DefineSubscription"}:
                self._made.add(used or "")
            elif used is not None and used not in self._made:
                raise KeyError(used)
        return super().execute(command)


@pytest.mark.parametrize("name", ["eight commands"])
def test_an_adapter_that_can_do_little_passes(name: str) -> None:
    adapter = odd.ODD[name]()
    assert told(adapter) == []


@pytest.mark.parametrize(
    "calls", [{Ability.MQI}, {Ability.JMS, Ability.JMS_PRODUCER}, {Ability.JMS, Ability.MQI}]
)
def test_an_adapter_is_tried_by_the_calls_that_it_has(calls: set[Ability]) -> None:
    class SomeCalls(Reference):
        information = msgspec.structs.replace(
            Reference.information, profiles=(), abilities=frozenset({Ability.LOCAL_QUEUES, *calls})
        )

    assert told(SomeCalls()) == []


def test_an_adapter_of_topics_alone_is_tried_by_those() -> None:
    class TopicsAlone(Reference):
        information = msgspec.structs.replace(
            Reference.information,
            profiles=(),
            abilities=frozenset({Ability.JMS, Ability.MESSAGE_PRODUCER, Ability.TOPICS}),
        )

        def open_world(self) -> ReferenceWorld:
            return Queueless(self.information.profile)

    assert told(TopicsAlone()) == []


class Queueless(Strict):
    """Raises for whatever names a queue."""

    def execute(self, command: c.Command) -> o.Outcome:
        if getattr(command, "queue", None) or getattr(command, "destination", None):
            raise AssertionError(command)
        return super().execute(command)


class InBackground(Reference):
    """As clients that fetch messages in the background: a receive without a wait is too early for them."""

    information = msgspec.structs.replace(Reference.information, profiles=())

    class World(ReferenceWorld):
        def execute(self, command: c.Command) -> o.Outcome:
            if isinstance(command, c.Receive) and not command.wait:
                return o.NoMessage()
            return super().execute(command)

    def open_world(self) -> ReferenceWorld:
        return self.World(self.information.profile)


def test_a_receive_that_does_not_ask_is_told() -> None:
    """It is tried in eight worlds at once: a client that is alone on its machine is mostly quick enough."""
    assert told(InBackground()) == [
        (
            "40 of 40 receives without a wait found nothing right after a send; such a receive must ask the "
            "implementation: where the client fetches in the background, let it wait for that"
        )
    ]


class Refusing(Reference):
    """As a queue that was set up without a store."""

    information = msgspec.structs.replace(Reference.information, profiles=())

    class World(ReferenceWorld):
        def execute(self, command: c.Command) -> o.Outcome:
            if isinstance(command, c.Send):
                return o.Refused(reason=None, text="no store")
            return super().execute(command)

    def open_world(self) -> ReferenceWorld:
        return self.World(self.information.profile)


def test_a_send_that_is_refused_is_told_where_its_message_is_missed() -> None:
    assert told(Refusing())[:2] == [
        "NoMessage, then NoMessage; Send was refused: no store",
        "40 of 40 receives without a wait found nothing; Send was refused: no store",
    ]


class Fastidious(Reference):
    """As brokers that do not take every character in a name."""

    information = msgspec.structs.replace(Reference.information, profiles=())

    class World(ReferenceWorld):
        def execute(self, command: c.Command) -> o.Outcome:
            match command:
                case c.DefineLocalQueue(queue=queue) if "%" in queue:
                    return o.Refused(reason=None, text="invalid characters")
                case c.CreateProducer(destination=QueueDestination()):
                    return o.Refused(reason=None, text="invalid destination")
            return super().execute(command)

    def open_world(self) -> ReferenceWorld:
        return self.World(self.information.profile)


def test_what_is_refused_by_surprise_is_no_mistake_but_told() -> None:
    assert told(Fastidious()) == []
    assert [finding for finding in try_out(Fastidious()) if finding.seen] == [
        Check(
            "answers about queues of unusual names can be read",
            fine=True,
            seen=(
                "but DefineLocalQueue was refused, which leaves what needs it undecided: invalid characters; "
                "but CreateProducer was refused, which leaves what needs it undecided: invalid destination"
            ),
        )
    ]


class WithoutPolicies(Reference):
    """Has all that leads up to a message under a policy, but no policies."""

    @property
    def information(self) -> Information:
        without = super().information.abilities - {Ability.MESSAGE_PROTECTION}
        return msgspec.structs.replace(super().information, abilities=without)


def test_nothing_is_said_of_what_the_adapter_cannot_do() -> None:
    said = [[finding.what for finding in try_out(adapter)] for adapter in (Reference(), WithoutPolicies())]
    assert set(said[0]) - set(said[1]) == {"answers about AMS policies can be read"}


def test_right_adapters_pass_on_either_clock() -> None:
    for adapter in (Reference(), right.ADAPTERS["preferred"]()):
        assert told(adapter) == []
    from campaign_adapters import RealTimeAdapter  # noqa: PLC0415 - brings in Spark

    slow = RealTimeAdapter()
    assert isinstance(slow.information, Information)
    assert slow.information.clock is ClockKind.REAL
    answer = smoke(NamedAdapter("slow", slow), tell=lambda _: None)
    assert "FAIL" not in answer.text


class Silent(ReferenceWorld):
    def execute(self, command: c.Command) -> o.Outcome:
        if isinstance(command, c.Receive):
            threading.Event().wait()
        return super().execute(command)


class Hanging(Reference):
    """Receives that never come back, nor does closing it."""

    def open_world(self) -> ReferenceWorld:
        return Silent(self.information.profile)

    def close(self) -> None:
        threading.Event().wait()


def test_what_hangs_again_and_again_is_not_waited_for_in_each_probe(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_ANSWER_SECONDS", 0.2)
    monkeypatch.setattr(module, "_CLOSING_SECONDS", 0.2)
    seen = told(Hanging())
    assert "none was answered" in seen
    assert any(one.startswith("Receive was not tried: it did not answer, 3 times before") for one in seen)
    assert not any("Receive: Receive" in one for one in seen)
    (closed,) = closing(Hanging())
    assert closed.seen == "it did not come back within 0.2 s"


def test_a_first_world_that_does_not_close_is_told_as_that(monkeypatch: pytest.MonkeyPatch) -> None:
    class Open(ReferenceWorld):
        def close(self) -> None:
            threading.Event().wait()

    class Opened(Reference):
        def open_world(self) -> ReferenceWorld:
            return Open(self.information.profile)

    monkeypatch.setattr(module, "_ANSWER_SECONDS", 0.2)
    assert "in close, it did not come back within 0.2 s" in told(Opened())


class Leaving(Reference):
    """All worlds are one: the adapter forgets to start afresh, or cleans up only before the first."""

    information = msgspec.structs.replace(Reference.information, profiles=())

    def __init__(self, side_by_side: int) -> None:
        super().__init__()
        self.information = msgspec.structs.replace(self.information, side_by_side=side_by_side)
        self._world = ReferenceWorld(self.information.profile)

    def open_world(self) -> ReferenceWorld:
        return self._world


@pytest.mark.parametrize(
    ("side_by_side", "when"),
    [(1, "after the world was closed that had it"), (2, "while a world is open that has it")],
)
def test_a_world_that_shows_what_another_has_left_is_told(side_by_side: int, when: str) -> None:
    (wrong,) = (one for one in try_out(Leaving(side_by_side)) if one.what == "a new world is empty")
    assert not wrong.fine
    assert wrong.seen == f"a message 'smoke-of-another-world', {when}"
