"""Greatest and least agreement of partitions: the gold itself is best, with one score for every gold; and least is
where every pair of items is wrong.
"""

from collections.abc import Iterator
from itertools import combinations

from axiometrics.core.case import EQUAL, GAIN
from axiometrics.core.constraint import Constraint
from axiometrics.generators.partition_pairs import BOTH, FEWER, Calls, of_sizes, pair_counts, pairs, readings, types

SOURCE = "after Gösgens, Tikhonov & Prokhorenkova 2021, Systematic analysis of cluster similarity indices"


def golds_themselves(items: int) -> Iterator[Calls]:
    """Two golds with parts of different sizes, each as its own output."""
    for first, second in combinations(types(items), 2):
        yield {"one": (first, first), "other": (second, second)}


def are_golds_themselves(calls: Calls) -> bool:
    """Whether each output is its gold, the two golds having parts of different sizes."""
    sides = [(gold, sorted(map(gold.count, set(gold)))) for gold, output in calls.values() if gold == output]
    return len(sides) == 2 and sides[0][1] != sides[1][1] and len(sides[0][0]) == len(sides[1][0])


def gold_and_others(items: int) -> Iterator[Calls]:
    """The gold as output, and any other output."""
    for gold, output in pairs(items):
        if gold != output:
            yield {"better": (gold, gold), "worse": (gold, output)}


def are_gold_and_other(calls: Calls) -> bool:
    """Whether both roles have one gold, and the better output is this gold and the worse one is not."""
    (gold, better), (other_gold, worse) = calls["better"], calls["worse"]
    return gold == other_gold == better != worse


def least_and_others(items: int) -> Iterator[Calls]:
    """The two pairs of partitions that disagree on every pair of items; and each of the others against one of them."""
    if items < 2:
        return
    together, apart = of_sizes([items]), of_sizes([1] * items)
    yield {"one": (together, apart), "other": (apart, together)}
    for gold, output in pairs(items):
        if not _disagree(gold, output):
            yield {"better": (gold, output), "worse": (together, apart)}


def are_least_and_other(calls: Calls) -> bool:
    """Whether the partitions of `worse`, or those of both roles, disagree on every pair of items."""
    if set(calls) == {"one", "other"}:
        (gold, output), (other_gold, other_output) = calls["one"], calls["other"]
        return gold == other_output and output == other_gold and _disagree(gold, output) and gold != output
    return len(calls["better"][0]) == len(calls["worse"][0]) and [
        _disagree(gold, output) for gold, output in (calls["better"], calls["worse"])
    ] == [False, True]


def _disagree(gold: tuple[int, ...], output: object) -> bool:
    both, _, _, neither = pair_counts(gold, output)  # type: ignore[arg-type]
    return len(gold) > 1 and both == neither == 0


CONSTRAINTS = (
    Constraint(
        id="equal-self-agreement",
        task="clustering",
        title="Equal Self-Agreement",
        question="Does every perfect output have the same score?",
        statement="every gold, as its own output, has the same score",
        source=SOURCE,
        readings=readings(
            golds_themselves,
            are_golds_themselves,
            (EQUAL,),
            "two golds of the same items, with parts of different sizes",
            7,
            dict.fromkeys(BOTH, ("bcubed-f", "mutual-information")),
        ),
        implications=FEWER,
        vocabulary="axiometrics.constraints.clustering.vocabularies.equal_self_agreement",
        unedited="real data have one gold",
    ),
    Constraint(
        id="gold-is-best",
        task="clustering",
        title="Gold is best",
        question="Is the gold the only best output?",
        statement="the gold, as output (better), scores higher than every other output (worse)",
        source=SOURCE,
        readings=readings(
            gold_and_others,
            are_gold_and_other,
            (GAIN,),
            "every gold and every other output",
            7,
            dict.fromkeys(BOTH, ("bcubed-f", "purity")),
        ),
        implications=FEWER,
        vocabulary="axiometrics.constraints.clustering.vocabularies.gold_is_best",
        unedited="the gold is not an edit of a real output",
    ),
    Constraint(
        id="minimal-agreement",
        task="clustering",
        title="Minimal Agreement",
        question="Does an output that is wrong about every pair have the lowest score?",
        statement=(
            "a gold and an output that agree on no pair of items, neither together nor apart, have the lowest score; "
            "all others score higher"
        ),
        source=SOURCE,
        readings=readings(
            least_and_others,
            are_least_and_other,
            (GAIN, EQUAL),
            "all items together in the gold and apart in the output (worse), which score as the other way round, "
            "against every gold and output of the same number of items that agree on some pair (better)",
            7,
            {"any": ("rand", "adjusted-rand")},
        ),
        unedited="an output that disagrees with the gold on every pair is not an edit of a real output",
    ),
)
