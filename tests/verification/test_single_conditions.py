"""Each condition of the checks of thresholds, few cases, implications, calls and evidence, by itself.

Scores and cases are made up, so that one condition alone decides. A condition that is dropped from the code, or a
comparison that is turned, fails one of these tests.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from axiometrics import registry
from axiometrics.core.case import EQUAL, GAIN, Case, Demand
from axiometrics.core.constraint import Constraint, Quantifier, Reading
from axiometrics.core.errors import FileError
from axiometrics.core.organization import Organization
from axiometrics.kernel.check_proof import ProofError
from axiometrics.registry.implications import Place
from axiometrics.verification import check, finite, implied
from axiometrics.verification.calls import check_breaks, outcome_of_calls
from axiometrics.verification.demands import of_scores
from axiometrics.verification.scorers import Defined, InFloats, MismatchError, scorer
from axiometrics.verification.thresholds import CHANGES, MOST, check_threshold

WHERE = "cell mine/priority"


# --- several outputs


class Signs:
    """A scorer to which numbers from 0 on are scores, and None the sign of an excess that is undecided."""

    def sign(self, demand: Any, scores: Any, bound: Any = 0) -> int | None:
        excess = demand.excess(scores, bound)
        return None if excess == UNDECIDED else (excess > 0) - (excess < 0)


UNDECIDED = -7

SIGNS: Any = Signs()
GOLD = Organization.parse("a > ...")


def test_an_output_that_is_too_close_to_decide_is_not_taken_for_one_that_misses_the_score() -> None:
    reaches = Demand(("best",), (1,), "some score(best) = 1", "=", some=True)
    case = Case(GOLD, {"best": (GOLD, GOLD)}, demand=reaches, bound=Fraction(8))
    for scores, relation in (([1, 2], None), ([2, 3], "unattained"), ([1, 8], "")):
        assert of_scores(case, reaches, {"best": scores}, SIGNS).relation == relation


def test_outputs_count_whose_order_is_that_of_equal_scores() -> None:
    """The score of 9 counts where the first output scores no less than the second one."""
    chosen = Demand(("better", "worse", "first", "second"), (1, -1, 0, 0), "the one chosen", ">=", greatest=True)
    outputs = {"better": (GOLD, GOLD), "worse": GOLD, "first": GOLD, "second": GOLD}
    case = Case(GOLD, outputs, demand=chosen, falling={"better": (("first", "second"), ())})
    for first, best in ((5, 9), (4, 9), (3, 1)):
        each = {"better": [9, 1], "worse": [1], "first": [first], "second": [4]}
        assert of_scores(case, chosen, each, SIGNS).scores["better"] == best


# --- thresholds


class Duels:
    """A duel of each n, of which the gold is the n."""

    first_n = 2

    def case(self, n: int, closed: bool) -> Any:
        return SimpleNamespace(gold=n, outputs={"one_on_top": 1, "many_below": 0})


class Wins:
    """A scorer by which the first output wins at these n, and the other one elsewhere."""

    closed = False

    def __init__(self, won: Iterable[int]) -> None:
        self.won = set(won)

    def score(self, output: int, n: int) -> int:
        return output if n in self.won else -output

    def sign(self, demand: Any, scores: Any) -> int:
        excess: int = demand.excess(scores)
        return (excess > 0) - (excess < 0)


EVENTUALLY, EXISTS = Quantifier.EVENTUALLY, Quantifier.EXISTS


def threshold(
    won: Iterable[int],
    listed: Iterable[int],
    holds: bool | None,
    scanned: int = 30,
    quantifier: Quantifier = EVENTUALLY,
    proved_from: int | None = None,
    **more: Any,
) -> str:
    detail = {"n": list(listed), "scanned": scanned, **more}
    decided = scanned - 1 - sum(more.get(key, 0) for key in ("undefined", "within_bound"))
    kind = "undetermined" if holds is None else "exhaustive"
    cell = {"holds": holds, "evidence": {"kind": kind, "cases": decided, "size": scanned, "detail": detail}}
    judge: Any = Wins(won)
    return check_threshold(cell, Duels(), quantifier, judge, WHERE, proved_from)  # type: ignore[arg-type]


@pytest.mark.parametrize("scanned", [1, MOST + 1])
def test_what_was_scanned_is_in_reach(scanned: int) -> None:
    with pytest.raises(FileError, match="expected a number from 2 to 4000"):
        threshold([], [], None, scanned, n0=None)
    for reached in (2, MOST):
        assert threshold([], [], None, reached, n0=None)


FROM_TWO, FROM_TEN = range(2, 31), range(10, 31)


def test_an_n0_is_listed_and_the_n_before_it_is_not() -> None:
    assert threshold(FROM_TEN, FROM_TEN, True, n0=10)
    for n0 in (9, 11):
        with pytest.raises(MismatchError, match=f"n0 = {n0} does not follow"):
            threshold(FROM_TEN, FROM_TEN, True, n0=n0, undefined=1)
    with pytest.raises(MismatchError, match="n0 = None does not follow"):
        threshold(FROM_TEN, FROM_TEN, None, n0=None)


def test_a_scan_without_a_witness_refutes_nothing() -> None:
    scans: list[tuple[Quantifier, Iterable[int], dict[str, Any]]] = [
        (EVENTUALLY, (), {"n0": None}),
        (EXISTS, FROM_TWO, {}),
    ]
    for quantifier, won, n0 in scans:
        assert threshold(won, [], None, quantifier=quantifier, **n0)
        for claim in (False, True):
            with pytest.raises(MismatchError, match="a scan without a witness refutes nothing"):
                threshold(won, [], claim, quantifier=quantifier, **n0)


@pytest.mark.parametrize("skipped", ["undefined", "within_bound"])
def test_above_an_n0_as_many_are_missing_as_were_skipped(skipped: str) -> None:
    two = [n for n in FROM_TEN if n not in (15, 17)]
    enough: dict[str, Any] = {skipped: 2}
    fewer: dict[str, Any] = {skipped: 1}
    assert threshold(two, two, True, n0=10, **enough)
    with pytest.raises(MismatchError, match="does not follow"):
        threshold(two, two, True, n0=10, **fewer)


@pytest.mark.parametrize(("wrong", "message"), [(range(11, 31), "A wins"), (range(9, 31), "A does not win")])
def test_a_list_is_wrong_either_way(wrong: range, message: str) -> None:
    with pytest.raises(MismatchError, match=f"{message} when computed again"):
        threshold(FROM_TEN, wrong, True, n0=wrong.start)


def test_the_last_n_is_always_recomputed() -> None:
    """B wins at 2 and at 100; neither a list that begins nor one that ends stands near 100."""
    with pytest.raises(MismatchError, match="at n = 100 B wins"):
        threshold({*range(3, 100)}, [2], True, 100, EXISTS)


def test_a_proof_that_none_is_won_leaves_none_to_be_skipped() -> None:
    assert threshold([3], [3], False, n0=None, proved_from=10, undefined=5)
    with pytest.raises(MismatchError, match="n = 20 is listed, the proof says otherwise"):
        threshold([3, 20], [3, 20], False, n0=None, proved_from=10, undefined=5)


def test_between_what_was_scanned_and_what_is_proved_nothing_is_open() -> None:
    assert threshold(FROM_TEN, range(10, 20), True, 19, n0=10, proved_from=20)
    with pytest.raises(MismatchError, match="what lies between is open"):
        threshold(FROM_TEN, range(10, 19), True, 18, n0=10, proved_from=20)


def test_a_list_begins_and_ends_at_most_so_often() -> None:
    """Each n of its own begins and ends; of the last one, it is a list that begins before, and the end of all."""
    often = range(3, 2 * (CHANGES // 2) + 2, 2)
    won = set(range(2, 500)) - set(often)
    assert threshold(won, often, True, often[-1], EXISTS)
    with pytest.raises(MismatchError, match="more than the 100 that are recomputed"):
        threshold(won, often, True, often[-1] + 1, EXISTS)


# --- few cases


class FixedReading:
    """A reading with these outcomes, one case of each size from 1 on."""

    name, demand = "some", GAIN

    def __init__(self, *outcomes: Any, finite: bool = True) -> None:
        self.finite, self.outcomes = finite, outcomes
        self.cases = SimpleNamespace(largest=lambda cap: len(outcomes))
        self.judged = SimpleNamespace(cases=lambda n: [SimpleNamespace(gold=n, outcome=outcomes[n - 1])])


def outcome(relation: str | None = "", counts: bool = True) -> Any:
    return SimpleNamespace(relation=relation, counts=counts)


@pytest.fixture
def judge(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(finite, "outcome", lambda case, demand, scorer: case.outcome)
    return SimpleNamespace(closed=False)


MET, UNDEFINED = outcome(), outcome(counts=False)


@pytest.mark.parametrize(
    ("holds", "reading", "reason"),
    [
        (False, FixedReading(MET), "infinitely many cases, or the verdict is not"),
        (None, FixedReading(MET), "infinitely many cases, or the verdict is not"),
        (True, FixedReading(MET, finite=False), "infinitely many cases"),
        (True, FixedReading(UNDEFINED), "undefined on every case"),
        (True, FixedReading(MET, outcome("tied")), "is not met on gold 2"),
        (True, FixedReading(outcome("tied"), MET), "is not met on gold 1"),
        (True, FixedReading(MET, outcome(None)), "gold 2 could not be decided"),
    ],
)
def test_each_of_few_cases_is_met(holds: Any, reading: Any, reason: str, judge: Any) -> None:
    with pytest.raises(MismatchError, match=reason):
        finite.check_finite({"holds": holds}, reading, judge)
    assert finite.check_finite({"holds": True}, FixedReading(MET, UNDEFINED, MET), judge) == (  # type: ignore[arg-type]
        "each of 2 cases meets the demand"
    )


def test_the_smallest_cases_are_those_up_to_the_size(judge: Any) -> None:
    reading: Any = FixedReading(MET, outcome(None), outcome("tied"))
    assert finite.check_smallest({"evidence": {"size": 2}}, reading, judge).startswith("2 of the smallest")
    with pytest.raises(MismatchError, match="gold 3"):
        finite.check_smallest({"evidence": {"size": 3}}, reading, judge)


# --- implications


def declared(name: str, reading: str) -> tuple[Constraint, Reading]:
    (about,) = registry.match_constraints(name)
    return about, about.reading(reading)


UNIVERSAL, SINGLE = (declared("ranking:priority", reading) for reading in ("universal", "single"))


def implying(**changed: Any) -> dict[str, Any]:
    entry = {"metric": "ap", "constraint": "ranking:priority", "reading": "universal", "proof": {}}
    return {"metric": "ap", "holds": True, "evidence": {"detail": {"implied_by": [entry | changed]}}}


def implied_by(cell: dict[str, Any], place: tuple[Constraint, Reading] = SINGLE) -> str:
    judge: Any = scorer("ap", {})
    return implied.check_implied(cell, *place, judge, 0)


def test_what_is_implied_holds_and_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(implied, "check_proof", lambda *args: "proved")
    assert implied_by(implying()) == "ranking:priority@universal: proved"
    refused = [
        (implying() | {"holds": False}, SINGLE, "does not say holds=True"),
        (implying() | {"evidence": {"detail": {"implied_by": []}}}, SINGLE, "no proof that implies it"),
        (implying(reading="single"), UNIVERSAL, "universal does not follow from"),
        (implying(constraint="ranking:deepness", reading="same-run"), SINGLE, "does not follow from"),
        (implying(more=1), SINGLE, "has metric, constraint, reading, proof"),
        (implying(metric="ndcg"), SINGLE, "does not declare that it agrees"),
        (implying(metric="purity"), SINGLE, "does not declare that it agrees"),
        (implying(metric="nobody"), SINGLE, "nobody has no definition"),
        (implying(constraint="ranking:nothing"), SINGLE, "there is no constraint"),
        (implying(proof=[]), SINGLE, "and an argument"),
    ]
    for cell, place, reason in refused:
        with pytest.raises(ProofError, match=reason):
            implied_by(cell, place)
    monkeypatch.setattr(implied, "_demand_agreement", lambda *names: None)
    with pytest.raises(ProofError, match="a different score"):
        implied_by(implying(metric="ndcg"))


def test_metrics_are_compared_on_some_case(monkeypatch: pytest.MonkeyPatch) -> None:
    ap: Any = scorer("ap", {})
    implied._demand_equal(Place(*SINGLE), Place(*UNIVERSAL), ap, ap)
    with pytest.raises(ProofError, match="no case of ranking:priority@universal is one of"):
        implied._demand_equal(Place(*UNIVERSAL), Place(*SINGLE), ap, ap)
    monkeypatch.setattr(implied, "smallest", lambda reading, number: iter(()))
    with pytest.raises(ProofError, match="no case on which the two can be compared"):
        implied._demand_equal(Place(*SINGLE), Place(*UNIVERSAL), ap, ap)


# --- calls as they were written


class Called:
    """A target whose calls are numbers, which are their scores; those below 0 say something else than the case."""

    def __call__(self, system: Any, gold: Any) -> float:
        return 0.0

    def call(self, arguments: Any) -> float:
        return float(arguments[0])

    def means(self, arguments: Any, order: Any, system: Any, gold: Any) -> bool:
        return float(arguments[0]) >= 0 and order != ["other"]


JUDGE = InFloats(Called())
GOLD, ONE, OTHER = (Organization.parse(text) for text in ("a > ...", "a > b > ...", "b > a > ..."))
PAIR = Case(GOLD, {"better": ONE, "worse": OTHER})
SEVERAL = Case(GOLD, {"one": (ONE, OTHER), "other": OTHER})


def test_calls_say_what_the_case_says() -> None:
    outcome = outcome_of_calls({"better": [1], "worse": [2]}, {}, PAIR, GAIN, JUDGE)
    assert (outcome.scores, outcome.relation) == ({"better": 1, "worse": 2}, "reversed")
    assert outcome_of_calls({"better": [2], "worse": [1]}, {}, PAIR, GAIN, JUDGE).relation == ""
    refused: list[tuple[Any, Any, str]] = [
        ({"better": [1]}, {}, "expected calls for"),
        ({"better": [1], "worse": [2], "third": [3]}, {}, "expected calls for"),
        ({"better": [1], "worse": [-2]}, {}, "the call of worse is not a way to write"),
        ({"better": [-1], "worse": [2]}, {}, "the call of better is not a way to write"),
        ({"better": [1], "worse": [2]}, {"order": "ab"}, "the order of the documents"),
        ({"better": [1], "worse": [2]}, {"order": [1]}, "the order of the documents"),
        ({"better": [1], "worse": [2]}, {"order": ["other"]}, "is not a way to write"),
    ]
    for calls, detail, reason in refused:
        with pytest.raises(MismatchError, match=reason):
            outcome_of_calls(calls, detail, PAIR, GAIN, JUDGE)
    defined: Any = scorer("ap", {})
    with pytest.raises(MismatchError, match="has a definition"):
        outcome_of_calls({"better": [1], "worse": [2]}, {}, PAIR, GAIN, defined)


def test_calls_of_several_outputs_are_those_of_each() -> None:
    def wrote(*scores: float) -> list[Any]:
        return [{"arguments": [score], "order": []} for score in scores]

    outcome = outcome_of_calls({"one": wrote(1, 2), "other": wrote(1)}, {}, SEVERAL, EQUAL, JUDGE)
    assert (outcome.scores, outcome.relation) == ({"one": 1.5, "other": 1}, "unequal")
    for written, reason in (
        (wrote(1), "expected 2 of them"),
        (wrote(1, 2, 3), "expected 2 of them"),
        ({"0": 1, "1": 2}, "expected 2 of them"),
        (wrote(1, -2), "a call of one is not a way to write"),
        ([*wrote(1), 2], "a call of one is 2, expected an object"),
    ):
        with pytest.raises(MismatchError, match=reason):
            outcome_of_calls({"one": written, "other": wrote(1)}, {}, SEVERAL, EQUAL, JUDGE)


def broken(*values: Any, name: str = "label-names", again: Any = None) -> dict[str, Any]:
    calls = [{"arguments": [value], "value": value} for value in values]
    if again is not None:
        calls[0]["arguments"] = [again]
    return {"evidence": {"detail": {"breaks": [{"invariance": name, "calls": calls}]}}}


def test_a_broken_invariance_is_shown_by_two_calls_of_different_values() -> None:
    from axiometrics.core.signature import INVARIANCES

    name, nan = next(iter(INVARIANCES)), float("nan")
    assert check_breaks(broken(1.0, 2.0, name=name), JUDGE, WHERE) == f"{name} broken by the calls shown"
    assert check_breaks({"evidence": {"detail": {}}}, JUDGE, WHERE) == ""
    half = broken(1.0, 2.0, name=name)
    half["evidence"]["detail"]["breaks"][0]["calls"][1] |= {"arguments": [nan], "value": None}
    assert check_breaks(half, JUDGE, WHERE)
    for cell, reason in (
        (broken(1.0, 1.0, name=name), "have the same value"),
        (broken(1.0, 2.0, name="nobody"), "'nobody' is shown by 2 calls"),
        (broken(1.0, name=name), "is shown by 1 calls"),
        (broken(1.0, 2.0, 3.0, name=name), "is shown by 3 calls"),
        (broken(1.0, 2.0, name=name, again=1.5), "gives 1.5 when computed again"),
        (broken(1.0, 2.0, name=name, again=nan), "gives no value when computed again"),
        ({"evidence": {"detail": {"breaks": {"0": 1}}}}, "expected a list"),
    ):
        with pytest.raises(MismatchError, match=reason):
            check_breaks(cell, JUDGE, WHERE)


# --- evidence


def test_a_declaration_is_about_parameters_that_the_definition_lacks() -> None:
    judge: Any = scorer("ap", {})
    about: Any = SimpleNamespace(name="levels", cases=SimpleNamespace(parameters=("recall",)))
    assert check._check_declaration({"holds": True}, about, judge) == "the definition has no parameter recall"
    none: Any = SimpleNamespace(name="plain", cases=SimpleNamespace())
    own: Any = SimpleNamespace(name="levels", cases=SimpleNamespace(parameters=("recall", "p")))
    rbp: Any = scorer("rbp", {})
    assert isinstance(rbp, Defined)
    for holds, reading, scores, reason in (
        (False, about, judge, "is not about parameters"),
        (None, about, judge, "is not about parameters"),
        (True, none, judge, "is not about parameters"),
        (True, about, JUDGE, "has no definition"),
        (True, own, rbp, "the definition has the parameter p"),
    ):
        with pytest.raises(MismatchError, match=reason):
            check._check_declaration({"holds": holds}, reading, scores)


@pytest.mark.parametrize(
    ("detail", "lemmas", "passes"),
    [
        ({"lemmas": 1, "proof": {}}, 1, True),
        ({"lemmas": True, "proof": {}}, 1, False),
        ({"lemmas": 0, "proof": {}}, 1, False),
        ({"proof": {}}, 1, True),
        ({"link": "proved"}, 0, True),
        ({}, 0, True),
        ({"link": {"cases": 1, "largest": 2}}, 0, False),
    ],
)
def test_lemmas_and_the_link_are_as_found(detail: dict[str, Any], lemmas: int, passes: bool) -> None:
    cell = {"evidence": {"detail": detail}}
    if passes:
        check._check_lemmas(cell, lemmas)
        return
    with pytest.raises(MismatchError):
        check._check_lemmas(cell, lemmas)


def test_what_is_to_be_checked_of_a_kind_of_evidence() -> None:
    (every,), (some,), (end,) = (
        registry.match_constraints(name) for name in ("ranking:priority", "closeness-threshold", "deepness-threshold")
    )

    def cell(kind: str, holds: Any = True, case: Any = None, **detail: Any) -> dict[str, Any]:
        return {"holds": holds, "counterexample": case, "metric": "ap", "evidence": {"kind": kind, "detail": detail}}

    for about, said, strict, kind in (
        (every, cell("exhaustive"), False, ""),
        (every, cell("exhaustive"), True, "search"),
        (every, cell("sampled"), True, "search"),
        (every, cell("undetermined", None), True, ""),
        (every, cell("proof", method="finite"), False, "finite"),
        (every, cell("proof", method="declaration"), False, "declaration"),
        (every, cell("proof", proof={}), False, "argument"),
        (every, cell("proof", implied_by=[]), False, "implied"),
        (every, cell("region"), False, "region"),
        (every, cell("counterexample", False, {}), False, "counterexample"),
        (some, cell("proof", n=[]), False, "threshold"),
        (end, cell("exhaustive", n=[]), False, "threshold"),
        (end, cell("exhaustive", None, n=[]), False, ""),
    ):
        assert check._to_check(said, about, WHERE, strict) == kind
    for about, said, reason in (
        (every, cell("exhaustive", False), "supports holds=True"),
        (every, cell("sampled", None), "supports holds=True"),
        (every, cell("counterexample", False), "the file holds none"),
        (every, cell("proof", False, {}), "says that the evidence is of kind 'proof'"),
        (every, cell("proof", method="trust me"), "the evidence is a proof, but the file holds none"),
        (some, cell("counterexample", False, {}), "has no counterexamples"),
        (some, cell("proof", False, n=[]), "the evidence is a proof, but the file holds none"),
        (end, cell("proof", n=[]), "the evidence is a proof, but the file holds none"),
    ):
        with pytest.raises(MismatchError, match=reason):
            check._to_check(said, about, WHERE, strict=False)
