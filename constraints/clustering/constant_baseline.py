"""Constant baseline: outputs without information have one score, whatever the gold and the sizes of the clusters."""

from collections.abc import Iterator
from itertools import combinations

from axiometrics.core.case import EQUAL_MEANS
from axiometrics.core.constraint import Constraint
from axiometrics.core.implication import implies
from axiometrics.generators.partition_pairs import Calls, Parts, each, of_sizes, readings, with_sizes
from axiometrics.generators.tables import partitions


def random_outputs(items: int) -> Iterator[Calls]:
    """Two golds, each with all outputs whose clusters have given sizes."""
    sizes = list(partitions(items))
    drawn = [(of_sizes(gold), with_sizes(output)) for gold in sizes for output in sizes]
    for first, second in combinations(drawn, 2):
        yield {"one": first, "other": second}


def random_outputs_of_each_gold(items: int) -> Iterator[Calls]:
    """One gold with all outputs whose clusters have given sizes, and with all outputs of other sizes."""
    return (calls for calls in random_outputs(items) if calls["one"][0] == calls["other"][0])


def are_random(calls: Calls) -> bool:
    """Whether each role has all outputs whose clusters have certain sizes, and the two roles differ in the sizes of the
    gold or of the outputs.
    """
    drawn = []
    for gold, outputs in calls.values():
        every = each(outputs)
        if not isinstance(outputs[0], tuple) or set(every) != set(with_sizes(_sizes(every[0]))):
            return False
        if len(set(every)) < len(every):
            return False
        drawn.append((_sizes(gold), _sizes(every[0])))
    return drawn[0] != drawn[1] and sum(drawn[0][0]) == sum(drawn[1][0])


def are_random_of_each_gold(calls: Calls) -> bool:
    """Whether the calls satisfy `are_random`, and both roles have one gold."""
    return are_random(calls) and calls["one"][0] == calls["other"][0]


def _sizes(parts: Parts) -> tuple[int, ...]:
    return tuple(sorted(map(parts.count, set(parts)), reverse=True))


CONSTRAINT = Constraint(
    id="constant-baseline",
    task="clustering",
    title="Constant Baseline",
    question="Does guessing at random earn the same for all sizes of clusters?",
    statement=(
        "the mean score of all outputs with given sizes of clusters is one number, whatever the gold and these sizes"
    ),
    source="after Gösgens, Tikhonov & Prokhorenkova 2021, Systematic analysis of cluster similarity indices",
    readings=(
        *readings(
            random_outputs,
            are_random,
            (EQUAL_MEANS,),
            "two golds of the same items, each with all outputs of some sizes of clusters",
            6,
            {"non-trivial": ("adjusted-rand", "rand"), "any": ("control-pair-covariance", "adjusted-rand")},
        ),
        *readings(
            random_outputs_of_each_gold,
            are_random_of_each_gold,
            (EQUAL_MEANS,),
            "one gold with all outputs of some sizes of clusters, and with all outputs of other sizes",
            6,
            {"non-trivial": ("adjusted-rand", "rand"), "any": ("control-pair-covariance", "adjusted-rand")},
            suffix="-each-gold",
        ),
    ),
    implications=(
        *implies("any", "non-trivial", "any-each-gold"),
        *implies("non-trivial", "non-trivial-each-gold"),
        *implies("any-each-gold", "non-trivial-each-gold"),
    ),
    unedited="a mean over all outputs of given sizes is not an edit of a real output",
)
