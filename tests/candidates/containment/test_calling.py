"""One call: what is an answer, what is none, and whether the input was left alone."""

import json
import math
import warnings
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from axiometrics import candidates as targets
from axiometrics import registry
from axiometrics.candidates.containment import CallForm, Failed, Here, Number, Undefined
from axiometrics.candidates.containment.call import read_answer
from axiometrics.core.library import Library
from axiometrics.core.organization import Organization
from axiometrics.core.scores import Relevance, Scores
from axiometrics.core.topic import Topic
from axiometrics.running import run as runner
from axiometrics.running.settings import Search, Sizes
from tests.begun import begun_tasks

CASES: dict[str, Any] = {
    "labels": [[0, 0, 1], [0, 1, 1]],
    "classification": [[1, 0], [0, 1]],
    "ordered-labels": [[1, 3], [2, 3]],
    "gains": [[1, 0, 1], [1, 1]],
    "trec": [{"d1": 1}, {"d2": 2.0, "d1": 1.0}],
    "scores": [[1, 0], [2.0, 0.0]],
    "organization": [{"levels": [[["a", "b"]]], "tail": False}, {"levels": [[["a"], ["b"]]], "tail": True}],
    "numbers": [["1/2", None], ["1", "0"]],
    "scores-relevance": [Scores.parse("d1:1/2 d2:1").to_json(), Relevance.parse("d1:1 d2:0").to_json()],
    "intents": [[[2, 0], [0, 1]], ["2/3", "1/3"], [1, None, 0]],
    "topic": [
        Organization.parse("d2 > x > ...").to_json(),
        Topic.parse("P(i1)=2/3 P(i2)=1/3 | d1: i1=2 | d2: i2").to_json(),
    ],
    "library": [
        Organization.parse("a1/p[1] > a2").to_json(),
        Library.parse("a1: article(3+2 p(2+2))@0; a2: article(1+1); L=9").to_json(),
    ],
}
ARGUMENTS = [(signature, which) for signature, case in CASES.items() for which in range(len(case))]


def spoil(argument: Any) -> None:
    """Change an argument, also where its type says that it cannot be changed."""
    if isinstance(argument, Organization):
        object.__setattr__(argument, "levels", argument.levels[:-1])
    elif isinstance(argument, Scores | Relevance):
        object.__setattr__(argument, "pairs", argument.pairs[:-1])
    elif isinstance(argument, Library):
        object.__setattr__(argument, "articles", argument.articles[:-1])
    elif isinstance(argument, Topic):
        argument.grades["d1"]["i1"] = 7  # type: ignore[index]
    elif isinstance(argument, dict):
        argument.pop("d1")
    elif isinstance(argument[0], list):
        argument[0][0] = 7
    else:
        argument[0] = 7


def test_there_is_an_input_for_each_signature() -> None:
    """But for those of a task that was just begun."""
    named = registry.tasks.signatures()
    assert set(CASES) == {name for name in named if not set(registry.tasks.called_by(name)) <= begun_tasks()}


@pytest.mark.parametrize(("signature", "which"), ARGUMENTS)
@pytest.mark.parametrize("exact", [False, True])
def test_an_argument_that_is_changed_is_found_out(signature: str, which: int, exact: bool) -> None:
    before = json.dumps(CASES[signature])

    def spoils(*arguments: Any) -> int:
        spoil(arguments[which])
        return 1

    how = CallForm(signature, exact)
    assert Here(lambda *arguments: 1).ask(how, [CASES[signature]]) == [Number(1)]
    assert Here(spoils).ask(how, [CASES[signature]]) == [Failed("changed its input")]
    assert json.dumps(CASES[signature]) == before, "what is changed is a copy"


class Equal(int):
    """Says that it is equal to all there is."""

    __hash__ = int.__hash__

    def __eq__(self, other: object) -> bool:
        return True

    __ne__ = __lt__ = __eq__


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("entry", [True, 1.0, Equal(7), Equal(1), np.int64(1)])
def test_what_is_equal_to_the_input_but_something_else_is_a_change(entry: Any, exact: bool) -> None:
    def replaces(gains: Any, ideal: list[Any]) -> Fraction:
        gains[0] = entry
        return Fraction(1)

    assert Here(replaces).ask(CallForm("gains", exact), [[[1, 0], [1]]]) == [Failed("changed its input")]


@pytest.mark.parametrize(
    "spoils",
    [
        lambda qrel, run: qrel.update(d1=True),
        lambda qrel, run: run.update(d2=2),
        lambda qrel, run: run.update(d2=run.pop("d2")),
        lambda qrel, run: run.clear(),
    ],
)
def test_a_change_of_a_run_is_seen_in_types_and_order_too(spoils: Callable[..., Any]) -> None:
    assert Here(lambda qrel, run: spoils(qrel, run) or 0.5).ask(CallForm("trec", False), [CASES["trec"]]) == [
        Failed("changed its input")
    ]


def test_a_change_of_an_array_is_seen_in_its_type_and_shape_too() -> None:
    def views(labels_true: Any, labels_pred: Any) -> float:
        labels_true.dtype = "uint64"
        return 0.5

    def shapes(labels_true: Any, labels_pred: Any) -> float:
        labels_pred.shape = (3, 1)
        return 0.5

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        for spoils in (views, shapes):
            assert Here(spoils).ask(CallForm("labels", False), [CASES["labels"]]) == [Failed("changed its input")]


@pytest.mark.parametrize(
    ("value", "number"),
    [
        (1, Number(1.0)),
        (True, Number(1.0)),
        (Fraction(1, 2), Number(0.5)),
        (np.float64(0.5), Number(0.5)),
        (np.int32(3), Number(3.0)),
        (np.array(0.5), Number(0.5)),
        (np.float32(0.5), Number(0.5, 2.0**-23)),
        (np.array(0.5, dtype=np.float16), Number(0.5, 2.0**-10)),
        (np.longdouble(0.5), Number(0.5)),
        (np.bool_(True), Number(1.0)),
        (np.array(False), Number(0.0)),
        (Decimal("0.5"), Number(0.5)),
    ],
)
def test_what_is_a_number(value: Any, number: Number) -> None:
    assert Here(lambda gains, ideal: value).ask(CallForm("gains", False), [CASES["gains"]]) == [number]


@pytest.mark.parametrize("value", [math.inf, Decimal("-Infinity"), np.array([0.5]), complex(1)])
def test_what_is_no_number(value: Any) -> None:
    (answer,) = Here(lambda gains, ideal: value).ask(CallForm("gains", False), [CASES["gains"]])
    assert isinstance(answer, Failed)
    assert answer.reason.startswith("returned ")


@pytest.mark.parametrize("value", [math.nan, np.float32("nan"), Decimal("NaN"), np.array(math.nan)])
@pytest.mark.parametrize("exact", [False, True])
def test_nan_is_an_undefined_value(value: Any, exact: bool) -> None:
    (answer,) = Here(lambda gains, ideal: value).ask(CallForm("gains", exact), [CASES["gains"]])
    assert answer == Undefined("returned nan")


def test_a_division_by_0_is_an_undefined_value_and_the_next_case_is_asked() -> None:
    answers = Here(lambda gains, ideal: 1 / sum(gains)).ask(CallForm("gains", False), [[[0], [1]], [[1], [1]]])
    assert answers == [Undefined("raised ZeroDivisionError: division by zero"), Number(1.0)]


EXACT = [
    (0.5, "the float 0.5"),
    (Decimal("0.5"), "the Decimal Decimal('0.5')"),
    (Fraction(1, 10**4000), "exact number of more than 4000 digits"),
]


@pytest.mark.parametrize(("value", "text"), EXACT)
def test_what_is_no_exact_number(value: Any, text: str) -> None:
    (answer,) = Here(lambda gains, ideal: value).ask(CallForm("gains", True), [CASES["gains"]])
    assert isinstance(answer, Failed)
    assert text in answer.reason


def test_the_cases_after_a_failure_are_not_asked() -> None:
    calls = []

    def fails(gains: list[int], ideal: list[int]) -> float:
        calls.append(gains)
        return math.log(sum(gains))

    answers = Here(fails).ask(CallForm("gains", False), [[[1], [1]], [[0], [1]], [[1], [1]]])
    assert answers == [Number(0.0), Failed("raised ValueError: math domain error")]
    assert calls == [[1], [0]]


LEAF = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["1/2", "-3", "1/0", "1/-2", "٣", "1_0", "x" * 9999])
)
KEYS = st.sampled_from(["failed", "exact", "short", "other"])


@given(
    st.recursive(
        LEAF, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=2), max_leaves=5
    )
)
@pytest.mark.slow
def test_what_a_worker_writes_is_an_answer_or_refused(data: Any) -> None:
    try:
        answer = read_answer(data)
    except ValueError:
        return
    if isinstance(answer, Failed):
        assert isinstance(data["failed"], str)
        return
    if isinstance(answer, Undefined):
        assert isinstance(data["undefined"], str)
        return
    assert math.isfinite(answer.value)
    assert 2.0**-52 <= answer.precision <= 1
    given_value = data if isinstance(data, float) else Fraction(data["exact"]) if "exact" in data else data["short"][0]
    assert answer.value == given_value


@given(st.text(st.characters()) | st.sampled_from(["\ud800", "\x1b]0;title\x07", "\u202e", "\x00"]))
def test_what_a_worker_says_can_be_written_anywhere(text: str) -> None:
    answer = read_answer({"failed": text})
    assert isinstance(answer, Failed)
    assert answer.reason.isprintable()
    assert answer.reason.encode().decode() == answer.reason
    if text.isprintable() and " ".join(text.split()) == text and " at 0x" not in text:
        assert answer.reason == text


@pytest.mark.parametrize("value", [object(), iter(()), lambda: 0.5])
def test_no_address_is_told(value: Any) -> None:
    def raises(gains: list[int], ideal: list[int]) -> float:
        raise TypeError(value)

    for function in (raises, lambda gains, ideal: value):
        (answer,) = Here(function).ask(CallForm("gains", False), [CASES["gains"]])
        assert isinstance(answer, Failed)
        assert type(value).__name__ in answer.reason
        assert "0x" not in answer.reason


def drifting(after: int) -> Callable[[list[int], list[int]], float]:
    calls = 0

    def drifts(gains: list[int], ideal: list[int]) -> float:
        nonlocal calls
        calls += 1
        return sum(g * 0.5**i for i, g in enumerate(gains)) + (calls > after)

    return drifts


@pytest.mark.parametrize("after", [1, 30, 100])
def test_a_metric_that_remembers_is_found_out_after_many_calls(after: int) -> None:
    matrix = runner.run(
        [targets.candidate(drifting(after))],
        registry.match_constraints("ranking:priority"),
        search=Search(sizes=Sizes(5), max_examples=0),
    )
    assert "disagreed with itself" in matrix.cells[0].message
