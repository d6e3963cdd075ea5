"""Claims of INEX 2006 on its ideal recall base, and on the correlations of Tables 1 and 2."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

from axiometrics.auditing.claims import PublishedClaim
from axiometrics.auditing.differences import reduces
from axiometrics.auditing.findings import KindFindings, ReadingOutcome
from axiometrics.auditing.tau import tau
from axiometrics.definitions.element_runs import FoundElement, relevant_elements, touch
from axiometrics.definitions.focused.normalized_cumulated_gain import ideal_recall_base
from axiometrics.generators.libraries import small

Elements = Sequence[FoundElement]


def recallbase(claim: PublishedClaim) -> KindFindings:
    """Check a statement on the ideal elements of every small article, smallest first, in each reading of the last
    filter.
    """
    articles = [gold for elements in range(1, claim["elements"] + 1) for gold in small(elements)]
    outcomes, evidence = [], []
    for base in ("shortest", "best"):
        failure = ""
        for gold in articles:
            why = STATEMENTS[claim["statement"]](ideal_recall_base(gold, base, "none"), relevant_elements(gold, "none"))
            if why:
                failure = f"in {gold}, {why}"
                break
        said = "fails" if failure else "satisfied"
        outcomes.append(ReadingOutcome(f"base={base}", said, not failure, conclusive=bool(failure)))
        evidence.append(f"base={base}: {failure or f'no article of {len(articles)} fails'}")
    return KindFindings(tuple(outcomes), "; ".join(evidence))


def _highest(ideal: Elements, relevant: Elements) -> str:
    others = [element for element in relevant if element not in ideal]
    better = (
        (kept, left_out) for kept in ideal for left_out in others if touch(kept, left_out) and kept.spec < left_out.spec
    )
    return next((f"{_path(a)} ({a.spec}) is ideal, and {_path(b)} ({b.spec}) is not" for a, b in better), "")


def _apart(ideal: Elements, relevant: Elements) -> str:
    overlaps = (f"{_path(a)} and {_path(b)} are ideal and overlap" for a, b in combinations(ideal, 2) if touch(a, b))
    return next(overlaps, "")


def _ancestors(ideal: Elements, relevant: Elements) -> str:
    listed = {element.steps for element in relevant}
    orphans = (element for element in relevant if len(element.steps) > 1 and element.steps[:-1] not in listed)
    return next((f"{_path(element)} is relevant, and what contains it is not" for element in orphans), "")


def _path(element: FoundElement) -> str:
    return "/".join(element.steps)


STATEMENTS: Mapping[str, Callable[[Elements, Elements], str]] = {
    "no ideal element gains less than an element that overlaps it and is not ideal": _highest,
    "ideal elements do not overlap": _apart,
    "ancestors of relevant elements are relevant": _ancestors,
}
"""For each statement, a function of the ideal and the relevant elements of an article that describes a refutation;
empty where there is none.
"""

FUNCTIONS = (recallbase, reduces, tau)
