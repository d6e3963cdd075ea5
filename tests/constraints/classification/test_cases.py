"""The cases of two classes: as many as formulas say, and a few verdicts that are known from pencil and paper."""

from fractions import Fraction
from math import comb

import pytest
from sklearn import metrics as sklearn

import axiometrics
from axiometrics import registry
from axiometrics.core.organization import Organization
from axiometrics.generators.classifications import classified


def number(constraint: str, reading: str, items: int) -> int:
    (declared,) = registry.match_constraints(f"classification:{constraint}")
    return len(list(declared.reading(reading).judged.cases(items)))


def tables(items: int, kinds: int = 4) -> int:
    """The ways to put items that are alike into so many kinds."""
    return comb(items + kinds - 1, kinds - 1)


@pytest.mark.parametrize("items", range(1, 7))
def test_the_cases_are_counted(items: int) -> None:
    golds = items + 1
    perfect = wrong = golds
    assert number("class-symmetry", "any", items) == tables(items)
    # a pair of different sides and the same pair exchanged are one case
    same = sum(1 for tp in range(golds) for error in range(golds - tp) if tp + 2 * error <= items)
    assert number("symmetry", "any", items) == (tables(items) + same) // 2 - perfect
    assert number("gold-is-best", "any", items) == tables(items) - perfect
    assert number("all-wrong-is-worst", "any", items) == tables(items) - wrong
    assert number("equal-self-agreement", "any", items) == comb(golds, 2)
    assert number("distance", "any", items) == tables(items, 8)
    # a table with one item in one of the two cells of errors, and the others anywhere
    assert number("monotonicity", "any", items) == 2 * tables(items - 1)
    assert number("constant-baseline", "any", items) == comb(golds**2, 2) if items < 5 else True


@pytest.mark.parametrize("items", range(2, 6))
def test_a_reading_leaves_out_what_lacks_a_class(items: int) -> None:
    """Of all tables those whose gold, or whose gold and prediction, have both classes; equal classifications aside."""
    of_both_in_gold = tables(items) - 2 * (items + 1)
    of_both = of_both_in_gold - 2 * (items - 1)
    assert number("gold-is-best", "both-in-gold", items) == of_both_in_gold - (items - 1)
    assert number("gold-is-best", "both", items) == of_both - (items - 1)


@pytest.mark.parametrize("items", range(1, 4))
def test_the_cases_of_three_and_four_classes_are_counted(items: int) -> None:
    """Golds and predictions of k classes are tables of k times k cells; three classes and four are searched."""
    both = (3, 4)
    assert number("gold-is-best", "several", items) == sum(tables(items, k * k) - tables(items, k) for k in both)
    assert number("equal-self-agreement", "several", items) == sum(comb(tables(items, k), 2) for k in both)
    # one of the cells of errors has one item more, and the others are anywhere
    assert number("monotonicity", "several", items) == sum(k * (k - 1) * tables(items - 1, k * k) for k in both)
    draws = {k: tables(items, k) ** 2 for k in both if k == 3 or items < 3}
    assert number("constant-baseline", "several", items) == sum(comb(of, 2) for of in draws.values())
    # of so few items, only three have all classes: one of each in the gold, and any prediction
    assert number("gold-is-best", "all-classes", items) == (3**3 - 1 if items == 3 else 0)


def test_the_classes_that_are_exchanged_are_neighbours() -> None:
    """Two items of three classes: of 45 tables, those are left out that the exchange of two neighbours leaves alone."""
    (symmetry,) = registry.match_constraints("classification:class-symmetry")
    cases = [case for case in symmetry.reading("several").judged.cases(2) if len(case.gold.levels) == 3]
    assert len(cases) == 2 * (45 - 1)  # both items in the class that stays, in gold and prediction


def cell(metric: str, constraint: str, reading: str = "any", size: int = 4) -> axiometrics.Cell:
    matrix = axiometrics.matrix(
        metrics=[metric], constraints=[f"classification:{constraint}"], reading="all", max_size=size, cache=False
    )
    return next(cell for cell in matrix.cells if cell.reading == reading)


def test_the_chance_of_a_right_guess_depends_on_the_gold() -> None:
    """One of three items is positive in the gold: to call all of them negative is right by 2/3, all positive by 1/3."""
    verdict = cell("accuracy", "constant-baseline", "both-in-gold")
    assert verdict.holds is False
    assert verdict.counterexample is not None
    assert verdict.counterexample.data["scores"] == {"one": "2/3", "other": "1/3"}


def test_mcc_is_not_a_distance() -> None:
    verdict = cell("mcc", "distance", "both")
    assert verdict.holds is False
    assert verdict.counterexample is not None
    scores = {role: Fraction(score) for role, score in verdict.counterexample.data["scores"].items()}
    assert scores["first_second"] + scores["second_third"] > scores["first_third"] + scores["second_second"]


@pytest.mark.parametrize(
    ("metric", "readings"),
    [
        ("mcc", {"any": False, "both-in-gold": True, "both": True}),  # 0 by convention where a class is missing
        ("sba", {"any": True, "both-in-gold": True, "both": True}),
        ("f", {"any": False, "both-in-gold": False, "both": False}),
    ],
)
def test_monotonicity_depends_on_missing_classes(metric: str, readings: dict[str, bool]) -> None:
    assert {reading: cell(metric, "monotonicity", reading).holds for reading in readings} == readings


@pytest.mark.parametrize(
    ("metric", "constraint", "readings"),
    [
        # a faultless prediction of one of three classes has the mean F of 1, 0 and 0, or of 1 alone
        ("f(average=macro)", "equal-self-agreement", {"several": False, "all-classes": True}),
        ("f(average=macro,over=present)", "equal-self-agreement", {"several": True, "all-classes": True}),
        ("recall(average=macro)", "symmetry", {"several": False, "all-classes": False}),
        # with one item of each class in the gold, any prediction is right by 1/3 in the mean of its arrangements
        ("accuracy", "constant-baseline", {"several": False, "all-classes": False}),
        ("mcc", "gold-is-best", {"several": False, "all-classes": True}),
        ("kappa(weights=linear)", "class-symmetry", {"several": False, "all-classes": False}),
    ],
)
def test_verdicts_on_several_classes(metric: str, constraint: str, readings: dict[str, bool]) -> None:
    assert {reading: cell(metric, constraint, reading).holds for reading in readings} == readings


def test_an_error_that_is_corrected_lowers_quadratic_kappa() -> None:
    """An example that scikit-learn scores too: with every class in the gold, one of three errors is corrected."""
    gold, worse, better = [0, 1, 2], [2, 2, 1], [2, 1, 1]
    scores = [sklearn.cohen_kappa_score(gold, side, labels=range(3), weights="quadratic") for side in (worse, better)]
    assert scores == pytest.approx([-1 / 2, -2 / 3])
    listed = registry.constraint("classification:monotonicity").reading("all-classes").judged.cases(3)
    sides = [str(classified(tuple(side), 3)) for side in (gold, worse, better)]
    assert sides in [[str(case.gold), str(case.outputs["worse"]), str(case.outputs["better"])] for case in listed]
    assert cell("kappa(weights=quadratic)", "monotonicity", "all-classes", 3).holds is False


def test_a_metric_of_two_classes_is_not_judged_on_three() -> None:
    verdict = cell("informedness", "symmetry", "several", 2)
    assert (verdict.holds, verdict.evidence.kind, verdict.message) == (
        None,
        "not-applicable",
        "the metric is one of two classes",
    )


def test_a_metric_of_filtering_is_one_of_two_classes() -> None:
    assert registry.metric("classification:accuracy").id == registry.metric("accuracy").id == "accuracy"
    assert registry.metric("filtering:balanced-accuracy").base == "macro-accuracy"
    assert registry.metric("classification:macro-accuracy").base == "balanced-accuracy"
    sides = Organization.parse("a b > c"), Organization.parse("a > b c")
    assert registry.metric("kappa").reduced("classification").exact(*sides) == Fraction(2, 5)
