"""What another package adds to axiometrics: a task with its own data, metrics with their definition, a constraint."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.metric import Metric
from axiometrics.generators.listed import PlainCases
from axiometrics_toy.task import Marks


def guessed(system: Marks, gold: Marks) -> Fraction:
    """The share of documents whose mark was guessed. Range [0, 1]."""
    given = dict(system.marks)
    return Fraction(sum(given[document] == mark for document, mark in gold.marks), gold.size)


def guessed_by_definition(system: Marks, gold: Marks) -> Fraction:
    """The same a second time: one less the share of documents whose mark was missed."""
    missed = set(gold.marks) - set(system.marks)
    return 1 - Fraction(len(missed), len(gold.marks))


def total(system: Marks, gold: Marks) -> Fraction:
    """The sum of the marks that were guessed, whatever the gold says."""
    return Fraction(sum(mark for _, mark in system.marks))


METRICS = (
    Metric(
        "guessed", "Guessed", "marking", "marking", "the toy task", direct=guessed, definition=guessed_by_definition
    ),
    Metric("total", "Total", "marking", "marking", "the toy task", direct=total, definition=total),
)


def one_more_right(documents: int) -> Iterator[tuple[Any, ...]]:
    """Each gold and output with marks 0 and 1, and each way to set a wrong mark right."""
    names = [f"d{i}" for i in range(1, documents + 1)]
    for gold, guess in product(product((0, 1), repeat=documents), repeat=2):
        for i in range(documents):
            if gold[i] != guess[i]:
                better = (*guess[:i], gold[i], *guess[i + 1 :])
                yield tuple(Marks.of(dict(zip(names, side, strict=True))) for side in (gold, better, guess))


ONE_MORE_RIGHT = Constraint(
    id="one-more-right",
    task="marking",
    title="One more right",
    statement="a wrong mark is set right => Q rises",
    source="the toy task",
    readings=(Reading("universal", "with marks 0 and 1", PlainCases(one_more_right, 3, 4), "guessed", "total"),),
)
