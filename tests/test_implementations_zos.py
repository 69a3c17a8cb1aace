"""The second implementation keeps the ledger's rules of clusters, z/OS and shared queues; no model asked."""

import pytest
from second_implementation import on_every_right_one

from implementations.behaviour.clusters_and_zos import (
    ErrorAndGetEnabled,
    InstanceChoice,
    OlderSample,
    SendWhileGetDisabled,
    SharedNonPersistent,
    StartWhilePutDisabled,
    StorageClass,
)
from implementations.behaviour.whole import Background, Behaviour
from implementations.bench import Bench, with_lasting_reports
from implementations.simulation.world import SimulatedAdapter
from implementations.witnesses.parts.common import Trace
from mqtck.reference.vocabulary.clusters import DefaultBinding, JoinCluster
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    Command,
    Connect,
    CreateProducer,
    DefineAliasQueue,
    DefineLocalQueue,
    DefineQueueManager,
    DefineSharedQueue,
    DeleteQueue,
    EndQueueManager,
    FailDelayProcessor,
    MqGet,
    MqPut,
    OpenSession,
    QueueAttributes,
    ReadDepth,
    Send,
    SendArguments,
    SetDeliveryDelay,
    StartQueueManager,
    Switch,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode, Report
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination
from mqtck.reference.vocabulary.outcomes import DepthRead, Done, Refused, SampleDefinitionRead
from mqtck.reference.vocabulary.profile import Edition, Platform, Profile, Version
from mqtck.reference.vocabulary.zos import MigrateBack, OperationMode, ReadSampleDefinition, SetOperationMode

HOUR = 3_600_000
BINDINGS = list(DefaultBinding)


on_all_right_ones = on_every_right_one(300, with_lasting_reports)


def bench(behaviour: Behaviour, *fixtures: Command) -> Bench:
    return Bench(SimulatedAdapter(behaviour=behaviour).open_world(), *fixtures)


# --- clusters ---------------------------------------------------------------------------------------


def cluster(binding: DefaultBinding, *managers: str) -> Trace:
    attributes = QueueAttributes(cluster="C", default_binding=binding)
    return (
        DefineQueueManager("QM2"),
        DefineQueueManager("QM3"),
        *(JoinCluster("C", manager) for manager in ("QM1", "QM2", "QM3")),
        *(DefineLocalQueue("Q", attributes, manager) for manager in managers),
    )


def sending(delay: int, label: str = "m") -> Trace:
    return (
        CreateProducer(label, destination=QueueDestination("Q")),
        SetDeliveryDelay(label, delay),
        Send(label, OutgoingMessage(label)),
    )


def where(run: Bench, *managers: str) -> list[str]:
    """The bodies on all instances."""
    if run.world.behaviour.background is Background.NEXT_ADVANCE:
        run.do(Advance(1))
    return [str(seen.body) for manager in managers for seen in run.browsed("Q", manager)]


@pytest.mark.parametrize("binding", BINDINGS)
@pytest.mark.parametrize("managers", [("QM1",), ("QM2",), ("QM2", "QM3"), ("QM1", "QM2", "QM3")])
@on_all_right_ones
def test_delay_needs_a_binding_that_is_not_fixed(
    any_right: Bench, binding: DefaultBinding, managers: tuple[str, ...]
) -> None:
    """DD-19 to DD-23."""
    any_right.do(*cluster(binding, *managers))
    *setters, send = sending(5000)
    assert [any_right.do(setter) for setter in setters] == [Done(), Done()]
    outcome = any_right.do(send)
    if binding is DefaultBinding.NOT_FIXED:
        any_right.do(Advance(4000))
        assert where(any_right, *managers) == []
        any_right.do(Advance(2000))
        assert where(any_right, *managers) == ["m"]
    else:
        assert isinstance(outcome, Refused)
        assert (outcome.reason, any_right.depth(STAGING_QUEUE)) == (2046, 0)
        any_right.do(Advance(6000))
        assert where(any_right, *managers) == []
    any_right.sent(*sending(0, "n"))
    assert "n" in where(any_right, *managers)


@pytest.mark.parametrize("binding", BINDINGS)
@on_all_right_ones
def test_binding_of_a_queue_that_is_not_clustered_means_nothing(
    any_right: Bench, binding: DefaultBinding
) -> None:
    """DD-24."""
    any_right.do(JoinCluster("C"), DefineLocalQueue("Q", QueueAttributes(default_binding=binding)))
    any_right.sent(*sending(5000))


@on_all_right_ones
def test_instance_that_is_gone_is_not_chosen(any_right: Bench) -> None:
    any_right.do(*cluster(DefaultBinding.NOT_FIXED, "QM2", "QM3"), *sending(5000))
    any_right.do(DeleteQueue("Q", "QM3"), Advance(6000))
    assert where(any_right, "QM2") == ["m"]


@on_all_right_ones
def test_message_waits_for_the_queue_manager_of_its_instance(any_right: Bench) -> None:
    any_right.do(*cluster(DefaultBinding.NOT_FIXED, "QM2"), *sending(5000), EndQueueManager("QM2"))
    any_right.do(Advance(6000), StartQueueManager("QM2"), Advance(1000))
    assert where(any_right, "QM2") == ["m"]


@pytest.mark.parametrize("choice", InstanceChoice)
def test_choice_of_an_instance(choice: InstanceChoice) -> None:
    run = bench(Behaviour(instance_choice=choice), *cluster(DefaultBinding.NOT_FIXED, "QM1", "QM2"))
    for label in "abcdefgh":
        run.do(*sending(0, label))
    counts = [len(where(run, manager)) for manager in ("QM1", "QM2")]
    expected = {
        InstanceChoice.LOCAL_FIRST: [8, 0],
        InstanceChoice.EACH_IN_TURN: [4, 4],
        InstanceChoice.LAST_DEFINED: [0, 8],
    }
    assert counts == expected.get(choice, counts)
    assert sum(counts) == 8


@on_all_right_ones
def test_alias_leads_to_a_clustered_queue(any_right: Bench) -> None:
    any_right.do(*cluster(DefaultBinding.NOT_FIXED, "QM2"), DefineAliasQueue("A", "Q"))
    any_right.do(CreateProducer("p", destination=QueueDestination("A")), SetDeliveryDelay("p", 5000))
    any_right.sent(Send("p", OutgoingMessage("m")))
    any_right.do(Advance(6000))
    assert where(any_right, "QM2") == ["m"]


# --- z/OS -------------------------------------------------------------------------------------------

ON_ZOS: Trace = (
    DefineQueueManager("Z", platform=Platform.ZOS),
    DefineLocalQueue("Q", queue_manager="Z"),
    OpenSession("z", queue_manager="Z"),
    CreateProducer("p", session="z", destination=QueueDestination("Q")),
    SetDeliveryDelay("p", 5000),
)
STAGING = DefineLocalQueue(STAGING_QUEUE, queue_manager="Z")
SEND = Send("p", OutgoingMessage("m"))


def change(**changes: Switch) -> AlterQueue:
    return AlterQueue(STAGING_QUEUE, AttributeChanges(**changes), "Z")


PUT_OFF, PUT_ON = change(put=Switch.DISABLED), change(put=Switch.ENABLED)
GET_OFF, GET_ON = change(get=Switch.DISABLED), change(get=Switch.ENABLED)


def depths(run: Bench) -> tuple[int, int]:
    """Of the target and the staging queue."""
    found = [run.do(ReadDepth(queue, "Z")) for queue in ("Q", STAGING_QUEUE)]
    assert isinstance(found[0], DepthRead)
    assert isinstance(found[1], DepthRead)
    return found[0].depth, found[1].depth


@on_all_right_ones
def test_staging_queue_is_not_there_by_default(any_right: Bench) -> None:
    """DD-56, DD-88, DD-91."""
    any_right.do(*ON_ZOS)
    assert isinstance(any_right.do(SEND), Refused)
    assert isinstance(any_right.do(Browse(STAGING_QUEUE, "Z")), Refused)
    any_right.sent(SetDeliveryDelay("p", 0), Send("p", OutgoingMessage("direct")))
    any_right.do(STAGING, SetDeliveryDelay("p", 5000))
    any_right.sent(SEND)
    assert depths(any_right) == (1, 1)
    any_right.do(Advance(6000))
    assert depths(any_right) == (2, 0)


STOPS = [
    (GET_OFF, (), GET_ON),
    (PUT_OFF, (), PUT_ON),
    (PUT_OFF, (GET_OFF, PUT_ON), GET_ON),
    (GET_OFF, (PUT_OFF, PUT_ON), GET_ON),
    (GET_OFF, (PUT_OFF, GET_ON), PUT_ON),
    (FailDelayProcessor("Z"), (), EndQueueManager("Z")),
    (FailDelayProcessor("Z"), (PUT_OFF,), PUT_ON),
]


@pytest.mark.parametrize(("stop", "between", "start"), STOPS)
@on_all_right_ones
def test_processor_stops_and_starts(
    any_right: Bench, stop: Command, between: tuple[Command, ...], start: Command
) -> None:
    """DD-86, DD-87, DD-89, DD-90, DD-92 to DD-94; in between it stays down where the text is definite."""
    any_right.do(*ON_ZOS, STAGING, SEND, stop, Advance(6000))
    assert depths(any_right) == (0, 1)
    behaviour = any_right.world.behaviour
    any_right.do(*between)
    if GET_ON not in between or behaviour.start_while_put_disabled is StartWhilePutDisabled.WAITS:
        any_right.do(Advance(HOUR))
        assert depths(any_right) == (0, 1)
    any_right.do(start)
    if start == EndQueueManager("Z"):
        any_right.do(StartQueueManager("Z"))
    any_right.do(Advance(1000))
    assert depths(any_right) == (1, 0)


def test_get_toggled_after_an_error() -> None:
    """DD-93: open."""
    for choice in ErrorAndGetEnabled:
        run = bench(Behaviour(error_and_get_enabled=choice), *ON_ZOS, STAGING, SEND)
        run.do(FailDelayProcessor("Z"), GET_OFF, GET_ON, Advance(6000))
        assert depths(run) == ((1, 0) if choice is ErrorAndGetEnabled.RESTARTS else (0, 1))


def test_send_while_get_is_disabled() -> None:
    """DD-89: open."""
    for choice in SendWhileGetDisabled:
        run = bench(Behaviour(send_while_get_disabled=choice), *ON_ZOS, STAGING, GET_OFF)
        assert isinstance(run.do(SEND), Refused) is (choice is SendWhileGetDisabled.REFUSED)


@on_all_right_ones
def test_send_while_put_is_disabled(any_right: Bench) -> None:
    """DD-94."""
    any_right.do(*ON_ZOS, STAGING, PUT_OFF)
    assert isinstance(any_right.do(SEND), Refused)


def test_platform_is_that_of_the_profile_unless_said() -> None:
    run = Bench(SimulatedAdapter().under(Profile(Platform.ZOS)).open_world())
    assert isinstance(run.do(Browse(STAGING_QUEUE)), Refused)
    run.do(DefineQueueManager("D", platform=Platform.MULTIPLATFORMS), DefineQueueManager("Z"))
    assert run.browsed(STAGING_QUEUE, "D") == ()
    assert isinstance(run.do(Browse(STAGING_QUEUE, "Z")), Refused)


@on_all_right_ones
def test_sample_definition(any_right: Bench) -> None:
    """DD-62, DD-63, DD-65, DD-66."""
    sample = any_right.do(
        DefineQueueManager("Z", platform=Platform.ZOS), ReadSampleDefinition(queue_manager="Z")
    )
    assert isinstance(sample, SampleDefinitionRead)
    assert (sample.index_type, sample.delivery_sequence, sample.active) == ("NONE", "FIFO", False)
    assert sample.harden_backout
    assert sample.storage_class in list(StorageClass)


def test_sample_definition_of_the_older_edition() -> None:
    adapter = SimulatedAdapter(behaviour=Behaviour(older_sample=OlderSample.AS_THE_TEXT))
    older = Profile(Platform.ZOS, Version(8, 0), Edition.VERSION_8_0)
    for profile, hardened in ((older, False), (Profile(Platform.ZOS), True)):
        sample = adapter.under(profile).open_world().execute(ReadSampleDefinition())
        assert isinstance(sample, SampleDefinitionRead)
        assert sample.harden_backout is hardened


@pytest.mark.parametrize("mode", OperationMode)
@on_all_right_ones
def test_mode_does_not_matter(any_right: Bench, mode: OperationMode) -> None:
    """DD-67."""
    any_right.do(DefineQueueManager("Z", Version(8, 0), Platform.ZOS), STAGING, SetOperationMode(mode, "Z"))
    any_right.do(*ON_ZOS[1:], SEND, Advance(6000))
    assert depths(any_right) == (1, 0)


@on_all_right_ones
def test_messages_are_marooned_by_a_migration_back(any_right: Bench) -> None:
    """DD-68, DD-17."""
    any_right.do(DefineQueueManager("Z", Version(8, 0), Platform.ZOS), STAGING, *ON_ZOS[1:], SEND)
    any_right.do(MigrateBack(Version(7, 1), "Z"), Advance(HOUR))
    assert depths(any_right) == (0, 1)
    any_right.do(OpenSession("z", queue_manager="Z"), CreateProducer("p", session="z"))
    refused = any_right.do(SetDeliveryDelay("p", 5000))
    assert isinstance(refused, Refused)
    assert refused.reason == 2298


# --- shared queues ----------------------------------------------------------------------------------

GROUP: Trace = (
    DefineQueueManager("Z", platform=Platform.ZOS, queue_sharing_group="G"),
    DefineQueueManager("Y", platform=Platform.ZOS, queue_sharing_group="G"),
    DefineSharedQueue("Q", "G"),
    STAGING,
    DefineLocalQueue(STAGING_QUEUE, queue_manager="Y"),
    DefineLocalQueue("PRIVATE", queue_manager="Z"),
    *ON_ZOS[2:],
)


@on_all_right_ones
def test_shared_target_is_served_from_the_staging_queue_of_the_sender(any_right: Bench) -> None:
    """DD-54, DD-69, DD-70."""
    any_right.do(*GROUP)
    any_right.sent(SEND)
    any_right.sent(
        CreateProducer("r", session="z", destination=QueueDestination("PRIVATE")),
        SetDeliveryDelay("r", 5000),
        Send("r", OutgoingMessage("private")),
    )
    assert len(any_right.browsed(STAGING_QUEUE, "Z")) == 2
    assert any_right.browsed(STAGING_QUEUE, "Y") == any_right.browsed("Q", "Y") == ()
    any_right.do(Advance(6000), Connect("y", "Y"))
    assert any_right.got(MqGet("Q", connection="y")).body == "m"
    assert any_right.browsed("Q", "Z") == ()


@pytest.mark.parametrize("mode", DeliveryMode)
@on_all_right_ones
def test_owner_has_to_run(any_right: Bench, mode: DeliveryMode) -> None:
    """DD-71, DD-72."""
    any_right.do(*GROUP, Send("p", OutgoingMessage("m"), arguments=SendArguments(mode, 4, 0)))
    any_right.do(EndQueueManager("Z"), Advance(HOUR))
    assert any_right.browsed("Q", "Y") == ()
    any_right.do(StartQueueManager("Z"), Advance(1000))
    kept = any_right.world.behaviour.shared_non_persistent is SharedNonPersistent.KEPT
    expected = mode is DeliveryMode.PERSISTENT or kept
    assert len(any_right.browsed("Q", "Y")) == expected
    assert any_right.browsed(STAGING_QUEUE, "Z") == ()


@on_all_right_ones
def test_members_use_one_queue(any_right: Bench) -> None:
    any_right.do(
        *GROUP, Connect("y", "Y"), Connect("z", "Z"), MqPut("Q", OutgoingMessage("m"), connection="y")
    )
    assert any_right.got(MqGet("Q", connection="z")).body == "m"
    any_right.do(AlterQueue("Q", AttributeChanges(put=Switch.DISABLED), "Y"))
    assert isinstance(any_right.do(MqPut("Q", OutgoingMessage("n"), connection="z")), Refused)
    any_right.do(DeleteQueue("Q", "Z"))
    assert isinstance(any_right.do(Browse("Q", "Y")), Refused)
    assert isinstance(any_right.do(DefineQueueManager("M", queue_sharing_group="G")), Refused)


@on_all_right_ones
def test_report_goes_back_over_the_cluster(any_right: Bench) -> None:
    """The message expires on an instance elsewhere; the reply-to queue is here."""
    any_right.do(*cluster(DefaultBinding.NOT_FIXED, "QM2"), DefineLocalQueue("REPLY"))
    outgoing = OutgoingMessage("m", report=int(Report.EXPIRATION), reply_to="REPLY")
    any_right.do(CreateProducer("p", destination=QueueDestination("Q")), SetDeliveryDelay("p", 5000))
    any_right.do(Send("p", outgoing, arguments=SendArguments(DeliveryMode.PERSISTENT, 4, 20000)))
    any_right.do(Advance(HOUR), Browse("Q", "QM2"), Advance(1))
    assert len(any_right.browsed("REPLY")) == 1
