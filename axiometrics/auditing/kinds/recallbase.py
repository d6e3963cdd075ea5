"""Claims on an ideal recall base: what holds of the elements that its definition selects in every small article."""

from __future__ import annotations

from collections.abc import Callable

from axiometrics.auditing.cells import Cells
from axiometrics.auditing.claims import PublishedClaim
from axiometrics.auditing.findings import KindFindings, ReadingOutcome
from axiometrics.auditing.kind import ClaimKind
from axiometrics.core.library import Library
from axiometrics.definitions.element_runs import FoundElement as Element
from axiometrics.definitions.element_runs import relevant_elements, touch
from axiometrics.definitions.focused.normalized_cumulated_gain import ideal_recall_base
from axiometrics.generators.libraries import small

BASES = ("shortest", "best")


def _highest(ideal: list[Element], relevant: list[Element]) -> str:
    for one in ideal:
        for other in relevant:
            if other not in ideal and touch(one, other) and one.spec < other.spec:
                return f"{'/'.join(one.steps)} ({one.spec}) is ideal, and {'/'.join(other.steps)} ({other.spec}) is not"
    return ""


def _apart(ideal: list[Element], relevant: list[Element]) -> str:
    for i, one in enumerate(ideal):
        for other in ideal[:i]:
            if touch(one, other):
                return f"{'/'.join(one.steps)} and {'/'.join(other.steps)} are ideal and overlap"
    return ""


def _ancestors(ideal: list[Element], relevant: list[Element]) -> str:
    listed = {one.steps for one in relevant}
    for one in relevant:
        if len(one.steps) > 1 and one.steps[:-1] not in listed:
            return f"{'/'.join(one.steps)} is relevant, and what contains it is not"
    return ""


STATEMENTS: dict[str, Callable[[list[Element], list[Element]], str]] = {
    "no ideal element gains less than an element that overlaps it and is not ideal": _highest,
    "ideal elements do not overlap": _apart,
    "ancestors of relevant elements are relevant": _ancestors,
}


def find(claim: PublishedClaim, cells: Cells) -> KindFindings:
    """The statement in each reading of the last filter, on every small article, smallest first."""
    outcomes, told = [], []
    for base in BASES:
        count, failed = 0, ""
        for gold in (gold for elements in range(1, claim["elements"] + 1) for gold in small(elements)):
            count += 1
            failed = _failure(STATEMENTS[claim["statement"]], gold, base)
            if failed:
                break
        outcomes.append(ReadingOutcome(f"base={base}", "fails" if failed else "satisfied", not failed, bool(failed)))
        told.append(f"base={base}: {failed or f'no article of {count} fails'}")
    return KindFindings(tuple(outcomes), "; ".join(told))


def _failure(statement: Callable[[list[Element], list[Element]], str], gold: Library, base: str) -> str:
    why = statement(ideal_recall_base(gold, base, "none"), relevant_elements(gold, "none"))
    return f"in {gold}, {why}" if why else ""


KIND = ClaimKind(
    name="recallbase",
    meaning="whether a `statement` holds of the ideal recall base of every article of up to `elements` elements",
    published="satisfied",
    fields={"statement": "text", "elements": "whole number"},
    choices={"statement": tuple(STATEMENTS)},
    least={"elements": 1},
    greatest={"elements": 4},
    find=find,
)
