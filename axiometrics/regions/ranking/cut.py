"""P@k by its cut-off k: only the first k ranks count."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from axiometrics.core.metric import Metric
from axiometrics.proving.theorems.ranking import cut
from axiometrics.regions.ranking._common import BINARY, DUELS, appended, moved_deeper, swapped, swapped_twice
from axiometrics.regions.region import ArguedPart, Parametrized, Region, everywhere, tied


def cut_deepness_threshold(p: Parametrized) -> None:
    """From n = k on (in the reading `printed` one later), none of the n lower documents is among the first k."""
    _none_before_cut("x" if p.reading.name == "prose" else "x + 1")(p)


def _none_before_cut(start: str) -> Callable[[Parametrized], object]:
    def show(p: Parametrized) -> None:
        p.about("n", start=start)
        cut.none_before_cut(p, "x")

    return show


def _found_at_two(retrieved: int) -> Callable[[Parametrized], object]:
    """At n = 2 so many are among the first k."""

    def show(p: Parametrized) -> None:
        p.n = 2
        p.excess = f"1/x - {retrieved}/x"
        p.evident(p.goal)

    return show


def cut_closeness(metric: Metric, reading: str) -> Sequence[ArguedPart]:
    """At n = 2, the run B is 0 0 1 1 (in the reading `printed` 0 1 1 1). Two of its relevant documents have to be among
    the first k.
    """
    tie = 3 if reading == "prose" else 2
    at_tie = (f"x - {tie} >= 0", f"{tie} - x >= 0")
    wins = [
        ArguedPart(
            True,
            (f"x - {tie + 1} >= 0", f"{tie + 1} - x >= 0"),
            "at n = 2 two relevant documents are among the first k",
            _found_at_two(2),
        )
    ]
    more = ArguedPart(
        True,
        (f"x - {tie + 2} >= 0",),
        "at n = 2 more than one relevant document is among the first k",
        _found_at_two(2 if reading == "prose" else 3),
    )
    return (
        ArguedPart(False, (f"{tie - 1} - x >= 0",), "none of the many is among the first k", _none_before_cut("2")),
        ArguedPart(
            False,
            at_tie,
            "at n = 2 one relevant document is, which ties, and later none",
            _none_before_cut("3"),
            ((2,), lambda p, n: _found_at_two(1)(p)),
        ),
        *wins,
        more,
    )


ENTRIES = (
    Region(("p",), "ranking:priority", BINARY, "k", everywhere(False, "ranks below k do not matter", tied(swapped))),
    Region(
        ("p",),
        "ranking:deepness",
        ("same-run", "any-context"),
        "k",
        everywhere(False, "ranks below k do not matter", tied(swapped_twice)),
    ),
    Region(
        ("p",),
        "ranking:deepness",
        ("single",),
        "k",
        everywhere(False, "ranks below k do not matter", tied(moved_deeper)),
    ),
    Region(
        tuple(base for base in cut.METRICS if base != "ndcg"),
        "ranking:deepness-threshold",
        DUELS,
        "k",
        everywhere(True, "at last none of the many is among the first k", cut_deepness_threshold),
        cut.is_cut,
        narrowing=cut.CUT,
    ),
    Region(("p",), "ranking:closeness-threshold", DUELS, "k", cut_closeness),
    Region(
        ("p",),
        "ranking:confidence",
        ("universal",),
        "k",
        everywhere(False, "an irrelevant document is worth nothing", tied(appended)),
    ),
)
