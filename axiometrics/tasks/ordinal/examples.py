"""The files that `scaffold` writes for ordered classes: how far predictions are from the gold."""

from axiometrics.core.task import Examples
from axiometrics.tasks import example_texts

METRIC = '''"""A metric of ordered classes, to be changed into yours."""

from axiometrics import metric


@metric(task="ordinal", form="ordered-labels")
def {name}(y_true, y_pred):
    """One less the mean distance of the predicted class from the gold class.

    Both arguments hold the number of the class of each item, from 1 for the lowest.
    """
    return 1 - float(abs(y_true - y_pred).mean())
'''

FORMULA = '''"""{title}: how far predictions are from the gold.

To be changed into your metric.
"""

import numpy as np

from axiometrics.core.aggregates import Contingency
from axiometrics.core.arithmetic import Array, like, ratio
from axiometrics.core.metric import Metric


def {name}(t: Contingency) -> Array:
    """Minus the mean distance of the predicted class from the gold class. Range at most 0; undefined without items.

    >>> {name}(Contingency.of([[[1, 1], [0, 2]]], exact=True)).item()
    Fraction(-1, 4)
    """
    places = np.arange(t.table.shape[-1])
    distance = like(np.abs(places[:, None] - places), t.table)
    return ratio(-(distance * t.table).sum((-2, -1)), t.documents)
''' + example_texts.metric("{name}")

DEFINITION = '''"""{title}, a second time, as its paper states it."""

from fractions import Fraction

from axiometrics.core.definition import Definition
from axiometrics.core.organization import Organization
from axiometrics.definitions.classes import class_pairs


def {name}(system: Organization, gold: Organization) -> Fraction | None:
    """Minus the mean over items of the distance of both classes. Range at most 0; undefined without items.

    >>> {name}(Organization.parse("a > b > c"), Organization.parse("a b > {} > c"))
    Fraction(-1, 3)
    """
    pairs = class_pairs(system, gold)
    return Fraction(-sum(abs(given - right) for given, right in pairs), len(pairs)) if pairs else None


DEFINITIONS = (Definition("{id}", {name}),)
'''

CONSTRAINT = '''"""{title}: an output that has every item in its class scores higher than any other output."""

from collections.abc import Iterator
from itertools import product

from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.organization import Organization
from axiometrics.generators.classifications import classified
from axiometrics.generators.listed import PlainCases


def others(documents: int) -> Iterator[tuple[Organization, Organization, Organization]]:
    """Gold, better and worse output: the gold itself, and each other output, with three classes."""
    sides = list(product(range(3), repeat=documents))
    for gold, output in product(sides, repeat=2):
        if gold != output:
            yield classified(gold, 3), classified(gold, 3), classified(output, 3)
''' + example_texts.constraint(
    "the gold as output scores higher than every other output",
    "with three classes",
    "others, default=3, greatest=4",
    "accuracy",
    "pearson",
)


def examples() -> Examples:
    """The files that `scaffold` writes for ordered classes: a metric, its definition and a constraint."""
    return Examples(METRIC, FORMULA, DEFINITION, CONSTRAINT, size="4", violates=("ordinal-invariance", "imbalance"))
