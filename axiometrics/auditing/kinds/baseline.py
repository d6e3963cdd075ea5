"""Claims on a baseline of filtering: the score of keeping all documents, or none, whatever the gold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

import numpy as np

from axiometrics.auditing.cells import Cells
from axiometrics.auditing.claims import PublishedClaim
from axiometrics.auditing.findings import UNDEFINED, WHY_UNDEFINED, KindFindings, ReadingOutcome
from axiometrics.auditing.kind import ClaimKind
from axiometrics.auditing.names import variants
from axiometrics.core.aggregates import Confusion
from axiometrics.core.errors import TaskError
from axiometrics.tasks.filtering import DECIDED

OUTPUTS: Mapping[str, Callable[[int, int], tuple[int, int, int, int]]] = {
    "all positive": lambda relevant, rest: (relevant, rest, 0, 0),
    "all negative": lambda relevant, rest: (0, 0, relevant, rest),
}
"""The tables tp, fp, fn, tn of the baselines."""


def find(claim: PublishedClaim, cells: Cells) -> KindFindings:
    """The score under every gold that has both classes, up to a number of documents."""
    golds = [(relevant, n - relevant) for n in range(2, claim["documents"] + 1) for relevant in range(1, n)]
    outcomes = []
    for reading, metric in variants(claim).items():
        if metric.task not in DECIDED:
            raise TaskError(f"{metric.id} is a {metric.task} metric: a baseline is one of filtering")
        values = metric.evaluate(
            Confusion.of(np.array([OUTPUTS[claim["output"]](*gold) for gold in golds]), exact=True)
        )
        others = [
            (gold, value) for gold, value in zip(golds, values, strict=True) if value != Fraction(claim.published)
        ]
        if not others:
            outcomes.append(ReadingOutcome(reading, claim.published, True, conclusive=False))
            continue
        (relevant, rest), value = next((other for other in others if other[1] == other[1]), others[0])
        under = f"with {relevant} relevant and {rest} irrelevant documents"
        outcomes.append(
            ReadingOutcome(reading, f"{UNDEFINED} {under}", None, conclusive=False)
            if value != value
            else ReadingOutcome(reading, f"{value} {under}", False)
        )
    why = f"; {WHY_UNDEFINED}" if any(outcome.agrees is None for outcome in outcomes) else ""
    return KindFindings(
        tuple(outcomes),
        f"{claim['output']}: all {len(golds)} golds with both classes to {claim['documents']} documents, exactly{why}",
    )


KIND = ClaimKind(
    name="baseline",
    meaning=(
        "the score of the `output` `all positive` or `all negative` under every gold with both "
        "classes, up to `documents` documents"
    ),
    published=r"-?[0-9]+(\.[0-9]+)?",
    fields={
        "metric": "text or object of texts",
        "params?": "object of texts",
        "output": "text",
        "documents": "whole number",
    },
    find=find,
    choices={"output": tuple(OUTPUTS)},
    least={"documents": 2},
    greatest={"documents": 200},
)
