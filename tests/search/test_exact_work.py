"""How much is decided exactly where floats clear little: few cases before a proof is asked, few behind decimals, and
the same verdicts as one by one.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import islice
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from axiometrics import registry
from axiometrics.core.arithmetic import decimals, exactly, over, ratio
from axiometrics.core.case import Case, Demand
from axiometrics.core.cell import Cell
from axiometrics.core.errors import UndecidedError
from axiometrics.core.matrix import Matrix
from axiometrics.core.metric import Metric
from axiometrics.generators.blocks import DIGITS
from axiometrics.generators.filterings import ConfusionTables
from axiometrics.generators.rankings import run_of
from axiometrics.generators.runs import Runs, golds
from axiometrics.judging import ExactJudge
from axiometrics.running import job
from axiometrics.running import run as runner
from axiometrics.running.candidate import builtin
from axiometrics.running.settings import Search, Sizes
from axiometrics.running.settled_cells import provable, settle
from axiometrics.search import Decision, Effort, for_all, profiles, search
from axiometrics.search.judge import MetricFailedError
from tests.cells import without_time

TINY = Fraction(1, 10**96)

FEW = 512
"""Decisions of a search that leaves the rest to a proof: those until it asks, and those of the sizes searched
instead.
"""


@pytest.fixture
def decided(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The metrics, once for each case that is decided exactly."""
    ids: list[str] = []
    decide = ExactJudge.decide

    def counted(self: ExactJudge, case: Case, demand: Demand) -> Decision:
        ids.append(self.id)
        return decide(self, case, demand)

    monkeypatch.setattr(ExactJudge, "decide", counted)
    return ids


def cell(metric: str, constraint: str, reading: str, **options: Any) -> Cell:
    (whole,) = registry.match_constraints(constraint)
    alone = replace(whole, readings=(whole.reading(reading),))
    return runner.run([builtin(registry.metric(metric))], [alone], Search(**options), readings="all").cells[0]


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("metric", "constraint", "reading"),
    [
        ("rbp(p=0.01)", "ranking:priority", "universal"),
        ("rbp(p=0.1)", "ranking:deepness", "same-run"),
        ("rbp(p=0.9999)", "ranking:deepness", "any-context"),
        ("dcg(discount=power,a=10)", "ranking:priority", "universal"),
        ("utility(tp=1000000000000,fp=-1,fn=0,tn=0)", "filtering:priority", "universal"),
    ],
)
def test_what_a_proof_settles_is_searched_where_few_cases_are_doubtful(
    metric: str, constraint: str, reading: str, decided: list[str]
) -> None:
    proved = cell(metric, constraint, reading)
    assert (proved.holds, proved.evidence.kind) == (True, "proof")
    assert len(decided) <= FEW
    size = proved.evidence.size
    assert size is not None
    assert 2 <= size < registry.match_constraints(constraint)[0].reading(reading).cases.largest(None)
    searched = cell(metric, constraint, reading, sizes=Sizes(size), proofs=False)
    assert (searched.evidence.kind, searched.evidence.size, searched.evidence.cases) == (
        "exhaustive",
        size,
        proved.evidence.cases,
    )


def test_where_there_is_no_proof_decimals_clear_what_floats_cannot(decided: list[str]) -> None:
    of = "rs-ranking(n=1000000000)", "ranking:priority", "graded"
    verdict = cell(*of, sizes=Sizes(6))
    assert (verdict.holds, verdict.evidence.kind, verdict.evidence.size) == (True, "exhaustive", 6)
    assert len(decided) <= for_all.ENOUGH
    assert verdict.evidence.cases > 10 * for_all.ENOUGH


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "constraint", ["filtering:priority", "ranking:priority", "ranking:deepness", "ranking:confidence"]
)
def test_decimals_and_exact_decisions_agree(constraint: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each cell, with its counterexample and what it counts, by decimals from the first doubtful case on, and without
    them.
    """
    names = [
        "q-measure(beta=1000000000000)",
        "rs-ranking(n=1000000,reading=tail-lookup)",
        "rbp(p=0.99999)",
        "dcg(discount=power,a=12)",
        "tbg",
        "rr",
        "auc",
    ]
    names += ["f(beta=0.00001)", "lam(smoothing=0.00001)", "utility(tp=1000000000000)", "mcc", "rs-filtering"]
    metrics = [builtin(registry.metric(name)) for name in names]

    def searched(enough: int) -> list[dict[str, Any]]:
        monkeypatch.setattr(for_all, "ENOUGH", enough)
        matrix = runner.run(
            metrics,
            registry.match_constraints(constraint),
            readings="all",
            search=Search(sizes=Sizes(4), max_examples=0, proofs=False),
        )
        return without_time(matrix)

    assert searched(0) == searched(10**9)


@pytest.mark.few(12)
@pytest.mark.parametrize(
    "metric",
    [m for m in registry.metrics() if m.task in {"ranking", "filtering"} and not m.closed],
    ids=lambda metric: str(metric.id),
)
def test_decimals_are_the_exact_values_to_nearly_all_their_digits(metric: Any) -> None:
    grades = 2 if "graded" in metric.traits else 1
    universe: Any = Runs(4, golds(grades, 4)) if metric.task == "ranking" else ConfusionTables(4)
    judge = ExactJudge(metric)
    assert judge.finer is not None
    compared = 0
    with decimals(DIGITS):
        values = judge.finer(universe, np.arange(len(universe)))
    for k in range(0, len(universe), 7):
        system, gold = universe.outputs(k, False)
        if metric.task == "ranking" and not {d for d in system.documents if d[0] != "n"} <= gold.documents:
            continue  # such an element is there, and no case refers to it
        exact = metric.exact(system, gold)
        assert (values[k] != values[k]) == (exact != exact)
        assert exact != exact or -TINY < exact - Fraction(values[k]) < TINY, (metric.id, k)
        compared += 1
    assert compared > 4


def hidden(where: Callable[[Any], Any]) -> Metric:
    """A metric without a value `where` it says so, which floats do not see, since 1/10 + 2/10 - 3/10 is not 0 in them;
    the scores that it has are too close for floats.
    """

    def formula(t: Any) -> Any:
        zero = over(t.tp, 10) + over(2 * t.tp, 10) - over(3 * t.tp, 10) + (1 - where(t))
        return over(t.tp - t.fp, 2**40) + ratio(zero, zero)

    return Metric("hidden", "hidden", "filtering", "filtering", "this test", formula)


def one_kept(t: Any) -> Any:
    return (t.tp == 1) * 1


def always(t: Any) -> Any:
    return (t.tp == t.tp) * 1


@pytest.mark.parametrize("enough", [0, 10**9], ids=["decimals", "one-by-one"])
@pytest.mark.parametrize(("where", "kind"), [(one_kept, "exhaustive"), (always, "not-applicable")])
def test_a_case_without_a_value_that_floats_do_not_see_is_skipped(
    where: Callable[[Any], Any], kind: str, enough: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(for_all, "ENOUGH", enough)
    metric, (whole,) = hidden(where), registry.match_constraints("filtering:priority")
    for reading in whole.readings:
        cases = [case for size in range(1, 5) for case in reading.judged.cases(size)]
        without = sum(
            any(metric.exact(o, case.gold) != metric.exact(o, case.gold) for o in case.outputs.values())
            for case in cases
        )
        (verdict,) = search(whole, reading, [ExactJudge(metric)], Effort(4))
        assert (verdict.evidence.kind, verdict.holds) == (kind, True if kind == "exhaustive" else None)
        assert (verdict.evidence.cases, verdict.evidence.undefined) == (len(cases) - without, without)
        assert without > 0


def test_when_time_is_over_each_decided_case_counts_once(decided: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(for_all, "EVERY", 4)
    (whole,) = registry.match_constraints("filtering:priority")
    (verdict,) = search(
        whole, whole.readings[0], [ExactJudge(hidden(one_kept))], Effort(4), lambda at: "one by one" not in at
    )
    assert verdict.evidence.kind == "undetermined"
    assert verdict.evidence.cases + verdict.evidence.undefined == len(decided)
    assert verdict.evidence.undefined > 0


class _Clock:
    """Time that passes by one with each look."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        self.now += 1
        return self.now


def out_of_time(monkeypatch: pytest.MonkeyPatch, names: list[str], budget: float) -> Matrix:
    clock = SimpleNamespace(monotonic=_Clock().monotonic)
    for module in (runner, job):
        monkeypatch.setattr(module, "time", clock)
    return runner.run(
        [builtin(registry.metric(name)) for name in names],
        registry.match_constraints("ranking:priority"),
        search=Search(budget=budget),
    )


def test_a_theorem_settles_what_time_did_not_suffice_for(monkeypatch: pytest.MonkeyPatch) -> None:
    matrix = out_of_time(monkeypatch, ["ap", "rs-ranking(reading=tail-lookup)"], budget=20.0)
    proved, left = matrix.cells
    assert (proved.holds, proved.evidence.kind, proved.evidence.size, proved.message) == (True, "proof", None, "")
    assert 0 < proved.evidence.cases < cell("ap", "ranking:priority", "universal").evidence.cases
    assert (left.holds, left.evidence.kind, left.message) == (None, "undetermined", "out of time before a verdict")


def test_what_was_not_begun_is_undetermined(monkeypatch: pytest.MonkeyPatch) -> None:
    (verdict,) = out_of_time(monkeypatch, ["ap"], budget=1.0).cells
    assert (verdict.holds, verdict.evidence.kind, verdict.evidence.cases) == (None, "undetermined", 0)


def test_a_cell_that_exact_arithmetic_cannot_decide_is_settled_by_its_theorem() -> None:
    metric, constraint = registry.metric("ap"), registry.match_constraints("ranking:priority")[0]

    class Undecided(ExactJudge):
        def decide(self, case: Case, demand: Demand) -> Decision:
            return Decision(None, {}, reason="undecided")

        def values(self, universe: Any, index: Any) -> Any:
            return np.zeros(len(index))

    (verdict,) = search(constraint, constraint.readings[0], [Undecided(metric)], Effort(3))
    assert verdict.evidence.kind == "undetermined"
    assert provable(metric, constraint, constraint.readings[0])
    assert settle(verdict, metric, constraint, constraint.readings[0]).evidence.kind == "proof"


def test_only_what_a_theorem_says_of_all_cases_is_provable() -> None:
    constraint = registry.match_constraints("ranking:priority")[0]
    said = {
        name: provable(registry.metric(name), constraint, constraint.reading(reading)) for name, reading in _places()
    }
    assert said == {"rbp(p=0.01)": True, "p@3": False, "rs-ranking(n=30)": False}


def _places() -> Iterator[tuple[str, str]]:
    yield "rbp(p=0.01)", "universal"
    yield "p@3", "universal"  # fails beyond rank 3
    yield "rs-ranking(n=30)", "graded"  # fails on a case larger than those searched


@pytest.mark.few(1)
@pytest.mark.parametrize("smoothing", ["0.00001", "0.000001"])
def test_ties_of_roots_are_found(smoothing: str) -> None:
    """The mean of lam over all outputs that keep so many documents is 1/2 where both classes are of one size, by
    symmetry.
    """
    matrix = runner.run(
        [builtin(registry.metric(f"lam(smoothing={smoothing})"))],
        registry.match_constraints("non-informative"),
        readings="all",
    )
    by_reading = {each.reading: each.evidence for each in matrix}
    assert {evidence.kind for evidence in by_reading.values()} == {"descriptive"}
    assert by_reading["expected-score"].to_json()["detail"]["series"]["constant"] == 4


def test_a_sign_that_cannot_be_decided_is_one_undetermined_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    def undecided(number: Any) -> int:
        raise UndecidedError("too close")

    monkeypatch.setattr(profiles, "sign", undecided)
    matrix = runner.run(
        [builtin(registry.metric("lam"))],
        registry.match_constraints("filtering:*"),
        Search.of(4),
    )
    kinds = {each.constraint: each.evidence.kind for each in matrix}
    assert kinds == {"priority": "counterexample", "non-informative": "undetermined"}
    assert "too close to be told apart" in matrix.cell("lam", "non-informative").message


def falling(grades: tuple[int, ...]) -> int:
    """Tenths that fall by one a rank, so that all swaps cost the same, and floats of the costs differ by their
    rounding.
    """
    return sum(20 - rank for rank, grade in enumerate(grades) if grade)


def mixed(grades: tuple[int, ...]) -> int:
    """Tenths that are in no order."""
    return int("1" + "".join(map(str, grades))) * 37 % 11


@pytest.mark.parametrize("finer", [pytest.param(False, marks=pytest.mark.slow), True])
@pytest.mark.parametrize("tenths", [pytest.param(falling, marks=pytest.mark.slow), mixed])
def test_what_is_not_surely_above_is_doubtful(tenths: Callable[[tuple[int, ...]], int], finer: bool) -> None:
    """Of all pairs of swaps, by the definition: those whose costs are tied, which floats hide, or in the wrong
    order.
    """
    family = registry.match_constraints("ranking:deepness")[0].reading("any-context").judged

    def values(universe: Runs, index: Any, exact: bool = False) -> Any:
        whole = np.array([tenths(universe.run(int(number))) for number in np.asarray(index) // len(universe.golds)])
        return exactly(whole) / 10 if exact else whole / 10

    def excess(case: Case) -> int:
        scores = {role: tenths(run_of(output, case.gold) or ()) for role, output in case.outputs.items()}
        return int(family.demand.excess(scores))

    def text_of(case: Case) -> str:
        return str((case.gold, *case.outputs.values()))

    every = list(family.cases(5))
    left = [
        case
        for block in family.blocks(5)
        for case in block.judge(values, False, None, partial(values, exact=True) if finer else None).doubtful
    ]
    wrong = sorted(text_of(case) for case in every if excess(case) <= 0)
    assert sorted(map(text_of, left)) == wrong
    assert len(wrong) > 1000
    assert (len(wrong) < len(every)) == (tenths is mixed)


@pytest.mark.parametrize("name", ["alpha-ndcg", "idiv-q", "err-ia"])
def test_cases_that_are_told_together_are_decided_as_each_alone(name: str) -> None:
    metric = registry.metric(name)
    calls: list[int] = []

    def counted(counts: Any, **values: Any) -> Any:
        calls.append(1)
        assert metric.formula is not None
        return metric.formula(counts, **values)

    together, alone = ExactJudge(replace(metric, formula=counted)), ExactJudge(metric)
    for constraint in (constraint for constraint in registry.constraints() if constraint.task == "diversity"):
        reading = constraint.readings[0]
        cases = list(islice((case for size in range(1, 6) for case in reading.judged.cases(size)), 12))
        assert cases
        together.foresee(cases, reading.demand)
        scored = len(calls)
        for case in cases:
            assert together.decide(case, reading.demand) == alone.decide(case, reading.demand)
        outputs = {(call.output, call.gold) for case in cases for role in case.outputs for call in case.calls(role)}
        assert scored < len(outputs), "several outputs were scored by one step"
        calls.clear()


def test_what_fails_when_it_is_told_together_is_told_when_it_is_decided() -> None:
    def failing(counts: Any, **values: Any) -> Any:
        raise ZeroDivisionError("no")

    judge = ExactJudge(replace(registry.metric("i-rec"), formula=failing))
    (constraint,) = registry.match_constraints("diversity:bounded")
    cases = list(constraint.readings[0].judged.cases(1))
    judge.foresee(cases, constraint.readings[0].demand)
    with pytest.raises(MetricFailedError, match="no"):
        judge.decide(cases[0], constraint.readings[0].demand)


def counting(name: str, convention: str = "") -> tuple[Metric, list[tuple[Any, Any]]]:
    """A metric that scores outputs directly, and the outputs that it is asked for; each value rests on a convention
    where one is named.
    """
    metric, pairs = registry.metric(name), list[tuple[Any, Any]]()

    def direct(system: Any, gold: Any, **values: Any) -> Any:
        pairs.append((system, gold))
        if convention:
            ratio(exactly(0), exactly(0), 0, convention)
        assert metric.direct is not None
        return metric.direct(system, gold, **values)

    return replace(metric, direct=direct), pairs


@pytest.mark.parametrize("name", ["nxcg(gain=credited)", "nxcg(gain=printed)"])
def test_what_several_constraints_list_is_scored_once(name: str) -> None:
    """And each cell is the one of a judge that knows nothing from another constraint."""
    counted, pairs = counting(name)
    judge = ExactJudge(counted)
    alone = 0
    for constraint in registry.match_constraints("focused:[bd]*"):
        for reading in constraint.readings:
            (verdict,) = search(constraint, reading, [judge], Effort(3, examples=0))
            before = len(pairs)
            (anew,) = search(constraint, reading, [ExactJudge(counted)], Effort(3, examples=0))
            assert without_time([verdict]) == without_time([anew])
            alone += len(pairs) - before
            del pairs[before:]
    assert len(pairs) == len({(id(system), id(gold)) for system, gold in pairs})
    assert 0 < len(pairs) < alone


def test_a_convention_is_told_of_a_listed_output_that_was_scored_before() -> None:
    counted, pairs = counting("nxcg(gain=credited)", "this test")
    judge = ExactJudge(counted)
    (constraint,) = registry.match_constraints("focused:bounded")
    search(constraint, constraint.readings[0], [judge], Effort(2, examples=0))
    (case, *_) = constraint.readings[0].judged.cases(2)
    assert any((output, case.gold) in pairs for output in case.outputs.values())
    assert judge.decide(case, constraint.readings[0].demand).conventions == ("this test",)
