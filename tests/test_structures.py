"""MQMD, MQDLH, MQXQH and MQRFH2: sizes, offsets, and packing as the inverse of unpacking."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from structure_values import (
    BIG,
    CODINGS,
    LITTLE,
    codings,
    dead_letters,
    descriptors,
    headers,
    jms_values,
    mutated,
    packed,
    transmissions,
)

from mqtck.reference.chapters.header_fields import expiration_type_fits
from mqtck.reference.structures import dead_letter, descriptor, rules_and_formatting, transmission
from mqtck.reference.structures.dead_letter import DeadLetterFields, pack_dead_letter, unpack_dead_letter
from mqtck.reference.structures.descriptor import (
    DescriptorExtension,
    MessageDescriptor,
    pack_descriptor,
    unpack_descriptor,
)
from mqtck.reference.structures.fields import Coding, Encoding, Layout, Malformed, Unpacked, encoding_of
from mqtck.reference.structures.folders import Element, write_folder
from mqtck.reference.structures.jms_folders import Expiration, JmsFields, folder_seen, jms_fields, jms_folders
from mqtck.reference.structures.rules_and_formatting import (
    RulesAndFormattingHeader,
    pack_rules_and_formatting,
    unpack_rules_and_formatting,
)
from mqtck.reference.structures.transmission import (
    TooShort,
    TransmissionHeader,
    after_waiting,
    embedded_expiry,
    pack_transmission,
    transmission_data,
    transmitted,
    unpack_transmission,
)

Unpack = Callable[[bytes, Coding, int], Unpacked[Any] | Malformed]
UNPACK: tuple[Unpack, ...] = (
    unpack_descriptor,
    unpack_dead_letter,
    unpack_transmission,
    unpack_rules_and_formatting,
)


def offsets(layout: Layout) -> dict[str, int]:
    at, found = 8, {}
    for field in layout.fields:
        found[field.name] = at
        at += field.length
    return found


def test_the_sizes_are_those_of_the_product() -> None:
    assert (descriptor.LENGTH_1, descriptor.LENGTH_2) == (324, 364)
    assert dead_letter.LENGTH == 172
    assert (transmission.EMBEDDED, transmission.LENGTH) == (104, 428)
    assert rules_and_formatting.FIXED == 36


def test_the_fields_of_a_dead_letter_header_stand_where_the_product_puts_them() -> None:
    """As measured on a header that the product's own client wrote."""
    assert offsets(dead_letter.LAYOUT) == {
        "Reason": 8,
        "DestQName": 12,
        "DestQMgrName": 60,
        "Encoding": 108,
        "CodedCharSetId": 112,
        "Format": 116,
        "PutApplType": 124,
        "PutApplName": 128,
        "PutDate": 156,
        "PutTime": 164,
    }


def test_a_dead_letter_header_byte_by_byte() -> None:
    header = DeadLetterFields(
        reason=2053, destination_queue="Q1", encoding=546, coded_character_set_id=1208, format="MQSTR"
    )
    assert pack_dead_letter(header, BIG) == (
        b"DLH \0\0\0\1\0\0\x08\x05"
        + b"Q1".ljust(48)
        + b" " * 48
        + b"\0\0\x02\x22\0\0\x04\xb8MQSTR   \0\0\0\0"
        + b" " * (28 + 8 + 8)
    )
    assert pack_dead_letter(header, LITTLE)[4:12] == b"\1\0\0\0\x05\x08\0\0"


def test_a_rules_and_formatting_header_byte_by_byte() -> None:
    folder = Element("mcd", (Element("Msd", "jms_text"),))
    header = RulesAndFormattingHeader(273, 1208, "MQSTR", folders=(folder,))
    assert pack_rules_and_formatting(header, BIG) == (
        b"RFH \0\0\0\2\0\0\0\x48\0\0\x01\x11\0\0\x04\xb8MQSTR   \0\0\0\0\0\0\x04\xb8"
        b"\0\0\0\x20<mcd><Msd>jms_text</Msd></mcd>  "
    )
    wide = RulesAndFormattingHeader(273, 1208, "", name_value_ccsid=1200, folders=(Element("a"),))
    assert pack_rules_and_formatting(wide, BIG)[36:] == b"\0\0\0\x10" + "<a></a> ".encode("utf-16-be")
    assert pack_rules_and_formatting(wide, LITTLE)[36:] == b"\x10\0\0\0" + "<a></a> ".encode("utf-16-le")


@given(descriptors(), codings)
def test_a_descriptor_comes_back_as_it_was(value: MessageDescriptor, coding: Coding) -> None:
    data = pack_descriptor(value, coding)
    assert len(data) == (324 if value.extension is None else 364)
    assert unpack_descriptor(b"before" + data + b"behind", coding, 6) == Unpacked(value, 6 + len(data))


@given(dead_letters(), codings)
def test_a_dead_letter_header_comes_back_as_it_was(value: DeadLetterFields, coding: Coding) -> None:
    data = pack_dead_letter(value, coding)
    assert unpack_dead_letter(b"before" + data + b"behind", coding, 6) == Unpacked(value, 6 + 172)


@given(transmissions(), codings, st.binary(max_size=40))
def test_a_message_on_a_transmission_queue_comes_back_as_it_was(
    value: TransmissionHeader, coding: Coding, data: bytes
) -> None:
    """EX-50: the header stands in front of the application's data."""
    message = transmission_data(value, data, coding)
    assert message == pack_transmission(value, coding) + data
    assert transmitted(message, coding) == (value, data)
    assert unpack_descriptor(message, coding, 104) == Unpacked(value.descriptor, 428)


@given(headers, codings)
def test_a_rules_and_formatting_header_comes_back_as_it_was(
    value: RulesAndFormattingHeader, coding: Coding
) -> None:
    data = pack_rules_and_formatting(value, coding)
    assert len(data) % 4 == 0
    assert unpack_rules_and_formatting(b"before" + data + b"x", coding, 6) == Unpacked(value, 6 + len(data))


@given(jms_values)
def test_the_folders_say_what_they_were_made_from(fields: JmsFields) -> None:
    folders = jms_folders(fields)
    assert jms_fields(folders) == fields
    header = RulesAndFormattingHeader(273, 1208, folders=folders)
    read = unpack_rules_and_formatting(pack_rules_and_formatting(header, BIG), BIG)
    assert isinstance(read, Unpacked)
    assert jms_fields(read.value.folders) == fields


@given(st.binary(max_size=500) | mutated(), codings, st.integers(0, 3))
@example(b"", BIG, 0)
def test_any_bytes_give_a_value_or_a_refusal(data: bytes, coding: Coding, at: int) -> None:
    """And what gives a value is a structure: packed again it is read as the same value."""
    for unpack, pack in zip(
        UNPACK,
        (pack_descriptor, pack_dead_letter, pack_transmission, pack_rules_and_formatting),
        strict=True,
    ):
        read = unpack(data, coding, at)
        if isinstance(read, Malformed):
            assert read.offset is not None
            assert at <= read.offset <= max(at, len(data))
            assert len(read.text) < 250
        else:
            assert at < read.end <= len(data)
            again = unpack(pack(read.value, coding), coding, 0)
            assert isinstance(again, Unpacked)
            assert again.value == read.value
    assert isinstance(embedded_expiry(data, coding), int | TooShort | Malformed)
    assert len(after_waiting(data, 1, coding)) == len(data)


@given(packed())
def test_a_structure_is_never_taken_for_another(data: bytes) -> None:
    assert sum(isinstance(unpack(data, BIG, 0), Unpacked) for unpack in UNPACK) == 1


@given(packed(), st.data())
def test_a_structure_cut_anywhere_is_refused(data: bytes, draw: st.DataObject) -> None:
    for unpack in UNPACK:
        whole = unpack(data, BIG, 0)
        if isinstance(whole, Unpacked):
            cut = draw.draw(st.integers(0, whole.end - 1))
            assert isinstance(unpack(data[:cut], BIG, 0), Malformed)


def test_nulls_pad_a_name_as_blanks_do() -> None:
    data = pack_dead_letter(DeadLetterFields(destination_queue="Q1"), BIG)
    for padding in (b"\0".ljust(46, b"\0"), b"\0rest".ljust(46), b"  \0".ljust(46, b"x")):
        read = unpack_dead_letter(data[:14] + padding + data[60:], BIG)
        assert isinstance(read, Unpacked)
        assert read.value.destination_queue == "Q1"


@pytest.mark.parametrize("coding", CODINGS, ids=str)
def test_text_follows_the_character_set(coding: Coding) -> None:
    data = pack_dead_letter(DeadLetterFields(put_application_name="Käse"), coding)
    assert data[128:156] == "Käse".encode(coding.character_set.codec).ljust(28)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (MessageDescriptor(expiry=2**31), "MQMD.Expiry: 2147483648 does not fit 32 bits"),
        (MessageDescriptor(message_id=b"x"), "MQMD.MsgId: 1 bytes; it has 24"),
        (MessageDescriptor(reply_to_queue="Q" * 49), "takes 49 bytes; it has 48"),
        (MessageDescriptor(format="ä" * 5), "takes 10 bytes; it has 8"),
        (MessageDescriptor(format="A "), "ends with a blank"),
        (MessageDescriptor(format="A\0B"), "holds a null"),
        (MessageDescriptor(extension=DescriptorExtension(group_id=b"")), "MQMD.GroupId: 0 bytes"),
    ],
)
def test_what_a_structure_cannot_hold_is_not_packed(value: MessageDescriptor, text: str) -> None:
    with pytest.raises(ValueError, match=text):
        pack_descriptor(value, BIG)


def test_a_transmission_header_has_no_room_for_a_second_version() -> None:
    header = TransmissionHeader("Q", "QM", MessageDescriptor(extension=DescriptorExtension()))
    with pytest.raises(ValueError, match="room for a descriptor of version 1"):
        pack_transmission(header, BIG)


@pytest.mark.parametrize(
    ("value", "encoding"),
    [
        (273, Encoding.BIG_ENDIAN),
        (546, Encoding.LITTLE_ENDIAN),
        (785, Encoding.BIG_ENDIAN),  # as on z/OS: only its floating point is another
        (0, None),
        (3, None),
    ],
)
def test_the_lowest_bits_of_an_encoding_tell_the_order(value: int, encoding: Encoding | None) -> None:
    assert encoding_of(value) is encoding


def on_transmission_queue(expiry: int, coding: Coding = BIG) -> bytes:
    header = TransmissionHeader("Q", "QM2", MessageDescriptor(expiry=expiry))
    return transmission_data(header, b"data", coding)


@pytest.mark.parametrize("coding", [BIG, LITTLE], ids=["big", "little"])
@pytest.mark.parametrize("expiry", [-1, 0, 1, 600, 2**31 - 1])
def test_the_embedded_expiry_is_seen_without_the_rest(expiry: int, coding: Coding) -> None:
    assert embedded_expiry(on_transmission_queue(expiry, coding)[:124], coding) == expiry


@pytest.mark.parametrize("length", [0, 3, 4, 103, 104, 108, 120, 123])
def test_data_too_short_for_the_embedded_expiry_are_said_to_be_so(length: int) -> None:
    """EX-54, EX-57: no fault, and nothing happens to such data when time passes."""
    data = on_transmission_queue(600)[:length]
    seen = embedded_expiry(data, BIG)
    assert seen == TooShort(length, 124)
    assert seen.text == f"the data end at {length}, the embedded Expiry field would end at 124"
    assert after_waiting(data, 10, BIG) == data


@pytest.mark.parametrize(
    ("before", "waited", "after"),
    [
        (600, 100, 500),  # EX-56
        (600, 0, 600),
        (20, 20, 0),  # EX-59
        (20, 50, 0),  # EX-59: not negative, -1 would mean unlimited
        (-1, 50, -1),  # EX-56: unlimited stays unlimited
        (-7, 50, -7),  # no valid value, nothing is said
        (0, 50, 0),
    ],
)
def test_the_embedded_expiry_after_waiting(before: int, waited: int, after: int) -> None:
    data = after_waiting(on_transmission_queue(before), waited, BIG)
    assert data == on_transmission_queue(after)


def test_the_jms_view_of_a_header_that_the_client_writes() -> None:
    fields = JmsFields(
        domain="jms_map",
        set="set",
        type="type",
        format="format",
        destination="queue:///Q1",
        reply_to="queue://QM1/Q2?targetClient=1&priority=3",
        timestamp=1252094680519,
        expiration=Expiration(1252094803975),
        correlation_id="<order & co>",
        priority=7,
        delivery_mode=2,
        group_id="g",
        group_sequence=1,
        delivery_delay=5000,
        delivery_time=1252094685519,
    )
    assert "".join(map(write_folder, jms_folders(fields))) == (
        "<mcd><Msd>jms_map</Msd><Set>set</Set><Type>type</Type><Fmt>format</Fmt></mcd>"
        "<jms><Dst>queue:///Q1</Dst><Rto>queue://QM1/Q2?targetClient=1&amp;priority=3</Rto>"
        "<Tms>1252094680519</Tms><Exp>1252094803975</Exp><Cid>&lt;order &amp; co&gt;</Cid>"
        "<Pri>7</Pri><Dlv>2</Dlv><Gid>g</Gid><Seq>1</Seq></jms>"
        "<mqext><Dly>5000</Dly><Dtm>1252094685519</Dtm></mqext>"
    )


@pytest.mark.parametrize(("data_type", "fits"), [(None, True), ("i8", True), ("i4", False), ("", False)])
def test_an_expiration_is_declared_as_i8_or_not_at_all(data_type: str | None, fits: bool) -> None:  # noqa: FBT001
    """HM-19"""
    attributes = () if data_type is None else (("dt", data_type),)
    folder = Element("jms", (Element("Exp", "4102444800000", attributes),))
    fields = jms_fields((folder,))
    assert isinstance(fields, JmsFields)
    assert fields.expiration == Expiration(4102444800000, data_type)
    assert expiration_type_fits(fields.expiration.data_type) is fits


@given(jms_values)
def test_what_is_read_from_the_folders_is_seen_in_a_trace(fields: JmsFields) -> None:
    """Every field of the vocabulary's folder is filled from the one of the same name; empty is absent."""
    seen = msgspec.structs.asdict(folder_seen(fields))
    expiration = fields.expiration or Expiration(0)
    shown = seen.pop("expiration"), seen.pop("expiration_type")
    assert shown == ((expiration.milliseconds, expiration.data_type) if fields.expiration else (None, None))
    given = {name: getattr(fields, name) for name in seen}
    assert seen == {name: None if value == "" else value for name, value in given.items()}


def test_other_folders_and_elements_are_left_alone() -> None:
    folders = (
        Element("usr", (Element("Dst", "no"), Element("Dst", "no"))),
        Element("jms", (Element("Uci", (Element("Dst", "no"),)),)),
        Element("mqext", "\n "),
    )
    assert jms_fields(folders) == JmsFields()


@pytest.mark.parametrize(
    ("folders", "text"),
    [
        ((Element("jms", (Element("Pri", "high"),)),), "MQRFH2.jms.Pri: found 'high'; expected a decimal"),
        ((Element("jms", (Element("Pri", "2147483648"),)),), "expected a decimal number of 32 bits"),
        ((Element("jms", (Element("Exp", "9223372036854775808"),)),), "a decimal number of 64 bits"),
        ((Element("jms", (Element("Exp", "9" * 100),)),), "found '999999999999999999999999'..."),
        ((Element("jms", (Element("Exp", "٣"),)),), "a decimal number of 64 bits"),
        ((Element("jms", (Element("Exp", "1_0"),)),), "a decimal number of 64 bits"),
        ((Element("jms", (Element("Exp"),)),), "found ''; expected a decimal number of 64 bits"),
        ((Element("jms", (Element("Dst", (Element("a"),)),)),), "MQRFH2.jms.Dst: found elements"),
        ((Element("jms", (Element("Dst"), Element("Dst"))),), "found a second such element; expected one"),
        ((Element("jms"), Element("jms")), "MQRFH2.jms: found a second such folder; expected one"),
        ((Element("mcd", "text"),), "MQRFH2.mcd: found 'text'; expected elements"),
    ],
)
def test_folders_that_say_no_jms_header_are_refused(folders: tuple[Element, ...], text: str) -> None:
    refused = jms_fields(folders)
    assert isinstance(refused, Malformed)
    assert text in refused.text
