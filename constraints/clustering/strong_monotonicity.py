"""Strong monotonicity: of the four numbers of pairs, each right one raises the score, and each wrong one lowers it."""

from collections.abc import Callable, Iterator
from functools import cache
from math import comb
from typing import Any

from axiometrics.core.case import GAIN
from axiometrics.core.constraint import Constraint
from axiometrics.core.implication import implies
from axiometrics.generators.partition_pairs import BOTH, Calls, Parts, is_trivial, pair_counts, pairs, readings

RIGHT = (0, 3)
"""The places of the right pairs among the four numbers: the pairs together in gold and output, and the pairs apart in
both.
"""


@cache
def _shown(items: int, trivial: bool) -> dict[tuple[int, ...], tuple[Parts, Parts]]:
    """For each four numbers of pairs, the first gold and output of this many items that have them. Trivial partitions
    are among them only where `trivial` is true.
    """
    by_counts: dict[tuple[int, ...], tuple[Parts, Parts]] = {}
    for gold, output in pairs(items):
        if trivial or not (is_trivial(gold) or is_trivial(output)):
            by_counts.setdefault(pair_counts(gold, output), (gold, output))
    return by_counts


def changes(items: int) -> Iterator[Calls]:
    """A gold and an output of this many items, and a gold and an output of fewer items, whose four numbers of pairs
    differ in one place only. Each change is shown by the first partitions that have these numbers, and by the first
    ones that are not trivial.
    """
    listed = set()
    for larger, smaller, place in (change for trivial in (True, False) for change in _changes(items, trivial)):
        if (larger, smaller) not in listed:
            listed.add((larger, smaller))
            roles = ("better", "worse") if place in RIGHT else ("worse", "better")
            calls = dict(zip(roles, (larger, smaller), strict=True))
            yield {role: calls[role] for role in ("better", "worse")}


def _changes(items: int, trivial: bool) -> Iterator[tuple[Any, Any, int]]:
    for counts, larger in _shown(items, trivial).items():
        for fewer in range(2, items):
            for place in range(4):
                less = comb(items, 2) - comb(fewer, 2)
                before = tuple(count - less * (i == place) for i, count in enumerate(counts))
                if smaller := _shown(fewer, trivial).get(before):
                    yield larger, smaller, place


def are_change(calls: Calls) -> bool:
    """Whether the numbers of pairs differ in one place only, and the better output has more right pairs or fewer wrong
    ones.
    """
    better, worse = (pair_counts(*calls[role]) for role in ("better", "worse"))  # type: ignore[arg-type]
    gained = [a - b for a, b in zip(better, worse, strict=True)]
    places = [i for i, more in enumerate(gained) if more]
    return len(places) == 1 and (gained[places[0]] > 0) == (places[0] in RIGHT)


def mixed_changes(items: int) -> Iterator[Calls]:
    """The changes in which gold and output of both roles agree on some pair of items and disagree on another."""
    return (calls for calls in changes(items) if _are_mixed(calls))


def are_mixed_change(calls: Calls) -> bool:
    """Whether the calls are a change with some pair right and some pair wrong in both roles."""
    return are_change(calls) and _are_mixed(calls)


def _are_mixed(calls: Calls) -> bool:
    counts = (pair_counts(gold, output) for gold, output in calls.values())  # type: ignore[arg-type]
    return all(right + apart and missed + wrong for right, missed, wrong, apart in counts)


def _readings(
    cases: Callable[[int], Iterator[Calls]],
    meets: Callable[[Calls], bool],
    words: str,
    controls: tuple[str, str],
    suffix: str = "",
) -> Any:
    names = dict.fromkeys(BOTH, controls)
    return readings(cases, meets, (GAIN,), words, 7, names, suffix, needs="pair-counts")


_SIZES = "golds and outputs of two sizes whose numbers of pairs differ in one of the four"

CONSTRAINT = Constraint(
    id="strong-monotonicity",
    task="clustering",
    title="Strong Monotonicity",
    question="Does each further pair of items that is decided rightly raise the score?",
    statement=(
        "the score rises with the number of pairs of items together in both gold and output and with that of pairs "
        "apart in both, and falls with the numbers of pairs together in one of them alone, the other three numbers "
        "being the same"
    ),
    source="after Gösgens, Tikhonov & Prokhorenkova 2021, Systematic analysis of cluster similarity indices",
    readings=(
        *_readings(changes, are_change, _SIZES, ("control-pair-balance", "rand")),
        *_readings(
            mixed_changes,
            are_mixed_change,
            f"{_SIZES}, some pair being right and some pair wrong in each",
            ("rand", "jaccard"),
            "-mixed",
        ),
    ),
    implications=(
        *implies("any", "non-trivial", "any-mixed"),
        *implies("non-trivial", "non-trivial-mixed"),
        *implies("any-mixed", "non-trivial-mixed"),
    ),
    unedited="its outputs have different numbers of items, and an edit keeps the items",
)
