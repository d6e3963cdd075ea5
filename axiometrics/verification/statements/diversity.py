"""The statements about runs on a topic with intents, written plainly.

The quoted words are those of the specification, or of Sakai et al. 2010 where a section is named. A run lists
documents, each once, one a rank, and has no more ranks than the metric looks at. A document that the topic does not
list is irrelevant, and any other such document is as good.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING

from axiometrics.core.case import Case, Demand
from axiometrics.core.organization import Organization
from axiometrics.core.topic import Topic
from axiometrics.verification.statements import topic_lists
from axiometrics.verification.statements.topic_lists import Run, is_of_the_paper, run_of

if TYPE_CHECKING:
    from axiometrics.verification.statements import Statement


def _runs(case: Case, cut: int | None, *roles: str) -> list[Run]:
    """The runs of these roles; none where one is not a run, is too long, or the case has other outputs or golds."""
    if case.golds or set(case.outputs) != set(roles) or not isinstance(case.gold, Topic):
        return []
    runs = [run_of(case.outputs[role], cut) for role in roles]
    return runs if all(runs) else []


def _pairs(holds: Callable[[Topic, Run, Run, int | None], bool]) -> Statement:
    """A statement on a better and a worse run."""

    def statement(case: Case, cut: int | None) -> Iterator[Case]:
        runs = _runs(case, cut, "better", "worse")
        if runs and holds(case.gold, runs[0], runs[1], cut):
            yield Case(case.gold, case.outputs)

    return statement


def _replaced(gold: Topic, left: Run, right: Run) -> int | None:
    """The rank, from 0, at which alone two runs differ; None where they differ at no rank or at several."""
    if len(left) != len(right):
        return None
    ranks = [k for k, (a, b) in enumerate(zip(left, right, strict=True)) if a != b and (gold.of(a) or gold.of(b))]
    return ranks[0] if len(ranks) == 1 else None


def _elsewhere(gold: Topic, run: Run, rank: int) -> set[str]:
    """The intents that documents at other ranks of the run cover."""
    return {intent for k, document in enumerate(run) if k != rank for intent in gold.of(document)}


def _is_redundant(gold: Topic, run: Run, rank: int) -> bool:
    """ "A relevant redundant document (each of its intents is covered elsewhere in the run)"."""
    return bool(gold.of(run[rank])) and set(gold.of(run[rank])) <= _elsewhere(gold, run, rank)


# --- one document replaced


def _minor(gold: Topic, better: Run, worse: Run, cut: int | None) -> bool:
    """ "A relevant redundant document [...] is replaced, at its rank, by one that covers an uncovered intent: Q rises".
    Section 3.3, item 3: "unlike IA metrics, even minor intents are considered important".
    """
    rank = _replaced(gold, better, worse)
    if rank is None or not _is_redundant(gold, worse, rank):
        return False
    covered = {intent for document in worse for intent in gold.of(document)}
    return not set(gold.of(better[rank])) <= covered


def _minor_last(gold: Topic, better: Run, worse: Run, cut: int | None) -> bool:
    """ "Only the last-ranked redundant document"."""
    rank = _replaced(gold, better, worse)
    if rank is None or not _minor(gold, better, worse, cut):
        return False
    return not any(_is_redundant(gold, worse, k) for k in range(rank + 1, len(worse)))


def _minor_paper(gold: Topic, better: Run, worse: Run, cut: int | None) -> bool:
    """ "`paper` topics, the run of ten i1 documents, the least likely intent's document at rank r; r = 1..10". A metric
    with a cut-off l sees a run of l documents; of one document nothing is redundant, so l is 2 at least.
    """
    if not is_of_the_paper(gold) or not len(worse) == min(10, cut or 10) >= 2:
        return False
    likeliest, least = (pick(gold.intents, key=gold.probabilities.__getitem__) for pick in (max, min))
    rank = _replaced(gold, better, worse)
    return rank is not None and all(likeliest in gold.of(d) for d in worse) and least in gold.of(better[rank])


def _novel(gold: Topic, better: Run, worse: Run, cut: int | None) -> bool:
    """ "Equal P and grades: a document of an uncovered intent beats one of a covered intent at the same rank"; each is
    of one intent.
    """
    grades = {grade for of in gold.grades.values() for grade in of.values()}
    rank = _replaced(gold, better, worse)
    if rank is None or len(grades) > 1 or len(set(gold.probabilities.values())) > 1:
        return False
    new, old, covered = gold.of(better[rank]), gold.of(worse[rank]), _elsewhere(gold, worse, rank)
    return len(new) == len(old) == 1 and not set(new) <= covered and set(old) <= covered


def _added(covered: bool) -> Statement:
    """ "Q(B+d) - Q(B) >= Q(A+d) - Q(A): d, of one intent, replaces an irrelevant document at rank r; B is A with an
    irrelevant document above r replaced by one of that intent; A has another of that intent above r", or not (`any`).
    Section 2.3: "alpha-nDCG is discounting 'redundant' documents twice".
    """

    def statement(case: Case, cut: int | None) -> Iterator[Case]:
        runs = _runs(case, cut, "B_with_d", "B", "A_with_d", "A")
        if not runs:
            return
        gold, (b_with_d, b, a_with_d, a) = case.gold, runs
        r, s = _replaced(gold, a_with_d, a), _replaced(gold, b, a)
        if r is None or s is None or s >= r or _replaced(gold, b_with_d, b) != r:
            return
        if gold.of(a[r]) or gold.of(a[s]) or a_with_d[r] != b_with_d[r] or len(gold.of(a_with_d[r])) != 1:
            return
        (intent,) = gold.of(a_with_d[r])
        if intent in gold.of(b[s]) and (not covered or any(intent in gold.of(document) for document in a[:r])):
            yield Case(gold, case.outputs)

    return statement


# --- two neighbours


def _exchanged(run: Run, other: Run) -> tuple[str, str] | None:
    """The two neighbours, the upper one first, whose exchange makes one run the other."""
    for k in range(len(run) - 1):
        if other == [*run[:k], run[k + 1], run[k], *run[k + 2 :]]:
            return run[k], run[k + 1]
    return None


def _better_graded(gold: Topic, better: Run, worse: Run, cut: int | None) -> bool:
    """ "Two documents of the same intents, adjacent, one graded higher in one intent and lower in none: higher first
    beats the swap". Section 3.3, item 4: "it accomodates P(i|q) and graded-relevance".
    """
    pair = _exchanged(better, worse)
    if pair is None:
        return False
    upper, lower = map(gold.of, pair)
    return upper.keys() == lower.keys() and upper != lower and all(upper[i] >= lower[i] for i in upper)


def _likelier(pool: bool) -> Statement:
    """ "Run with exactly one document per intent, each of one intent, equal grades, P strictly ordered: the likelier
    intent's document directly before the less likely one's beats the swap"; in `pool` "other documents of the intents
    may be in the collection", in `single` there are none.
    """

    def holds(gold: Topic, better: Run, worse: Run, cut: int | None) -> bool:
        pair = _exchanged(better, worse)
        served = [list(gold.of(document).items()) for document in better]
        if pair is None or any(len(of) != 1 for of in served):
            return False
        one_each = sorted(intent for ((intent, _),) in served) == sorted(gold.intents)
        equal = len({grade for ((_, grade),) in served}) == 1
        ordered = len(set(gold.probabilities.values())) == len(gold.intents)
        upper, lower = (gold.probabilities[next(iter(gold.of(document)))] for document in pair)
        return one_each and equal and ordered and upper > lower and (pool or set(better) == gold.documents)

    return _pairs(holds)


# --- single runs


def _page(gold: Topic, better: Run, worse: Run, cut: int | None) -> bool:
    """ "m documents of one intent each at ranks 1..m are not worse than one document of all m intents at rank 1 and
    irrelevant ones; m = 2..10, P uniform". The topic has no other documents, and grades are 1. Section 2.3: "a single
    disambiguation page that lists up m different senses".
    """
    m = len(gold.intents)
    page, *others = worse
    each = [list(gold.of(document)) for document in better]
    return (
        2 <= m <= 10
        and len(set(gold.probabilities.values())) == 1
        and all(grade == 1 for of in gold.grades.values() for grade in of.values())
        and sorted(each) == sorted([intent] for intent in gold.intents)
        and len(gold.of(page)) == m
        and len(worse) == m
        and not any(gold.of(document) for document in others)
        and gold.documents == {page, *better}
    )


def _bounded(case: Case, cut: int | None) -> Iterator[Case]:
    """ "0 <= Q <= 1"."""
    if _runs(case, cut, "run"):
        yield Case(case.gold, case.outputs, demand=Demand(("run",), (1,), "score(run) <= 1", "<="), bound=Fraction(1))
        yield Case(case.gold, case.outputs, demand=Demand(("run",), (-1,), "score(run) >= 0", "<="))


def _positive(case: Case, cut: int | None) -> Iterator[Case]:
    """ "Q > 0 with one relevant document retrieved", whatever irrelevant ones are."""
    runs = _runs(case, cut, "run")
    if runs and sum(bool(case.gold.of(document)) for document in runs[0]) == 1:
        yield Case(case.gold, case.outputs)


def _tractable(own: bool) -> Statement:
    """ "The documents sorted by GG (alpha-nDCG, NRBP: by number of intents), in some order of ties, score at least what
    every run scores"; in `own` "the documents sorted by the score of the run of that document alone, likewise".
    """

    def statement(case: Case, cut: int | None) -> Iterator[Case]:
        if not isinstance(case.gold, Topic) or "run" not in case.outputs or topic_lists.is_too_large(case.gold):
            return
        run = case.outputs["run"]
        if run_of(run, cut):
            made = (topic_lists.sorted_by_score if own else topic_lists.sorted_by_gain)(case.gold, run, cut)
            if topic_lists.is_shown(case, made):
                yield made

    return statement


def _one_list(case: Case, cut: int | None) -> Iterator[Case]:
    """ "If one run equals every intent's ideal gains up to l, some run scores 1; otherwise every run scores less".
    Section 2.2: nDCG-IA "is always less than one (unless a single ranked list is ideal for all intents [...])".
    """
    if not isinstance(case.gold, Topic):
        return
    if not topic_lists.has_one_list(case.gold, cut):
        if _runs(case, cut, "run"):
            yield Case(case.gold, case.outputs, demand=Demand(("run",), (-1,), "score(run) < 1"), bound=Fraction(-1))
    elif not topic_lists.is_too_large(case.gold):
        runs = topic_lists.tried(case.gold, cut)
        made = Case(case.gold, {"run": runs}, demand=_some(1), bound=Fraction(1))
        if topic_lists.is_shown(case, made):
            yield made


def _some(value: int) -> Demand:
    return Demand(("run",), (1,), f"some run scores {value}", "=", some=True)


def _range(case: Case, runs: tuple[Organization, ...]) -> Iterator[Case]:
    """ "Some run has Q = 1 and some Q = 0", of these runs."""
    for value in (1, 0):
        made = Case(case.gold, {"run": runs}, demand=_some(value), bound=Fraction(value))
        if topic_lists.is_shown(case, made):
            yield made


def _has_ranks(gold: object, cut: int | None) -> bool:
    """ "l >= n"."""
    return isinstance(gold, Topic) and (cut is None or len(gold.intents) <= cut)


def _every_topic(case: Case, cut: int | None) -> Iterator[Case]:
    """ "l >= n: some run has Q = 1 and some Q = 0". Section 3.3, item 5: "provided that the document cutoff l [...] is
    no smaller than the maximum number of intents".
    """
    if _has_ranks(case.gold, cut) and not topic_lists.is_too_large(case.gold):
        yield from _range(case, topic_lists.tried(case.gold, cut))


def _paper_topic(case: Case, cut: int | None) -> Iterator[Case]:
    """ "Also on `paper` topics (runs of relevant documents, and the run of one irrelevant document)"; again l >= n."""
    if _has_ranks(case.gold, cut) and is_of_the_paper(case.gold):
        yield from _range(case, topic_lists.tried_of_the_paper(case.gold, cut))


STATEMENTS: Mapping[str, Statement] = MappingProxyType(
    {
        "bounded@plain": _bounded,
        "full-range@every-topic": _every_topic,
        "full-range@paper": _paper_topic,
        "minor-intents@any-rank": _pairs(_minor),
        "minor-intents@last-rank": _pairs(_minor_last),
        "minor-intents@paper": _pairs(_minor_paper),
        "intent-probability@single": _likelier(False),
        "intent-probability@pool": _likelier(True),
        "graded@plain": _pairs(_better_graded),
        "no-double-discount@covered": _added(True),
        "no-double-discount@any": _added(False),
        "tractable-ideal@global-gain": _tractable(False),
        "tractable-ideal@own": _tractable(True),
        "disambiguation-page@plain": _pairs(_page),
        "novelty@plain": _pairs(_novel),
        "positive@plain": _positive,
        "one-list@plain": _one_list,
    }
)
