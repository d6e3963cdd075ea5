"""The files that `scaffold` writes for rankings: the sum of 1/i over the ranks i of relevant documents, and neighbours
that are exchanged.
"""

from axiometrics.core.task import Examples
from axiometrics.tasks import example_texts

METRIC = '''"""A ranking metric, to be changed into yours."""

from axiometrics import metric


@metric(task="ranking", form="gains")
def {name}(gains, ideal):
    """Gain by rank, each rank counting 4/5 of the one above.

    An irrelevant document costs half of what a relevant one earns at its rank.

    `gains` holds the grade of each retrieved document in rank order (0: irrelevant),
    `ideal` the grades of all relevant documents, best first.
    """
    return sum((gain if gain > 0 else -0.5) * 0.8**i for i, gain in enumerate(gains))
'''

FORMULA = '''"""{title}: relevant documents count by their ranks.

To be changed into your metric.
"""

import numpy as np

from axiometrics.core.aggregates import Gains
from axiometrics.core.arithmetic import Array, over
from axiometrics.core.metric import Metric


def {name}(r: Gains) -> Array:
    """The sum of 1/i over the ranks i of relevant documents. Binary. From 0; always defined.

    >>> {name}(Gains.of([[1, 0, 1]], [[2]], exact=True)).item()
    Fraction(4, 3)
    """
    return np.asarray(over(r.relevant, r.ranks).sum(-1))
''' + example_texts.metric("{name}", 'terms="rank"')

DEFINITION = '''"""{title}, a second time, as its paper states it."""

from fractions import Fraction

from axiometrics.core.definition import Definition
from axiometrics.core.organization import Organization
from axiometrics.definitions.runs import binary_gains


def {name}(system: Organization, gold: Organization) -> Fraction:
    """The sum of 1/i over the ranks i of relevant documents. Binary. From 0; always defined.

    >>> {name}(Organization.parse("a > b > ..."), Organization.parse("b > ..."))
    Fraction(1, 2)
    """
    run, _ = binary_gains(system, gold)
    return sum((Fraction(1, rank) for rank, hit in enumerate(run, 1) if hit), Fraction(0))


DEFINITIONS = (Definition("{id}", {name}),)
'''

CONSTRAINT = '''"""{title}: a relevant document directly above an irrelevant one beats the swap."""

from collections.abc import Iterator
from itertools import product

from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.organization import Organization
from axiometrics.generators.listed import PlainCases


def swaps(documents: int) -> Iterator[tuple[Organization, Organization, Organization]]:
    """Gold, better and worse run. Every run of relevant and irrelevant documents, where the gold lists the relevant
    ones and those that are not retrieved; and each place in it where a relevant one stands above an irrelevant one.
    """
    names = [f"d{i}" for i in range(1, documents + 1)]
    for length in range(2, documents + 1):
        run = names[:length]
        for hits in product((True, False), repeat=length):
            relevant = [name for name, hit in zip(run, hits, strict=True) if hit] + names[length:]
            for i in range(length - 1):
                if hits[i] and not hits[i + 1]:
                    worse = [*run[:i], run[i + 1], run[i], *run[i + 2 :]]
                    gold = Organization([[[name] for name in relevant]], tail=True)
                    yield gold, Organization.ranking(run), Organization.ranking(worse)
''' + example_texts.constraint(
    "if a relevant document changes places with the irrelevant one directly below it, the score falls",
    "any run, any number of relevant documents",
    "swaps, default=4, greatest=6, closable=True",
    "ap",
    "p@10",
)

PROOF = '''"""{title}: each rank is worth more than the next."""

from axiometrics.proving.theorem import Proof, Theorem


def swap_costs(p: Proof) -> None:
    """The relevant document counts 1/i, and one rank below 1/(i + 1)."""
    p.about("i", "c", "N")
    p.excess = "1/i - 1/(i + 1)"
    p.positive(p.goal)
''' + example_texts.theorem(
    "ranking:priority",
    ("universal", "single"),
    "Each rank is worth more.",
    "swap_costs",
)


def examples() -> Examples:
    """The files that `scaffold` writes for ranking: a metric, its definition, a constraint and a proof."""
    return Examples(METRIC, FORMULA, DEFINITION, CONSTRAINT, PROOF, size="5,thresholds=60")
