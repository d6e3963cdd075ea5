"""The second implementation of every metric, on examples worked by hand and at 0/0."""

from fractions import Fraction as F
from typing import Any

import pytest

from axiometrics import registry
from axiometrics.core.errors import TaskError
from axiometrics.core.exact import angle, exp2, log, sign, sqrt
from axiometrics.core.library import Library
from axiometrics.core.organization import Organization
from axiometrics.core.scores import Relevance, Scores
from axiometrics.core.topic import Topic


def letters(text: str) -> tuple[Organization, Organization]:
    """System and gold of a clustering in the notation of the papers: a letter is a document and names its class, |
    parts clusters.
    """
    clusters, classes = [], dict[str, list[str]]()
    for part in text.split("|"):
        cluster = []
        for letter in part:
            classes.setdefault(letter, []).append(f"{letter}{len(classes[letter])}")
            cluster.append(classes[letter][-1])
        clusters.append(cluster)
    return Organization.clustering(clusters), Organization.clustering(classes.values())


def table(tp: int, fp: int, fn: int, tn: int) -> tuple[Organization, Organization]:
    """System and gold of a filtering with these counts."""
    names = {
        kind: [f"{kind}{i}" for i in range(count)] for kind, count in {"tp": tp, "fp": fp, "fn": fn, "tn": tn}.items()
    }
    system = Organization.filtering(names["tp"] + names["fp"], names["fn"] + names["tn"])
    return system, Organization.filtering(names["tp"] + names["fn"], names["fp"] + names["tn"])


def run(text: str, gold: str) -> tuple[Organization, Organization]:
    """System and gold of a ranking: documents in rank order, and the gold in the text form."""
    return Organization.ranking(text.split()), Organization.parse(gold)


def score(name: str, case: tuple[Any, Any]) -> Any:
    definition = registry.definition(name)
    assert definition is not None
    return definition(*case)


def equal(left: Any, right: Any) -> bool:
    return left is right if left is None or right is None else sign(left - right) == 0


CLUSTERED = letters("aaabc|ab")
"""Seven documents: clusters of a3 b1 c1 and of a1 b1; classes of 4, 2 and 1."""


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("purity", F(3 + 1, 7)),
        ("inverse-purity", F(3 + 1 + 1, 7)),
        ("f-purity", F(40, 63)),  # of 4/7 and 5/7
        ("f-max", F(4, 7)),  # a: 6/9, b: 2/4, c: 2/6, weighted 4, 2, 1
        ("f-max-cluster", F(13, 21)),  # 6/9 and 2/4, weighted 5 and 2
        ("matching-accuracy", F(4, 7)),  # first cluster to a, second to b
        ("edit-distance", F(1, 4)),  # 3 operations (c out, b over, a over) of 7 - 3
        ("edit-distance-greedy", F(4 - 2, 7)),
        ("rand", F(3 + 6, 21)),  # pairs: 11 claimed, 7 there, 3 both
        ("adjusted-rand", F(-1, 8)),  # (3 - 11/3) / (9 - 11/3)
        ("clustering:jaccard", F(3, 15)),
        ("fowlkes-mallows", 3 / sqrt(F(77))),
        ("pair-precision", F(3, 11)),
        ("pair-recall", F(3, 7)),
        ("pair-f", F(6, 18)),
        ("cc", -14 / sqrt(F(11 * 10 * 7 * 14))),  # of 21 pairs, 21 * 3 - 11 * 7
        ("cd", -angle(-14 / sqrt(F(11 * 10 * 7 * 14)))),
        ("sokal-sneath-1", (F(3, 7) + F(3, 11) + F(6, 14) + F(6, 10)) / 4),
        ("control-pair-balance", F(3 + 6 - 8 - 4)),
        ("control-pair-covariance", F(3, 21) - F(11, 21) * F(7, 21)),
        ("bcubed-precision", F(16, 35)),  # (3 * 3/5 + 1/5 + 1/5 + 1/2 + 1/2) / 7
        ("bcubed-recall", F(9, 14)),  # (3 * 3/4 + 1/4 + 1/2 + 1/2 + 1) / 7
        ("bcubed-f", F(288, 539)),
        ("bcubed-extended-precision", F(16, 35)),
        ("bcubed-extended-recall", F(9, 14)),
        ("bcubed-extended-f", F(288, 539)),
        ("rs-clustering", F(288, 539)),
        ("reliability-clustering", F(16, 35)),
        ("sensitivity-clustering", F(9, 14)),
        ("entropy", -(F(3, 7) * log(F(5, 3)) + F(2, 7) * log(5) + F(2, 7) * log(2))),
        ("class-entropy", -(F(3, 7) * log(F(4, 3)) + F(1, 7) * log(4) + F(2, 7) * log(2))),
    ],
)
def test_clustering_by_hand(name: str, expected: Any) -> None:
    assert equal(score(name, CLUSTERED), expected)


H_CLASS = F(4, 7) * log(F(7, 4)) + F(2, 7) * log(F(7, 2)) + F(1, 7) * log(7)
H_CLUSTER = F(5, 7) * log(F(7, 5)) + F(2, 7) * log(F(7, 2))
INFORMATION = H_CLASS - (F(3, 7) * log(F(5, 3)) + F(2, 7) * log(5) + F(2, 7) * log(2))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("mutual-information", INFORMATION),
        ("variation-of-information", 2 * INFORMATION - H_CLASS - H_CLUSTER),
        ("homogeneity-score", INFORMATION / H_CLASS),
        ("completeness-score", INFORMATION / H_CLUSTER),
        ("v-measure", 2 * INFORMATION / (H_CLASS + H_CLUSTER)),
        ("v-measure(beta=2)", 3 * INFORMATION / (2 * H_CLUSTER + H_CLASS)),  # h = I / H(C), c = I / H(K)
        ("nmi", 2 * INFORMATION / (H_CLASS + H_CLUSTER)),
        ("nmi(average=geometric)", INFORMATION / sqrt(H_CLASS * H_CLUSTER)),
        ("nmi(average=max)", INFORMATION / H_CLASS),
        ("nmi(average=min)", INFORMATION / H_CLUSTER),
    ],
)
def test_information_by_hand(name: str, expected: Any) -> None:
    assert equal(score(name, CLUSTERED), expected)


def test_ami_by_hand() -> None:
    # ab|ab: I = 0; a cluster and a class share 0, 1, 2 documents with probability 1/6, 4/6, 1/6, which is I = log 2, 0,
    # log 2
    for average in ("arithmetic", "geometric", "max", "min"):
        assert equal(score(f"ami(average={average})", letters("ab|ab")), F(-1, 2))


FILTERED = table(2, 1, 2, 5)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("precision", F(2, 3)),
        ("recall", F(1, 2)),
        ("f", F(4, 7)),
        ("f(beta=2)", F(5 * 2, 5 * 2 + 4 * 2 + 1)),
        ("f(beta=0)", F(2, 3)),
        ("accuracy", F(7, 10)),
        ("macro-accuracy", F(2, 3)),  # of 1/2 and 5/6
        ("balanced-accuracy", F(2, 3)),
        ("kappa", F(8, 23)),  # (70 - 54) / (100 - 54)
        ("mcc", 8 / sqrt(F(3 * 4 * 6 * 7))),
        ("utility", F(3)),
        ("utility(tp=1,fp=-2,fn=-1/2,tn=0.25)", F(1, 4)),
        ("lam", 1 / (1 + sqrt(F(1, 5)))),  # hm = 1/2, sm = 1/6
        ("lam(smoothing=1)", 1 / (1 + sqrt(F(1, 3)))),  # hm = 3/6, sm = 2/8
        ("rs-filtering", F(4, 9)),  # R = 2/3 5/7, S = 1/2 5/6
        ("reliability-priority", F(10, 21)),
        ("sensitivity-priority", F(5, 12)),
        ("informedness", F(1, 3)),  # 1/2 + 5/6 - 1
        ("classification:jaccard", F(2, 5)),
        ("mcc-angle", -angle(8 / sqrt(F(3 * 4 * 6 * 7)))),
        ("g-mean", sqrt(F(5, 12))),  # of 1/2 and 5/6
        ("confusion-entropy", (4 * log(2) - 3 * log(7) - 3 * log(13)) / (20 * log(2))),  # errors 1 and 2 among 7 and 13
        ("sba", F(19, 28)),  # the mean of 1/2, 5/6, 2/3, 5/7
        ("sebastiani-k", F(1, 3)),
        ("control-positives", F(4)),
        ("control-covariance", F(8)),  # 2 5 - 1 2
    ],
)
def test_filtering_by_hand(name: str, expected: Any) -> None:
    assert equal(score(name, FILTERED), expected)


L = log(2) / log(3)
DIVERSE = (
    Organization.ranking(["d2", "x", "d1"]),
    Topic.parse("P(i1)=2/3 P(i2)=1/3 | d1: i1=2 i2 | d2: i1 | d3: i2"),
)
"""Global gains 5/3, 2/3, 1/3; those of the run 2/3, 0, 5/3."""


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("i-rec", F(1)),
        ("i-rec@1", F(1, 2)),
        ("s-recall", F(1)),
        ("s-recall-lmin", F(1, 2)),  # d1 alone serves both intents
        ("s-precision", F(1, 3)),
        ("s-precision(rho=0.5)", F(1)),
        ("precision-ia", F(2, 3) * F(2, 10) + F(1, 3) * F(1, 10)),
        ("ndcg-ia", F(2, 3) * 2 / (2 + L) + F(1, 3) * F(1, 2) / (1 + L)),
        ("err-ia", F(2, 3) * F(7, 16) + F(1, 3) * F(1, 12)),  # i1: 1/4 + 1/3 3/4 3/4
        ("err-ia(gmax=intent)", F(2, 3) * F(7, 16) + F(1, 3) * F(1, 6)),
        ("ap-ia", F(2, 3) * F(5, 6) + F(1, 3) * F(1, 6)),
        ("rr-ia", F(2, 3) + F(1, 3) * F(1, 3)),
        ("q-ia", F(2, 3) * F(3, 4) + F(1, 3) * F(1, 5)),  # i1: 2/3 and 5/6; i2: 2/5
        ("q-ia(beta=0)", F(11, 18)),
        ("1-call-ia", F(1)),
        ("1-call-ia@2", F(2, 3)),
        ("alpha-ndcg", F(7, 4) / (F(9, 4) + L / 2)),  # 1, 0, 3/2; the ideal 2, 1/2, 1/2
        ("alpha-ndcg(ideal=exact)", F(7, 4) / (F(9, 4) + L / 2)),
        ("alpha-ndcg(alpha=0)", F(2) / (F(5, 2) + L)),
        ("nrbp", F(3, 8) * F(11, 8)),  # 1 + 1/4 3/2
        ("nrbp(printed=yes)", F(3, 8) * F(11, 16)),  # 1/2 + 1/4 3/4
        *((name, F(3, 2) / (F(11, 6) + F(2, 3) * L)) for name in ("div-ndcg", "d-ndcg")),
        ("div-ndcg@1", F(2, 5)),
        *((name, F(63, 136)) for name in ("div-q", "d-q")),  # (5/8 + 13/17) / 3
        ("div-q@1", F(5, 8)),
        ("div-q@2", F(5, 16)),
        *((name, F(1, 2) + F(3, 4) / (F(11, 6) + F(2, 3) * L)) for name in ("idiv-ndcg", "dsharp-ndcg")),
        ("idiv-ndcg@1(gamma=0.8)", F(4, 5) * F(1, 2) + F(1, 5) * F(2, 5)),
        *((name, F(1, 2) + F(63, 272)) for name in ("idiv-q", "dsharp-q")),
        ("idiv-q@1(gamma=0.8)", F(4, 5) * F(1, 2) + F(1, 5) * F(5, 8)),
    ],
)
def test_diversity_by_hand(name: str, expected: Any) -> None:
    assert equal(score(name, DIVERSE), expected)
    assert equal(registry.metric(name).exact(*DIVERSE), expected)


def test_the_greedy_ideal_takes_the_last_of_equal_documents_by_name_as_ndeval_does() -> None:
    """Of {1, 2}, {3, 4} and {1, 3} two are disjoint: a greedy list that begins with {1, 3} is not ideal."""
    topic = {"a": {"1": 1, "3": 1}, "b": {"1": 1, "2": 1}, "c": {"3": 1, "4": 1}}
    best = Organization.ranking(["b", "c"])
    for last, value in (("c", F(1)), ("a", (2 + 2 * L) / (2 + F(3, 2) * L))):
        names = {last: "z"}
        gold = Topic.uniform({names.get(document, document): of for document, of in topic.items()})
        run = best.renamed({document: names.get(document, document) for document in best.documents})
        assert equal(score("alpha-ndcg@2", (run, gold)), value)
        assert equal(score("alpha-ndcg@2(ideal=exact)", (run, gold)), F(1))
        assert equal(score("alpha-ndcg@2(ties=best)", (run, gold)), F(1))
        assert equal(score("alpha-ndcg@2(ties=worst)", (run, gold)), (2 + 2 * L) / (2 + F(3, 2) * L))


RANKED = run("d1 x1 d2 x2", "d1 d2 d3 > ...")
CLOSED = run("d1 x1 d2 x2", "d1 d2 d3 > x1 x2 x3")
GRADED = run("r h", "h > r > ...")
TINY = run("d1 x1", "d1 > ...")
"""With n = 1, Wn = 1/2, c = 1: weights 1/2, 1/6 and 1/3 for the tail; W = 1/2 and 5/6."""


@pytest.mark.parametrize(
    ("name", "case", "expected"),
    [
        ("ap", RANKED, F(5, 9)),  # (1 + 2/3) / 3
        ("ap@2", RANKED, F(1, 3)),
        ("ap@3", RANKED, F(5, 9)),
        ("ap(rel=2)", GRADED, F(1, 2)),  # h is relevant, r is not
        ("ap(rel=3)", GRADED, None),
        ("ap@2(per=reachable)", RANKED, F(1, 2)),  # two ranks hold two of the three
        ("ap@3(per=found)", RANKED, F(5, 6)),
        ("ap(per=found)", run("x1", "d1 > ..."), None),
        ("p(per=retrieved)", RANKED, F(1, 2)),
        ("p@3(per=retrieved)", RANKED, F(2, 3)),
        ("p(per=retrieved)", run("", "d1 > ..."), None),
        ("r@2(per=reachable)", RANKED, F(1, 2)),
        ("r", RANKED, F(2, 3)),
        ("r@2", RANKED, F(1, 3)),
        ("r@1(rel=2)", GRADED, F(0)),
        ("r", run("x1", "{} > ..."), None),
        ("success", run("x1 d1", "d1 > ..."), F(1)),
        ("success@1", run("x1 d1", "d1 > ..."), F(0)),
        ("success@2(rel=2)", run("r h", "h > r > ..."), F(1)),
        ("success", run("x1", "{} > ..."), F(0)),
        ("judged", RANKED, F(1, 2)),
        ("judged@1", RANKED, F(1)),
        ("judged@3", CLOSED, F(1)),
        ("judged", run("", "d1 > ..."), None),
        ("rr@2", run("x1 x2 d1", "d1 > ..."), F(0)),
        ("rr@3(rel=2)", GRADED, F(1, 2)),
        ("r-precision(rel=2)", GRADED, F(0)),
        ("rbp@2", RANKED, F(1, 5)),
        ("rbp(rel=2)", GRADED, F(4, 25)),
        ("q-measure@2", RANKED, F(1, 2)),  # over min(2, 3)
        ("q-measure@1", GRADED, F(2, 3)),
        ("err@1", GRADED, F(1, 4)),
        ("err(max=4)", GRADED, F(1, 16) + F(1, 2) * F(15, 16) * F(3, 16)),
        ("err(max=1)", GRADED, F(1, 2) + F(1, 2) * F(1, 2) * F(1, 2)),  # h counts as 1, too
        ("ndcg(gain=binary)", GRADED, F(1)),
        ("ndcg@1(gain=binary)", run("x1 d1", "d1 > ..."), F(0)),
        ("ndcg(rel=2)", GRADED, log(2) / log(3)),  # h alone is relevant, at rank 2
        ("ndcg(rel=3)", GRADED, None),
        ("dcg(rel=2)", GRADED, 2 * log(2) / log(3)),
        ("dcg(gain=binary)", GRADED, 1 + log(2) / log(3)),
        ("set-precision", RANKED, F(1, 2)),
        ("set-precision(rel=2)", GRADED, F(1, 2)),
        ("set-precision", run("", "d1 > ..."), None),
        ("set-recall", RANKED, F(2, 3)),
        ("set-recall", run("x1", "{} > ..."), None),
        ("set-f(beta=1)", RANKED, F(4, 7)),
        ("set-f(beta=2)", RANKED, F(5, 8)),  # 5 * 1/2 * 2/3 over 4 * 1/2 + 2/3
        ("set-f(beta=1)", run("", "{} > ..."), None),
        ("set-f(beta=1)", run("x1", "d1 > ..."), F(0)),
        ("bpref(rel=2)", run("r h", "h > r > x1"), F(0)),  # r is judged irrelevant
        ("bpref(rel=2)", run("h r", "h > r > x1"), F(1)),
        ("p", RANKED, F(2, 10)),
        ("p@2(rel=2)", GRADED, F(1, 2)),
        ("p@2", RANKED, F(1, 2)),
        ("rr", RANKED, F(1)),
        ("rr", run("x1 x2 d1", "d1 > ..."), F(1, 3)),
        ("r-precision", RANKED, F(2, 3)),
        ("rbp", RANKED, F(41, 125)),  # 0.2 (1 + 0.64)
        ("rbp(p=0.5)", RANKED, F(5, 8)),
        ("dcg", RANKED, F(3, 2)),
        ("dcg", GRADED, 1 + 2 * log(2) / log(3)),
        ("dcg(discount=jarvelin)", RANKED, 1 + log(2) / log(3)),
        ("dcg(discount=jarvelin,b=3)", RANKED, F(2)),  # log 3 to the base 3
        ("dcg(discount=jarvelin,b=10)", RANKED, F(2)),
        ("dcg(discount=power)", RANKED, F(4, 3)),
        ("dcg(discount=power,a=2)", GRADED, F(3, 2)),
        ("dcg(discount=power,a=0.5)", RANKED, 1 + sqrt(F(1, 3))),
        ("ndcg", RANKED, F(3, 2) / (F(3, 2) + log(2) / log(3))),
        ("ndcg@1", RANKED, F(1)),
        ("ndcg@2", RANKED, 1 / (1 + log(2) / log(3))),
        ("ndcg(ideal=run)", RANKED, F(3, 2) / (1 + log(2) / log(3))),
        ("dcg@2", RANKED, F(1)),
        ("dcg(gain=exp)", GRADED, 1 + 3 * log(2) / log(3)),  # grades 1 and 2: gains 1 and 3
        ("ndcg(gain=exp)", GRADED, (1 + 3 * log(2) / log(3)) / (3 + log(2) / log(3))),
        ("ndcg@1(gain=exp)", GRADED, F(1, 3)),
        ("ndcg@2(ideal=whole)", RANKED, 1 / (F(3, 2) + log(2) / log(3))),  # three are relevant
        ("ndcg@2(ideal=top)", RANKED, F(1)),  # of the first two ranks one is relevant, and it is on top
        ("ndcg(discount=jarvelin)", RANKED, (1 + log(2) / log(3)) / (2 + log(2) / log(3))),
        ("q-measure", RANKED, F(5, 9)),
        ("q-measure", GRADED, F(5, 6)),  # (1 + 1) / (1 + 2) and (2 + 3) / (2 + 3)
        ("q-measure(beta=0)", GRADED, F(1)),
        ("err", GRADED, F(17, 32)),  # 1/4 + 1/2 * 3/4 * 3/4
        ("err", RANKED, F(7, 12)),  # 1/2 + 1/3 * 1/2 * 1/2
        ("bpref", RANKED, F(5, 9)),  # (1 + (1 - 1/3)) / 3
        ("bpref", run("d1 x1 d2 x2", "d1 d2 d3 > x1 x2"), F(1, 2)),  # (1 + (1 - 1/2)) / 3
        ("bpref", run("y d1 x1 d2", "d1 d2 d3 > x1 x2"), F(1, 2)),  # nobody judged y
        ("auc", CLOSED, F(11, 18)),  # d1 wins 3, d2 wins 2, d3 ties with x3
        ("ranking:kendall-tau", CLOSED, 2 / sqrt(F(9 * 14))),  # 5 - 3; d3 and x3 are tied in the run
        ("ranking:kendall-tau(variant=a)", CLOSED, F(2, 15)),
        ("tbg", RANKED, F("0.4928") * (1 + exp2(-F("35.374") / 224))),  # 4.4 + 25.8 * 0.64, then 4.4 + 25.8 * 0.39
        ("reliability-priority(n=1,wn=0.5)", TINY, F(7, 12)),  # 1/2 1/3 / (1/2) + 1/2 1/3 / (2/3)
        # + 1/2 1/6 / (1/2) + 1/6 1/2 / (5/6)
        ("reliability-priority(n=1,wn=0.5,reading=tail-lookup)", TINY, F(17, 20)),
        ("reliability-priority(n=1,wn=0.5,reading=tail-certain)", TINY, F(13, 20)),  # + 1/6 1/3 / (5/6)
        ("sensitivity-priority(n=1,wn=0.5)", TINY, F(1)),
        ("rs-ranking(n=1,wn=0.5)", TINY, F(14, 19)),
        ("rs-priority(n=1,wn=0.5)", TINY, F(14, 19)),
        # R 1, S half of each document
        ("rs-relatedness", (Organization.parse("d1 d2"), Organization.parse("{d1 d2}")), F(2, 3)),
        # what is judged irrelevant is taken to be in the tail
        ("rs-ranking(n=1,wn=0.5)", run("d1 x1", "d1 > x1 x2"), F(14, 19)),
    ],
)
def test_ranking_by_hand(name: str, case: tuple[Organization, Organization], expected: Any) -> None:
    assert equal(score(name, case), expected)


TABLE_9 = "d1 {d2 d3 d4} > {d4 d5} {d6 d7} > {d6 d7} > ..."


@pytest.mark.parametrize(
    ("system", "published"),
    [
        (TABLE_9, ("1.00", "1.00", "1.00", "1.00")),
        ("d1 {d2 d3 d4} > {d4 d5} {d6 d7} > d6 d7 > ...", ("1.00", "1.00", "1.00", "0.97")),
        ("d1 {d2 d3} d4 > {d4 d5} {d6 d7} > {d6 d7} > ...", ("1.00", "1.00", "1.00", "0.79")),  # printed .8
        ("d1 {d3 d4} > {d4 d5} {d6 d7} > {d6 d7} > ...", ("1.00", "0.86", "1.00", "0.74")),
        ("d1 {d3 d4} > {d4 d5} {d6 d7} > {d6 d7 d8} > ...", ("0.95", "0.86", "0.96", "0.74")),  # S> printed .85
        ("{d6 d7} > {d4 d5} {d6 d7} > d1 {d2 d3 d4} > ...", ("0.64", "0.59", "1.00", "1.00")),
    ],
)
def test_table_9_under_the_reading_that_gives_it(system: str, published: tuple[str, ...]) -> None:
    case = Organization.parse(system), Organization.parse(TABLE_9)
    names = ("reliability-priority", "sensitivity-priority", "reliability-clustering", "sensitivity-clustering")
    assert (
        tuple(f"{float(score(f'{name}(n=10,wn=0.8,reading=tail-certain)', case)):.2f}" for name in names) == published
    )


def organizations(system: str, gold: str) -> tuple[Organization, Organization]:
    return Organization.parse(system), Organization.parse(gold)


@pytest.mark.parametrize(
    ("name", "case", "expected"),
    [
        ("control-gold-itself", organizations("b a > ...", "a b > ..."), F(1)),
        ("control-gold-itself", organizations("a > b > ...", "a b > ..."), F(0)),
        # {c d} weighs 1/2 and is found, {a b} weighs 1 and is not
        ("control-placed-clusters", organizations("a b > {c d} > ...", "{a b} > {c d} > ..."), F(1, 3)),
        ("control-placed-clusters", organizations("{a b} > {c d} > ...", "{a b} > {c d} > ..."), F(1)),
        ("control-placed-clusters", organizations("{a b}", "{a b} {a b}"), F(1, 2)),  # found once of twice
        ("control-placed-clusters", organizations("...", "..."), F(1)),
        ("control-length", organizations("{a b} a > ...", "c > ..."), F(3)),
        ("control-pairs-in-order", organizations("b > a > ...", "a > b > ..."), F(-1)),
        ("control-pairs-in-order", organizations("b > a > ...", "a b > c > ..."), F(2)),  # both before c
        ("control-pairs-in-order", organizations("a > b > a > ...", "a > b > ..."), F(1)),  # the best place of a
        ("control-discounted-gain", organizations("b > a c > ...", "a > b > ..."), F(1)),  # 1/2 + 2/4
        ("control-discounted-gain", organizations("a", "a > b"), F(1, 2)),
        ("control-flat-clusters", organizations("{a b} > c d > ...", "{a b} {c d} > ..."), F(3, 4)),  # 1, 1, 1/2, 1/2
        ("control-flat-clusters", organizations("{a b}", "{a b} {a b}"), F(1, 2)),
        ("control-whole-classes", organizations("{a b} {c d}", "{a b} c d"), F(1, 3)),
        ("control-whole-classes", organizations("{a b} {a b}", "{a b}"), F(1)),
    ],
)
def test_controls_by_hand(name: str, case: tuple[Organization, Organization], expected: F) -> None:
    assert score(name, case) == expected
    assert registry.metric(name).exact(*case) == expected


OVERLAPPING = Organization.parse("{a b} {a b} c"), Organization.parse("{a b} c")
"""The system has the class of a and b twice, so half of what it claims of them is wrong."""


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("bcubed-extended-precision", F(2, 3)),  # a and b 1/2, c 1
        ("bcubed-extended-recall", F(1)),
        ("bcubed-extended-f", F(4, 5)),
        ("reliability-clustering", F(3, 5)),  # five occurrences, four of them 1/2
        ("sensitivity-clustering", F(1)),
        ("rs-clustering", F(3, 4)),
    ],
)
def test_overlap_by_hand(name: str, expected: F) -> None:
    assert score(name, OVERLAPPING) == expected


@pytest.mark.parametrize(
    ("name", "case", "expected"),
    [
        ("homogeneity-score", letters("aa"), F(1)),
        ("homogeneity-score", letters("a|a"), F(1)),  # H(class) = 0
        ("completeness-score", letters("ab"), F(1)),  # H(cluster) = 0
        ("v-measure", letters("ab"), F(0)),  # homogeneity 0, completeness 1
        ("v-measure", letters("ab|ab"), F(0)),  # both 0
        ("nmi", letters("aa"), F(1)),
        ("nmi(average=min)", letters("ab"), F(0)),
        ("nmi(average=geometric)", letters("ab"), F(0)),
        ("nmi(average=max)", letters("ab"), F(0)),
        ("ami", letters("aa"), F(1)),
        ("ami", letters("a|b"), F(1)),
        ("ami", letters("ab"), F(0)),
        ("ami(average=min)", letters("ab"), None),  # 0/0, and the partitions differ
        ("ami(average=geometric)", letters("aab"), None),
        ("ami(average=min)", letters("a|a|b"), None),  # H(class) is what every such clustering has
        ("adjusted-rand", letters("a"), F(1)),
        ("adjusted-rand", letters("a|b"), F(1)),
        ("adjusted-rand", letters("aa"), F(1)),
        ("rand", letters("a"), F(1)),
        ("clustering:jaccard", letters("a|b"), F(1)),
        ("fowlkes-mallows", letters("a|b"), F(0)),
        ("pair-precision", letters("a|a"), F(1)),
        ("pair-recall", letters("ab"), F(1)),
        ("pair-f", letters("a|b"), F(1)),
        ("pair-f", letters("ab"), F(0)),
        ("edit-distance", letters("ab"), None),  # documents = classes
        ("edit-distance", letters("aa"), F(1)),
        ("precision", table(0, 0, 1, 1), F(0)),
        ("recall", table(0, 1, 0, 1), F(0)),
        ("f", table(0, 0, 0, 2), F(0)),
        ("accuracy", table(0, 0, 0, 0), None),
        ("macro-accuracy", table(1, 0, 1, 0), None),
        ("kappa", table(2, 0, 0, 0), None),
        ("kappa", table(0, 0, 0, 0), None),
        ("mcc", table(1, 1, 0, 0), F(0)),
        ("informedness", table(1, 0, 1, 0), None),
        ("classification:jaccard", table(0, 0, 0, 2), F(0)),
        ("mcc-angle", table(1, 1, 0, 0), F(-1, 2)),
        ("mcc-angle", table(3, 1, 1, 3), F(-1, 3)),  # the cosine of a third of half a turn is 1/2
        ("g-mean", table(1, 0, 1, 0), None),
        ("g-mean", table(0, 0, 1, 1), F(0)),
        ("confusion-entropy", table(0, 0, 0, 0), None),
        ("confusion-entropy", table(2, 0, 0, 1), F(0)),
        ("confusion-entropy", table(0, 1, 0, 0), F(0)),  # one error, alone in its row and column
        ("sba", table(1, 1, 0, 0), None),  # nothing is predicted negative
        ("sba", table(0, 1, 1, 0), F(0)),
        ("sebastiani-k", table(1, 0, 2, 0), F(-1, 3)),  # 2/3 - 1
        ("sebastiani-k", table(0, 0, 0, 2), F(1)),
        ("sebastiani-k", table(0, 0, 0, 0), None),
        ("lam", table(1, 0, 1, 0), None),  # no irrelevant document
        ("lam(smoothing=1)", table(1, 0, 0, 0), 1 / (1 + sqrt(F(1, 2)))),  # hm = 1/3, sm = 1/2
        ("lam", table(0, 0, 1, 1), None),  # hm = 1, sm = 0
        ("lam", table(1, 1, 0, 0), None),  # hm = 0, sm = 1
        ("lam", table(1, 1, 0, 1), F(1)),  # hm = 0, sm = 1/2
        ("lam", table(0, 1, 1, 1), F(0)),  # hm = 1, sm = 1/2
        ("lam", table(1, 0, 0, 1), F(1)),
        ("lam", table(0, 1, 1, 0), F(0)),
        ("rs-filtering", table(0, 0, 1, 1), F(0)),  # all negative
        ("rs-filtering", table(1, 1, 0, 0), F(0)),  # all positive
        ("rs-filtering", table(0, 0, 0, 0), F(0)),
        ("ap", run("x", "..."), None),
        ("ap", run("", "d > ..."), F(0)),
        ("ndcg", run("x", "..."), None),
        ("ndcg(ideal=run)", run("x", "d > ..."), None),
        ("ndcg@1(ideal=top)", run("x d", "d > ..."), None),
        ("ndcg@1(ideal=whole)", run("x d", "d > ..."), F(0)),
        ("q-measure", run("x", "..."), None),
        ("bpref", run("x", "..."), None),
        ("bpref", run("d", "d > {}"), F(1)),  # nothing is judged irrelevant
        ("r-precision", run("x", "..."), None),
        ("rr", run("x", "d > ..."), F(0)),
        ("err", run("x", "..."), F(0)),
        ("dcg", run("", "d > ..."), F(0)),
        ("tbg", run("x", "d > ..."), F(0)),
        ("auc", run("d", "d > {}"), None),
        ("auc", run("x", "{} > x"), None),
        ("auc", run("", "d > x"), F(1, 2)),
        ("ranking:kendall-tau", run("d x", "d x > {}"), None),  # the gold ties them all
        ("ranking:kendall-tau", run("", "d > x"), None),  # the run does
        ("ranking:kendall-tau(variant=a)", run("", "d > x"), F(0)),
        ("ranking:kendall-tau(variant=a)", run("d", "d > {}"), None),
        ("rs-ranking", run("", "d > ..."), F(0)),
        ("rs-ranking", run("x", "..."), F(0)),
        # no relation in one level
        ("reliability-priority", (Organization.parse("a b"), Organization.parse("a > b")), F(0)),
    ],
)
def test_conventions(name: str, case: tuple[Organization, Organization], expected: Any) -> None:
    value = score(name, case)
    assert (value is None) == (expected is None)
    assert equal(value, expected)


@pytest.mark.parametrize(
    ("name", "system", "gold", "message"),
    [
        ("purity", "{a b} b", "{a b}", "the system is not a partition"),
        ("purity", "{a b}", "a c", "different documents: b, c"),
        ("purity", "a > b", "{a b}", "the system is not a clustering"),
        ("bcubed-extended-f", "{a b}", "a b > ...", "the gold is not a clustering"),
        ("f", "a b", "a > b", "the system is not a filtering"),
        ("f", "a > b", "a > c", "different documents: b, c"),
        ("ap", "a b > ...", "a > ...", "one document a level"),
        ("ap", "a > a > ...", "a > ...", "comes twice"),
        ("rs-ranking", "a b > ...", "a > ...", "one document a level"),
        ("auc", "a > ...", "a > ...", "a closed collection is wanted"),
        ("auc", "a > c > ...", "a > b", "does not list c"),
    ],
)
def test_organizations_of_another_task_are_refused(name: str, system: str, gold: str, message: str) -> None:
    with pytest.raises(TaskError, match=message):
        score(name, (Organization.parse(system), Organization.parse(gold)))


SECTIONS = "article(0+0 sec(6+3 p(2+2)) sec(2+1))"
"""Ten characters, six of them highlighted: specificity 3/5 of the article, 5/8 and 1/2 of the sections, 1 of p."""
TWO = "a1: article(10+5); a2: article(4+4); a3: article(9+0)"
POINTS = "a1: article(90+1)@0; a2: article(90+1)@50; a3: article(9+0); L=100"
FOCUSED = "a1/sec[1] > a1/sec[2]"


@pytest.mark.parametrize(
    ("name", "system", "gold", "expected"),
    [
        ("xcg", "a1 > a1/sec[2] > a1/sec[1]/p[1]", SECTIONS, F(21, 10)),
        ("xcg@2", "a1 > a1/sec[2] > a1/sec[1]/p[1]", SECTIONS, F(11, 10)),
        ("gain-recall", "a1 > a1/sec[2] > a1/sec[1]/p[1]", SECTIONS, F(21, 10) / F(109, 40)),
        ("xcg(ignore=p)", "a1 > a1/sec[2] > a1/sec[1]/p[1]", SECTIONS, F(11, 10)),
        ("gain-recall(ignore=p)", "a1 > a1/sec[2]", SECTIONS, F(11, 10) / F(69, 40)),
        # the ideal run gains 1, 13/8, 89/40, 109/40; the run 3/5, 11/10, 21/10; 1/2 of all is 109/80
        ("ep-gr(recall=1/2)", "a1 > a1/sec[2] > a1/sec[1]/p[1]", SECTIONS, F(2, 3)),
        ("ep-gr(recall=1/2,ranks=interpolated)", "a1 > a1/sec[2] > a1/sec[1]/p[1]", SECTIONS, F(632, 905)),
        ("ep-gr(recall=1)", "a1 > a1/sec[2] > a1/sec[1]/p[1]", SECTIONS, 0),
        ("maep", "a1 > a1/sec[2] > a1/sec[1]/p[1]", SECTIONS, (1 + F(2, 2) + F(3, 3)) / 4),
        # interpolated, the ideal run has 3/5 at rank 3/5, 11/10 at 1 + 4/25, 21/10 at 2 + 19/24
        (
            "maep(ranks=interpolated)",
            "a1 > a1/sec[2] > a1/sec[1]/p[1]",
            SECTIONS,
            (F(3, 5) + F(29, 25) / 2 + F(67, 24) / 3) / 4,
        ),
        # ideal are p (1) and the article (3/5), which is on the path of the second section; shortest keeps the article
        ("nxcg", FOCUSED, SECTIONS, (F(3, 5) + (F(1, 2) - F(5, 8))) / F(3, 5)),
        ("nxcg(gain=inner)", FOCUSED, SECTIONS, (F(3, 5) + (F(3, 5) - F(5, 8))) / F(3, 5)),
        ("nxcg(gain=clamped)", FOCUSED, SECTIONS, 1),
        ("nxcg(gain=credited)", FOCUSED, SECTIONS, 1),
        ("nxcg(base=best)", FOCUSED, SECTIONS, F(5, 8)),  # p alone is ideal, and the second section is not on its path
        ("nxcg(ideal=full)", FOCUSED, SECTIONS, (F(5, 8) + F(1, 2)) / F(109, 40)),
        ("nxcg@1(ideal=full)", FOCUSED, SECTIONS, F(5, 8)),
        ("nxcg(ignore=p)", FOCUSED, SECTIONS, (F(3, 5) - F(1, 8)) / F(3, 5)),
        ("text-precision", "{a1/sec[1]/p[1] a1/sec[2]}", SECTIONS, F(3, 4)),
        ("text-recall", "{a1/sec[1]/p[1] a1/sec[2]}", SECTIONS, F(1, 2)),
        ("text-f", "{a1/sec[1]/p[1] a1/sec[2]}", SECTIONS, F(3, 5)),
        ("gp", "a3 > a1 > a9", TWO, F(2, 3) / 10),
        ("gp@2", "a3 > a1 > a9", TWO, F(1, 3)),
        ("gr", "a3 > a1 > a9", TWO, F(1, 2)),
        ("gr@1", "a3 > a1 > a9", TWO, 0),
        ("agp", "a1 > a3 > a2", TWO, (F(2, 3) + F(5, 9)) / 2),
        ("bepd", "a3@0 > a1@10 > a2@50", POINTS, F(3, 4)),
        ("bepd(a=1)", "a1@10", POINTS, F(10, 11) / 2),
        # R = 1: the first is seen at rank 1 with 1/2, else the second at 2; R = 2: both by rank 2 with 1/2
        ("eprum", "a1@10 > a2@50", POINTS, (F(1, 2) + F(1, 2) * F(1, 2) + F(1, 2)) / 2),
        ("eprum-level", "a1@10 > a2@50", POINTS, F(1, 2)),
        ("eprum-level(recall=1/2)", "a1@10 > a2@50", POINTS, F(3, 4)),
        ("eprum-level(recall=0.51)", "a1@10 > a2@50", POINTS, F(1, 2)),
        ("eprum-rank", "a1@10 > a2@50", POINTS, F(3, 2) / 10),
        ("eprum-rank@1", "a1@10 > a2@50", POINTS, F(1, 2)),
        ("control-exact-hits", "a1@10 > a2@50", POINTS, F(1, 2)),
        ("control-distance", "a1@0 > a2@50 > a3@0", POINTS, F(1, 3)),
    ],
)
def test_element_retrieval_by_hand(name: str, system: str, gold: str, expected: Any) -> None:
    assert score(name, (Organization.parse(system), Library.parse(gold))) == expected


TABLE_1 = "d1:0.8 d2:0.4 d3:0.1"
"""The relevance of Table 1 of Della Mea et al.; the three systems follow."""

IRS_1, IRS_2, IRS_3 = "d1:0.9 d2:0.5 d3:0.2", "d1:1 d2:0.6 d3:0.3", "d1:0.8 d2:0.4 d3:1"
JUDGED = "a:1 b:1/4 c:0 d:1/2"
"""Four judged documents; the run below ranks b, a, x, c and d, of which x is not judged."""

RUN = "b:0.9 a:0.8 x:0.6 c:0.5 d:0"


@pytest.mark.parametrize(
    ("name", "system", "gold", "expected"),
    [
        *(("adm", irs, TABLE_1, adm) for irs, adm in ((IRS_1, F(9, 10)), (IRS_2, F(8, 10)), (IRS_3, F(7, 10)))),
        *(("sector-precision", irs, TABLE_1, F(1, 2)) for irs in (IRS_1, IRS_2, IRS_3)),
        *(("sector-recall", irs, TABLE_1, F(1)) for irs in (IRS_1, IRS_2, IRS_3)),
        *(("sector-e", irs, TABLE_1, F(3, 4)) for irs in (IRS_1, IRS_2, IRS_3)),
        ("adp", IRS_1, TABLE_1, F(9, 10)),
        ("adr", IRS_1, TABLE_1, F(1)),
        ("adr", "d1:0.5 d2:0.4 d3:0.7", TABLE_1, F(9, 10)),
        ("adp", "d1:0.5 d2:0.4 d3:0.7", TABLE_1, F(8, 10)),
        # documents 1 and 2 are nearer than 1/4 to the relevance, document 3 is too high by 0.9
        ("p-star", IRS_3, TABLE_1, F(2, 3)),
        ("r-star", IRS_3, TABLE_1, F(1)),
        ("r-star", "d1:0.55 d2:0 d3:0.1", TABLE_1, F(1, 3)),  # a distance of exactly 1/4 is not below it
        ("sector-specificity", IRS_3, TABLE_1, F(1, 2)),
        ("sector-precision(theta_s=1/4)", IRS_1, TABLE_1, F(1, 2)),
        ("sector-recall", "d1:1", "d1:0.4", None),
        ("sector-precision", "d1:0.4", "d1:1", None),
        ("sector-specificity", "d1:1", "d1:1", None),
        ("sector-e", "d1:0.4", "d1:1", None),
        ("p-star", "d1:0", "d1:1", None),
        ("r-star", "d1:1", "d1:0", None),
        # section 5.1: 7/8, 5/8, 3/8 and 1/8 for four categories; 0 and 1 for two (section 3)
        ("adm(n=4,values=midpoints)", "d1:1", "d1:0.8", F(7, 8)),
        ("adm(n=4,m=4,values=midpoints)", "d1:1/4 d2:1", "d1:0 d2:1/2", 1 - (F(1, 4) + F(1, 4)) / 2),
        ("adm(n=2,m=2)", IRS_1, TABLE_1, F(2, 3)),
        # section 5.2: the first document has 1, the second 0.999, what is not retrieved 0
        ("adm(scores=rank)", "d1:0.9 d2:0.3", "d1:1 d2:1 d3:1", 1 - F(1, 1000) / 3 - F(1, 3)),
        ("adm(scores=rank,length=4)", "d1:0.9 d2:0.3", "d1:1 d2:1", F(7, 8)),
        ("adm(scores=minmax-query)", "d1:0.7 d2:0.5 d3:0.6", "d1:1 d2:0 d3:1", F(5, 6)),
        ("adm(scores=minmax-query)", "d1:0.7 d2:0.7", "d1:1 d2:0", None),
        ("adm(scores=minmax-run,low=1/2,high=1)", "d1:3/4", "d1:1/2", F(1)),
        ("adm(step=nearest)", IRS_1, TABLE_1, F(1)),
        ("adm(step=nearest)", "d1:0.3 d2:0.2", "d1:1 d2:0.1", 1 - F(9, 10) / 2),
        ("adm(step=counts)", "d1:0.3 d2:0.2", "d1:1 d2:0.1", F(1)),
        ("adm(step=counts)", "d1:0.2 d2:0.2", "d1:1 d2:0", F(1, 2)),
        ("adm", RUN.replace(" d:0", ""), JUDGED, None),
        ("adm(sample=pool)", RUN.replace(" d:0", ""), JUDGED, 1 - (F(1, 5) + F(65, 100) + F(1, 2) + F(1, 2)) / 4),
        ("adm@3(sample=retrieved)", RUN, JUDGED, 1 - (F(1, 5) + F(65, 100)) / 2),
        ("adm@3(sample=assessed)", RUN, JUDGED, 1 - (F(1, 5) + F(65, 100) + F(1, 2)) / 3),
        ("adm(sample=relevant)", RUN, JUDGED, 1 - (F(1, 5) + F(1, 2)) / 2),
        ("constant-score", RUN, JUDGED, F(1, 2)),
        ("score-order", IRS_1, TABLE_1, F(3)),
        ("score-order", IRS_3, TABLE_1, F(-1)),
        ("distance-sum", IRS_2, TABLE_1, F(6, 10)),
        ("greatest-distance", IRS_3, TABLE_1, F(1, 10)),
        ("first-name", IRS_3, TABLE_1, F(8, 10)),
        ("relative-distance", "d1:0 d2:1/4", "d1:1 d2:1/4", F(3, 7)),
    ],
)
def test_scoring_by_hand(name: str, system: str, gold: str, expected: Any) -> None:
    """By the definition, and by the metric: tables 1 and 2(b), and the parameters of sections 3, 5 and 7."""
    case = Scores.parse(system), Relevance.parse(gold)
    assert score(name, case) == expected
    value = registry.metric(name).exact(*case)
    assert (None if isinstance(value, float) else value) == expected


def test_every_metric_has_a_worked_example() -> None:
    """Here, or in the docstring of its definition, whose examples `test_doctests` runs."""
    cases: tuple[Any, ...] = (
        test_clustering_by_hand,
        test_information_by_hand,
        test_filtering_by_hand,
        test_ranking_by_hand,
        test_diversity_by_hand,
        test_controls_by_hand,
        test_element_retrieval_by_hand,
        test_scoring_by_hand,
    )
    named = {
        definition.base
        for case in cases
        for parameters in case.pytestmark[0].args[1]
        if (definition := registry.definition(parameters[0])) is not None
    }
    shown = {
        definition.base
        for definition in registry.definitions().values()
        if ">>>" in (definition.function.__doc__ or "")
    }
    assert {definition.base for definition in registry.definitions().values()} - named - shown == {
        "ami"
    }  # which has a test of its own
