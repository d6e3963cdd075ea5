"""What can hold together: tables that are metrics, certificates, conflicts, implications and distances."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

import axiometrics as ax
from axiometrics.cli import main
from axiometrics.core.case import Case, Demand
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.generators.listed import PlainCases
from axiometrics.possibility import exact, possible_page, program
from axiometrics.possibility.asking import together
from axiometrics.possibility.elimination import solved
from axiometrics.possibility.exact import Certificate, ValueTable, contradicts, decided, holds
from axiometrics.possibility.question import question
from axiometrics.possibility.requests import linear_constraints
from axiometrics.possibility.rows import Row
from axiometrics.possibility.time_limit import TimeUpError, ending
from axiometrics.registry import constraint, metric
from axiometrics.registry.implications import Place

O = ax.Organization.parse  # noqa: E741


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def places_of(*names: str) -> list[Place]:
    parts = [name.partition("@") for name in names]
    return [Place(constraint(of), constraint(of).reading(reading or None)) for of, _, reading in parts]


def plain(name: str, cases: list[Case], demand: Demand) -> Place:
    """A constraint of clusterings whose cases of two documents are these."""
    family = PlainCases(lambda size: cases if size == 2 else [], demand=demand)
    reading = Reading("plain", "a test", family, keeps="rand", breaks="purity")
    return Place(Constraint(name, "clustering", name, "a test", "a test", (reading,)), reading)


APART, JOINED = O("a b"), O("{a b}")
ABOVE = Demand(("better", "worse"), (1, -1), "score(better) > score(worse)")
EVEN = Demand(("better", "worse"), (1, -1), "score(better) = score(worse)", "=")


def answer(*of: Place) -> Any:
    return together(question(of, size=2))


def test_both_roles_in_one_orbit_are_a_contradiction_of_the_constraint_itself() -> None:
    outcome = answer(plain("same", [Case(APART, {"better": O("{b a}"), "worse": O("{a b}")})], ABOVE))
    assert outcome.answer == "impossible"
    (line,) = outcome.certificate
    assert (line.weight, line.constraint) == ("1", "same")
    assert outcome.grows == "this size only"


def test_a_constraint_that_contradicts_itself_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two constraints that are asked, one has a case whose roles are in one orbit."""
    own = plain("same", [Case(APART, {"better": O("{b a}"), "worse": O("{a b}")})], ABOVE)
    outcome = together(question([own, *places_of("clustering:equal-self-agreement@any")], size=2))
    monkeypatch.setattr(possible_page, "_reading", lambda name: own.reading)
    assert "The cases of clustering:same@plain contradict each other at this size" in str(outcome)


def test_coefficients_of_an_orbit_that_stands_twice_in_a_row_are_added() -> None:
    """x + x > x + y is x > y, which y > x contradicts."""
    sums = Demand(("a", "b", "c", "d"), (1, 1, -1, -1), "score(a) + score(b) > score(c) + score(d)")
    twice = plain("twice", [Case(APART, {"a": APART, "b": APART, "c": APART, "d": JOINED})], sums)
    back = plain("back", [Case(APART, {"better": JOINED, "worse": APART})], ABOVE)
    assert answer(twice).answer == "possible"
    outcome = answer(twice, back)
    assert outcome.answer == "impossible"
    assert sorted(line.weight for line in outcome.certificate) == ["1", "1"]


def test_a_set_without_a_strict_demand_is_met_by_a_constant_metric_and_says_so() -> None:
    even = plain("even", [Case(APART, {"better": JOINED, "worse": APART})], EVEN)
    assert len({entry.value for entry in answer(even).table}) == 1
    assert "the same value everywhere does" in str(ax.possible("organization:gold-is-best@weak", size=2))


def test_bounds_decide_without_a_box_around_the_values() -> None:
    """One value is 1 and another is greater: possible, though no metric of the field leaves [0, 1]; at most 1: not."""
    bounded = plain("one", [Case(APART, {"output": APART}, bound=Fraction(1))], Demand(("output",), (1,), "= 1", "="))
    more = plain("more", [Case(APART, {"better": JOINED, "worse": APART})], ABOVE)
    most = plain(
        "most",
        [Case(APART, {"output": x}, bound=Fraction(1)) for x in (APART, JOINED)],
        Demand(("output",), (1,), "<= 1", "<="),
    )
    assert answer(bounded, more).answer == "possible"
    outcome = answer(bounded, more, most)
    assert outcome.answer == "impossible"
    assert {line.constraint for line in outcome.certificate} == {"one", "more", "most"}


def test_a_mean_of_outputs_is_a_sum_with_shares() -> None:
    """The mean of two values is above the greater of both: three lines, of which one counts twice."""
    means = Demand(("better", "worse"), (1, -1), "mean > score")
    mean = plain("mean", [Case(APART, {"better": (APART, JOINED), "worse": JOINED})], means)
    contrary = plain("other", [Case(APART, {"better": JOINED, "worse": APART})], ABOVE)
    outcome = answer(mean, contrary)
    assert outcome.answer == "impossible"
    assert isinstance(outcome.certificate[0].renamings["better"], list)


def test_gold_is_best_and_levels_keep_clusters_contradict_each_other_in_two_lines() -> None:
    outcome = ax.possible(["organization:gold-is-best", "organization:levels-keep-clusters"], size=3)
    assert (outcome.answer, len(outcome.certificate or ()), outcome.grows) == ("impossible", 2, "this size only")


def test_a_table_is_a_metric_that_satisfies_what_it_was_made_for() -> None:
    names = ["clustering:homogeneity", "clustering:completeness"]
    outcome = ax.possible(names, size=4)
    assert outcome.answer == "possible"
    matrix = ax.check(outcome.metric(), task="clustering", form="organization", constraints=names, max_size=4)
    assert [cell.holds for cell in matrix.cells] == [True, True]


def test_conflicts_and_the_greatest_sets_that_can_hold_together() -> None:
    outcome = ax.possible("organization:*", size=3, conflicts=True)
    short = [[name.partition(":")[2].partition("@")[0] for name in names] for names in outcome.conflicts]
    assert short == [["gold-is-best", "levels-keep-clusters"], ["levels-keep-clusters", "reversed-levels"]]
    assert outcome.complete
    assert [len(names) for names in outcome.together] == [15, 14]
    every = set(outcome.constraints)
    assert [every - set(names) for names in outcome.together] == [
        {"organization:levels-keep-clusters@tail"},
        {"organization:gold-is-best@strict", "organization:reversed-levels@tail"},
    ]


def test_the_table_obeys_the_rows_exactly_and_the_certificate_cancels_exactly() -> None:
    """Floats only propose: what is returned is checked in fractions by other code than made it."""
    of = question(places_of("ranking:priority@graded", "ranking:deepness@any-context", "ranking:confidence"), size=4)
    rows = of.rows()
    solution = decided(rows, len(of.orbits))
    assert isinstance(solution, ValueTable)
    assert holds(rows, solution.of)
    turned = {number: -value for number, value in rows[0].coefficients.items()}
    reversed_rows = [*rows, Row(rows[0].place, rows[0].case, turned, ">=", Fraction(0))]
    refuted = decided(reversed_rows, len(of.orbits))
    assert isinstance(refuted, Certificate)
    assert contradicts(refuted.weights)


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["-c", "ranking:priority", "--implies", "ranking:priority@single", "--size", "3"], 0, "Every metric"),
        (["-c", "ranking:priority@single", "--implies", "ranking:priority", "--size", "3"], 1, "Some metric"),
        (["-c", "ranking:priority", "--not", "ranking:confidence", "--size", "3"], 0, "Possible"),
        (["-c", "ranking:zero", "-c", "ranking:additive", "--size", "3"], 0, "smaller sizes are among these"),
        (["-c", "ranking:priority", "--not", "ranking:priority@single", "--size", "3"], 1, "Impossible"),
        (["-c", "ranking:priority", "--near", "p@10", "--size", "3"], 0, "p@10 is 0 of its range away"),
        (["-c", "ranking:deepness@any-context", "--near", "ap", "--size", "3"], 0, "ap is 0 of its range away"),
    ],
)
def test_answers_have_their_exit_codes_and_are_verified(
    arguments: list[str], code: int, says: str, tmp_path: Path
) -> None:
    saved = tmp_path / "p.json"
    ran = run("possible", *arguments, "-q", "-o", str(saved), "-o", str(tmp_path / "p.txt"))
    assert (ran.exit_code, ran.stderr) == (code, "")
    assert says in (tmp_path / "p.txt").read_text()
    data = json.loads(saved.read_text())
    assert data["schema"] == "axiometrics/possible/1"
    checked = run("verify", str(saved), "-q")
    assert checked.exit_code == (5 if data["near"] else 0)
    assert "failed 0" in checked.stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["-c", "scoring:swets-3"], "is no linear demand on the values of a metric"),
        (["-c", "homogenety"], "did you mean homogeneity"),
        (["-c", "homogeneity", "-c", "ranking:priority"], "of the tasks clustering, ranking"),
        (["-c", "ranking:priority", "--conflicts", "--implies", "confidence"], "different questions"),
        (["-c", "clustering:homogeneity", "--implies", "clustering:rag-bag", "--size", "3"], "no case of size 3"),
        (["-c", "clustering:*", "--near", "bcubed-f"], "--near takes one constraint"),
    ],
)
def test_questions_that_cannot_be_asked_are_refused_in_one_line(arguments: list[str], says: str) -> None:
    ran = run("possible", *arguments)
    assert (ran.exit_code, ran.stdout) == (2, "")
    assert says in ran.stderr
    assert len(ran.stderr.splitlines()) == 1


def test_a_tie_is_nearer_than_a_reversal() -> None:
    """Purity ties what Completeness asks to be better: it satisfies it weakly. One minus purity reverses it."""
    tied = ax.possible("clustering:completeness", size=4, near="purity").near
    assert tied is not None
    assert (tied.distance, tied.cases > 0) == ("0", True)

    rand = metric("rand")

    def reversed_rand(system: Any, gold: Any) -> float:
        return 1 - rand.value(system, gold)

    worse = ax.possible("clustering:completeness", size=4, near=reversed_rand).near
    assert worse is not None
    assert worse.value > 0.1
    assert worse.cases == worse.of


def test_the_names_of_constraints_are_those_of_commands() -> None:
    assert [place.name for place in places_of("clustering:homogeneity")] == ["clustering:homogeneity@universal"]


@pytest.mark.parametrize("proposed", [-0.0, 2e-9])
def test_floats_alone_decide_nothing(proposed: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """A solver that proposes values that differ by rounding alone, or wrong weights, leaves the question open."""
    monkeypatch.setattr(exact, "shortest", lambda rows: None)
    monkeypatch.setattr(program, "table", lambda rows, orbits: (np.array([proposed] * orbits + [1.0]), []))
    monkeypatch.setattr(program, "weights", lambda rows, orbits, first=None: np.array([proposed] * len(rows)))
    ran = run("possible", "-c", "clustering:homogeneity", "-c", "clustering:completeness", "--size", "4", "-q")
    assert ran.exit_code == 4
    assert "Undetermined" in ran.stdout
    refuted = run("possible", "-c", "ranking:confidence", "-c", "ranking:extension", "--size", "3", "-q")
    assert refuted.exit_code == 4


def test_equal_self_agreement_is_a_constraint_of_its_own() -> None:
    """Neither symmetry nor the triangle inequality says that V(A, A) is one number."""
    names = [f"clustering:{name}@any" for name in ("symmetry", "distance", "gold-is-best")]
    outcome = ax.possible(names, implies="clustering:equal-self-agreement@any", size=3)
    assert outcome.implies is not None
    assert outcome.implies.answer == "no"
    own = {e.value for e in outcome.table or () if str(e.gold) == str(e.output)}
    assert len(own) > 1


@pytest.mark.parametrize("name", ["deepness-threshold", "closeness-threshold"])
def test_thresholds_are_refused_though_each_of_their_cases_is_a_comparison(name: str) -> None:
    """Both ask that one output wins, one of them for some n and one from some n on."""
    ran = run("possible", "-c", f"ranking:{name}")
    assert ran.exit_code == 2
    assert "and so looks at all sizes" in ran.stderr


def test_a_possibility_on_a_grid_says_so_and_an_impossibility_counts() -> None:
    possible = run("possible", "-c", "scoring:swets-1", "--size", "2", "-q")
    assert (possible.exit_code, "The cases lie on a grid" in possible.stdout) == (0, True)
    impossible = run("possible", "--task", "scoring", "-c", "*", "--size", "2", "-q")
    assert (impossible.exit_code, "grid" in impossible.stdout) == (1, False)


def test_what_is_not_decided_in_time_is_undetermined_and_says_so(tmp_path: Path) -> None:
    saved = tmp_path / "p.json"
    names = ("-c", "clustering:homogeneity", "-c", "clustering:completeness")
    ran = run("possible", *names, "--size", "4", "--budget", "0.000001", "-q", "-o", str(saved), "-o", "-")
    assert ran.exit_code == 4
    assert "Not decided: the time that --budget gives was up." in ran.stdout
    data = json.loads(saved.read_text())
    assert (data["answer"], data["table"], data["certificate"]) == ("undetermined", None, None)
    all_sets = run("possible", *names, "--size", "4", "--budget", "0.000001", "-q", "--conflicts")
    assert all_sets.exit_code == 0
    assert "This is not all" in all_sets.stdout
    implied = run("possible", *names, "--size", "4", "--budget", "0.000001", "-q", "--implies", "symmetry")
    assert implied.exit_code == 4


def test_a_budget_that_is_enough_changes_nothing() -> None:
    names = ["clustering:homogeneity", "clustering:completeness", "clustering:symmetry"]
    assert ax.possible(names, size=4, budget=1000) == ax.possible(names, size=4)
    all_sets = [ax.possible(names, size=4, conflicts=True, budget=budget) for budget in (1000, None)]
    assert all_sets[0] == all_sets[1]


def test_equations_end_when_the_time_is_up() -> None:
    equations = [{0: Fraction(1), 1: Fraction(1)}]
    with ending(0.0), pytest.raises(TimeUpError):
        solved(equations)
    assert solved(equations) is not None


@pytest.mark.parametrize(
    ("names", "size", "answer", "lines"),
    [
        (["ranking:confidence", "ranking:extension"], 3, "impossible", 2),
        (["classification:constant-baseline", "classification:monotonicity"], 2, "impossible", 2),
        (
            [
                *("clustering:completeness@non-trivial", "clustering:constant-baseline", "clustering:distance"),
                *("clustering:equal-self-agreement", "clustering:symmetry", "clustering:gold-is-best"),
            ],
            4,
            "possible",
            0,
        ),
    ],
)
def test_what_is_known_to_be_possible_or_not(names: list[str], size: int, answer: str, lines: int) -> None:
    outcome = ax.possible(names, size=size)
    assert (outcome.answer, len(outcome.certificate or ())) == (answer, lines)


def test_an_impossibility_says_that_it_speaks_of_metrics_that_are_defined_everywhere() -> None:
    refuted = ax.possible(["ranking:confidence", "ranking:extension"], size=3)
    assert "One that is undefined somewhere may satisfy" in " ".join(str(refuted).split())
    possible = ax.possible(["ranking:confidence", "ranking:zero"], size=3)
    assert "undefined" not in str(possible)


@pytest.mark.parametrize(
    ("task", "size"), [("clustering", 5), ("classification", 6), ("ranking", 5), ("organization", 3), ("filtering", 3)]
)
def test_the_sizes_that_are_taken_unless_told(task: str, size: int) -> None:
    places = linear_constraints([f"{task}:*"], task)
    assert question(places[:1]).size == size
