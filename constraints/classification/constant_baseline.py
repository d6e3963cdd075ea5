"""Constant baseline: predictions without information have one score, whatever the gold and the number of positives."""

from collections.abc import Iterator
from itertools import combinations, pairwise, product

from axiometrics.core.case import EQUAL, EQUAL_MEANS
from axiometrics.core.constraint import Constraint
from axiometrics.core.implication import implies
from axiometrics.generators.classifications import (
    FEWER_OF_SEVERAL,
    SEVERAL,
    THREE,
    Calls,
    Side,
    golds,
    readings,
    with_sizes,
)
from axiometrics.generators.tables import compositions

EXPECTED = "-expected-table"


def random_predictions(items: int, classes: int) -> Iterator[Calls]:
    """Two golds, each with all predictions that have a given number of items in each class."""
    sizes = {size: with_sizes(size) for size in compositions(items, classes)}
    drawn = [(gold, sizes[size]) for gold, size in product(golds(items, classes), sizes)]
    yield from ({"one": first, "other": second} for first, second in combinations(drawn, 2))


def expected_tables(items: int, classes: int) -> Iterator[Calls]:
    """Of two classes: two golds, each with a prediction that has as many right positive items as a random one has in
    the mean.
    """
    tables = [(p, q) for p, q in product(range(items + 1), repeat=2) if p * q % items == 0]
    made = [_expected(items, positives, predicted) for positives, predicted in tables]
    yield from ({"one": first, "other": second} for first, second in combinations(made, 2))


def _expected(items: int, positives: int, predicted: int) -> tuple[Side, Side]:
    right = positives * predicted // items
    gold = tuple(int(i >= positives) for i in range(items))
    called_positive = {*range(right), *range(positives, positives + predicted - right)}
    return gold, tuple(int(i not in called_positive) for i in range(items))


CONSTRAINT = Constraint(
    id="constant-baseline",
    task="classification",
    title="Constant Baseline",
    question="Does guessing at random earn the same for all golds and shares of positive items?",
    statement=(
        "the mean score of all predictions with a given number of positive items is one number, whatever the gold and "
        "that number"
    ),
    source="after Gösgens, Zhiyanov, Tikhonov & Prokhorenkova 2021",
    readings=(
        *readings(
            random_predictions,
            EQUAL_MEANS,
            "two golds of the same items, and two numbers of positive items",
            ((2, 6),),
            dict.fromkeys(THREE, ("control-covariance", "jaccard")),
            joint=False,
        ),
        *readings(
            expected_tables,
            EQUAL,
            "in place of the mean, the score of the prediction that is right as often as random ones are in the mean, "
            "where that is a whole number",
            ((2, 12),),
            dict.fromkeys(THREE, ("control-covariance", "jaccard")),
            EXPECTED,
            joint=False,
        ),
        *readings(
            random_predictions,
            EQUAL_MEANS,
            "two golds of the same items, and two choices of the numbers of items in the classes",
            ((3, 4), (4, 2)),
            dict.fromkeys(SEVERAL, ("balanced-accuracy", "scott-pi")),
            joint=False,
        ),
    ),
    implications=(
        *(implied for end in ("", EXPECTED) for a, b in pairwise(THREE) for implied in implies(a + end, b + end)),
        *FEWER_OF_SEVERAL,
    ),
    vocabulary="axiometrics.constraints.classification.vocabularies.constant_baseline",
    unedited="all predictions with a number of positive items are compared, and a real output is one of them",
)
