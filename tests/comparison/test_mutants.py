"""Mutants: metrics with one mistake in them. A constraint that the original satisfies rejects each, or the constraints
are blind to it.

Not every mistake shows in small worlds: entropy whose clusters all weigh alike fails homogeneity only from some fifteen
documents on (`a^10 b c d|e|f`). Which mistakes nothing catches is written down here, and why.
"""

from collections.abc import Iterable
from functools import cache
from typing import Any

import pytest

from axiometrics import registry
from axiometrics.comparison.compared_formula import ComparedFormula
from axiometrics.comparison.separation import separate
from axiometrics.comparison.strength import OPERATORS, Mutant, equal, mutants
from axiometrics.comparison.strength.measurement import small_sizes
from axiometrics.core.cell import Cell
from axiometrics.core.constraint import Quantifier
from axiometrics.core.metric import Metric
from axiometrics.core.task import task
from axiometrics.judging import ExactJudge
from axiometrics.registry import studies
from axiometrics.search import Effort, search

EQUAL = {
    *("f: fp for fn", "pair-f: classes for clusters", "p@10: nine ranks"),
    *(
        f"{name}: gold for system"
        for name in (
            *("jaccard", "mcc-angle", "confusion-entropy", "sba", "scott-pi", "krippendorff-alpha"),
            *("accuracy", "kappa", "mae", "kendall-tau", "spearman", "pearson", "f(beta=1,average=macro)"),
        )
    ),
}
"""Equal in value to their original in small worlds."""

ORDERED_ALIKE = {
    "gr@10: the sign turned",  # one article, which is found or is not
    *(
        "purity: not divided by the documents",
        "rand: not divided by the pairs",
        "rand: pairs of a document with itself",
    ),
    *("jaccard: pairs together in both count twice", "fowlkes-mallows: no root"),
    *("f: true positives count once", "accuracy: normalisation left out", "lam(smoothing=1): no root"),
    *(
        "ap: normalisation left out",
        "rr: reciprocal of the next rank",
        "ndcg: normalisation left out",
        "rbp: power of the next rank",
    ),
    *("rbp: normalisation left out", "tbg: relevant or not, as long to read"),
}
"""They order all outputs of every small gold as their original does, so that no constraint on two outputs of one gold
can tell them from it.
"""

UNCAUGHT = {
    # what they were satisfies as much with another mean
    *(
        "bcubed-f: arithmetic mean",
        "bcubed-f: product",
        "bcubed-extended-f: arithmetic mean",
        "f-purity: arithmetic mean",
        "pair-f: arithmetic mean",
    ),
    *(
        "v-measure: arithmetic mean",
        "f: arithmetic mean",
        "rs-filtering: arithmetic mean",
    ),
    # what they were satisfies little that they could fail
    *(
        "precision: relevant for positive",
        "recall: positive for relevant",
    ),
    *("mcc: no root", "kappa: no correction for chance", "kappa: divided by the documents alone"),
    "g-mean: gold for system",
    *("rs-filtering: no sensitivity", "rs-filtering: no reliability", "rs-filtering: sums for products"),
    # no constraint speaks of the gold where the convention is
    *("jaccard: 0 at 0/0", "f: 1 at 0/0", "precision: 1 where nothing is positive"),
    # as steep, or steeper
    *(
        "dcg: discount of the next rank",
        "rr: sum for max",
        "err: the reader never stops",
        "ap: precision at every rank",
    ),
    *("bpref: irrelevant documents above without cap", "auc: ties count nothing"),
    # appending an empty article is the one thing it does not reward, nor does its opposite
    "gp@10: the sign turned",
    # what they were satisfies no constraint on searches of articles
    *("text-precision: the sign turned", "text-recall: the sign turned"),
    # what they were satisfies the invariance of ordered classes alone, and so does their negative
    *(f"{name}: the sign turned" for name in ("accuracy", "kendall-tau", "spearman", "pearson")),
    # fails beyond small worlds
    *("entropy: clusters weigh alike", "ap: by the relevant documents retrieved"),
    # fails thresholds alone, which say "for some n" or "for every n from some n on": a search without a proof neither
    # confirms nor refutes them, so that the mutant's cell is undetermined
    *("bpref: relevant documents above for irrelevant ones", "p@10: no cutoff", "r-precision: one rank more"),
    *("rbp: chance to stop for chance to go on", "rs-ranking: arithmetic mean"),
}
"""They order some outputs otherwise, and violate nothing that their original satisfies."""

DEAR = {"diversity:no-double-discount"}
"""Constraints whose search takes most of the time, since exact numbers decide each of their cases; none rejects a
mutant that the others let pass. A slow test searches them.
"""

OF_OTHER_QUESTIONS = frozenset(
    name
    for study in ("gosgens2021-clustering", "rank-properties")
    for name in studies.studies()[study].constraints
    if name not in ("clustering:homogeneity", "clustering:completeness")
)
"""Constraints on several golds, on means, and on the length of runs. They reject some of the mutants that are listed
here, and their search takes as long as that of all others together.
"""

SATISFY_NOTHING = {
    *("precision", "recall", "in-context:gr@10", "ordinal:pearson"),
    *("in-context:text-precision", "in-context:text-recall"),
}
"""Metrics that violate every constraint in small worlds, so that no mistake can show."""


def readings(of: str) -> list[tuple[Any, Any]]:
    return [
        (c, r)
        for c in registry.constraints()
        if c.task == of and c.quantifier is not Quantifier.DESCRIBES
        for r in c.readings
    ]


def cells(of: str, metrics: Iterable[Metric], dear: bool = False) -> dict[str, dict[tuple[str, str], Cell]]:
    """What is found of metrics under every reading, in small worlds; of dear constraints only where they are meant."""
    judges = [ExactJudge(metric) for metric in metrics]
    by_metric: dict[str, dict[tuple[str, str], Cell]] = {judge.id: {} for judge in judges}
    sizes = small_sizes(registry.constraints())
    for constraint, reading in readings(of):
        if (constraint.name in DEAR) is not dear or constraint.name in OF_OTHER_QUESTIONS:
            continue
        effort = Effort(sizes.of(constraint, reading), examples=0)
        for judge, cell in zip(judges, search(constraint, reading, judges, effort), strict=True):
            by_metric[judge.id][constraint.id, reading.name] = cell
    return by_metric


@cache
def of_task(name_of_task: str, dear: bool = False) -> dict[str, dict[tuple[str, str], Cell]]:
    own = [mutant for mutant in mutants() if mutant.task == name_of_task]
    originals = {mutant.original: mutant.original_metric for mutant in own}
    judged = cells(name_of_task, [*(mutant.metric for mutant in own), *originals.values()], dear)
    return {**judged, **{name: judged[metric.id] for name, metric in originals.items()}}


def satisfied(of: str, name: str, dear: bool = False) -> set[tuple[str, str]]:
    return {key for key, cell in of_task(of, dear)[name].items() if cell.holds}


def rejecting(mutant: Mutant, dear: bool = False) -> set[tuple[str, str]]:
    judged = of_task(mutant.task, dear)[mutant.id]
    return {key for key in satisfied(mutant.task, mutant.original, dear) if judged[key].holds is False}


IN_SMALL_WORLDS = [
    mutant for mutant in mutants() if task(mutant.task).sizes.strength is not None and readings(mutant.task)
]
"""The mutants of tasks that say how far mutants are searched, and that have constraints."""


@pytest.mark.few(20)
@pytest.mark.parametrize("mutant", IN_SMALL_WORLDS, ids=[mutant.id.replace(" ", "_") for mutant in IN_SMALL_WORLDS])
def test_a_constraint_that_the_original_satisfies_rejects_the_mutant(mutant: Mutant) -> None:
    assert bool(satisfied(mutant.task, mutant.original)) is (mutant.original not in SATISFY_NOTHING)
    rejections = rejecting(mutant)
    assert bool(rejections) is (mutant.id not in EQUAL | ORDERED_ALIKE | UNCAUGHT), rejections
    least(mutant, rejections)


def least(mutant: Mutant, rejections: Iterable[tuple[str, str]], dear: bool = False) -> None:
    """Each counterexample is known to be the smallest, where that can be known."""
    for key in rejections:
        cell = of_task(mutant.task, dear)[mutant.id][key]
        if cell.evidence.kind == "counterexample":
            (constraint,) = registry.match_constraints(f"{cell.task}:{cell.constraint}")
            family = constraint.reading(cell.reading).judged
            # off a grid, and of topics, whose size is not the number of documents, only small cases are known to be it
            size = cell.evidence.size
            assert cell.evidence.minimal or (size is not None and size > family.complete(family.largest(None)))


@pytest.mark.long
@pytest.mark.thorough
@pytest.mark.parametrize("name", sorted(DEAR))
def test_dear_constraints_reject_no_mutant_that_others_let_pass(name: str) -> None:
    (constraint,) = registry.match_constraints(name)
    for mutant in (mutant for mutant in IN_SMALL_WORLDS if mutant.task == constraint.task):
        rejections = rejecting(mutant, dear=True)
        assert not rejections or mutant.id not in EQUAL | ORDERED_ALIKE | UNCAUGHT, rejections
        least(mutant, rejections, dear=True)


def test_every_mutant_that_is_told_of_here_is_one() -> None:
    assert {mutant.id for mutant in mutants()} >= EQUAL | ORDERED_ALIKE | UNCAUGHT


@pytest.mark.few(15)
@pytest.mark.parametrize("name", sorted(EQUAL | ORDERED_ALIKE | UNCAUGHT))
def test_what_nothing_catches_is_told_from_its_original_by_two_outputs_or_not_at_all(name: str) -> None:
    mutant = next(mutant for mutant in mutants() if mutant.id == name)
    original = registry.metric(mutant.original)
    sides = [ComparedFormula(metric) for metric in (original, mutant.metric)]
    assert equal(original, mutant.metric, 4) is (name in EQUAL)
    compared = task(mutant.task).worlds[0].equal
    assert (separate((sides[0], sides[1]), mutant.task, ties=True, size=compared).found is None) is (
        name not in UNCAUGHT
    )


def test_every_operator_is_used_and_every_mutant_differs_from_all_others() -> None:
    assert {mutant.operator for mutant in mutants()} == set(OPERATORS)
    assert len({mutant.id for mutant in mutants()}) == len(mutants())


def test_an_equal_formula_is_not_rejected() -> None:
    """The net is not torn either: the same metric under another name satisfies the same readings."""
    for name in ("bcubed-f", "f", "ap", "rbp"):
        metric = registry.metric(name)
        assert metric.formula is not None
        formula = metric.formula
        twin = Metric(
            "twin",
            "Twin",
            metric.task,
            "mutant",
            "",
            lambda counts, formula=formula, values=metric.values: formula(counts, **values),
        )
        assert {key for key, cell in cells(metric.task, [twin])["twin"].items() if cell.holds} == satisfied(
            metric.task, name
        )
