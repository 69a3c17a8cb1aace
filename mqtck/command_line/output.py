"""Where output goes: results to standard output, everything else to standard error."""

import json
import sys
from collections.abc import Sequence
from typing import Any


def show(text: str) -> None:
    """Print a result, with one line end at its end."""
    sys.stdout.write(text if text.endswith("\n") else f"{text}\n")


def show_json(value: Any) -> None:
    """Print a result for a program: plain values as indented JSON."""
    show(json.dumps(value, ensure_ascii=False, indent=1))


def tell(text: str) -> None:
    """Print progress or a remark, at once."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def table(headers: tuple[str, ...], rows: Sequence[tuple[str, ...]], widths: tuple[int | None, ...]) -> str:
    """A table of texts; a width is the most that a column takes before it is wrapped."""
    from tabulate import tabulate  # noqa: PLC0415 - not needed for --help

    form = "simple" if headers else "plain"
    made: str = tabulate(
        rows, headers=headers, tablefmt=form, maxcolwidths=list(widths), disable_numparse=True
    )
    return made
