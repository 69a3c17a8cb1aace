"""Chapter "Stopping and starting the delivery delay processor": when it runs, as a table of events.

On z/OS the processor is part of the queue manager and stops and starts with its staging queue (DD-86 to
DD-94). On Multiplatforms it starts with the queue manager and comes back by itself after a recoverable
failure (DD-95, DD-96).

Silent points, in which the processor may run or not (`Processor.OPEN`): a queue manager that starts, or a
staging queue that is defined, while PUT is DISABLED; a queue that is get-enabled while PUT is DISABLED, or
after the processor had stopped for another reason, even one that was enabled before; a queue that is
put-enabled after an error that occurred while PUT was DISABLED; which errors are "another error"; whatever is
done to PUT and GET of the staging queue on Multiplatforms.

Whichever of the two a get-enabled queue with PUT disabled means (`Processor.STARTED_OR_HALTED`): once PUT has
been disabled and is enabled again, nothing is left that keeps the processor from running.
"""

from enum import Enum
from typing import Final, NamedTuple

from mqtck.reference.state.intervals import Answer
from mqtck.reference.vocabulary.profile import Platform


class Processor(Enum):
    """What the processor does, or why it does nothing."""

    STARTED = "started"
    NO_QUEUE = "shut down for want of a queue that it can get from"
    HALTED = "shut down by PUT(DISABLED)"
    FAILED = "shut down by another error"
    HALTED_FAILED = "shut down by PUT(DISABLED), and another error since"
    STARTED_OR_HALTED = "started by GET(ENABLED), or still shut down by PUT(DISABLED)"
    OPEN = "not documented"


class Event(Enum):
    """What may start or stop it."""

    MANAGER_STARTED = "the queue manager starts"
    DEFINED = "the staging queue is defined"
    DELETED = "the staging queue is deleted"
    GET_ENABLED = "GET is enabled"
    GET_KEPT = "GET is set to ENABLED, which it was"
    GET_DISABLED = "GET is disabled"
    PUT_ENABLED = "PUT is enabled"
    PUT_DISABLED = "PUT is disabled"
    ERROR = "another error occurs"


class Staging(Enum):
    """What there is of the staging queue."""

    USABLE = "defined, GET and PUT enabled"
    NO_PUT = "PUT disabled"
    NO_GET = "GET disabled"
    MISSING = "not defined"


_UNREADABLE: Final = (Staging.MISSING, Staging.NO_GET)


class Transition(NamedTuple):
    """What the processor does now, and the rules that say so; none where nothing changes or is said."""

    processor: Processor
    rules: tuple[str, ...] = ()


class Row(NamedTuple):
    """One row of the table; None stands for whatever there is, a processor of None for no change."""

    event: Event
    before: Processor | None
    staging: Staging | None
    processor: Processor | None
    rules: tuple[str, ...] = ()


_E, _P, _S = Event, Processor, Staging
_EITHER: Final = Processor.STARTED_OR_HALTED
# fmt: off
ON_ZOS: Final = (
    # event               before         staging     processor      rules
    Row(_E.MANAGER_STARTED, None,        _S.USABLE,  _P.STARTED,  ("DD-86", "DD-87")),
    Row(_E.MANAGER_STARTED, None,        _S.MISSING, _P.NO_QUEUE, ("DD-88",)),
    Row(_E.MANAGER_STARTED, None,        _S.NO_GET,  _P.NO_QUEUE, ("DD-89",)),
    Row(_E.MANAGER_STARTED, None,        _S.NO_PUT,  _P.OPEN),
    Row(_E.DELETED,         _P.STARTED,  None,       _P.NO_QUEUE, ("DD-88",)),
    Row(_E.GET_DISABLED,    _P.STARTED,  None,       _P.NO_QUEUE, ("DD-89",)),
    Row(_E.GET_DISABLED,    _EITHER,     None,       _P.HALTED,   ("DD-89", "DD-94")),
    Row(_E.DEFINED,         _P.NO_QUEUE, _S.USABLE,  _P.STARTED,  ("DD-91",)),
    Row(_E.DEFINED,         _P.NO_QUEUE, _S.NO_GET,  _P.NO_QUEUE, ("DD-89",)),
    Row(_E.DEFINED,         _P.STARTED,  _S.USABLE,  None),
    Row(_E.DEFINED,         None,        None,       _P.OPEN),
    Row(_E.GET_ENABLED,     _P.NO_QUEUE, _S.USABLE,  _P.STARTED,  ("DD-92",)),
    Row(_E.GET_ENABLED,     _P.HALTED,   None,       _EITHER),
    Row(_E.GET_ENABLED,     _P.FAILED,   _S.NO_PUT,  _EITHER),
    Row(_E.GET_ENABLED,     None,        None,       _P.OPEN),
    Row(_E.GET_KEPT,        _P.FAILED,   None,       _P.OPEN),
    Row(_E.PUT_DISABLED,    _P.FAILED,   None,       _P.FAILED,   ("DD-90", "DD-94")),
    Row(_E.PUT_DISABLED,    None,        None,       _P.HALTED,   ("DD-94",)),
    Row(_E.PUT_ENABLED,     _P.FAILED,   _S.USABLE,  _P.STARTED,  ("DD-93",)),
    Row(_E.PUT_ENABLED,     _P.HALTED,   _S.USABLE,  _P.STARTED,  ("DD-94", "DD-93")),
    Row(_E.PUT_ENABLED,     _EITHER,     _S.USABLE,  _P.STARTED,  ("DD-92", "DD-93", "DD-94")),
    Row(_E.PUT_ENABLED,  _P.HALTED_FAILED, None,     _P.OPEN),
    Row(_E.PUT_ENABLED,     _P.FAILED,   None,       _P.NO_QUEUE, ("DD-89",)),
    Row(_E.PUT_ENABLED,     _P.HALTED,   None,       _P.NO_QUEUE, ("DD-89",)),
    Row(_E.ERROR,           _P.STARTED,  None,       _P.FAILED,   ("DD-90",)),
    Row(_E.ERROR,           _P.NO_QUEUE, None,       _P.OPEN),
    Row(_E.ERROR,           _P.HALTED,   None,       _P.HALTED_FAILED, ("DD-94",)),
    Row(_E.ERROR,           _P.FAILED,   _S.NO_PUT,  _P.HALTED_FAILED, ("DD-90", "DD-94")),
    Row(_E.ERROR,           _EITHER,     None,       _P.OPEN),
)
# fmt: on
"""The first row that fits decides; where none does, nothing changes."""


def after(platform: Platform, event: Event, before: Processor, staging: Staging) -> Transition:
    """What an event makes of the processor; `staging` is the queue as it is after the event."""
    if platform is Platform.MULTIPLATFORMS:
        return _after_on_multiplatforms(event, before, staging)
    for row in ON_ZOS:
        if row.event is event and row.before in (None, before) and row.staging in (None, staging):
            return Transition(row.processor or before, row.rules)
    return Transition(before)


def _after_on_multiplatforms(event: Event, before: Processor, staging: Staging) -> Transition:
    """DD-95, DD-96; changes of the staging queue's switches leave it open until the next start."""
    match event:
        case Event.MANAGER_STARTED if staging is Staging.USABLE:
            return Transition(Processor.STARTED, ("DD-95",))
        case Event.ERROR:
            return Transition(before, ("DD-96",))
        case Event.GET_KEPT:
            return Transition(before)
        case _:
            return Transition(Processor.OPEN)


def can_run(platform: Platform, processor: Processor, staging: Staging) -> Answer:
    """Whether the processor moves due messages: never without a queue to get from (DD-88, DD-89)."""
    match processor:
        case Processor.STARTED:
            return Answer.YES
        case Processor.STARTED_OR_HALTED | Processor.OPEN if (
            platform is Platform.ZOS and staging in _UNREADABLE
        ):
            return Answer.NO
        case Processor.STARTED_OR_HALTED | Processor.OPEN:
            return Answer.UNSURE
        case _:
            return Answer.NO
