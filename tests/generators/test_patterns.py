"""Clustering constraints: the cases of a family against every labelled gold, worse and better clustering that its
statement admits, found naively.
"""

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import permutations

import numpy as np
import pytest

from axiometrics import registry
from axiometrics.core.aggregates import Contingency
from axiometrics.core.arithmetic import Array, like
from axiometrics.core.case import Case
from axiometrics.core.metric import Metric
from axiometrics.core.organization import Organization
from axiometrics.generators.blocks import Universe
from axiometrics.generators.patterns import Pattern, Placed, Rewrites, class_name
from axiometrics.judging import ExactJudge
from axiometrics.metrics.clustering.bcubed import bcubed_f
from axiometrics.search import Effort, search
from tests.partitions import set_partitions

Part = frozenset[int]
Partition = frozenset[Part]
Triple = tuple[Partition, Partition, Partition]
"""Gold, worse, better, over documents 0, 1, ..."""


def family(constraint: str, reading: str) -> Rewrites:
    (declared,) = registry.match_constraints(f"clustering:{constraint}")
    cases = declared.reading(reading).cases
    assert isinstance(cases, Rewrites)
    return cases


@cache
def partitions(n: int) -> tuple[Partition, ...]:
    """Every partition of n documents."""
    return tuple(frozenset(map(frozenset, parts)) for parts in set_partitions(range(n)))


def components(triples: Iterable[Triple], n: int) -> dict[Triple, int]:
    """Numbers of the classes of triples that differ only in names: orbits under two permutations that generate all of
    them.
    """
    number: dict[Triple, int] = {}
    turns = [[1, 0, *range(2, n)], [*range(1, n), 0]]
    classes = 0
    for start in triples:
        if start in number:
            continue
        number[start] = classes
        edge = [start]
        while edge:
            triple = edge.pop()
            for turn in turns:
                gold, worse, better = (frozenset(frozenset(turn[d] for d in part) for part in side) for side in triple)
                image = (gold, worse, better)
                if image not in number:
                    number[image] = classes
                    edge.append(image)
        classes += 1
    return number


def numbered(case: Case) -> Triple:
    """The case with its documents numbered in the order of their names."""
    number = {document: i for i, document in enumerate(sorted(case.gold.documents))}
    gold, worse, better = (
        frozenset(frozenset(number[d] for d in cluster) for cluster in side.levels[0])
        for side in (case.gold, case.outputs["worse"], case.outputs["better"])
    )
    return gold, worse, better


# --- the statements of spec/constraints.md, on labelled documents
# ------------------------------------------------------------------


def homogeneity(n: int) -> Iterator[Triple]:
    """One cluster holding two or more classes is split in two parts that share no class."""
    for worse in partitions(n):
        for better in partitions(n):
            gone, new = worse - better, better - worse
            if len(gone) == 1 and len(new) == 2:
                for gold in partitions(n):
                    left, right = new
                    if not any(class_ & left and class_ & right for class_ in gold):
                        yield gold, worse, better


def completeness(n: int) -> Iterator[Triple]:
    """Two clusters all of whose documents are of one and the same class are merged."""
    for worse in partitions(n):
        for better in partitions(n):
            gone, new = worse - better, better - worse
            if len(gone) == 2 and len(new) == 1:
                (merged,) = new
                for gold in partitions(n):
                    if any(merged <= class_ for class_ in gold):
                        yield gold, worse, better


def joins(n: int) -> Iterator[tuple[Partition, int, Part, Part]]:
    """A partition of all documents but one, that one, and two clusters it may join: first worse, then better."""
    for new in range(n):
        for rest in partitions(n):
            if frozenset({new}) in rest:
                others = rest - {frozenset({new})}
                for clean in others:
                    for noisy in others - {clean}:
                        yield others, new, clean, noisy


def rag_bag(n: int, sizes: Callable[[int, int], bool], strays_elsewhere: bool) -> Iterator[Triple]:
    """A document alone in its class joins a clean cluster (worse) or a noisy one (better)."""
    for others, new, clean, noisy in joins(n):
        if not sizes(len(clean), len(noisy)):
            continue
        worse = others - {clean} | {clean | {new}}
        better = others - {noisy} | {noisy | {new}}
        for gold in partitions(n):
            class_of = {d: class_ for class_ in gold for d in class_}
            alone = class_of[new] == {new}
            neat = len({class_of[d] for d in clean}) == 1
            bag = {class_of[d] for d in noisy}
            strays = len(bag) == len(noisy) and not any(class_ & clean for class_ in bag)
            if alone and neat and strays and (strays_elsewhere or all(len(class_) == 1 for class_ in bag)):
                yield gold, worse, better


def equal(m: int, k: int) -> bool:
    return m == k >= 2


def any_sizes(m: int, k: int) -> bool:
    return m >= 2 and k >= 2


NAIVE: dict[tuple[str, str], Callable[[int], Iterator[Triple]]] = {
    ("homogeneity", "universal"): homogeneity,
    ("completeness", "universal"): completeness,
    ("rag-bag", "universal"): lambda n: rag_bag(n, equal, False),
    ("rag-bag", "sizes"): lambda n: rag_bag(n, any_sizes, False),
    ("rag-bag", "strong"): lambda n: rag_bag(n, any_sizes, True),
}

SIZES = [
    (constraint, reading, n) for constraint, reading in NAIVE for n in range(1, 6 if constraint == "homogeneity" else 7)
]


@pytest.mark.parametrize(
    ("constraint", "reading", "n"),
    [pytest.param(*entry, marks=[pytest.mark.slow] if entry[2] == 6 else []) for entry in SIZES],
)
def test_cases_are_the_naive_ones_each_once(constraint: str, reading: str, n: int) -> None:
    expected = components(NAIVE[constraint, reading](n), n)
    cases = family(constraint, reading)
    names = [expected[numbered(case)] for case in cases.cases(n)]
    assert len(names) == len(set(names)), "a case twice, up to names"
    assert set(names) == set(expected.values())


@pytest.mark.parametrize(("constraint", "reading"), NAIVE)
def test_the_recogniser_admits_every_naive_instance_and_nothing_else(constraint: str, reading: str) -> None:
    """Random triples of five documents: admitted iff the naive statement lists them. Half are instances, half near
    misses or anything.
    """
    n = 5
    cases = family(constraint, reading)
    instances = set(NAIVE[constraint, reading](n))
    rng = random.Random(1)
    listed = sorted(instances, key=repr)
    admitted = 0
    for _ in range(150):
        gold, worse, better = rng.choice(listed)
        if rng.random() < 0.7:
            third = rng.choice(partitions(n))
            gold, worse, better = rng.choice(
                [
                    (third, worse, better),
                    (gold, third, better),
                    (gold, worse, third),
                    (gold, better, worse),
                    (third, better, worse),
                ]
            )
        case = organized((gold, worse, better))
        admitted += cases.admits(case) is None
        assert (cases.admits(case) is None) == ((gold, worse, better) in instances), (case.gold, case.outputs)
    assert 30 < admitted < 150


def organized(triple: Triple) -> Case:
    gold, worse, better = (
        Organization.clustering([[f"d{i}" for i in sorted(part)] for part in sorted(side, key=sorted)])
        for side in triple
    )
    return Case(gold, {"better": better, "worse": worse})


# --- size versus quantity: too large for the naive way, so by construction
# ---------------------------------------------------------


def broken_pairs(n: int, outside: int, classes_inside: bool) -> Iterator[Triple]:
    """The class of n + 1 and n pairs, with `outside` further documents in any clusters of any other classes, or
    (`classes_inside`) of any classes.
    """
    big, pairs = frozenset(range(n + 1)), [frozenset({n + 1 + 2 * i, n + 2 + 2 * i}) for i in range(n)]
    first = 3 * n + 1
    whole = [big, *pairs]
    for around in partitions(outside):
        surroundings = frozenset(frozenset(first + d for d in part) for part in around)
        for grouped in partitions(outside):
            for golds in joined(whole, [frozenset(first + d for d in part) for part in grouped], classes_inside):
                worse = frozenset({big, *(frozenset({d}) for pair in pairs for d in pair)}) | surroundings
                better = frozenset({big - {0}, frozenset({0}), *pairs}) | surroundings
                yield golds, worse, better


def joined(whole: list[Part], extra: list[Part], classes_inside: bool) -> Iterator[Partition]:
    """The golds in which each part of the further documents is a class of its own or belongs to one of the whole
    classes.
    """
    if not extra:
        yield frozenset(whole)
        return
    part, *rest = extra
    yield from (gold | {part} for gold in joined(whole, rest, classes_inside))
    if classes_inside:
        for i, class_ in enumerate(whole):
            yield from joined([*whole[:i], class_ | part, *whole[i + 1 :]], rest, classes_inside)


def least_triples(triples: Iterable[Triple]) -> int:
    """How many triples there are up to names, by a coarse but here sufficient way: the multiset of what each document
    sees, refined twice.
    """
    names = set()
    for triple in triples:
        documents = sorted(set().union(*triple[0]))
        colour: dict[int, object] = dict.fromkeys(documents, 0)
        of = [{d: part for part in side for d in part} for side in triple]
        for _ in range(3):
            colour = {
                d: hash((colour[d], *(tuple(sorted(map(repr, (colour[e] for e in parts[d])))) for parts in of)))
                for d in documents
            }
        names.add(tuple(sorted(map(repr, colour.values()))))
    return len(names)


A007716 = [1, 1, 4, 10, 33]


@pytest.mark.parametrize("documents", [7, 8, 9, 10])
def test_size_versus_quantity_has_tables_around_it(documents: int) -> None:
    """Universal: the pattern of n = 2 with any table of other classes around it, and from 10 documents on that of n =
    3.
    """
    listed = [numbered(case) for case in family("size-vs-quantity", "universal").cases(documents)]
    assert len(listed) == A007716[documents - 7] + (documents == 10)
    assert least_triples(listed) == len(listed), "a case twice, up to names"
    if documents < 10:
        assert least_triples([*listed, *broken_pairs(2, documents - 7, classes_inside=False)]) == len(listed)


@pytest.mark.parametrize("documents", [7, 8, 9])
def test_size_versus_quantity_with_more_of_its_classes_elsewhere(documents: int) -> None:
    listed = [numbered(case) for case in family("size-vs-quantity", "strong").cases(documents)]
    assert least_triples(listed) == len(listed), "a case twice, up to names"
    assert least_triples([*listed, *broken_pairs(2, documents - 7, classes_inside=True)]) == len(listed)
    assert len(listed) == [1, 3, 16][documents - 7]


def test_there_is_nothing_below_the_smallest_pattern() -> None:
    assert [sum(1 for _ in family("size-vs-quantity", "universal").cases(n)) for n in range(1, 7)] == [0] * 6
    assert [sum(1 for _ in family("rag-bag", "universal").cases(n)) for n in range(1, 5)] == [0] * 4


@pytest.mark.parametrize(
    ("constraint", "reading", "n", "text"),
    [
        ("homogeneity", "picture", 5, "aaabb -> aaa|bb"),
        ("completeness", "picture", 5, "aaa|aa -> aaaaa"),
        ("rag-bag", "picture", 8, "aaaab|cde -> aaaa|cdeb"),
        ("size-vs-quantity", "picture", 13, "aaaaa|b|b|c|c|d|d|e|e -> aaaa|a|bb|cc|dd|ee"),
    ],
)
def test_pictures(constraint: str, reading: str, n: int, text: str) -> None:
    """One case each, as the paper draws it, alone."""
    cases = family(constraint, reading)
    assert [sum(1 for _ in cases.cases(m)) for m in range(1, 14)] == [int(m == n) for m in range(1, 14)]
    (case,) = cases.cases(n)
    drawn = organized(drawn_triple(text))
    assert cases.admits(drawn) is None
    assert (
        components([numbered(case)], n).get(numbered(drawn)) == 0
        if n < 6
        else least_triples([numbered(case), numbered(drawn)]) == 1
    )
    with_more = Case(
        Organization.clustering([*drawn.gold.levels[0], ["z"]]),
        {role: Organization.clustering([*output.levels[0], ["z"]]) for role, output in drawn.outputs.items()},
    )
    assert cases.admits(with_more) == "other clusters stand around the pattern, which is to stand alone"


def drawn_triple(text: str) -> Triple:
    """From the notation of the paper; documents of a class are numbered as they come."""
    sides = [side.strip().split("|") for side in text.split("->")]
    number: dict[tuple[str, int], int] = {}
    parted = []
    for side in sides:
        seen: dict[str, int] = defaultdict(int)
        parts = []
        for cluster in side:
            part = set()
            for letter in cluster:
                part.add(number.setdefault((letter, seen[letter]), len(number)))
                seen[letter] += 1
            parts.append(frozenset(part))
        parted.append(frozenset(parts))
    classes: dict[str, set[int]] = defaultdict(set)
    for (letter, _), i in number.items():
        classes[letter].add(i)
    return frozenset(map(frozenset, classes.values())), parted[0], parted[1]


# --- the recogniser

ALL = [
    (constraint, reading)
    for constraint, readings in {
        "homogeneity": ("universal", "picture"),
        "completeness": ("universal", "picture"),
        "rag-bag": ("universal", "picture", "sizes", "strong"),
        "size-vs-quantity": ("universal", "picture", "strong"),
    }.items()
    for reading in readings
]


@pytest.mark.parametrize(("constraint", "reading"), ALL)
def test_every_case_is_admitted(constraint: str, reading: str) -> None:
    cases = family(constraint, reading)
    largest = {"homogeneity": 5, "completeness": 6, "rag-bag": 7, "size-vs-quantity": 9}[constraint]
    admitted = 0
    for n in range(1, max(largest, cases.largest(None) if not cases.surroundings else 0) + 1):
        for case in cases.cases(n):
            assert case.documents == n
            assert case.occurrences == 3 * n
            assert cases.admits(case) is None, case
            turned = Case(case.gold, {"better": case.outputs["worse"], "worse": case.outputs["better"]})
            assert cases.admits(turned) is not None, case
            admitted += 1
    assert admitted


REFUSED = {
    ("homogeneity", "universal"): [
        ("the parts share class a", "aab -> a|ab"),
        ("one class only", "aaa -> aa|a"),
        ("three parts", "abc -> a|b|c"),
        ("two clusters changed", "ab|cd -> ac|bd"),
        ("two splits at once", "ab|cd -> a|b|c|d"),
        ("a merge", "a|b -> ab"),
        ("nothing changes", "ab -> ab"),
    ],
    ("completeness", "universal"): [
        ("the clusters are of two classes", "aa|b -> aab"),
        ("one is mixed", "aab|a -> aaab"),
        ("three merged", "a|a|a -> aaa"),
        ("a split", "aa -> a|a"),
        ("a move", "aaa|a -> aa|aa"),
    ],
    ("rag-bag", "universal"): [
        ("sizes differ", "aaax|bc -> aaa|bcx"),
        ("one of each is an isomorphic tie", "ax|b -> a|bx"),
        ("the noisy cluster repeats a class", "aax|bb -> aa|bbx"),
        ("the clean cluster is mixed", "abx|cd -> ab|cdx"),
        ("the new document has company in the noisy cluster", "aab|bc -> aa|bcb"),
        ("a stray is of the clean class", "aax|ab -> aa|abx"),
        ("a clean document moves", "aaa|bc -> aa|bca"),
        ("a stray has documents elsewhere", "aax|bc|b -> aa|bcx|b"),
        ("the new document has company elsewhere", "aax|bc|x -> aa|bcx|x"),
    ],
    ("rag-bag", "sizes"): [
        ("a stray has documents elsewhere", "aax|bc|b -> aa|bcx|b"),
        ("one clean document", "ax|bc -> a|bcx"),
        ("one stray", "aax|b -> aa|bx"),
    ],
    ("rag-bag", "strong"): [
        ("a stray is of the clean class", "aax|ab -> aa|abx"),
        ("the new document has company elsewhere", "aax|bc|x -> aa|bcx|x"),
        ("one stray", "aax|b|b -> aa|bx|b"),
    ],
    ("size-vs-quantity", "universal"): [
        ("one pair", "aa|b|b -> a|a|bb"),
        ("the class is too small", "aa|b|b|c|c -> a|a|bb|cc"),
        ("the class is too large", "aaaa|b|b|c|c -> aaa|a|bb|cc"),
        ("two documents taken out", "aaaa|b|b|c|c|d|d -> aa|aa|bb|cc|dd"),
        ("a pair stays broken", "aaaa|b|b|c|c|d|d -> aaa|a|bb|cc|d|d"),
        ("the class has documents elsewhere", "aaa|b|b|c|c|a -> aa|a|bb|cc|a"),
        ("a pair has documents elsewhere", "aaa|b|b|c|c|be -> aa|a|bb|cc|be"),
        ("a pair of two classes", "aaa|b|b|c|d -> aa|a|bb|cd"),
    ],
    ("size-vs-quantity", "strong"): [
        ("the class is too large", "aaaa|b|b|c|c -> aaa|a|bb|cc"),
        ("the two pairs are of one class", "aaa|b|b|b|b -> aa|a|bb|bb"),
    ],
}


@pytest.mark.parametrize(
    ("constraint", "reading", "text"),
    [(*key, text) for key, listed in REFUSED.items() for _, text in listed],
    ids=[f"{key[0]}-{key[1]}-{why}".replace(" ", "_") for key, listed in REFUSED.items() for why, _ in listed],
)
def test_a_near_miss_is_refused(constraint: str, reading: str, text: str) -> None:
    assert family(constraint, reading).admits(organized(drawn_triple(text))) is not None


@pytest.mark.parametrize(
    ("constraint", "reading", "text"),
    [
        ("homogeneity", "universal", "aab|a -> aa|b|a"),
        ("homogeneity", "universal", "ab|ab -> a|b|ab"),
        ("completeness", "universal", "a|a|ab -> aa|ab"),
        ("rag-bag", "universal", "aax|bc|a -> aa|bcx|a"),
        ("rag-bag", "sizes", "aax|bcd -> aa|bcdx"),
        ("rag-bag", "strong", "aax|bc|b -> aa|bcx|b"),
        ("size-vs-quantity", "universal", "aaa|b|b|c|c|de -> aa|a|bb|cc|de"),
        ("size-vs-quantity", "strong", "aaa|b|b|c|c|ab -> aa|a|bb|cc|ab"),
    ],
)
def test_an_instance_in_surroundings_is_admitted(constraint: str, reading: str, text: str) -> None:
    assert family(constraint, reading).admits(organized(drawn_triple(text))) is None


@pytest.mark.parametrize(
    ("gold", "worse", "better", "problem"),
    [
        ("{a b} > ...", "{a b}", "a b", "gold is not a clustering"),
        ("{a b}", "a > b", "a b", "worse is not a clustering"),
        ("a b", "{a b} a", "a b", "worse is not a partition"),
        ("a b", "{a b}", "a", "better and gold do not hold the same documents"),
        ("{a b} {c d}", "{a b} {c d}", "{a c} {b d} ", "the constraint does not speak of"),
    ],
)
def test_what_is_no_clustering_case_is_refused_with_its_reason(
    gold: str, worse: str, better: str, problem: str
) -> None:
    case = Case(Organization.parse(gold), {"worse": Organization.parse(worse), "better": Organization.parse(better)})
    reason = family("homogeneity", "universal").admits(case)
    assert reason is not None
    assert problem in reason


# --- blocks


@pytest.mark.few(4)
@pytest.mark.parametrize(("constraint", "reading"), ALL)
@pytest.mark.parametrize("name", ["bcubed-f", "adjusted-rand"])
def test_blocks_score_what_the_cases_score(constraint: str, reading: str, name: str) -> None:
    """The stacks of tables against the organizations, one by one; and the universes name the same outputs."""
    metric, cases = registry.metric(name), family(constraint, reading)
    largest = {"homogeneity": 5, "completeness": 6, "rag-bag": 6, "size-vs-quantity": 8}[constraint]
    largest = largest if cases.surroundings else cases.largest(None)
    listed = {n: list(cases.cases(n)) for n in range(1, largest + 1)}
    seen = 0
    for block in cases.blocks(largest):
        if block.least > largest:  # beyond the largest, patterns alone
            break
        expected = listed[block.least]
        assert len(block) == len(expected)
        assert (block.sizes(np.arange(len(block))) == [case.size for case in expected]).all()
        for role, (universe, index) in block.places.items():
            values = np.concatenate(
                [np.broadcast_to(metric.evaluate(counts), shape).ravel() for counts, shape in universe.chunks()]
            )
            assert len(universe) == len(values)
            for k, case in enumerate(expected):
                built = block.case(k, False)
                assert built.gold == case.gold
                assert built.outputs == case.outputs
                exact = float(metric.exact(case.outputs[role], case.gold))
                assert values[index[k]] == pytest.approx(exact, abs=1e-12), case
                output, gold = universe.outputs(int(index[k]), False)
                assert metric.exact(output, gold) == metric.exact(case.outputs[role], case.gold)
        seen += len(block)
    assert seen == sum(map(len, listed.values())) > 0


def test_equal_signatures_are_isomorphic() -> None:
    """A black box is asked once for the outputs of one signature, so these may differ in names only."""
    for block in family("rag-bag", "strong").blocks(6):
        for universe, _ in block.places.values():
            by_signature: dict[object, set[object]] = defaultdict(set)
            for k in range(len(universe)):
                by_signature[universe.signature(k, False)].add(table_name(*universe.outputs(k, False)))
            assert all(len(names) == 1 for names in by_signature.values())


def table_name(output: Organization, gold: Organization) -> object:
    """One name for all pairs of clusterings with the same table up to the order of rows and columns."""
    rows = [[len(set(class_) & set(cluster)) for cluster in output.levels[0]] for class_ in gold.levels[0]]
    return min(
        tuple(sorted(tuple(row[j] for j in order) for row in rows)) for order in permutations(range(len(rows[0])))
    )


def test_a_block_hands_over_the_doubtful_cases_smallest_first() -> None:
    def all_tied(universe: Universe, index: Array) -> Array:
        return np.zeros(len(index))

    for block in family("homogeneity", "universal").blocks(4):
        judged = block.judge(all_tied, False, None)
        assert judged.cases == len(block)
        assert judged.undefined == 0
        assert [case.gold for case in judged.doubtful] == [block.case(k, False).gold for k in range(len(block))]
        assert list(block.judge(all_tied, False, (block.least, 0)).doubtful) == []


def test_patterns_beyond_the_largest_stand_alone() -> None:
    """Size versus quantity: n to 40 without surroundings; a cap below the default turns that off."""
    cases = family("size-vs-quantity", "universal")
    sizes = [block.least for block in cases.blocks(None)]
    assert sizes[-1] == 121
    assert [n for n in sizes if n > 10] == list(range(13, 122, 3))
    assert max(block.least for block in cases.blocks(8)) == 8
    assert cases.largest(50) == 13


def test_minimal_is_claimed_only_where_everything_smaller_was_searched() -> None:
    """Fails on the pattern of n = 5 alone (16 documents), and on n = 2 with five strays in one cluster (12 documents),
    which a search to 10 does not see.
    """

    def formula(t: Contingency) -> Array:
        at = [(16, 7, 6), (12, 5, 8)]  # documents, clusters, classes
        bad = [
            like((t.documents == n) & (t.n_clusters == k) & (t.n_classes == c) & (t.clusters.max(-1) == 5), t.table)
            for n, k, c in at
        ]
        return np.asarray(bcubed_f(t) - bad[0] - bad[1])

    (constraint,) = registry.match_constraints("clustering:size-vs-quantity")
    judge = ExactJudge(Metric("mine", "Mine", "clustering", "mutant", "made up", formula))
    shorter, longer = (
        search(constraint, constraint.reading("universal"), [judge], Effort(cap, examples=0))[0] for cap in (10, 13)
    )
    assert (shorter.evidence.size, longer.evidence.size) == (16, 12)
    assert longer.evidence.minimal
    assert not shorter.evidence.minimal


# --- patterns


def test_a_pattern_reads_and_prints_itself() -> None:
    for text in ("aab|cd -> aa|bcd", "ab -> a|b", "aaa|aa -> aaaaa"):
        assert str(Pattern.parse(text)) == text
    assert [class_name(i) for i in (0, 25, 26, 52)] == ["a", "z", "a'", "a''"]


def test_renamed_patterns_match() -> None:
    rng = random.Random(2)
    for text, elsewhere in (
        ("aabc|de -> aa|bc|de", "ab"),
        ("aax|bc -> aa|bcx", "a"),
        ("aaabbc -> aaa|bbc", "abc"),
        ("aab|bbc -> aabb|bc", "b"),
    ):
        letters = sorted(set(text) - set("|-> "))
        pattern = Pattern.parse(text, elsewhere)
        for _ in range(10):
            renamed = dict(zip(letters, rng.sample("pqrstuvwxyz", len(letters)), strict=True))
            second = Pattern.parse(
                "".join(renamed.get(letter, letter) for letter in text),
                "".join(renamed[letter] for letter in elsewhere),
            )
            assert pattern.matches(second)
            assert second.matches(pattern)
        assert not pattern.matches(Pattern.parse(text.replace("a", "aa"), elsewhere))
        assert not Pattern.parse(text).matches(pattern)  # no class may have documents elsewhere
        assert pattern.matches(Pattern.parse(text))  # they may, but need not


def test_symmetries_are_the_renamings_of_classes_that_matter_outside() -> None:
    assert Pattern.parse("ab -> a|b", "ab").symmetries == ((0, 1), (1, 0))
    assert Pattern.parse("aab -> aa|b", "ab").symmetries == ((0, 1),)
    assert len(Pattern.parse("abc -> ab|c", "abc").symmetries) == 2
    assert len(Pattern.parse("aax|bcd -> aa|bcdx", "abcd").symmetries) == 6
    assert len(Pattern.parse("abcd -> ab|cd", "abcd").symmetries) == 8


def test_documents_have_the_same_names_in_both_outputs() -> None:
    placed = Placed(Pattern.parse("ab -> a|b", "ab"), ((1, 0, 2), (0, 1, 0)))
    case = placed.case()
    assert case.gold == Organization.parse("{a1 a2} {b1 b2} c1 d1")
    assert case.outputs == {
        "worse": Organization.parse("{a1 b1} {a2 c1 d1} b2"),
        "better": Organization.parse("a1 b1 {a2 c1 d1} b2"),
    }
