"""The folders of an MQRFH2 against the parser of the standard library, and what is no folder."""

from time import process_time
from xml.parsers import expat

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from structure_values import elements

from mqtck.reference.structures.folders import (
    DEEPEST,
    MOST_ELEMENTS,
    Element,
    Flaw,
    depth,
    read_folder,
    size,
    write_folder,
)


class NoFolderError(Exception):
    """Well-formed XML that is no folder."""


def read_by_expat(text: str) -> Element | None:
    """The same folder as the parser of the standard library reads it; None if it is not well-formed."""
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True
    stack: list[tuple[str, dict[str, str], list[Element], list[str]]] = [("", {}, [], [])]

    def end(_name: str) -> None:
        name, attributes, children, texts = stack.pop()
        content = "".join(texts)
        if children and content.strip(" \t\r\n"):
            raise NoFolderError
        element = Element(name, tuple(children) or content, tuple(attributes.items()))
        stack[-1][2].append(element)

    def characters(text: str) -> None:
        stack[-1][3].append(text)

    def no_folder(*_: str) -> None:
        raise NoFolderError

    parser.StartElementHandler = lambda name, attributes: stack.append((name, attributes, [], []))
    parser.EndElementHandler = end
    parser.CharacterDataHandler = characters
    parser.CommentHandler = parser.ProcessingInstructionHandler = no_folder
    parser.StartCdataSectionHandler = no_folder
    try:
        parser.Parse(text.encode(), True)  # noqa: FBT003
    except expat.ExpatError:
        return None
    return stack[0][2][0]


TAGS = (
    "<a>|</a>|<b>|</b>|<c/>|<c dt='i4'/>|<a x=\"1&#65;\" y='>'>|<a\t\r\n>|</a >|<a:b>|</a:b>|<a.-1>|</a.-1>"
)
WRONG_TAGS = "<|<1>|</|/>|< a>|<a b>|<a b='1' b='2'>|<a b='<'>|<!--x-->|<?x?>|<![CDATA[x]]>"
TEXTS = "x| |\n|\r\n|\r|&amp;|&lt;|&#13;|&#x1F600;|>|'|=|\u00e9|\u00a0|\u2028|<a b='\n\t&#10;'>"
WRONG_TEXTS = "&#0;|&#xD800;|&nbsp;|&|]]>|\x07|\ufffe"

pieces = st.lists(
    st.sampled_from(f"{TAGS}|{TEXTS}".split("|"))
    | st.sampled_from(f"{TAGS}|{TEXTS}|{WRONG_TAGS}|{WRONG_TEXTS}".split("|")),
    max_size=9,
).map("".join)
folders = elements.map(write_folder)


@given(pieces | pieces.map(lambda text: f"<a>{text}</a>") | folders)
@example("<a>\r\n<b>x\ry</b>\n</a>  ")
@example("<a>]]></a>")
@example("<a b=''c=''/>")
def test_what_is_read_is_well_formed_xml_of_the_same_meaning(text: str) -> None:
    read = read_folder(text)
    try:
        expected = read_by_expat(text)
    except NoFolderError:
        assert isinstance(read, Flaw)
        return
    if "$" in text:
        return
    if isinstance(read, Flaw):
        assert expected is None or text[0] != "<"
    else:
        assert expected == read[0]
        assert read[1] == size(read[0])


@given(elements)
def test_a_folder_comes_back_as_it_was(folder: Element) -> None:
    assert read_folder(write_folder(folder)) == (folder, size(folder))


def test_the_type_of_an_element_is_kept() -> None:
    text = "<usr><a dt='i8'>1</a><b dt=\"string\">x</b><c>y</c><d xsi:nil='true'/></usr>"
    read = read_folder(text)
    assert not isinstance(read, Flaw)
    assert isinstance(read[0].content, tuple)
    assert [one.data_type for one in read[0].content] == ["i8", "string", None, None]
    assert [one.content for one in read[0].content] == ["1", "x", "y", ""]
    assert read[0].content[3].attributes == (("xsi:nil", "true"),)


def test_markup_in_a_text_is_escaped() -> None:
    folder = Element("usr", (Element("a", "<b>&amp;'\"]]>\r\n", (("dt", "<'\"&\n"),)),))
    written = write_folder(folder)
    assert written == ("<usr><a dt='&lt;&apos;\"&amp;&#10;'>&lt;b&gt;&amp;amp;'\"]]&gt;&#13;\n</a></usr>")
    assert read_folder(written) == (folder, 2)


def nested(levels: int) -> str:
    return "<a>" * levels + "</a>" * levels


def test_the_deepest_folder_is_read_and_a_deeper_one_is_not() -> None:
    assert not isinstance(read_folder(nested(DEEPEST)), Flaw)
    refused = read_folder(nested(DEEPEST + 1))
    assert refused == Flaw(DEEPEST * 3, "a deeper element", "no more than 16 levels")


def test_the_most_elements_are_read_and_one_more_is_not() -> None:
    read = read_folder(f"<u>{'<a/>' * (MOST_ELEMENTS - 1)}</u>")
    assert not isinstance(read, Flaw)
    assert read[1] == MOST_ELEMENTS
    refused = read_folder(f"<u>{'<a/>' * MOST_ELEMENTS}</u>")
    assert isinstance(refused, Flaw)
    assert (refused.found, refused.expected) == ("one more element", "no more than 10000 in a header")


@pytest.mark.parametrize(
    "text",
    [
        "<a>" + "&#65;" * 800_000 + "</a>",
        "<a>" + "&" * 4_000_000,
        "<a" + " " * 4_000_000,
        "<a " + "x" * 4_000_000,
        "<a x='" + "&amp;" * 800_000,
        "<a" + " x='1'" * 600_000 + "/>",
        "<" * 4_000_000,
        "<a>" * 1_000_000,
        "<a>" + "]" * 4_000_000 + "</a>",
        "<a>" + " " * 4_000_000 + "<b/> " * 9_000 + "</a>",
        "<a>" + "<b> </b>" * 9_000 + " " * 4_000_000 + "</a>",
        "<a>" + "x" * 4_000_000 + "<b/>" * 9_000 + "</a>",
        "<a></a>" + " \0" * 2_000_000,
        "<a></a>" + " " * 4_000_000 + "\0x",
    ],
    ids=lambda text: f"{text[:6]}{text[-12:]}",
)
def test_no_text_of_four_million_characters_takes_long(text: str) -> None:
    """Compared with a look at each character, in processor time, which a busy machine does not lengthen.

    The longest takes a dozen times as long; one that looked again and again would take thousands of times.
    """
    start = process_time()
    sum(map(ord, "x" * 4_000_000))
    look = process_time() - start
    start = process_time()
    read_folder(text)
    assert process_time() - start < 200 * look


@pytest.mark.parametrize(
    ("folder", "text"),
    [
        (Element("a b"), "'a b' cannot be the name"),
        (Element(""), "'' cannot be the name"),
        (Element("a", "\0"), "a character that XML does not have"),
        (Element("a", "\ud800"), "a character that XML does not have"),
        (Element("a", ()), "without elements its content is the text ''"),
        (Element("a", "", (("b", "1"), ("b", "2"))), "a wrong or repeated name of an attribute"),
        (Element("a", "", (("b<", "1"),)), "a wrong or repeated name of an attribute"),
        (Element("a", "", (("b", "\0"),)), "a character that XML does not have"),
    ],
)
def test_what_a_folder_cannot_hold_is_not_written(folder: Element, text: str) -> None:
    with pytest.raises(ValueError, match=text):
        write_folder(folder)


def test_a_folder_deeper_than_python_is_not_written() -> None:
    folder = Element("a")
    for _ in range(100_000):
        folder = Element("a", (folder,))
    assert depth(folder) == 100_001
    with pytest.raises(ValueError, match="more than 16 levels"):
        write_folder(folder)
    while isinstance(folder.content, tuple):  # taken apart by hand: so is memory, level by level
        (folder,) = folder.content
