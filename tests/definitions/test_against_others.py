"""The second implementation against scikit-learn, scipy, pytrec_eval and bcubed, against brute force, and against what
the paper proves.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction as F
from itertools import combinations, permutations, product
from random import Random
from typing import Any

import pytest

from axiometrics import registry
from axiometrics.core.definition import Definition
from axiometrics.core.organization import Organization
from axiometrics.definitions.matching import heaviest_matching
from tests.partitions import labelings

Labels = list[int]


def defined(name: str) -> Definition:
    definition = registry.definition(name)
    assert definition is not None
    return definition


def random_labels(seed: int) -> tuple[Labels, Labels]:
    random = Random(seed)
    n = random.randint(2, 14)
    return [random.randrange(random.randint(1, n)) for _ in range(n)], [
        random.randrange(random.randint(1, n)) for _ in range(n)
    ]


def clustering_of(labels: Labels) -> Organization:
    return Organization.clustering(
        [[f"d{i}" for i, label in enumerate(labels) if label == cluster] for cluster in sorted(set(labels))]
    )


def close(value: Any, expected: float) -> bool:
    return math.isclose(float(value), expected, rel_tol=1e-9, abs_tol=1e-9)


@pytest.mark.few(8)
@pytest.mark.parametrize("seed", range(25))
def test_clustering_as_scikit_learn_has_it(seed: int) -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    classes, clusters = random_labels(seed)
    case = clustering_of(clusters), clustering_of(classes)
    assert close(defined("homogeneity-score")(*case), metrics.homogeneity_score(classes, clusters))
    assert close(defined("completeness-score")(*case), metrics.completeness_score(classes, clusters))
    assert close(defined("v-measure")(*case), metrics.v_measure_score(classes, clusters))
    assert close(defined("mutual-information")(*case), metrics.mutual_info_score(classes, clusters))
    assert close(defined("rand")(*case), metrics.rand_score(classes, clusters))
    assert close(defined("adjusted-rand")(*case), metrics.adjusted_rand_score(classes, clusters))
    assert close(defined("fowlkes-mallows")(*case), metrics.fowlkes_mallows_score(classes, clusters))
    for average in ("arithmetic", "geometric", "max", "min"):
        assert close(
            defined(f"nmi(average={average})")(*case),
            metrics.normalized_mutual_info_score(classes, clusters, average_method=average),
        )
        ami = defined(f"ami(average={average})")(*case)
        assert ami is None or close(ami, metrics.adjusted_mutual_info_score(classes, clusters, average_method=average))


@pytest.mark.parametrize("seed", range(20))
def test_overlapping_clusterings_as_bcubed_has_them(seed: int) -> None:
    bcubed = pytest.importorskip("bcubed")
    random = Random(seed)
    documents = [f"d{i}" for i in range(random.randint(1, 7))]

    def side() -> dict[str, set[int]]:
        return {d: set(random.sample(range(5), random.randint(1, 3))) for d in documents}

    def organized(homes: dict[str, set[int]]) -> Organization:
        return Organization.clustering(
            [[d for d in documents if j in homes[d]] for j in range(5) if any(j in home for home in homes.values())]
        )

    clusters, classes = side(), side()
    case = organized(clusters), organized(classes)
    precision, recall = bcubed.precision(clusters, classes), bcubed.recall(clusters, classes)
    assert close(defined("bcubed-extended-precision")(*case), precision)
    assert close(defined("bcubed-extended-recall")(*case), recall)
    assert close(defined("bcubed-extended-f")(*case), bcubed.fscore(precision, recall))


def edits(labels: Labels) -> Iterator[Labels]:
    """What one merge of two clusters, or one move of a document (maybe to a cluster of its own), makes of a
    clustering.
    """
    for kept, merged in combinations(sorted(set(labels)), 2):
        yield [kept if label == merged else label for label in labels]
    for i in range(len(labels)):
        for target in range(len(labels) + 1):
            yield [*labels[:i], target, *labels[i + 1 :]]


def by_first_appearance(labels: Labels) -> tuple[int, ...]:
    order = list(dict.fromkeys(labels))
    return tuple(order.index(label) for label in labels)


@pytest.mark.few(1)
@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_edit_distance_is_the_shortest_way(n: int) -> None:
    everything = labelings(n)
    assert len(everything) == {2: 2, 3: 5, 4: 15, 5: 52}[n]
    ways = {labels: {by_first_appearance(edited) for edited in edits(list(labels))} for labels in everything}
    for start in everything:
        distance, border = {start: 0}, [start]
        while border:
            reached = {edited for labels in border for edited in ways[labels]} - set(distance)
            distance |= dict.fromkeys(reached, max(distance.values()) + 1)
            border = list(reached)
        for goal in everything:
            classes = len(set(goal))
            expected = None if classes == n else 1 - F(distance[goal], n - classes)
            assert defined("edit-distance")(clustering_of(list(start)), clustering_of(list(goal))) == expected


def test_heaviest_matching_beats_every_other() -> None:
    random = Random(7)
    for _ in range(150):
        rows, columns = random.randint(1, 4), random.randint(1, 4)
        edges = {(i, j): random.randint(0, 6) for i, j in product(range(rows), range(columns)) if random.random() < 0.8}
        padded = range(rows + columns)
        best = max(sum(edges.get((i, order[i]), 0) for i in range(rows)) for order in permutations(padded, rows))
        assert heaviest_matching(edges) == best


def test_matching_accuracy_as_scipy_has_it() -> None:
    optimize = pytest.importorskip("scipy.optimize")
    for seed in range(20):
        random = Random(seed)
        labels = [[random.randrange(25) for _ in range(120)] for _ in range(2)]
        table = [[sum(pair == (i, j) for pair in zip(*labels, strict=True)) for j in range(25)] for i in range(25)]
        matched = sum(table[i][j] for i, j in zip(*optimize.linear_sum_assignment(table, maximize=True), strict=True))
        assert defined("matching-accuracy")(*map(clustering_of, labels)) == F(int(matched), 120)


def test_reliability_and_sensitivity_are_bcubed_on_partitions() -> None:
    """Section 4.2."""
    for system, gold in product(map(list, labelings(4)), repeat=2):
        case = clustering_of(system), clustering_of(gold)
        assert defined("rs-clustering")(*case) == defined("bcubed-f")(*case) == defined("bcubed-extended-f")(*case)


def tables(n: int) -> Iterator[tuple[int, int, int, int]]:
    return ((tp, fp, fn, n - tp - fp - fn) for tp, fp, fn in product(range(n + 1), repeat=3) if tp + fp + fn <= n)


def filtering_of(tp: int, fp: int, fn: int, tn: int) -> tuple[Organization, Organization]:
    documents = [f"d{i}" for i in range(tp + fp + fn + tn)]
    a, b, c = tp, tp + fp, tp + fp + fn
    return Organization.filtering(documents[:b], documents[b:]), Organization.filtering(
        documents[:a] + documents[b:c], documents[a:b] + documents[c:]
    )


def test_rs_filtering_is_made_of_products() -> None:
    """Section 4.3.1: R is the product of the precisions of both sets, S of the recalls."""
    for tp, fp, fn, tn in tables(6):
        if tp and tn:
            r, s = F(tp, tp + fp) * F(tn, tn + fn), F(tp, tp + fn) * F(tn, tn + fp)
            assert defined("rs-filtering")(*filtering_of(tp, fp, fn, tn)) == 2 * r * s / (r + s)
        else:
            assert defined("rs-filtering")(*filtering_of(tp, fp, fn, tn)) == 0


@pytest.mark.parametrize("counts", [(3, 2, 1, 4), (1, 0, 2, 3), (2, 2, 0, 1), (0, 1, 2, 3), (5, 1, 1, 1)])
def test_filtering_as_scikit_learn_has_it(counts: tuple[int, int, int, int]) -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    true = [kind in (0, 2) for kind, count in enumerate(counts) for _ in range(count)]
    predicted = [kind in (0, 1) for kind, count in enumerate(counts) for _ in range(count)]
    case = filtering_of(*counts)
    expected: dict[str, Callable[..., float]] = {
        "precision": metrics.precision_score,
        "recall": metrics.recall_score,
        "f": metrics.f1_score,
        "accuracy": metrics.accuracy_score,
        "macro-accuracy": metrics.balanced_accuracy_score,
        "kappa": metrics.cohen_kappa_score,
        "mcc": metrics.matthews_corrcoef,
    }
    for name, score in expected.items():
        assert close(defined(name)(*case), score(true, predicted)), name


def random_ranking(seed: int) -> tuple[list[str], dict[str, int]]:
    """A run, and grades 0..2 of its documents and of some unretrieved ones; at least one of each grade."""
    random = Random(seed)
    documents = [f"d{i}" for i in range(random.randint(5, 16))]
    random.shuffle(documents)
    grades = {d: i if i < 3 else random.choice([0, 0, 1, 2]) for i, d in enumerate(documents)}
    return random.sample(documents, random.randint(3, len(documents))), grades


def judged(run: list[str], grades: dict[str, int]) -> tuple[Organization, Organization]:
    return Organization.ranking(run), Organization([[[d] for d in grades if grades[d] == g] for g in (2, 1, 0)])


@pytest.mark.parametrize("seed", range(25))
def test_rankings_as_trec_eval_has_them(seed: int) -> None:
    pytrec_eval = pytest.importorskip("pytrec_eval")
    run, grades = random_ranking(seed)
    names = {"map": "ap", "recip_rank": "rr", "bpref": "bpref", "Rprec": "r-precision", "ndcg": "ndcg"}
    scores = pytrec_eval.RelevanceEvaluator({"q": grades}, {*names, "P.5", "ndcg_cut.5"}).evaluate(
        {"q": {d: -i for i, d in enumerate(run)}}
    )["q"]
    case = judged(run, grades)
    for theirs, ours in names.items():
        assert close(defined(ours)(*case), scores[theirs]), theirs
    assert close(defined("p@5")(*case), scores["P_5"])
    assert close(defined("ndcg@5")(*case), scores["ndcg_cut_5"])


@pytest.mark.parametrize("seed", range(25))
def test_correlations_as_scipy_and_scikit_learn_have_them(seed: int) -> None:
    stats, metrics = pytest.importorskip("scipy.stats"), pytest.importorskip("sklearn.metrics")
    run, grades = random_ranking(seed)
    case, standing = judged(run, grades), {d: len(run) - i for i, d in enumerate(run)}
    scores = [standing.get(d, 0) for d in grades]
    assert close(defined("ranking:kendall-tau")(*case), stats.kendalltau(list(grades.values()), scores).statistic)
    assert close(defined("auc")(*case), metrics.roc_auc_score([g > 0 for g in grades.values()], scores))


@pytest.mark.parametrize("seed", range(10))
def test_expected_information_is_the_mean_over_all_relabellings(seed: int) -> None:
    random = Random(seed)
    classes, clusters = ([random.randrange(3) for _ in range(5)] for _ in range(2))
    gold = clustering_of(classes)
    information = [
        float(defined("mutual-information")(clustering_of(list(labels)), gold) or 0)
        for labels in permutations(clusters)
    ]
    mean = sum(information) / len(information)
    entropies = [-sum(k / 5 * math.log(k / 5) for k in Counter(labels).values()) for labels in (classes, clusters)]
    adjusted = defined("ami(average=max)")(clustering_of(clusters), gold)
    shared = float(defined("mutual-information")(clustering_of(clusters), gold) or 0)
    same = len(set(zip(classes, clusters, strict=True))) == len(set(classes)) == len(set(clusters))
    assert close(
        adjusted if adjusted is not None else math.inf, 1 if same else (shared - mean) / (max(entropies) - mean)
    )
