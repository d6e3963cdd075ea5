"""The counterexamples that ship with the package: of the built-in metrics, in all studies and all readings.

A search that was never made, and a sample that was never drawn, leave nothing behind that could be re-checked. But
where it is known that a metric violates a reading, a cell that says the opposite is found out by one case. So the
package ships these cases, as it ships its proofs. `make proofs` writes both (`services.counterexample_files`), a file
for the constraints of a task, a case a line. Nothing here is trusted: each case is scored again wherever it is used,
and a test re-checks all of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from axiometrics.core.documents import Document

FOLDER = files("axiometrics.verification").joinpath("shipped")
"""Where the files are."""


class ShippedCounterexample(Document, frozen=True):
    """The fields of a cell that belong to its counterexample; the constraint as `task:id`."""

    metric: str
    constraint: str
    reading: str
    relation: str
    counterexample: Mapping[str, Any]


def shipped(constraint: str, reading: str) -> Sequence[ShippedCounterexample]:
    """The counterexamples to a reading, of every metric; the constraint as `task:id`."""
    return _in_file(constraint.partition(":")[0]).get((constraint, reading), ())


@cache
def _in_file(task: str) -> Mapping[tuple[str, str], Sequence[ShippedCounterexample]]:
    cases: dict[tuple[str, str], list[ShippedCounterexample]] = {}
    file = FOLDER.joinpath(f"{task}.jsonl")
    for line in file.read_bytes().splitlines() if file.is_file() else ():
        case = msgspec.json.decode(line, type=ShippedCounterexample)
        cases.setdefault((case.constraint, case.reading), []).append(case)
    return cases
