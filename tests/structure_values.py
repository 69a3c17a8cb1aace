"""Valid values of the structures, drawn by Hypothesis, and bytes that are nearly valid."""

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from mqtck.reference.structures.dead_letter import DeadLetterFields, pack_dead_letter
from mqtck.reference.structures.descriptor import DescriptorExtension, MessageDescriptor, pack_descriptor
from mqtck.reference.structures.fields import CharacterSet, Coding, Encoding
from mqtck.reference.structures.folders import DEEPEST, Element
from mqtck.reference.structures.jms_folders import Expiration, JmsFields
from mqtck.reference.structures.rules_and_formatting import (
    RulesAndFormattingHeader,
    pack_rules_and_formatting,
)
from mqtck.reference.structures.transmission import TransmissionHeader, pack_transmission

CODINGS = tuple(Coding(encoding, text) for encoding in Encoding for text in CharacterSet)
BIG = Coding(Encoding.BIG_ENDIAN)
LITTLE = Coding(Encoding.LITTLE_ENDIAN)

codings = st.sampled_from(CODINGS)
longs = st.integers(-(2**31), 2**31 - 1)
numbers = st.integers(-(2**63), 2**63 - 1)
ids = st.binary(min_size=24, max_size=24)


def texts(length: int, last: int = 0xFF) -> SearchStrategy[str]:
    """Texts that a field of so many bytes can hold in both character sets."""
    every = st.text(st.characters(min_codepoint=1, max_codepoint=last), max_size=length)
    return every.filter(lambda text: not text.endswith(" ") and len(text.encode()) <= length)


def extensions() -> SearchStrategy[DescriptorExtension]:
    return st.builds(DescriptorExtension, ids, longs, longs, longs, longs)


def descriptors(
    extension: SearchStrategy[DescriptorExtension | None] | None = None, last: int = 0xFF
) -> SearchStrategy[MessageDescriptor]:
    return st.builds(
        MessageDescriptor,
        report=longs,
        message_type=longs,
        expiry=longs,
        feedback=longs,
        encoding=longs,
        coded_character_set_id=longs,
        format=texts(8, last),
        priority=longs,
        persistence=longs,
        message_id=ids,
        correlation_id=ids,
        backout_count=longs,
        reply_to_queue=texts(48, last),
        reply_to_queue_manager=texts(48, last),
        user_identifier=texts(12, last),
        accounting_token=st.binary(min_size=32, max_size=32),
        application_identity_data=texts(32, last),
        put_application_type=longs,
        put_application_name=texts(28, last),
        put_date=texts(8, last),
        put_time=texts(8, last),
        application_origin_data=texts(4, last),
        extension=st.none() | extensions() if extension is None else extension,
    )


def dead_letters(last: int = 0xFF) -> SearchStrategy[DeadLetterFields]:
    return st.builds(
        DeadLetterFields,
        longs,
        texts(48, last),
        texts(48, last),
        longs,
        longs,
        texts(8, last),
        longs,
        texts(28, last),
        texts(8, last),
        texts(8, last),
    )


def transmissions(last: int = 0xFF) -> SearchStrategy[TransmissionHeader]:
    one = descriptors(st.none(), last)
    return st.builds(TransmissionHeader, texts(48, last), texts(48, last), one)


names = st.from_regex(r"[A-Za-z_$é][A-Za-z0-9_.$é-]{0,8}", fullmatch=True)
_characters = st.characters(exclude_categories=("Cs",), exclude_characters="\ufffe\uffff").filter(
    lambda one: one >= " " or one in "\t\n\r"
)
contents = st.text(_characters | st.sampled_from("&<>'\"\r\n\t ]"), max_size=12)
attributes = st.dictionaries(names, contents, max_size=2).map(lambda pairs: tuple(pairs.items()))

elements: SearchStrategy[Element] = st.recursive(
    st.builds(Element, names, contents, attributes),
    lambda inner: st.builds(Element, names, st.lists(inner, min_size=1, max_size=4).map(tuple), attributes),
    max_leaves=DEEPEST // 2,
)

headers = st.builds(
    RulesAndFormattingHeader,
    longs,
    longs,
    texts(8),
    longs,
    st.sampled_from([1208, 1200, 13488, 17584]),
    st.lists(elements, max_size=3).map(tuple),
)

optional_text = st.none() | contents
jms_values = st.builds(
    JmsFields,
    domain=optional_text,
    set=optional_text,
    type=optional_text,
    format=optional_text,
    destination=optional_text,
    reply_to=optional_text,
    timestamp=st.none() | numbers,
    expiration=st.none() | st.builds(Expiration, numbers, st.none() | st.sampled_from(["i8", "i4", ""])),
    correlation_id=optional_text,
    priority=st.none() | longs,
    delivery_mode=st.none() | longs,
    group_id=optional_text,
    group_sequence=st.none() | longs,
    delivery_delay=st.none() | numbers,
    delivery_time=st.none() | numbers,
)


@st.composite
def packed(draw: st.DrawFn, coding: Coding = BIG) -> bytes:
    """The bytes of some valid structure, with data behind it."""
    data = draw(
        st.one_of(
            descriptors().map(lambda value: pack_descriptor(value, coding)),
            dead_letters().map(lambda value: pack_dead_letter(value, coding)),
            transmissions().map(lambda value: pack_transmission(value, coding)),
            headers.map(lambda value: pack_rules_and_formatting(value, coding)),
        )
    )
    return data + draw(st.binary(max_size=8))


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    """A valid structure in which some stretches were replaced, cut out or put in, and the end cut off."""
    data = draw(packed())
    pieces = st.binary(max_size=5) | st.sampled_from(
        [
            b"\x7f\xff\xff\xff",
            b"\xff\xff\xff\xff",
            b"\x80\0\0\0",
            b"<",
            b"</a>",
            b"&x;",
            b"<!",
            b"\xc3",
            b"\0",
        ]
    )
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, min(len(data), draw(st.sampled_from([48, 600])))))
        end = start + draw(st.integers(0, 5))
        data = data[:start] + draw(pieces) + data[end:]
    return data[: draw(st.none() | st.integers(0, len(data)))]
