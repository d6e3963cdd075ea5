"""Imbalance: an error in a class with many items costs less than the same error in a class with few."""

from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement

from axiometrics.core.case import GAIN
from axiometrics.core.constraint import Constraint
from axiometrics.core.implication import implies
from axiometrics.generators.classifications import Calls, Side, all_in_gold
from axiometrics.generators.ordered_classes import reading


def errors(items: int, classes: int) -> Iterator[Calls]:
    """A perfect prediction in which one item of a lower class is moved to a middle class, and the same gold as
    prediction in which one item of a higher class is moved there; the lower class has more items.
    """
    yield from _errors(items, classes, list(combinations(range(classes), 3)))


def errors_of_neighbours(items: int, classes: int) -> Iterator[Calls]:
    """The cases of `errors` in which the three classes are neighbours."""
    yield from _errors(items, classes, [(low, low + 1, low + 2) for low in range(classes - 2)])


def _errors(items: int, classes: int, triples: Sequence[tuple[int, int, int]]) -> Iterator[Calls]:
    for gold in combinations_with_replacement(range(classes), items):
        for low, middle, high in triples:
            if gold.count(low) > gold.count(high) > 0:
                yield {
                    "better": (gold, _with_error(gold, low, middle)),
                    "worse": (gold, _with_error(gold, high, middle)),
                }


def _with_error(gold: Side, of: int, into: int) -> Side:
    i = gold.index(of)
    return (*gold[:i], into, *gold[i + 1 :])


CONSTRAINT = Constraint(
    id="imbalance",
    task="ordinal",
    title="Imbalance",
    statement=(
        "with classes a < b < c, and more items of class a in the gold than of class c: the gold as prediction with "
        "one item of class a in class b (better) scores higher than with one item of class c in class b (worse)"
    ),
    source="after Amigó, Gonzalo, Mizzaro & Carrillo-de-Albornoz 2020",
    readings=(
        reading(
            "neighbours",
            "the three classes are neighbours, and every class occurs in the gold",
            errors_of_neighbours,
            GAIN,
            8,
            ("macro-mae", "mae"),
            "those who compare errors of one step",
            allowed=all_in_gold,
        ),
        reading(
            "all-classes",
            "every class occurs in the gold",
            errors,
            GAIN,
            8,
            ("f(average=macro)", "mae"),
            "those whose gold has every class",
            allowed=all_in_gold,
        ),
        reading(
            "any",
            "a class may lack items",
            errors,
            GAIN,
            8,
            ("f(average=macro)", "mae"),
            "those whose data may lack a class",
        ),
    ),
    implications=(*implies("any", "all-classes"), *implies("all-classes", "neighbours")),
    unedited="the perfect prediction with an error is not an edit of a real output",
)
