"""Metrics of the thorough task (Lalmas et al. 2007, section 4.2): cumulated gains, gain-recall and effort-precision."""

from __future__ import annotations

from fractions import Fraction

from axiometrics.core.definition import Definition
from axiometrics.core.library import Library
from axiometrics.core.organization import Organization
from axiometrics.core.parameter import Parameter
from axiometrics.definitions.element_runs import limit, relevant_elements, run_elements


def _xg(system: Organization, gold: Library, ignore: str) -> list[Fraction]:
    """Eq. 3: the gain of a result is its specificity."""
    return [element.spec for element in run_elements(system, gold, ignore)]


def _xi(gold: Library, ignore: str) -> list[Fraction]:
    """Eq. 4: the specificities of the full recall base in decreasing order."""
    return sorted((element.spec for element in relevant_elements(gold, ignore)), reverse=True)


def xcg(system: Organization, gold: Library, k: Fraction | None, ignore: str) -> Fraction:
    """Eq. 2: the sum of the gains xG[j] for j = 1..k. From 0; always defined."""
    return sum(_xg(system, gold, ignore)[: limit(k)], Fraction(0))


def gain_recall(system: Organization, gold: Library, k: Fraction | None, ignore: str) -> Fraction | None:
    """Eq. 6: xCG[k] over the sum of all ideal gains. Range [0, 1]; undefined where nothing is relevant."""
    whole = sum(_xi(gold, ignore))
    return xcg(system, gold, k, ignore) / whole if whole else None


def _effort(gains: list[Fraction], wanted: Fraction, ranks: str) -> Fraction | None:
    """The number of ranks to visit until the gains sum to what is wanted; None where they never do.

    Interpolated, of the last rank only that part is visited that is needed.
    """
    left = wanted
    for i, gain in enumerate(gains):
        if gain >= left:
            return Fraction(i + 1) if ranks == "whole" else i + left / gain
        left -= gain
    return None


def ep_gr(system: Organization, gold: Library, recall: Fraction, ranks: str, ignore: str) -> Fraction | None:
    """Eq. 5: i_ideal / i_run, the ranks at which the ideal run and the run reach that share of all gain.

    Range [0, 1]; 0 where the run never does; undefined where nothing is relevant.
    """
    ideal = _xi(gold, ignore)
    if not ideal:
        return None
    wanted = recall * sum(ideal)
    run = _effort(_xg(system, gold, ignore), wanted, ranks)
    if run is None:
        return Fraction(0)
    best = _effort(ideal, wanted, ranks)
    assert best is not None
    return best / run


def maep(system: Organization, gold: Library, ranks: str, ignore: str) -> Fraction | None:
    """The effort-precision values at each rank where a relevant element is returned, averaged over the relevant
    elements; 0 for those that are not retrieved. Range [0, 1]; undefined where nothing is relevant.
    """
    ideal, gains = _xi(gold, ignore), _xg(system, gold, ignore)
    if not ideal:
        return None
    values = []
    for i in range(len(gains)):
        if gains[i] > 0:
            best = _effort(ideal, sum(gains[: i + 1], Fraction(0)), ranks)
            assert best is not None
            values.append(best / (i + 1))
    return sum(values, Fraction(0)) / len(ideal)


_RANKS = Parameter("ranks", "whole", "whole ranks, or parts of them", choices=("whole", "interpolated"))
_IGNORE = Parameter("ignore", "none", "types that are ignored", pattern=r"[A-Za-z_][\w.-]*")

DEFINITIONS = (
    Definition("xcg", xcg, (Parameter("k", Fraction(10), "last rank", low=Fraction(0), cut=True), _IGNORE)),
    Definition(
        "gain-recall", gain_recall, (Parameter("k", Fraction(1500), "last rank", low=Fraction(0), cut=True), _IGNORE)
    ),
    Definition(
        "ep-gr",
        ep_gr,
        (
            Parameter("recall", Fraction(1, 10), "share of all gain", low=Fraction(0), low_open=True, high=Fraction(1)),
            _RANKS,
            _IGNORE,
        ),
    ),
    Definition("maep", maep, (_RANKS, _IGNORE)),
)
