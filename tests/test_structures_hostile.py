"""Headers that mean harm, each with the text of its refusal; none crashes, hangs or is read wrongly."""

import tracemalloc

import pytest
from structure_values import BIG, LITTLE

from mqtck.reference.structures.dead_letter import DeadLetterFields, pack_dead_letter, unpack_dead_letter
from mqtck.reference.structures.descriptor import (
    DescriptorExtension,
    MessageDescriptor,
    pack_descriptor,
    unpack_descriptor,
)
from mqtck.reference.structures.fields import Coding, Malformed, Unpacked
from mqtck.reference.structures.folders import Element
from mqtck.reference.structures.rules_and_formatting import (
    HEADER_LIMIT,
    RulesAndFormattingHeader,
    pack_rules_and_formatting,
    unpack_rules_and_formatting,
)
from mqtck.reference.structures.transmission import (
    TransmissionHeader,
    embedded_expiry,
    pack_transmission,
    transmitted,
    unpack_transmission,
)

DESCRIPTOR = pack_descriptor(MessageDescriptor(), BIG)
DESCRIPTOR_2 = pack_descriptor(MessageDescriptor(extension=DescriptorExtension()), BIG)
DEAD_LETTER = pack_dead_letter(DeadLetterFields(), BIG)
TRANSMISSION = pack_transmission(TransmissionHeader("Q", "QM2", MessageDescriptor()), BIG)


def number(value: int) -> bytes:
    return value.to_bytes(4, "big", signed=True)


def put(data: bytes, at: int, new: bytes) -> bytes:
    return data[:at] + new + data[at + len(new) :]


def header(*folders: bytes, length: int | None = None, ccsid: int = 1208) -> bytes:
    """An MQRFH2 around these bytes, each behind its length; `length` is what StrucLength claims."""
    behind = b"".join(number(len(folder)) + folder for folder in folders)
    claimed = 36 + len(behind) if length is None else length
    fixed = b"RFH " + number(2) + number(claimed) + number(273) + number(1208) + b" " * 8
    return fixed + number(0) + number(ccsid) + behind


def refusal(read: object) -> str:
    assert isinstance(read, Malformed)
    return read.text


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"", "MQMD.StrucId at offset 0: found the end of the data; expected 4 bytes"),
        (b"MD", "MQMD.StrucId at offset 0: found 2 bytes before the end of the data; expected 4 bytes"),
        (b"XX  ", "MQMD.StrucId at offset 0: found b'XX  '; expected b'MD  '"),
        (b"\xd4\xc4\x40\x40", "MQMD.StrucId at offset 0: found b'\\xd4\\xc4@@'; expected b'MD  '"),
        (DEAD_LETTER, "MQMD.StrucId at offset 0: found b'DLH '; expected b'MD  '"),
        (DESCRIPTOR[:4], "MQMD.Version at offset 4: found the end of the data; expected 4 bytes"),
        (put(DESCRIPTOR, 4, number(3)), "MQMD.Version at offset 4: found 3; expected 1 or 2"),
        (put(DESCRIPTOR, 4, number(0)), "MQMD.Version at offset 4: found 0; expected 1 or 2"),
        (put(DESCRIPTOR, 4, number(-1)), "MQMD.Version at offset 4: found -1; expected 1 or 2"),
        (
            put(DESCRIPTOR, 4, b"\2\0\0\0"),
            "MQMD.Version at offset 4: found 33554432; expected 1 or 2 (which it is in the other byte order)",
        ),
        (
            DESCRIPTOR[:17],
            "MQMD.Expiry at offset 16: found 1 bytes before the end of the data; expected 4 bytes",
        ),
        (
            DESCRIPTOR[:323],
            "MQMD.ApplOriginData at offset 320: found 3 bytes before the end of the data; expected 4 bytes",
        ),
        (DESCRIPTOR_2[:324], "MQMD.GroupId at offset 324: found the end of the data; expected 24 bytes"),
        (
            DESCRIPTOR_2[:363],
            "MQMD.OriginalLength at offset 360: found 3 bytes before the end of the data; expected 4 bytes",
        ),
        (
            put(DESCRIPTOR, 102, b"\xff"),
            "MQMD.ReplyToQ at offset 102: found b'  \\xff                     '...; expected text in UTF-8",
        ),
    ],
)
def test_what_is_no_descriptor_is_refused(data: bytes, text: str) -> None:
    assert refusal(unpack_descriptor(data, BIG)) == text


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (DESCRIPTOR, "MQDLH.StrucId at offset 0: found b'MD  '; expected b'DLH '"),
        (put(DEAD_LETTER, 4, number(2)), "MQDLH.Version at offset 4: found 2; expected 1"),
        (
            DEAD_LETTER[:171],
            "PutTime at offset 164: found 7 bytes before the end of the data; expected 8 bytes",
        ),
        (DEAD_LETTER[:12], "MQDLH.DestQName at offset 12: found the end of the data; expected 48 bytes"),
    ],
)
def test_what_is_no_dead_letter_header_is_refused(data: bytes, text: str) -> None:
    assert text in refusal(unpack_dead_letter(data, BIG))


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (put(TRANSMISSION, 0, b"XQX "), "MQXQH.StrucId at offset 0: found b'XQX '; expected b'XQH '"),
        (put(TRANSMISSION, 4, number(9)), "MQXQH.Version at offset 4: found 9; expected 1"),
        (TRANSMISSION[:100], "MQXQH.RemoteQMgrName at offset 56: found 44 bytes before the end of the data"),
        (TRANSMISSION[:104], "MQXQH.MsgDesc.StrucId at offset 104: found the end of the data"),
        (
            put(TRANSMISSION, 104, b"DLH "),
            "MQXQH.MsgDesc.StrucId at offset 104: found b'DLH '; expected b'MD  '",
        ),
        (put(TRANSMISSION, 108, number(2)), "MQXQH.MsgDesc.Version at offset 108: found 2; expected 1"),
        (TRANSMISSION[:427], "MQXQH.MsgDesc.ApplOriginData at offset 424: found 3 bytes"),
    ],
)
def test_what_is_no_transmission_header_is_refused(data: bytes, text: str) -> None:
    assert text in refusal(unpack_transmission(data, BIG))
    assert text in refusal(transmitted(data, BIG))


def test_an_embedded_expiry_is_not_read_from_something_else() -> None:
    assert "expected b'XQH '" in refusal(embedded_expiry(b"\0" * 200, BIG))
    assert "MQXQH.MsgDesc.StrucId" in refusal(embedded_expiry(put(TRANSMISSION, 104, b"abcd"), BIG))
    assert "in the other byte order" in refusal(embedded_expiry(TRANSMISSION, LITTLE))


FOLDER = b"<a></a> "


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (put(header(), 0, b"RFX "), "MQRFH2.StrucId at offset 0: found b'RFX '; expected b'RFH '"),
        (put(header(), 4, number(1)), "MQRFH2.Version at offset 4: found 1; expected 2"),
        (
            header()[:35],
            "NameValueCCSID at offset 32: found 3 bytes before the end of the data; expected 4 bytes",
        ),
        (header(length=35), "MQRFH2.StrucLength at offset 8: found 35; expected 36 or more"),
        (header(length=0), "MQRFH2.StrucLength at offset 8: found 0; expected 36 or more"),
        (header(length=-4), "MQRFH2.StrucLength at offset 8: found -4; expected 36 or more"),
        (header(length=-(2**31)), "StrucLength at offset 8: found -2147483648; expected 36 or more"),
        (
            header(length=2**31 - 1),
            "StrucLength at offset 8: found 2147483647; expected no more than 4194304",
        ),
        (
            header(length=40),
            "StrucLength at offset 8: found 40; expected no more than the 36 bytes there are",
        ),
        (header(FOLDER, length=47), "MQRFH2.StrucLength at offset 8: found 47; expected a multiple of 4"),
        (
            header(ccsid=819),
            "NameValueCCSID at offset 32: found 819; expected one of 1208, 1200, 13488, 17584",
        ),
        (
            header(b""),
            "MQRFH2.NameValueLength at offset 36: found 0; expected a multiple of 4 from 4 to the 0 bytes",
        ),
        (
            put(header(FOLDER), 36, number(12)),
            "at offset 36: found 12; expected a multiple of 4 from 4 to the 8 bytes that the header has left",
        ),
        (
            put(header(FOLDER), 36, number(7)),
            "NameValueLength at offset 36: found 7; expected a multiple of 4",
        ),
        (put(header(FOLDER), 36, number(-8)), "NameValueLength at offset 36: found -8; expected a multiple"),
        (
            put(header(FOLDER), 36, number(2**31 - 1)),
            "NameValueLength at offset 36: found 2147483647; expected",
        ),
        (
            put(header(FOLDER), 36, number(-(2**31))),
            "NameValueLength at offset 36: found -2147483648; expected",
        ),
        (
            put(header(FOLDER), 36, number(4)),
            "NameValueData at offset 43: found '<'; expected the name of an element behind <",
        ),
        (
            header(b"<abc/>  ", b"\xff<a/>   "),
            "MQRFH2.NameValueData at offset 52: found b'\\xff'; expected text in UTF-8",
        ),
        (header(b"<a>\xc3</a>"), "MQRFH2.NameValueData at offset 43: found b'\\xc3'; expected text in UTF-8"),
        (header(b"\xd8\0\0a", ccsid=1200), "offset 40: found b'\\xd8\\x00'; expected text in UTF-16-BE"),
        (
            header(b"\xef\xbb\xbf<a/> "),
            "offset 40: found '\\ufeff<a/> '; expected a folder, which starts with <",
        ),
        (header(b"    "), "offset 40: found '    '; expected a folder, which starts with <"),
        (header(b"<a>\xc3\xa9&x;</a>"), "offset 45: found '&x;</a>'; expected one of &amp; &lt; &gt;"),
        (header(b"<a>&#0;</a> "), "offset 43: found '&#0;'; expected the number of a character of XML"),
        (
            header(b"<a>&#1114112;</a>   "),
            "offset 43: found '&#1114112;'; expected the number of a character",
        ),
        (header(b"<a>\x07</a>"), "offset 43: found the character U+0007; expected a character of XML"),
        (header(b"<a>]]></a>  "), "offset 43: found ']]>'; expected &gt; for its last character"),
        (header(b"<a></b> "), "offset 43: found '</b> '; expected </a>"),
        (header(b"</a>"), "offset 40: found '</a>'; expected a folder"),
        (header(b"<a></a x"), "offset 47: found 'x'; expected </a>"),
        (
            header(b"<a>x<b/></a>"),
            "offset 44: found an element beside text in <a>; expected one or the other",
        ),
        (header(b"<a><b/>x</a>"), "offset 47: found text beside elements in <a>; expected one or the other"),
        (header(b"<a/><b/>"), "offset 44: found '<b/>'; expected nothing but blanks behind the folder"),
        (header(b"<a b='1'"), "offset 48: found the end of the folder; expected > or an attribute in <a"),
        (header(b"<a b=1/>"), "offset 44: found '=1/>'; expected = and a value in quotation marks"),
        (header(b"<a b='1>"), "offset 46: found '1>'; expected a value up to ', without <"),
        (header(b"<a b='' b=''/>  "), "offset 48: found a second b; expected each attribute once"),
        (header(b"<a b=''c=''/>   "), "offset 47: found \"c=''/>   \"; expected > or an attribute in <a"),
        (header(b"<1/>"), "offset 40: found '<1/>'; expected the name of an element behind <"),
        (header(b"<?x?>   "), "offset 40: found '<?x?>   '; expected the name of an element behind <"),
        (header(b"<!--x--><a/>"), "offset 40: found '<!--x--><a/>'; expected the name of an element"),
        (
            header(b"<a><![CDATA[x]]></a>"),
            "offset 43: found '<![CDATA[x]]></a'; expected the name of an element",
        ),
    ],
)
def test_what_is_no_rules_and_formatting_header_is_refused(data: bytes, text: str) -> None:
    assert text in refusal(unpack_rules_and_formatting(data, BIG))


def padded(text: str) -> bytes:
    return text.encode() + b" " * (-len(text.encode()) % 4)


LAUGHS = "<!DOCTYPE a [<!ENTITY a 'ha'>" + "".join(
    f"<!ENTITY {name} '{f'&{before};' * 10}'>" for before, name in zip("abcdefghi", "bcdefghij", strict=True)
)


@pytest.mark.parametrize(
    ("folder", "text"),
    [
        (LAUGHS + "]><a>&j;</a>", "found '<!DOCTYPE a [<!E'; expected the name of an element behind <"),
        ("<!DOCTYPE a SYSTEM 'file:///x'><a/>", "found '<!DOCTYPE a SYST'; expected the name of an element"),
        ("<a><!ENTITY b 'x'></a>", "found \"<!ENTITY b 'x'><\"; expected the name of an element"),
        ("<a b='&j;'/>", "found \"&j;'/>"),
        ("<a>" * 17 + "</a>" * 17, "at offset 88: found a deeper element; expected no more than 16 levels"),
        ("<a>" * 500_000, "at offset 88: found a deeper element; expected no more than 16 levels"),
        (f"<a>{'<b/>' * 100_000}</a>", "found one more element; expected no more than 10000 in a header"),
        (f"<a {'x' * 100_000}/>", "found '/>"),
    ],
)
def test_a_folder_that_would_grow_is_refused_while_it_is_small(folder: str, text: str) -> None:
    data = header(padded(folder))
    tracemalloc.start()
    assert text in refusal(unpack_rules_and_formatting(data, BIG))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 20_000_000 + 8 * len(data)


def test_many_small_folders_count_together() -> None:
    whole = unpack_rules_and_formatting(header(*[b"<a/>"] * 10_000), BIG)
    assert isinstance(whole, Unpacked)
    assert len(whole.value.folders) == 10_000
    for larger in ([b"<a/>"] * 10_001, [b"<a><b/></a> "] * 5_001):
        refused = refusal(unpack_rules_and_formatting(header(*larger), BIG))
        assert refused.endswith("found one more element; expected no more than 10000 in a header")


@pytest.mark.parametrize("length", [2**31 - 1, 2**31 - 4, HEADER_LIMIT + 4])
def test_a_claimed_size_costs_nothing(length: int) -> None:
    data = header(length=length) + header(FOLDER)
    tracemalloc.start()
    unpack_rules_and_formatting(data, BIG)
    unpack_rules_and_formatting(put(header(FOLDER), 36, number(length)), BIG)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 100_000


@pytest.mark.parametrize("coding", [BIG, LITTLE], ids=["big", "little"])
def test_a_header_at_the_bound_comes_back_and_a_larger_one_is_not_packed(coding: Coding) -> None:
    room = HEADER_LIMIT - 36 - 4 - len("<a></a>")
    value = RulesAndFormattingHeader(273, 1208, folders=(Element("a", "x" * room),))
    data = pack_rules_and_formatting(value, coding)
    assert len(data) == HEADER_LIMIT
    assert unpack_rules_and_formatting(data, coding) == Unpacked(value, HEADER_LIMIT)
    larger = RulesAndFormattingHeader(273, 1208, folders=(Element("a", "x" * (room + 1)),))
    with pytest.raises(ValueError, match="larger than 4194304 bytes"):
        pack_rules_and_formatting(larger, coding)


def test_a_header_with_an_unknown_character_set_is_not_packed() -> None:
    with pytest.raises(ValueError, match="NameValueCCSID: 819 is none of its values"):
        pack_rules_and_formatting(RulesAndFormattingHeader(273, 1208, name_value_ccsid=819), BIG)


def test_a_refusal_counts_from_the_start_of_the_data() -> None:
    data = b"12345678" + header(b"<a></b> ")
    assert "NameValueData at offset 51: found '</b> '" in refusal(unpack_rules_and_formatting(data, BIG, 8))
    assert "MQMD.Version at offset 12" in refusal(unpack_descriptor(b"12345678MD  abcd", BIG, 8))
