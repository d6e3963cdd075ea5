"""docs/zero-over-zero.md: its tables are what `conventions` says.

`python -m tests.possibility.test_zero_over_zero_doc` prints the tables.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

import axiometrics as ax
from axiometrics.possibility.conventions_document import KeptConstraint
from axiometrics.possibility.conventions_page import said

PAGE = Path(__file__).parents[2] / "docs" / "zero-over-zero.md"
SLOW = pytest.mark.slow
HEADINGS = ("metric", "inputs that are 0/0", "asks for", "no one value keeps", "one for all")

ANY = [f"clustering:{name}@any" for name in ("symmetry", "equal-self-agreement", "gold-is-best", "constant-baseline")]
PLAIN = [f"clustering:{name}" for name in ("minimal-agreement", "homogeneity", "completeness")]
METRICS: dict[str, tuple[Sequence[str], Sequence[str], int]] = {
    "classification": (
        ("precision", "recall", "f", "jaccard", "balanced-accuracy", "kappa", "mcc"),
        ["classification:*"],
        6,
    ),
    "clustering": (("v-measure", "nmi", "ami", "adjusted-rand"), [*ANY, *PLAIN], 4),
}
"""By task, the metrics of a table, the constraints, and the size."""


def row(task: str, metric: str) -> str:
    _, constraints, size = METRICS[task]
    conventions = ax.conventions(f"{task}:{metric}", constraints, task=task, size=size)
    some = [kept for kept in conventions.keeps if said(kept.values) not in ("any number", "none")]
    asks = [f"{kept.constraint}: {said(kept.values)}" for kept in some]
    broken = [kept.constraint + "*" * kept.reason.endswith(" do") for kept in conventions.keeps if is_open(kept)]
    cells = [
        f"`{metric}`",
        str(conventions.inputs),
        "; ".join(asks) or "-",
        ", ".join(broken) or "-",
        said(conventions.all),
    ]
    return f"| {' | '.join(cells)} |"


def is_open(kept: KeptConstraint) -> bool:
    """Whether no value keeps the constraint, although no case violates it where the metric is defined."""
    return not kept.values and not kept.reason.startswith("it is violated where the metric is defined")


@pytest.mark.parametrize(
    ("task", "metric"),
    [
        pytest.param(task, metric, marks=[] if metric in ("f", "nmi") else SLOW)
        for task, (metrics, _, _) in METRICS.items()
        for metric in metrics
    ],
)
def test_the_tables_are_what_is_found(task: str, metric: str) -> None:
    lines = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith(f"| `{metric}` |")]
    assert lines == [row(task, metric)]


def tables(task: str) -> str:
    head = [f"| {' | '.join(HEADINGS)} |", "|---" * len(HEADINGS) + "|"]
    return "\n".join([*head, *(row(task, metric) for metric in METRICS[task][0])])


if __name__ == "__main__":
    sys.stdout.write("\n\n".join(map(tables, METRICS)) + "\n")
