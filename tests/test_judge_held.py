"""What an open unit of work has got, as others see it: no document here says whether a browser shows it."""

import pytest
from by_hand import blamed, browsed, fine, played, returned

from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    Advance,
    Browse,
    Command,
    Commit,
    CreateProducer,
    DefineLocalQueue,
    OpenSession,
    Receive,
    Rollback,
    Send,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination
from mqtck.reference.vocabulary.outcomes import NoMessage

LIFE = 60_000


def held(life: int) -> tuple[Command, ...]:
    """A message that is got in a unit of work."""
    return (
        DefineLocalQueue("ORDERS"),
        OpenSession("tx", Acknowledgement.TRANSACTED),
        CreateProducer("p"),
        SetTimeToLive("p", life),
        Send("p", OutgoingMessage("m1"), QueueDestination("ORDERS")),
        Receive("ORDERS", "tx"),
    )


@pytest.mark.parametrize("life", [0, LIFE], ids=["without an end", "of 60 s"])
def test_a_browser_may_show_what_another_unit_of_work_has_got(life: int) -> None:
    backed_out = played(*held(life), Browse("ORDERS"), Rollback("tx"), Receive("ORDERS"), Browse("ORDERS"))
    assert fine(backed_out, {-4: browsed()})
    assert fine(backed_out, {-4: browsed("m1")})
    committed = played(*held(life), Browse("ORDERS"), Commit("tx"), Receive("ORDERS"))
    assert fine(committed, {-3: browsed("m1"), -1: NoMessage()})


def test_it_does_not_show_what_has_expired_meanwhile() -> None:
    trace = played(*held(LIFE), Advance(LIFE + 2000), Browse("ORDERS"))
    assert blamed(trace, {-1: browsed("m1")}) == ("EX-18",)


def test_nor_one_message_twice_nor_what_the_unit_of_work_has_committed() -> None:
    twice = played(*held(LIFE), Browse("ORDERS"))
    assert not fine(twice, {-1: browsed("m1", "m1")})
    committed = played(*held(LIFE), Commit("tx"), Browse("ORDERS"))
    assert not fine(committed, {-1: browsed("m1")})


def test_a_get_of_what_another_unit_of_work_has_got_breaks_no_rule_about_discards() -> None:
    trace = played(*held(LIFE), Receive("ORDERS"))
    assert blamed(trace, {-1: returned("m1")}) == ()
