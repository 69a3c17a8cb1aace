"""Reports about a publication with several copies (X-52): how many of them there are is open.

Each copy ends by itself, and each end may give a report that was asked for; one at least is due once any
copy has ended so. That one is hung on a message that stands for all copies (`Kind.COPIES`), and
`beliefs.learn` lets it follow them; those about all copies but the first are hung on the copy and may be
left out. So one report more is tolerated where the first copy that might have ended so did not, or did
when the one report was due already.
"""

from msgspec.structs import replace

from mqtck.reference.state.beliefs import AS_PUBLISHED, END_OF, placeless
from mqtck.reference.state.messages import Kind, Known, Message
from mqtck.reference.state.state import State
from mqtck.reference.state.subscriptions import Collective


def all_copies(state: State, message: Message, kind: Kind) -> tuple[State, Message]:
    """X-52: what a report is about that stands for those about any copy of the publication.

    It is due once, the further ones, about all copies but the first, may be made or not.
    """
    handle = (message.publication or 0, kind)
    collective = state.collectives.get(handle)
    if collective is not None:
        known = state.messages[collective.serial]
        if state.beliefs[collective.serial] == (AS_PUBLISHED,):
            state = placeless(state, known, (AS_PUBLISHED, END_OF[kind]))
        return state, known
    serial = state.next_serial
    of_all = replace(
        message, serial=serial, kind=Kind.COPIES, siblings=0, subscription=None, subject=None, due=None
    )
    state = replace(
        state,
        messages=state.messages.set(serial, of_all),
        known=state.known.set(serial, Known()),
        collectives=state.collectives.set(handle, Collective(serial, message.serial)),
        next_serial=serial + 1,
    )
    return placeless(state, of_all, (AS_PUBLISHED, END_OF[kind])), of_all
