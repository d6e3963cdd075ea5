"""The metric of the focused task: normalized extended cumulated gain (nxCG) in each reading of its Eq. 8 and of the
ideal recall base (Lalmas et al. 2007, section 5).
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import nan

from axiometrics.core.library import Library
from axiometrics.core.metric import Metric
from axiometrics.core.organization import Organization
from axiometrics.core.parameter import Parameter
from axiometrics.tasks.library_counts import cut, elements, full_base, ideal_base, inside


def nxcg(
    system: Organization, gold: Library, k: Fraction | None, gain: str, base: str, ideal: str, ignore: str
) -> Fraction | float:
    """The gains of the first k elements of a run, divided by the gains of the first k elements of the ideal run (Eqs 7
    and 8).

    An element gains at most what the ideal element on its path gains, and less if the run has already retrieved
    elements that overlap that ideal element. Let g be the specificity of a relevant element, I that of the ideal
    element on its path, and S the specificities of the elements retrieved before that overlap the ideal one. The
    parameter `gain` reads Eq. 8 in four ways. With `printed` the gain is min(g, I) - sum(S). With `inner` it is min(g,
    I - sum(S)). With `clamped` it is the same, but at least 0. With `credited` it is also at least 0, and S holds the
    gains that these elements were given, in place of their specificities.

    If several ideal elements are on its path, the one that gives most counts; if there is none, the gain is 0. Beyond
    the last ideal element the ideal gain stays as it is. With `ideal=full` every relevant element is ideal (section
    8.2). The value is at most 1 with `credited`, and may be below 0 with `printed` and `inner`. It is undefined where
    nothing is relevant, and at k = 0.

    >>> gold = Library.parse("article(0+0 sec(1+1) sec(2+1))")
    >>> run = Organization.parse("a1/sec[1] > a1/sec[2]")
    >>> nxcg(run, gold, Fraction(10), "printed", "shortest", "ideal", "none")
    Fraction(1, 4)
    >>> nxcg(run, gold, Fraction(10), "credited", "shortest", "ideal", "none")
    Fraction(1, 1)
    """
    relevant = full_base(gold, ignore)
    best = relevant if ideal == "full" else ideal_base(gold, base, ignore)
    first = cut(k)
    total = sum(list(best.values())[:first])
    if not total:
        return nan
    before: dict[str, Fraction] = {}
    reached = Fraction(0)
    for path in elements(system, gold, ignore)[:first]:
        own = relevant.get(path, Fraction(0))
        gained = (
            max(
                (
                    _gain(gain, own, most, _overlapping(before, ideal_path))
                    for ideal_path, most in best.items()
                    if inside(path, ideal_path) or inside(ideal_path, path)
                ),
                default=Fraction(0),
            )
            if own
            else Fraction(0)
        )
        reached += gained
        before[path] = gained if gain == "credited" else own
    return reached / total


def _overlapping(before: dict[str, Fraction], ideal: str) -> Iterable[Fraction]:
    return (taken for path, taken in before.items() if inside(path, ideal) or inside(ideal, path))


def _gain(reading: str, own: Fraction, most: Fraction, before: Iterable[Fraction]) -> Fraction:
    taken = sum(before, Fraction(0))
    if reading == "printed":
        return min(own, most) - taken
    left = min(own, most - taken)
    return left if reading == "inner" else max(Fraction(0), left)


METRICS = (
    Metric(
        "nxcg",
        "nxCG",
        "focused",
        "nxCG",
        "Lalmas et al. 2007, section 5.2, Eqs 7 and 8",
        direct=nxcg,
        parameters=(
            Parameter("k", Fraction(10), "ranks looked at", low=Fraction(0), cut=True),
            Parameter(
                "gain",
                "printed",
                "the reading of Eq. 8",
                choices=("printed", "inner", "clamped", "credited"),
            ),
            Parameter(
                "base",
                "shortest",
                "of two overlapping candidates, which one is ideal: that with the shortest path, or with the best gain",
                choices=("shortest", "best"),
                when=("ideal", "ideal"),
            ),
            Parameter("ideal", "ideal", "the recall base of the ideal run", choices=("ideal", "full")),
            Parameter("ignore", "none", "types of elements that are left out", pattern=r"[A-Za-z_][\w.-]*"),
        ),
    ),
)
