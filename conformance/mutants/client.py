"""Mutants of the JMS client: what it refuses when delivery delay is used, and with which exception."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from mqtck.reference.chapters.client_restrictions import exception_family, expiry_conflict, group_conflict
from mqtck.reference.internal_work.work import schedule
from mqtck.reference.possibilities import Possibility, Settled
from mqtck.reference.queues.send_checks import Obstacle
from mqtck.reference.sending.send_controls import Attempted
from mqtck.reference.state.beliefs import learn
from mqtck.reference.state.clients import Producer
from mqtck.reference.state.intervals import Answer, Interval
from mqtck.reference.state.queue_keys import key
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import Staged
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary import outcomes as o
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, ReasonCode
from mqtck.reference.vocabulary.messages import GroupMembership
from mqtck.reference.vocabulary.profile import Version

from .parts import Execute, Mutant, answering, around, instead

CONFLICT: Final = "chapters.client_restrictions.expiry_conflict"
GROUPS: Final = "chapters.client_restrictions.group_conflict"
AT_SETTER: Final = "sending.producers.conflict_at_setter"
AT_SEND: Final = "sending.sends.conflict_at_send"
SUPPORT: Final = "chapters.client_restrictions.supports_delay"

_NO: Final = Answer.NO
_SHORTEST: Final = 2000
_LARGEST: Final = 214_748_364_700
"""Ms: the longest life that MQMD.Expiry holds."""


# --- time to live and delay ---------------------------------------------------------------------------


def _when(condition: Callable[[int, int], bool]) -> Callable[[int, int], Answer]:
    """A conflict of these values (time to live, delay) wherever both are used and the condition holds."""

    def conflict(time_to_live: int, delay: int) -> Answer:
        used = time_to_live > 0 and delay > 0
        return Answer.YES if used and condition(time_to_live, delay) else _NO

    return conflict


def _unlimited_is_zero(right: Callable[[int, int], Answer], time_to_live: int, delay: int) -> Answer:
    return Answer.YES if time_to_live == 0 < delay else right(time_to_live, delay)


def _short_lives_refused(right: Callable[[int, int], Answer], time_to_live: int, delay: int) -> Answer:
    return Answer.YES if 0 < time_to_live < _SHORTEST else right(time_to_live, delay)


def _setter_of_delay_alone(command: c.Setter, new: Producer) -> Answer:
    return expiry_conflict(new.time_to_live, new.delay) if isinstance(command, c.SetDeliveryDelay) else _NO


def _setter_of_life_alone(command: c.Setter, new: Producer) -> Answer:
    return expiry_conflict(new.time_to_live, new.delay) if isinstance(command, c.SetTimeToLive) else _NO


def _own_arguments_alone(tried: Attempted) -> Answer:
    return _NO if tried.settled_before else expiry_conflict(tried.time_to_live, tried.delay)


def _producers_life_alone(tried: Attempted) -> Answer:
    return expiry_conflict(tried.producer.time_to_live, tried.delay)


def _is_message_producer(producer: Producer) -> bool:
    return producer.api is c.ProducerApi.MESSAGE_PRODUCER


def _setter_for_message_producers(right: Callable[..., Answer], command: c.Setter, new: Producer) -> Answer:
    return right(command, new) if _is_message_producer(new) else _NO


def _send_for_message_producers(right: Callable[..., Answer], tried: Attempted) -> Answer:
    return right(tried) if _is_message_producer(tried.producer) else _NO


def _former_delay(execute: Execute) -> Execute:
    longest: dict[str, int] = {}
    family: dict[str, o.ErrorFamily] = {}

    def wrong(command: c.Command) -> o.Outcome:
        match command:
            case c.CreateProducer(producer=producer, api=api):
                family[producer] = exception_family(api)
            case c.SetDeliveryDelay(producer=producer, milliseconds=delay):
                longest[producer] = max(delay, longest.get(producer, 0))
            case c.SetTimeToLive(producer=producer, milliseconds=life) if 0 < life < longest.get(producer, 0):
                return o.Refused(int(ReasonCode.EXPIRY_ERROR), family[producer])
            case _:
                pass
        return execute(command)

    return wrong


# --- groups and old queue managers -----------------------------------------------------------------------


def _later_members_alone(group: GroupMembership | None, delay: int) -> Answer:
    first = group is not None and (group.sequence or 1) == 1
    return _NO if first else group_conflict(group, delay)


def _any_group(group: GroupMembership | None, delay: int) -> Answer:
    del delay
    return _NO if group is None else Answer.YES


def _every_delay(group: GroupMembership | None, delay: int) -> Answer:
    return Answer.YES if group is None and delay else group_conflict(group, delay)


def _another_reason(wrong: ReasonCode, right: ReasonCode) -> Callable[[c.Command, o.Outcome], o.Outcome]:
    def change(_: c.Command, outcome: o.Outcome) -> o.Outcome:
        if isinstance(outcome, o.Refused) and outcome.reason == right:
            return replace(outcome, reason=int(wrong))
        return outcome

    return change


def _refused_at_send(right: Callable[..., list[Obstacle]], state: State, tried: Attempted, *rest: Any) -> Any:
    found = right(state, tried, *rest)
    version = state.queue_managers[tried.session.queue_manager].version
    if tried.delay and version < Version(8, 0):
        found.insert(0, Obstacle(ReasonCode.FUNCTION_NOT_SUPPORTED, Answer.YES, ("DD-17",)))
    return found


# --- what a failed send leaves behind ----------------------------------------------------------------------


def _kept_though_refused(*reasons: ReasonCode) -> Callable[..., Settled]:
    """A refused delayed message is on the staging queue all the same; for these reasons, or for any."""

    def wrong(
        right: Callable[..., Settled],
        state: State,
        tried: Attempted,
        obstacles: list[Obstacle],
        outcome: o.Refused,
        at: Interval,
        otherwise: tuple[str, ...],
    ) -> Settled:
        settled = right(state, tried, obstacles, outcome, at, otherwise)
        if not tried.delay or (reasons and outcome.reason not in reasons):
            return settled
        after = settled.states[0]
        remembered = after.messages[state.next_serial]
        manager, name = remembered.queue_manager, remembered.name
        kept = replace(remembered, due=at.plus(tried.delay), first=key(manager, name))
        after = replace(after, messages=after.messages.set(kept.serial, kept))
        after = learn(after, kept.serial, (Staged(key(manager, STAGING_QUEUE)),)) or after
        return replace(settled, states=(schedule(after, kept),))

    return wrong


def _silent(*reasons: ReasonCode) -> Callable[..., Possibility]:
    """A delayed send that fails for these reasons, or for any other than the documented ones, looks fine."""

    def wrong(right: Callable[..., Possibility], state: State, tried: Attempted, at: Interval) -> Possibility:
        possible = right(state, tried, at)
        outcome = possible.prefer()
        if not isinstance(outcome, o.Refused) or not tried.delay:
            return possible
        if (outcome.reason not in reasons) if reasons else outcome.reason in _DOCUMENTED:
            return possible
        return Possibility(o.Sent, lambda _: possible.settle(outcome))

    return wrong


_DOCUMENTED: Final = frozenset({ReasonCode.EXPIRY_ERROR, ReasonCode.OPTIONS_ERROR})


MUTANTS: Final[tuple[Mutant, ...]] = (
    Mutant(
        "jms-producer-unrestricted",
        "Checks time to live, delay and groups for a MessageProducer alone.",
        ("DD-15", "DD-25", "DD-26", "DD-30", "DD-36"),
        (
            around(AT_SETTER, _setter_for_message_producers),
            around(AT_SEND, _send_for_message_producers),
            around("sending.sends.grouped_at_send", _send_for_message_producers),
        ),
    ),
    Mutant(
        "checked-exceptions-only",
        "Throws JMSException from a JMSProducer.",
        ("DD-16", "DD-15"),
        (instead("chapters.client_restrictions.exception_family", lambda _: o.ErrorFamily.JMS_EXCEPTION),),
    ),
    Mutant(
        "unchecked-exceptions-only",
        "Throws JMSRuntimeException from a MessageProducer.",
        ("DD-16", "DD-15"),
        (
            instead(
                "chapters.client_restrictions.exception_family", lambda _: o.ErrorFamily.JMS_RUNTIME_EXCEPTION
            ),
        ),
    ),
    Mutant(
        "delay-on-old-queue-manager",
        "Accepts a delay on a queue manager before 8.0.",
        ("DD-17",),
        (instead(SUPPORT, lambda *_: True),),
    ),
    Mutant(
        "old-queue-manager-noticed-at-send",
        "Lets the send, not the setter, report a queue manager before 8.0.",
        ("DD-17",),
        (instead(SUPPORT, lambda *_: True), around("sending.sends._obstacles", _refused_at_send)),
    ),
    Mutant(
        "delay-from-nine-on",
        "Takes 9.0 for the first version that has delivery delay.",
        ("DD-17",),
        (instead("chapters.client_restrictions.FIRST_VERSION", Version(9, 0)),),
    ),
    Mutant(
        "delay-of-zero-refused",
        "Refuses even a delay of 0 on a queue manager before 8.0.",
        ("DD-18", "DD-17"),
        (instead(SUPPORT, lambda version, _: version >= Version(8, 0)),),
    ),
    Mutant(
        "life-set-last-not-checked",
        "Compares time to live and delay only when the delay is set.",
        ("DD-25", "DD-31"),
        (instead(AT_SETTER, _setter_of_delay_alone), instead(AT_SEND, _own_arguments_alone)),
    ),
    Mutant(
        "compared-in-tenths",
        "Compares time to live and delay in tenths of a second.",
        ("DD-25", "DD-26", "DD-30"),
        (instead(CONFLICT, _when(lambda life, delay: life // 100 < delay // 100)),),
    ),
    Mutant(
        "compared-in-seconds",
        "Compares time to live and delay in whole seconds.",
        ("DD-25", "DD-26", "DD-30"),
        (instead(CONFLICT, _when(lambda life, delay: life // 1000 < delay // 1000)),),
    ),
    Mutant(
        "conflict-by-one-accepted",
        "Refuses a life that is two milliseconds below the delay, and none that is one below.",
        ("DD-25", "DD-26", "DD-30"),
        (instead(CONFLICT, _when(lambda life, delay: life < delay - 1)),),
    ),
    Mutant(
        "compared-in-32-bits",
        "Compares the delay with the low 32 bits of the time to live.",
        ("X-08", "DD-25", "DD-26", "DD-28"),
        (instead(CONFLICT, _when(lambda life, delay: life % 2**32 < delay)),),
    ),
    Mutant(
        "long-lives-not-compared",
        "Takes a time to live that MQMD.Expiry cannot hold for an unlimited one.",
        ("X-08", "DD-25", "DD-26"),
        (instead(CONFLICT, _when(lambda life, delay: life < min(delay, _LARGEST))),),
    ),
    Mutant(
        "room-to-live-demanded",
        "Wants a second of life left when the delay is over.",
        ("DD-25", "DD-26", "DD-27", "DD-30"),
        (instead(CONFLICT, _when(lambda life, delay: life < delay + 1000)),),
    ),
    Mutant(
        "delay-set-last-not-checked",
        "Compares time to live and delay only when the time to live is set.",
        ("DD-26", "DD-31"),
        (instead(AT_SETTER, _setter_of_life_alone), instead(AT_SEND, _own_arguments_alone)),
    ),
    Mutant(
        "conflict-mirrored",
        "Refuses a delay below the time to live as well, as the literal mirror image.",
        ("DD-26", "DD-25", "DD-27"),
        (instead(CONFLICT, _when(lambda life, delay: life != delay)),),
    ),
    Mutant(
        "conflict-with-another-reason",
        "Reports a time to live below the delay as MQRC_OPTIONS_ERROR.",
        ("DD-25", "DD-26", "DD-30", "DD-31"),
        execute=answering(_another_reason(ReasonCode.OPTIONS_ERROR, ReasonCode.EXPIRY_ERROR)),
    ),
    Mutant(
        "unlimited-life-below-delay",
        "Takes a time to live of 0 for less than the delay.",
        ("DD-28",),
        (around(CONFLICT, _unlimited_is_zero),),
    ),
    Mutant(
        "short-lives-refused",
        "Refuses a time to live below two seconds, also without a delay.",
        ("DD-29", "DD-25"),
        (around(CONFLICT, _short_lives_refused),),
    ),
    Mutant(
        "former-delay-remembered",
        "Compares the time to live with the longest delay that the producer ever had.",
        ("DD-29", "DD-25"),
        execute=_former_delay,
    ),
    Mutant(
        "send-arguments-not-checked",
        "Checks the producer's time to live alone, in the setters.",
        ("DD-30", "DD-31"),
        (instead(AT_SEND, lambda _: _NO),),
    ),
    Mutant(
        "producers-life-checked-at-send",
        "Checks the producer's time to live where the send has one of its own.",
        ("DD-30",),
        (instead(AT_SEND, _producers_life_alone),),
    ),
    Mutant(
        "staged-before-it-is-refused",
        "Stages first and checks then, so that a refused message is delivered.",
        ("DD-32",),
        (around("sending.refusals.settle_refused", _kept_though_refused()),),
    ),
    Mutant(
        "groups-accepted",
        "Accepts a grouped message with a delay.",
        ("DD-36",),
        (instead(GROUPS, lambda *_: _NO),),
    ),
    Mutant(
        "first-of-a-group-accepted",
        "Takes a message for grouped from the second of its group on.",
        ("DD-36",),
        (instead(GROUPS, _later_members_alone),),
    ),
    Mutant(
        "group-with-another-reason",
        "Reports a grouped message with a delay as MQRC_EXPIRY_ERROR.",
        ("DD-36",),
        execute=answering(_another_reason(ReasonCode.EXPIRY_ERROR, ReasonCode.OPTIONS_ERROR)),
    ),
    Mutant(
        "groups-refused-without-delay",
        "Refuses grouped messages altogether.",
        ("DD-37",),
        (instead(GROUPS, _any_group),),
    ),
    Mutant(
        "every-delay-refused",
        "Refuses every delayed send, grouped or not.",
        ("DD-37", "DD-28"),
        (instead(GROUPS, _every_delay),),
    ),
    Mutant(
        "failed-sends-silent",
        "Answers every delayed send at once, and drops the message where it cannot be staged.",
        ("DD-38", "DD-39", "DD-47", "DD-75", "DD-110", "DD-111", "DD-112"),
        (around("sending.sends.send", _silent()),),
    ),
    Mutant(
        "full-queue-silent",
        "Drops a delayed message that finds a queue full, and tells nobody.",
        ("DD-39", "DD-38", "DD-112"),
        (around("sending.sends.send", _silent(ReasonCode.Q_FULL)),),
    ),
    Mutant(
        "missing-queue-silent",
        "Drops a delayed message for a queue that is not there, and tells nobody.",
        ("DD-75", "DD-38"),
        (around("sending.sends.send", _silent(ReasonCode.UNKNOWN_OBJECT_NAME)),),
    ),
    Mutant(
        "kept-for-a-later-authority",
        "Refuses a delayed send without authority, but delivers the message when its time comes.",
        ("DD-47", "DD-32"),
        (around("sending.refusals.settle_refused", _kept_though_refused(ReasonCode.NOT_AUTHORIZED)),),
    ),
)
