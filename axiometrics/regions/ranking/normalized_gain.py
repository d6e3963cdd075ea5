"""nDCG by its cut-off k: only the first k ranks of the run and of the ideal ranking count."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from axiometrics.core.metric import Metric
from axiometrics.proving.theorems.ranking._discounts import plain_gain
from axiometrics.regions.ranking._common import (
    BINARY,
    DUELS,
    appended,
    moved_deeper,
    swapped,
    swapped_grades,
    swapped_twice,
)
from axiometrics.regions.region import ArguedPart, Parametrized, Region, everywhere, tied


def _worth(ranks: Sequence[int]) -> str:
    """The sum that relevant documents at these ranks add to DCG."""
    return " + ".join(f"log(2)/log({rank + 1})" for rank in ranks)


def _none_before_cut(start: str) -> Callable[[Parametrized], object]:
    """None of the many relevant documents is among the first k. The ideal of their gold is k relevant documents; the
    ideal of the run with one relevant document on top is this document.
    """

    def show(p: Parametrized) -> None:
        p.about("n", start=start)
        if p.metric.values["ideal"] == "run":
            p.excess = "1"
            p.evaluate(p.goal)
            return
        ideal = "sum(r, 1, x, log(2)/log(r + 1))"
        p.sum(f"{ideal} > 0", sum=ideal, total="0", each=lambda a: a.evident("log(2)/log(r + 1) > 0"), name="ideal")
        p.excess = f"1/{ideal}"
        p.quotient(p.goal, {"ideal": "ideal"}, "1", "ideal")

    return show


def _found(n: int, k: int, many: int) -> Callable[[Parametrized], object]:
    """At one n, the lower documents that are among the first k. The last of the lower documents is at rank 2n."""

    def show(p: Parametrized) -> None:
        p.n = n
        retrieved, ideal = range(2 * n - many + 1, min(k, 2 * n) + 1), range(1, min(k, many) + 1)
        p.excess = f"(1 - ({_worth(retrieved)}))/({_worth(ideal)})"
        p.evaluate(p.goal)

    return show


def cut_deepness_threshold(p: Parametrized) -> None:
    """From n = k on (in the reading `printed` one later), none of the n lower documents is among the first k."""
    _none_before_cut("x" if p.reading.name == "prose" else "x + 1")(p)


def cut_closeness(metric: Metric, reading: str) -> Sequence[ArguedPart]:
    """Three of the lower documents are worth more than the one at the top: at n = 3 those at ranks 4, 5 and 6, and in
    the reading `printed` at n = 2 those at ranks 2, 3 and 4.
    """
    return tuple(_parts(3, 5, 0) if reading == "prose" else _parts(2, 2, 1))


def _parts(wins: int, most: int, more: int) -> Iterator[ArguedPart]:
    """The cuts to `most`, with which B wins at no n; and those beyond, with which it wins at the n named. B has n
    relevant documents, and `more`.
    """
    outside = 2 - more
    yield ArguedPart(False, (f"{outside} - x >= 0",), "none of the many is among the first k", _none_before_cut("2"))
    for k in range(outside + 1, most + 1):
        begins = k + more

        def few(p: Parametrized, n: int, k: int = k) -> None:
            _found(n, k, n + more)(p)

        words = (
            f"the many among the first {k} are worth less than the one on top, and from n = {begins} on there are none"
        )
        yield ArguedPart(
            False, (f"x - {k} >= 0", f"{k} - x >= 0"), words, _none_before_cut(str(begins)), (range(2, begins), few)
        )
    for k in range(most + 1, 2 * wins):
        words = f"at n = {wins} the many among the first {k} are worth more than the one on top"
        yield ArguedPart(True, (f"x - {k} >= 0", f"{k} - x >= 0"), words, _found(wins, k, wins + more))
    yield ArguedPart(
        True,
        (f"x - {2 * wins} >= 0",),
        f"at n = {wins} the many are worth more than the one on top",
        _found(wins, 2 * wins, wins + more),
    )


def _cut(metric: Metric) -> bool:
    return metric.values["discount"] == "log2" and plain_gain(metric, cut=True)


def _always(
    constraint: str, readings: tuple[str, ...], holds: bool, words: str, show: Callable[[Parametrized], object]
) -> Region:
    return Region(("ndcg",), f"ranking:{constraint}", readings, "k", everywhere(holds, words, show), _cut)


_BELOW = "ranks below k do not matter"

ENTRIES = (
    _always("priority", BINARY, False, _BELOW, tied(swapped)),
    _always("priority", ("graded",), False, _BELOW, tied(swapped_grades)),
    _always("deepness", ("same-run", "any-context"), False, _BELOW, tied(swapped_twice)),
    _always("deepness", ("single",), False, _BELOW, tied(moved_deeper)),
    _always("deepness-threshold", DUELS, True, "at last none of the many is among the first k", cut_deepness_threshold),
    Region(
        ("ndcg",),
        "ranking:closeness-threshold",
        DUELS,
        "k",
        cut_closeness,
        lambda metric: _cut(metric) and metric.values["ideal"] == "gold",
    ),
    _always("confidence", ("universal",), False, "an irrelevant document is worth nothing", tied(appended)),
)
