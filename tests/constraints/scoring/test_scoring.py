"""The constraints on scorings: cases counted, failures verified, and the verdicts that follow from the paper."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice, product

import pytest

from axiometrics import api, registry
from axiometrics.core.case import Case
from axiometrics.core.cell import Cell
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.scores import Relevance, Scores
from axiometrics.judging import ExactJudge
from axiometrics.kernel.check_proof import ProofError
from axiometrics.proving.instances import FormulaScorer, instances
from axiometrics.proving.theorem import Proof, Theorem
from axiometrics.search import Effort, search
from axiometrics.verification.check import verify_cell, verify_document
from axiometrics.verification.links import check_link

CONSTRAINTS = {constraint.id: constraint for constraint in registry.constraints() if constraint.task == "scoring"}
READINGS = [(constraint, reading) for constraint in CONSTRAINTS.values() for reading in constraint.readings]
METRICS = [metric.base for metric in registry.metrics() if metric.task == "scoring"]
G = tuple(Fraction(k, 4) for k in range(5))


def cells(constraint: Constraint, reading: Reading, size: int = 1) -> list[Cell]:
    judges = [ExactJudge(metric) for metric in registry.metrics(controls=True) if metric.task == "scoring"]
    return list(search(constraint, reading, judges, Effort(size, examples=0)))


@pytest.mark.few(8)
@pytest.mark.parametrize(
    ("constraint", "reading"), READINGS, ids=[f"{constraint.id}-{reading.name}" for constraint, reading in READINGS]
)
def test_every_failure_is_verified_and_every_listed_case_is_recognised(
    constraint: Constraint, reading: Reading
) -> None:
    size = 1 if any(True for _ in reading.judged.cases(1)) else 2
    saved = [json.loads(json.dumps(cell.to_json())) for cell in cells(constraint, reading, size)]
    failures = [cell for cell in saved if cell["holds"] is False]
    for status in verify_document(failures, [constraint], {}):
        assert status.status == "verified", status
    for size in (1, 2):
        for case in list(islice(reading.judged.cases(size), 40)):
            assert reading.judged.admits(case) is None


def counted() -> Iterator[tuple[str, str, int]]:
    """How many cases of one document there are, by another count: over all relevances u and scores s, t."""
    triples = list(product(G, repeat=3))
    yield "pointwise-dominance", "strict", sum(abs(s - u) < abs(t - u) for u, s, t in triples)
    yield "big-difference", "any", 5 * 4
    yield "big-difference", "quarter", 5 * 4
    yield "identity", "plain", 25
    yield "swets-2", "plain", 25 * 3
    yield "swets-4", "plain", 25
    yield "swets-3", "plain", 5
    yield "full-range", "every-gold", 5 * 2
    yield "full-range", "some-gold", 1
    yield "bounded", "plain", 25 * 2
    yield "stability", "mean", 125


@pytest.mark.parametrize(("constraint", "reading", "count"), list(counted()))
def test_there_are_as_many_cases_of_one_document_as_another_count_says(
    constraint: str, reading: str, count: int
) -> None:
    assert len(list(CONSTRAINTS[constraint].reading(reading).judged.cases(1))) == count


def test_the_document_that_is_added_to_sector_gamma_makes_two() -> None:
    """Of 25 documents, each with 0 or 1/4 for relevance and score; and the furthest below 1/2 on the fine grid."""
    family = CONSTRAINTS["gamma-sector"].reading("close").judged
    assert (len(list(family.cases(1))), len(list(family.cases(2)))) == (0, 25 * 2)
    fine = [Fraction(x) for x in ("0", "0.49", "0.5", "0.51", "1")]
    nearer = sum(abs(u - s) < Fraction(49, 100) for u, s in product(fine, repeat=2))
    assert len(list(CONSTRAINTS["gamma-sector"].reading("far").judged.cases(2))) == 2 * nearer


@pytest.mark.parametrize(
    ("constraint", "reading", "gold", "outputs"),
    [
        ("pointwise-dominance", "strict", "d1:1", {"better": "d1:0", "worse": "d1:1"}),
        ("pointwise-dominance", "strict", "d1:1", {"better": "d2:1", "worse": "d1:0"}),
        ("big-difference", "quarter", "d1:1", {"better": "d1:1", "worse": "d1:0.9"}),
        ("score-priority", "weak", "d1:1 d2:0", {"better": "d1:0 d2:1", "worse": "d1:1 d2:0"}),
        ("rank-invariance", "order", "d1:1 d2:0", {"one": "d1:0 d2:1", "other": "d1:1 d2:0"}),
        ("affine-invariance", "plain", "d1:1 d2:0", {"one": "d1:0 d2:1", "other": "d1:1 d2:0"}),
        ("non-informative", "ordered", "d1:1 d2:0", {"better": "d1:0 d2:1", "worse": "d1:1 d2:1"}),
        ("non-informative", "all-zero", "d1:1 d2:0", {"better": "d1:1 d2:0", "worse": "d1:1 d2:1"}),
        ("gamma-sector", "close", "d1:1 d2:0", {"better": "d1:1 d2:0", "worse": "d1:1"}),
        ("swets-1", "plain", "d1:1", {"one": "d1:0", "other": "d1:0"}),
        ("swets-2", "plain", "d1:1", {"one": "d1:0", "other": "d1:1"}),
        ("identity", "plain", "d1:1", {"output": "d2:1"}),
    ],
)
def test_a_case_of_nothing_is_refused(constraint: str, reading: str, gold: str, outputs: dict[str, str]) -> None:
    case = Case(Relevance.parse(gold), {role: Scores.parse(text) for role, text in outputs.items()})
    assert CONSTRAINTS[constraint].reading(reading).judged.admits(case) is not None


def test_table_1_is_a_case_of_pointwise_dominance_that_only_adm_sees() -> None:
    """Section 3: IRS1 performs constantly better than IRS2; P, R and E are equal, ADM is .9 and .8."""
    outputs = {"better": Scores.parse("d1:0.9 d2:0.5 d3:0.2"), "worse": Scores.parse("d1:1 d2:0.6 d3:0.3")}
    case = Case(Relevance.parse("d1:0.8 d2:0.4 d3:0.1"), outputs)
    family = CONSTRAINTS["pointwise-dominance"].reading("strict").judged
    assert family.admits(case) is None
    relations = {name: ExactJudge(registry.metric(name)).decide(case, family.demand).relation for name in METRICS}
    assert {name for name, relation in relations.items() if not relation} == {"adm", "adp"}
    assert {relations[name] for name in ("sector-precision", "sector-recall", "sector-e", "p-star")} == {"tied"}


def test_gamma_sector_demands_nothing_where_the_score_was_1_already() -> None:
    """1 - fallout cannot rise above 1; without the condition it would fail, and with it it satisfies the reading."""
    constraint = CONSTRAINTS["gamma-sector"]
    judge = ExactJudge(registry.metric("sector-specificity"))
    (cell,) = search(constraint, constraint.reading("close"), [judge], Effort(2, examples=0))
    assert cell.holds is True
    case = next(iter(constraint.reading("close").judged.cases(2)))
    scores = judge.decide(case, constraint.reading("close").demand).scores
    assert scores["better"] == scores["worse"] == 1


def test_a_metric_of_a_user_is_judged_by_two_lists() -> None:
    from axiometrics.api import check

    def average(srs: list[float], urs: list[float]) -> float:
        return 1 - sum(abs(s - u) for s, u in zip(srs, urs, strict=True)) / len(urs)

    matrix = check(average, task="scoring", constraints=["scoring:big-difference", "scoring:swets-4"], max_examples=0)
    assert [cell.holds for cell in matrix.cells] == [True, True]


@pytest.mark.slow
def test_the_bounds_of_adm_and_its_halves_are_proved() -> None:
    """Cases with demands of their own, score >= 0 and score <= 1, under one argument, which is derived for
    every number of documents, so that an excess without its divisor is refused.
    """
    matrix = api.matrix(["adm", "adp", "adr"], ["scoring:bounded"])
    for cell in matrix.cells:
        saved = json.loads(json.dumps(cell.to_json()))
        assert saved["evidence"]["kind"] == "proof"
        assert saved["evidence"]["detail"]["link"] == "proved"
        assert verify_cell(saved, CONSTRAINTS["bounded"], {}).status == "verified"
        saved["evidence"]["detail"]["proof"]["excess"] = saved["evidence"]["detail"]["proof"]["excess"].replace(
            "/N", ""
        )
        assert verify_cell(saved, CONSTRAINTS["bounded"], {}).status == "failed"


def test_an_excess_that_is_right_of_one_document_alone_is_found_out() -> None:
    """-A is -A/N where N is 1; the steps of such an argument hold."""
    constraint = CONSTRAINTS["bounded"]
    (reading,) = constraint.readings

    def without_divisor(p: Proof) -> None:
        p.about("A")
        p.excess = "-A"
        p.quotient(p.goal, {"less": "A >= 0"}, "less")

    metric = registry.metric("adm")
    proof = Theorem(("adm",), constraint.name, ("plain",), "No divisor.", without_divisor).prove(
        metric, constraint, reading
    )
    with pytest.raises(ProofError, match="the excess is not that of the metric"):
        check_link(proof, constraint, reading, instances(proof, constraint, reading, metric, 0), FormulaScorer(metric))
