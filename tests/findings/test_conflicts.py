"""docs/findings/ranking-conflicts.md: each line is a case of its constraint, the lines contradict each other, and there
are no other conflicts.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import axiometrics as ax
from axiometrics.core.case import Call
from axiometrics.registry import constraint

PAGE = (Path(__file__).parents[2] / "docs" / "findings" / "ranking-conflicts.md").read_text(encoding="utf-8")

Comparison = tuple[frozenset[tuple[str, int]], str]
"""Values with how often they are added, and how their sum compares with 0."""


def blocks() -> list[list[tuple[Comparison, str]]]:
    """The lines of each conflict: what is compared, and the constraint."""
    parts = []
    for text in re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL):
        lines = [re.fullmatch(r"(.+?) (>=|>|=) (.+?)  +([a-z-]+)", line) for line in text.splitlines()]
        assert all(lines)
        parts.append([(compared(line[1], line[2], line[3]), line[4]) for line in lines if line])
    return parts


def compared(left: str, by: str, right: str) -> Comparison:
    total = Counter(left.split(" + "))
    total.subtract(right.split(" + "))
    return frozenset((name, times) for name, times in total.items() if times), by


@cache
def cases(name: str) -> set[Comparison]:
    """What the cases of a constraint of at most 3 ranks say; of equalities in both directions."""
    comparisons: set[Comparison] = set()
    reading = constraint(f"ranking:{name}").reading()
    for case in (case for ranks in (1, 2, 3) for case in reading.judged.cases(ranks)):
        demand, total = case.asked(reading.demand), Counter[str]()
        for role, sign in zip(demand.roles, demand.signs, strict=True):
            (call,) = case.calls(role)
            total[value(call)] += sign
        for way in (1, -1) if demand.by == "=" else (1,):
            comparisons.add((frozenset((name, way * times) for name, times in total.items() if times), demand.by))
    return comparisons


def value(call: Call) -> str:
    """The value as the page writes it: how many documents are relevant, and the run."""
    relevant = call.gold.documents
    run: list[Any] = [document for level in call.output.levels for cluster in level for document in cluster]
    return f"V{len(relevant)}({''.join(str(int(document in relevant)) for document in run)})"


def test_each_line_is_a_case_and_the_lines_cancel() -> None:
    assert len(blocks()) == 13
    for block in blocks():
        total = Counter[str]()
        for comparison, name in block:
            assert comparison in cases(name), (comparison, name)
            for of, times in comparison[0]:
                total[of] += times
        assert not any(total.values()), block
        assert any(by == ">" for (_, by), _ in block)


def listed() -> set[frozenset[str]]:
    return {frozenset(name for _, name in block) for block in blocks()}


def conflicts(size: int) -> set[frozenset[str]]:
    answer = ax.possible("ranking:*", size=size, conflicts=True)
    assert answer.complete
    assert not answer.open
    return {frozenset(name.partition(":")[2].partition("@")[0] for name in names) for names in answer.conflicts}


@pytest.mark.parametrize("size", [3, pytest.param(4, marks=pytest.mark.slow)])
def test_there_are_no_other_conflicts(size: int) -> None:
    assert conflicts(size) == listed()


@pytest.mark.slow
def test_at_five_ranks_deepness_takes_the_place_of_priority() -> None:
    deep = {names - {"priority"} | {"deepness"} for names in listed() if "priority" in names}
    assert conflicts(5) == listed() | deep
