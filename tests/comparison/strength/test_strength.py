"""The strength of constraints: shares counted by hand, constraints that reject nothing or everything, and mutants that
do not count.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from axiometrics import registry
from axiometrics.comparison.strength import Mutant, StrengthDocument, equal, mutants, strength
from axiometrics.comparison.strength.document import ConstraintStrength, Rejected
from axiometrics.comparison.strength.page import page
from axiometrics.core.arithmetic import ratio
from axiometrics.core.case import Demand
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.errors import DeclarationError
from axiometrics.core.organization import Organization
from axiometrics.generators.filterings import UnitMoves
from axiometrics.reports.parts.formats import report
from axiometrics.running.settings import Search, Sizes

ANY = UnitMoves(lambda worse, better: np.ones(worse.shape[:-1], dtype=bool), default=4)


def constraint(name: str, cases: Any) -> Constraint:
    return Constraint(
        name, "filtering", name, name, "made here", (Reading("only", name, cases, keeps="f", breaks="recall"),)
    )


ALL = constraint(
    "rejects-all", replace(ANY, demand=Demand(("worse", "better"), (1, -1), "score(worse) > score(better)"))
)
NONE = constraint(
    "rejects-none", replace(ANY, demand=Demand(("better", "worse"), (1, -1), "at least as good", by=">="))
)
HALF = constraint("rejects-half", ANY)

MONOTONE = Mutant("accuracy", "normalisation", "in documents", lambda t: np.asarray(t.tp + t.tn))
FLAT = Mutant("accuracy", "term dropped", "only the positive", lambda t: np.asarray(t.tp + 0 * t.tn))
SAME = Mutant("accuracy", "sides exchanged", "the same", lambda t: ratio(t.tn + t.tp, t.documents))


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> StrengthDocument:
    own = (ALL, NONE, HALF)
    monkeypatch.setattr(registry, "constraints", lambda: own)
    return strength((MONOTONE, FLAT, SAME), own, sizes=Sizes(4))


def judged(row: ConstraintStrength, rejected: bool | None = None) -> list[str]:
    """The mutants that a row judges, or those with this verdict."""
    decided = [mutant for mutant in row.mutants if mutant.rejected is not None]
    return [mutant.id for mutant in decided if rejected in (None, mutant.rejected)]


def test_a_constraint_may_reject_all_or_none(measured: StrengthDocument) -> None:
    both = [MONOTONE.id, FLAT.id]
    assert {row.constraint: (judged(row), judged(row, True)) for row in measured.rows} == {
        "rejects-all": (both, both),
        "rejects-none": (both, []),
        "rejects-half": (both, [FLAT.id]),
    }
    assert {row.constraint: (row.tried, row.rejected, row.share) for row in measured.rows} == {
        "rejects-all": (2, 2, "1"),
        "rejects-none": (2, 0, "0"),
        "rejects-half": (2, 1, "1/2"),
    }


def test_the_mutants_of_metrics_that_fail_are_counted_apart(measured: StrengthDocument) -> None:
    rows = {row.constraint: row for row in measured.rows}
    assert rows["rejects-all"].original_satisfies == Rejected(0, 0, None)  # accuracy violates it
    assert rows["rejects-all"].caught == []
    assert rows["rejects-half"].original_satisfies == Rejected(2, 1, "1/2")
    assert rows["rejects-half"].caught == [FLAT.id]


def test_a_mutant_that_is_equal_does_not_count_and_one_that_orders_alike_is_told(measured: StrengthDocument) -> None:
    assert [mutant.id for mutant in measured.mutants] == [MONOTONE.id, FLAT.id, SAME.id]
    assert [mutant.equivalent for mutant in measured.mutants] == [False, False, True]
    assert [mutant.caught for mutant in measured.mutants] == [[], ["filtering:rejects-half@only"], None]
    assert [mutant.ordered_alike for mutant in measured.mutants] == [True, None, None]
    text = " ".join(report("text").show(page(measured)).split())
    same = "not counted, because they had the value of their original on every case compared (filtering to size 8)"
    assert f"{same}: {SAME.id}" in text
    assert f"since they order all outputs as it does (filtering to size 8): {MONOTONE.id}" in text
    assert "though they order outputs otherwise" not in text


def test_the_table(measured: StrengthDocument) -> None:
    lines = [line.split() for line in report("text").show(page(measured, quiet=True)).splitlines()[2:]]
    assert lines == [
        ["rejects-all", "only", "2", "2", "100%", "0", "0", "-"],
        ["rejects-none", "only", "2", "0", "0%", "2", "0", "0%"],
        ["rejects-half", "only", "2", "1", "50%", "2", "1", "50%"],
    ]
    assert report("markdown").show(page(measured)).startswith("| constraint")


def test_json_has_the_counterexample_of_each_rejected_mutant(measured: StrengthDocument) -> None:
    data = json.loads(json.dumps(measured.to_json()))
    assert data["schema"] == "axiometrics/strength/1"
    half = next(entry for entry in data["constraints"] if entry["constraint"] == "rejects-half")
    assert (half["tried"], half["rejected"], half["share"]) == (2, 1, "1/2")
    verdicts = {entry["id"]: entry for entry in half["mutants"]}
    assert (verdicts[MONOTONE.id]["rejected"], verdicts[MONOTONE.id]["counterexample"]) == (False, None)
    verdict = verdicts[FLAT.id]
    assert (verdict["rejected"], verdict["relation"], verdict["kind"]) == (True, "tied", "counterexample")
    case = verdict["counterexample"]
    gold = Organization.from_json(case["gold"])
    scores = {role: FLAT.metric.exact(Organization.from_json(output), gold) for role, output in case["outputs"].items()}
    assert {role: str(score) for role, score in scores.items()} == case["scores"]
    assert scores["better"] == scores["worse"]
    entries = {entry["id"]: entry for entry in data["mutants"]}
    assert entries[SAME.id]["equivalent"]
    assert entries[SAME.id]["caught"] is None
    assert entries[FLAT.id]["caught"] == ["filtering:rejects-half@only"]
    assert entries[MONOTONE.id]["ordered_alike"]


def test_equal_is_equal_in_value_on_every_gold_and_output() -> None:
    metric = registry.metric
    assert equal(metric("rs-clustering"), metric("bcubed-f"), 5)
    assert not equal(metric("clustering:jaccard"), metric("pair-f"), 5)  # ordered alike, and another value
    assert equal(metric("ap"), metric("q-measure(beta=0)"), 5)
    assert not equal(metric("kappa"), metric("mcc"), 3)  # undefined on other outputs
    assert equal(metric("p@10"), metric("p@10"), 4)
    undefined = Mutant("recall", "convention", "undefined at 0/0", lambda t: ratio(t.tp, t.relevant))
    assert not equal(metric("recall"), undefined.metric, 3)
    assert not equal(undefined.metric, metric("recall"), 3)
    assert not equal(metric("rs-clustering"), metric("bcubed-extended-f"), 3)  # where clusters overlap
    for first, second in combinations(("nmi", "v-measure", "homogeneity-score"), 2):
        by_value = all(
            metric(first).exact(system, gold) == metric(second).exact(system, gold)
            for system, gold in (
                tuple(map(Organization.parse, pair))
                for pair in (("{a b} c", "{a b c}"), ("{a b c}", "{a b} c"), ("{a b} c", "a {b c}"))
            )
        )
        assert equal(metric(first), metric(second), 3) is by_value


def test_the_shares_of_our_constraints_are_those_of_their_cells() -> None:
    """Counted once more from a matrix of the mutants under one constraint."""
    from axiometrics.comparison.strength.measurement import _candidate
    from axiometrics.running.run import run

    priority = registry.constraint("filtering:priority")
    own = [mutant for mutant in mutants() if mutant.task == "filtering"]
    (row,) = strength(own, [priority], sizes=Sizes(5)).rows
    matrix = run([_candidate(mutant.metric) for mutant in own], [priority], search=Search(sizes=Sizes(5)))
    rejected = {cell.metric: cell for cell in matrix if cell.holds is False and cell.metric != "f: fp for fn"}
    assert set(judged(row, True)) == set(rejected)
    assert judged(row) == [mutant.id for mutant in own if mutant.id != "f: fp for fn"]
    assert all(mutant.counterexample == rejected[mutant.id].counterexample for mutant in row.mutants if mutant.rejected)
    assert all(cell.evidence.minimal for cell in rejected.values())


def test_mutants_of_organizations_differ_from_what_they_were_but_for_two() -> None:
    """R*S is symmetric in system and gold, and priority relations know no clusters; R and S do change sides, a tail and
    levels do matter.
    """
    own = [mutant for mutant in mutants() if mutant.task == "organization"]
    same = {mutant.id for mutant in own if equal(mutant.original_metric, mutant.metric, 2)}
    assert same == {"rs-priority: gold for system", "rs-priority: clusters taken apart"} | {
        mutant.id
        for mutant in own
        if mutant.change == "levels below the first made one"  # there are two documents: no third level
    }
    by_id = {mutant.id: mutant.metric for mutant in own}
    system, gold = Organization.parse("{a b} > c > d > ..."), Organization.parse("a > {b c} d > ...")
    flat = [Organization.parse(text) for text in ("{a b} c d > ...", "a {b c} d > ...")]
    relatedness, priority = registry.metric("rs-relatedness"), registry.metric("rs-priority")
    assert by_id["rs-relatedness: levels made one"].exact(system, gold) == relatedness.exact(*flat)
    assert by_id["rs-priority: levels below the first made one"].exact(system, gold) == priority.exact(
        Organization.parse("{a b} > c d > ..."), gold
    )
    assert by_id["rs-priority: no tail"].exact(system, gold) == priority.exact(
        *(Organization.parse(text) for text in ("{a b} > c > d", "a > {b c} d"))
    )
    assert by_id["reliability-priority: gold for system"].exact(system, gold) == registry.metric(
        "reliability-priority"
    ).exact(gold, system)


def test_a_mutant_names_an_operator_that_there_is() -> None:
    with pytest.raises(DeclarationError, match="names the operator 'typo'"):
        Mutant("f", "typo", "something")


def test_a_mutant_is_as_closed_and_graded_as_its_original() -> None:
    by_id = {mutant.id: mutant.metric for mutant in mutants()}
    assert by_id["auc: ties count nothing"].closed
    assert "graded" in by_id["dcg: no discount"].traits
    assert "overlapping" in by_id["bcubed-extended-f: no recall"].traits
    assert "overlapping" not in by_id["bcubed-f: no recall"].traits
    assert by_id["rbp: rank is ignored"].values == {}


# --- the command

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(command: Run) -> Run:
    return partial(command, "strength")


def test_the_command(run: Run) -> None:
    code, out, err = run("--task", "filtering", "--max-size", "4")
    assert (code, err) == (0, "")
    assert out.splitlines()[2].split()[0] == "priority"
    assert "these constraints describe metrics, and so reject none: filtering:non-informative" in out
    data = json.loads(run("-c", "filtering:priority", "--reading", "all", "--max-size", "4", "--format", "json")[1])
    assert [entry["reading"] for entry in data["constraints"]] == [r.name for r in ANY_PRIORITY.readings]
    assert data["settings"] == {"max_size": 4, "reading": "all"}


ANY_PRIORITY = registry.constraint("filtering:priority")


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("-c nothing", 2, "no constraint 'nothing'"),
        ("-c priority --reading odd", 2, "no reading 'odd'"),
        ("--task filtering --max-size many", 2, "--max-size many"),
        ("--task poetry", 2, "poetry"),
        ("-c rag-bag --task ranking", 5, "no constraint chosen is of ranking"),
        ("-c filtering:non-informative", 5, "filtering:non-informative rejects nothing"),
        ("-c priority -o nowhere/strength.txt", 2, "cannot write"),
    ],
)
def test_a_mistake_is_one_line(run: Run, line: str, code: int, said: str) -> None:
    exit_code, out, err = run(*line.split())
    assert (exit_code, out) == (code, "")
    assert len(err.splitlines()) == 1
    assert said in err
