"""Groups of readings, ways to make an argument, and cases that do not change the score of a metric."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from axiometrics.core.case import Case
from axiometrics.core.organization import Organization
from axiometrics.regions.region import Parametrized
from axiometrics.symbolic.sets import SYMBOL

BINARY, RUNS, DUELS = ("universal", "single"), ("same-run", "single", "any-context"), ("prose", "printed")

LONGEST = 60
"""Terms of a sum that are written in a row."""


class Knowing(Parametrized):
    """An argument in which the facts about x are added wherever claims to use are named."""

    def __init__(self, p: Parametrized) -> None:
        self.__dict__ = p.__dict__

    def positive(
        self, claim: str, using: Sequence[str] | None = None, name: str = "", zero: Mapping[str, str] | None = None
    ) -> str:
        """Show that a term is above 0, written over the named claims and the facts about x."""
        facts = [text for text in (f"{SYMBOL} > 0", f"{SYMBOL} >= 0") if text in self.scope.claims]
        before = len(self.steps)
        shown = super().positive(claim, None if using is None else [*using, *facts], name, zero)
        for step in self.steps[before:]:
            step.update({part: _grouped(step[part]) for part in ("numerator", "denominator")})
        return shown


def _grouped(text: str) -> str:
    """A sum, a long one as a sum of sums, which is nested less deep."""
    terms = text.split(" + ")
    groups = [" + ".join(terms[i : i + LONGEST]) for i in range(0, len(terms), LONGEST)]
    return text if len(groups) == 1 else " + ".join(f"({group})" for group in groups)


def knowing(show: Callable[[Parametrized], object]) -> Callable[[Parametrized], object]:
    """An argument that was written for numbers, with the facts about x added."""
    return lambda p: show(Knowing(p))


def run(above: int, *documents: str) -> Organization:
    """A run whose first `above` documents are irrelevant; the given documents follow."""
    return Organization.ranking([*(f"n{i}" for i in range(1, above + 1)), *documents])


def swapped(value: Fraction) -> Case:
    """The only relevant document and an irrelevant one below it, on the first two ranks that the metric does not look
    at.
    """
    k = int(value)
    return Case(Organization.parse("a > ..."), {"better": run(k, "a", "b"), "worse": run(k, "b", "a")})


def swapped_grades(value: Fraction) -> Case:
    """Two documents with different grades, on the first two ranks that the metric does not look at."""
    k = int(value)
    return Case(Organization.parse("a > b > ..."), {"better": run(k, "a", "b"), "worse": run(k, "b", "a")})


def swapped_twice(value: Fraction) -> Case:
    """Two exchanges below the ranks that the metric looks at."""
    k = int(value)
    whole, shallow, deep = run(k, "a", "x", "b", "y"), run(k, "x", "a", "b", "y"), run(k, "a", "x", "y", "b")
    return Case(
        Organization.parse("a b > ..."),
        {"shallow_better": whole, "shallow_worse": shallow, "deep_better": whole, "deep_worse": deep},
    )


def moved_deeper(value: Fraction) -> Case:
    """The only relevant document is moved down by one rank twice, below the ranks that the metric looks at."""
    k = int(value)
    first, second, third = run(k, "a", "x", "y"), run(k, "x", "a", "y"), run(k, "x", "y", "a")
    return Case(
        Organization.parse("a > ..."),
        {"shallow_better": first, "shallow_worse": second, "deep_better": second, "deep_worse": third},
    )


def appended(value: Fraction) -> Case:
    """A relevant document, and an irrelevant one that is appended."""
    return Case(
        Organization.parse("a > ..."),
        {"better": Organization.ranking(["a"]), "worse": Organization.ranking(["a", "b"])},
    )
