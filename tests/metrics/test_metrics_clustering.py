"""Metrics of clustering against other people's code, and against definitions written on documents instead of tables."""

import math
import random
import warnings
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from typing import Any

import bcubed
import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment
from scipy.stats import entropy as scipy_entropy
from sklearn import metrics as sk

from axiometrics import registry
from axiometrics.core.aggregates import Contingency
from axiometrics.core.errors import TaskError
from axiometrics.core.metric import FEW
from axiometrics.core.organization import Organization
from tests.partitions import labelings

Labels = list[int]
Peer = Callable[[Labels, Labels], float]


def clustering(labels: Labels) -> Organization:
    """The clusters of documents d0, d1, ... with these labels."""
    members: dict[int, list[str]] = defaultdict(list)
    for i, label in enumerate(labels):
        members[label].append(f"d{i}")
    return Organization.clustering(members.values())


def score(name: str, classes: Labels, clusters: Labels) -> float:
    return remembered(name, tuple(classes), tuple(clusters))


@cache
def remembered(name: str, classes: tuple[int, ...], clusters: tuple[int, ...]) -> float:
    return float(registry.metric(name, ("clustering",)).exact(clustering(list(clusters)), clustering(list(classes))))


def random_labels(seed: int, most: int, cases: int) -> Iterator[tuple[Labels, Labels]]:
    """Pairs of labelings of 2 to `most` documents, by few or many labels."""
    rng = random.Random(seed)
    for _ in range(cases):
        n = rng.randint(2, most)
        yield tuple([rng.randrange(rng.randint(1, n)) for _ in range(n)] for _ in range(2))  # type: ignore[misc]


EDGES: list[tuple[Labels, Labels]] = [
    ([0], [0]),
    ([0, 0], [0, 1]),
    ([0, 1], [0, 0]),
    ([0, 1], [0, 1]),
    ([0, 0, 0], [0, 0, 0]),
    ([0, 1, 2], [0, 0, 0]),
    ([0, 0, 1, 1], [0, 1, 0, 1]),
    ([0, 0, 1, 1], [0, 0, 1, 1]),
]
CASES = [*EDGES, *random_labels(1, 10, 45), *random_labels(2, 30, 5)]


def members(labels: Labels) -> dict[int, set[int]]:
    by_label: dict[int, set[int]] = defaultdict(set)
    for i, label in enumerate(labels):
        by_label[label].add(i)
    return by_label


# --- definitions on documents


def purity(classes: Labels, clusters: Labels) -> float:
    return sum(Counter(classes[i] for i in part).most_common(1)[0][1] for part in members(clusters).values()) / len(
        classes
    )


def inverse_purity(classes: Labels, clusters: Labels) -> float:
    return purity(clusters, classes)


def harmonic(p: float, r: float) -> float:
    return 2 * p * r / (p + r) if p + r else 0.0


def f_purity(classes: Labels, clusters: Labels) -> float:
    return harmonic(purity(classes, clusters), inverse_purity(classes, clusters))


def van_rijsbergen(classes: Labels, clusters: Labels) -> float:
    """Each class with the cluster of the best F."""
    total = 0.0
    for documents in members(classes).values():
        best = max(
            harmonic(len(documents & part) / len(part), len(documents & part) / len(documents))
            for part in members(clusters).values()
        )
        total += len(documents) * best
    return total / len(classes)


def matching_by_trying(classes: Labels, clusters: Labels) -> float:
    """Every way to give the parts of the side with fewer parts a partner of their own."""
    fewer, more = sorted((list(members(classes).values()), list(members(clusters).values())), key=len)
    return max(
        sum(len(a & b) for a, b in zip(fewer, chosen, strict=True)) for chosen in permutations(more, len(fewer))
    ) / len(classes)


def uncertainty(of: Labels, knowing: Labels) -> float:
    return sum(
        len(part) / len(of) * float(scipy_entropy(list(Counter(of[i] for i in part).values())))
        for part in members(knowing).values()
    )


def pairs(classes: Labels, clusters: Labels) -> tuple[int, int, int, int]:
    """Pairs together in both, only in a cluster, only in a class, in neither."""
    counted: Counter[tuple[bool, bool]] = Counter(
        (classes[i] == classes[j], clusters[i] == clusters[j]) for i, j in combinations(range(len(classes)), 2)
    )
    return counted[True, True], counted[False, True], counted[True, False], counted[False, False]


def share(part: float, whole: float, otherwise: float) -> float:
    return part / whole if whole else otherwise


def pair_precision(classes: Labels, clusters: Labels) -> float:
    both, cluster, _, _ = pairs(classes, clusters)
    return share(both, both + cluster, 1)


def pair_recall(classes: Labels, clusters: Labels) -> float:
    return pair_precision(clusters, classes)


def pair_f(classes: Labels, clusters: Labels) -> float:
    both, cluster, class_, _ = pairs(classes, clusters)
    return share(2 * both, 2 * both + cluster + class_, 1)


def jaccard(classes: Labels, clusters: Labels) -> float:
    both, cluster, class_, _ = pairs(classes, clusters)
    return share(both, both + cluster + class_, 1)


def rand(classes: Labels, clusters: Labels) -> float:
    both, _, _, neither = pairs(classes, clusters)
    return share(both + neither, math.comb(len(classes), 2), 1)


def bcubed_by(part: Callable[[Any, Any], float], classes: Labels, clusters: Labels) -> float:
    return float(
        part({i: {label} for i, label in enumerate(clusters)}, {i: {label} for i, label in enumerate(classes)})
    )


def bcubed_f(classes: Labels, clusters: Labels) -> float:
    return harmonic(bcubed_by(bcubed.precision, classes, clusters), bcubed_by(bcubed.recall, classes, clusters))


PEERS: dict[str, Peer] = {
    "purity": purity,
    "inverse-purity": inverse_purity,
    "f-purity": f_purity,
    "f-max": van_rijsbergen,
    "f-max-cluster": lambda classes, clusters: van_rijsbergen(clusters, classes),
    "entropy": lambda classes, clusters: -uncertainty(classes, clusters),
    "class-entropy": lambda classes, clusters: -uncertainty(clusters, classes),
    "variation-of-information": lambda classes, clusters: (
        -uncertainty(classes, clusters) - uncertainty(clusters, classes)
    ),
    "mutual-information": sk.mutual_info_score,
    "homogeneity-score": sk.homogeneity_score,
    "completeness-score": sk.completeness_score,
    "v-measure": sk.v_measure_score,
    "nmi": lambda classes, clusters: sk.normalized_mutual_info_score(classes, clusters, average_method="arithmetic"),
    "nmi(average=geometric)": lambda classes, clusters: sk.normalized_mutual_info_score(
        classes, clusters, average_method="geometric"
    ),
    "nmi(average=max)": lambda classes, clusters: sk.normalized_mutual_info_score(
        classes, clusters, average_method="max"
    ),
    "nmi(average=min)": lambda classes, clusters: sk.normalized_mutual_info_score(
        classes, clusters, average_method="min"
    ),
    "ami": lambda classes, clusters: sk.adjusted_mutual_info_score(classes, clusters, average_method="arithmetic"),
    "ami(average=geometric)": lambda classes, clusters: sk.adjusted_mutual_info_score(
        classes, clusters, average_method="geometric"
    ),
    "ami(average=max)": lambda classes, clusters: sk.adjusted_mutual_info_score(
        classes, clusters, average_method="max"
    ),
    "ami(average=min)": lambda classes, clusters: sk.adjusted_mutual_info_score(
        classes, clusters, average_method="min"
    ),
    "edit-distance-greedy": lambda classes, clusters: purity(classes, clusters) - len(set(clusters)) / len(classes),
    "rand": rand,
    "adjusted-rand": sk.adjusted_rand_score,
    "jaccard": jaccard,
    "fowlkes-mallows": sk.fowlkes_mallows_score,
    "pair-precision": pair_precision,
    "pair-recall": pair_recall,
    "pair-f": pair_f,
    "bcubed-precision": lambda classes, clusters: bcubed_by(bcubed.precision, classes, clusters),
    "bcubed-recall": lambda classes, clusters: bcubed_by(bcubed.recall, classes, clusters),
    "bcubed-f": bcubed_f,
    "bcubed-extended-precision": lambda classes, clusters: bcubed_by(bcubed.precision, classes, clusters),
    "bcubed-extended-recall": lambda classes, clusters: bcubed_by(bcubed.recall, classes, clusters),
    "bcubed-extended-f": bcubed_f,
    "rs-clustering": bcubed_f,
}


@pytest.mark.few(12)
@pytest.mark.parametrize("name", PEERS)
def test_metric_agrees_with_another_implementation(name: str) -> None:
    for classes, clusters in CASES:
        if (name.startswith("bcubed") or name == "rs-clustering") and len(classes) > 20:  # the bcubed package is slow
            continue
        ours = score(name, classes, clusters)
        if math.isnan(ours):
            assert name.startswith("ami"), (classes, clusters)
            continue
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # scikit-learn finds so few documents a label suspicious
            theirs = PEERS[name](classes, clusters)
        assert ours == pytest.approx(theirs, abs=1e-12), (classes, clusters)


@pytest.mark.parametrize("average", ["arithmetic", "geometric", "max", "min"])
def test_ami_is_undefined_only_as_documented(average: str) -> None:
    """Unequal partitions at 0/0: geometric where one side is a single part, minimum also where one side is all
    singletons.
    """
    for classes, clusters in CASES:
        sides = [len(set(labels)) for labels in (classes, clusters)]
        equal = set(map(frozenset, members(classes).values())) == set(map(frozenset, members(clusters).values()))
        empty = {"geometric": 1 in sides, "min": 1 in sides or len(classes) in sides}.get(average, False)
        assert math.isnan(score(f"ami(average={average})", classes, clusters)) == (empty and not equal), (
            classes,
            clusters,
        )


def test_pairs_agree_with_scikit_learn() -> None:
    for classes, clusters in CASES[1:]:
        both, cluster, class_, neither = pairs(classes, clusters)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            assert sk.pair_confusion_matrix(classes, clusters).tolist() == [
                [2 * neither, 2 * cluster],
                [2 * class_, 2 * both],
            ]
            assert sk.rand_score(classes, clusters) == pytest.approx(score("rand", classes, clusters), abs=1e-12)


def test_matching_accuracy_is_the_best_of_all_matchings() -> None:
    compared = 0
    for classes, clusters in CASES:
        if max(len(set(classes)), len(set(clusters))) <= 6:
            compared += 1
            assert score("matching-accuracy", classes, clusters) == pytest.approx(
                matching_by_trying(classes, clusters), abs=1e-12
            )
    assert compared > 30


@pytest.mark.parametrize("most", [1, 2, 4, 6, 7, 9])
@pytest.mark.parametrize("filled", [0.2, 0.5, 1])
def test_matchings_of_stacks_have_the_totals_of_the_hungarian_method(most: int, filled: float) -> None:
    """Small and large tables, with rows and columns that share nothing, and empty ones."""
    chance = np.random.default_rng(most)
    for _ in range(10):
        rows, columns = chance.integers(1, most + 1, 2)
        stack = chance.integers(1, 5, (6, rows, columns)) * (chance.random((6, rows, columns)) < filled)
        stack[:, 0, 0] = 1
        totals = [table[linear_sum_assignment(table, maximize=True)].sum() for table in stack]
        contingency = Contingency.of(stack.reshape(2, 3, rows, columns))
        scores = registry.metric("matching-accuracy").evaluate(contingency)
        assert scores.ravel().tolist() == [total / table.sum() for total, table in zip(totals, stack, strict=True)]


# --- edit distance, by its definition

Partition = frozenset[frozenset[int]]


def as_partition(labels: Labels) -> Partition:
    return frozenset(frozenset(part) for part in members(labels).values())


def operations(partition: Partition) -> Iterator[Partition]:
    """What one merge of two clusters or one move of a document (to a cluster, or to one of its own) makes of a
    partition.
    """
    for left, right in combinations(partition, 2):
        yield partition - {left, right} | {left | right}
    for source in partition:
        for document in source:
            rest = frozenset({source - {document}} - {frozenset()})
            yield partition - {source} | rest | {frozenset({document})}
            for target in partition - {source}:
                yield partition - {source, target} | rest | {target | {document}}


@cache
def steps_from(start: Partition) -> dict[Partition, int]:
    """The least number of operations to every partition, by breadth-first search."""
    steps, edge = {start: 0}, [start]
    while edge:
        reached = {after: steps[before] + 1 for before in edge for after in operations(before) if after not in steps}
        steps |= reached
        edge = list(reached)
    return steps


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_edit_distance_is_the_least_number_of_merges_and_moves(n: int) -> None:
    metric = registry.metric("edit-distance")
    gold_partitions = [list(labels) for labels in labelings(n)]
    assert len(gold_partitions) == [1, 1, 2, 5, 15, 52][n]
    for classes in gold_partitions:
        for clusters in gold_partitions:
            value = metric.exact(clustering(clusters), clustering(classes))
            if len(set(classes)) == n:
                assert value != value
            else:
                least = steps_from(as_partition(clusters))[as_partition(classes)]
                assert value == 1 - Fraction(least, n - len(set(classes))), (classes, clusters)


# --- overlapping clusterings


def overlapping(rng: random.Random, documents: int) -> Organization:
    """Up to five clusters, some of them alike, that cover all the documents."""
    names = [f"d{i}" for i in range(documents)]
    clusters = [rng.sample(names, rng.randint(1, documents)) for _ in range(rng.randint(1, 3))]
    clusters += rng.choices(clusters, k=rng.randint(0, 2))
    missing = set(names) - {document for cluster in clusters for document in cluster}
    return Organization.clustering([*clusters, *([document] for document in sorted(missing))])


def categories(organization: Organization) -> dict[str, set[int]]:
    """The clusters of each document, by number, as the bcubed package takes them."""
    by_document: dict[str, set[int]] = defaultdict(set)
    for _, cluster, document in organization.occurrences():
        by_document[document].add(cluster)
    return by_document


def test_extended_bcubed_agrees_with_the_bcubed_package() -> None:
    rng = random.Random(3)
    for _ in range(60):
        n = rng.randint(1, 6)
        system, gold = overlapping(rng, n), overlapping(rng, n)
        theirs = [part(categories(system), categories(gold)) for part in (bcubed.precision, bcubed.recall)]
        theirs.append(harmonic(*theirs))
        for name, value in zip(("precision", "recall", "f"), theirs, strict=True):
            assert float(registry.metric(f"bcubed-extended-{name}").exact(system, gold)) == pytest.approx(
                float(value), abs=1e-12
            ), (system, gold)


def test_extended_bcubed_in_floats_is_that_of_fractions() -> None:
    """Few documents, and more than fill an array that is not sparse."""
    chance = random.Random(5)
    for documents in (40, 40, 40, 80, 250):
        names = [f"d{i}" for i in range(documents)]
        system, gold = (
            Organization.clustering(
                [*([name] for name in names), *(chance.sample(names, chance.randint(2, 9)) for _ in range(8))]
            )
            for _ in range(2)
        )
        for name in ("precision", "recall", "f"):
            metric = registry.metric(f"bcubed-extended-{name}")
            assert system.size + gold.size > FEW
            assert metric.value(system, gold) == pytest.approx(float(metric.exact(system, gold)), abs=1e-14)


@pytest.mark.parametrize("average", ["arithmetic", "max"])
def test_ami_of_many_documents_agrees_with_scikit_learn(average: str) -> None:
    for seed, documents, classes, clusters in ((1, 301, 7, 5), (2, 5000, 3, 40), (3, 20_000, 90, 80), (4, 400, 1, 3)):
        rng = np.random.default_rng(seed)
        true = rng.integers(0, classes, documents)
        pred = np.where(rng.random(documents) < 0.5, true % clusters, rng.integers(0, clusters, documents))
        table = np.bincount(true * clusters + pred, minlength=classes * clusters).reshape(1, classes, clusters)
        value = registry.metric(f"ami(average={average})").evaluate(Contingency.of(table)).item()
        assert value == pytest.approx(sk.adjusted_mutual_info_score(true, pred, average_method=average), abs=1e-10)


def test_extended_bcubed_is_bcubed_on_partitions() -> None:
    """Amigó et al. 2009, section 6: the extended form generalizes the plain one; ours computes it from the table,
    `direct` from the pairs.
    """
    for classes, clusters in CASES[:50]:
        system, gold = clustering(clusters), clustering(classes)
        for name in ("precision", "recall", "f"):
            extended = registry.metric(f"bcubed-extended-{name}")
            assert extended.direct is not None
            assert (
                extended.direct(system, gold)
                == extended.exact(system, gold)
                == registry.metric(f"bcubed-{name}").exact(system, gold)
            )


def test_a_metric_of_partitions_refuses_overlap() -> None:
    with pytest.raises(
        TaskError, match="not a partition: an item occurs twice; use a metric of overlapping clusterings"
    ):
        registry.metric("purity").exact(Organization.parse("{a b} {a c}"), Organization.parse("{a b c}"))


@pytest.mark.parametrize(
    ("system", "gold", "problem"),
    [
        ("a > b", "{a b}", "has 2 levels, a clustering has 1 and no tail"),
        ("{a b} > ...", "{a b}", "has 1 level and a tail"),
        ("{a b}", "{a c}", "'b' is missing from the gold"),
        ("{a}", "{a c}", "'c' is missing from the system"),
    ],
)
def test_what_is_no_clustering_is_refused(system: str, gold: str, problem: str) -> None:
    with pytest.raises(TaskError, match=problem):
        registry.metric("bcubed-f").exact(Organization.parse(system), Organization.parse(gold))


@pytest.mark.parametrize(
    "name", ["purity", "v-measure", "rand", "bcubed-f", "nmi(average=min)", "matching-accuracy", "edit-distance"]
)
def test_the_order_of_documents_clusters_and_names_does_not_matter(name: str) -> None:
    metric = registry.metric(name)
    rng = np.random.default_rng(4)
    for classes, clusters in list(random_labels(5, 8, 15)):
        order = rng.permutation(len(classes)).tolist()
        renamed = [[100 - labels[i] for i in order] for labels in (classes, clusters)]
        score, shuffled = (
            metric.exact(clustering(clusters), clustering(classes)),
            metric.exact(clustering(renamed[1]), clustering(renamed[0])),
        )
        assert score == shuffled or score != score


@pytest.mark.parametrize("name", ["bcubed-extended-f", "rs-clustering"])
@pytest.mark.parametrize(
    ("system", "gold"), [("{a b} > {a b}", "{a b}"), ("{a b} {a b}", "{a b} > ..."), ("{a b} {a b}", "{a c}")]
)
def test_what_is_no_overlapping_clustering_is_refused(name: str, system: str, gold: str) -> None:
    with pytest.raises(TaskError):
        registry.metric(name).exact(Organization.parse(system), Organization.parse(gold))


@pytest.mark.parametrize("name", ["purity", "f-max", "matching-accuracy", "ami", "edit-distance", "bcubed-f", "rand"])
def test_nothing_to_cluster_is_refused_or_undefined(name: str) -> None:
    nothing = Organization.parse("{}")
    try:
        value = registry.metric(name).exact(nothing, nothing)
    except TaskError:
        return
    assert value != value


@pytest.mark.parametrize("pairs", [1, 2])
def test_floats_of_ami_hold_where_it_is_divided_by_next_to_nothing(pairs: int) -> None:
    """Two classes, one of a single document; nearly all documents are alone, and no cluster mixes classes. So I = H(C),
    the lesser entropy, and the score is 1. H(C) - E[I] is less than 10^-7.
    """
    table = np.zeros((1, 2, 16_000))
    table[0, 0, 1:] = 1
    table[0, 0, 1 : 1 + pairs] = 2
    table[0, 1, 0] = 1
    for of in (table, table.swapaxes(1, 2)):
        value = registry.metric("ami(average=min)").evaluate(Contingency.of(of)).item()
        assert abs(value - 1) < 2.0**-44


@pytest.mark.parametrize("documents", [350, 700, 1500])
def test_floats_of_ami_hold_where_nearly_every_document_is_alone(documents: int) -> None:
    """All documents alone but two in one class, and two others in one cluster: the entropies and their mean over chance
    differ by a share of 1/n, which logarithms of n! would round away. By hand, in decimals of 40 digits.
    """
    with localcontext(Context(prec=40)):
        n = Decimal(documents)
        single, half, quarter = n.ln(), (n / 2).ln(), (n / 4).ln()
        information = 4 / n * half + (n - 4) / n * single
        entropy = (n - 2) / n * single + 2 / n * half
        both, once = 2 / (n * (n - 1)), 4 * (n - 2) / (n * (n - 1))  # chances of two and of one document in common
        expected = (
            (n - 2) ** 2 / n**2 * single + 2 * (n - 2) * 2 / n**2 * half + once / n * quarter + both * 2 / n * half
        )
        by_hand = (information - expected) / (entropy - expected)
    table = np.zeros((documents - 1, documents - 1), dtype=np.int8)
    classes = np.maximum(np.arange(documents) - 1, 0)
    clusters = np.arange(documents) - (np.arange(documents) > 2)
    table[classes, clusters] += 1
    value = registry.metric("ami").evaluate(Contingency.of(table[None]))
    assert abs(value.item() - float(by_hand)) < 2.0**-36


def test_f_is_that_of_classes_or_of_clusters() -> None:
    """By hand: {a b} and {a b c} have F 4/5, {c d} and {d} have 2/3, {c d} and {a b c} 2/5."""
    system, gold = Organization.parse("{a b} {c d}"), Organization.parse("{a b c} {d}")
    values = {name: registry.metric(name).exact(system, gold) for name in ("f-max", "f-max-cluster")}
    assert values == {"f-max": Fraction(3 * 4, 5 * 4) + Fraction(2, 3 * 4), "f-max-cluster": Fraction(11, 15)}
