"""The statements about runs of elements without overlap, written plainly (Lalmas et al. 2007, sections 5 and 8).

Three of them speak of ideal elements, which are those of the metric that is judged: by its parameter `base`, or by the
filter that the paper prints, `shortest`, where it has none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import permutations
from types import MappingProxyType
from typing import TYPE_CHECKING

from axiometrics.core.case import Case, Demand
from axiometrics.core.library import Library
from axiometrics.core.organization import Organization
from axiometrics.verification.statements.elements import (
    NEAR_MISS,
    OVERLAP_NOT_REWARDED,
    TOO_SMALL,
    Run,
    bounded,
    is_falling,
    is_relevant,
    of_two,
    overlap,
    relevant,
    runs,
    scores_1,
    specificity,
    stands_in,
)

if TYPE_CHECKING:
    from axiometrics.verification.statements import Statement

SOME_1 = Demand(("output",), (1,), "some score(output) = 1", "=", some=True)

TRIED = 6
"""Relevant elements of the largest gold of which all runs are tried."""


def ideal(gold: Library, base: str) -> set[str]:
    """The ideal recall base (section 5.2), of maximal relevant paths: from the article to a relevant element in which
    no relevant element stands.
    """
    full = relevant(gold)
    chosen = set()
    for leaf in full:
        if not any(stands_in(path, leaf) for path in full):
            chosen.add(_selected(gold, [path for path in full if path == leaf or stands_in(leaf, path)]))
    if base == "shortest":
        # "keeping from two overlapping ideal paths the shortest one"
        return {path for path in chosen if not any(stands_in(path, outer) for outer in chosen)}
    kept: set[str] = set()
    while chosen:
        # "keep picks by falling specificity, ties to the ancestor"
        best = _selected(gold, chosen)
        kept.add(best)
        chosen = {path for path in chosen if path != best and not overlap([path, best])}
    return kept


def _selected(gold: Library, paths: list[str] | set[str]) -> str:
    """ "Given any two elements on a relevant path, the element with the higher score is selected. In case two elements'
    scores are equal, the one higher in the tree is chosen".
    """
    return max(paths, key=lambda path: (specificity(gold, path), -path.count("/")))


def _of_ideal(roles: tuple[str, str], holds: Callable[[Library, str, Run], bool]) -> Statement:
    """A statement about an ideal element alone and a run in place of it, "cut-off at least both lengths"."""

    def statement(shown: Case, cut: int | None, base: str = "shortest") -> Iterator[Case]:
        lone, run = runs(shown, *roles) or ([], [])
        is_whole = len(lone) == 1 and (cut is None or 1 <= len(run) <= cut)
        if is_whole and run and lone[0] in ideal(shown.gold, base) and holds(shown.gold, lone[0], run):
            yield Case(shown.gold, shown.outputs)

    return statement


def _are_descendants(gold: Library, element: str, run: Run) -> bool:
    """ "A run of relevant descendants of an ideal element never scores more than the element alone". Section 5.2: "a
    system retrieving all descendant relevant elements of an ideal element cannot achieve a better overall score".
    """
    return all(stands_in(path, element) and is_relevant(gold, path) for path in run)


def _are_descendants_apart(gold: Library, element: str, run: Run) -> bool:
    return _are_descendants(gold, element, run) and not overlap(run)


def _are_children(gold: Library, element: str, run: Run) -> bool:
    """ "All children of an ideal element without own text score as the element alone"."""
    children = {path for path in gold.elements if path.rpartition("/")[0] == element}
    return gold.elements[element].own == 0 and set(run) == children


def _ideal_run(shown: Case, cut: int | None, base: str = "shortest") -> Iterator[Case]:
    """The ideal elements in decreasing order of gain; see `scores_1`."""
    for run in runs(shown, "output") or ():
        if run and set(run) == ideal(shown.gold, base) and is_falling(shown.gold, run):
            yield from scores_1(shown, run)


def _is_appended(gold: Library, better: Run, worse: Run) -> bool:
    """ "Appending an element never lowers the score, cut-off at least the length"; the first one follows nothing."""
    return len(better) == len(worse) + 1 and better[:-1] == worse


def _is_appended_apart(gold: Library, better: Run, worse: Run) -> bool:
    return _is_appended(gold, better, worse) and not overlap(better)


def _full_base_reachable(shown: Case, cut: int | None) -> Iterator[Case]:
    """ "Cut-off the size of the full base: some non-overlapping run reaches 1"; the reading has "all runs of relevant
    elements without overlap".
    """
    for run in runs(shown, "output") or ():
        full = relevant(shown.gold)
        if run and set(run) <= full and not overlap(run) and len(full) <= TRIED:
            tried = tuple(
                Organization.ranking(order)
                for length in range(1, len(full) + 1)
                for order in permutations(sorted(full), length)
                if not overlap(order)
            )
            at = {"output": {"k": Fraction(len(full))}}
            yield Case(shown.gold, {"output": tried}, demand=SOME_1, bound=Fraction(1), parameters=at)


_REPLACED = "better", "worse"

STATEMENTS: Mapping[str, Statement] = MappingProxyType(
    {
        "bounded@plain": bounded(with_overlap=False),
        "bounded@any-run": bounded(with_overlap=True),
        "descendants@focused": _of_ideal(_REPLACED, _are_descendants_apart),
        "descendants@any-run": _of_ideal(_REPLACED, _are_descendants),
        "non-negative-gain@focused": of_two(_REPLACED, _is_appended_apart, whole=True),
        "non-negative-gain@any-run": of_two(_REPLACED, _is_appended, whole=True),
        "tiling@plain": _of_ideal(("other", "one"), _are_children),
        "ideal-scores-1@plain": _ideal_run,
        "near-miss@plain": NEAR_MISS,
        "too-small@plain": TOO_SMALL,
        "full-base-reachable@plain": _full_base_reachable,
        "overlap-not-rewarded@plain": OVERLAP_NOT_REWARDED,
    }
)
