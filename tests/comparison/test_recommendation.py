"""`recommend`: metrics by what they satisfy. The judge is the matrix itself, read cell by cell."""

import json
from functools import cache
from itertools import combinations

import jsonschema
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import axiometrics as ax
from axiometrics import schemas
from axiometrics.cli import main
from axiometrics.comparison.recommendation import (
    Recommendation,
    Recommended,
    choice,
    judged,
    recommend,
    wishes,
)
from axiometrics.comparison.recommendation_page import page
from axiometrics.core.errors import ParameterError, UnknownNameError
from axiometrics.core.matrix import Matrix
from axiometrics.running.settings import Search

METRICS = (
    "purity",
    "inverse-purity",
    "v-measure",
    "rand",
    "adjusted-rand",
    "bcubed-precision",
    "bcubed-f",
    "rs-clustering",
)
WISHES = ("homogeneity", "completeness", "rag-bag", "size-vs-quantity")


@cache
def matrix() -> Matrix:
    return ax.matrix(METRICS, constraints=WISHES, max_size="4,rag-bag=7,size-vs-quantity=7")


def recommendation(require: tuple[str, ...], forbid: tuple[str, ...] = ()) -> Recommendation:
    return judged(matrix(), wishes(require, forbid, "clustering"))


def verdicts() -> dict[str, dict[str, bool | None]]:
    holds: dict[str, dict[str, bool | None]] = {}
    for cell in matrix():
        holds.setdefault(cell.metric, {})[cell.constraint] = cell.holds
    return holds


@pytest.mark.slow
def test_the_metrics_are_those_whose_cells_hold() -> None:
    holds = verdicts()
    for require in [*combinations(WISHES, 2), WISHES]:
        expected = {metric for metric, cells in holds.items() if all(cells[name] for name in require)}
        assert {metric.id for metric in recommendation(require).metrics} == expected
    with_forbidden = recommendation(("homogeneity",), ("rag-bag",))
    expected = {metric for metric, cells in holds.items() if cells["homogeneity"] and cells["rag-bag"] is False}
    assert {metric.id for metric in with_forbidden.metrics} == expected
    assert expected


def test_where_none_meets_all_the_conflicts_are_least_and_suffice() -> None:
    """No metric keeps the first three and fails the fourth; each conflict, given up, leaves a metric, and no part of a
    conflict does.
    """
    require, forbid = WISHES[:3], WISHES[3:]
    said = recommendation(require, forbid)
    assert said.metrics == ()
    conflicts = [{wish.words for wish in conflict} for conflict in said.conflicts]
    assert {"not size-vs-quantity"} in conflicts
    all_wishes = {*require, "not size-vs-quantity"}
    for conflict in conflicts:
        for kept, some in (
            (all_wishes - conflict, True),
            *((all_wishes - conflict | {wish}, False) for wish in conflict),
        ):
            positive = tuple(sorted(name for name in kept if not name.startswith("not ")))
            negative = tuple(name.removeprefix("not ") for name in kept if name.startswith("not "))
            assert bool(recommendation(positive, negative).metrics) is some
    assert {len(metric.missing) for metric in said.nearest} == {min(len(conflict) for conflict in conflicts)}


def without_a_metric(missing: list[set[int]], kept: set[int]) -> bool:
    return all(lacking & kept for lacking in missing)


@given(
    st.integers(1, 5).flatmap(lambda n: st.lists(st.sets(st.integers(0, n - 1), min_size=1), min_size=1, max_size=6))
)
def test_all_least_sets_are_told_and_no_others(missing: list[set[int]]) -> None:
    """By trying every set of wishes to give up: those that leave a metric, and of which no part does."""
    wished = wishes(
        ("homogeneity", "completeness", "rag-bag", "size-vs-quantity"), ("homogeneity@picture",), "clustering"
    )
    tried = tuple(
        Recommended(str(i), str(i), (), tuple(wish for k, wish in enumerate(wished) if k in lacking))
        for i, lacking in enumerate(missing)
    )
    everything = set(range(len(wished)))
    enough = [
        set(given_up)
        for size in range(len(wished) + 1)
        for given_up in combinations(range(len(wished)), size)
        if not without_a_metric(missing, everything - set(given_up))
    ]
    least = [subset for subset in enough if not any(smaller < subset for smaller in enough)]
    said = Recommendation("clustering", wished, tried)
    assert {frozenset(wished.index(wish) for wish in conflict) for conflict in said.conflicts} == set(
        map(frozenset, least)
    )
    assert len(said.conflicts) == len(least)
    assert {len(metric.missing) for metric in said.nearest} == {min(map(len, least))}


def test_a_wish_that_is_not_met_is_told_as_that() -> None:
    """What is forbidden and holds is not what was asked, although the word of the cell is a good one."""
    said = recommendation(WISHES[:3], WISHES[3:])
    shown = str(said)
    assert 0 < len(said.nearest) <= 5
    assert shown.count("not met: ") == sum(len(metric.missing) for metric in said.nearest)
    assert "not met: satisfies (proof)" in shown


def test_proofs_come_before_searches() -> None:
    said = recommendation(("homogeneity",))
    kinds = [metric.cells[0].evidence.kind for metric in said.metrics]
    assert kinds == sorted(kinds, key=["proof", "exhaustive", "sampled", "region"].index)


@pytest.mark.parametrize(
    ("require", "forbid", "task", "error", "says"),
    [
        ((), (), "clustering", ParameterError, "nothing is required.*--require homogeneity.*: --mixing, .*--chance$"),
        ((), (), "classification", ParameterError, "--require class-symmetry@.*--corrections, .*--chance$"),
        ((), (), "diversity", ParameterError, "nothing is required: name a constraint$"),
        (("priority",), (), None, ParameterError, "several tasks in common"),
        (("homogeneity", "confidence"), (), None, ParameterError, "no task in common"),
        (("homogeneity",), ("homogeneity",), None, ParameterError, "both required and forbidden"),
        (("homogenity",), (), None, UnknownNameError, "homogeneity"),
        (("homogeneity@nope",), (), None, UnknownNameError, "nope"),
        (("non-informative",), (), "filtering", ParameterError, "describes metrics and has no verdicts"),
    ],
)
def test_mistakes(
    require: tuple[str, ...], forbid: tuple[str, ...], task: str | None, error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        recommend(task, require, forbid)


def test_the_choice_may_be_a_library() -> None:
    pytest.importorskip("sklearn")
    assert "accuracy_score" in {candidate.id for candidate in choice("sklearn", "filtering")}
    with pytest.raises(UnknownNameError, match="no study and no library"):
        recommend("clustering", ["homogeneity"], among="nothing")


def test_the_command_writes_every_format() -> None:
    call = ["recommend", "--task", "filtering", "--require", "priority", "--max-size", "3", "-q"]
    said = CliRunner().invoke(main, [*call, "--format", "json"])
    assert said.exit_code == 0, said.stderr
    data = json.loads(said.stdout)
    jsonschema.validate(data, schemas.schema("recommend"))
    assert data["schema"] == "axiometrics/recommend/1"
    assert {cell["kind"] for metric in data["metrics"] for cell in metric["cells"]} <= {"proof", "exhaustive"}
    assert "Utility" in CliRunner().invoke(main, call).stdout
    rows = CliRunner().invoke(main, [*call, "--format", "csv"]).stdout.splitlines()
    assert rows[0] == "metric,constraint,reading,wished,holds,kind,size"
    empty = CliRunner().invoke(main, ["recommend", "--require", "confidence", "--among", "organization", "-q"])
    assert (empty.exit_code, empty.stdout) == (5, "")


def test_a_recommendation_prints_itself() -> None:
    said = recommendation(("rag-bag",))
    assert str(said).startswith(f"{len(said.metrics)} of ")
    assert page(said).records is not None


def test_metrics_to_choose_from_are_named_as_elsewhere() -> None:
    named = choice("MAP, rbp(p=0.9,k=5), P_5, F1", "ranking")
    assert [metric.id for metric in named] == ["ap", "rbp@5(p=0.9)", "p@5", "set-f(beta=1)"]
    with pytest.raises(UnknownNameError, match="no constraint 'preority': did you mean priority\\?"):
        recommend("ranking", ["preority"])


def test_a_wish_that_is_not_linear_is_told_with_its_reason_and_the_others_are_asked() -> None:
    """A threshold looks at all sizes. That Confidence and Extension exclude each other does not depend on it."""
    wished = ["confidence", "extension", "deepness-threshold"]
    said = recommend("ranking", wished, among="rbp,ap", search=Search.of(3))
    assert said.metrics == ()
    assert said.possible is not None
    assert (said.possible.answer, said.possible.size) == ("impossible", 5)
    assert said.possible.constraints == ["ranking:confidence@universal", "ranking:extension@any"]
    words = " ".join(str(said).split())
    assert "cannot be asked about deepness-threshold: it asks what a metric prefers from some n on" in words
    document = said.page().data()
    jsonschema.validate(document, schemas.schema("recommend"))
    (left_out,) = document["not_asked"]
    assert left_out["wish"] == "deepness-threshold"


def test_where_no_wish_is_linear_each_is_told_with_its_reason() -> None:
    said = recommend("ranking", ["deepness-threshold", "closeness-threshold"], among="rr", search=Search.of(3))
    assert (said.metrics, said.possible) == ((), None)
    assert [entry.wish.words for entry in said.not_asked] == ["deepness-threshold", "closeness-threshold"]
    assert str(said).count("cannot be asked about") == 2


def test_metrics_that_meet_the_wishes_that_possible_was_asked_of_are_counted() -> None:
    """AP and DCG are 0 where no document of the run is relevant, and violate Deepness from some n on."""
    said = recommend("ranking", ["zero", "deepness-threshold"], among="ap,dcg", search=Search.of(3))
    assert said.metrics == ()
    assert "2 of those that were tried do." in " ".join(str(said).split())


def test_a_forbidden_constraint_without_cases_is_not_asked_and_a_required_one_is_named() -> None:
    """Size-vs-quantity has its first cases at seven documents, and `possible` takes five."""
    required, forbidden = ("homogeneity", "size-vs-quantity"), ("rag-bag",)
    said = recommend("clustering", required, forbidden, among="rand,purity", search=Search.of(4))
    assert said.possible is not None
    assert said.possible.without_cases == ["clustering:size-vs-quantity@universal"]
    assert "No case of this size: clustering:size-vs-quantity@universal." in " ".join(str(said).split())
    turned = recommend(
        "clustering", ["homogeneity", "completeness"], ["size-vs-quantity"], among="purity", search=Search.of(4)
    )
    assert "not size-vs-quantity: it has no case of size 5" in " ".join(str(turned).split())
