"""Theorems about metrics made of entropies: each proves, is about its metric, and proves nothing else; and what they
take for granted is so.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import chain, combinations, islice, permutations
from math import factorial
from random import Random
from typing import Any

import pytest

from axiometrics import registry
from axiometrics.constraints.clustering.vocabularies.information import ENTROPIES, EXPECTED
from axiometrics.core.case import Case
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.exact import Exact, log, sign
from axiometrics.generators.patterns import Pattern, Placed
from axiometrics.kernel.check_proof import ProofError, prove, read_claim, read_term
from axiometrics.proving.argument import Argument, NotProvedError
from axiometrics.proving.instances import FormulaScorer
from axiometrics.proving.theorem import Theorem
from axiometrics.proving.theorems.clustering import entropy, information
from axiometrics.verification.instances import Instance
from axiometrics.verification.links import check_link
from axiometrics.verification.proofs import check_argument
from tests.proving.demands import definition, demand_facts, demand_nothing_else, demand_of_metric, others, vocabulary

ENTRIES: tuple[Theorem, ...] = (*entropy.ENTRIES, *information.ENTRIES)
CONSTRAINTS = {constraint.id: constraint for constraint in registry.constraints() if constraint.task == "clustering"}
AVERAGES = {
    base: [f"{base}(average={average})" for average in ("arithmetic", "geometric", "max", "min")]
    for base in ("nmi", "ami")
}

SATISFIED = {
    "homogeneity": {
        *("entropy", "mutual-information", "homogeneity-score", "v-measure", "variation-of-information"),
        *("nmi", "nmi(average=geometric)", "nmi(average=max)"),
    },
    "completeness": {"class-entropy", "variation-of-information"},
    "size-vs-quantity": {
        *(
            "class-entropy",
            "completeness-score",
            "v-measure",
            "nmi",
            "nmi(average=geometric)",
            "variation-of-information",
        ),
        *("ami", "ami(average=geometric)", "ami(average=max)"),
    },
}
"""The metrics that satisfy each constraint: those that no case of the search breaks, in any reading that is not a
picture.
"""

CELLS: list[tuple[Theorem, str, Constraint, Reading]] = [
    (entry, registry.metric(name).id, CONSTRAINTS[entry.constraint.removeprefix("clustering:")], reading)
    for entry in ENTRIES
    for base in entry.metrics
    for name in AVERAGES.get(base, [base])
    if entry.when(registry.metric(name))
    for reading in (CONSTRAINTS[entry.constraint.removeprefix("clustering:")].reading(r) for r in entry.readings)
]
IDS = [f"{metric}-{constraint.id}-{reading.name}" for _, metric, constraint, reading in CELLS]
READINGS = [
    (c, r)
    for c in ("homogeneity", "completeness", "rag-bag", "size-vs-quantity")
    for r in CONSTRAINTS[c].readings
    if r.name not in ("picture", "non-trivial")
]
SPEAKING = {"homogeneity": {*ENTROPIES, "lone"}, "size-vs-quantity": {*ENTROPIES, *EXPECTED}}
"""By constraint, the quantities of its vocabulary that are about entropies."""

SMALLEST, DRAWN = {"homogeneity": 8, "completeness": 8, "rag-bag": 3, "size-vs-quantity": 2}, 2


@cache
def proof(cell: int) -> dict[str, Any]:
    entry, metric, constraint, reading = CELLS[cell]
    return entry.prove(registry.metric(metric), constraint, reading)


@cache
def cases(constraint: str, reading: str, smallest: int | None = None, drawn: int = DRAWN) -> list[Case]:
    """The smallest cases of a reading, and random ones."""
    smallest = SMALLEST[constraint] if smallest is None else smallest
    family = CONSTRAINTS[constraint].reading(reading).judged
    every = chain.from_iterable(family.cases(n) for n in range(1, family.largest(None) + 1))
    random = Random(2013)
    return [*islice(every, smallest), *(_drawn(family, random) for _ in range(drawn))]


def _drawn(family: Any, random: Random) -> Case:
    patterns: list[Pattern] = []
    while not patterns:
        patterns = list(islice(family.patterns(random.choice((3, 5, 7, 9, 10))), 200))
    pattern = random.choice(patterns)
    around = (tuple(random.choice((0, 0, 1, 1, 3)) for _ in range(len(pattern.elsewhere) + 2)) for _ in range(2))
    return Placed(pattern, tuple(column for column in around if any(column))).case()


@pytest.mark.parametrize(("constraint", "reading"), READINGS, ids=lambda value: getattr(value, "name", value))
def test_the_cases_drawn_are_cases(constraint: str, reading: Reading) -> None:
    drawn = cases(constraint, reading.name)[-DRAWN:]
    assert [reading.judged.admits(case) for case in drawn] == [None] * DRAWN
    assert max(case.documents for case in drawn) > 11


def test_every_cell_that_holds_is_proved() -> None:
    covered = {(metric, constraint.id, reading.name) for _, metric, constraint, reading in CELLS}
    assert covered == {
        (m, c, r.name)
        for c, kept in SATISFIED.items()
        for m in kept
        for r in CONSTRAINTS[c].readings
        if r.name not in ("picture", "non-trivial")
    }
    assert len(covered) == len(CELLS)


@pytest.mark.few(10)
@pytest.mark.parametrize("cell", range(len(CELLS)), ids=IDS)
def test_a_proof_is_about_its_metric(cell: int) -> None:
    _, metric, constraint, reading = CELLS[cell]
    check_argument(proof(cell), constraint, reading, True)
    tried = cases(constraint.id, reading.name)
    demand_of_metric(_lean(proof(cell)), registry.metric(metric), constraint, reading, tried)


def _lean(proof: dict[str, Any]) -> dict[str, Any]:
    """The proof with the facts about sizes alone, of which its definitions are made."""
    return {**proof, "facts": [fact for fact in proof["facts"] if read_claim(fact).term.symbols <= set("nakst")]}


@pytest.mark.parametrize("cell", range(len(CELLS)), ids=IDS)
def test_another_excess_is_not_the_metrics(cell: int) -> None:
    """One more in any quantity or definition that the excess depends on, and twice the excess, are told from it by the
    cases.
    """
    _, metric, constraint, reading = CELLS[cell]
    independent, tried = definition(metric, "clustering"), cases(constraint.id, reading.name)
    for wrong in others(read_term(proof(cell)["excess"])):
        with pytest.raises(ProofError, match="the excess is not that of the metric"):
            check_link({**_lean(proof(cell)), "excess": str(wrong)}, constraint, reading, tried, independent)


@pytest.mark.parametrize(
    "cell", [i for i, (*_, reading) in enumerate(CELLS) if reading.name == "universal"], ids=lambda cell: IDS[cell]
)
def test_the_steps_show_nothing_else(cell: int) -> None:
    _, _, constraint, reading = CELLS[cell]
    demand_nothing_else(proof(cell), constraint, reading)


OF_ANOTHER = [
    ("entropy", "homogeneity", "class-entropy", "homogeneity"),
    ("class-entropy", "completeness", "entropy", "completeness"),
    ("variation-of-information", "completeness", "mutual-information", "completeness"),
    ("class-entropy", "size-vs-quantity", "mutual-information", "size-vs-quantity"),
    ("homogeneity-score", "homogeneity", "completeness-score", "homogeneity"),
    ("v-measure", "homogeneity", "ami", "homogeneity"),
    ("nmi(average=max)", "homogeneity", "nmi(average=min)", "homogeneity"),
    ("nmi(average=geometric)", "homogeneity", "nmi(average=min)", "homogeneity"),
    ("v-measure", "homogeneity", "v-measure", "completeness"),
    ("nmi(average=geometric)", "size-vs-quantity", "nmi(average=max)", "size-vs-quantity"),
    ("ami(average=max)", "size-vs-quantity", "nmi(average=max)", "size-vs-quantity"),
    ("ami(average=max)", "size-vs-quantity", "ami(average=min)", "size-vs-quantity"),
    ("ami", "size-vs-quantity", "ami(average=min)", "size-vs-quantity"),
]
"""Theorems by a metric and a constraint, and metrics and constraints that have a counterexample."""


@pytest.mark.parametrize(("whose", "of", "metric", "constraint"), OF_ANOTHER)
def test_a_theorem_says_nothing_of_what_is_violated(whose: str, of: str, metric: str, constraint: str) -> None:
    entry = next(theorem for theorem, name, about, _ in CELLS if (name, about.id) == (whose, of))
    about, independent = CONSTRAINTS[constraint], definition(metric, "clustering")

    def ask() -> None:
        argument = entry.prove(registry.metric(metric), about, about.reading("universal"))
        check_link(argument, about, about.reading("universal"), cases(constraint, "universal"), independent)

    with pytest.raises((NotProvedError, ProofError, KeyError)):
        ask()


def test_nmi_by_the_greater_entropy_ties_where_that_is_of_the_classes() -> None:
    """Size versus quantity, universal: a cluster of three documents of three classes beside the pattern makes H(C) the
    greater one, before as after.
    """
    judge, family = (
        FormulaScorer(registry.metric("nmi(average=max)")),
        CONSTRAINTS["size-vs-quantity"].reading("universal").judged,
    )

    def sign_of(case: Case) -> int:
        return sign(judge.score(case.outputs["better"], case.gold) - judge.score(case.outputs["worse"], case.gold))

    assert {sign_of(case) for documents in (7, 8, 9) for case in family.cases(documents)} == {1}
    first = next(case for case in family.cases(10) if sign_of(case) != 1)
    assert (str(first.outputs["better"]), sign_of(first)) == ("{a1 a2} a3 {b1 b2} {c1 c2} {d1 e1 f1}", 0)


# --- what is taken for granted ---


@pytest.mark.parametrize(
    ("constraint", "reading"),
    [(c, r) for c, r in READINGS if c in SPEAKING],
    ids=lambda value: getattr(value, "name", value),
)
def test_facts_hold(constraint: str, reading: Reading) -> None:
    seen = vocabulary(CONSTRAINTS[constraint])
    symbols = {fact.text: read_claim(fact.text).term.symbols for fact in seen.facts_of(reading.name)}
    facts = [text for text, named in symbols.items() if not named.isdisjoint(SPEAKING[constraint])]
    names = {name for text in facts for name in symbols[text]}
    assert SPEAKING[constraint] <= names <= set(seen.quantities)
    demand_facts(seen, facts, cases(constraint, reading.name, 6, 2), names, {})


def _classes_and_clusters(case: Case, role: str) -> tuple[list[int], list[int]]:
    """The class and the cluster of each document, by number."""
    documents = sorted(case.gold.documents)
    numbers = [
        {d: i for i, part in enumerate(organization.levels[0]) for d in part}
        for organization in (case.gold, case.outputs[role])
    ]
    return [numbers[0][d] for d in documents], [numbers[1][d] for d in documents]


def _times_log(counts: Counter[int]) -> Exact:
    total: Exact = Fraction(0)
    for k, times in sorted(counts.items()):
        total = total + times * k * log(k)
    return total


def _information(classes: Sequence[int], pairings: Sequence[Sequence[int]]) -> Exact:
    """The documents times the mutual information, summed over the pairings."""
    n, times = len(classes), len(pairings)
    overlaps = Counter(k for clusters in pairings for k in Counter(zip(classes, clusters, strict=True)).values())
    sizes = Counter(
        {k: times * m for k, m in (Counter(Counter(classes).values()) + Counter(Counter(pairings[0]).values())).items()}
    )
    return times * n * log(n) + _times_log(overlaps) - _times_log(sizes)


def test_the_expected_information_is_the_mean_over_all_pairings() -> None:
    seen = vocabulary(CONSTRAINTS["size-vs-quantity"])
    smallest = [c for c in cases("size-vs-quantity", "strong", 30, 0) if c.documents <= 7]
    assert smallest
    for case in smallest[:2]:
        values = Instance(case, seen).measure(("EI", "EI2"), {})
        for name, role in (("EI", "worse"), ("EI2", "better")):
            classes, clusters = _classes_and_clusters(case, role)
            pairings = list(permutations(clusters))
            assert values[name] * factorial(case.documents) == _information(classes, pairings)


def test_what_one_more_document_brings_is_the_mean_over_all_choices() -> None:
    seen = vocabulary(CONSTRAINTS["size-vs-quantity"])
    for case in cases("size-vs-quantity", "strong", 6, 0):
        classes, _ = _classes_and_clusters(case, "worse")
        k = int(str(Instance(case, seen).measure(("k",), {})["k"]))
        mates = Counter(
            sum(classes[d] == classes[added] for d in others)
            for added in range(len(classes))
            for others in combinations([d for d in range(len(classes)) if d != added], k)
        )
        mean: Exact = Fraction(0)
        for t, times in mates.items():
            mean = mean + Fraction(times, mates.total()) * ((t + 1) * log(t + 1) - (t * log(t) if t else 0))
        assert Instance(case, seen).measure(("EW",), {})["EW"] == mean


def _slope_and_start(
    claim: str, by: str, low: str, slope: Any, facts: dict[str, bool], given: list[str], before: Any
) -> dict[str, Any]:
    argument = Argument(facts, given)
    before(argument)
    argument.derivative(claim, by, low, lambda start: start.evident("0 >= 0"), slope)
    return argument.to_json()


def test_why_the_expected_uncertainty_is_so_great() -> None:
    """log((1 - q + q n)/(1 - q + q b)) >= q log(n/b), for 0 <= q <= 1 and 1 <= b <= n, as a proof: both are 0 at n = b,
    and the left side rises faster.
    """
    claim = "log(1 - q + q*n) - log(1 - q + q*b) - q*log(n) + q*log(b) >= 0"
    over = {"q_": "q >= 0", "p_": "1 - q >= 0", "b_": "b - 1 >= 0"}

    def slope(along: Argument) -> None:
        along.quotient("1 - q + q*n > 0", {**over, "more": "beyond"}, "1 + q_*(b_ + more)")
        along.quotient("n > 0", {**over, "more": "beyond"}, "1 + b_ + more")
        along.quotient(
            "q/(1 - q + q*n) - q/n >= 0",
            {**over, "more": "beyond", "below": "1 - q + q*n > 0", "n_": "n > 0"},
            "q_*p_*(b_ + more)",
            "below*n_",
        )

    def before(argument: Argument) -> None:
        argument.quotient("1 - q + q*b > 0", over, "1 + q_*b_")
        argument.evident("n > 0")
        argument.quotient("1 - q + q*n > 0", {**over, "more": "n - b >= 0"}, "1 + q_*(b_ + more)")

    symbols = dict.fromkeys("qbn", False)
    shown, _ = prove(
        _slope_and_start(claim, "n", "b", slope, symbols, ["q >= 0", "1 - q >= 0", "b - 1 >= 0", "n - b >= 0"], before)
    )
    assert shown.implies(read_claim(claim))


def test_why_a_random_document_brings_so_much() -> None:
    """(t+1) log(t+1) - t log t >= (t/k) ((k+1) log(k+1) - k log k), for 1 <= t <= k, as a proof: both are the same at k
    = t, and the right side falls.
    """
    claim = "(t + 1)*log(t + 1) - t*log(t) - t*((k + 1)*log(k + 1) - k*log(k))/k >= 0"

    def slope(along: Argument) -> None:
        along.evident("k > 0")
        along.log("k + 1", name="log")
        along.quotient("t*log(k + 1)/k**2 >= 0", {"t_": "t > 0", "log_": "log", "k_": "k > 0"}, "t_*log_", "k_*k_")

    def before(argument: Argument) -> None:
        for symbol in "tk":
            argument.evident(f"{symbol} > 0")

    shown, _ = prove(
        _slope_and_start(claim, "k", "t", slope, dict.fromkeys("tk", False), ["t - 1 >= 0", "k - t >= 0"], before)
    )
    assert shown.implies(read_claim(claim))
