"""Sector gamma: documents that are neither relevant nor retrieved count, too (Fig. 2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

from axiometrics.core.case import GAIN, Case, Demand
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.generators.listed import PlainCases
from axiometrics.generators.scoring.columns import HALF, is_scoring
from axiometrics.generators.scoring.grids import FINE, GRID, ON_FINE, ON_QUARTERS, relevance, rows, scores

RISES = Demand(
    ("better", "worse"),
    (1, -1),
    "score(better) > score(worse), where score(worse) < 1",
    below=("worse", Fraction(1)),
)
Numbers = Sequence[Fraction]


def added(larger: str, u: Numbers, s: Numbers, more: tuple[Fraction, Fraction]) -> Case:
    """The case in which a document is added to the output of the role `larger`; `more` are its relevance and its
    score.
    """
    smaller = "worse" if larger == "better" else "better"
    outputs = {larger: scores([*s, more[1]]), smaller: scores(s)}
    whole, before = relevance([*u, more[0]]), relevance(u)
    return Case(whole, {role: outputs[role] for role in ("better", "worse")}, golds={smaller: before})


def close(documents: int) -> Iterator[Case]:
    """Every relevance and output on the grid, and one more document whose score is its relevance, below 1/2."""
    for case in rows(documents - 1, 2) if documents > 1 else ():
        u, s = zip(*case, strict=True)
        for number in GRID:
            if number < HALF:
                yield added("better", u, s, (number, number))


def far(documents: int) -> Iterator[Case]:
    """Every relevance and output on the fine grid, and one more document. Its relevance and score are below 1/2, and
    further apart than those of every other document.
    """
    for case in rows(documents - 1, 2, FINE) if documents > 1 else ():
        u, s = zip(*case, strict=True)
        for more in product(FINE, FINE):
            if max(more) < HALF and abs(more[1] - more[0]) > max(abs(x - y) for x, y in case):
                yield added("worse", u, s, more)


def _more(case: Case, larger: str) -> tuple[Fraction, Fraction, Case] | str:
    """The relevance and the score of the added document, and the case; or a text that says why the case does not add
    one document.
    """
    smaller = "worse" if larger == "better" else "better"
    before = case.golds.get(smaller)
    if before is None or len(case.golds) > 1 or not is_scoring(case) or case.outputs.keys() != {larger, smaller}:
        return "the two outputs are not judged against golds of which one has a document more"
    whole = case.gold
    (document, *others) = sorted(whole.documents - before.documents) or [""]
    pairs_kept = all(
        dict(large.pairs).items() >= dict(small.pairs).items() and large.documents - small.documents == {document}
        for large, small in ((whole, before), (case.outputs[larger], case.outputs[smaller]))
    )
    if others or not document or not pairs_kept or not before.pairs:
        return "gold and output do not have one document more than the other gold and output"
    if case.outputs[smaller].documents != before.documents:
        return "gold and outputs have numbers for different documents"
    return whole.numbers[document], case.outputs[larger].numbers[document], case


def is_close(case: Case) -> str | None:
    """Whether a saved case adds a document whose score is its relevance."""
    added_numbers = _more(case, "better")
    if isinstance(added_numbers, str):
        return added_numbers
    return (
        None
        if added_numbers[0] == added_numbers[1] < HALF
        else "the added document has not one relevance and score below 1/2"
    )


def is_far(case: Case) -> str | None:
    """Whether a saved case adds a document whose score is further from its relevance than all others."""
    added_numbers = _more(case, "worse")
    if isinstance(added_numbers, str):
        return added_numbers
    u, s, _ = added_numbers
    before, output = case.golds["better"].numbers, case.outputs["better"].numbers
    present = max(abs(output[document] - number) for document, number in before.items())
    return None if u < HALF > s and abs(s - u) > present else "the added document is not the furthest, below 1/2"


CONSTRAINT = Constraint(
    id="gamma-sector",
    task="scoring",
    title="Sector Gamma",
    statement=(
        "if a document that is neither relevant nor retrieved is added, the value of the metric rises if "
        "its score is right, and falls if its score is further off than all others"
    ),
    source="Della Mea, Di Gaspero & Mizzaro, NTCIR, section 4.1",
    vocabulary="axiometrics.constraints.scoring.vocabularies.added",
    readings=(
        Reading(
            "close",
            "if its score is its relevance, and the value of the metric was below 1, it rises",
            PlainCases(close, 3, 4, RISES, is_close, grid=ON_QUARTERS, least=2),
            "adm",
            "sector-precision",
            whom="those who want a right score of an irrelevant document to be rewarded",
        ),
        Reading(
            "far",
            "if its score is further off than each other one, the value of the metric falls",
            PlainCases(far, 3, 4, GAIN, is_far, grid=ON_FINE, least=2),
            "adm",
            "sector-precision",
            whom="those who want a wrong score of an irrelevant document to be punished",
        ),
    ),
    unedited=("its demand is made only of outputs that score below 1, and edits make theirs of all outputs"),
)
