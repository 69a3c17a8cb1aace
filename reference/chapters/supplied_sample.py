"""Chapter "Considerations for z/OS": what the supplied definition of the staging queue must say.

Covers DD-62, DD-63 and DD-65. Left out: DD-64 and DD-66 (advice and structure, which are recorded).

Silent points: the storage class (one that is sufficient for the load, or the one that the newer edition
names; any is accepted); what happens with a staging queue that is defined otherwise.
"""

from collections.abc import Iterator

from mqtck.reference.possibilities import Possibility, Settled, breach, unexpected
from mqtck.reference.state.state import State
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.outcomes import Outcome, Refused, SampleDefinitionRead
from mqtck.reference.vocabulary.profile import Edition, Platform
from mqtck.reference.vocabulary.results import Breach
from mqtck.reference.vocabulary.zos import ReadSampleDefinition


def read_sample_definition(state: State, command: ReadSampleDefinition) -> Possibility:
    """The sample that comes with z/OS; other platforms have none, as the queue is there (DD-52)."""
    edition = state.profile.edition
    zos = state.queue_managers[command.queue_manager].platform is Platform.ZOS
    supplied = zos and command.queue == STAGING_QUEUE
    running = state.queue_managers[command.queue_manager].running

    def settle(outcome: Outcome) -> Settled:
        match outcome:
            case SampleDefinitionRead() if supplied:
                breaches = tuple(deviations(outcome, edition))
                return Settled((state,), breaches, exercised=frozenset(_spoken(outcome, edition)))
            case Refused() if not supplied or not running:
                return Settled((state,))
            case SampleDefinitionRead() if not supplied:
                return Settled((state,))
            case _:
                return unexpected(state, outcome)

    return Possibility(
        prefer=lambda: preferred_sample(edition) if supplied else Refused(text="there is no such sample"),
        settle=settle,
    )


def deviations(sample: SampleDefinitionRead, edition: Edition) -> Iterator[Breach]:
    """DD-62: INDXTYPE(NONE). DD-63: MSGDLVSQ(FIFO). DD-65: HARDENBO, in the newer edition alone."""
    for rule, attribute, wanted, written in (
        ("DD-62", "INDXTYPE", "NONE", sample.index_type),
        ("DD-63", "MSGDLVSQ", "FIFO", sample.delivery_sequence),
    ):
        if written is None or (isinstance(written, str) and written.upper() != wanted):
            yield breach((rule,), f"{attribute}({wanted})", f"{attribute}({written})" if written else "none")
    if edition is Edition.LATER and sample.harden_backout is False:
        yield breach(("DD-65",), "HARDENBO", "NOHARDENBO, or nothing")


def _spoken(sample: SampleDefinitionRead, edition: Edition) -> Iterator[str]:
    """The rules that what is shown of the sample speaks about."""
    if sample.index_type is None or isinstance(sample.index_type, str):
        yield "DD-62"
    if sample.delivery_sequence is None or isinstance(sample.delivery_sequence, str):
        yield "DD-63"
    if edition is Edition.LATER and isinstance(sample.harden_backout, bool):
        yield "DD-65"


def preferred_sample(edition: Edition) -> SampleDefinitionRead:
    later = edition is Edition.LATER
    return SampleDefinitionRead(
        index_type="NONE",
        delivery_sequence="FIFO",
        harden_backout=later,
        storage_class="DEFAULT" if later else None,
        active=False,
    )
