"""Topics beyond the search that refute a metric: found for each setting of its parameters for which one is declared,
and confirmed by `verify`; what is left to the search stands against random topics.
"""

from __future__ import annotations

import json
from random import Random

import pytest

from axiometrics import registry
from axiometrics.core.case import Case
from axiometrics.core.cell import Cell
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.evidence import Exhaustive
from axiometrics.core.family import stated
from axiometrics.core.metric import Metric
from axiometrics.core.organization import Organization
from axiometrics.core.topic import Topic
from axiometrics.generators.topic_cases import relevant_runs
from axiometrics.generators.topics import drawn_topic
from axiometrics.judging import ExactJudge
from axiometrics.proving.theorem import Larger, entries_about
from axiometrics.registry import studies
from axiometrics.running.settled_cells import settle
from axiometrics.search import search
from axiometrics.search.cells import make_cell
from axiometrics.verification.check import verify_cell
from axiometrics.verification.demands import outcome
from axiometrics.verification.scorers import Defined

LISTED = [
    (constraint, reading)
    for name in ("tractable-ideal", "full-range")
    for constraint in registry.match_constraints(f"diversity:{name}")
    for reading in constraint.readings
    if reading.name != "paper"
]

SETTINGS = (
    *("i-rec@3", "i-rec@10", "i-rec@20", "1-call-ia@3", "1-call-ia@10", "precision-ia@2", "precision-ia@10"),
    *("err-ia@2", "err-ia@3", "err-ia@4", "err-ia@10", "err-ia@10(gmax=intent)"),
    *("alpha-ndcg@3", "alpha-ndcg@10", "alpha-ndcg@10(ideal=exact)", "nrbp", "nrbp(p=0.9)", "nrbp(printed=yes)"),
    *("idiv-ndcg@3", "idiv-ndcg@10", "idiv-ndcg@3(gamma=1)", "idiv-ndcg@3(gamma=0.01)", "dsharp-ndcg@4"),
    *("idiv-q@3", "idiv-q@10", "idiv-q@10(beta=0)", "idiv-q@10(gamma=0.99)", "idiv-q@10(gamma=0)", "dsharp-q@20"),
)


def settled(metric: Metric, constraint: Constraint, reading: Reading) -> Cell:
    """The cell as it is where the search found nothing up to three documents."""
    return settle(
        make_cell(constraint, reading, ExactJudge(metric), True, Exhaustive(True, 1, 3)), metric, constraint, reading
    )


@pytest.mark.few(8)
@pytest.mark.parametrize("name", SETTINGS)
def test_what_is_declared_refutes_and_is_verified(name: str) -> None:
    metric, count = registry.metric(name), 0
    for constraint, reading in LISTED:
        if any(isinstance(entry, Larger) for entry in entries_about(metric, constraint, reading)):
            cell = settled(metric, constraint, reading)
            verified = verify_cell(json.loads(json.dumps(cell.to_json())), constraint, {})
            assert (cell.holds, verified.status) == (False, "verified"), verified.reason
            count += 1
    assert count or name in {"idiv-q@10(gamma=0)", "idiv-ndcg@3(gamma=0.01)"}


def listed_case(metric: str, text: str, run: str) -> Case | str:
    (constraint,) = registry.match_constraints("diversity:tractable-ideal")
    family = constraint.reading("own").within(int(metric.partition("@")[2])).judged
    return family.stated(Case(Topic.parse(text), {"run": Organization.parse(run)}))  # type: ignore[attr-defined,no-any-return]


def test_a_case_on_any_topic_is_completed_or_refused() -> None:
    four = "P(i)=1/2 P(j)=1/2 | a: i | b: i | c: i | d: j"
    case = listed_case("i-rec@3", four, "a > d > b > ...")
    assert isinstance(case, Case)
    assert {role: len(case.calls(role)) for role in case.outputs} == {"sorted": 4, "run": 1, "a alone": 1, "d alone": 1}
    for run in ("a > x > ...", "b > a > ..."):  # every run is compared, those with irrelevant documents too
        assert isinstance(listed_case("i-rec@3", four, run), Case)
    assert listed_case("i-rec@3", four, "a > b > c > d > ...") == "a run has 4 ranks, and 3 are looked at"
    many = " | ".join(f"d{k}: i={k}" for k in range(1, 9))
    refused = listed_case("i-rec@3", f"P(i)=1 | {many}", "d1 > ...")
    assert refused == "the relevant documents of the topic have more than 5040 orders"


@pytest.mark.thorough
def test_random_topics_refute_no_cell_that_the_search_leaves() -> None:
    """The best of all runs of topics of four and five documents, and those that it is compared with, scored by the
    second definitions.
    """
    study = studies.studies()["sakai2010"]
    metrics = [registry.metric(name) for name in study.metrics]
    chance, compared = Random(7), 0
    for gold in (topic for topic in (drawn_topic(chance, 4, 5, 2) for _ in range(60)) if len(topic.documents) > 3):
        for metric in chance.sample(metrics, 6):
            scores = Defined(registry.definition(metric.id) or pytest.fail(metric.id))
            cut = ExactJudge(metric).cut
            best = max(relevant_runs(gold, cut), key=lambda run: float(scores.score(run, gold) or 0))
            for constraint, reading in LISTED:
                if constraint.id == "full-range" and cut is not None and cut < len(gold.intents):
                    continue
                if not isinstance(settled(metric, constraint, reading).evidence, Exhaustive):
                    continue
                case = stated(reading.within(cut).judged, Case(gold, {"run": best}))
                assert isinstance(case, Case), case
                assert outcome(case, reading.demand, scores).relation == "" or refuted_in_search(metric, reading), gold
                compared += 1
    assert compared > 100


def refuted_in_search(metric: Metric, reading: Reading) -> bool:
    """Whether the search alone refutes the metric, so that nothing larger has to be declared."""
    (constraint,) = (listed for listed, of in LISTED if of is reading)
    (cell,) = search(constraint, reading, [ExactJudge(metric)])
    return cell.holds is False
