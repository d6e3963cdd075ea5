"""The files that `scaffold` writes for scorings: the share of documents whose score is right, and a score that is set
right.
"""

from axiometrics.core.task import Examples
from axiometrics.tasks import example_texts

METRIC = '''"""A metric of scorings, to be changed into yours."""

from axiometrics import metric


@metric(task="scoring", form="numbers")
def {name}(srs, urs):
    """The share of documents whose score is their relevance."""
    return sum(s == u for s, u in zip(srs, urs)) / len(urs)
'''

FORMULA = '''"""{title}: the share of documents whose score is their relevance.

To be changed into your metric.
"""

from fractions import Fraction
from math import nan

from axiometrics.core.metric import Metric
from axiometrics.core.scores import Relevance, Scores


def {name}(system: Scores, gold: Relevance) -> Fraction | float:
    """The share of documents whose score is their relevance. Range [0, 1]; undefined without documents.

    >>> {name}(Scores.parse("d1:1 d2:0"), Relevance.parse("d1:1 d2:1"))
    Fraction(1, 2)
    """
    right = sum(system.numbers.get(document) == number for document, number in gold.pairs)
    return Fraction(right, gold.size) if gold.size else nan
''' + example_texts.metric("direct={name}")

DEFINITION = '''"""{title}, a second time, as its paper states it."""

from fractions import Fraction

from axiometrics.core.definition import Definition
from axiometrics.core.scores import Relevance, Scores


def {name}(system: Scores, gold: Relevance) -> Fraction | None:
    """The share of documents whose score is their relevance. Range [0, 1]; undefined without documents.

    >>> {name}(Scores.parse("d1:1 d2:0"), Relevance.parse("d1:1 d2:1/2"))
    Fraction(1, 2)
    """
    right = set(system.pairs) & set(gold.pairs)
    return Fraction(len(right), len(gold.pairs)) if gold.pairs else None


DEFINITIONS = (Definition("{id}", {name}),)
'''

CONSTRAINT = '''"""{title}: a document whose score is set to its relevance raises the value."""

from collections.abc import Iterator

from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.scores import Relevance, Scores
from axiometrics.generators.listed import PlainCases
from axiometrics.generators.scoring.grids import relevance, rows, scores


def corrections(documents: int) -> Iterator[tuple[Relevance, Scores, Scores]]:
    """Gold, better and worse output: one score that is wrong is set right."""
    for case in rows(documents, 2):
        u, s = zip(*case, strict=True)
        for i in range(documents):
            if u[i] != s[i]:
                yield relevance(u), scores([*s[:i], u[i], *s[i + 1 :]]), scores(s)
''' + example_texts.constraint(
    "if one score is set to the relevance of its document, the value of the metric rises",
    "on the grid",
    "corrections, 2, 3",
    "adm",
    "adp",
)


def examples() -> Examples:
    """The files of a metric of scorings, its definition and a constraint."""
    return Examples(METRIC, FORMULA, DEFINITION, CONSTRAINT, size="2", controls=("adm", "adp"))
