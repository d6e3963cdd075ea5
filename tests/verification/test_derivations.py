"""Links that are proved: the definition of the metric, executed on symbols, gives the excess of the proof.

What this cannot refuse: a sketch that leaves out cases of its reading. So each excess that is derived is also compared
with the metric on cases, small and large, whenever it is verified.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import pytest

from axiometrics import api, registry
from axiometrics.constraints.clustering.vocabularies.sketches import information, pairs_shared
from axiometrics.core.counted import Columns, Quadrants
from axiometrics.core.definition import Definition
from axiometrics.core.errors import TaskError
from axiometrics.core.organization import Organization
from axiometrics.core.vocabulary import vocabulary_of
from axiometrics.definitions.means import harmonic_mean
from axiometrics.definitions.organization.reliability import reliability_priority, sensitivity_priority
from axiometrics.definitions.partitions import PartitionPart, PartitionTable, Shared, table
from axiometrics.definitions.ranking.reliability_sensitivity import hits_reliability, hits_sensitivity
from axiometrics.definitions.runs import hits, reached
from axiometrics.definitions.sums import greatest, raised, total
from axiometrics.generators.larger import larger_cases
from axiometrics.kernel.check_proof import Atom, Term
from axiometrics.symbolic.logarithms import log_sum
from axiometrics.symbolic.signs import sign
from axiometrics.symbolic.symbols import (
    Group,
    NotDerivedError,
    Series,
    SymbolicNumber,
    Things,
    knowing,
    number,
    positive,
)
from axiometrics.symbolic.values import evaluated
from axiometrics.verification import Terms, verify_cell
from axiometrics.verification.instances import Instance
from axiometrics.verification.proofs import smallest
from tests.verification.derived_proofs import JSON, demand_no_other_excess, follows, proof_of, with_more

DERIVED = {
    ("homogeneity", "universal"): (
        "purity",
        "f-purity",
        "rand",
        "bcubed-precision",
        "bcubed-f",
        "rs-clustering",
        "entropy",
        "mutual-information",
        "variation-of-information",
        "homogeneity-score",
        "v-measure",
        "nmi",
        "nmi(average=geometric)",
        "nmi(average=max)",
    ),
    ("completeness", "universal"): (
        "fowlkes-mallows",
        "edit-distance",
        "f-max-cluster",
        "jaccard",
        "pair-recall",
        "pair-f",
        "bcubed-extended-f",
        "class-entropy",
        "variation-of-information",
    ),
    ("rag-bag", "universal"): ("bcubed-precision", "bcubed-f"),
    ("rag-bag", "strong"): ("bcubed-extended-precision", "rs-clustering"),
    ("size-vs-quantity", "universal"): (
        "inverse-purity",
        "edit-distance",
        "matching-accuracy",
        "f-max",
        "f-max-cluster",
        "bcubed-recall",
        "class-entropy",
        "completeness-score",
        "nmi",
        "nmi(average=geometric)",
        "ami",
    ),
    ("size-vs-quantity", "strong"): ("edit-distance", "edit-distance-greedy", "nmi(average=geometric)", "ami"),
    ("filtering:priority", "interior"): ("f", "utility", "accuracy", "macro-accuracy", "kappa", "mcc", "rs-filtering"),
    ("filtering:priority", "universal"): ("macro-accuracy", "kappa", "mcc"),
    ("ranking:priority", "universal"): (
        "dcg",
        "ndcg",
        "ap",
        "q-measure",
        "q-measure(beta=3)",
        "rbp",
        "rbp(p=0.3)",
        "err",
        "tbg",
        "rs-ranking",
        "rs-ranking(reading=tail-certain)",
    ),
    ("ranking:priority", "single"): ("ap", "rr", "q-measure", "rbp", "err", "tbg", "rs-ranking"),
    ("confidence", "universal"): ("rs-ranking", "rs-ranking(reading=tail-certain)"),
    ("ranking:priority", "graded"): ("dcg", "ndcg", "q-measure", "q-measure(beta=0.5)", "err"),
    ("ranking:deepness", "same-run"): ("dcg", "ndcg", "rbp", "err", "tbg"),
    ("ranking:deepness", "single"): ("dcg", "ndcg", "ap", "rr", "q-measure", "rbp(p=0.95)", "err", "tbg"),
    ("ranking:deepness", "any-context"): (
        "dcg",
        "ndcg",
        "rbp",
    ),
    ("deepness-threshold", "prose"): (
        "dcg",
        "ndcg",
        "ap",
        "rr",
        "q-measure",
        "rbp",
        "rbp(p=0.5)",
        "p@10",
        "r-precision",
        "err",
        "tbg",
        "rs-ranking",
    ),
    ("deepness-threshold", "printed"): ("rs-ranking", "dcg", "ap", "rr", "q-measure", "rbp", "p@10", "err", "tbg"),
    ("closeness-threshold", "prose"): ("rr", "rbp(p=0.5)", "err"),
    ("closeness-threshold", "printed"): ("err",),
}
LONG = [
    pytest.param("rs-ranking", "ranking:deepness", reading, marks=pytest.mark.thorough)
    for reading in ("same-run", "single")
]
CELLS = [(metric, *where) for where, metrics in DERIVED.items() for metric in metrics]


def saved(metric: str, constraint: str, reading: str) -> JSON:
    return api.matrix([metric], [constraint], reading, max_size=7).cells[0].to_json()


@pytest.mark.few(24)
@pytest.mark.parametrize(("metric", "constraint", "reading"), [*CELLS, *LONG])
def test_the_excess_follows_from_the_definition(metric: str, constraint: str, reading: str) -> None:
    proof = proof_of(metric, constraint, reading)
    assert follows(proof)
    demand_no_other_excess(proof)


@pytest.mark.parametrize("cell", [("bcubed-f", "rag-bag", "universal"), ("rr", "ranking:deepness", "single")])
def test_what_follows_is_said_to_be_proved(cell: tuple[str, str, str]) -> None:
    detail = saved(*cell)["evidence"]["detail"]
    assert (detail["link"], detail["proof"]) == ("proved", proof_of(*cell))


@pytest.mark.thorough
def test_what_is_tested_is_not_said_to_be_proved() -> None:
    cell = saved("rs-clustering", "size-vs-quantity-overlap", "distinct")
    assert set(cell["evidence"]["detail"]["link"]) == {"cases", "largest"}
    (about,) = registry.match_constraints("size-vs-quantity-overlap")
    assert verify_cell(cell, about, Terms({}, 1)).status == "verified"
    for link in ("proved", {"largest": 3}, "yes", {"cases": "all", "largest": 5}):
        cell["evidence"]["detail"]["link"] = link
        outcome = verify_cell(cell, about, Terms({}, 1))
        assert (outcome.status, "the link is" in outcome.reason) == ("failed", True)


def bcubed_without(documents: int) -> Definition:
    """BCubed precision, but half of it where a class has so many documents."""

    def half(x: Any) -> Any:
        return x.documents * x.documents / (2 if x.of == documents else 1)

    def changed(system: Any, gold: Any) -> Any:
        of = table(system, gold)
        return total(of.clusters, lambda k: total(k.shares, half) / k.size) / of.documents

    return Definition("bcubed-precision", changed)


def test_another_definition_does_not_give_the_excess() -> None:
    """Also one that differs only for classes of 10^5 documents, which no draw may ever meet."""
    proof = proof_of("bcubed-precision", "homogeneity", "universal")
    assert not follows(proof, bcubed_without(10**5))
    assert not follows(proof, registry.definition("bcubed-recall"))


def unlike_for_large_classes(documents: int) -> Definition:
    """Mutual information, with another weight for what a class of so many documents has."""

    def more(system: Any, gold: Any) -> Any:
        return total(table(system, gold).clusters, lambda k: total(k.shares, lambda x: int(x.of == documents)))

    return with_more("mutual-information", more)


def test_an_entropy_that_differs_for_large_classes_does_not_give_the_excess() -> None:
    proof = proof_of("mutual-information", "homogeneity", "universal")
    assert follows(proof)
    assert not follows(proof, unlike_for_large_classes(10**7))
    assert not follows(proof, registry.definition("nmi"))
    assert not follows(proof, registry.definition("class-entropy"))


def far_down(rank: int) -> Definition:
    """RBP, but half of it for a relevant document at this rank."""

    def changed(system: Any, gold: Any) -> Any:
        retrieved, p = hits(system, gold).retrieved, Fraction(4, 5)
        return (1 - p) * total(retrieved, lambda d: raised(p, d.rank - 1) / (2 if d.rank == rank else 1))

    return Definition("rbp", changed)


@pytest.mark.parametrize("reading", ["universal", "single"])
def test_a_discount_that_differs_far_down_does_not_give_the_excess(reading: str) -> None:
    """At rank 10^6, where no run that is drawn ends."""
    proof = proof_of("rbp", "ranking:priority", reading)
    assert follows(proof, far_down(0))
    assert not follows(proof, far_down(10**6))


def reluctant(grade: int) -> Definition:
    """ERR, but half of it for a document of this grade."""
    of = registry.definition("err")
    assert of is not None

    def changed(system: Any, gold: Any, **values: Any) -> Any:
        run = hits(system, gold)

        def stops(d: Any) -> Any:
            return raised(Fraction(1, 2), run.top - d.grade) - raised(Fraction(1, 2), run.top)

        return total(
            reached(run.retrieved, stops), lambda d: d.reached * stops(d) / d.rank / (2 if d.grade == grade else 1)
        )

    return replace(of, function=changed)


def test_an_err_that_differs_for_one_grade_does_not_give_the_excess() -> None:
    """Also for a grade of which no collection that is drawn has a document."""
    proof = proof_of("err", "ranking:priority", "graded")
    assert follows(proof, reluctant(0))
    assert not follows(proof, reluctant(50))


def impatient(count: int) -> Definition:
    """TBG, but half of it for a document with so many relevant ones above and itself."""

    def more(system: Any, gold: Any) -> Any:
        return total(hits(system, gold).retrieved, lambda d: -Fraction(1, 2) if d.found == count else 0)

    return with_more("tbg", more)


def test_a_tbg_that_differs_far_down_does_not_give_the_excess() -> None:
    proof = proof_of("tbg", "ranking:priority", "universal")
    assert follows(proof, impatient(0))
    assert not follows(proof, impatient(10**6))


def test_the_second_definitions_are_what_they_were_without_symbols() -> None:
    """ERR and TBG by their recurrences, as the papers have them, on random graded runs."""
    chance = random.Random(11)
    for _ in range(40):
        grades = [chance.choice((0, 0, 1, 2, 3)) for _ in range(chance.randint(1, 9))]
        names = [f"d{i}" for i in range(len(grades))]
        system = Organization.ranking(names)
        levels = [
            [[d for d, g in zip(names, grades, strict=True) if g == grade] or [f"x{grade}"]] for grade in (3, 2, 1)
        ]
        gold = Organization(levels, tail=True)
        looking, expected = Fraction(1), Fraction(0)
        for rank, grade in enumerate(grades, 1):
            stops = Fraction(2**grade - 1, 8)
            expected, looking = expected + looking * stops / rank, looking * (1 - stops)
        assert value_of("err", system, gold) == expected
        seconds, gained = 0.0, 0.0
        for grade in grades:
            gained += 0.4928 * 2 ** (-seconds / 224) if grade else 0.0
            seconds += 4.4 + (0.018 * 1000 + 7.8) * (0.64 if grade else 0.39)
        assert float(value_of("tbg", system, gold)) == pytest.approx(gained, rel=1e-12)


def value_of(metric: str, system: Organization, gold: Organization) -> Any:
    of = registry.definition(metric)
    assert of is not None
    return of(system, gold)


@pytest.mark.parametrize("reading", ["prose", "printed"])
def test_a_duel_that_differs_far_down_is_not_derived(reading: str) -> None:
    assert not follows(proof_of("rbp", "deepness-threshold", reading), far_down(10**6))


def _grown(value: Any, at: Callable[[Any], Any]) -> Definition:
    """R*S of a ranking, with another value where R weighs a relevant document."""
    of = registry.definition("rs-ranking")
    assert of is not None

    def changed(system: Any, gold: Any, **values: Any) -> Any:
        counted = hits(system, gold)
        r = hits_reliability(counted, **values) + value * total(counted.retrieved, at)
        return harmonic_mean(r, hits_sensitivity(counted, **values))

    return replace(of, function=changed)


@pytest.mark.parametrize("reading", ["universal", "single"])
def test_an_r_that_differs_far_down_does_not_give_the_excess(reading: str) -> None:
    """At rank 10^6, or by a term that no rounding shows."""
    proof = proof_of("rs-ranking", "ranking:priority", reading)
    assert follows(proof, _grown(0, lambda d: d.rank))
    assert not follows(proof, _grown(Fraction(1, 10**30), lambda d: 1 / d.rank))
    assert not follows(proof, _grown(Fraction(1, 2), lambda d: int(d.rank == 10**6)))


def test_a_gain_that_is_defined_a_little_larger_does_not_give_the_excess() -> None:
    """What a proof defines is taken as what it says, also where a part of a score is written by it."""
    proof = proof_of("rs-ranking", "ranking:priority", "universal")
    ((name, gain),) = proof["define"]
    assert follows(proof)
    for wrong_gain in (f"({gain})*1000001/1000000", f"({gain}) + 1/10**30", f"{gain} + 1/(i + 10**9)"):
        assert not follows({**proof, "define": [[name, wrong_gain]]})


@pytest.mark.parametrize("reading", ["listed", "tail-certain"])
def test_r_and_s_of_relevant_documents_are_those_of_the_plain_form(reading: str) -> None:
    """Of all runs with up to five of six documents, of which some are relevant, and of longer ones that are drawn."""
    chance = random.Random(4)
    runs = [pattern for n in range(1, 6) for pattern in product((0, 1), repeat=n)]
    runs += [tuple(chance.choice((0, 0, 1)) for _ in range(chance.randint(6, 14))) for _ in range(20)]
    for pattern in runs:
        system = Organization.ranking([f"d{i}" for i in range(len(pattern))])
        for more in (0, 1, 3):
            relevant = [f"d{i}" for i, grade in enumerate(pattern) if grade] + [f"x{i}" for i in range(more)]
            if not relevant:
                continue
            gold = Organization([[relevant]], tail=True)
            for n, wn in ((Fraction(30), Fraction(4, 5)), (Fraction(1), Fraction(1, 3))):
                arguments = hits(system, gold), n, wn, reading
                assert hits_reliability(*arguments) == reliability_priority(system, gold, n, wn, reading)
                assert hits_sensitivity(*arguments) == sensitivity_priority(system, gold, n, wn, reading)


def test_r_of_graded_documents_is_not_added_up_rank_by_rank() -> None:
    graded = Organization([[["a"]], [["b"]]], tail=True)
    for gold, reading in ((graded, "listed"), (Organization([[["a", "b"]]], tail=True), "tail-lookup")):
        with pytest.raises(TaskError):
            hits_reliability(hits(Organization.ranking(["a", "b"]), gold), Fraction(30), Fraction(4, 5), reading)


def test_r_and_s_of_a_filtering_by_counts_are_those_of_the_plain_form() -> None:
    of = registry.definition("rs-filtering")
    assert of is not None
    for counts in product(range(3), repeat=4):
        names = iter(f"d{i}" for i in range(sum(counts)))
        tp, fp, fn, tn = ([next(names) for _ in range(k)] for k in counts)
        if sum(counts):
            system, gold = (
                Organization([[a] if a else [], [b] if b else []]) for a, b in ((tp + fp, fn + tn), (tp + fn, fp + tn))
            )
            assert of(Quadrants(*counts), None) == of(system, gold)


def test_what_is_matched_of_symbols_is_what_is_matched_of_documents() -> None:
    """Of clusters that are of one class each: no others are written out in a sketch."""
    for metric in ("edit-distance", "matching-accuracy"):
        of = registry.definition(metric)
        assert of is not None
        for clusters in product(((1,), (2,), (1, 1), (3, 1), (2, 2, 1)), repeat=2):
            columns = Columns(tuple({c: size} for c, sizes in enumerate(clusters) for size in sizes))
            if of(columns, None) is not None:
                symbolic: Any = of.function(in_symbols(columns), None)
                nothing_else = dict.fromkeys(symbolic.term.symbols, Fraction(0))
                assert evaluated(symbolic.term, nothing_else) == of(columns, None)
    mixed = in_symbols(Columns(({0: 1, 1: 1}, {0: 2})))
    for metric in ("edit-distance", "matching-accuracy"):
        of = registry.definition(metric)
        assert of is not None
        with pytest.raises((NotDerivedError, TaskError)):
            of.function(mixed, None)


def in_symbols(columns: Columns) -> PartitionTable:
    """A table of numbers, in the form that sketches have in symbols."""

    def of(value: Fraction) -> SymbolicNumber:
        return SymbolicNumber(Term.number(value))

    def parts(some: Any) -> Things:
        return Things(
            [PartitionPart(of(k.size), Things([Shared(of(x.documents), of(x.of)) for x in k.shares])) for k in some]
        )

    plain = table(columns, None)
    return PartitionTable(of(plain.documents), parts(plain.clusters), parts(plain.classes))


def in_a_row(value: Callable[[Any], Any], low: int, until: int) -> Any:
    """What a series from low to n + 3 adds up to where n + 3 is `until`."""
    k = SymbolicNumber(Term.atom(Atom("k")))
    series = total(Series("k", low, number("n", 3), k), value)
    return evaluated(series.term, {"n": Fraction(until - 3)})


@pytest.mark.parametrize(
    "value",
    [
        lambda k: raised(Fraction(2, 3), k - 1),
        lambda k: raised(Fraction(3), k + 2) * 5,
        lambda k: 7,
        lambda k: k / (k + 2),
        lambda k: k * k + 1,
        lambda k: raised(Fraction(2, 3), k) * k,
    ],
)
@pytest.mark.parametrize("low", [1, 2, 4])
def test_things_in_a_row_are_added_up(value: Callable[[Any], Any], low: int) -> None:
    """Against a loop; a row from 4 to 3 is empty."""
    for until in (3, 4, 9):
        assert in_a_row(value, low, until) == sum((Fraction(value(Fraction(k))) for k in range(low, until + 1)), 0)


def test_of_a_row_nothing_unsure_is_said() -> None:
    k, n = SymbolicNumber(Term.atom(Atom("k"))), number("n", 3)
    row = Series("k", 1, n, k)
    for value in (lambda k: k - 2, lambda k: 1 if k > 2 else 0, lambda k: n - k):
        with pytest.raises(NotDerivedError):
            total(row, value)
    with pytest.raises(NotDerivedError):
        greatest(Things((), (), (row,)), lambda k: k)


def test_powers_of_symbols_are_added_up_by_group() -> None:
    n, of = number("n"), positive("g.rank")
    area = Things((n,), (Group("g", of),))
    assert str(total(area, lambda rank: raised(Fraction(1, 2), rank)).term) == (
        "g[power((1/2), g.rank')] + power((1/2), n)"
    )
    with pytest.raises(NotDerivedError):
        raised(Fraction(-1, 2), n)


def test_logarithms_are_of_what_is_surely_above_one() -> None:
    n = number("n")
    logarithm: Any
    assert evaluated((n + 2).log_to(2).term, {"n": Fraction(6)}) == 3
    for logarithm in (lambda: n.log_to(2), lambda: (n - 1).log_to(2), lambda: (n + 2).log_to(1)):
        with pytest.raises(NotDerivedError):
            logarithm()


def test_numbers_answer_only_what_is_sure() -> None:
    x, y = positive("x"), number("y")
    assert (bool(x), x + y > 0, x + 1 > 1, number("z", 2) * x > x) == (True, True, True, True)
    question: Any
    for question in (lambda: bool(y), lambda: x > y, lambda: x > 1, lambda: x - y == 0):
        with pytest.raises(NotDerivedError):
            question()
    things = Things((x, y + 1), (Group("g", positive("g.a"), number=y, sums=(("g.a'", x),)),))
    assert str(total(things, lambda a: a).term) == str((2 * x + y + 1).term)
    assert str(total(things, lambda a: 2).term) == str((2 * y + 4).term)
    squares = total(Things((), (Group("g", positive("g.a")),)), lambda a: y * a * a + Fraction(1, 2))
    assert str(squares.term) == "(1/2)*g[1] + g[g.a'**2]*y"


# --- kinds of cases that are looked at apart


def changed(metric: str, where: Callable[[Any], bool], by: Any = 1) -> Definition:
    """The metric, more by some number on tables of which something is so."""
    return with_more(metric, lambda system, gold: by if where(table(system, gold)) else 0)


def in_one_cluster(of: Any) -> bool:
    return not information(of)["HK"]


def shares_nothing(of: Any) -> bool:
    entropies = information(of)
    return not entropies["HC"] - entropies["CK"]


def joins_nothing(of: Any) -> bool:
    return not pairs_shared(of.clusters)


def is_mostly_clusters(of: Any) -> bool:
    entropies = information(of)
    return bool((entropies["HK"] - entropies["HC"]) / of.documents >= 0)


@pytest.mark.parametrize(
    ("metric", "constraint", "where"),
    [
        ("fowlkes-mallows", "completeness", joins_nothing),
        ("v-measure", "homogeneity", in_one_cluster),
        ("v-measure", "homogeneity", shares_nothing),
        ("nmi(average=geometric)", "homogeneity", in_one_cluster),
        ("nmi(average=max)", "homogeneity", is_mostly_clusters),
    ],
)
def test_another_value_where_cases_are_looked_at_apart_is_not_derived(
    metric: str, constraint: str, where: Callable[[Any], bool]
) -> None:
    """In a single cluster, where classes and clusters share nothing, or where the one or the other entropy is greater:
    the metric that is another one there alone."""
    proof = proof_of(metric, constraint, "universal")
    assert follows(proof, changed(metric, where, 0))
    assert not follows(proof, changed(metric, where))


def test_an_ami_with_another_expectation_is_not_derived() -> None:
    of = registry.definition("ami")
    assert of is not None

    def another(system: Any, gold: Any, **values: Any) -> Any:
        part = table(system, gold)
        return of.function(replace(part, expected=part.expected * Fraction(1000001, 1000000)), None, **values)

    proof = proof_of("ami", "size-vs-quantity", "universal")
    assert follows(proof)
    assert not follows(proof, replace(of, function=another))


def test_what_sketches_say_of_kinds_is_so_on_cases() -> None:
    """What a definition may take as above 0, and by which kinds cases are told apart, by small cases and drawn ones."""
    met = set()
    for constraint, reading in (("homogeneity", "universal"), ("size-vs-quantity", "strong")):
        (about,) = registry.match_constraints(constraint)
        vocabulary = vocabulary_of(about)
        assert vocabulary is not None
        chosen = about.reading(reading)
        cases = [*smallest(chosen, 40), *larger_cases(chosen.cases, random.Random(5), 20, named=False, reach=6)]
        for case in cases:
            names = ["n", "HC", "HK", "CK", "KC", "HM", "HM2"]
            names += ["k", "EI", "EI2"] if constraint != "homogeneity" else ["s", "t", "lone"]
            of: Any = Instance(case, vocabulary).measure(names, {})
            joined = of["HC"] - of["CK"]
            if constraint == "homogeneity":
                change = log_sum([(of["s"] + of["t"], of["s"] + of["t"]), (-of["s"], of["s"]), (-of["t"], of["t"])])
                above = [of["HC"], joined + change, of["HK"] + change]
                assert of["lone"] in (0, 1)
                assert [sign(of["HK"]), sign(of["KC"])] == [0, 0] if of["lone"] else sign(of["HK"]) == 1
                assert sign(joined) >= 0
            else:
                k = of["k"]
                change = -log_sum([(2 * k, 2), (k, k), (-k - 1, k + 1)])
                above = [of["HC"], of["HK"], of["HK"] + change, joined]
                above += [of["HC"] + of["HK"] - 2 * of["EI"], of["HC"] + of["HK"] + change - 2 * of["EI2"]]
            assert all(sign(number) == 1 for number in above)
            for name, clusters in (("HM", of["HK"]), ("HM2", of["HK"] + change)):
                larger = clusters if sign(clusters - of["HC"]) >= 0 else of["HC"]
                assert sign(of[name] - larger) == 0
            met.add((constraint, of.get("lone") == 1, sign(joined), sign(of["HK"] - of["HC"])))
    assert {kind[1] for kind in met} == {True, False}
    assert {kind[3] for kind in met} == {-1, 0, 1}


def test_what_is_known_to_be_0_or_above_is_used_and_nothing_else() -> None:
    a, b = number("a"), number("b")
    with pytest.raises(NotDerivedError):
        bool(a - b)
    with knowing((), (a - b,)):
        assert (a - b) * (b + 1) > 0
        assert (b - a) / (a + 1) < 0
        with pytest.raises(NotDerivedError):
            bool(a - 2 * b)
    with knowing((), (), (a - b,)):
        assert a == b
        assert not a * a - b * b
    with knowing((a - b,)):
        assert a >= b
        with pytest.raises(NotDerivedError):
            bool(b >= a)
    with pytest.raises(NotDerivedError), knowing((), (), (a * b,)):
        """Of a product that is 0 no symbol follows."""


def test_roots_are_of_what_is_surely_not_negative() -> None:
    n = number("n")
    assert evaluated(((n + 1) * (n + 1) * 4 / 9).root().term, {"n": Fraction(2)}) == 2
    assert not (n - n).root()
    for unsure in (n, n - 1, -n - 1):
        with pytest.raises(NotDerivedError):
            unsure.root()


@pytest.mark.parametrize("largest", [12, pytest.param(24, marks=pytest.mark.slow)])
def test_the_chances_of_random_pairings_are_as_the_facts_of_ami_say(largest: int) -> None:
    """Exactly, for all sizes up to that: the mean of what a draw has of a class telescopes as the kernel checks it, and
    what one document more changes is what `summands.ONE_MORE` says."""

    def chance(n: int, a: int, b: int, t: int) -> Fraction:
        return Fraction(comb(a, t) * comb(n - a, b - t), comb(n, b)) if 0 <= t <= b else Fraction(0)

    for n in range(1, largest + 1):
        for a in range(n + 1):
            for b in range(n + 1):
                p = [chance(n, a, b, t) for t in range(b + 2)]
                assert sum(p) == 1
                assert sum(t * x for t, x in enumerate(p)) == Fraction(a * b, n)
                parts = [-x * t * (n - a - b + t) / n for t, x in enumerate(p)]
                assert parts[0] == parts[-1] == 0
                for t in range(b + 1):
                    assert parts[t + 1] - parts[t] == (t - Fraction(a * b, n)) * p[t]
                if a and b < n:
                    for x in range(b + 2):
                        beside = chance(n - 1, a - 1, b, x - 1) - chance(n - 1, a - 1, b, x)
                        assert chance(n, a, b + 1, x) - chance(n, a, b, x) == Fraction(a, n) * beside
