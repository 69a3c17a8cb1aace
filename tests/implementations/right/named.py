"""Right implementations: each takes another path through what the documents leave open.

None of them may ever be accused. `random_behaviour` draws any combination.
"""

from collections.abc import Callable
from enum import StrEnum
from functools import partial
from random import Random
from typing import get_type_hints

import msgspec

from implementations.behaviour.calls import (
    BindingAtDelivery,
    ConflictToldBy,
    CursorAtEnd,
    DeadLetterReason,
    DelayedPlace,
    DepartureConfirmed,
    ExpiredWhenDue,
    FurtherChecks,
    HeaderOnNormalQueue,
    LifeByHeader,
    NamesFollowed,
    NegativeDelayToldBy,
    OrderOfChecks,
    OtherIdText,
    ProducerAfterConflict,
    RemoteQueueResolved,
    ReportToNobody,
    RestAsked,
)
from implementations.behaviour.channels import (
    BadHeaderAtSender,
    BarredInitiator,
    BehindDeadLetter,
    ChangesTakenUp,
    ChannelRetry,
    ExceptionReportOfChannel,
    FastMessages,
    IdleChannel,
    LengthForChannel,
    NormalWithoutQueue,
    NotPutAtReceiver,
    NotTolerated,
    PolicyAtReceiver,
    ReceiverHabit,
    SystemPolicy,
    WithoutUseOfQueue,
)
from implementations.behaviour.clusters_and_zos import (
    ErrorAndGetEnabled,
    InstanceChoice,
    InstanceChosen,
    OlderSample,
    RetriesAtRestart,
    SendWhileGetDisabled,
    SharedNonPersistent,
    StartWhilePutDisabled,
    StorageClass,
)
from implementations.behaviour.headers import (
    CorrelationPadding,
    DestinationPriority,
    ExpirationType,
    ModeElement,
    NativeHeader,
    NoType,
    OverriddenPriority,
    PriorityElement,
    ReplyManagerField,
    StraddlingCharacter,
    TypeUri,
    UriNotation,
)
from implementations.behaviour.publications import (
    AsParent,
    DiscardedPublication,
    LateRemoteSubscribers,
    NoSubscribers,
    OtherDeliveryAttribute,
    ProxyWithoutSubscribers,
    PublicationFailureAt,
    PublicationIds,
    ReportsOfCopies,
    Resubscribed,
    RetainOnQueue,
    RootDelivery,
    SilentDiscard,
    SubscriberQueueAtSend,
    TopicDefaults,
    UndeliverableCopy,
)
from implementations.behaviour.transmission import (
    DifferingFields,
    EmbeddedWithoutVariable,
    EmptyVariable,
    HeaderCutBehindExpiry,
    HeaderReason,
    LifeBehindHeader,
    LongLife,
    NoTransmissionHeader,
    PassedExpiration,
    PassedOfUnlimited,
    VariableOnZos,
)
from implementations.behaviour.whole import (
    PREFERRED,
    AfterRefusedSetter,
    Background,
    Behaviour,
    BoundaryLife,
    Confirmations,
    ConflictReportedBy,
    DataInReport,
    DefaultsOfAlias,
    DelayedOrder,
    DelayHeaderLength,
    DestinationChecked,
    DisabledStaging,
    DueInstant,
    EqualTimeToLive,
    ExpiredDiscard,
    ExpiredInRetry,
    ExpiryLimits,
    FirstResolution,
    FullnessCheck,
    GroupIdAlone,
    IdCase,
    LastInstant,
    LaterAttempt,
    LifeOfExpirationReport,
    LifeOfOtherReport,
    NegativeDelay,
    NonPersistentOverRestart,
    PassDiscardReport,
    Reasons,
    RemainingExpiry,
    RetargetedAlias,
    Retry,
    Rounding,
    SameInstant,
    ShortLife,
    StagingAuthority,
    TargetAsked,
    TransactedDelayFrom,
    TransactedOrder,
    TransmissionTime,
    TriggerAgain,
    TypeWithReplyTo,
    UncommittedGets,
    UncommittedStaged,
    UnsendableExpirationReport,
)
from implementations.right.confirmations import CONFIRMATIONS
from implementations.right.dead_letters import DEAD_LETTERS
from implementations.right.descriptor_readers import READERS
from implementations.right.later_attempts import LATER_ATTEMPTS
from implementations.right.message_objects import MESSAGE_OBJECTS
from implementations.right.otherwise import OTHERWISE
from implementations.right.refusals import REFUSALS
from implementations.right.restarts import RESTARTS
from implementations.right.small_intervals import INTERVALS
from implementations.right.subscriptions import SUBSCRIPTIONS
from implementations.right.unasked import UNASKED
from implementations.simulation.world import SimulatedAdapter

RIGHT: dict[str, Behaviour] = {
    "preferred": PREFERRED,
    "cleans at once": Behaviour(
        expired_discard=ExpiredDiscard.AT_ITS_END,
        life_of_expiration_report=LifeOfExpirationReport.ONE_TENTH,
        remaining_expiry=RemainingExpiry.ROUNDED_UP,
        rounding=Rounding.CEILING,
        retry=Retry.EACH_MINUTE,
    ),
    "cleans each five seconds": Behaviour(
        expired_discard=ExpiredDiscard.EVERY_FIVE_SECONDS,
        remaining_expiry=RemainingExpiry.SMALL_NOT_DEDUCTED,
        rounding=Rounding.NEAREST,
        last_instant=LastInstant.ALIVE,
    ),
    "cleans at random": Behaviour(
        expired_discard=ExpiredDiscard.AT_RANDOM,
        remaining_expiry=RemainingExpiry.ONE_TENTH_LOWER,
        same_instant=SameInstant.RANDOM,
    ),
    "cleans in passing": Behaviour(
        expired_discard=ExpiredDiscard.WHEN_A_GET_PASSES_IT,
        same_instant=SameInstant.LAST_STAGED_FIRST,
        transmission_time=TransmissionTime.ONE_TENTH,
    ),
    "checks at send": Behaviour(
        conflict_reported_by=ConflictReportedBy.SEND,
        conflict_told_by=ConflictToldBy.EACH_SEND,
        equal_time_to_live=EqualTimeToLive.REFUSED,
        group_id_alone=GroupIdAlone.ACCEPTED,
        negative_delay=NegativeDelay.NONE,
        fullness_check=FullnessCheck.STAGED_AS_WELL,
    ),
    "checks at creation": Behaviour(
        destination_checked=DestinationChecked.AT_CREATION,
        first_resolution=FirstResolution.AT_CREATION,
        retargeted_alias=RetargetedAlias.OLD_TARGET,
        after_refused_setter=AfterRefusedSetter.NEW_VALUE,
        staging_authority=StagingAuthority.NEEDED,
        reasons=Reasons.OTHER,
    ),
    "tells no reasons": Behaviour(
        reasons=Reasons.NONE,
        id_case=IdCase.UPPER,
        data_in_report=DataInReport.TEN,
        life_of_other_report=LifeOfOtherReport.A_QUARTER_OF_A_MINUTE,
        type_with_reply_to=TypeWithReplyTo.REQUEST,
    ),
    "counts from the commit": Behaviour(
        transacted_delay_from=TransactedDelayFrom.COMMIT,
        target_asked=TargetAsked.AT_COMMIT,
        uncommitted_staged=UncommittedStaged.NOT_COUNTED,
        uncommitted_gets=UncommittedGets.NOT_COUNTED,
        transacted_order=TransactedOrder.AT_COMMIT,
    ),
    "tries only the disposal again": Behaviour(
        later_attempt=LaterAttempt.DISPOSAL_ONLY,
        retry=Retry.EACH_HOUR,
        expired_in_retry=ExpiredInRetry.DISPOSED_FIRST,
        retargeted_alias=RetargetedAlias.OLD_TARGET,
        defaults_of_alias=DefaultsOfAlias.ITS_OWN,
    ),
    "tries only the target again": Behaviour(later_attempt=LaterAttempt.TARGET_ONLY),
    "tries again eagerly": Behaviour(
        retry=Retry.AFTER_EACH_COMMAND,
        pass_discard_report=PassDiscardReport.DROPPED,
        unsendable_expiration_report=UnsendableExpirationReport.DROPPED,
    ),
    "works while time passes": Behaviour(
        background=Background.NEXT_ADVANCE,
        due_instant=DueInstant.NOT_YET,
        delayed_order=DelayedOrder.AHEAD,
        disabled_staging=DisabledStaging.STOPS_PROCESSOR,
    ),
    "confirms": Behaviour(
        confirmations=Confirmations.AT_TARGET,
        trigger_again=TriggerAgain.ONCE,
        non_persistent_over_restart=NonPersistentOverRestart.LOST,
    ),
    "confirms recalls as well": Behaviour(
        confirmations=Confirmations.AT_TARGET_AND_RECALL,
        delay_header_length=DelayHeaderLength.COUNTED,
    ),
    "refuses extreme lives": Behaviour(
        short_life=ShortLife.REFUSED,
        expiry_limits=ExpiryLimits.BOTH_REFUSED,
        boundary_life=BoundaryLife.UNLIMITED,
        confirmations=Confirmations.DEPARTURE_ALONE,
    ),
    "takes extreme lives as they are": Behaviour(
        short_life=ShortLife.ZERO,
        expiry_limits=ExpiryLimits.NONE_REFUSED,
        last_instant=LastInstant.ALIVE,
    ),
    "insists on the topic": Behaviour(
        publication_failure_at=PublicationFailureAt.COMMIT,
        other_delivery_attribute=OtherDeliveryAttribute.REFUSED,
        as_parent=AsParent.ANOTHER_VALUE,
        retain_on_queue=RetainOnQueue.REFUSED,
        subscriber_queue_at_send=SubscriberQueueAtSend.REFUSED,
        topic_defaults=TopicDefaults.HIGHER,
    ),
    "is easy about topics": Behaviour(
        root_delivery=RootDelivery.ALL_AVAILABLE,
        no_subscribers=NoSubscribers.ACCEPTED,
        undeliverable_copy=UndeliverableCopy.DEAD_LETTERED,
        publication_ids=PublicationIds.OWN,
        resubscribed=Resubscribed.DELIVERED,
    ),
    "reports once on a publication": Behaviour(
        reports_of_copies=ReportsOfCopies.FIRST,
        discarded_publication=DiscardedPublication.SAME_STEPS,
        silent_discard=SilentDiscard.NEVER_UNDONE,
        late_remote_subscribers=LateRemoteSubscribers.DO_NOT,
        proxy_without_subscribers=ProxyWithoutSubscribers.DISCARDED,
    ),
    "reports little on publications": Behaviour(
        discarded_publication=DiscardedPublication.NOT_REPORTED,
        silent_discard=SilentDiscard.DROPPED,
    ),
    "chooses instances early": Behaviour(
        instance_chosen=InstanceChosen.AT_SEND,
        instance_choice=InstanceChoice.EACH_IN_TURN,
        start_while_put_disabled=StartWhilePutDisabled.RUNS,
        error_and_get_enabled=ErrorAndGetEnabled.RESTARTS,
    ),
    "chooses any instance": Behaviour(
        instance_choice=InstanceChoice.RANDOM,
        send_while_get_disabled=SendWhileGetDisabled.REFUSED,
        shared_non_persistent=SharedNonPersistent.KEPT,
    ),
    "chooses the last instance": Behaviour(
        instance_choice=InstanceChoice.LAST_DEFINED,
        retries_at_restart=RetriesAtRestart.AS_SCHEDULED,
        storage_class=StorageClass.OWN,
        older_sample=OlderSample.AS_THE_TEXT,
    ),
    "writes all it can": Behaviour(
        uri_notation=UriNotation.ENCODED,
        mode_element=ModeElement.RESOLVED,
        priority_element=PriorityElement.PRESENT,
        overridden_priority=OverriddenPriority.THAT_OF_THE_APPLICATION,
        expiration_type=ExpirationType.WRITTEN,
        type_uri=TypeUri.DIVIDED,
        no_type=NoType.EMPTY,
    ),
    "writes what it must": Behaviour(
        uri_notation=UriNotation.OF_ITS_OWN,
        reply_manager_field=ReplyManagerField.BLANK,
        destination_priority=DestinationPriority.DOES_NOT,
        overridden_priority=OverriddenPriority.ABSENT,
        correlation_padding=CorrelationPadding.BLANKS,
        straddling_character=StraddlingCharacter.LEFT_OUT,
        native_header=NativeHeader.LEFT_OUT,
    ),
    "checks headers": Behaviour(
        empty_variable=EmptyVariable.DOES_NOT,
        long_life=LongLife.LARGEST,
        differing_fields=DifferingFields.REFUSED,
        header_reason=HeaderReason.HEADER_ERROR,
        embedded_without_variable=EmbeddedWithoutVariable.CHECKED,
        no_transmission_header=NoTransmissionHeader.REFUSED,
        header_cut_behind_expiry=HeaderCutBehindExpiry.REFUSED,
        variable_on_zos=VariableOnZos.UNKNOWN,
    ),
    "reads headers": Behaviour(
        long_life=LongLife.UNLIMITED,
        differing_fields=DifferingFields.REFUSED_WHERE_ONE_IS_UNLIMITED,
        life_behind_header=LifeBehindHeader.EMBEDDED,
        passed_expiration=PassedExpiration.AS_PUT,
        passed_of_unlimited=PassedOfUnlimited.LIMITED,
    ),
    "keeps what a channel cannot deliver": Behaviour(
        without_use_of_queue=WithoutUseOfQueue.KEPT,
        receiver_habit=ReceiverHabit.SENDS_BACK,
        not_put_at_receiver=NotPutAtReceiver.BACKED_OUT,
        bad_header_at_sender=BadHeaderAtSender.KEPT,
        fast_messages=FastMessages.INSIDE,
        not_tolerated=NotTolerated.FAILS,
        system_policy=SystemPolicy.REFUSED,
        changes_taken_up=ChangesTakenUp.AT_START,
        channel_retry=ChannelRetry.EACH_HOUR,
    ),
    "discards what a channel may discard": Behaviour(
        without_use_of_queue=WithoutUseOfQueue.DISCARDED,
        normal_without_queue=NormalWithoutQueue.DISCARDED,
        receiver_habit=ReceiverHabit.DISCARDS,
        bad_header_at_sender=BadHeaderAtSender.DISCARDED,
        idle_channel=IdleChannel.UNNAMED,
        exception_report_of_channel=ExceptionReportOfChannel.MADE,
    ),
    "dead-letters and discards": Behaviour(
        not_put_at_receiver=NotPutAtReceiver.DISCARDED,
        barred_initiator=BarredInitiator.PROTECTED,
        length_for_channel=LengthForChannel.AS_PROTECTED,
        policy_at_receiver=PolicyAtReceiver.WITH_THE_PUT,
        changes_taken_up=ChangesTakenUp.AT_ATTEMPT,
        channel_retry=ChannelRetry.EACH_TWENTY_MINUTES,
        exception_report_of_channel=ExceptionReportOfChannel.MADE,
    ),
    "dead-letters reports to nobody": Behaviour(
        report_to_nobody=ReportToNobody.DEAD_LETTERED,
        expired_when_due=ExpiredWhenDue.MOVED,
        delayed_place=DelayedPlace.BY_SEND,
        conflict_told_by=ConflictToldBy.LIFE_SETTER,
        producer_after_conflict=ProducerAfterConflict.CLOSED,
        other_id_text=OtherIdText.REFUSED,
        rest_asked=RestAsked.STAGING_AT_COMMIT,
        departure_confirmed=DepartureConfirmed.NEVER,
        confirmations=Confirmations.AT_TARGET,
        cursor_at_end=CursorAtEnd.LOST,
    ),
    "asks for a reply-to queue": Behaviour(
        report_to_nobody=ReportToNobody.REFUSED,
        names_followed=NamesFollowed.NOT,
        remote_queue_resolved=RemoteQueueResolved.AT_SEND,
        conflict_told_by=ConflictToldBy.DELAY_SETTER,
        negative_delay_told_by=NegativeDelayToldBy.SEND,
        other_id_text=OtherIdText.PADDED,
        dead_letter_reason=DeadLetterReason.ONE_FOR_ALL,
        order_of_checks=OrderOfChecks.TARGET_FIRST,
        rest_asked=RestAsked.ALL_AT_COMMIT,
        life_by_header=LifeByHeader.DISCARDED,
        rounding=Rounding.CEILING,
        binding_at_delivery=BindingAtDelivery.ASKED,
    ),
    "asks about the reply-to queue": Behaviour(further_checks=FurtherChecks.REPLY_QUEUE),
    "asks about the dead-letter queue": Behaviour(further_checks=FurtherChecks.DEAD_LETTER_QUEUE),
    "checks headers on any queue": Behaviour(header_on_normal_queue=HeaderOnNormalQueue.CHECKED),
    "ends channels behind dead letters": Behaviour(behind_dead_letter=BehindDeadLetter.ENDS),
    "refuses zero": Behaviour(expiry_limits=ExpiryLimits.ZERO_REFUSED, short_life=ShortLife.ZERO),
}

_OWN, _INHERITED = set(vars(Behaviour)["__annotations__"]), get_type_hints(Behaviour)
SWITCHES: dict[str, type[StrEnum]] = {
    **{name: values for name, values in _INHERITED.items() if name in _OWN},
    **_INHERITED,
}
"""Those of the special chapters come last, so that a seed draws the others as it did without them."""


NOT_DRAWN = {"further_checks", "header_on_normal_queue"}
"""What refuses calls that many scenarios need: those are undecided then. Named ones alone take it."""


OPEN = frozenset({"keeps transmission queues to channels", "reports gets as activities"})
"""Those of which a judge says now and then that no rule speaks of what they do, and decides no more."""


def random_behaviour(seed: int) -> Behaviour:
    """A right behaviour, each switch drawn independently; the same for the same seed."""
    random = Random(seed)  # noqa: S311 - reproducible choices, nothing secret
    drawn = {name: values for name, values in SWITCHES.items() if name not in NOT_DRAWN}
    choice = {name: random.choice(list(values)).value for name, values in drawn.items()}
    return msgspec.convert(choice, Behaviour)


def random_adapter(seed: int) -> SimulatedAdapter:
    """The simulator with `random_behaviour(seed)`, its own choices drawn from the same seed."""
    return SimulatedAdapter(name=f"right {seed}", behaviour=random_behaviour(seed), seed=seed)


ADAPTERS: dict[str, Callable[[], SimulatedAdapter]] = {
    **{name: partial(SimulatedAdapter, name=name, behaviour=behaviour) for name, behaviour in RIGHT.items()},
    **OTHERWISE,
    **READERS,
    **INTERVALS,
    **UNASKED,
    **MESSAGE_OBJECTS,
    **LATER_ATTEMPTS,
    **REFUSALS,
    **RESTARTS,
    **DEAD_LETTERS,
    **CONFIRMATIONS,
    **SUBSCRIPTIONS,
}
