"""Records in Parquet, as the JSON lines that they stand for.

The columns are `command` and `outcome` (JSON), `started` and `ended` (ms); there may be `trace`, `position`
and `head` (JSON, in one row of a trace at least).
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec

from mqtck.reference.vocabulary.traces import UNREADABLE

_NEEDED: Final = ("command", "outcome", "started", "ended")
_ALLOWED: Final = ("trace", "position", "head")
_NUMBERS: Final = ("started", "ended", "position")


def row_groups(file: str) -> int:
    """At least one, so that a file that cannot be read is told by who reads it."""
    from pyarrow import ArrowException, parquet  # noqa: PLC0415

    try:
        return max(1, int(parquet.ParquetFile(file).num_row_groups))
    except (ArrowException, OSError):
        return 1


def parquet_rows(file_name: str, group: int) -> Iterator[tuple[int, bytes, str]]:
    """The rows of a row group: number there, JSON line, and what makes it unreadable, empty if nothing does.

    The head that a row carries comes as a line of its own before it, with the same number.
    """
    from pyarrow import ArrowException, parquet  # noqa: PLC0415

    number = 0
    heads = {b""}
    try:
        file = parquet.ParquetFile(file_name)
        present = [name for name in (*_ALLOWED, *_NEEDED) if name in file.schema_arrow.names]
        missing = [name for name in _NEEDED if name not in present]
        wrong = _wrong_columns(file.schema_arrow.field(name) for name in present)
        if missing or wrong:
            if group == 0:  # told once of a file
                yield 1, b"", wrong or f"a Parquet file of records needs the columns {', '.join(missing)}"
            return
        if group >= file.num_row_groups:
            return
        for batch in file.iter_batches(1024, row_groups=[group], columns=present):
            for row in batch.to_pylist():
                number += 1
                head = _head_of_row(row, first=group == 0 and number == 1)
                if head not in heads:
                    heads.add(head)
                    yield number, head, ""
                yield number, _as_line(row), ""
    except (ArrowException, OSError, ValueError) as error:
        why = " ".join(str(error).split())
        yield number + 1, b"", f"not a Parquet file that can be read from here on ({why})"


def _wrong_columns(fields: Iterable[Any]) -> str:
    """Which columns have a type that no record has; empty where none has."""
    wrong = [f"{field.name} is {field.type}" for field in fields if not _fits(field.name, field.type)]
    if not wrong:
        return ""
    return f"{', '.join(wrong)}; {' and '.join(_NUMBERS)} are whole numbers, the others texts"


def _fits(name: str, kind: Any) -> bool:
    from pyarrow import types  # noqa: PLC0415

    if types.is_dictionary(kind):
        kind = kind.value_type
    if types.is_null(kind):
        return name in _ALLOWED
    if name in _NUMBERS:
        return bool(types.is_integer(kind))
    text = types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind)
    return bool(text or types.is_binary(kind) or types.is_large_binary(kind))


def _head_of_row(row: dict[str, Any], *, first: bool) -> bytes:
    """The head that a row carries: of its trace, or in the first row of the whole file."""
    head, trace = row.pop("head", None), row.get("trace")
    if head is None or (trace is None and not first):
        return b""
    raw = _bytes(head)
    if trace is None:
        return raw
    try:
        fields = msgspec.json.decode(raw, type=dict[str, Any])
    except UNREADABLE:
        return raw
    return msgspec.json.encode({**fields, "trace": trace})


def _as_line(row: dict[str, Any]) -> bytes:
    """A row as the JSON line that it stands for."""
    fields = {name: value for name, value in row.items() if value is not None and name not in _JSON}
    parts = [msgspec.json.encode(fields)[1:-1] if fields else b""]
    parts += [b'"' + name.encode() + b'":' + _bytes(row[name]) for name in _JSON if row[name] is not None]
    return b"{" + b",".join(part for part in parts if part) + b"}"


_JSON: Final = ("command", "outcome")


def _bytes(value: object) -> bytes:
    if isinstance(value, bytes):
        return value
    return value.encode() if isinstance(value, str) else msgspec.json.encode(value)
