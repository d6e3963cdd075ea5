"""Theorems about metrics of clustering with rational values: each proves, is about its metric, and proves nothing
else.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import chain, combinations_with_replacement, islice
from random import Random
from typing import Any

import pytest

from axiometrics import registry
from axiometrics.constraints.clustering.vocabularies.information import ENTROPIES, EXPECTED
from axiometrics.core.case import Case
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.organization import Organization
from axiometrics.definitions.clustering.set_matching import f_max_cluster
from axiometrics.generators.covers import OverlappingPairs
from axiometrics.generators.patterns import Pattern, Placed
from axiometrics.kernel.check_proof import ProofError, read_claim, read_term
from axiometrics.proving.argument import NotProvedError
from axiometrics.proving.theorem import Larger, Theorem
from axiometrics.proving.theorems.clustering import bcubed, counting_pairs, edit_distance, set_matching
from axiometrics.verification.instances import Instance
from axiometrics.verification.links import check_link
from axiometrics.verification.proofs import check_argument
from tests.proving.demands import definition, demand_facts, demand_nothing_else, demand_of_metric, others, vocabulary

ENTRIES = (*bcubed.ENTRIES, *counting_pairs.ENTRIES, *set_matching.ENTRIES, *edit_distance.ENTRIES)
OF_PAIRS = ("symmetry", "equal-self-agreement", "gold-is-best")
"""Constraints whose proofs are about the table of pairs, which have tests of their own."""

CONSTRAINTS = {
    constraint.name: constraint
    for constraint in registry.constraints()
    if constraint.task == "clustering" and constraint.vocabulary and constraint.id not in OF_PAIRS
}
SMALLEST, DRAWN = 30, 12

BCUBED = {
    "bcubed-precision": {"homogeneity", "rag-bag"},
    "bcubed-recall": {"completeness", "size-vs-quantity"},
    "bcubed-f": {"homogeneity", "completeness", "rag-bag", "size-vs-quantity"},
}
SATISFIED = {
    **BCUBED,
    **{name.replace("bcubed", "bcubed-extended"): kept for name, kept in BCUBED.items()},
    "rs-clustering": {*BCUBED["bcubed-f"], "size-vs-quantity-overlap"},
    "purity": {"homogeneity"},
    "inverse-purity": {"size-vs-quantity"},
    "f-purity": {"homogeneity", "size-vs-quantity"},
    "f-max": {"size-vs-quantity"},
    "f-max-cluster": {"completeness", "size-vs-quantity"},
    "matching-accuracy": {"size-vs-quantity"},
    "edit-distance": {"completeness", "size-vs-quantity"},
    "edit-distance-greedy": {"completeness", "size-vs-quantity"},
    "rand": {"homogeneity", "completeness"},
    "jaccard": {"completeness"},
    "fowlkes-mallows": {"completeness"},
    "pair-recall": {"completeness"},
    "pair-f": {"completeness"},
}
"""The constraints that each metric is known to satisfy in the first reading: those that no case of the search
breaks.
"""

CELLS = [
    (entry, metric, CONSTRAINTS[entry.constraint], CONSTRAINTS[entry.constraint].reading(name))
    for entry in ENTRIES
    if isinstance(entry, Theorem)
    for metric in entry.metrics
    for name in entry.readings
]
IDS = [f"{metric}-{constraint.id}-{reading.name}" for _, metric, constraint, reading in CELLS]


@cache
def proof(cell: int) -> dict[str, Any]:
    entry, metric, constraint, reading = CELLS[cell]
    return entry.prove(registry.metric(metric, ("clustering",)), constraint, reading)


@cache
def cases(constraint: str, reading: str) -> list[Case]:
    """The smallest cases of a reading, and random ones that are larger."""
    family = CONSTRAINTS[constraint].reading(reading).judged
    every = chain.from_iterable(family.cases(n) for n in range(1, family.largest(None) + 1))
    small = list(islice((case for case in every if family.admits(case) is None), SMALLEST))
    random = Random(2013)
    return [*small, *(_drawn(family, random) for _ in range(DRAWN))]


def _drawn(family: Any, random: Random) -> Case:
    if isinstance(family, OverlappingPairs):
        n = random.randint(3, 7)
        first = 0 if family.shared else n + 1
        pairs = [random.sample(range(first, first + 5), 2) for _ in range(n)]
        return family.case(n, tuple((min(pair), max(pair)) for pair in pairs), random.randint(0, n))
    patterns: list[Pattern] = []
    while not patterns:
        patterns = list(islice(family.patterns(random.choice((5, 7, 8, 10, 13, 16, 22, 25))), 200))
    pattern = random.choice(patterns)
    classes = len(pattern.elsewhere) + 3
    around = (tuple(random.choice((0, 0, 1, 1, 2, 5)) for _ in range(classes)) for _ in range(random.randint(0, 4)))
    return Placed(pattern, tuple(column for column in around if any(column))).case()


@pytest.mark.parametrize(
    ("constraint", "reading"),
    [(c.name, r.name) for c in CONSTRAINTS.values() for r in c.readings if r.name != "non-trivial"],
)
def test_the_cases_drawn_are_cases_and_some_are_large(constraint: str, reading: str) -> None:
    family = CONSTRAINTS[constraint].reading(reading).judged
    if reading == "picture":
        return
    drawn = cases(constraint, reading)[-DRAWN:]
    assert [family.admits(case) for case in drawn] == [None] * DRAWN
    assert max(case.documents for case in drawn) > family.complete(family.largest(None))


def test_every_cell_that_holds_is_proved() -> None:
    first = {(metric, constraint.id) for _, metric, constraint, reading in CELLS if reading is constraint.readings[0]}
    assert first == {(metric, constraint) for metric, kept in SATISFIED.items() for constraint in kept}
    others = {
        (metric, constraint.id, reading.name)
        for _, metric, constraint, reading in CELLS
        if reading is not constraint.readings[0]
    }
    rag_bag = {
        (metric, "rag-bag", reading)
        for metric, kept in SATISFIED.items()
        if "rag-bag" in kept
        for reading in ("sizes", "strong")
    }
    assert others == rag_bag | {
        (metric, "size-vs-quantity", "strong") for metric in ("edit-distance", "edit-distance-greedy")
    }


@pytest.mark.few(15)
@pytest.mark.parametrize("cell", range(len(CELLS)), ids=IDS)
def test_a_proof_is_about_its_metric(cell: int) -> None:
    _, metric, constraint, reading = CELLS[cell]
    check_argument(proof(cell), constraint, reading, True)
    of, tried = registry.metric(metric, ("clustering",)), cases(constraint.name, reading.name)
    demand_of_metric(proof(cell), of, constraint, reading, tried)


@pytest.mark.parametrize("cell", range(len(CELLS)), ids=IDS)
def test_another_excess_is_not_the_metrics(cell: int) -> None:
    """One more in any quantity or definition that the excess depends on, and twice the excess, are told from it by the
    cases.
    """
    _, metric, constraint, reading = CELLS[cell]
    independent, tried = definition(metric, "clustering"), cases(constraint.name, reading.name)
    excess = read_term(proof(cell)["excess"])
    for wrong in (candidate for candidate in others(excess) if not candidate.equals(excess)):
        with pytest.raises((ProofError, ZeroDivisionError)):
            check_link({**proof(cell), "excess": str(wrong)}, constraint, reading, tried, independent)


@pytest.mark.parametrize("cell", range(len(CELLS)), ids=IDS)
def test_the_steps_show_nothing_else(cell: int) -> None:
    _, _, constraint, reading = CELLS[cell]
    demand_nothing_else(proof(cell), constraint, reading)


@pytest.mark.parametrize(
    ("constraint", "reading"),
    [(c, r) for c in CONSTRAINTS.values() for r in c.readings if r.name != "non-trivial"],
    ids=lambda value: value.id if hasattr(value, "id") else value.name,
)
def test_facts_hold(constraint: Constraint, reading: Reading) -> None:
    seen, tried = vocabulary(constraint), cases(constraint.name, reading.name)
    symbols = {fact.text: read_claim(fact.text).term.symbols for fact in seen.facts_of(reading.name)}
    facts = [text for text, named in symbols.items() if named.isdisjoint({*ENTROPIES, *EXPECTED, "lone"})]
    names = {name for text in facts for name in symbols[text]}
    assert names <= set(seen.quantities)
    assert facts
    demand_facts(seen, facts, tried, names, {})
    for case in tried:
        for name, value in Instance(case, seen).measure(names, {}).items():
            assert isinstance(value, Fraction), name
            assert value.denominator == 1 or not seen.quantities[name].whole, name


OF_ANOTHER = [
    ("purity", "f-max-cluster", "homogeneity", "universal"),
    ("rand", "jaccard", "homogeneity", "universal"),
    ("bcubed-precision", "pair-precision", "homogeneity", "universal"),
    ("pair-recall", "pair-precision", "completeness", "universal"),
    ("f-max-cluster", "f-max", "completeness", "universal"),
    ("edit-distance", "matching-accuracy", "completeness", "universal"),
    ("fowlkes-mallows", "adjusted-rand", "completeness", "universal"),
    ("bcubed-precision", "pair-precision", "rag-bag", "universal"),
    ("bcubed-f", "rand", "rag-bag", "strong"),
    ("inverse-purity", "purity", "size-vs-quantity", "universal"),
    ("bcubed-f", "pair-f", "size-vs-quantity", "universal"),
    ("bcubed-recall", "bcubed-recall", "size-vs-quantity", "strong"),
    ("bcubed-f", "bcubed-f", "size-vs-quantity", "strong"),
    ("f-purity", "f-purity", "size-vs-quantity", "strong"),
    ("f-max", "f-max", "size-vs-quantity", "strong"),
    ("f-max-cluster", "f-max-cluster", "size-vs-quantity", "strong"),
    ("matching-accuracy", "matching-accuracy", "size-vs-quantity", "strong"),
    ("rs-clustering", "rs-clustering", "size-vs-quantity-overlap", "shared"),
    ("rs-clustering", "bcubed-extended-f", "size-vs-quantity-overlap", "distinct"),
]
"""Theorems by a metric and a constraint, and metrics and readings that have a counterexample there."""


@pytest.mark.parametrize(("whose", "metric", "constraint", "reading"), OF_ANOTHER)
def test_a_theorem_says_nothing_of_what_is_violated(whose: str, metric: str, constraint: str, reading: str) -> None:
    about = CONSTRAINTS[f"clustering:{constraint}"]
    entry = next(e for e in ENTRIES if isinstance(e, Theorem) and whose in e.metrics and e.constraint == about.name)
    independent = definition(metric, "clustering")

    def ask() -> None:
        argument = entry.prove(registry.metric(metric, ("clustering",)), about, about.reading(reading))
        check_link(argument, about, about.reading(reading), cases(about.name, reading), independent)

    with pytest.raises((NotProvedError, ProofError)):
        ask()


@pytest.mark.parametrize(
    "metric", ["rs-clustering(n=10,wn=0.5,reading=tail-lookup)", "rs-clustering(n=1,wn=0.9,reading=tail-certain)"]
)
def test_the_parameters_of_rs_play_no_part(metric: str) -> None:
    for cell, (_, base, constraint, reading) in enumerate(CELLS):
        if base == "rs-clustering":
            independent, tried = definition(metric, "clustering"), cases(constraint.name, reading.name)[-5:]
            assert check_link(proof(cell), constraint, reading, tried, independent).cases == len(tried)


# --- the counterexample that is larger than what is searched ---


def taken_out(big: int, sizes: tuple[int, ...]) -> Case:
    """A class of `big` documents of which one more than there are pairs stand in one cluster, and a pair of each class
    of these sizes.
    """
    names = "bcdefgh"[: len(sizes)]
    whole = [[f"a{i}" for i in range(len(sizes) + 1)], *([f"{name}0", f"{name}1"] for name in names)]
    rest = [
        [f"{name}{i}" for i in range(first, last)]
        for name, first, last in [("a", len(sizes) + 1, big), *zip(names, [2] * len(sizes), sizes, strict=True)]
    ]
    others = [merged for merged in [[document for cluster in rest for document in cluster]] if merged]
    gold = [part + remainder for part, remainder in zip(whole, rest, strict=True)]
    outputs = {
        "better": [whole[0][1:], whole[0][:1], *whole[1:], *others],
        "worse": [whole[0], *([d] for pair in whole[1:] for d in pair), *others],
    }
    return Case(
        Organization.clustering(gold), {role: Organization.clustering(clusters) for role, clusters in outputs.items()}
    )


def _sizes(documents: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The sizes of the class, and of the classes of the pairs, that make so many documents."""
    for pairs in range(2, documents // 3 + 1):
        for sizes in combinations_with_replacement(range(2, documents), pairs):
            if documents - sum(sizes) > pairs:
                yield documents - sum(sizes), sizes


def test_f_of_clusters_fails_the_strong_reading_at_fifteen_documents() -> None:
    """Only the sizes of the classes matter, as each cluster that changes is within one class."""
    reading = CONSTRAINTS["clustering:size-vs-quantity"].reading("strong")
    (entry,) = (e for e in ENTRIES if isinstance(e, Larger))
    larger_case = Case(Organization.parse(entry.gold), {role: Organization.parse(text) for role, text in entry.outputs})
    assert reading.judged.admits(larger_case) is None
    assert (
        f_max_cluster(larger_case.outputs["better"], larger_case.gold),
        f_max_cluster(larger_case.outputs["worse"], larger_case.gold),
    ) == (
        Fraction(607, 1050),
        Fraction(61, 105),
    )
    assert larger_case.documents == 15
    for documents in range(7, 16):
        kept = []
        for big, sizes in _sizes(documents):
            case = taken_out(big, sizes)
            assert reading.judged.admits(case) is None
            kept.append(
                f_max_cluster(case.outputs["better"], case.gold) > f_max_cluster(case.outputs["worse"], case.gold)
            )
        assert all(kept) is (documents < 15)
