"""Cases of diversity: every small topic with every run, and each way in which a constraint changes a run.

A case has a size s: at most s relevant documents and s - 1 intents with grades 0 and 1, one document less with grades
up to 2. So size 3 holds the topics of two intents and three documents, size 4 those of three intents and four. Runs
have at most four ranks, and no more than the cut-off of the metric, if it has one: beyond it nothing counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import combinations, groupby, islice, pairwise, permutations

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


def put(run: Sequence[str], rank: int, document: str) -> Organization:
    """The run with another document at a rank, counted from 0; irrelevant documents are numbered anew."""
    changed = [*run[:rank], document, *run[rank + 1 :]]
    return Organization.ranking(named([d if not d.startswith("x") else "" for d in changed]))


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
    """

    around: Around
    grades: int = 1
    even: bool = False

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


class AnyTopic(TopicCases):
    """Cases on any topic, of which those on small topics are searched: a case is recognised by what is listed on its
    topic. It may leave out outputs, which the listing has.
    """

    def _listed(self, case: Case) -> str | Sequence[Case]:
        assert isinstance(self.listing, Listing)
        if next(islice(orders(case.gold), MOST, None), None):
            return f"the relevant documents of the topic have more than {MOST} orders"
        every = self.listing.lists(case.gold, self.listing.cut)
        found = [one for one in every if is_shown(replace(case, outputs={**one.outputs, **case.outputs}), one)]
        return found or "the constraint has no case with these outputs on this topic"


@cache
def _within(family: TopicCases, cut: int) -> TopicCases:
    assert isinstance(family.listing, Listing)
    known = family.recognise
    listing = replace(family.listing, cut=cut)
    if known is None:
        return replace(family, listing=listing)

    def recognise(case: Case) -> Recognised:
        longest = max(len(output.levels) for output in case.outputs.values())
        return f"a run has {longest} ranks, and {cut} are looked at" if longest > cut else known(case)

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
    any_topic: bool = False,
    demands: tuple[Demand, ...] = (),
    grid: str | None = None,
) -> TopicCases:
    """The family of the cases that a function lists on each topic; they are drawn too where they are `OfRuns`. With
    `any_topic`, what it lists on a topic that is not among `topics` is a case too.
    """
    kind = DrawnTopics if isinstance(lists, OfRuns) else AnyTopic if any_topic else TopicCases
    return kind(
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
    """Every run of a small topic; of a larger one those of relevant documents within the cut-off, and an irrelevant
    one.
    """
    if len(gold.grades) <= LONGEST:
        return runs(gold, LONGEST)
    return (*relevant_runs(gold, cut), Organization.ranking(["x1"]))


@cache
def paper_runs(gold: Topic, cut: int | None) -> tuple[Organization, ...]:
    """The runs of ten relevant documents of a topic of the paper, the documents of i1 in the order of their names;
    without a cut-off also that of all of them, the likelier ones first; and an irrelevant document.
    """
    minor = [document for document, of in gold.grades.items() if "i1" not in of]
    found = []
    for kept in range(len(minor) + 1):
        for some in permutations(minor, kept):
            for places in combinations(range(10), kept):
                run = [""] * 10
                for place, document in zip(places, some, strict=True):
                    run[place] = document
                major = iter(f"d{k}" for k in range(1, 11))
                found.append(Organization.ranking([document or next(major) for document in run]))
    whole = [] if cut else [Organization.ranking(list(gold.grades))]
    return (*found, *whole, Organization.ranking(["x1"]))


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
                    better = put(run, rank, document)
                    yield Case(gold, {"better": better, "worse": worse}, f"{run[rank]} replaced by {document}")

    return OfRuns(around)


def is_replaced_redundant(last: bool) -> Callable[[Case], str | None]:
    """Worse is better with a redundant document where better has one of an intent that worse does not serve."""

    def recognise(case: Case) -> str | None:
        gold, better, worse = case.gold, ranks(case.outputs["better"]), ranks(case.outputs["worse"])
        places = _differing(gold, better, worse)
        if places is None or len(places) != 1:
            return "the runs do not differ at one rank"
        found, missing = redundant(gold, worse), set(gold.intents) - covered_elsewhere(gold, worse, -1)
        if places[0] not in (found[-1:] if last else found):
            return "the document that is replaced is not redundant" + " or not the last that is" * last
        if not missing & set(gold.of(better[places[0]])):
            return "the new document serves no intent that the run does not serve"
        return None

    return recognise


def _differing(gold: Topic, one: Run, other: Run) -> list[int] | None:
    """The places, from 0, at which two runs of equal length differ. Irrelevant documents count as the same document."""
    if len(one) != len(other) or len(set(one)) < len(one) or len(set(other)) < len(other):
        return None
    return [k for k, (a, b) in enumerate(zip(one, other, strict=True)) if a != b and (gold.of(a) or gold.of(b))]


def paper_replaced(gold: Topic, cut: int | None) -> Iterator[Case]:
    """On a topic of the paper with n intents: a run of ten documents of i1, or as many as are looked at, and the
    document of the least likely intent in place of each of them.
    """
    intents = len(gold.intents)
    major = [f"d{k}" for k in range(1, min(10, cut or 10) + 1)]
    for rank in range(len(major)):
        better = Organization.ranking([*major[:rank], f"e{intents}", *major[rank + 1 :]])
        yield Case(gold, {"better": better, "worse": Organization.ranking(major)}, f"n = {intents}, r = {rank + 1}")


def paper_size(case: Case) -> int:
    """n - 1, the intents of a topic of the paper but the likeliest."""
    return len(case.gold.intents) - 1


def _new_intent(gold: Topic, better: Organization) -> Iterator[Case]:
    if len(set(gold.probabilities.values())) > 1:
        return
    run = ranks(better)
    for rank, new in enumerate(run):
        served = covered_elsewhere(gold, run, rank)
        if len(gold.of(new)) == 1 and not served & set(gold.of(new)):
            for old in gold.grades:
                if old not in run and len(gold.of(old)) == 1 and served & set(gold.of(old)):
                    yield Case(gold, {"better": better, "worse": put(run, rank, old)}, f"{old} replaced by {new}")


new_intent = OfRuns(_new_intent, even=True)
"""Where intents are equally likely and grades equal: at one rank a document of an intent that the run does not serve
elsewhere, and in its place one of an intent that it serves elsewhere.
"""


def is_new_intent(case: Case) -> str | None:
    """Better has a document of one new intent where worse has one of an intent that is served elsewhere."""
    gold, better, worse = case.gold, ranks(case.outputs["better"]), ranks(case.outputs["worse"])
    if len(set(gold.probabilities.values())) > 1:
        return "the intents are not equally likely"
    if len({grade for of in gold.grades.values() for grade in of.values()}) > 1:
        return "the grades are not equal"
    places = _differing(gold, better, worse)
    if places is None or len(places) != 1:
        return "the runs do not differ at one rank"
    new, old = (gold.of(run[places[0]]) for run in (better, worse))
    served = covered_elsewhere(gold, better, places[0])
    if len(new) != 1 or len(old) != 1 or set(new) & served or not set(old) <= served:
        return "it is not a document of one new intent in place of one of an intent that is served elsewhere"
    return None


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


def is_exchange(before: Callable[[Topic, str, str], bool]) -> Callable[[Case], str | None]:
    """Worse is better with two neighbours exchanged of which the upper one belongs before the lower one."""

    def recognise(case: Case) -> str | None:
        gold, better, worse = case.gold, ranks(case.outputs["better"]), ranks(case.outputs["worse"])
        for k in range(len(better) - 1):
            if [*better[:k], better[k + 1], better[k], *better[k + 2 :]] == worse:
                return None if before(gold, better[k], better[k + 1]) else "the upper document does not belong there"
        return "worse is not better with two neighbours exchanged"

    return recognise


def better_graded(gold: Topic, one: str, other: str) -> bool:
    """Whether two documents serve the same intents, and one is graded higher for some and lower for none."""
    first, second = gold.of(one), gold.of(other)
    return bool(first) and set(first) == set(second) and first != second and all(first[i] >= second[i] for i in second)


graded_exchanges = OfRuns(exchanges(better_graded), grades=3)
"""Cases in which two documents change places. Both are relevant to the same intents, and one has the better grades."""


def likelier(gold: Topic, one: str, other: str) -> bool:
    """Whether each of two documents serves one intent, the first a likelier one, with the same grade."""
    first, second = gold.of(one), gold.of(other)
    if len(first) != 1 or len(second) != 1 or list(first.values()) != list(second.values()):
        return False
    return gold.probabilities[next(iter(first))] > gold.probabilities[next(iter(second))]


def ordered_topics(size: int) -> Iterator[Topic]:
    """The topics of so many documents, each of one intent, and two to four intents, no two equally likely."""
    chances = {
        2: CHANCES[2][1:],
        3: CHANCES[3][1:],
        4: ((Fraction(8, 15), Fraction(4, 15), Fraction(2, 15), Fraction(1, 15)),),
    }
    for intents in range(2, min(size, 4) + 1):
        for given in chances[intents]:
            for some in judged(intents, size):
                if all(sum(vector) == 1 for vector in some):
                    yield topic(some, given)


@dataclass(frozen=True)
class OneEach(OfRuns):
    """The runs of exactly one document for each intent, the first of several by name, each with two neighbours
    exchanged of which the upper one serves the likelier intent.

    Attributes
    ----------
    pool : whether topics may hold further documents
    """

    pool: bool = False

    def __call__(self, gold: Topic, cut: int | None) -> Iterator[Case]:
        fits = self.pool or len(gold.documents) == len(gold.intents)
        if fits and (cut is None or len(gold.intents) <= cut):
            first = {next(iter(of)): document for document, of in reversed(list(gold.grades.items()))}
            for run in permutations([first[intent] for intent in gold.intents]):
                yield from self.around(gold, Organization.ranking(run))


def one_each(pool: bool) -> OneEach:
    """The cases of one document for each intent (and no other in the topic, unless `pool`)."""
    return OneEach(exchanges(likelier), pool=pool)


def is_one_each(pool: bool) -> Callable[[Case], str | None]:
    """The runs hold one document for each intent, and two neighbours are exchanged."""

    def recognise(case: Case) -> str | None:
        gold, run = case.gold, ranks(case.outputs["better"])
        if any(len(gold.of(document)) != 1 for document in gold.grades):
            return "a document serves several intents"
        if len({grade for of in gold.grades.values() for grade in of.values()}) > 1:
            return "the grades are not equal"
        if len(set(gold.probabilities.values())) < len(gold.intents):
            return "two intents are equally likely"
        if not pool and len(gold.documents) > len(gold.intents):
            return "an intent has several documents"
        if sorted(intent for document in run for intent in gold.of(document)) != sorted(gold.intents):
            return "the run is not of one document for each intent"
        return is_exchange(likelier)(case)

    return recognise


def documents_size(case: Case) -> int:
    """The relevant documents of a case."""
    return len(case.gold.documents)


# --- a document added below fewer, or more, of its intent


def added(covered: bool) -> OfRuns:
    """A run A with irrelevant documents at ranks s < r, B with a document of one intent at s, and both with another
    document d of that intent at r; if `covered`, A has one more of the intent above r.
    """

    def around(gold: Topic, base: Organization) -> Iterator[Case]:
        run = ranks(base)
        single = [document for document, of in gold.grades.items() if len(of) == 1 and document not in run]
        for s, r in combinations([k for k, document in enumerate(run) if not gold.of(document)], 2):
            for d, e in permutations(single, 2):
                (intent,) = gold.of(d)
                above = any(intent in gold.of(other) for other in run[:r])
                if intent in gold.of(e) and (above or not covered):
                    fuller = ranks(put(run, s, e))
                    outputs = {
                        "B_with_d": put(fuller, r, d),
                        "B": Organization.ranking(fuller),
                        "A_with_d": put(run, r, d),
                        "A": base,
                    }
                    yield Case(gold, outputs, f"{d} added at rank {r + 1}, with and without {e} above")

    return OfRuns(around)


def is_added(covered: bool) -> Callable[[Case], str | None]:
    """The four runs of `added`, looked at by what each rank serves."""

    def recognise(case: Case) -> str | None:
        gold = case.gold
        a, b, a_d, b_d = (ranks(case.outputs[role]) for role in ("A", "B", "A_with_d", "B_with_d"))
        places = [_differing(gold, one, other) for one, other in ((a, b), (a, a_d), (b, b_d), (a_d, b_d))]
        if any(found is None or len(found) != 1 for found in places):
            return "the runs do not differ at one rank each"
        (s,), (r,), (again,), (other,) = (found or [] for found in places)
        if s != other or r != again or s >= r or a_d[r] != b_d[r] or b[s] != b_d[s]:
            return "the same document is not added to both runs, below the one in which they differ"
        d, e = gold.of(a_d[r]), gold.of(b[s])
        if gold.of(a[r]) or gold.of(a[s]) or len(d) != 1 or set(d) != set(e):
            return "the documents do not take the places of irrelevant ones, or do not serve one and the same intent"
        if covered and not any(set(d) & set(gold.of(one)) for one in a[:r]):
            return "A serves the intent nowhere above"
        return None

    return recognise


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


# --- ideal lists


def global_gain(gold: Topic, document: str) -> Fraction:
    """The grades of a document weighted by the probabilities of their intents."""
    return sum((gold.probabilities[intent] * grade for intent, grade in gold.of(document).items()), Fraction(0))


def sorted_by_gain(gold: Topic, cut: int | None) -> Iterator[Case]:
    """Each run of relevant documents, and all of them sorted by their global gain, in every order of ties."""
    gains = {document: global_gain(gold, document) for document in gold.grades}
    falling = _firsts((some for some in orders(gold) if all(gains[a] >= gains[b] for a, b in pairwise(some))), cut)
    for run in relevant_runs(gold, cut):
        yield Case(gold, {"sorted": falling, "run": run})


def sorted_by_score(words: str) -> Lists:
    """Each run of relevant documents, and all of them sorted by the score of the run of that document alone, in every
    order of ties: all orders, of which those count whose scores fall. Documents that are alike are scored once.
    """

    def lists(gold: Topic, cut: int | None) -> Iterator[Case]:
        before = alike(gold)
        alone = {document: f"{(before[document] or [document])[0]} alone" for document in gold.grades}
        single = {role: Organization.ranking([role.removesuffix(" alone")]) for role in dict.fromkeys(alone.values())}
        listed = list(orders(gold))
        falling = tuple(tuple(role for role, _ in groupby(map(alone.__getitem__, some))) for some in listed)
        demand = Demand(("sorted", "run", *single), (1, -1, *(0 for _ in single)), words, ">=", greatest=True)
        best = tuple(Organization.ranking(some[:cut]) for some in listed)
        for run in relevant_runs(gold, cut):
            yield Case(gold, {"sorted": best, "run": run, **single}, demand=demand, falling={"sorted": falling})

    return lists


def relevant_runs(gold: Topic, cut: int | None) -> tuple[Organization, ...]:
    """Every run of relevant documents within the cut-off."""
    return runs(gold, min(len(gold.grades), cut or len(gold.grades)), 0)


def _firsts(listed: Iterable[tuple[str, ...]], cut: int | None) -> tuple[Organization, ...]:
    """The first ranks of these orders, each once."""
    return tuple(map(Organization.ranking, dict.fromkeys(some[:cut] for some in listed)))


def ideal_for_all(gold: Topic, cut: int | None) -> bool:
    """Whether one run has, up to the cut-off, the gains of the ideal list of every intent."""
    documents = list(gold.grades)
    length = len(documents) if cut is None else min(cut, len(documents))
    ideals = {
        intent: sorted((of.get(intent, 0) for of in gold.grades.values()), reverse=True) for intent in gold.intents
    }
    return any(
        all([gold.of(d).get(i, 0) for d in run] == ideals[i][:length] for i in gold.intents)
        for run in permutations(documents, length)
    )


def one_list(reached: Demand, missed: Demand) -> Lists:
    """On a topic on which one run is ideal for all intents, all runs, of which some has to score 1; on another each
    run, which has to score less.
    """

    def lists(gold: Topic, cut: int | None) -> Iterator[Case]:
        if ideal_for_all(gold, cut):
            yield Case(gold, {"run": every_run(gold, cut)}, demand=reached, bound=Fraction(1))
        else:
            for run in short_runs(gold, cut):
                yield Case(gold, {"run": run}, demand=missed, bound=Fraction(-1))

    return lists


# --- grids

_CHANCES = "two intents have probabilities 1/2 and 1/2, 2/3 and 1/3, or 9/10 and 1/10"
_THREE = "three intents 1/3 each, or 4/7, 2/7 and 1/7"
_RUNS = f"runs have at most {LONGEST} ranks"
ON_TOPICS = f"{_CHANCES}; {_THREE}; grades are at most 2; {_RUNS}"

GRIDS: dict[Callable[[int], Iterable[Topic]], str] = {
    binary_topics: f"{_CHANCES}; {_THREE}; grades are 1; {_RUNS}",
    graded_topics: ON_TOPICS,
    hard_topics: f"{ON_TOPICS}; topics of four and more intents have three documents",
    ordered_topics: "two intents have probabilities 2/3 and 1/3, or 9/10 and 1/10; three 4/7, 2/7 and 1/7; four 8/15, "
    "4/15, 2/15 and 1/15; grades are 1",
}
"""The grids of the topics that are searched, in words. The statements speak of any probabilities, grades and numbers of
intents; those that name the topics of the paper's section 4.1, or of a page of up to ten senses, have no grid.
"""
