"""Other people's metrics: found, called and judged without taking rounding for a verdict."""

import math
import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from axiometrics import candidates as targets
from axiometrics import registry
from axiometrics.core.cell import Cell
from axiometrics.core.errors import TargetError
from axiometrics.core.matrix import Matrix
from axiometrics.core.organization import Organization
from axiometrics.running import run as runner
from axiometrics.running.cache import Cache
from axiometrics.running.candidate import builtin
from axiometrics.running.settings import Search, Sizes


def check(function: Callable[..., Any], *constraints: str, **options: Any) -> Matrix:
    chosen = [c for name in constraints for c in registry.match_constraints(name)] or None
    candidate = targets.candidate(function, options.pop("task", None))
    return runner.run([candidate], chosen, Search(**options), readings="all")


def rbp_half(gains: Sequence[int], ideal: Sequence[int]) -> float:
    return 0.5 * sum(g * 0.5**i for i, g in enumerate(gains))


# --- what is inferred, and what is refused


@pytest.mark.slow
def test_the_signature_is_inferred_and_said() -> None:
    assert "form labels" in targets.load("sklearn.metrics:v_measure_score").inferred
    assert targets.load("ir_measures:nDCG@10").inferred.startswith("the adapter of ir-measures")
    assert targets.load("sklearn.metrics:f1_score").tasks == ("filtering",)


@pytest.mark.parametrize(
    ("target", "problem"),
    [
        ("nowhere", "write module:function"),
        ("no_such_module:f", "no module 'no_such_module'"),
        ("sklearn.metrics:v_measure", "did you mean v_measure_score"),
        ("missing.py:f", "no file 'missing.py'"),
        ("math:pi", "cannot be called"),
        ("math:hypot", "give --form"),
    ],
)
def test_a_bad_target_is_one_clear_line(target: str, problem: str) -> None:
    with pytest.raises(TargetError) as caught:
        targets.load(target)
    assert problem in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_fails_to_import_is_one_clear_line(tmp_path: Path) -> None:
    for text in ("import", "1 / 0", "raise SystemExit(3)", "from nowhere import x"):
        path = tmp_path / f"broken{abs(hash(text))}.py"
        path.write_text(text)
        with pytest.raises(TargetError, match="cannot import") as caught:
            targets.load(f"{path}:metric")
        assert "\n" not in str(caught.value)


def test_a_file_and_its_neighbour_are_found(tmp_path: Path) -> None:
    (tmp_path / "neighbour_of_mine.py").write_text("def half(x):\n    return x / 2\n")
    (tmp_path / "mine_with_neighbour.py").write_text(
        "from neighbour_of_mine import half\ndef metric(gains, ideal):\n    return half(sum(gains))\n"
    )
    judge: Any = targets.load(f"{tmp_path}/mine_with_neighbour.py:metric").judge("ranking")
    assert judge.score(Organization.parse("r > n > ..."), Organization.parse("r > ...")) == 0.5


def test_a_declared_signature_goes_before_the_names() -> None:
    @targets.metric(task="ranking", signature="trec")
    def mine(gold: dict[str, int], scores: dict[str, float]) -> float:
        assert set(scores) <= set(gold), "the gold is closed"
        return float(max(gold[d] for d in scores))

    assert check(mine, "confidence").cells[0].holds is False
    with pytest.raises(TargetError, match="no form 'wrong'"):
        targets.metric(signature="wrong")
    with pytest.raises(TargetError, match="of task clustering, not 'ranking'"):
        targets.load("sklearn.metrics:rand_score", task="ranking")


# --- what is called


@pytest.mark.parametrize(
    ("signature", "system", "gold", "expected"),
    [
        ("labels", "{a b} c", "a {b c}", ([0, 1, 1], [0, 0, 1])),
        ("classification", "a > b c", "b > a c", ([1, 0, 0], [0, 1, 0])),
        ("gains", "n > r > ...", "r s > ...", ([0, 1], [1, 1])),
        ("trec", "n > r > ...", "r s > n", ({"r": 1, "s": 1, "n": 0}, {"n": 2.0, "r": 1.0})),
        ("scores", "n > r > ...", "r s > n", ([1, 1, 0], [1.0, 0.0, 2.0])),
    ],
)
def test_arguments(signature: str, system: str, gold: str, expected: tuple[Any, Any]) -> None:
    arguments = registry.tasks.signature(signature).arguments(Organization.parse(system), Organization.parse(gold), int)
    assert [list(a) if isinstance(a, np.ndarray) else a for a in arguments] == list(expected)


# --- what is judged


@pytest.mark.slow
def test_sklearns_v_measure_ties_in_the_rag_bag_are_ties_not_gains() -> None:
    from sklearn.metrics import v_measure_score

    cell = check(v_measure_score, "rag-bag").cell("v_measure_score", "rag-bag")
    assert (cell.holds, cell.relation) == (False, "tied")


@pytest.mark.slow
def test_sklearns_ami_never_comes_out_as_holding_homogeneity() -> None:
    from sklearn.metrics import adjusted_mutual_info_score

    cell = check(adjusted_mutual_info_score, "homogeneity", sizes=Sizes(5), max_examples=0).cells[0]
    assert cell.holds is None
    assert cell.evidence.kind == "undetermined"
    assert cell.evidence.to_json()["detail"]["within_bound"] > 0


@pytest.mark.slow
def test_rounding_at_deep_ranks_is_not_held_against_rbp() -> None:
    matrix = check(
        rbp_half,
        "ranking:priority",
        "confidence",
        "deepness-threshold",
        sizes=Sizes.read("6,thresholds=60"),
        max_examples=20,
    )
    assert matrix.cell("rbp_half", "priority").holds is True
    assert matrix.cell("rbp_half", "confidence").relation == "tied"  # a true tie, on a short case
    judge = targets.load("sklearn.metrics:f1_score")  # any; what matters is the rule on long ties
    assert judge.portable
    deep = [1] + [0] * 59
    assert rbp_half([*deep, 1, 0], []) == rbp_half([*deep, 0, 1], []), "bitwise equal, though not equal"


def test_a_reversal_outside_the_bound_is_a_counterexample() -> None:
    @targets.metric(signature="gains", lower_is_better=False)
    def backwards(gains: Sequence[int], ideal: Sequence[int]) -> float:
        return -rbp_half(gains, ideal)

    cell = check(backwards, "ranking:priority").cell("backwards", "priority")
    assert (cell.relation, cell.evidence.exact) == ("reversed", False)
    assert cell.counterexample is not None
    assert cell.counterexample["documents"] == 2
    assert isinstance(cell.counterexample["scores"]["better"], float)


def test_an_exact_metric_is_decided_exactly() -> None:
    @targets.metric(task="ranking", signature="gains", exact=True)
    def steep(gains: Sequence[Fraction], ideal: Sequence[Fraction]) -> Fraction:
        return sum((g * Fraction(1, 10**3) ** i for i, g in enumerate(gains)), Fraction(0))

    few = {"max_examples": 20}
    cell = check(steep, "ranking:priority", sizes=Sizes(6), **few).cell("steep", "priority")
    assert (cell.holds, cell.evidence.exact) == (True, True)

    @targets.metric(task="ranking", signature="gains")
    def in_floats(gains: Sequence[int], ideal: Sequence[int]) -> float:
        return float(sum(g * 1e-3**i for i, g in enumerate(gains)))

    near = check(in_floats, "ranking:priority", sizes=Sizes(6), **few).cell("in_floats", "priority")
    assert (near.holds, near.evidence.size) == (True, 6)
    assert near.evidence.to_json()["detail"]["within_bound"] > 0, "deeper swaps change no digit, and are not ties"
    deeper = check(in_floats, "ranking:priority", sizes=Sizes(7), **few)
    assert deeper.cell("in_floats", "priority").holds is None


def failing(cell: Cell) -> str:
    assert (cell.holds, cell.evidence.kind) == (None, "error")
    assert cell.evidence.to_json()["detail"]["input"]["gold"]["levels"]
    return cell.message


def test_what_fails_is_an_error_cell_with_its_input_and_the_rest_goes_on() -> None:
    def none(gains: Sequence[int], ideal: Sequence[int]) -> Any:
        return None

    def text(gains: Sequence[int], ideal: Sequence[int]) -> Any:
        return "0.5"

    def infinite(gains: Sequence[int], ideal: Sequence[int]) -> Any:
        return math.inf

    def several(gains: Sequence[int], ideal: Sequence[int]) -> Any:
        return np.array([0.5, 0.5])

    def raising(gains: Sequence[int], ideal: Sequence[int]) -> Any:
        return [0.5, 0.5, 0.5][len(gains)]

    def leaving(gains: Sequence[int], ideal: Sequence[int]) -> Any:
        raise SystemExit(1)

    expected = {
        none: "returned None",
        text: "returned '0.5'",
        infinite: "returned inf",
        leaving: "raised SystemExit",
    }
    sizes = Sizes.read("6,thresholds=30")
    for function, message in expected.items():
        for cell in check(function, "confidence", "deepness-threshold", max_examples=0, sizes=sizes):
            assert message in failing(cell)
    with pytest.raises(TargetError, match=r"returns several values: name one, as several\[0\]"):
        check(several, "confidence", max_examples=0, sizes=sizes)
    half = check(raising, "ranking:priority", "deepness", max_examples=0, sizes=sizes)
    assert half.cell("raising", "priority").holds is False  # tied on two documents, before it ever fails
    assert "IndexError" in failing(half.cell("raising", "deepness", "single"))


def test_a_metric_that_disagrees_with_itself_is_an_error() -> None:
    chance = random.Random(1)

    def drawn(gains: Sequence[int], ideal: Sequence[int]) -> float:
        return chance.random()

    for cell in check(drawn, sizes=Sizes.read("5,thresholds=30")):
        assert cell.holds is None
        if cell.evidence.kind != "not-applicable":
            assert "disagreed with itself" in failing(cell)


def test_what_a_metric_prints_does_not_reach_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    def loud(gains: Sequence[int], ideal: Sequence[int]) -> float:
        print("hello")  # noqa: T201
        return rbp_half(gains, ideal)

    check(loud, "confidence")
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "hello" in captured.err


# --- against our own exact metrics


@pytest.mark.parametrize(
    ("target", "ours"),
    [
        pytest.param("sklearn.metrics:v_measure_score", "v-measure", marks=pytest.mark.slow),
        pytest.param("sklearn.metrics:adjusted_rand_score", "adjusted-rand", marks=pytest.mark.thorough),
        pytest.param("sklearn.metrics:fowlkes_mallows_score", "fowlkes-mallows", marks=pytest.mark.thorough),
        pytest.param("sklearn.metrics:adjusted_mutual_info_score", "ami", marks=pytest.mark.thorough),
        pytest.param("ir_measures:AP", "ap", marks=pytest.mark.thorough),
        pytest.param("ir_measures:RR", "rr", marks=pytest.mark.thorough),
        pytest.param("ir_measures:nDCG@10", "ndcg@10", marks=pytest.mark.thorough),
    ],
)
def test_other_libraries_get_the_verdicts_of_our_exact_metrics(target: str, ours: str, cells_of_all: Path) -> None:
    sizes = Sizes.read("clustering=6,ranking=7,rag-bag=7,size-vs-quantity=8,thresholds=30")
    theirs = runner.run([targets.load(target)], readings="all", search=Search(sizes=sizes))
    exact = runner.run([builtin(registry.metric(ours))], readings="all", cache=Cache(cells_of_all, pytest.fail))
    compared = 0
    for cell in theirs:
        if cell.evidence.kind == "not-applicable":
            continue
        own = exact.cell(ours, f"{cell.task}:{cell.constraint}", cell.reading)
        assert cell.evidence.kind != "error", cell.message
        least = own.counterexample["documents"] if own.counterexample else 0
        beyond = bool(cell.holds) and cell.evidence.kind == "exhaustive" and (cell.evidence.size or 0) < least
        assert cell.holds in (own.holds, None) or beyond, (cell.constraint, cell.reading, cell.message)
        by_proof_alone = own.holds is False and own.counterexample is None  # for no n, however great
        assert cell.holds is not None or own.relation == "tied" or by_proof_alone, "only these may stay undetermined"
        compared += not beyond
    assert compared >= 9
