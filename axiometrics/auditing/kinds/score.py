"""Claims on a figure: the score of an output against a gold, to the printed precision."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from axiometrics.auditing.cells import Cells
from axiometrics.auditing.claims import PublishedClaim
from axiometrics.auditing.findings import UNDEFINED, KindFindings, ReadingOutcome, why_undefined
from axiometrics.auditing.kind import ClaimKind
from axiometrics.auditing.names import variants
from axiometrics.core.exact import sign
from axiometrics.core.task import task


def find(claim: PublishedClaim, cells: Cells) -> KindFindings:
    """Compare the exact value in each reading with the printed figure."""
    metrics = variants(claim)
    of = task(next(iter(metrics.values())).task)
    gold, system = of.gold.parse(claim["gold"]), of.output.parse(claim["system"])
    values = {reading: metric.exact(system, gold) for reading, metric in metrics.items()}
    outcomes = tuple(
        ReadingOutcome(reading, UNDEFINED, None)
        if value != value
        else ReadingOutcome(reading, f"{float(value):.4f}", prints_as(value, claim.published))
        for reading, value in values.items()
    )
    compared = f"exact values, to the printed precision: output {system}, gold {gold}"
    return KindFindings(outcomes, compared + why_undefined(outcomes))


def prints_as(value: Any, printed: str) -> bool:
    """Whether an exact value rounds to the figure. A half may have been rounded away from 0 or to even.

    >>> prints_as(Fraction(865, 1000), "0.86"), prints_as(Fraction(865, 1000), "0.87"), prints_as(Fraction(875,
    ...     1000), "0.87")
    (True, True, False)
    """
    figure = Fraction(printed)
    half = Fraction(1, 2 * 10 ** len(printed.partition(".")[2]))
    flip = -1 if figure < 0 else 1
    above, below = sign((figure + half * flip - value) * flip), sign((value - figure + half * flip) * flip)
    even = abs(figure) / (2 * half) % 2 == 0
    return (above > 0 or (above == 0 and even)) and below >= 0


KIND = ClaimKind(
    name="score",
    meaning="the score of `system` against `gold`, rounded as the published figure is",
    published=r"[-+]?([0-9]+(\.[0-9]+)?|\.[0-9]+)",
    fields={"metric": "text or object of texts", "params?": "object of texts", "gold": "text", "system": "text"},
    find=find,
)
