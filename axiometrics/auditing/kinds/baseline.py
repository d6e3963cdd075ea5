"""Claims on a baseline of filtering: the score of keeping all documents, or none, whatever the gold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

import numpy as np

from axiometrics.auditing.cells import Cells
from axiometrics.auditing.claims import Claim, shown
from axiometrics.auditing.findings import Found, Outcome
from axiometrics.auditing.kind import Kind
from axiometrics.auditing.naming import variants
from axiometrics.core.aggregates import Confusion
from axiometrics.core.errors import TaskError

OUTPUTS: Mapping[str, Callable[[int, int], tuple[int, int, int, int]]] = {
    "all positive": lambda relevant, rest: (relevant, rest, 0, 0),
    "all negative": lambda relevant, rest: (0, 0, relevant, rest),
}
"""The tables tp, fp, fn, tn of the baselines."""


def find(claim: Claim, cells: Cells) -> Found:
    """The score under every gold that has both classes, up to a number of documents."""
    if claim["output"] not in OUTPUTS:
        raise claim.problem(f"output {shown(claim['output'])} is none of {', '.join(OUTPUTS)}")
    if claim["documents"] < 2:
        raise claim.problem(f"documents is {claim['documents']}: a gold with both classes has at least 2")
    golds = [(relevant, n - relevant) for n in range(2, claim["documents"] + 1) for relevant in range(1, n)]
    outcomes = []
    for reading, metric in variants(claim).items():
        if metric.task != "filtering":
            raise TaskError(f"{metric.id} is a {metric.task} metric: a baseline is one of filtering")
        values = metric.evaluate(Confusion.of(np.array([OUTPUTS[claim["output"]](*gold) for gold in golds]), exact=True))
        other = next(((gold, value) for gold, value in zip(golds, values, strict=True) if value != Fraction(claim.published)), None)
        if other is None:
            outcomes.append(Outcome(reading, claim.published, True, conclusive=False))
        else:
            (relevant, rest), value = other
            outcomes.append(Outcome(reading, f"{value} with {relevant} relevant and {rest} irrelevant documents", False))
    return Found(tuple(outcomes), f"{claim['output']}: all {len(golds)} golds with both classes to {claim['documents']} documents, exactly")


KIND = Kind(
    name="baseline",
    meaning="the score of the `output` `all positive` or `all negative` under every gold with both classes, up to `documents` documents",
    published=r"-?\d+(\.\d+)?",
    fields={"metric": "text or object of texts", "params?": "object of texts", "output": "text", "documents": "whole number"},
    find=find,
    greatest={"documents": 200},
)
