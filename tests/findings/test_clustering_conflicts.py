"""docs/findings/clustering-conflicts.md: the lines of each proof are cases and contradict each other at several sizes,
and there are no other conflicts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import pytest

import axiometrics as ax
from axiometrics.core.case import Case
from axiometrics.core.task import task as task_of
from axiometrics.registry import constraint
from axiometrics.verification.statements import admitted

SLOW = pytest.mark.slow
Line = tuple[Fraction, str, Case]
"""A weight, `id@reading`, and the case whose demand counts so often."""


def line(name: str, gold: Any, times: int = 1, golds: dict[str, Any] | None = None, **outputs: Any) -> Line:
    return Fraction(times), name, Case(gold, outputs, golds=golds or {})


def contradict(task: str, lines: Sequence[Line]) -> bool:
    """Whether each line is a case of its constraint, and their weighted sum says that 0 is greater than 0."""
    total: dict[Any, Fraction] = {}
    strict = False
    for weight, name, shown in lines:
        of = constraint(f"{task}:{name.partition('@')[0]}")
        case = admitted(of, of.reading(name.partition("@")[2]), shown)
        assert not isinstance(case, str), (name, str(shown.gold), case)
        demand = case.asked(of.reading(name.partition("@")[2]).demand)
        assert weight > 0 or demand.by == "="
        strict = strict or demand.by == ">"
        turned = -1 if demand.by == "<=" else 1
        for role, sign in zip(demand.roles, demand.signs, strict=True):
            calls = case.calls(role)
            for call in calls:
                pair = named_alike(task, call.output, call.gold)
                total[pair] = total.get(pair, Fraction(0)) + weight * turned * Fraction(sign, len(calls))
    return strict and not any(total.values())


def named_alike(task: str, output: Any, gold: Any) -> tuple[Any, Any]:
    names = task_of(task).orbit(output, gold)
    return output.renamed(names), gold.renamed(names)


def clusters(items: int, *pairs: tuple[int, int]) -> ax.Organization:
    """The items in these pairs, all others alone."""
    paired = {item for pair in pairs for item in pair}
    alone = [[f"d{item}"] for item in range(items) if item not in paired]
    return ax.Organization.clustering([*([f"d{item}" for item in pair] for pair in pairs), *alone])


def of_pairs(items: int) -> Iterator[Line]:
    """The proof for clusterings that are not trivial."""
    first = (0, 1)
    gold = clusters(items, first)
    every = list(combinations(range(items), 2))
    doubles = [(q, r) for q, r in combinations(every, 2) if not set(q) & set(r)]
    for double in doubles:
        for kept, split in (double, double[::-1]):
            if first not in double:
                yield line(
                    "homogeneity@non-trivial", gold, better=clusters(items, kept), worse=clusters(items, kept, split)
                )
    for other in (other for other in every if not set(other) & set(first)):
        both = clusters(items, first, other)
        yield line(
            "distance@non-trivial",
            gold,
            golds={"second_third": both, "second_second": both},
            first_second=both,
            second_third=clusters(items, other),
            first_third=clusters(items, other),
            second_second=both,
        )
        yield line("symmetry@non-trivial", gold, -1, {"other": both}, one=both, other=gold)
        yield line("equal-self-agreement@non-trivial", gold, 1, {"other": both}, one=gold, other=both)
    # Each ordered (Q, R) counts once, and each pair is Q in as many of them.
    yield line(
        "constant-baseline@non-trivial",
        gold,
        2 * len(doubles),
        one=tuple(clusters(items, double[0], double[1]) for double in doubles),
        other=tuple(clusters(items, pair) for pair in every),
    )


def positive(items: int, *left_out: int) -> ax.Organization:
    """All items but these are positive."""
    names = [f"d{item}" for item in range(items)]
    return ax.Organization.filtering(
        [n for k, n in enumerate(names) if k not in left_out], [names[k] for k in left_out]
    )


def of_two_classes(items: int) -> Iterator[Line]:
    """The proof for two classes, each in gold and prediction."""
    gold, other, both = positive(items, 0), positive(items, 1), positive(items, 0, 1)
    yield line("monotonicity@both", gold, items - 2, better=positive(items, 1), worse=positive(items, 1, 2))
    yield line(
        "distance@both",
        gold,
        golds={"second_third": both, "second_second": both},
        first_second=both,
        second_third=other,
        first_third=other,
        second_second=both,
    )
    yield line("symmetry@both", gold, -1, {"other": both}, one=both, other=gold)
    yield line("equal-self-agreement@both", gold, 1, {"other": both}, one=gold, other=both)
    yield line(
        "constant-baseline@both",
        gold,
        items,
        one=tuple(positive(items, *pair) for pair in combinations(range(items), 2)),
        other=tuple(positive(items, item) for item in range(items)),
    )


PROOFS: dict[str, tuple[Callable[[int], Iterator[Line]], Sequence[int]]] = {
    "clustering": (of_pairs, (4, 5, 6)),
    "classification": (of_two_classes, (3, 4, 5, 6, 7)),
}


@pytest.mark.parametrize("task", PROOFS)
def test_the_lines_of_a_proof_are_cases_and_contradict_each_other(task: str) -> None:
    lines, sizes = PROOFS[task]
    for items in sizes:
        assert contradict(task, list(lines(items))), items
    assert not contradict(task, list(lines(sizes[0]))[:-1])


@pytest.mark.parametrize("items", [2, 3, 5, 7])
def test_with_trivial_clusterings_the_baseline_excludes_four(items: int) -> None:
    """Each of the four with its two lines: the demand, and that both scores are means alone."""
    names = [f"d{item}" for item in range(items)]
    together, apart = ax.Organization.clustering([names]), ax.Organization.clustering([[name] for name in names])
    single = [ax.Organization.clustering([[n], [k for k in names if k != n]]) for n in names]
    off = tuple(dict.fromkeys(single))
    for name, gold, better, worse in (
        ("gold-is-best@any", together, (together,), (apart,)),
        ("minimal-agreement@any", together, (together,), (apart,)),
        ("completeness@universal", together, (together,), off),
        ("homogeneity@universal", apart, off, (together,)),
    ):
        said = line(name, gold, better=better[0], worse=worse[0])
        even = line("constant-baseline@any", gold, -1, one=better, other=worse)
        assert contradict("clustering", [said, even]), name


NON_TRIVIAL = ("constant-baseline", "distance", "equal-self-agreement", "homogeneity", "symmetry")
OF_CLUSTERINGS = (*NON_TRIVIAL, "completeness", "gold-is-best", "strong-monotonicity")
OF_CLASSES = ("constant-baseline", "distance", "equal-self-agreement", "monotonicity", "symmetry")


def conflicts(task: str, names: Sequence[str], reading: str, size: int) -> set[frozenset[str]]:
    answer = ax.possible([f"{task}:{name}@{reading}" for name in names], size=size, conflicts=True)
    assert answer.complete
    assert not answer.open
    assert answer.grows == "this size only"
    return {frozenset(name.partition(":")[2].partition("@")[0] for name in each) for each in answer.conflicts}


@pytest.mark.parametrize("size", [4, 5, pytest.param(6, marks=pytest.mark.thorough)])
def test_of_clusterings_that_are_not_trivial_there_is_no_other_conflict(size: int) -> None:
    assert conflicts("clustering", OF_CLUSTERINGS, "non-trivial", size) == {frozenset(NON_TRIVIAL)}


@pytest.mark.parametrize("size", [3, 4, pytest.param(5, marks=SLOW), pytest.param(6, marks=pytest.mark.thorough)])
def test_of_two_classes_there_is_no_other_conflict(size: int) -> None:
    of_three = [{"constant-baseline", "distance", name} for name in ("monotonicity", "all-wrong-is-worst")]
    names = (*OF_CLASSES, "gold-is-best", "all-wrong-is-worst", "class-symmetry")
    expected = of_three if size == 3 else [set(OF_CLASSES)]
    assert conflicts("classification", names, "both", size) == set(map(frozenset, expected))


@pytest.mark.parametrize("size", [4, 5])
def test_with_trivial_clusterings_each_conflict_has_the_baseline(size: int) -> None:
    simple = ("gold-is-best@any", "minimal-agreement@any", "strong-monotonicity@any", "distance@any", "symmetry@any")
    names = [*simple, "equal-self-agreement@any", "constant-baseline@any", "homogeneity", "completeness", "rag-bag"]
    answer = ax.possible([f"clustering:{name}" for name in names], size=size, conflicts=True)
    expected = [{"gold-is-best"}, {"minimal-agreement"}, {"completeness"}, {"homogeneity"}, {"strong-monotonicity"}]
    expected += [{"rag-bag", "distance"}] if size == 5 else []
    named = [{name.partition(":")[2].partition("@")[0] for name in each} for each in answer.conflicts]
    assert sorted(map(sorted, named)) == sorted(sorted(each | {"constant-baseline"}) for each in expected)


def test_the_weights_of_the_proof_count_ordered_pairs() -> None:
    """The number of ordered pairs of disjoint pairs, of which the page sums."""
    lines = list(of_pairs(6))
    homogeneous = sum(name.startswith("homogeneity") for _, name, _ in lines)
    triangles = sum(name.startswith("distance") for _, name, _ in lines)
    assert homogeneous + 2 * triangles == comb(6, 2) * comb(4, 2)
