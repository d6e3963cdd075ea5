"""The files that `scaffold` writes for filterings: the share of documents in their right set, and documents that are
moved.
"""

from axiometrics.core.task import Examples
from axiometrics.tasks import example_texts

METRIC = '''"""A filtering metric, to be changed into yours."""

from axiometrics import metric


@metric(task="filtering", form="decisions")
def {name}(y_true, y_pred):
    """Two points for each relevant document that is accepted, less one for each irrelevant one.

    Both arguments hold 0 or 1 for each document.
    """
    accepted = y_true[y_pred == 1]
    return 2 * int((accepted == 1).sum()) - int((accepted == 0).sum())
'''

FORMULA = '''"""{title}: the share of documents in their right set.

To be changed into your metric.
"""

from axiometrics.core.aggregates import Confusion
from axiometrics.core.arithmetic import Array, ratio
from axiometrics.core.metric import Metric


def {name}(t: Confusion) -> Array:
    """(tp + tn) / n. Range [0, 1]; undefined without documents.

    >>> {name}(Confusion.of([[2, 1, 1, 0]], exact=True)).item()
    Fraction(1, 2)
    """
    return ratio(t.tp + t.tn, t.documents)
''' + example_texts.metric("{name}")

DEFINITION = '''"""{title}, a second time, as its paper states it."""

from fractions import Fraction

from axiometrics.core.definition import Definition
from axiometrics.core.organization import Organization
from axiometrics.definitions.filtering.counts import table_of


def {name}(system: Organization, gold: Organization) -> Fraction | None:
    """The share of documents in their right set. Range [0, 1]; undefined without documents.

    >>> {name}(Organization.parse("a b > c d"), Organization.parse("a > b c d"))
    Fraction(3, 4)
    """
    t = table_of(system, gold)
    return Fraction(t.tp + t.tn, sum(t)) if sum(t) else None


DEFINITIONS = (Definition("{id}", {name}),)
'''

CONSTRAINT = '''"""{title}: a document moved to its right set raises the score."""

from collections.abc import Iterator
from itertools import product

from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.organization import Organization
from axiometrics.generators.listed import PlainCases


def corrections(documents: int) -> Iterator[tuple[Organization, Organization, Organization]]:
    """Gold, better and worse output. Every gold, every output on which some document is in its right set, and each
    document that is in its wrong set there.
    """
    names = [f"d{i}" for i in range(1, documents + 1)]
    for gold, output in product(product((True, False), repeat=documents), repeat=2):
        for i in range(documents):
            if gold[i] != output[i] and any(one == other for one, other in zip(gold, output, strict=True)):
                better = (*output[:i], gold[i], *output[i + 1 :])
                yield filtering(names, gold), filtering(names, better), filtering(names, output)


def filtering(names: list[str], accepted: tuple[bool, ...]) -> Organization:
    """The documents that are accepted above the others."""
    inside = [name for name, yes in zip(names, accepted, strict=True) if yes]
    return Organization.filtering(inside, [name for name in names if name not in inside])
''' + example_texts.constraint(
    "if some document is in its right set and another one is moved to its right set, the score rises",
    "with tp + tn >= 1 before",
    "corrections, default=4, greatest=6",
    "accuracy",
    "recall",
)

PROOF = '''"""{title}: one more document is in its right set, of as many."""

from axiometrics.proving.theorem import Proof, Theorem


def one_more(p: Proof) -> None:
    """Beside the document that is moved there are tp + fp + fn + tn others."""
    p.about("tp", "fp", "fn", "tn")
    p.excess = "1/(tp + fp + fn + tn + 1)"
    p.positive(p.goal)
''' + example_texts.theorem(
    "filtering:priority",
    ("universal", "interior"),
    "One more document is right.",
    "one_more",
)


def examples() -> Examples:
    """The files that `scaffold` writes for filtering: a metric, its definition, a constraint and a proof."""
    return Examples(METRIC, FORMULA, DEFINITION, CONSTRAINT, PROOF, size="6")
