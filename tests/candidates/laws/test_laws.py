"""The laws: each is kept by a metric that satisfies it and broken by one written to break it; worlds are counted by
formula.
"""

from collections.abc import Callable
from itertools import product
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from axiometrics import registry
from axiometrics.candidates import BlackBox, Declaration, laws, load
from axiometrics.candidates.containment import Worker
from axiometrics.candidates.laws.calls import CallResult, call, same
from axiometrics.candidates.laws.inputs import inputs
from axiometrics.core.margins import DOUBLE_ROUNDING
from axiometrics.tasks.clustering.signatures import partitions
from axiometrics.tasks.ranking.signatures import LONG, weak_orders

TREC = Declaration("ranking", "trec")
LABELS = Declaration("clustering", "labels")
CLASSES = Declaration("filtering", "classification")
SCORES = Declaration("ranking", "scores")


def verdicts(function: Callable[..., Any], declared: Declaration) -> dict[str, bool | None]:
    """The verdict of each law."""
    assert declared.task is not None
    return {law.law: law.holds for law in laws.check(function, declared, declared.task)}


def broken(function: Callable[..., Any], declared: Declaration) -> set[str]:
    return {law for law, holds in verdicts(function, declared).items() if holds is False}


def ranked(run: dict[str, float]) -> list[str]:
    """By score; ties by name downwards, as trec_eval has them."""
    return sorted(run, key=lambda d: (run[d], d), reverse=True)


def expected_rr(qrel: dict[str, int], run: dict[str, float]) -> float:
    """Reciprocal of the mean rank at which the documents of the best relevant score stand: ties decided by nothing."""
    scores = [run[d] for d in run if qrel.get(d, 0) > 0]
    if not scores:
        return 0.0
    best = max(scores)
    return 1 / (
        1 + sum(score > best for score in run.values()) + (sum(score == best for score in run.values()) - 1) / 2
    )


def first_relevant(qrel: dict[str, int], ranking: list[str]) -> float:
    return next((1 / i for i, d in enumerate(ranking, 1) if qrel.get(d, 0) > 0), 0.0)


def purity(labels_true: Any, labels_pred: Any) -> float:
    return float(
        sum(max(np.unique(labels_true[labels_pred == c], return_counts=True)[1]) for c in set(labels_pred.tolist()))
        / len(labels_true)
    )


class Counting:
    """Gives another value at each call."""

    calls = 0

    def __call__(self, y_true: Any, y_pred: Any) -> int:
        self.calls += 1
        return self.calls


def spoiling(y_true: Any, y_pred: Any) -> float:
    value = float((y_true == y_pred).mean())
    y_pred[:] = 0
    return value


def test_metrics_that_obey_break_no_law() -> None:
    assert verdicts(lambda y_true, y_pred: float((y_true == y_pred).mean()), CLASSES) == {
        "same-again": True, "input-order": True, "document-names": None, "cluster-labels": None,
        "score-order": None, "ties-by-order": None, "ties-by-name": None, "perfect-is-best": True,
    }  # fmt: skip
    assert broken(purity, LABELS) == set()
    assert (
        broken(
            lambda q, r: first_relevant(q, sorted(r, key=lambda d: -r[d])) if len(set(r.values())) == len(r) else 0.0,
            TREC,
        )
        == set()
    )


@pytest.mark.parametrize(
    ("function", "declared", "law"),
    [
        (Counting(), CLASSES, "same-again"),
        (spoiling, CLASSES, "same-again"),
        (lambda y_true, y_pred: float(y_true[0] == y_pred[0]), CLASSES, "input-order"),
        (lambda q, r: first_relevant(q, list(r)), TREC, "input-order"),
        (lambda q, r: first_relevant(q, sorted(r)), TREC, "document-names"),
        (lambda labels_true, labels_pred: float((labels_true == labels_pred).mean()), LABELS, "cluster-labels"),
        (lambda q, r: sum(r[d] for d in r if q.get(d)), TREC, "score-order"),
        (lambda y_true, y_score: float((y_true * y_score).sum()), SCORES, "score-order"),
        (lambda q, r: first_relevant(q, sorted(r, key=lambda d: np.float32(-r[d]))), TREC, "score-order"),
        (lambda q, r: first_relevant(q, sorted(r, key=lambda d: -r[d])), TREC, "ties-by-order"),
        (lambda q, r: first_relevant(q, ranked(r)), TREC, "ties-by-name"),
        (lambda y_true, y_pred: float(y_pred.sum()), CLASSES, "perfect-is-best"),
        (lambda q, r: float(len(r)), TREC, "perfect-is-best"),
    ],
)
def test_each_law_is_broken_by_a_metric_that_breaks_it(
    function: Callable[..., Any], declared: Declaration, law: str
) -> None:
    assert law in broken(function, declared)


def tops(k: int, order: Callable[[dict[str, float]], list[str]]) -> Callable[..., Any]:
    """Whether a relevant document is among the first k."""
    return lambda q, r: float(any(q.get(d, 0) > 0 for d in order(r)[:k]))


@pytest.mark.parametrize("k", [10, 100])
@pytest.mark.parametrize(
    ("order", "laws_broken"),
    [
        (lambda r: sorted(r, key=lambda d: -r[d]), {"ties-by-order"}),
        (ranked, {"ties-by-name"}),
        (lambda r: sorted(r, key=lambda d: (np.float32(r[d]), d), reverse=True), {"score-order", "ties-by-name"}),
        (list, {"input-order", "ties-by-order"}),
        (sorted, {"document-names", "ties-by-name"}),
    ],
)
def test_a_cut_hides_no_law(k: int, order: Callable[[dict[str, float]], list[str]], laws_broken: set[str]) -> None:
    """On runs as short as the cut, whether there is a relevant document above it hangs on nothing."""
    assert broken(tops(k, order), TREC) == laws_broken


def test_a_cut_hides_no_law_of_arrays() -> None:
    def first_ten(y_true: Any, y_score: Any) -> float:
        return float(y_true[np.argsort(-y_score, kind="stable")[:10]].any())

    assert broken(first_ten, SCORES) == {"ties-by-order"}


@pytest.mark.parametrize("perfect", [float("nan"), float("-inf"), None, "ZeroDivisionError"])
def test_a_perfect_output_without_a_value_is_not_the_best(perfect: Any) -> None:
    """Equal labels have nothing, others a number: as normalized mutual information of one class in one cluster, at
    0/0.
    """

    def value(y_true: Any, y_pred: Any) -> Any:
        if (y_true != y_pred).any():
            return 0.0
        return 1 / 0 if perfect == "ZeroDivisionError" else perfect

    assert broken(value, CLASSES) == {"perfect-is-best"}


def test_an_infinity_is_above_every_number() -> None:
    def value(y_true: Any, y_pred: Any) -> float:
        return 1.0 if (y_true == y_pred).all() else float("inf")

    (finding,) = [f for f in laws.check(value, CLASSES, "filtering") if f.law == "perfect-is-best"]
    assert str(finding) == "perfect-is-best: ([0], [1]) gives inf, ([0], [0]) gives 1"
    assert verdicts(lambda y_true, y_pred: -value(y_true, y_pred), CLASSES)["perfect-is-best"] is True


def test_a_gold_on_which_no_output_has_a_number_says_nothing() -> None:
    def value(y_true: Any, y_pred: Any) -> float:
        return float((y_true == y_pred).mean()) if y_true.any() else float("nan")

    assert broken(value, CLASSES) == set()
    assert verdicts(lambda y_true, y_pred: float("nan"), CLASSES) == {
        **dict.fromkeys(("same-again", "input-order", "perfect-is-best")),
        **dict.fromkeys(("document-names", "cluster-labels", "score-order", "ties-by-order", "ties-by-name")),
    }


def test_every_law_is_broken_above() -> None:
    mark = next(m for m in test_each_law_is_broken_by_a_metric_that_breaks_it.pytestmark if m.name == "parametrize")
    assert {case[2] for case in mark.args[1]} == {law.name for law in laws.LAWS}


def test_ties_are_decided_by_name_alone_in_trec_eval_order() -> None:
    assert broken(lambda q, r: first_relevant(q, ranked(r)), TREC) == {"ties-by-name"}
    assert broken(expected_rr, TREC) == set()


def test_the_smallest_input_is_shown() -> None:
    (finding,) = [
        f for f in laws.check(lambda q, r: first_relevant(q, list(r)), TREC, "ranking") if f.law == "input-order"
    ]
    # one document cannot be listed in another order; of two, one must be relevant and one not
    assert (
        str(finding)
        == "input-order: ({d0: 0, d1: 1}, {d0: 1, d1: 2}) gives 0.5, ({d1: 1, d0: 0}, {d1: 2, d0: 1}) gives 1"
    )


def test_a_metric_that_gives_no_number_obeys_nothing() -> None:
    def fails(y_true: Any, y_pred: Any) -> float:
        raise ValueError("no")

    assert set(verdicts(fails, CLASSES).values()) == {None}
    assert verdicts(lambda y_true, y_pred: "high", CLASSES)["same-again"] is None
    assert not laws.likeness(fails, CLASSES, "filtering", "accuracy").equal


def test_rounding_breaks_no_law() -> None:
    def rough(y_true: Any, y_pred: Any) -> float:
        return float(np.mean(y_true == y_pred)) + 1e-14 * float(y_pred[0])

    assert broken(rough, CLASSES) == set()

    def alike(first: float | str, other: float | str, bound: float = DOUBLE_ROUNDING) -> bool:
        return same(CallResult(first), CallResult(other, bound=bound))

    assert alike(1.0, 1.0 + 2.0**-45)
    assert not alike(1.0, 1.0 + 2.0**-30)
    assert not alike(float("nan"), 1.0)
    assert alike(float("nan"), float("nan"))
    assert not alike("ValueError", "KeyError")
    assert alike(float("inf"), float("inf"))
    assert not alike(float("inf"), float("-inf"))
    assert not alike(float("inf"), float("nan"))
    assert alike(1 / 3, float(np.float32(1 / 3)), bound=2.0**-11)
    assert not alike(1 / 3, 0.34, bound=2.0**-11)


def test_ours_and_an_infinity_differ() -> None:
    alike = laws.likeness(
        lambda y_true, y_pred: float((y_true == y_pred).mean()) or float("inf"), CLASSES, "filtering", "accuracy"
    )
    assert (alike.equal, alike.theirs, alike.value) == (False, "inf", "0")


class Tensor:
    """A number as torch gives it: it has a type and no dimensions."""

    def __init__(self, number: float, dtype: str = "torch.float32") -> None:
        self.number, self.dtype, self.shape = number, dtype, ()

    def item(self) -> float:
        return self.number


def test_a_tensor_of_single_precision_breaks_no_law_by_its_rounding() -> None:
    def rough(y_true: Any, y_pred: Any) -> Any:
        return Tensor(float(np.mean(y_true == y_pred)) + 1e-5 * float(y_pred[0]))

    def exact(y_true: Any, y_pred: Any) -> Any:
        return Tensor(rough(y_true, y_pred).item(), "torch.float64")

    assert broken(rough, CLASSES) == set()
    assert "input-order" in broken(exact, CLASSES)
    short = [
        call(lambda value=value: value, ()).bound
        for value in (np.float32(1), Tensor(0.5), Tensor(0.5, "torch.bfloat16"))
    ]
    assert short == [2.0**-11, 2.0**-11, 2.0**5]
    assert [call(lambda value=value: value, ()).bound for value in (1, True, 0.5, np.float64(1), np.array(1))] == [
        DOUBLE_ROUNDING
    ] * 5


def test_a_number_too_great_for_a_float_is_told_as_an_exception() -> None:
    assert str(call(lambda: 10**400, ())) == "OverflowError"


def test_scores_that_differ_late_are_told_apart() -> None:
    """An array prints eight digits: a memory of values by what is printed would take 1 + 2^-30 for a tie."""
    assert broken(lambda y_true, y_score: float(y_true[y_score == y_score.max()].mean()), SCORES) == set()


def test_a_target_is_held_to_the_laws_where_it_runs(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("def mine(y_true, y_pred):\n    return 1 / (1 + (y_true != y_pred).argmax())\n")
    judge = load(f"{path}:mine").judge("filtering")
    assert isinstance(judge, BlackBox)
    verdicts = {law.law: law.holds for law in laws.check(laws.Through(judge), judge.declared, "filtering")}
    assert (verdicts["same-again"], verdicts["input-order"]) == (True, False)
    path.write_text("def raises(y_true, y_pred):\n    raise KeyError('no')\n")
    judge = load(f"{path}:raises").judge("filtering")
    assert isinstance(judge, BlackBox)
    assert call(laws.Through(judge), (np.array([1]), np.array([0]))).value == "KeyError"


@pytest.mark.slow
def test_a_metric_that_always_raises_is_held_to_the_laws_in_one_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "raises.py").write_text("def no(labels_true, labels_pred):\n    raise ValueError\n", encoding="utf-8")
    judge = load(f"{tmp_path}/raises.py:no").judge("clustering")
    assert isinstance(judge, BlackBox)
    started: list[Any] = []
    monkeypatch.setattr(BlackBox, "prepare", lambda self, seed: None)
    monkeypatch.setattr(Worker, "introduced", lambda self: started.append(self))
    assert list(laws.broken(judge)) == []
    assert started == []


def test_calls_tell_warnings_and_exceptions() -> None:
    def warns() -> float:
        import warnings

        warnings.warn("zero", stacklevel=1)
        return 0.0

    assert (str(call(warns, ())), str(call(lambda: 1 / 0, ())), str(call(lambda: None, ()))) == (
        "0, warns",
        "ZeroDivisionError",
        "no number",
    )


def test_worlds_are_all_there_is() -> None:
    assert [len(list(partitions(n))) for n in range(1, 6)] == [1, 2, 5, 15, 52]  # Bell numbers
    assert [len(list(weak_orders(n))) for n in range(1, 5)] == [1, 3, 13, 75]  # Fubini numbers
    declared = registry.tasks.signature("labels").inputs
    assert declared is not None
    assert declared.size == 4
    small = [arguments for arguments in inputs(LABELS, "clustering") if len(arguments[0]) <= declared.size]
    assert len(small) >= sum(bell**2 for bell in (1, 2, 5, 15))
    runs = sum(
        2**n * sum(comb(n, k) * fubini for k, fubini in ((1, 1), (2, 3), (3, 13)) if k <= n) for n in range(1, 4)
    )
    assert sum(len(arguments[0]) <= 3 for arguments in inputs(TREC, "ranking")) == runs


def test_long_rankings_put_the_one_document_that_differs_at_either_end() -> None:
    """For each length 2 * 2 * 2: it is relevant or not, first or last, and all are tied or none is."""
    for n in LONG:
        seen = {(tuple(q.values()), len(set(r.values()))) for q, r in inputs(TREC, "ranking") if len(r) == n}
        for relevant, at, distinct in product((True, False), (0, n - 1), (1, n)):
            assert (tuple(int((i == at) is relevant) for i in range(n)), distinct) in seen


def test_degenerate_inputs_can_be_asked_of_every_signature() -> None:
    asked_of = {task.name: task.degenerate for task in registry.tasks.tasks() if task.degenerate}
    assert {"clustering": 7, "filtering": 7, "ranking": 6}.items() <= {
        task: len(cases) for task, cases in asked_of.items()
    }.items()
    for task, cases in asked_of.items():
        for signature in registry.tasks.task(task).signatures:
            conventions = laws.conventions(lambda *arguments: 0.0, Declaration(task, signature.name), task)
            assert [convention.theirs for convention in conventions] == ["0"] * len(cases)


def test_conventions_are_set_beside_ours() -> None:
    rows = {row.name: row for row in laws.conventions(lambda y_true, y_pred: 0.0, CLASSES, "filtering", "kappa")}
    assert (rows["all positive and relevant"].ours, rows["all positive and relevant"].alike) == ("undefined", False)
    assert (rows["all wrong"].ours, rows["all wrong"].alike) == ("-1", False)
    assert (rows["all positive"].ours, rows["all positive"].alike) == ("0", True)
