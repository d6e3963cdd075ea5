"""Saved cells: a good one passes, and one that is changed in any way that matters does not."""

import contextlib
import json
import math
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from axiometrics import api, registry
from axiometrics.core.constraint import Constraint
from axiometrics.core.errors import FileError
from axiometrics.core.matrix import SCHEMA
from axiometrics.core.organization import Organization
from axiometrics.verification import Verified, verify_cell, verify_document
from axiometrics.verification.counterexamples import _check_best
from axiometrics.verification.scorers import MismatchError
from axiometrics.verification.thresholds import _check_n0
from tests.alterations import at, places

CONSTRAINTS = registry.constraints_by_name()
CHECKED = "precondition, scores, relation and size hold"
JSON = dict[str, Any]


def cell(metric: str, constraint: str, reading: str, gold: str, relation: str, **outputs: tuple[str, Any]) -> JSON:
    """A violated cell; each role has its organization as text, and its score."""
    organizations = {role: Organization.parse(text) for role, (text, _) in outputs.items()}
    organized = Organization.parse(gold)
    documents = len(organized.documents.union(*(o.documents for o in organizations.values())))
    task, name = constraint.split(":")
    return {
        "task": task,
        "metric": metric,
        "constraint": name,
        "reading": reading,
        "holds": False,
        "differs": [],
        "evidence": {
            "kind": "counterexample",
            "exact": True,
            "cases": 1,
            "size": documents,
            "minimal": True,
            "seconds": 0.0,
            "detail": {},
        },
        "relation": relation,
        "counterexample": {
            "gold": organized.to_json(),
            "outputs": {role: organization.to_json() for role, organization in organizations.items()},
            "scores": {role: value for role, (_, value) in outputs.items()},
            "documents": documents,
        },
        "message": "",
    }


def threshold(metric: str, constraint: str, holds: bool | None, **detail: Any) -> JSON:
    evidence = {
        "kind": "undetermined" if holds is None else "exhaustive",
        "exact": True,
        "cases": 59,
        "size": 60,
        "minimal": None,
        "seconds": 0.0,
        "detail": detail,
    }
    made = cell(metric, constraint, "prose", "...", "tied")
    message = "no n that was scanned is a witness" if holds is None else ""
    return made | {"holds": holds, "evidence": evidence, "relation": None, "counterexample": None, "message": message}


def verify(data: JSON, targets: dict[str, Callable[..., Any]] | None = None) -> Verified:
    return verify_cell(data, CONSTRAINTS[f"{data['task']}:{data['constraint']}"], targets or {})


PURITY = cell(
    "purity",
    "clustering:completeness",
    "universal",
    "{a b c d}",
    "tied",
    better=("{a b} {c d}", "1"),
    worse=("a b {c d}", "1"),
)
"""Merging a and b changes nothing: every cluster is pure anyway."""

# 36 pairs more are right after one document leaves the class of 5; 4 are wrong, as are the 4 of the pairs broken
RAND = cell(
    "rand",
    "clustering:size-vs-quantity",
    "picture",
    "{a b c d e} {f g} {h i} {j k} {l m}",
    "tied",
    better=("{a b c d} e {f g} {h i} {j k} {l m}", "37/39"),
    worse=("{a b c d e} f g h i j k l m", "37/39"),
)
JARVELIN = cell(  # nothing is discounted above rank 3, so the shallow swap costs nothing
    "dcg(discount=jarvelin,b=2)",
    "ranking:deepness",
    "any-context",
    "r > ...",
    "reversed",
    shallow_better=("r > n > ...", "1"),
    shallow_worse=("n > r > ...", "1"),
    deep_better=("n > r > m > ...", "1"),
    deep_worse=("n > m > r > ...", "log(2)/log(3)"),
)
DEEPNESS = cell(
    "p@10",
    "ranking:deepness",
    "single",
    "r > ...",
    "tied",
    shallow_better=("r > n > m > ...", "1/10"),
    shallow_worse=("n > r > m > ...", "1/10"),
    deep_better=("n > r > m > ...", "1/10"),
    deep_worse=("n > m > r > ...", "1/10"),
)
NDCG = cell(
    "ndcg@1",
    "ranking:confidence",
    "universal",
    "r s > ...",
    "tied",
    better=("n > r > ...", "0"),
    worse=("n > r > m > ...", 0),
)
DCG = cell(
    "dcg",
    "ranking:confidence",
    "universal",
    "r > ...",
    "tied",
    better=("n > r > ...", "log(2)/log(3)"),
    worse=("n > r > m > ...", "log(4)/log(9)"),
)
AUC = cell(
    "auc", "ranking:confidence", "universal", "r > m", "tied", better=("r > ...", "1"), worse=("r > m > ...", "1")
)
LAM = cell("lam", "filtering:priority", "universal", "r > n m", "tied", better=("r > n m", "1"), worse=("n r > m", "1"))
RS = cell(  # 2 * 1/2 / (1/2 + 1/2): R = 1/2 * 1, S = 1 * 1/2, and before the move R = S = 0
    "rs-filtering(n=30,wn=0.8,reading=listed)",
    "filtering:priority",
    "universal",
    "r > n m",
    "tied",
    better=("m n > r", "0"),
    worse=("m n r > {}", "0"),
)
GOOD = [PURITY, RAND, JARVELIN, DEEPNESS, NDCG, DCG, AUC, LAM]

P_WINS = threshold("p@10", "ranking:deepness-threshold", True, n=list(range(10, 61)), n0=10, scanned=60)
P_LOSES = threshold("p@10", "ranking:closeness-threshold", True, n=list(range(2, 9)), scanned=60)
RR_NEVER = threshold("rr", "ranking:closeness-threshold", None, n=[], scanned=60)
TAU_ONCE = threshold("kendall-tau", "ranking:deepness-threshold", None, n=[2], n0=None, scanned=60)
AP_ONCE = threshold("ap", "ranking:deepness-threshold", None, n=[2], n0=None, scanned=60)


@pytest.mark.parametrize("good", GOOD, ids=lambda good: good["metric"])
def test_a_good_counterexample_is_verified(good: JSON) -> None:
    outcome = verify(good)
    left = ("minimality", "number of cases") if good["evidence"]["minimal"] else ("number of cases",)
    assert outcome == Verified(
        good["metric"], f"{good['task']}:{good['constraint']}", good["reading"], "verified", CHECKED, left
    )


def test_a_move_the_wrong_way_is_no_counterexample() -> None:
    refused = verify(RS)
    assert refused.status == "failed"
    assert refused.reason.startswith(RS_PROBLEM)


RS_PROBLEM = "the precondition does not hold: gold and outputs are not a case of priority, read as universal"


def changed(good: JSON, path: str, value: Any) -> JSON:
    """The cell with the field at the dotted path replaced; a value None takes it away."""
    copy: Any = deepcopy(good)
    *parents, last = path.split(".")
    place = copy
    for key in parents:
        place = place[key]
    if value is None:
        del place[last]
    else:
        place[last] = value
    return copy  # type: ignore[no-any-return]


def organized(text: str) -> JSON:
    return Organization.parse(text).to_json()


@pytest.mark.parametrize(
    ("good", "path", "value", "reason"),
    [
        (PURITY, "counterexample.scores.better", "2/3", "score(better) is 1 when computed again, the file says 2/3"),
        (
            RAND,
            "counterexample.scores.worse",
            "36/39",
            "score(worse) is 37/39 when computed again, the file says 12/13",
        ),
        (
            JARVELIN,
            "counterexample.scores.deep_worse",
            "log(2)/log(3) - 1/10**40",
            "score(deep_worse) is 1/(log(3)/log(2)) when computed again, the file says",
        ),
        (
            DCG,
            "counterexample.scores.better",
            "log(2)/log(5)",
            "score(better) is 1/(log(3)/log(2)) when computed again, the file says log(2)/log(5)",
        ),
        (DCG, "counterexample.scores.better", f"{math.log(2) / math.log(3):.30f}", "the file says 0.6309297535714"),
        (PURITY, "relation", "reversed", "the scores are tied, the file says reversed"),
        (JARVELIN, "relation", "tied", "the scores are reversed, the file says tied"),
        (PURITY, "counterexample.documents", 5, "gold and outputs have 4 items, but the file says 5"),
        (PURITY, "counterexample.gold", organized("{a c} {b d}"), "the precondition does not hold: "),
        (
            PURITY,
            "counterexample.gold",
            organized("a > {b c d}"),
            "the precondition does not hold: gold and outputs are not a case of completeness, read as universal",
        ),
        (PURITY, "counterexample.outputs.worse", organized("{a b} {c d}"), "the precondition does not hold: "),
        (RAND, "reading", "universal", None),
        (
            PURITY,
            "reading",
            "picture",
            "the precondition does not hold: gold and outputs are not a case of completeness, read as picture",
        ),
        (
            DEEPNESS,
            "reading",
            "same-run",
            "the precondition does not hold: gold and outputs are not a case of deepness, read as same-run",
        ),
        (
            DEEPNESS,
            "counterexample.outputs.deep_worse",
            organized("n > r > m > ..."),
            "the precondition does not hold: ",
        ),
        (
            NDCG,
            "counterexample.outputs.worse",
            organized("n > r > ..."),
            "the precondition does not hold: gold and outputs are not a case of confidence, read as universal",
        ),
        (AUC, "counterexample.gold", organized("r > ..."), "a closed collection is wanted"),
        (
            AUC,
            "counterexample.gold",
            organized("r > n"),
            "the precondition does not hold: gold and outputs are not a case of confidence, read as universal",
        ),
        (PURITY, "holds", True, "the cell has a counterexample, but says holds=True"),
        (PURITY, "metric", "bcubed-f", "score(better) is 2/3 when computed again, the file says 1"),
        (PURITY, "metric", "ap", "the system is not a ranking"),
        (DEEPNESS, "metric", "p@2", "score(shallow_better) is 1/2 when computed again, the file says 1/10"),
        (DEEPNESS, "metric", "p@0", "p: k=0 is outside [1, inf)"),
        (DEEPNESS, "metric", "rbp(z=3)", "rbp has no parameter 'z'"),
        (NDCG, "metric", "ndcg(ideal=run)@1", None),
    ],
)
def test_tampering_fails(good: JSON, path: str, value: Any, reason: str | None) -> None:
    outcome = verify(changed(good, path, value))
    if path == "metric" and reason is None:
        assert (outcome.status, outcome.reason) == (
            "not re-run",
            "ndcg(ideal=run)@1 has no second definition, and no target was given for it",
        )
    elif reason is None:  # the picture is an instance of the general reading too
        assert outcome.status == "verified"
    else:
        assert outcome.status == "failed"
        assert reason in outcome.reason


def test_a_demand_that_is_met_fails() -> None:
    met = cell(
        "bcubed-f",
        "clustering:completeness",
        "universal",
        "{a b}",
        "reversed",
        better=("{a b}", "1"),
        worse=("a b", "2/3"),
    )
    assert verify(met).reason == "this is not a counterexample, since the demand is met: score(better) > score(worse)"


def test_an_undefined_score_fails() -> None:
    undefined = cell(
        "ndcg(ideal=run)",
        "ranking:priority",
        "universal",
        "r > ...",
        "tied",
        better=("r > n > ...", "1"),
        worse=("n > r > ...", "1"),
    )
    assert "score(worse) is" in verify(undefined).reason
    alone = cell(
        "edit-distance", "clustering:homogeneity", "universal", "a b", "tied", better=("a b", "1"), worse=("{a b}", "1")
    )
    assert verify(alone).reason == "score(better) is undefined when computed again"


@pytest.mark.parametrize(
    "good", [P_WINS, P_LOSES, RR_NEVER, AP_ONCE, TAU_ONCE], ids=lambda good: f"{good['metric']}-{good['constraint']}"
)
def test_a_good_threshold_is_verified(good: JSON) -> None:
    outcome = verify(good)
    assert outcome.status == "verified"
    assert outcome.reason.startswith("recomputed n = 2..")


@pytest.mark.parametrize(
    ("good", "path", "value", "reason"),
    [
        (P_WINS, "evidence.detail.n", list(range(11, 61)), "n0 = 10 does not follow from the n listed up to 60"),
        (
            P_WINS,
            "evidence.detail",
            {"n": list(range(9, 61)), "n0": 9, "scanned": 60},
            "at n = 9 A does not win when computed again",
        ),
        (
            P_WINS,
            "evidence.detail",
            {"n": list(range(11, 61)), "n0": 11, "scanned": 60},
            "at n = 10 A wins when computed again",
        ),
        (P_WINS, "evidence.size", 999, "n to 60 are 59 cases that were decided, of size 60 at most; the file says 59"),
        (RR_NEVER, "evidence.cases", 998, "the file says 998 of size 60"),
        (RR_NEVER, "evidence.detail.scanned", 999, "n to 999 are 998 cases"),
        (RR_NEVER, "evidence.exact", False, "a cell of kind undetermined is decided exactly"),
        (P_WINS, "evidence.detail", {"n": list(range(10, 59)), "n0": 10, "scanned": 60}, "n0 = 10 does not follow"),
        (
            P_WINS,
            "evidence.detail",
            {"n": [*range(10, 58), 59, 60], "n0": 10, "scanned": 60, "undefined": 1},
            "at n = 58 A wins when computed again",
        ),
        (P_WINS, "holds", False, "by the n listed holds is True, the file says False"),
        (P_LOSES, "evidence.detail.n", [2, 3], "at n = 4 B wins when computed again"),
        (P_LOSES, "evidence.detail.n", [*range(2, 9), 60], "at n = 60 B does not win when computed again"),
        (P_LOSES, "holds", False, "by the n listed holds is True, the file says False"),
        (RR_NEVER, "evidence.detail.n", [5], "by the n listed holds is True, the file says None"),
        (RR_NEVER, "holds", False, "by the n listed holds is None, the file says False"),
        (AP_ONCE, "holds", False, "a scan without a witness refutes nothing"),
        (AP_ONCE, "reading", "printed", "at n = 2 A does not win when computed again"),
        (AP_ONCE, "metric", "rr", "at n = 3 A wins when computed again"),
    ],
)
def test_a_changed_threshold_fails(good: JSON, path: str, value: Any, reason: str) -> None:
    outcome = verify(changed(good, path, value))
    assert outcome.status == "failed"
    assert reason in outcome.reason


def own(system: Organization, gold: Organization) -> float:
    """A user's metric: how many documents the first level holds."""
    return sum(map(len, system.levels[0])) / len(gold.documents)


OWN = changed(
    cell(
        "mine.py:own",
        "clustering:completeness",
        "universal",
        "{a b c}",
        "tied",
        better=("{a b c}", 1.0),
        worse=("{a b} c", 1.0),
    ),
    "evidence.exact",
    False,
)


def test_a_users_metric_is_run_only_by_a_target() -> None:
    assert verify(OWN).status == "not re-run"
    outcome = verify(OWN, {"mine.py:own": own})
    assert (outcome.status, outcome.reason) == ("verified", CHECKED)


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        (lambda system, gold: 1 + 1e-8, "score(better) is 1.0000000099999999 when computed again, the file says 1"),
        (lambda system, gold: float("nan"), "the target gives nan for {a b c}"),
        (lambda system, gold: None, "the target raised TypeError"),
        (lambda system, gold: gold.to_json()["oops"], "the target raised KeyError: 'oops'"),
    ],
)
def test_a_target_that_disagrees_fails(target: Callable[..., Any], reason: str) -> None:
    outcome = verify(OWN, {"mine.py:own": target})
    assert outcome.status == "failed"
    assert reason in outcome.reason


@pytest.mark.parametrize(
    ("worse", "relation", "status"),
    [
        (1 + 5e-13, "tied", "verified"),
        (1 + 5e-13, "reversed", "failed"),
        (1 + 2e-12, "tied", "failed"),
        (1 + 2e-12, "reversed", "verified"),
        (1 - 1e-10, "tied", "failed"),
        (1 - 1e-10, "reversed", "failed"),
        (1.5, "tied", "failed"),
    ],
)
def test_floats_are_tied_within_rounding_alone_and_reversed_beyond_it(worse: float, relation: str, status: str) -> None:
    """No search calls a difference within 2^-40 a verdict; one of 10^-10 is, and a demand that it meets is met."""
    data = changed(changed(OWN, "counterexample.scores.worse", worse), "relation", relation)
    assert (
        verify(data, {"mine.py:own": lambda system, gold: 1.0 if len(system.levels[0]) == 1 else worse}).status
        == status
    )


def test_a_relation_must_be_named_even_within_rounding() -> None:
    data = changed(OWN, "relation", "no change")
    outcome = verify(data, {"mine.py:own": lambda system, gold: 1.0 + 1e-13 * len(system.levels[0])})
    assert (outcome.status, outcome.reason) == (
        "failed",
        "the scores are tied within rounding, the file says no change",
    )


def test_a_tie_within_rounding_meets_a_demand_that_allows_it() -> None:
    data = cell(
        "mine.py:own",
        "organization:gold-is-best",
        "weak",
        "{a b c} > ...",
        "tied",
        better=("{a b c} > ...", 1.0),
        worse=("{a b} c > ...", 1.0),
    )
    for relation in ("tied", "reversed"):
        forged = changed(data, "relation", relation)
        outcome = verify(forged, {"mine.py:own": lambda system, gold: 1.0 + 1e-13 * len(system.levels[0])})
        assert (outcome.status, "tied within rounding" in outcome.reason) == ("failed", True)


def test_an_exact_metric_of_a_user_is_decided_exactly() -> None:
    """A difference of 10^-30 is a verdict, and its sign is that of the fractions."""

    def exact(sign: int) -> Callable[..., Fraction]:
        return lambda system, gold: Fraction(1) + sign * Fraction(len(system.levels[0]), 10**30)

    text = {k: str(1 + Fraction(k, 10**30)) for k in (-2, -1, 1, 2)}
    reversed_ = changed(changed(OWN, "counterexample.scores.better", text[1]), "counterexample.scores.worse", text[2])
    assert verify(changed(reversed_, "relation", "reversed"), {"mine.py:own": exact(1)}).status == "verified"
    assert verify(reversed_, {"mine.py:own": exact(1)}).status == "failed"
    met = changed(changed(OWN, "counterexample.scores.better", text[-1]), "counterexample.scores.worse", text[-2])
    for relation in ("tied", "reversed"):
        assert verify(changed(met, "relation", relation), {"mine.py:own": exact(-1)}).status == "failed"


def test_exact_scores_of_a_users_metric_may_be_text() -> None:
    data = changed(changed(OWN, "counterexample.scores.better", "1"), "counterexample.scores.worse", "3/3")
    assert verify(data, {"mine.py:own": own}).status == "verified"


def test_a_target_gets_a_closed_gold_in_thresholds_if_it_says_so() -> None:
    class Demanding:
        closed = True

        def __call__(self, system: Organization, gold: Organization) -> float:
            return 1.0 / (not gold.tail)

    data = changed(RR_NEVER, "metric", "mine")
    assert verify(data, {"mine": Demanding()}).status == "verified"
    assert (
        verify(data, {"mine": Demanding().__call__}).reason
        == "the target raised ZeroDivisionError: float division by zero"
    )


SEARCHED = 1 + 3 + 12 + 39 + 136
"""The cases of completeness with 2 to 6 documents: 1, 4, 16, 55 and 191 up to each."""

SAVES_NONE = "evidence of kind exhaustive saves no case"

HOLDS = changed(PURITY, "counterexample", None) | {
    "holds": True,
    "counterexample": None,
    "relation": None,
    "evidence": PURITY["evidence"] | {"kind": "exhaustive", "minimal": None, "cases": SEARCHED, "size": 6},
}


@pytest.mark.parametrize(
    ("data", "status", "reason"),
    [
        (HOLDS, "nothing to check", f"{SAVES_NONE}; the number of its cases is right: {SEARCHED}"),
        (
            changed(HOLDS, "metric", "mine"),
            "nothing to check",
            f"{SAVES_NONE}; the number of its cases is right: {SEARCHED}",
        ),
        (
            HOLDS | {"holds": False},
            "failed",
            "a search that found no violation supports holds=True, but the file says holds=False",
        ),
        (
            changed(HOLDS, "evidence.minimal", True),
            "failed",
            "this is not a possible cell: Object contains unknown field `minimal` - at `$.evidence`",
        ),
        (
            HOLDS | {"evidence": PURITY["evidence"]},
            "failed",
            "the evidence is a counterexample, but the file holds none",
        ),
        (
            changed(PURITY, "reading", "other"),
            "not re-run",
            "clustering:completeness has no reading 'other': it has universal, picture, non-trivial",
        ),
        (P_WINS | {"holds": "perhaps"}, "failed", "by the n listed holds is True, the file says perhaps"),
        (changed(P_WINS, "evidence.detail", {}), "nothing to check", SAVES_NONE),
        (
            P_WINS | {"counterexample": PURITY["counterexample"]},
            "failed",
            "ranking:deepness-threshold has no counterexamples: it says from some n on, for all",
        ),
    ],
)
def test_what_becomes_of_other_cells(data: JSON, status: str, reason: str) -> None:
    outcome = verify(data)
    assert (outcome.status, outcome.reason) == (status, reason)


def test_a_cell_of_another_constraint_is_not_re_run() -> None:
    assert verify_cell(PURITY, CONSTRAINTS["clustering:homogeneity"], {}).status == "not re-run"


def document(*cells: JSON) -> JSON:
    """A matrix that does not say what its metrics and constraints are."""
    counts = Counter(cell["evidence"]["kind"] for cell in cells)
    return {
        "schema": SCHEMA,
        "version": "0",
        "settings": {},
        "cells": list(cells),
        "counts": counts,
    }


def verify_all(data: Any) -> list[Verified]:
    constraints: list[Constraint] = list(CONSTRAINTS.values())
    return verify_document(data, constraints, {})


def test_a_document_is_a_matrix_a_cell_or_a_list_of_cells() -> None:
    # cells of several runs, of which none knows the readings of the others
    cells = [*GOOD, HOLDS, P_WINS, changed(PURITY, "task", "music")]
    everything = [{name: value for name, value in cell.items() if name != "differs"} for cell in cells]
    expected = [*["verified"] * len(GOOD), "failed", "verified", "not re-run"]  # one contradicts what holds
    saved = json.loads(json.dumps(document(*everything)))
    for data in (saved, everything):
        *outcomes, twice = verify_all(data)
        assert [outcome.status for outcome in outcomes] == expected
        assert (twice.status, twice.reason) == ("failed", "there are 2 cells of this name")
    assert verify_all(PURITY) == [verify(PURITY)]
    assert verify_all(everything[-1])[-1].reason == "there is no constraint music:completeness"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (7, "expected a saved matrix, a region, a separation, a strength, a cell or a list of cells, found 7"),
        ({}, "expected a saved matrix, a region, a separation, a strength, a cell or a list of cells, found {}"),
        ({"schema": "axiometrics/scores/1"}, "run `axiometrics score` again and compare"),
        ({"schema": "axiometrics/audit/1"}, "run `axiometrics audit` again and compare"),
        ({"schema": "mine/1"}, "schema is 'mine/1', expected a matrix, a cell, a list of cells, a region"),
        ({"schema": SCHEMA}, "the matrix: 'cells' is missing"),
        ([5], "a cell is an object, not 5"),
        ({"metric": "ap"}, "a cell: 'task' is missing"),
        (changed(PURITY, "reading", None), "cell purity/completeness: 'reading' is missing"),
        (changed(PURITY, "reading", 4), "cell purity/completeness: reading is 4, expected a text"),
        (changed(PURITY, "counterexample.scores", None), "cell purity/completeness: 'scores' is missing"),
        (changed(PURITY, "counterexample.scores.better", None), "scores are worse, expected better, worse"),
        (
            changed(PURITY, "counterexample.scores.better", "1/0"),
            "score(better) '1/0' is not an exact number: a division by zero",
        ),
        (changed(PURITY, "counterexample.scores.better", 1.0), "score(better) 1.0 is not an exact score"),
        (changed(PURITY, "counterexample.scores.better", True), "score(better) True is not an exact score"),
        (changed(PURITY, "counterexample.outputs.worse", None), "outputs are better, expected better, worse"),
        (
            changed(PURITY, "counterexample.outputs.worse", {"levels": 3}),
            "output worse: levels: expected a list, found 3",
        ),
        (changed(PURITY, "counterexample.gold", None), "gold: an organization in JSON is an object"),
        (changed(PURITY, "counterexample.documents", True), "documents is True, expected a whole number"),
        (changed(P_WINS, "evidence.detail.scanned", None), "'scanned' is missing"),
        (changed(P_WINS, "evidence.detail.scanned", 1), "scanned is 1, expected a number from 2 to 4000"),
        (changed(P_WINS, "evidence.detail.n", [10, 61]), "n lists 61, expected whole numbers from 2 to 60"),
        (changed(P_WINS, "evidence.detail.n", ["x"]), "n lists 'x', expected whole numbers from 2 to 60"),
    ],
)
def test_malformed_data_is_one_clear_line(data: Any, message: str) -> None:
    with pytest.raises(FileError) as caught:
        verify_all(data)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_cell_that_is_none_and_a_score_of_a_user_that_is_none() -> None:
    with pytest.raises(FileError, match="a cell is an object, not 'x'"):
        verify_cell("x", CONSTRAINTS["clustering:completeness"], {})  # type: ignore[arg-type]
    for value in (None, "x", True, float("nan"), [1]):
        with pytest.raises(FileError, match="score"):
            verify(
                OWN | {"counterexample": OWN["counterexample"] | {"scores": {"better": value, "worse": 1.0}}},
                {"mine.py:own": own},
            )


def test_a_score_nested_beyond_reason_is_refused() -> None:
    text = "log(2)"
    for _ in range(40):
        text = f"({text})" + "*log(3)" * 50
    with pytest.raises(FileError, match="cell dcg/confidence: a score is nested too deep"):
        verify(changed(DCG, "counterexample.scores.better", text))


JUNK: list[Any] = [
    None,
    "log(2)",
    {},
    True,
    -1,
    10**30,
    0.5,
    float("inf"),
    "",
    "x" * 99,
    "1/3",
    [],
    [[]],
    {"levels": [], "tail": True},
    [[["a"]]],
]


@pytest.mark.few(4)
@pytest.mark.parametrize("value", [pytest.param(value, id=str(i)) for i, value in enumerate(JUNK)])
def test_no_junk_anywhere_gets_further_than_an_error_of_one_line(value: Any) -> None:
    whole = document(PURITY, DEEPNESS, changed(P_LOSES, "evidence.detail.scanned", 8))
    outcomes: set[str] = set()
    for path in places({"": whole}):
        copy: Any = {"": deepcopy(whole)}
        at(copy, path[:-1])[path[-1]] = value
        try:
            outcomes |= {outcome.status for outcome in verify_all(copy[""])}
        except FileError as error:
            outcomes.add(f"{str(error).count(chr(10))} line breaks")
    assert outcomes <= {"verified", "failed", "not re-run", "nothing to check", "0 line breaks"}
    assert "0 line breaks" in outcomes


def test_a_matrix_does_not_show_a_metric_under_the_name_of_another() -> None:
    document = api.matrix(["ap", "p@10"], ["ranking:priority"], max_size=4).to_json()
    assert {outcome.status for outcome in verify_document(document, registry.constraints(), {})} == {"verified"}
    earlier = deepcopy(document)
    earlier["version"] = "0.1.0"
    earlier["metrics"][1]["params"] = {}  # as of a version in which the metric had no parameter
    assert {outcome.status for outcome in verify_document(earlier, registry.constraints(), {})} == {"verified"}
    for part, value in (("display", "AP"), ("base", "ap"), ("params", {"k": "20"}), ("family", "other")):
        forged = deepcopy(document)
        forged["metrics"][1][part] = value
        (failed,) = (
            outcome for outcome in verify_document(forged, registry.constraints(), {}) if outcome.status == "failed"
        )
        assert failed.reason.startswith(f"its {part} is ")


def test_readings_that_differ_are_not_said_to_agree() -> None:
    document = api.matrix(["ap"], ["deepness"], "all", max_size=6).to_json()
    cell = next(cell for cell in document["cells"] if cell["differs"])
    assert not [
        outcome for outcome in verify_document(document, registry.constraints(), {}) if outcome.status == "failed"
    ]
    cell["differs"] = cell["differs"][1:]
    (failed,) = (
        outcome for outcome in verify_document(document, registry.constraints(), {}) if outcome.status == "failed"
    )
    assert failed.reason.endswith("has another verdict, and differs says otherwise")
    cell["differs"] = ["a reading that the file leaves out"]
    assert "failed" in {outcome.status for outcome in verify_document(document, registry.constraints(), {})}


@pytest.mark.parametrize("skipped", [0, 1])
def test_as_many_n_may_be_missing_above_n0_as_were_skipped(skipped: int) -> None:
    with contextlib.nullcontext() if skipped else pytest.raises(MismatchError, match="n0 = 3 does not follow"):
        _check_n0({3, 5}, 3, 5, skipped)


def test_where_some_output_has_to_be_as_demanded_the_nearest_is_shown() -> None:
    """A file that shows a worse output with its true score would make a failure look greater than it is."""
    first, second = ("a", "g"), ("b", "g")
    case: Any = SimpleNamespace(calls=lambda role: [first, second], bound=0)
    shown: Any = SimpleNamespace(calls=lambda role: [first])
    demand: Any = SimpleNamespace(roles=("run",), by="sum", excess=lambda scores, bound: scores["run"] - 1)
    half, more = Fraction(1, 2), Fraction(3, 4)
    scorer: Any = None
    assert _check_best({"tried": 2}, shown, case, demand, [more, half], scorer) == {"run": more}
    with pytest.raises(MismatchError, match="scores 1/2, but a different output comes nearer with 3/4"):
        _check_best({"tried": 2}, shown, case, demand, [half, more], scorer)
    with pytest.raises(MismatchError, match="there are 2 outputs to try"):
        _check_best({"tried": 1}, shown, case, demand, [more, half], scorer)


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        ("cases", SEARCHED - 1, "up to 6 there are 191 cases, but the file says 190, and 0"),
        ("cases", SEARCHED + 1, "up to 6 there are 191 cases, but the file says 192, and 0"),
        ("size", 5, "up to 5 there are 55 cases"),
        ("size", 999, "all cases up to 999 were searched, but no search goes so far"),
        ("size", True, "as numbers"),
        ("size", None, "as numbers"),
        ("detail", {"undefined": "1"}, "as numbers"),
        ("detail", {"undefined": -1}, "and -1 where"),
    ],
)
@pytest.mark.parametrize("metric", ["purity", "mine"])
def test_a_search_tried_as_many_cases_as_there_are(metric: str, path: str, value: Any, reason: str) -> None:
    """Nothing is scored for that, so it is looked at without strictness, and of any metric."""
    outcome = verify(changed(changed(HOLDS, "metric", metric), f"evidence.{path}", value))
    assert (outcome.status, reason in outcome.reason) == ("failed", True), outcome.reason


def test_cases_where_the_metric_is_undefined_may_be_missing() -> None:
    fewer = changed(HOLDS, "evidence.cases", SEARCHED - 3)
    for undefined, status in ((2, "failed"), (3, "nothing to check"), (SEARCHED + 1, "failed")):
        assert verify(changed(fewer, "evidence.detail", {"undefined": undefined})).status == status


def test_a_proof_says_how_many_cases_were_searched_before() -> None:
    cell = json.loads(json.dumps(api.matrix(["bcubed-f"], ["homogeneity"], max_size=5).cells[0].to_json()))
    assert (cell["evidence"]["kind"], verify(cell).status) == ("proof", "verified")
    cell["evidence"]["cases"] += 1
    assert "but the file says" in verify(cell).reason


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("loss", "told"),
        ("undefined_as", "0"),
        ("undefined_at", {"gold": "{a}"}),
        ("labelled", {"whole": 3, "cases": 9, "drawn": 0, "unlabelled": 3}),
        ("breaks", [{"invariance": "label-names", "calls": []}]),
    ],
)
def test_what_is_said_of_users_metrics_is_not_said_of_ours(name: str, value: Any) -> None:
    outcome = verify(changed(PURITY, "evidence.detail", {name: value}))
    assert (outcome.status, outcome.reason) == (
        "failed",
        f"purity has a definition, and {name} is said of users' metrics only",
    )
