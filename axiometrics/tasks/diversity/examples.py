"""The files that `scaffold` writes for diversity: the share of the intents that a run covers, and documents of a new
intent.
"""

from axiometrics.core.task import Examples
from axiometrics.tasks import example_texts

METRIC = '''"""A metric of diversity, to be changed into yours."""

from axiometrics import metric


@metric(task="diversity", form="intents")
def {name}(intents, probabilities, run):
    """The sum over ranks of 1/rank for each intent that is served there for the first time.

    `intents` holds for each intent the grades of the relevant documents, `probabilities` the probability of each
    intent, `run` the numbers of the retrieved documents in rank order, None for an irrelevant one.
    """
    covered, score = set(), 0.0
    for rank, document in enumerate(run, 1):
        served = set() if document is None else {i for i, grades in enumerate(intents) if grades[document]}
        score += len(served - covered) / rank
        covered |= served
    return score / len(intents)
'''

FORMULA = '''"""{title}: intents that are covered, to be changed into your metric."""

import numpy as np

from axiometrics.core.aggregates import Coverage
from axiometrics.core.arithmetic import Array, like, ratio
from axiometrics.core.metric import Metric


def {name}(c: Coverage) -> Array:
    """The share of the intents that the run covers. Range [0, 1]; always defined.

    >>> {name}(Coverage.of([[1, 0]], [[1, 0], [0, 1]], exact=True)).item()
    Fraction(1, 2)
    """
    return ratio(like(np.asarray((c.gains > 0).any(axis=-2)).sum(-1), c.gains), c.intents)
''' + example_texts.metric("{name}")

DEFINITION = '''"""{title}, a second time, as its paper states it."""

from fractions import Fraction

from axiometrics.core.definition import Definition
from axiometrics.core.organization import Organization
from axiometrics.core.topic import Topic
from axiometrics.definitions.topics import served


def {name}(system: Organization, gold: Topic) -> Fraction:
    """The share of the intents that the run covers. Range [0, 1]; always defined.

    >>> {name}(Organization.parse("d1 > ..."), Topic.parse("P(i1)=1/2 P(i2)=1/2 | d1: i1 | d2: i2"))
    Fraction(1, 2)
    """
    covered = {intent for of in served(system, gold) for intent in of}
    return Fraction(len(covered), len(gold.probabilities))


DEFINITIONS = (Definition("{id}", {name}),)
'''

CONSTRAINT = '''"""{title}: a document of a new intent beats an irrelevant one at its rank."""

from collections.abc import Iterator

from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.organization import Organization
from axiometrics.core.topic import Topic
from axiometrics.generators.listed import PlainCases


def replaced(documents: int) -> Iterator[tuple[Topic, Organization, Organization]]:
    """Topic, better and worse run. Each intent has one document, and all are in the better run but the last, in place
    of which the worse run has an irrelevant one.
    """
    names = [f"d{i}" for i in range(1, documents)]
    if names:
        gold = Topic.uniform({name: {f"i{k}": 1} for k, name in enumerate(names, 1)})
        yield gold, Organization.ranking(names), Organization.ranking([*names[:-1], "x1"])
''' + example_texts.constraint(
    "if an irrelevant document is replaced by one of a new intent, the score rises",
    "each intent has one document",
    "replaced, 4, 6",
    "i-rec@10",
    "i-rec@1",
)


def examples() -> Examples:
    """The files of a metric of diversity, its definition and a constraint."""
    return Examples(METRIC, FORMULA, DEFINITION, CONSTRAINT, size="4", controls=("i-rec@10", "i-rec@1"))
