"""The folders of an MQRFH2: a small language that looks like XML, read and written.

A folder is one element; an element has a name, attributes, and either text or further elements. Nothing
else exists: no declaration, document type, entity, comment, processing instruction or CDATA section. So
this is a reader of its own and not a general one with most of it forbidden: what the grammar does not
have cannot be used against the reader, it behaves alike with every Python, and a refusal knows its
place. It never looks back, keeps no recursion, and stops at bounds for depth and number of elements.
Whatever it accepts is well-formed XML of the same meaning (`$` in a name apart, which a Java identifier
and so a property name may have).

Silent points, read with favour: white space between elements and after the folder is no content; nulls
after it count as padding like blanks; an end of line is read as XML has it.
"""

import re
from typing import Final

import msgspec

from mqtck.reference.vocabulary.base import Struct

DEEPEST: Final = 16
"""Levels of elements, the folder itself being the first."""

MOST_ELEMENTS: Final = 10_000
"""Elements in all folders of one header."""

_SHOWN: Final = 16
"""Characters of a wrong text that a refusal shows."""

_START: Final = (
    r"$:A-Z_a-z\xC0-\xD6\xD8-\xF6\xF8-\u02FF\u0370-\u037D\u037F-\u1FFF\u200C-\u200D\u2070-\u218F\u2C00-\u2FEF"
    r"\u3001-\uD7FF\uF900-\uFDCF\uFDF0-\uFFFD\U00010000-\U000EFFFF"
)
_NAME: Final = re.compile(rf"[{_START}][{_START}\-.0-9\xB7\u0300-\u036F\u203F-\u2040]*+")
_SPACE: Final = re.compile(r"[ \t\r\n]*+")
_NEVER: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_REFERENCE: Final = re.compile(r"&(?:(amp|lt|gt|quot|apos)|#(?:([0-9]{1,7})|x([0-9A-Fa-f]{1,6})));")
_AMPERSAND: Final = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#[0-9]{1,7}|#x[0-9A-Fa-f]{1,6});)")
_EQUALS: Final = re.compile(r"[ \t\r\n]*+=[ \t\r\n]*+(['\"])")
_LINE_END: Final = re.compile("\r\n|\r")
_BLANK: Final = re.compile("\r\n|[\t\r\n]")
_LAST_CHARACTER: Final = 0x10FFFF
_CHARACTERS: Final = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_ESCAPES: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"})
_ATTRIBUTE_ESCAPES: Final = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", "'": "&apos;", "\r": "&#13;", "\n": "&#10;", "\t": "&#9;"}
)


class Element(Struct, frozen=True):
    """One element; a folder is one. The content is text, or at least one element."""

    name: str
    content: "str | tuple[Element, ...]" = ""
    attributes: tuple[tuple[str, str], ...] = ()

    @property
    def data_type(self) -> str | None:
        """The attribute `dt`: i4, i8, string, ...; None where the element has none."""
        return dict(self.attributes).get("dt")


class Flaw(Struct, frozen=True):
    """The text is not a folder; `at` counts characters."""

    at: int
    found: str
    expected: str


class _Open(msgspec.Struct):
    """An element whose end tag is still to come."""

    name: str
    attributes: tuple[tuple[str, str], ...]
    children: list[Element]
    text: str = ""


def read_folder(text: str, most: int = MOST_ELEMENTS) -> tuple[Element, int] | Flaw:
    """The folder that the text is, and how many elements it has; no more than `most`."""
    never = _NEVER.search(text.rstrip("\0"))
    if never:
        return Flaw(never.start(), f"the character U+{ord(never[0]):04X}", "a character of XML")
    if not text.startswith("<"):
        return Flaw(0, _glimpse(text, 0), "a folder, which starts with <")
    opened: list[_Open] = []
    at = count = 0
    while True:
        if text.startswith("</", at):
            end = _end_tag(text, at, opened)
            if isinstance(end, Flaw):
                return end
            at = end
            done: Element | None = _closed(opened.pop())
        else:
            count += 1
            if wrong := _one_too_many(at, count, most, opened):
                return wrong
            start = _start_tag(text, at)
            if isinstance(start, Flaw):
                return start
            opening, at, empty = start
            opened.append(opening)
            done = _closed(opened.pop()) if empty else None
        if done is not None:
            if not opened:
                return _only(done, count, text, at)
            opened[-1].children.append(done)
        next_tag = _text(text, at, opened[-1])
        if isinstance(next_tag, Flaw):
            return next_tag
        at = next_tag


def _one_too_many(at: int, count: int, most: int, opened: list[_Open]) -> Flaw | None:
    """Whether an element may begin here: the bounds, and that its parent has no text."""
    if count > most:
        return Flaw(at, "one more element", f"no more than {MOST_ELEMENTS} in a header")
    if len(opened) == DEEPEST:
        return Flaw(at, "a deeper element", f"no more than {DEEPEST} levels")
    if opened and opened[-1].text.strip(" \t\r\n"):
        return Flaw(at, f"an element beside text in <{_short(opened[-1].name)}>", "one or the other")
    if opened:
        opened[-1].text = ""
    return None


def _closed(element: _Open) -> Element:
    return Element(element.name, tuple(element.children) or element.text, element.attributes)


def _only(folder: Element, count: int, text: str, at: int) -> tuple[Element, int] | Flaw:
    """The folder, if there is nothing but padding behind it."""
    behind = text[at:].rstrip("\0")
    rest = behind.lstrip(" \t\r\n")
    if rest:
        return Flaw(at + len(behind) - len(rest), _glimpse(rest, 0), "nothing but blanks behind the folder")
    return folder, count


def _text(text: str, at: int, element: _Open) -> int | Flaw:
    """Take the characters up to the next tag into the element; where that tag begins.

    Between two tags there is one stretch of text, so an element without children has one in all.
    """
    end = text.find("<", at)
    if end < 0:
        return Flaw(len(text), "the end of the folder", f"</{_short(element.name)}>")
    closing = text.find("]]>", at, end)
    wrong = Flaw(closing, "']]>'", "&gt; for its last character") if closing >= 0 else _wrong(text, at, end)
    if wrong:
        return wrong
    read = _REFERENCE.sub(_character, _LINE_END.sub("\n", text[at:end]))
    if not element.children:
        element.text = read
    elif read.strip(" \t\r\n"):
        return Flaw(at, f"text beside elements in <{_short(element.name)}>", "one or the other")
    return end


def _start_tag(text: str, at: int) -> tuple[_Open, int, str] | Flaw:
    """The element that a tag opens, where the tag ends, and the `/` of one that is empty."""
    name = _NAME.match(text, at + 1)
    if name is None:
        return Flaw(at, _glimpse(text, at), "the name of an element behind <")
    attributes: dict[str, str] = {}
    at = name.end()
    while True:
        start = _behind_space(text, at)
        for end in (">", "/>"):
            if text.startswith(end, start):
                return _Open(name[0], tuple(attributes.items()), []), start + len(end), end[:-1]
        key = _NAME.match(text, start)
        if key is None or start == at:
            return Flaw(start, _glimpse(text, start), f"> or an attribute in <{_short(name[0])}")
        if key[0] in attributes:
            return Flaw(start, f"a second {_short(key[0])}", "each attribute once")
        value = _attribute(text, key.end())
        if isinstance(value, Flaw):
            return value
        attributes[key[0]], at = value


def _attribute(text: str, at: int) -> tuple[str, int] | Flaw:
    """The value behind the name of an attribute, and where it ends."""
    equals = _EQUALS.match(text, at)
    if equals is None:
        return Flaw(at, _glimpse(text, at), "= and a value in quotation marks")
    start, end = equals.end(), text.find(equals[1], equals.end())
    if end < 0 or text.find("<", start, end) >= 0:
        return Flaw(start, _glimpse(text, start), f"a value up to {equals[1]}, without <")
    wrong = _wrong(text, start, end)
    return wrong or (_REFERENCE.sub(_character, _BLANK.sub(" ", text[start:end])), end + 1)


def _end_tag(text: str, at: int, opened: list[_Open]) -> int | Flaw:
    """Where the end tag of the innermost element ends."""
    expected = f"</{_short(opened[-1].name)}>" if opened else "a folder"
    name = _NAME.match(text, at + 2)
    if name is None or not opened or name[0] != opened[-1].name:
        return Flaw(at, _glimpse(text, at), expected)
    end = _behind_space(text, name.end())
    return end + 1 if text.startswith(">", end) else Flaw(end, _glimpse(text, end), expected)


def _wrong(text: str, at: int, end: int) -> Flaw | None:
    """An ampersand in this stretch that begins nothing which is known."""
    ampersand = _AMPERSAND.search(text, at, end)
    if ampersand:
        found = _glimpse(text, ampersand.start())
        return Flaw(ampersand.start(), found, "one of &amp; &lt; &gt; &quot; &apos; or a number")
    for reference in _REFERENCE.finditer(text, at, end):
        if _NEVER.match(_character(reference)):
            return Flaw(reference.start(), repr(reference[0]), "the number of a character of XML")
    return None


def _character(reference: re.Match[str]) -> str:
    """What a reference stands for; a null where that is no character at all."""
    if reference[1]:
        return _CHARACTERS[reference[1]]
    number = int(reference[2]) if reference[2] else int(reference[3], 16)
    return chr(number) if number <= _LAST_CHARACTER else "\0"


def _behind_space(text: str, at: int) -> int:
    space = _SPACE.match(text, at)
    assert space is not None
    return space.end()


def _short(name: str) -> str:
    return name if len(name) <= _SHOWN else f"{name[:_SHOWN]}..."


def _glimpse(text: str, at: int) -> str:
    cut = text[at : at + _SHOWN]
    return repr(cut) if cut else "the end of the folder"


def write_folder(folder: Element) -> str:
    """The text of a folder, without padding. ValueError for what a folder cannot hold."""
    if depth(folder) > DEEPEST:
        raise ValueError(f"folder {_short(folder.name)}: more than {DEEPEST} levels")
    return _written(folder)


def _written(element: Element) -> str:
    if _NAME.fullmatch(element.name) is None:
        raise ValueError(f"{_short(element.name)!r} cannot be the name of an element")
    keys = [key for key, _ in element.attributes]
    if len(keys) != len(set(keys)) or any(_NAME.fullmatch(key) is None for key in keys):
        raise ValueError(f"element {_short(element.name)}: a wrong or repeated name of an attribute")
    content = element.content
    if isinstance(content, str):
        inner = _checked(content, element).translate(_ESCAPES)
    elif content:
        inner = "".join(map(_written, content))
    else:
        raise ValueError(f"element {_short(element.name)}: without elements its content is the text ''")
    written = "".join(
        f" {key}='{_checked(value, element).translate(_ATTRIBUTE_ESCAPES)}'"
        for key, value in element.attributes
    )
    return f"<{element.name}{written}>{inner}</{element.name}>"


def _checked(text: str, element: Element) -> str:
    if _NEVER.search(text):
        raise ValueError(f"element {_short(element.name)}: a character that XML does not have")
    return text


def depth(element: Element) -> int:
    """Levels of an element, itself included. No recursion: a value may be deeper than Python is."""
    levels = 0
    level: tuple[Element, ...] = (element,)
    while level:
        levels += 1
        level = tuple(child for one in level if not isinstance(one.content, str) for child in one.content)
    return levels


def size(element: Element) -> int:
    """How many elements it is, itself included."""
    if isinstance(element.content, str):
        return 1
    return 1 + sum(map(size, element.content))
