"""Cases of diversity: every small topic with every run, and each way in which a constraint changes a run.

A case has a size s: at most s relevant documents and s - 1 intents with grades 0 and 1, one document less with grades
up to 2. So size 3 holds the topics of two intents and three documents, size 4 those of three intents and four. Runs
have at most four ranks, and no more than the cut-off of the metric, if it has one: beyond it nothing counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, groupby, islice, pairwise, permutations, product
from types import MappingProxyType
from typing import Any

from axiometrics.core.case import Case, Demand
from axiometrics.core.organization import Organization
from axiometrics.core.topic import Topic
from axiometrics.generators.listed import PlainCases, Recognised, is_shown
from axiometrics.generators.topics import (
    CHANCES,
    alike,
    cover_topics,
    judged,
    named,
    orders,
    paper_topic,
    runs,
    topic,
)

LONGEST = 4
"""Ranks of the longest run."""

UNIT = "relevant documents"

Run = list[str]
Lists = Callable[[Topic, int | None], Iterable[Case]]
"""A topic and the cut-off of a metric, None without one -> the cases on it."""

Runs = Callable[[Topic, int | None], tuple[Organization, ...]]
"""A topic and the cut-off of a metric -> the runs that are tried."""

Around = Callable[[Topic, Organization], Iterable[Case]]
"""A topic and a run -> the cases that are made of the run."""

MOST = 5_040
"""Orders of the relevant documents of a topic that is not listed: as many as seven documents have."""

HALVES = range(1, 9)
"""k of the covers with two disjoint documents of k intents and one of k + 1."""


def size_of(gold: Topic) -> int:
    """The size of a topic."""
    documents, intents = len(gold.documents), len(gold.intents)
    graded = any(grade > 1 for of in gold.grades.values() for grade in of.values())
    return documents if intents > 3 else max(documents + graded, intents + 1)


@cache
def binary_topics(size: int) -> tuple[Topic, ...]:
    """The topics of that size with grades 0 and 1."""
    return tuple(gold for gold in _topics(size, 1) if size_of(gold) == size)


@cache
def graded_topics(size: int) -> tuple[Topic, ...]:
    """The topics of that size with grades up to 2, those with grades 0 and 1 among them."""
    return (*binary_topics(size), *(gold for gold in _topics(size, 2) if size_of(gold) == size))


def _topics(size: int, grades: int) -> Iterator[Topic]:
    for intents in range(1, min(size, 4)):
        for documents in range(1, size + 1):
            for number, chances in enumerate(CHANCES[intents]):
                for some in judged(intents, documents, grades, anonymous=not number):
                    if grades == 1 or any(grade == grades for vector in some for grade in vector):
                        yield topic(some, chances)


def covers(size: int) -> tuple[Topic, ...]:
    """The topics of `cover_topics`, in which covers are hard, by the number of documents."""
    listed = (*cover_topics(), *(gold for half in HALVES[2:] for gold in cover_topics(half)))
    return tuple(gold for gold in listed if size_of(gold) == size)


def hard_topics(size: int) -> tuple[Topic, ...]:
    """The topics of that size with grades up to 2, and those in which covers are hard, under one naming each."""
    listed = [topic(some, CHANCES[4][0]) for number in (1, 2, 3) for some in judged(4, number, anonymous=True)]
    listed += (gold for half in HALVES for gold in cover_topics(half) if len(gold.intents) > 4)
    return (*graded_topics(size), *(gold for gold in listed if size_of(gold) == size))


def ranks(run: Organization) -> Run:
    """The documents of a run in rank order."""
    return [document for _, _, document in run.occurrences()]


def numbered(gold: Topic, run: Sequence[str]) -> Organization:
    """The run, its irrelevant documents numbered as they come."""
    return Organization.ranking(named([d if gold.of(d) else "" for d in run], gold.grades))


def put(gold: Topic, run: Sequence[str], rank: int, document: str) -> Organization:
    """The run with another document at a rank, counted from 0; irrelevant documents are numbered anew."""
    return numbered(gold, [*run[:rank], document, *run[rank + 1 :]])


@dataclass(frozen=True)
class Listing:
    """Cases by size: those on each topic of that size, for a cut-off.

    Attributes
    ----------
    topics : size -> the topics of that size
    lists : the cases on a topic
    cut : the cut-off of the metric, None without one
    """

    topics: Callable[[int], Iterable[Topic]]
    lists: Lists
    cut: int | None = None

    __name__ = "of topics"

    def __call__(self, size: int) -> Iterator[Case]:
        for gold in self.topics(size):
            yield from self.lists(gold, self.cut)


@dataclass(frozen=True)
class OfRuns:
    """The cases that are made of each run of a topic: of all runs of a small topic, and of runs that are drawn.

    Attributes
    ----------
    around : a topic and a run -> the cases that are made of the run
    grades : the highest grade of topics that are drawn
    even : whether intents are equally likely on them, and grades all 1
    keeps : whether irrelevant documents keep their names in the cases that are made; else they count as the same
    """

    around: Around
    grades: int = 1
    even: bool = False
    keeps: bool = False

    def __call__(self, gold: Topic, cut: int | None) -> Iterator[Case]:
        for run in short_runs(gold, cut):
            yield from self.around(gold, run)


@dataclass(frozen=True)
class TopicCases(PlainCases):
    """Cases on small topics, made for the cut-off of the metric: a family of `Listing`.

    Attributes
    ----------
    ranks : the ranks that a case has at least, so that nothing is asked of a metric that looks at fewer
    """

    ranks: int = 1

    def within(self, cut: int | None) -> TopicCases:
        """The cases that are asked of a metric with this cut-off."""
        return self if cut is None else _within(self, cut)

    def stated(self, case: Case, words: str = "", parameters: Mapping[str, Any] = MappingProxyType({})) -> Case | str:
        """A saved case as the constraint has it, or why it is not one: as that each output is a run."""
        if not all(map(is_run, _each_output(case))):
            return "an output is not a run, with one document a rank, each once"
        return super().stated(case, words, parameters)


class DrawnTopics(TopicCases):
    """Cases that are also drawn, of larger topics and longer runs: those that are made of one run."""

    @property
    def of_runs(self) -> OfRuns:
        """What is made of a run."""
        assert isinstance(self.listing, Listing)
        assert isinstance(self.listing.lists, OfRuns)
        return self.listing.lists

    @property
    def cut(self) -> int | None:
        """The cut-off that the cases are made for."""
        assert isinstance(self.listing, Listing)
        return self.listing.cut

    def _listed(self, case: Case) -> str | Sequence[Case]:
        """The cases that are made of one of the runs of the case."""
        if not case.is_single:
            return "the cases of this constraint have one output for each role, and one gold"
        longest = max(len(output.levels) for output in case.outputs.values())
        if self.cut is not None and longest > self.cut:
            return f"a run has {longest} ranks, and {self.cut} are looked at"
        runs_of = {role: ranks(output) for role, output in case.outputs.items()}
        keeps = self.of_runs.keeps
        shown = {role: Organization.ranking(r) if keeps else numbered(case.gold, r) for role, r in runs_of.items()}
        every = (made for run in dict.fromkeys(shown.values()) for made in self.of_runs.around(case.gold, run))
        cases = [replace(made, outputs=case.outputs) for made in every if dict(made.outputs) == shown]
        return cases or "the runs are not what the constraint makes of one of them"


def _each_output(case: Case) -> list[Organization]:
    """The outputs of a case, those of a role that has several one by one."""
    sides = case.outputs.values()
    return [output for side in sides for output in (side if isinstance(side, tuple) else (side,))]


def as_listed(case: Case) -> Case:
    """The case with each run as it is listed: its irrelevant documents are numbered, and of documents that are alike
    those that the topic lists first come first.
    """

    def run(output: Organization) -> Organization:
        left = {document: [*others, document] for document, others in alike(case.gold).items()}
        kinds = {frozenset(case.gold.of(some[-1]).items()): list(some) for some in left.values()}
        return Organization.ranking(
            named(
                [kinds[frozenset(case.gold.of(d).items())].pop(0) if case.gold.of(d) else "" for d in ranks(output)],
                case.gold.grades,
            )
        )

    return replace(
        case,
        outputs={
            role: tuple(map(run, side)) if isinstance(side, tuple) else run(side) for role, side in case.outputs.items()
        },
    )


def is_run(output: Organization) -> bool:
    """Whether an output lists documents, each once, one a rank."""
    run = ranks(output)
    return bool(run) and all(sum(map(len, level)) == 1 for level in output.levels) and len(run) == len(set(run))


class OnTopics(TopicCases):
    """Cases that are recognised by what is listed on their topic. A case may leave out outputs that the listing has."""

    def _listed(self, case: Case) -> str | Sequence[Case]:
        assert isinstance(self.listing, Listing)
        if (refused := self.refused(case.gold)) is not None:
            return refused
        case = as_listed(case)
        every = self.listing.lists(case.gold, self.listing.cut)
        cases = [
            candidate
            for candidate in every
            if is_shown(replace(case, outputs={**candidate.outputs, **case.outputs}), candidate)
        ]
        return cases or "the constraint has no case with these outputs on this topic"

    def refused(self, gold: Topic) -> str | None:
        """Why nothing is listed on a topic, or None."""
        raise NotImplementedError


class AnyTopic(OnTopics):
    """Cases on any topic, of which those on small topics are searched."""

    def refused(self, gold: Topic) -> str | None:
        """Why nothing is listed on a topic, or None."""
        return too_many_orders(gold)


class PaperTopics(OnTopics):
    """Cases on topics of the paper under any names."""

    def refused(self, gold: Topic) -> str | None:
        """Why nothing is listed on a topic, or None."""
        return NOT_PAPER if paper_names(gold) is None else None


def too_many_orders(gold: Topic) -> str | None:
    """Why not all orders of a topic are tried, or None."""
    if next(islice(orders(gold), MOST, None), None):
        return f"the relevant documents of the topic have more than {MOST} orders"
    return None


@dataclass(frozen=True)
class ByCut:
    """A function that says why a case is not one for a metric that looks at so many ranks (None for all), or that it is
    one.
    """

    says: Callable[[Case, int | None], Recognised]
    cut: int | None = None

    def __call__(self, case: Case) -> Recognised:
        return self.says(case, self.cut)


@cache
def _within(family: TopicCases, cut: int) -> TopicCases:
    assert isinstance(family.listing, Listing)
    recogniser = family.recognise
    listing = replace(family.listing, cut=cut)
    if isinstance(recogniser, ByCut):
        recogniser = replace(recogniser, cut=cut)
    if recogniser is None:
        return replace(family, listing=listing)

    def recognise(case: Case) -> Recognised:
        longest = max(len(output.levels) for output in _each_output(case))
        return f"a run has {longest} ranks, and {cut} are looked at" if longest > cut else recogniser(case)

    return replace(family, listing=listing, recognise=recognise)


def case_size(case: Case) -> int:
    """The size of the topic of a case."""
    return size_of(case.gold)


def family(
    topics: Callable[[int], Iterable[Topic]],
    lists: Lists,
    demand: Demand,
    default: int = 3,
    greatest: int = 4,
    measure: Callable[[Case], int] = case_size,
    recognise: Callable[[Case], Recognised] | None = None,
    ranks: int = 1,
    kind: type[TopicCases] = TopicCases,
    demands: tuple[Demand, ...] = (),
    grid: str | None = None,
) -> TopicCases:
    """The family of the cases that a function lists on each topic; they are drawn too where they are `OfRuns`. With
    `AnyTopic` as its kind, what it lists on a topic that is not among `topics` is a case too.
    """
    return (DrawnTopics if isinstance(lists, OfRuns) else kind)(
        Listing(topics, lists),
        default,
        greatest,
        demand,
        recognise,
        unit=UNIT,
        measure=measure,
        reaches=one_document,
        ranks=ranks,
        demands=demands,
        grid=GRIDS.get(topics, "") if grid is None else grid,
    )


def one_document(size: int) -> int:
    """Topics are searched by relevant documents and intents, and a case with more of these may name fewer documents. So
    a counterexample is said to be the least only where no case can have fewer documents.
    """
    return 1


def short_runs(gold: Topic, cut: int | None) -> tuple[Organization, ...]:
    """Every run of the topic within the cut-off; on topics that are hard to cover those of two relevant documents."""
    if len(gold.intents) > 3:
        return runs(gold, min(2, cut or 2), 0)
    return runs(gold, min(LONGEST, cut or LONGEST))


def each_run(demands: Sequence[tuple[Demand, int]]) -> OfRuns:
    """Each run of a topic, with each of these demands and its bound."""

    def around(gold: Topic, run: Organization) -> Iterator[Case]:
        for demand, bound in demands:
            yield Case(gold, {"run": run}, demand=demand, bound=Fraction(bound))

    return OfRuns(around, grades=3)


@cache
def every_run(gold: Topic, cut: int | None) -> tuple[Organization, ...]:
    """Every run of a small topic within the cut-off; of a larger one those of relevant documents within the cut-off,
    and the run of an irrelevant document.
    """
    if len(gold.grades) <= LONGEST:
        return runs(gold, min(LONGEST, cut or LONGEST))
    return (*relevant_runs(gold, cut), Organization.ranking(named([""], gold.grades)))


@cache
def paper_runs(gold: Topic, cut: int | None) -> tuple[Organization, ...]:
    """The runs of ten relevant documents of a topic of the paper, or of as many as are looked at, the documents of i1
    in the order of the topic; without a cut-off also that of all of them, the likelier ones first; and the run of an
    irrelevant document.
    """
    likely = sorted(gold.grades, key=lambda d: max(gold.probabilities[i] for i in gold.of(d)), reverse=True)
    minor = likely[10:]
    ranks_seen = min(10, cut or 10)
    runs = []
    for kept in range(len(minor) + 1):
        for some in permutations(minor, kept):
            for places in combinations(range(ranks_seen), kept):
                run = [""] * ranks_seen
                for place, document in zip(places, some, strict=True):
                    run[place] = document
                major = iter(likely)
                runs.append(Organization.ranking([document or next(major) for document in run]))
    whole = [] if cut else [Organization.ranking(likely)]
    return (*runs, *whole, Organization.ranking(named([""], gold.grades)))


def some_run(demands: Sequence[tuple[Demand, int]], of_topic: Runs = every_run) -> Lists:
    """All runs of a topic whose intents are not more than the ranks looked at, of which some has to be as demanded."""

    def lists(gold: Topic, cut: int | None) -> Iterator[Case]:
        if cut is None or len(gold.intents) <= cut:
            for demand, bound in demands:
                yield Case(gold, {"run": of_topic(gold, cut)}, demand=demand, bound=Fraction(bound))

    return lists


# --- documents replaced


def covered_elsewhere(gold: Topic, run: Run, rank: int) -> set[str]:
    """The intents that the run serves at other ranks."""
    return {intent for k, document in enumerate(run) if k != rank for intent in gold.of(document)}


def redundant(gold: Topic, run: Run) -> list[int]:
    """The ranks, from 0, of relevant documents each of whose intents the run serves elsewhere."""
    return [k for k, d in enumerate(run) if gold.of(d) and set(gold.of(d)) <= covered_elsewhere(gold, run, k)]


def replaced_redundant(last: bool) -> OfRuns:
    """A redundant document (the last one only), and in its place one that serves an intent not yet served."""

    def around(gold: Topic, worse: Organization) -> Iterator[Case]:
        run = ranks(worse)
        missing = set(gold.intents) - covered_elsewhere(gold, run, -1)
        for rank in redundant(gold, run)[-1 if last else 0 :]:
            for document in gold.grades:
                if document not in run and missing & set(gold.of(document)):
                    better = put(gold, run, rank, document)
                    yield Case(gold, {"better": better, "worse": worse}, f"{run[rank]} replaced by {document}")

    return OfRuns(around, grades=3)


def _differing(gold: Topic, first: Run, second: Run) -> list[int] | None:
    """The places, from 0, at which two runs of equal length differ. Irrelevant documents count as the same document."""
    if len(first) != len(second) or len(set(first)) < len(first) or len(set(second)) < len(second):
        return None
    return [k for k, (a, b) in enumerate(zip(first, second, strict=True)) if a != b and (gold.of(a) or gold.of(b))]


def paper_replaced(gold: Topic, cut: int | None) -> Iterator[Case]:
    """On a topic of the paper with n intents: a run of ten documents of i1, or as many as are looked at, and the
    document of the least likely intent in place of each of them.
    """
    intents = len(gold.intents)
    major = [f"d{k}" for k in range(1, min(10, cut or 10) + 1)]
    for rank in range(len(major)) if len(major) > 1 else ():
        better = Organization.ranking([*major[:rank], f"e{intents}", *major[rank + 1 :]])
        yield Case(gold, {"better": better, "worse": Organization.ranking(major)}, f"n = {intents}, r = {rank + 1}")


def is_paper_replaced(case: Case, cut: int | None) -> str | None:
    """Worse is a run of documents of i1 of a topic of the paper, and better has the least likely intent's in it."""
    gold, better, worse = case.gold, ranks(case.outputs["better"]), ranks(case.outputs["worse"])
    names = paper_names(gold)
    if names is None:
        return NOT_PAPER
    places = _differing(gold, better, worse)
    if places is None or len(places) != 1 or names.get(better[places[0]]) != f"e{len(gold.intents)}":
        return "the document of the least likely intent does not take the place of another one"
    if len(worse) != min(10, cut or 10) or not all(names.get(document, "").startswith("d") for document in worse):
        return "the run is not of documents of the likeliest intent"
    return None


NOT_PAPER = "the topic is not one of section 4.1 of the paper, with 2 to 6 intents"


def paper_names(gold: Topic) -> dict[str, str] | None:
    """The names that the documents have in `paper_topic`; None for a topic that is not of the paper."""
    expected = paper_topic(len(gold.intents)) if 2 <= len(gold.intents) <= 6 else None
    likely = sorted(gold.intents, key=gold.probabilities.__getitem__, reverse=True)
    intents = {intent: f"i{j}" for j, intent in enumerate(likely, 1)}
    names: dict[str, str] = {}
    for document, of in gold.grades.items():
        j = min(likely.index(intent) for intent in of) + 1
        names[document] = f"e{j}" if j > 1 else f"d{len(names) + 1 - sum(name[0] == 'e' for name in names.values())}"
    if len(set(names.values())) < len(names):
        return None
    renamed = Topic(
        {intents[intent]: chance for intent, chance in gold.probabilities.items()},
        {names[document]: {intents[i]: grade for i, grade in of.items()} for document, of in gold.grades.items()},
    )
    return names if renamed == expected else None


def paper_size(case: Case) -> int:
    """n - 1, the intents of a topic of the paper but the likeliest."""
    return len(case.gold.intents) - 1


def _equally_graded(gold: Topic, documents: Iterable[str]) -> bool:
    """Whether these documents have one grade for all intents that they serve."""
    return len({grade for document in documents for grade in gold.of(document).values()}) == 1


def _new_intent(gold: Topic, better: Organization) -> Iterator[Case]:
    if len(set(gold.probabilities.values())) > 1 or not _equally_graded(gold, gold.grades):
        return
    run = ranks(better)
    for rank, new in enumerate(run):
        served = covered_elsewhere(gold, run, rank)
        if len(gold.of(new)) == 1 and not served & set(gold.of(new)):
            for old in gold.grades:
                if old not in run and len(gold.of(old)) == 1 and served & set(gold.of(old)):
                    yield Case(gold, {"better": better, "worse": put(gold, run, rank, old)}, f"{old} replaced by {new}")


new_intent = OfRuns(_new_intent, even=True)
"""Where intents are equally likely and grades equal: at one rank a document of an intent that the run does not serve
elsewhere, and in its place one of an intent that it serves elsewhere.
"""


# --- documents exchanged


def exchanges(before: Callable[[Topic, str, str], bool]) -> Around:
    """A run with two neighbours of which the upper one belongs `before` the lower one, and the two exchanged."""

    def around(gold: Topic, better: Organization) -> Iterator[Case]:
        run = ranks(better)
        for k in range(len(run) - 1):
            if before(gold, run[k], run[k + 1]):
                worse = Organization.ranking([*run[:k], run[k + 1], run[k], *run[k + 2 :]])
                yield Case(gold, {"better": better, "worse": worse}, f"{run[k]} and {run[k + 1]} exchanged")

    return around


def better_graded(gold: Topic, upper: str, lower: str) -> bool:
    """Whether two documents serve the same intents, and one is graded higher for some and lower for none."""
    first, second = gold.of(upper), gold.of(lower)
    return bool(first) and set(first) == set(second) and first != second and all(first[i] >= second[i] for i in second)


graded_exchanges = OfRuns(exchanges(better_graded), grades=3, keeps=True)
"""Cases in which two documents change places. Both are relevant to the same intents, and one has the better grades."""


def likelier(gold: Topic, upper: str, lower: str) -> bool:
    """Whether each of two documents serves one intent, the first a likelier one, with the same grade."""
    first, second = gold.of(upper), gold.of(lower)
    if len(first) != 1 or len(second) != 1 or list(first.values()) != list(second.values()):
        return False
    return gold.probabilities[next(iter(first))] > gold.probabilities[next(iter(second))]


ORDERED = {
    2: CHANCES[2][1:],
    3: CHANCES[3][1:],
    4: ((Fraction(8, 15), Fraction(4, 15), Fraction(2, 15), Fraction(1, 15)),),
}
"""By the number of intents, probabilities no two of which are equal."""


def ordered_topics(pool: bool) -> Callable[[int], Iterator[Topic]]:
    """By the number of documents, the topics of two to four intents, no two equally likely, with one document for each
    intent, which has one grade, and, if `pool`, any other documents with grades up to 2.
    """

    def topics(size: int) -> Iterator[Topic]:
        for intents in range(2, min(size, 4) + 1):
            each = [tuple(int(i == j) for i in range(intents)) for j in range(intents)]
            vectors = [v for v in product(range(2, -1, -1), repeat=intents) if any(v)]
            others = combinations_with_replacement(vectors, size - intents) if pool or size == intents else ()
            both = [[tuple(grade * g for g in v) for v in each] for grade in (1, 2)]
            graded = {tuple(sorted((*single, *more), reverse=True)) for more in others for single in both}
            for some in sorted(graded, key=lambda some: (max(map(max, some)), [-g for v in some for g in v])):
                for chances in ORDERED[intents]:
                    yield topic(some, chances)

    return topics


@dataclass(frozen=True)
class OneEach(OfRuns):
    """The runs of exactly one document for each intent, each of this intent alone and all of one grade, the first of
    several by name, each with two neighbours exchanged of which the upper one serves the likelier intent.

    Attributes
    ----------
    pool : whether topics may hold further documents
    """

    pool: bool = False

    def __call__(self, gold: Topic, cut: int | None) -> Iterator[Case]:
        fits = self.pool or len(gold.documents) == len(gold.intents)
        if fits and (cut is None or len(gold.intents) <= cut):
            for grade in {grade for of in gold.grades.values() for grade in of.values()}:
                first = {
                    i: d for d, of in reversed(list(gold.grades.items())) if list(of.values()) == [grade] for i in of
                }
                for run in permutations(first.values()) if len(first) == len(gold.intents) else ():
                    yield from self.around(gold, Organization.ranking(run))


def one_each(pool: bool) -> OneEach:
    """The cases of one document for each intent (and no other in the topic, unless `pool`)."""

    def around(gold: Topic, better: Organization) -> Iterator[Case]:
        run, unlike = ranks(better), len(set(gold.probabilities.values())) == len(gold.intents)
        single = sorted(list(gold.of(document)) for document in run) == sorted([intent] for intent in gold.intents)
        if single and unlike and _equally_graded(gold, run) and (pool or len(gold.documents) == len(run)):
            yield from exchanges(likelier)(gold, better)

    return OneEach(around, pool=pool)


def documents_size(case: Case) -> int:
    """The relevant documents of a case."""
    return len(case.gold.documents)


# --- a document added below fewer, or more, of its intent


def added(covered: bool) -> OfRuns:
    """A run A with irrelevant documents at ranks s < r, B with a document of an intent at s, and both with another
    document d of that intent alone at r; if `covered`, A has one more of the intent above r.
    """

    def around(gold: Topic, base: Organization) -> Iterator[Case]:
        run = ranks(base)
        left = [document for document in gold.grades if document not in run]
        for s, r in combinations([k for k, document in enumerate(run) if not gold.of(document)], 2):
            for d, e in permutations(left, 2):
                if len(gold.of(d)) > 1:
                    continue
                (intent,) = gold.of(d)
                above = any(intent in gold.of(earlier) for earlier in run[:r])
                if intent in gold.of(e) and (above or not covered):
                    fuller = ranks(put(gold, run, s, e))
                    outputs = {
                        "B_with_d": put(gold, fuller, r, d),
                        "B": Organization.ranking(fuller),
                        "A_with_d": put(gold, run, r, d),
                        "A": base,
                    }
                    yield Case(gold, outputs, f"{d} added at rank {r + 1}, with and without {e} above")

    return OfRuns(around, grades=3)


# --- pages


def page_topics(size: int) -> Iterator[Topic]:
    """The topic of m = size + 1 intents, equally likely: a page p that serves all, and a document for each."""
    m = size + 1
    grades = {f"s{k:02}": {f"i{k}": 1} for k in range(1, m + 1)}
    yield Topic.uniform({"p": {f"i{k}": 1 for k in range(1, m + 1)}, **grades})


def pages(gold: Topic, cut: int | None) -> Iterator[Case]:
    """m documents of one intent each at ranks 1..m, if so many are looked at, and the page above irrelevant ones."""
    m = len(gold.intents)
    if cut is None or m <= cut:
        page = Organization.ranking(["p", *(f"x{k}" for k in range(1, m))])
        yield Case(gold, {"better": Organization.ranking(sorted(gold.documents - {"p"})), "worse": page}, f"m = {m}")


def is_page(case: Case) -> str | None:
    """Better has one document for each of m intents, and worse the page above irrelevant documents."""
    gold, better, worse = case.gold, ranks(case.outputs["better"]), ranks(case.outputs["worse"])
    m = len(gold.intents)
    if not 2 <= m <= 10 or len(set(gold.probabilities.values())) > 1:
        return "the intents are not 2 to 10 that are equally likely"
    if any(grade != 1 for of in gold.grades.values() for grade in of.values()) or len(gold.grades) != m + 1:
        return "the topic is not of a page and one document for each intent"
    if sorted(list(gold.of(document)) for document in better) != sorted([intent] for intent in gold.intents):
        return "better is not of one document for each intent"
    if len(worse) != m or len(gold.of(worse[0])) != m or any(map(gold.of, worse[1:])):
        return "worse is not the page above irrelevant documents"
    return None


# --- ideal lists


def global_gain(gold: Topic, document: str) -> Fraction:
    """The grades of a document weighted by the probabilities of their intents."""
    return sum((gold.probabilities[intent] * grade for intent, grade in gold.of(document).items()), Fraction(0))


@dataclass(frozen=True)
class AgainstRuns:
    """Each run of a small topic, of a larger one each of relevant documents, and the relevant documents sorted.

    Attributes
    ----------
    best : a topic and a cut-off -> the case of the documents that are sorted, to which the run is added
    """

    best: Callable[[Topic, int | None], Case]

    def __call__(self, gold: Topic, cut: int | None) -> Iterator[Case]:
        best = self.best(gold, cut)
        mixed = short_runs(gold, cut) if len(gold.grades) <= LONGEST else ()
        for run in dict.fromkeys((*relevant_runs(gold, cut), *mixed)):
            yield self._against(best, run)

    def recognise(self, case: Case, cut: int | None) -> Recognised:
        """The case of any run of a topic that has not too many orders."""
        if (refused := too_many_orders(case.gold)) is not None:
            return refused
        best = self.best(case.gold, cut)
        run = case.outputs.get("run")
        if not isinstance(run, Organization):
            return "one run is compared with the documents that are sorted"
        made = self._against(best, run)
        if not is_shown(as_listed(replace(case, outputs={**made.outputs, **case.outputs})), as_listed(made)):
            return "the documents are not sorted so"
        return made

    @staticmethod
    def _against(best: Case, run: Organization) -> Case:
        return replace(best, outputs={"sorted": best.outputs["sorted"], "run": run, **best.outputs})


def by_gain(gold: Topic, cut: int | None) -> Case:
    """The relevant documents sorted by their global gain, in every order of ties."""
    gains = {document: global_gain(gold, document) for document in gold.grades}
    falling = _firsts((some for some in orders(gold) if all(gains[a] >= gains[b] for a, b in pairwise(some))), cut)
    return Case(gold, {"sorted": falling})


def by_score(words: str) -> Callable[[Topic, int | None], Case]:
    """The relevant documents sorted by the score of the run of that document alone, in every order of ties: all orders,
    of which those count whose scores fall. Documents that are alike are scored once.
    """

    def best(gold: Topic, cut: int | None) -> Case:
        before = alike(gold)
        alone = {document: f"{(before[document] or [document])[0]} alone" for document in gold.grades}
        single = {role: Organization.ranking([role.removesuffix(" alone")]) for role in dict.fromkeys(alone.values())}
        listed = list(orders(gold))
        falling = tuple(tuple(role for role, _ in groupby(map(alone.__getitem__, some))) for some in listed)
        demand = Demand(("sorted", "run", *single), (1, -1, *(0 for _ in single)), words, ">=", greatest=True)
        first = tuple(Organization.ranking(some[:cut]) for some in listed)
        return Case(gold, {"sorted": first, **single}, demand=demand, falling={"sorted": falling})

    return best


def relevant_runs(gold: Topic, cut: int | None) -> tuple[Organization, ...]:
    """Every run of relevant documents within the cut-off."""
    return runs(gold, min(len(gold.grades), cut or len(gold.grades)), 0)


def _firsts(listed: Iterable[tuple[str, ...]], cut: int | None) -> tuple[Organization, ...]:
    """The first ranks of these orders, each once."""
    return tuple(map(Organization.ranking, dict.fromkeys(some[:cut] for some in listed)))


def ideal_for_all(gold: Topic, cut: int | None) -> bool:
    """Whether one run has, up to the cut-off, the gains of the ideal list of every intent."""
    left = [[of.get(intent, 0) for intent in gold.intents] for of in gold.grades.values()]
    ideals = [sorted(column, reverse=True) for column in zip(*left, strict=True)]
    for wanted in islice(zip(*ideals, strict=True), cut):
        if list(wanted) not in left:
            return False
        left.remove(list(wanted))
    return True


@dataclass(frozen=True)
class OneList:
    """On a topic on which one run is ideal for all intents, all runs, of which some has to score 1; on another each
    run, which has to score less.
    """

    reached: Demand
    missed: Demand

    def __call__(self, gold: Topic, cut: int | None) -> Iterator[Case]:
        if ideal_for_all(gold, cut):
            yield self._some(gold, cut)
        else:
            for run in short_runs(gold, cut):
                yield Case(gold, {"run": run}, demand=self.missed, bound=Fraction(-1))

    def _some(self, gold: Topic, cut: int | None) -> Case:
        return Case(gold, {"run": every_run(gold, cut)}, demand=self.reached, bound=Fraction(1))

    def recognise(self, case: Case, cut: int | None) -> Recognised:
        """All runs of a topic, of which the case shows one, or a run of which no other has to be tried."""
        if not ideal_for_all(case.gold, cut):
            return Case(case.gold, case.outputs, demand=self.missed, bound=Fraction(-1))
        if (refused := too_many_orders(case.gold)) is not None:
            return refused
        made = self._some(case.gold, cut)
        return made if is_shown(as_listed(case), made) else "the run is not one of those that are tried"


# --- grids

_CHANCES = "two intents have probabilities 1/2 and 1/2, 2/3 and 1/3, or 9/10 and 1/10"
_THREE = "three intents 1/3 each, or 4/7, 2/7 and 1/7"
_RUNS = f"runs have at most {LONGEST} ranks"
ON_TOPICS = f"{_CHANCES}; {_THREE}; grades are at most 2; {_RUNS}"

ON_ORDERED = (
    "two intents have probabilities 2/3 and 1/3, or 9/10 and 1/10; three 4/7, 2/7 and 1/7; four 8/15, 4/15, 2/15 and "
    "1/15; grades are at most 2"
)

GRIDS: dict[Callable[[int], Iterable[Topic]], str] = {
    graded_topics: ON_TOPICS,
    hard_topics: f"{ON_TOPICS}; topics of four and more intents have three documents",
}
"""The grids of the topics that are searched, in words. The statements speak of any probabilities, grades and numbers of
intents; those that name the topics of the paper's section 4.1, or of a page of up to ten senses, have no grid.
"""
