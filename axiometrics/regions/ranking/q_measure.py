"""Q-measure by beta, the weight of gain against precision. With beta = 0 it is AP."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from axiometrics.core.case import Case
from axiometrics.core.metric import Metric
from axiometrics.core.organization import Organization
from axiometrics.proving.argument import Argument
from axiometrics.proving.theorems.ranking import average_precision, discounted
from axiometrics.regions.ranking._common import BINARY, DUELS, appended, knowing, swapped_grades
from axiometrics.regions.region import ArguedPart, Parametrized, Region, everywhere, tied


def _swaps(relevant: int, *runs: str) -> Callable[[Fraction], Case]:
    """Two runs with their swaps, all of one gold."""

    def case(value: Fraction) -> Case:
        gold = Organization([[[f"r{i}"] for i in range(1, relevant + 1)]], tail=True)
        roles = ("shallow_better", "shallow_worse", "deep_better", "deep_worse")
        return Case(gold, {role: Organization.ranking(text.split()) for role, text in zip(roles, runs, strict=True)})

    return case


def _costs_more_below(
    case: Callable[[Fraction], Case], relevant: int, i: int, j: int, above: int
) -> Callable[[Parametrized], object]:
    """A swap at rank j, below so many relevant documents, costs as much as one at rank i, below none, or more, by any
    beta.
    """

    def cost(rank: int, retrieved: int) -> str:
        upper, below = (f"({r} + x*{min(r, relevant)})" for r in (rank, rank + 1))
        return f"{retrieved}*(1 + x)/{relevant}*(1/{upper} - 1/{below})"

    def show(p: Parametrized) -> None:
        p.case = case
        p.excess = f"{cost(i, 1)} - {cost(j, above + 1)}"
        p.positive(p.goal)

    return show


_RUN = "n1 n2 n3 r1 n4 r2 r3 r4 n5"
_IN_ONE_RUN = _swaps(4, _RUN, "n1 n2 n3 n4 r1 r2 r3 r4 n5", _RUN, "n1 n2 n3 r1 n4 r2 r3 n5 r4")
_IN_TWO_RUNS = _swaps(2, "n1 r1 n2", "n1 n2 r1", "n1 r1 r2 n2", "n1 r1 n2 r2")


def grades_in_order(metric: Metric, reading: str) -> Sequence[ArguedPart]:
    """An exchange of grades costs something only if gain counts (beta > 0)."""

    return (
        ArguedPart(
            True,
            ("x > 0",),
            "the rank loses gain, or a relevant document is found later",
            knowing(average_precision.grades_swapped),
        ),
        ArguedPart(
            False,
            ("-x >= 0",),
            "it is AP, which grades do not matter to",
            tied(lambda value: swapped_grades(Fraction(0))),
        ),
    )


def many_below_win(p: Parametrized) -> None:
    """Of n relevant documents from rank n + 1 on, the k-th adds at least k (1 + beta)/((2 + beta) n).

    In the reading `printed`, n + 1 documents are relevant from rank n on, and the first of them adds 1/n.
    """
    prose = p.reading.name == "prose"
    p.about("n", start=3 if prose else 2)
    many, above, first, at_first, summed = (
        ("n", "n", 1, "0", "n*(n + 1)/2") if prose else ("(n + 1)", "(n - 1)", 2, "1/n", "n*(n + 3)/2")
    )
    last = f"(2*n + x*{many})"
    term, share = f"k*(1 + x)/({above} + k + x*{many})", f"(1 + x)/{last}"
    below = f"sum(k, {first}, {many}, {term})"

    def each(a: Argument) -> None:
        a.evident(f"{above} + k + x*{many} > 0", name="here")
        facts = {"since": "k from", "to": "k to", "b": "x >= 0", "here": "here", "last": "last"}
        a.quotient(f"{term} - k*{share} >= 0", facts, f"(since + {first})*(1 + b)*to", "here*last")

    p.evident(f"{last} > 0", name="last")
    p.sum(f"{below} - {summed}*{share} >= 0", sum=below, total=f"k*(k - 1)/2*{share}", each=each, name="below")
    p.positive(f"{at_first} + {summed}*{share} - 1 >= 0", using=[p.facts[-1], "x >= 0"], name="enough")
    p.evident(f"{many} > 0", name="many")
    p.excess = f"1/{many} - ({at_first} + {below})/{many}"
    p.quotient(p.goal, {"below": "below", "enough": "enough", "many": "many"}, "below + enough", "many")


def few_below_win(p: Parametrized) -> None:
    """At n = 3 (in the reading `printed` at n = 2), three relevant documents below add more than one at the top."""
    first, p.n = (4, 3) if p.reading.name == "prose" else (2, 2)
    brought = " + ".join(f"{k}*(1 + x)/({first + k - 1} + x*{min(first + k - 1, 3)})" for k in (1, 2, 3))
    p.excess = f"1/3 - ({brought})/3"
    p.positive(p.goal)


def _always(
    constraint: str, readings: tuple[str, ...], holds: bool, words: str, show: Callable[[Parametrized], object]
) -> Region:
    return Region(("q-measure",), f"ranking:{constraint}", readings, "beta", everywhere(holds, words, show))


_ONE_RUN = "a swap at rank 8, below three relevant documents, costs more than one at rank 4"
_TWO_RUNS = "a swap at rank 3, below a relevant document, costs as much as one at rank 2"
_MANY = "the k-th of those below brings k (1 + beta)/((2 + beta) n) at least, all of them more than one"

ENTRIES = (
    _always(
        "priority",
        BINARY,
        True,
        "the precision at which the document is found falls, no other moves",
        knowing(average_precision.swap_costs),
    ),
    Region(("q-measure",), "ranking:priority", ("graded",), "beta", grades_in_order),
    _always(
        "deepness",
        ("single",),
        True,
        "one document at rank i is worth (1 + beta)/(i + beta)",
        knowing(discounted.found_at),
    ),
    _always("deepness", ("same-run",), False, _ONE_RUN, _costs_more_below(_IN_ONE_RUN, 4, 4, 8, 3)),
    _always("deepness", ("any-context",), False, _TWO_RUNS, _costs_more_below(_IN_TWO_RUNS, 2, 2, 3, 1)),
    _always("deepness-threshold", DUELS, False, _MANY, many_below_win),
    _always("closeness-threshold", DUELS, True, "three below bring more than one on top", few_below_win),
    _always("confidence", ("universal",), False, "an irrelevant document is worth nothing", tied(appended)),
)
