"""The process from which Spark forks the Python processes of tasks, where these make cases of scenarios.

It reads once what each of them would read: the code of the kit and the scenarios. No thread may run before a
fork, so pyarrow, which starts some, is left to them. Where Spark does not fork (on Windows) nothing changes.
"""

import gc

from pyspark.daemon import manager

from mqtck.conformance.medleys.parts import places_by_rule

from . import one_case  # noqa: F401 - so that its modules are there


def main() -> None:
    places_by_rule()
    # What no collection of garbage looks at stays in memory that the processes share, until a task looks.
    gc.freeze()
    manager()


if __name__ == "__main__":
    main()
