"""The page of a re-check: each item that failed or was not checked, and the counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import asdict, dataclass
from typing import Any

from axiometrics.core.escapes import one_line
from axiometrics.core.page import Badge, Column, Drawing, Page, Presentable, Section, Table
from axiometrics.verification.check import Verified
from axiometrics.verification.searches import STATEMENTS
from axiometrics.verification.whole_matrix import REWORDED

SCHEMA = "axiometrics/verify/1"

STATUSES = ("verified", "failed", "not re-run", "nothing to check")

FIELDS = ("status", "metric", "constraint", "reading", "reason", "not_rerun", "remark")
"""The columns of csv; `not_rerun` is a list with semicolons there."""

SHOWN = FIELDS[:5]
"""The columns of a table."""

COLUMNS = (
    Column("status", share=0.09),
    Column("metric", share=0.16),
    Column("constraint", share=0.16),
    Column("reading", share=0.09),
    Column("reason", share=0.45),
)


@dataclass(frozen=True, repr=False)
class Verification(Presentable):
    """The results of a re-check: one item for each cell and region.

    Attributes
    ----------
    items : one a cell or region
    seed : what the random cases were drawn with on which proofs are compared with their metrics
    told : the statuses whose items are shown one by one; the others are counted
    """

    items: tuple[Verified, ...]
    seed: int
    told: Collection[str] = ("failed", "not re-run", REWORDED)

    @property
    def counts(self) -> dict[str, int]:
        """How many items have each status."""
        numbers = Counter(item.status for item in self.items)
        return {status: numbers[status] for status in (*STATUSES, *([REWORDED] if numbers[REWORDED] else []))}

    @property
    def unchecked(self) -> int:
        """How many items were not checked."""
        return self.counts["not re-run"] + self.counts["nothing to check"]

    @property
    def not_rerun(self) -> dict[str, int]:
        """By statement about a search, how many items make it. These searches were not repeated."""
        numbers = Counter(statement for item in self.items for statement in item.not_rerun)
        return {statement: numbers[statement] for statement in STATEMENTS if numbers[statement]}

    @property
    def sound(self) -> bool:
        """Whether something was verified and nothing failed."""
        return self.counts["verified"] > 0 and not self.counts["failed"]

    def page(self) -> Page:
        """The items that are told, and the counts. Plain text has an item a line, however long it is."""
        shown = [item for item in self.items if item.status in self.told]
        lines = [_line(item, item.status, item.reason) for item in shown]
        lines += [_line(item, "remark", item.remark) for item in self.items if item.remark]
        counted = ", ".join(f"{status} {count}" for status, count in self.counts.items())
        last = f"{counted}; not checked: {self.unchecked} of {len(self.items)}; seed {self.seed}"
        left = [self._left] if self.not_rerun else []
        rows = [tuple(getattr(item, name) for name in SHOWN) for item in shown]
        table = Table(COLUMNS, rows, keys=0, as_text=(Drawing("\n".join([*lines, *left, last])),))
        counts = Table((Column("status"), Column("items", "right")), list(self.counts.items()), as_text=())
        again = Table((Column("not re-run"), Column("items", "right")), list(self.not_rerun.items()), as_text=())
        return Page(
            title="",
            sections=[Section("", [table, counts, *([again] if left else [])])],
            schema=SCHEMA,
            data=self._data,
            records=lambda: Table.records(FIELDS, [_record(item) for item in self.items]),
            badge=self._badge(),
        )

    @property
    def _left(self) -> str:
        """The statements that were not re-run, in one line."""
        counted = ", ".join(f"{statement} {count}" for statement, count in self.not_rerun.items())
        return f"not re-run, and not part of what is verified: {counted} (--strict searches again)"

    def _badge(self) -> Badge:
        counted = [f"{status} {count}" for status, count in self.counts.items() if count]
        color = "red" if self.counts["failed"] else "yellow" if self.unchecked or not self.items else "brightgreen"
        return Badge(", ".join(counted) or "nothing to check", color)

    def _data(self) -> dict[str, Any]:
        return {
            "items": [asdict(item) for item in self.items],
            "counts": self.counts,
            "not_rerun": self.not_rerun,
            "seed": self.seed,
        }


def _line(item: Verified, word: str, text: str) -> str:
    left = f"; not re-run: {', '.join(item.not_rerun)}" if word == "verified" and item.not_rerun else ""
    return one_line(f"{word}: {item.metric}/{item.constraint}@{item.reading}: {text}{left}")


def _record(item: Verified) -> tuple[str, ...]:
    return (*(getattr(item, name) for name in SHOWN), "; ".join(item.not_rerun), item.remark)
