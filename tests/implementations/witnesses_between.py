"""Traces that show the faults of `wrong_between`."""

from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    Commit,
    CreateProducer,
    DefineAliasQueue,
    DefineLocalQueue,
    DeleteQueue,
    GrantPut,
    OpenSession,
    RevokePut,
    Send,
    SendArguments,
    SetDeliveryDelay,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.messages import OutgoingMessage

from .witness_parts import DISABLE, LOOK, QUEUES, TO_Q, P, Q, Trace, send

DELAY = SetDeliveryDelay("p", 5000)
DUE = Advance(6000)
SHORT = AlterQueue("Q", AttributeChanges(max_message_length=1000))
FULL = AlterQueue("Q", AttributeChanges(max_depth=0))
LONG = Send("p", OutgoingMessage("m", 5000))
USER: Trace = (
    *(*Q, GrantPut("u", "Q"), GrantPut("u", STAGING_QUEUE)),
    *(OpenSession("s", user="u"), CreateProducer("p", session="s", destination=TO_Q), DELAY),
)
UNAUTHORIZED: Trace = (
    *(*Q, GrantPut("u", STAGING_QUEUE)),
    *(OpenSession("s", user="u"), CreateProducer("p", session="s", destination=TO_Q), DELAY),
)
UNIT: Trace = (
    *(*QUEUES, OpenSession("t", Acknowledgement.TRANSACTED)),
    *(CreateProducer("p", session="t", destination=TO_Q), DELAY),
)
ANEW: Trace = (DeleteQueue("Q"), DefineLocalQueue("Q2"), DefineAliasQueue("Q", "Q2"))
COMMITTED: Trace = (Commit("t"), DUE, *LOOK)
AT_ODDS: Trace = (*P, SetTimeToLive("p", 3000), DELAY)


def of_user(session: str, *grants: str) -> Trace:
    """A transacted producer of somebody who may put to these queues."""
    return (
        *(*QUEUES, *(GrantPut("u", queue) for queue in grants), GrantPut("u", STAGING_QUEUE)),
        OpenSession(session, Acknowledgement.TRANSACTED, "u"),
        *(CreateProducer("p", session=session, destination=TO_Q), DELAY),
    )


def long_form(time_to_live: int) -> Send:
    return Send("p", OutgoingMessage("m"), arguments=SendArguments(2, 4, time_to_live))


BETWEEN: dict[str, Trace] = {
    "authority when created": (*USER, RevokePut("u", "Q"), send(), DUE, *LOOK[:1]),
    "no authority when created": (*UNAUTHORIZED, GrantPut("u", "Q"), send(), DUE, *LOOK[:1]),
    "PUT when created": (*P, DELAY, DISABLE, send()),
    "MAXMSGL when created": (*P, DELAY, SHORT, LONG),
    "MAXDEPTH when created": (*P, DELAY, FULL, send()),
    "missing when created": (P[1], DELAY, *Q, send(), DUE, *LOOK[:1]),
    "there when created": (*P, DELAY, DeleteQueue("Q"), send(), DUE, Browse(STAGING_QUEUE)),
    "queue of the creation": (*P, DELAY, *ANEW, send(), DUE, Browse("Q2")),
    "lost to a revocation before its commit": (*of_user("t", "Q"), send(), RevokePut("u", "Q"), *COMMITTED),
    "lost to PUT(DISABLED) before its commit": (*UNIT, send(), DISABLE, *COMMITTED),
    "lost to MAXMSGL before its commit": (*UNIT, LONG, SHORT, *COMMITTED),
    "lost to MAXDEPTH before its commit": (*UNIT, send(), FULL, *COMMITTED),
    "lost to a deletion before its commit": (*UNIT, send(), DeleteQueue("Q"), *COMMITTED),
    "lost to another queue before its commit": (*UNIT, send(), *ANEW, *COMMITTED[:2], Browse("Q2")),
    "authority at the commit": (*of_user("t"), send(), GrantPut("u", "Q"), *COMMITTED),
    "life of the setter in the long form": (*AT_ODDS, long_form(20_000), DUE, *LOOK[:1]),
    "conflict that a long form has ended": (*AT_ODDS, long_form(20_000), send("n")),
    "long form unchecked behind setters that conflict": (*AT_ODDS, long_form(4000)),
}
