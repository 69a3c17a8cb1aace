"""The same structures packed and unpacked by another implementation give the same bytes and values."""

import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from independent_structures import ibmmq
from structure_values import (
    BIG,
    LITTLE,
    dead_letters,
    descriptors,
    elements,
    extensions,
    headers,
    texts,
    transmissions,
)

from mqtck.reference.structures import dead_letter, descriptor, rules_and_formatting, transmission
from mqtck.reference.structures.dead_letter import DeadLetterFields, pack_dead_letter, unpack_dead_letter
from mqtck.reference.structures.descriptor import MessageDescriptor, pack_descriptor, unpack_descriptor
from mqtck.reference.structures.fields import Field, FieldType, Unpacked
from mqtck.reference.structures.folders import Element, write_folder
from mqtck.reference.structures.rules_and_formatting import (
    RulesAndFormattingHeader,
    pack_rules_and_formatting,
    unpack_rules_and_formatting,
)
from mqtck.reference.structures.transmission import TransmissionHeader, pack_transmission

__all__ = ["ibmmq"]

NATIVE = LITTLE if sys.byteorder == "little" else BIG
"""Its fixed structures know the order of the machine only."""


def by_name(fields: tuple[Field, ...], value: object) -> dict[str, Any]:
    """The values by the names that MQ gives them, text padded with blanks to the field."""
    values = {field.name: getattr(value, field.attribute) for field in fields}
    return {
        field.name: values[field.name].encode().ljust(field.length)
        if field.kind is FieldType.CHARACTERS
        else values[field.name]
        for field in fields
    }


def test_both_know_the_same_sizes(ibmmq: Any) -> None:
    numbers = ibmmq.CMQC
    assert numbers.MQMD_LENGTH_1 == descriptor.LENGTH_1
    assert numbers.MQMD_LENGTH_2 == descriptor.LENGTH_2
    assert numbers.MQDLH_LENGTH_1 == dead_letter.LENGTH
    assert numbers.MQXQH_LENGTH_1 == transmission.LENGTH
    assert numbers.MQRFH_STRUC_LENGTH_FIXED_2 == rules_and_formatting.FIXED


@given(value=descriptors(extensions()))
def test_both_pack_a_descriptor_to_the_same_bytes(ibmmq: Any, value: MessageDescriptor) -> None:
    assert value.extension is not None
    values = by_name(descriptor.LAYOUT.fields, value)
    values |= by_name(descriptor.ADDED_BY_VERSION_2, value.extension)
    data = pack_descriptor(value, NATIVE)
    assert ibmmq.MD(**values).pack() == data
    other = ibmmq.MD()
    other.unpack(data)
    assert {name: other[name] for name in values} == values


@given(value=descriptors(extensions()))
def test_a_descriptor_that_the_other_packs_with_nulls_is_read(ibmmq: Any, value: MessageDescriptor) -> None:
    values = by_name(descriptor.LAYOUT.fields, value)
    values |= by_name(descriptor.ADDED_BY_VERSION_2, value.extension)
    for field in descriptor.LAYOUT.fields:
        if field.kind is FieldType.CHARACTERS:
            values[field.name] = values[field.name].rstrip(b" ")
    assert unpack_descriptor(ibmmq.MD(**values).pack(), NATIVE) == Unpacked(value, 364)


@given(value=dead_letters())
def test_both_pack_a_dead_letter_header_to_the_same_bytes(ibmmq: Any, value: DeadLetterFields) -> None:
    values = by_name(dead_letter.LAYOUT.fields, value)
    data = pack_dead_letter(value, NATIVE)
    assert ibmmq.DLH(**values).pack() == data
    other = ibmmq.DLH()
    other.get_header(data + b"the message")
    assert {name: other[name] for name in values} == values
    assert unpack_dead_letter(ibmmq.DLH(**values).pack(), NATIVE) == Unpacked(value, 172)


@given(value=transmissions())
def test_the_other_reads_a_transmission_header(ibmmq: Any, value: TransmissionHeader) -> None:
    data = pack_transmission(value, NATIVE) + b"the message"
    other = ibmmq.XQH()
    other.get_header(data)
    values = by_name(transmission.LAYOUT.fields, value)
    assert {name: other[name] for name in values} == values
    assert other.pack() == data[:104]
    embedded = ibmmq.MD()
    embedded.unpack(data[104:428] + bytes(40))
    values = by_name(descriptor.LAYOUT.fields, value.descriptor)
    assert {name: embedded[name] for name in values} == values


@pytest.mark.parametrize("coding", [BIG, LITTLE], ids=["big", "little"])
@given(folder=elements, text=texts(8), flags=st.integers(-(2**31), 2**31 - 1))
def test_both_pack_a_rules_and_formatting_header_to_the_same_bytes(
    ibmmq: Any, coding: Any, folder: Element, text: str, flags: int
) -> None:
    value = RulesAndFormattingHeader(coding.encoding, 1208, text, flags, folders=(folder,))
    other = ibmmq.RFH2(
        Encoding=int(coding.encoding),
        CodedCharSetId=1208,
        Format=text.encode().ljust(8),
        Flags=flags,
        NameValueCCSID=1208,
    )
    other.add_folder(write_folder(folder).encode())
    data = other.pack(encoding=int(coding.encoding))
    assert data == pack_rules_and_formatting(value, coding)
    assert unpack_rules_and_formatting(data, coding) == Unpacked(value, len(data))


@pytest.mark.parametrize("coding", [BIG, LITTLE], ids=["big", "little"])
@given(value=headers.filter(lambda header: header.name_value_ccsid == 1208))
def test_the_other_reads_a_rules_and_formatting_header(
    ibmmq: Any, coding: Any, value: RulesAndFormattingHeader
) -> None:
    data = pack_rules_and_formatting(value, coding)
    other = ibmmq.RFH2()
    other.unpack(data, encoding=int(coding.encoding))
    assert other["StrucLength"] == len(data)
    assert other["Flags"] == value.flags
    for folder in value.folders[-1:]:  # it keeps one folder of a name
        assert other[folder.name].rstrip(b" ") == write_folder(folder).encode()
