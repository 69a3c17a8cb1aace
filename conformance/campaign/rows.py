"""The rows of a part in the driver, as they come from the tasks: written as Parquet, and counted.

A part is small, so this costs less than a second job of Spark, and the next part need not wait for it. What
is counted here plans the parts to come and is told as progress; the results of a campaign are counted by
Spark over all parts (`aggregation`).
"""

from pathlib import Path
from typing import Final

import pyarrow as pa
from pyarrow import compute, parquet

from .emphasis import Seen

_FILE: Final = "rows.parquet"


def write(rows: pa.Table, folder: Path) -> None:
    """Into a folder that is not there yet. Raises OSError."""
    folder.mkdir(parents=True)
    parquet.write_table(rows, folder / _FILE, compression="zstd")


def seen_in(rows: pa.Table) -> Seen:
    """The counts of rows of `worker.SCHEMA`, names in alphabetical order."""
    mix = compute.list_flatten(rows["mix"])
    answers = compute.binary_join_element_wise(
        compute.struct_field(mix, "command"), compute.struct_field(mix, "outcome"), ": "
    )
    counts = pa.table({"name": answers, "number": compute.struct_field(mix, "count")})
    outcomes = counts.group_by("name").aggregate([("number", "sum")])
    return Seen(
        cases=rows.num_rows,
        commands=compute.sum(rows["commands"]).as_py(),
        rules=_how_often(compute.list_flatten(rows["exercised"])),
        verdicts=_how_often(rows["verdict"]),
        outcomes=dict(
            sorted(zip(outcomes["name"].to_pylist(), outcomes["number_sum"].to_pylist(), strict=True))
        ),
    )


def _how_often(names: pa.ChunkedArray) -> dict[str, int]:
    counted = compute.value_counts(names)
    return dict(sorted(zip(counted.field(0).to_pylist(), counted.field(1).to_pylist(), strict=True)))
