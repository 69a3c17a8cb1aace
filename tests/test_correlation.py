"""Message ids and correlation ids as strings and as 24 bytes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mqtck.reference.chapters.correlation import (
    CorrelationForm,
    accepted_correlation_bytes,
    correlation_bytes,
    correlation_element,
    correlation_form,
    message_id_bytes,
    message_id_string,
)

DIGITS = "414d5120514d312020202020202020203f0a1b2c03040506"
ID = bytes.fromhex(DIGITS)


def test_a_message_id_is_id_colon_and_48_digits() -> None:
    """HM-30"""
    assert message_id_string(ID) == "ID:" + DIGITS
    assert message_id_bytes("ID:" + DIGITS) == ID
    assert message_id_bytes("ID:" + DIGITS.upper()) == ID


@given(st.binary(min_size=24, max_size=24))
def test_a_message_id_comes_back_and_is_a_correlation_id(message_id: bytes) -> None:
    """HM-30, HM-40, X-40: a reply that correlates by the id of its request hits those bytes."""
    text = message_id_string(message_id)
    assert message_id_bytes(text) == message_id
    assert correlation_bytes(text) == message_id
    assert correlation_element(text) is None


@pytest.mark.parametrize(
    "text", ["", "ID:", DIGITS, f"ID:{DIGITS}0", f"ID:{DIGITS[:-1]}", f"ID:{DIGITS[:-1]}g"]
)
def test_what_is_no_message_id_has_no_bytes(text: str) -> None:
    assert message_id_bytes(text) is None


@pytest.mark.parametrize(
    ("correlation_id", "form", "octets", "element"),
    [
        # HM-40, HM-41
        (f"ID:{DIGITS}", CorrelationForm.PROVIDER_ID, ID, None),
        # HM-42, HM-45: values above 0x7f and nulls are values like others
        (b"\xff\0" * 12, CorrelationForm.NATIVE_BYTES, b"\xff\0" * 12, None),
        # HM-43
        (b"12345", CorrelationForm.NATIVE_BYTES, b"12345" + bytes(19), None),
        (b"", CorrelationForm.NATIVE_BYTES, bytes(24), None),
        # HM-44
        (bytes(range(30)), CorrelationForm.NATIVE_BYTES, bytes(range(24)), None),
        # bytes that spell an id are bytes
        (b"ID:" + b"a" * 48, CorrelationForm.NATIVE_BYTES, b"ID:" + b"a" * 21, None),
        # HM-46, HM-47
        ("order 1", CorrelationForm.APPLICATION_STRING, b"order 1" + bytes(17), "order 1"),
        ("x" * 60, CorrelationForm.APPLICATION_STRING, b"x" * 24, "x" * 60),
        # HM-47: 24 bytes, not characters, and the cut may split one
        ("é" * 24, CorrelationForm.APPLICATION_STRING, "é".encode() * 12, "é" * 24),
        ("x" * 23 + "é", CorrelationForm.APPLICATION_STRING, b"x" * 23 + b"\xc3", "x" * 23 + "é"),
        (f"id:{DIGITS}", CorrelationForm.APPLICATION_STRING, b"id:" + DIGITS[:21].encode(), f"id:{DIGITS}"),
        # nothing is said about these
        (f"ID:{DIGITS.upper()}", None, None, None),
        (f"ID:{DIGITS}\n", None, None, None),
        (f"ID:{DIGITS[:-1]}", None, None, None),
        ("ID:order", None, None, None),
        ("\ud800", None, None, None),
    ],
)
def test_the_three_forms_of_a_correlation_id(
    correlation_id: str | bytes, form: CorrelationForm | None, octets: bytes | None, element: str | None
) -> None:
    assert correlation_form(correlation_id) is form
    assert correlation_bytes(correlation_id) == octets
    assert correlation_element(correlation_id) == element


def test_what_pads_a_short_string_is_open() -> None:
    """HM-47: both are accepted; where nothing needs padding there is one value."""
    assert accepted_correlation_bytes("order") == (b"order".ljust(24, b"\0"), b"order".ljust(24))
    assert accepted_correlation_bytes("x" * 24) == (b"x" * 24,)
    assert accepted_correlation_bytes(b"order") == (b"order".ljust(24, b"\0"),)
    assert accepted_correlation_bytes("ID:order") == ()


@given(st.text() | st.binary())
def test_every_accepted_value_has_24_bytes(correlation_id: str | bytes) -> None:
    accepted = accepted_correlation_bytes(correlation_id)
    assert all(len(value) == 24 for value in accepted)
    assert bool(accepted) is (correlation_form(correlation_id) is not None)
