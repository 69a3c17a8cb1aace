"""z/OS: the delivery delay processor, and the staging queue that administrators define."""

import pytest
from by_hand import SENT, blamed, browsed, delayed_send, fine, judged, played, returned
from on_zos import DEPTH, GET, MANAGER, QUEUE, READER, REFUSED, SESSION, STAGED, STAGING

from mqtck.reference.chapters.delay_processor import Event, Processor, Staging, after, can_run
from mqtck.reference.state.intervals import Answer
from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    Command,
    Commit,
    Connect,
    CreateProducer,
    DefineLocalQueue,
    DeleteQueue,
    EndQueueManager,
    FailDelayProcessor,
    MqGet,
    OpenSession,
    Receive,
    Send,
    SetDeliveryDelay,
    SetTimeToLive,
    StartQueueManager,
    Switch,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination
from mqtck.reference.vocabulary.outcomes import (
    Browsed,
    DepthRead,
    Done,
    ErrorFamily,
    NoMessage,
    Refused,
    Sent,
)
from mqtck.reference.vocabulary.profile import Platform

P, S, E = Processor, Staging, Event
ENABLED_FOR_GETS = ((E.GET_ENABLED, S.NO_PUT),)
FAILED_BEHIND_PUT = [(E.PUT_DISABLED, S.NO_PUT), (E.ERROR, S.NO_PUT), (E.PUT_ENABLED, S.USABLE)]


# --- the table ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("events", "processor", "rule"),
    [
        ([(E.MANAGER_STARTED, S.USABLE)], P.STARTED, "DD-86"),
        ([(E.MANAGER_STARTED, S.MISSING)], P.NO_QUEUE, "DD-88"),
        ([(E.MANAGER_STARTED, S.NO_GET)], P.NO_QUEUE, "DD-89"),
        ([(E.MANAGER_STARTED, S.NO_PUT)], P.OPEN, None),
        ([(E.MANAGER_STARTED, S.MISSING), (E.DEFINED, S.USABLE)], P.STARTED, "DD-91"),
        ([(E.MANAGER_STARTED, S.MISSING), (E.DEFINED, S.NO_GET)], P.NO_QUEUE, "DD-89"),
        ([(E.MANAGER_STARTED, S.MISSING), (E.DEFINED, S.NO_PUT)], P.OPEN, None),
        ([(E.DELETED, S.MISSING)], P.NO_QUEUE, "DD-88"),
        ([(E.GET_DISABLED, S.NO_GET)], P.NO_QUEUE, "DD-89"),
        ([(E.GET_DISABLED, S.NO_GET), (E.GET_ENABLED, S.USABLE)], P.STARTED, "DD-92"),
        ([(E.GET_DISABLED, S.NO_GET), (E.GET_ENABLED, S.NO_PUT)], P.OPEN, None),
        ([(E.PUT_DISABLED, S.NO_PUT)], P.HALTED, "DD-94"),
        ([(E.PUT_DISABLED, S.NO_PUT), (E.PUT_ENABLED, S.USABLE)], P.STARTED, "DD-94"),
        ([(E.PUT_DISABLED, S.NO_PUT), (E.GET_DISABLED, S.NO_GET)], P.HALTED, None),
        ([(E.PUT_DISABLED, S.NO_GET), (E.PUT_ENABLED, S.NO_GET)], P.NO_QUEUE, "DD-89"),
        ([(E.PUT_DISABLED, S.NO_GET), *ENABLED_FOR_GETS], P.STARTED_OR_HALTED, None),
        ([(E.PUT_DISABLED, S.NO_GET), *ENABLED_FOR_GETS, (E.GET_DISABLED, S.NO_GET)], P.HALTED, "DD-89"),
        ([(E.PUT_DISABLED, S.NO_GET), *ENABLED_FOR_GETS, (E.ERROR, S.NO_PUT)], P.OPEN, None),
        ([(E.ERROR, S.USABLE)], P.FAILED, "DD-90"),
        ([(E.ERROR, S.USABLE), (E.GET_DISABLED, S.NO_GET), (E.GET_ENABLED, S.USABLE)], P.OPEN, None),
        ([(E.ERROR, S.USABLE), (E.PUT_DISABLED, S.NO_PUT)], P.FAILED, "DD-90"),
        ([(E.ERROR, S.USABLE), (E.PUT_DISABLED, S.NO_PUT), (E.PUT_ENABLED, S.USABLE)], P.STARTED, "DD-93"),
        ([(E.ERROR, S.USABLE), (E.DEFINED, S.USABLE)], P.OPEN, None),
        ([(E.GET_DISABLED, S.NO_GET), (E.ERROR, S.NO_GET), (E.GET_ENABLED, S.USABLE)], P.OPEN, None),
        ([(E.PUT_DISABLED, S.NO_PUT), (E.ERROR, S.NO_PUT)], P.HALTED_FAILED, "DD-94"),
        (FAILED_BEHIND_PUT, P.OPEN, None),
        ([(E.ERROR, S.USABLE), *FAILED_BEHIND_PUT], P.OPEN, None),
        ([*FAILED_BEHIND_PUT, (E.PUT_DISABLED, S.NO_PUT), (E.PUT_ENABLED, S.USABLE)], P.STARTED, "DD-94"),
        ([(E.ERROR, S.USABLE), (E.MANAGER_STARTED, S.USABLE)], P.STARTED, "DD-86"),
    ],
)
def test_what_an_event_makes_of_a_processor_on_zos(
    events: list[tuple[Event, Staging]], processor: Processor, rule: str | None
) -> None:
    current = P.STARTED
    rules: tuple[str, ...] = ()
    for event, staging in events:
        current, rules = after(Platform.ZOS, event, current, staging)
    assert current is processor
    assert rules[:1] == (() if rule is None else (rule,))


@pytest.mark.parametrize(
    ("event", "staging", "processor"),
    [
        (E.MANAGER_STARTED, S.USABLE, P.STARTED),
        (E.MANAGER_STARTED, S.NO_GET, P.OPEN),
        (E.ERROR, S.USABLE, P.STARTED),
        (E.GET_DISABLED, S.NO_GET, P.OPEN),
        (E.PUT_DISABLED, S.NO_PUT, P.OPEN),
        (E.PUT_ENABLED, S.USABLE, P.OPEN),
    ],
)
def test_on_multiplatforms_the_switches_leave_it_open(
    event: Event, staging: Staging, processor: Processor
) -> None:
    assert after(Platform.MULTIPLATFORMS, event, P.STARTED, staging).processor is processor


def test_an_open_processor_needs_a_queue_to_get_from() -> None:
    for processor in (P.OPEN, P.STARTED_OR_HALTED):
        assert can_run(Platform.ZOS, processor, S.NO_GET) is Answer.NO
        assert can_run(Platform.ZOS, processor, S.NO_PUT) is Answer.UNSURE
    assert can_run(Platform.MULTIPLATFORMS, P.OPEN, S.NO_GET) is Answer.UNSURE


# --- traces -------------------------------------------------------------------------------------------------


def altered(put: Switch | None = None, get: Switch | None = None) -> AlterQueue:
    return AlterQueue(STAGING_QUEUE, AttributeChanges(put=put, get=get), "ZQM1")


PUT_OFF, PUT_ON = altered(put=Switch.DISABLED), altered(put=Switch.ENABLED)
GET_OFF, GET_ON = altered(get=Switch.DISABLED), altered(get=Switch.ENABLED)
ERROR = FailDelayProcessor("ZQM1")


def with_staging(*commands: Command) -> tuple[Command, ...]:
    return (MANAGER, STAGING, QUEUE, SESSION, READER, *delayed_send("ORDERS", 3000, "sender"), *commands)


def test_without_a_staging_queue_a_delayed_send_fails() -> None:
    trace = played(MANAGER, QUEUE, SESSION, *delayed_send("ORDERS", 3000, "sender"))
    assert isinstance(trace.steps[-1].outcome, Refused)
    assert fine(trace)
    assert fine(trace, {-1: Refused(reason=None, family=ErrorFamily.JMS_EXCEPTION)})
    assert blamed(trace, {-1: SENT}) == ("DD-56",)


def test_without_a_staging_queue_an_undelayed_send_works() -> None:
    trace = played(MANAGER, QUEUE, SESSION, READER, *delayed_send("ORDERS", 0, "sender"), GET)
    assert isinstance(trace.steps[-2].outcome, Sent)
    assert fine(trace)
    assert blamed(trace, {-2: REFUSED, -1: NoMessage()}) == ("DD-88",)
    assert {"DD-56", "DD-08"} <= set(judged(trace, {-2: REFUSED}).breaches[0].rules)


def test_a_transacted_sender_learns_of_the_missing_staging_queue_at_the_commit_at_the_latest() -> None:
    session = OpenSession("sender", Acknowledgement.TRANSACTED, queue_manager="ZQM1")
    trace = played(MANAGER, QUEUE, session, *delayed_send("ORDERS", 3000, "sender"), Commit("sender"))
    assert fine(trace, {-2: SENT, -1: REFUSED})
    assert blamed(trace, {-2: SENT, -1: Done()}) == ("DD-56",)


def test_a_look_at_a_staging_queue_that_is_not_there_is_refused_without_blame() -> None:
    assert fine(played(MANAGER, STAGED, Browse(STAGING_QUEUE, "ZQM1")))


def test_a_defined_staging_queue_starts_the_processor() -> None:
    trace = played(*with_staging(STAGED, Advance(3001), GET))
    assert fine(trace)
    assert "DD-91" in judged(trace).exercised
    assert blamed(trace, {-1: NoMessage()}) == ("DD-91",)
    assert blamed(trace, {-3: DepthRead(0)}) == ("DD-07",)


def test_a_processor_that_has_moved_a_message_runs() -> None:
    """What it does not move then is no matter of its starting."""
    second = delayed_send("ORDERS", 3000, "sender", "m2")
    trace = played(*with_staging(Advance(3001), GET, *second, Advance(3001), GET))
    assert blamed(trace, {-1: NoMessage()}) == ("DD-10",)


@pytest.mark.parametrize(
    ("stop", "rule"),
    [
        ((GET_OFF,), "DD-89"),
        ((PUT_OFF,), "DD-94"),
        ((ERROR,), "DD-90"),
        ((PUT_OFF, GET_OFF), "DD-94"),
        ((PUT_OFF, EndQueueManager("ZQM1"), StartQueueManager("ZQM1"), READER, GET_OFF), "DD-89"),
    ],
)
def test_a_stopped_processor_delivers_nothing(stop: tuple[Command, ...], rule: str) -> None:
    trace = played(*with_staging(*stop, Advance(60_000), GET, STAGED, DEPTH))
    assert fine(trace)
    assert rule in judged(trace).exercised
    assert blamed(trace, {-3: returned()})[0] == rule
    assert blamed(trace, {-1: DepthRead(1)})[0] == rule
    assert blamed(trace, {-2: DepthRead(0)})[0] == rule


@pytest.mark.parametrize(
    ("commands", "rule"),
    [
        ((GET_OFF, Advance(60_000), GET_ON), "DD-92"),
        ((PUT_OFF, Advance(60_000), PUT_ON), "DD-94"),
        ((GET_OFF, PUT_OFF, Advance(60_000), GET_ON, PUT_ON), "DD-92"),
        ((GET_OFF, PUT_OFF, Advance(60_000), PUT_ON, GET_ON), "DD-92"),
        ((PUT_OFF, GET_OFF, Advance(60_000), GET_ON, PUT_ON), "DD-92"),
        ((PUT_OFF, GET_OFF, Advance(60_000), altered(Switch.ENABLED, Switch.ENABLED)), "DD-92"),
        ((ERROR, PUT_OFF, GET_OFF, Advance(60_000), GET_ON, PUT_ON), "DD-92"),
        ((ERROR, Advance(60_000), PUT_OFF, PUT_ON), "DD-93"),
        ((ERROR, Advance(60_000), EndQueueManager("ZQM1"), StartQueueManager("ZQM1"), READER), "DD-86"),
        ((EndQueueManager("ZQM1"), StartQueueManager("ZQM1"), READER, Advance(3000)), "DD-86"),
    ],
)
def test_a_processor_that_is_started_again_delivers_what_is_overdue(
    commands: tuple[Command, ...], rule: str
) -> None:
    trace = played(*with_staging(*commands, Advance(1), GET))
    assert fine(trace)
    assert rule in judged(trace).exercised
    assert blamed(trace, {-1: NoMessage()}) == (rule,)


@pytest.mark.parametrize(
    "commands",
    [
        (ERROR, Advance(60_000), GET_OFF, GET_ON),
        (ERROR, Advance(60_000), STAGING),
        (PUT_OFF, EndQueueManager("ZQM1"), StartQueueManager("ZQM1"), READER, Advance(60_000)),
        (PUT_OFF, EndQueueManager("ZQM1"), StartQueueManager("ZQM1"), READER, Advance(60_000), PUT_ON),
        (GET_OFF, PUT_OFF, Advance(60_000), GET_ON),
        (PUT_OFF, GET_OFF, Advance(60_000), GET_ON),
        (PUT_OFF, GET_OFF, Advance(60_000), GET_ON, ERROR, PUT_ON),
        (GET_OFF, Advance(60_000), ERROR, GET_ON),
    ],
)
def test_where_the_documents_are_silent_the_processor_may_run_or_not(commands: tuple[Command, ...]) -> None:
    trace = played(*with_staging(*commands, Advance(1), GET))
    assert fine(trace, {-1: NoMessage()})
    assert fine(trace, {-1: returned()})


@pytest.mark.parametrize("outcome", [browsed("m1"), Browsed(())])
def test_a_failure_of_a_processor_that_has_shut_down_leaves_open_whether_get_enabled_helps(
    outcome: Browsed,
) -> None:
    trace = played(*with_staging(GET_OFF, Advance(6000), ERROR, GET_ON, Browse("ORDERS", "ZQM1")))
    assert fine(trace, {-1: outcome})


def test_sends_to_an_inhibited_staging_queue_fail() -> None:
    more = delayed_send("ORDERS", 3000, "sender", "m2")
    trace = played(*with_staging(PUT_OFF, *more))
    assert fine(trace)
    assert fine(trace, {-1: Refused(reason=None)})
    assert blamed(trace, {-1: SENT}) == ("DD-94",)


@pytest.mark.parametrize("stop", [GET_OFF, ERROR])
def test_whether_sends_work_while_the_processor_rests_is_open(stop: Command) -> None:
    trace = played(*with_staging(stop, *delayed_send("ORDERS", 3000, "sender", "m2")))
    assert fine(trace, {-1: SENT})
    assert fine(trace, {-1: REFUSED})


def test_a_staging_queue_with_messages_is_not_deleted() -> None:
    trace = played(*with_staging(DeleteQueue(STAGING_QUEUE, "ZQM1"), Advance(3001), GET))
    assert isinstance(trace.steps[-3].outcome, Refused)
    assert fine(trace)
    assert judged(trace, {-3: Done()}).indeterminate


def test_deleting_and_defining_the_staging_queue_stops_and_starts_the_processor() -> None:
    setup = (MANAGER, STAGING, QUEUE, SESSION, READER, DeleteQueue(STAGING_QUEUE, "ZQM1"))
    missing = played(*setup, *delayed_send("ORDERS", 3000, "sender"))
    assert blamed(missing, {-1: SENT}) == ("DD-56",)
    again = played(*setup, Advance(1), STAGING, *delayed_send("ORDERS", 3000, "sender"), Advance(3001), GET)
    assert blamed(again, {-1: NoMessage()}) == ("DD-91",)


def test_what_a_handle_of_a_deleted_staging_queue_sees_is_open() -> None:
    """The new queue is there; MQRC_Q_DELETED (2052) is about the one that the handle was opened for."""
    get = MqGet(STAGING_QUEUE, connection="reader")
    setup = (MANAGER, STAGING, QUEUE, SESSION, Connect("reader", "ZQM1"), get)
    again = (DeleteQueue(STAGING_QUEUE, "ZQM1"), STAGING, *delayed_send("ORDERS", 3000, "sender"), get)
    trace = played(*setup, *again)
    assert blamed(trace, {-1: Refused(reason=2085, family=ErrorFamily.MQI)}) == ("DD-51",)
    assert blamed(trace, {-1: Refused(reason=2052, family=ErrorFamily.MQI)}) == ()


def test_a_message_that_expires_while_the_processor_rests_is_not_delivered() -> None:
    send = (
        CreateProducer("p", session="sender"),
        SetDeliveryDelay("p", 3000),
        SetTimeToLive("p", 5000),
        Send("p", OutgoingMessage("m1"), QueueDestination("ORDERS")),
    )
    trace = played(MANAGER, STAGING, QUEUE, SESSION, READER, *send, GET_OFF, Advance(60_000), GET_ON, GET)
    assert fine(trace)
    assert blamed(trace, {-1: returned()})


def test_on_multiplatforms_the_switches_of_the_staging_queue_are_open() -> None:
    off = AlterQueue(STAGING_QUEUE, AttributeChanges(get=Switch.DISABLED))
    queue = DefineLocalQueue("ORDERS")
    trace = played(queue, *delayed_send("ORDERS", 3000), off, Advance(3001), Receive("ORDERS"))
    assert fine(trace, {-1: NoMessage()})
    assert fine(trace, {-1: returned()})
