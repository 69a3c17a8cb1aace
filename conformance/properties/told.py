"""Which episodes of the campaign's cases the examples tell, by the rule of the machine that begins them.

Hypothesis leaves some rules out of each example, so that an example is about few chapters. Episodes that are
not named here are left to the campaign.
"""

from typing import Final

CALL: Final = (
    "delayed",
    "undelayed",
    "life_below_delay",
    "life_below_delay_on_send",
    "life_equal_to_delay",
    "unlimited_life_with_delay",
    "message_groups",
    "unit_of_work",
    "receiving_in_unit",
    "empty_units",
    "preset_header_fields",
    "long_lives",
    "default_persistence_and_priority",
    "priorities",
    "many_due_times",
    "several_targets",
    "old_queue_manager",
)
MAP_HEADER: Final = (
    "header_fields",
    "request_and_reply",
)
EXPIRE: Final = (
    "mqi_life",
    "jms_life",
    "expired_backlog",
    "put_in_a_unit_of_work",
    "locked_by_a_browse",
    "browse_cursors",
    "full_of_expired",
    "depth_trigger",
    "time_on_a_transmission_queue",
    "around_an_instant",
    "any_look",
    "depth_and_browse",
    "pause",
)
FAIL: Final = (
    "sender_authority",
    "failed_target",
    "failed_target_undisturbed",
    "report_undeliverable",
    "refused_by_target",
    "full_target",
    "dead_letter_queue_changed",
    "target_unusable_for_a_while",
)
STAGE: Final = (
    "staging_limits",
    "recalled_by_id",
    "recalled_too_late",
    "retargeted_alias",
    "queue_becomes_alias",
    "queue_manager_restarted",
    "tried_again_after_a_restart",
    "processor_failure",
)
PUBLISH: Final = (
    "subscribers_come_and_go",
    "undeliverable_copies",
    "copies_that_nothing_takes",
    "all_subscribers_gone",
    "expiring_copies",
    "publication_with_a_conflicting_life",
    "publications_over_a_restart",
    "topic_attributes",
    "retained_publications",
    "publications_in_a_hierarchy",
)
RUN_CHANNEL: Final = (
    "undelivered_at_sender",
    "undelivered_at_receiver",
    "undelivered_once",
    "kept_in_retry",
    "room_for_one",
    "another_dead_letter_queue",
)
USE_CLUSTER: Final = (
    "clustered_destination",
    "unclustered_with_binding",
)
RUN_ON_ZOS: Final = (
    "processor_stopped_and_started",
    "processor_stopped_once",
    "restarted_in_time",
    "missing_staging_queue",
    "recalled_on_zos",
    "sample_staging_queue",
    "shared_queue",
    "expired_on_a_shared_queue",
    "operation_mode",
    "migration_back",
)
TRANSMIT: Final = (
    "extreme_lives",
    "invalid_in_header",
    "enforced_elsewhere",
    "two_expiry_fields",
    "header_cut_off",
    "put_to_transmission_queue",
    "sent_by_header",
    "delayed_to_remote",
    "ims_requests",
)
