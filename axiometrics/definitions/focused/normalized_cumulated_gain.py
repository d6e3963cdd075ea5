"""nxCG and its recall bases (Lalmas et al. 2007, section 5.2)."""

from __future__ import annotations

from fractions import Fraction

from axiometrics.core.definition import Definition
from axiometrics.core.library import Library
from axiometrics.core.organization import Organization
from axiometrics.core.parameter import Parameter
from axiometrics.definitions.element_runs import (
    FoundElement,
    is_above,
    limit,
    relevant_elements,
    run_elements,
    touch,
)


def selected(path: list[FoundElement]) -> FoundElement:
    """The element left of a relevant path, given from the article down: "given any two elements on a relevant path, the
    element with the higher score is selected. In case two elements' scores are equal, the one higher in the tree".
    """
    left = path[0]
    for element in path[1:]:
        if element.spec > left.spec:
            left = element
    return left


def ideal_recall_base(gold: Library, base: str, ignore: str) -> list[FoundElement]:
    """The elements selected on the maximal relevant paths, without overlap, by decreasing score.

    Of two that overlap, `shortest` keeps the one with the shortest path, `best` the one with the higher score (the
    ascendant where they are equal).
    """
    relevant = relevant_elements(gold, ignore)
    chosen: list[FoundElement] = []
    for leaf in relevant:
        if any(other is not leaf and is_above(leaf, other) for other in relevant):
            continue
        path = sorted(
            (element for element in relevant if is_above(element, leaf)), key=lambda element: len(element.steps)
        )
        element = selected(path)
        if element not in chosen:
            chosen.append(element)
    if base == "shortest":
        order = sorted(chosen, key=lambda element: len(element.steps))
    else:
        order = sorted(chosen, key=lambda element: (-element.spec, len(element.steps)))
    kept: list[FoundElement] = []
    for element in order:
        if all(not touch(element, other) for other in kept):
            kept.append(element)
    return sorted(kept, key=lambda element: element.spec, reverse=True)


def _xg_norm(j: int, run: list[FoundElement], ideal: FoundElement, gain: str, credit: list[Fraction]) -> Fraction:
    """Eq. 8 for the j-th result (from 0) and the ideal element on its relevant path."""
    before = [k for k in range(j) if touch(run[k], ideal)]
    if gain == "credited":
        return max(Fraction(0), min(run[j].spec, ideal.spec - sum((credit[k] for k in before), Fraction(0))))
    seen = sum((run[k].spec for k in before), Fraction(0))
    if gain == "printed":
        return min(run[j].spec, ideal.spec) - seen
    inner = min(run[j].spec, ideal.spec - seen)
    return inner if gain == "inner" else max(Fraction(0), inner)


def nxcg(
    system: Organization, gold: Library, k: Fraction | None, gain: str, base: str, ideal: str, ignore: str
) -> Fraction | None:
    """Eq. 7: the normalized gains of the first k results over the ideal gains of the first k.

    A result without highlighted text, or on the path of no ideal element, gains 0; of several ideal elements on its
    path the one counts that gives most. Undefined where nothing is relevant, and at k = 0.
    """
    full = relevant_elements(gold, ignore)
    best = (
        ideal_recall_base(gold, base, ignore)
        if ideal == "ideal"
        else sorted(full, key=lambda element: element.spec, reverse=True)
    )
    run = run_elements(system, gold, ignore)[: limit(k)]
    credit: list[Fraction] = []
    for j, result in enumerate(run):
        on_path = [element for element in best if touch(element, result)] if result.rsize else []
        gains = [_xg_norm(j, run, element, gain, credit) for element in on_path]
        credit.append(max(gains) if gains else Fraction(0))
    whole = sum((element.spec for element in best[: limit(k)]), Fraction(0))
    return sum(credit, Fraction(0)) / whole if whole else None


DEFINITIONS = (
    Definition(
        "nxcg",
        nxcg,
        (
            Parameter("k", Fraction(10), "last rank", low=Fraction(0), cut=True),
            Parameter("gain", "printed", "reading of Eq. 8", choices=("printed", "inner", "clamped", "credited")),
            Parameter(
                "base",
                "shortest",
                "what is kept of overlapping elements",
                choices=("shortest", "best"),
                when=("ideal", "ideal"),
            ),
            Parameter("ideal", "ideal", "recall base of the ideal gains", choices=("ideal", "full")),
            Parameter("ignore", "none", "types that are ignored", pattern=r"[A-Za-z_][\w.-]*"),
        ),
    ),
)
