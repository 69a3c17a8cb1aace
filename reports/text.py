"""Texts from elsewhere, made fit to be shown: whatever an implementation answered may stand in them.

Control characters, halves of surrogate pairs, direction overrides and the like become visible escapes,
so that no form of the report is broken by them or shows something other than what is there.
"""

import re
import unicodedata

_HIDDEN_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Cn", "Co", "Zl", "Zp"})


def printable(text: str) -> str:
    """The text with nothing in it but visible characters, spaces and line feeds."""
    if text.isprintable():
        return text
    plain = text.replace("\r\n", "\n").replace("\t", "    ")
    return "".join(_visible(character) for character in plain)


def one_line(text: str) -> str:
    """The text on one line, runs of white space made one space: for table cells and titles."""
    return " ".join(printable(text).split())


def markdown(text: str) -> str:
    """The text on one line with everything escaped that Markdown or HTML would act on."""
    escaped = re.sub(r"([\\`*\[\]<>#|~!$])", r"\\\1", one_line(text).replace("&", "&amp;"))
    return re.sub(r"(?<![^\W_])_|_(?![^\W_])", r"\\_", escaped)


def markdown_code(text: str) -> str:
    """The text on one line as inline code that may stand in a table cell."""
    plain = one_line(text)
    fence = "`" * (_longest_run_of_backticks(plain) + 1)
    escaped = re.sub(r"(\\*)\|", r"\1\1\\|", plain)
    return f"{fence} {escaped} {fence}" if plain else ""


def markdown_block(lines: tuple[str, ...]) -> str:
    """The lines as a fenced block, fenced by more backticks than the lines hold in a row."""
    plain = "\n".join(printable(line) for line in lines)
    fence = "`" * max(3, _longest_run_of_backticks(plain) + 1)
    return f"{fence}text\n{plain}\n{fence}"


def _longest_run_of_backticks(text: str) -> int:
    return max((len(run) for run in re.findall("`+", text)), default=0)


def _visible(character: str) -> str:
    if character == "\n" or unicodedata.category(character) not in _HIDDEN_CATEGORIES:
        return character
    code = ord(character)
    if code <= 0xFF:  # noqa: PLR2004 - two hexadecimal digits
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"  # noqa: PLR2004 - four digits
