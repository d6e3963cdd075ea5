"""How metrics of rankings treat documents without judgement, repeats, topics, equal scores, and unusual grades.

This module writes a call of judgements and a run as (qrel, run), and a call of gains or of scores as two lists. The
forms of these signatures make lists of names, tables or tensors from them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import prod
from statistics import fmean, median
from typing import Any

from axiometrics.candidates.conduct.facts import OR, ConductFact
from axiometrics.candidates.conduct.probes import NO_NUMBER, OTHERWISE, Custom, Probe, Summary, settled
from axiometrics.candidates.conduct.subject import Call, Subject
from axiometrics.candidates.laws.calls import CallResult, is_number

GRADED_FORMS = ("topics", "graded-items", "topic-graded-items", "tables")
"""The beginnings of the names of forms, besides the plain one, that show the grade of each judged document."""

LISTED = ("items", "item-arrays", "graded-items", "users", "topic-items", "topic-graded-items", "item-sets", "tables")
"""The beginnings of the names of forms in which a document can be listed twice."""

BY_TOPIC = ("topics", "users", "topic-items", "topic-graded-items", "tables")
"""The beginnings of the names of forms of judgements and runs that hold several topics."""

ROWS_OF_TOPICS = ("rows", "groups", "query-ids", "queries")
"""The forms of relevance and scores that hold several topics."""

EACH = "one value for each topic"
"""The word for a metric that does not combine the values of several topics."""

LONG = 12
"""The number of documents of the long probes. A metric that looks at the first 10 ranks sees documents that move over
this cut-off.
"""


def _ranked(documents: Sequence[str]) -> dict[str, Any]:
    """A run with these documents in this order. Where a document is listed again, its scores are a list."""
    run: dict[str, Any] = {}
    for score, document in zip(range(len(documents), 0, -1), documents, strict=True):
        run.setdefault(document, []).append(float(score))
    return {document: scores[0] if len(scores) == 1 else scores for document, scores in run.items()}


def shows(subject: Subject, names: Sequence[str], plain: bool = False) -> bool:
    """Whether the metric is called in a form of these names or, with `plain`, in the plain form of the signature."""
    form = [part for part in subject.parts if any(entry.name == part for entry in subject.signature.forms)]
    return any(part.startswith(tuple(names)) for part in (*form, *subject.also)) or (plain and not form)


def _others(number: int) -> list[str]:
    return [f"n{i}" for i in range(1, number + 1)]


# --- documents without judgement, and repeats
def unjudged(subject: Subject) -> ConductFact | None:
    """How a metric counts a document that the run lists and the gold does not judge."""
    if subject.signature.name != "trec" or not shows(subject, GRADED_FORMS, plain=True):
        return None
    probes = []
    irrelevant = _others(LONG - 4)
    for qrel, documents in (
        ({"a": 1, "n": 0}, ["u", "a", "n"]),
        ({"a": 1, "b": 1, "z": 1, "n": 0}, ["a", "u", "n", "b"]),
        ({"a": 1, "b": 1, "z": 1, **dict.fromkeys(irrelevant, 0)}, ["a", "u", *irrelevant, "b"]),
    ):
        without = [document for document in documents if document != "u"]
        customs = (
            Custom("counts as irrelevant", ([{**qrel, "u": 0}, _ranked(documents)],)),
            Custom("left out", ([qrel, _ranked(without)],)),
            Custom("counts as relevant", ([{**qrel, "u": 1}, _ranked(documents)],)),
        )
        probes.append(Probe([qrel, _ranked(documents)], customs))
    return settled(subject, "unjudged", probes)


def repeated(subject: Subject) -> ConductFact | None:
    """How a metric counts a document that the run lists again."""
    if subject.signature.name != "trec" or not shows(subject, LISTED):
        return None
    probes = []
    irrelevant = _others(LONG - 4)
    for qrel, documents in (
        ({"a": 1}, ["a", "a", "x"]),
        ({"a": 1}, ["x", "x", "a"]),
        ({"a": 1, "b": 1}, ["a", "a", "b"]),
        ({"a": 1, "b": 1}, ["a", "a", *irrelevant, "b"]),
    ):
        dropped = list(dict.fromkeys(documents))
        at_rank = [f"again{i}" if document in documents[:i] else document for i, document in enumerate(documents)]
        customs = (
            Custom("counts once", ([qrel, _ranked(at_rank)],), note="the repeat is a rank that earns nothing"),
            Custom("counts once", ([qrel, _ranked(dropped)],), note="the repeat is dropped"),
        )
        probes.append(Probe([qrel, _ranked(documents)], customs))
    return settled(subject, "repeated", probes, _again)


def _again(subject: Subject, probe: Probe, result: CallResult) -> str:
    return "counts again"


# --- topics
def _topics(golds: Sequence[Sequence[str]], runs: Sequence[Sequence[str]]) -> tuple[Call, list[Call], Call]:
    """A call with several topics, the calls of each topic, and a call with all topics joined into one."""
    qrels = [dict.fromkeys(gold, 1) for gold in golds]
    names = [f"t{i}" for i in range(1, len(golds) + 1)]
    ranked = [_ranked(run) for run in runs]
    several = [dict(zip(names, qrels, strict=True)), dict(zip(names, ranked, strict=True))]
    ranks = max(map(len, runs), default=0)
    order = [run[rank] for rank in range(ranks) for run in runs if rank < len(run)]
    joined = [{d: grade for qrel in qrels for d, grade in qrel.items()}, _ranked(order)]
    return several, [[qrel, run] for qrel, run in zip(qrels, ranked, strict=True)], joined


def _geometric(values: Sequence[float]) -> float:
    return float(prod(values) ** (1 / len(values))) if min(values) >= 0 else float("nan")


def _of_answered(values: Sequence[float]) -> float:
    above = [value for value in values if value > 0]
    return fmean(above) if above else 0.0


MEANS: Mapping[str, Summary] = {
    "mean": fmean,
    "median": median,
    "geometric": _geometric,
    "mean of the values above 0": _of_answered,
}
"""The ways in which the values of several topics may be combined into one."""

RANKS = ((1, 2, 3), (1, 2, 6), (1, 1, 0), (2, 3, 0))
"""The ranks of the relevant documents of three topics; 0 where the relevant document is not retrieved."""


def topics(subject: Subject) -> ConductFact | None:
    """How a metric combines the values of several topics into one."""
    if subject.signature.name == "scores":
        return _rows(subject) if shows(subject, ROWS_OF_TOPICS) else None
    if subject.signature.name != "trec" or not shows(subject, BY_TOPIC):
        return None
    probes = []
    for ranks in RANKS:
        golds = [[f"a{i}"] for i in range(3)]
        runs = [_with_one_at(rank, f"a{i}", f"x{i}") for i, rank in enumerate(ranks)]
        several, each, joined = _topics(golds, runs)
        customs = (*_means(each), Custom("pooled", (joined,)))
        probes.append(Probe(several, customs))
    return _each_alone(settled(subject, "topics", probes))


def _each_alone(fact: ConductFact | None) -> ConductFact | None:
    """The fact, renamed to `EACH` where the metric returns no number for several topics: it then returns one value for
    each topic.
    """
    return replace(fact, word=EACH) if fact is not None and fact.word == NO_NUMBER else fact


def _with_one_at(rank: int, document: str, beginning: str) -> list[str]:
    """A list of at least two documents, in which the given document stands at a rank; rank 0 leaves it out."""
    run = [f"{beginning}{i}" for i in range(1, max(rank, 2) + 1)]
    return [document if i == rank else name for i, name in enumerate(run, 1)]


def _means(each: Sequence[Call]) -> Iterator[Custom]:
    yield from (Custom(word, tuple(each), summary) for word, summary in MEANS.items())


def _rows(subject: Subject) -> ConductFact | None:
    probes = []
    for ranks in ((1, 2, 4), (1, 1, 4), (1, 2, 0)):
        golds = [[int(i == rank) for i in range(1, 5)] for rank in ranks]
        scores = [[4.0, 3.0, 2.0, 1.0] for _ in ranks]
        joined = [[value for row in side for value in row] for side in (golds, scores)]
        each = [[gold, run] for gold, run in zip(golds, scores, strict=True)]
        probes.append(Probe([golds, scores], (*_means(each), Custom("pooled", (joined,)))))
    return _each_alone(settled(subject, "topics", probes))


def unanswered(subject: Subject) -> ConductFact | None:
    """How a metric counts a topic for which the run has no document."""
    if subject.signature.name != "trec" or not shows(subject, BY_TOPIC):
        return None

    def fact_of(is_mean: bool) -> ConductFact | None:
        return settled(subject, "unanswered-topic", [_unanswered(ranks, is_mean) for ranks in ((1, 2), (2, 1))])

    fact = fact_of(is_mean=True)
    if fact is not None and fact.word == OTHERWISE:
        return fact_of(is_mean=False)
    return None if fact is not None and fact.word == NO_NUMBER else fact


def _unanswered(ranks: Sequence[int], is_mean: bool) -> Probe:
    """A probe with three topics, of which the last has no answer. The topic counts 0 if the value is the mean with the
    value of an answer without a relevant document. Where topics are not averaged, it counts 0 if the value is the same
    as with such an answer.
    """
    golds = [[f"a{i}"] for i in range(3)]
    runs = [_with_one_at(rank, f"a{i}", f"x{i}") for i, rank in enumerate(ranks)]
    (qrels, run), each, _ = _topics(golds, [*runs, ["other"]])
    only, answered = ({topic: of for topic, of in side.items() if topic != "t3"} for side in (qrels, run))
    zero = Custom("0", tuple(each) if is_mean else ([qrels, run],))
    return Probe([qrels, answered], (Custom("left out", ([only, answered],)), zero))


# --- equal scores
def ties(subject: Subject) -> ConductFact | None:
    """How a metric orders documents with equal scores."""
    if subject.signature.name == "scores":
        return settled(subject, "ties", [_tied_scores(n, at) for n in (3, LONG) for at in (0, n // 2, n - 1)])
    if subject.signature.name != "trec" or not shows_scores(subject):
        return None
    places = [(n, named, listed) for n in (3, LONG) for named in (0, n - 1, 1) for listed in (n - 1, 0, 1)]
    return settled(subject, "ties", [_tied_names(*place) for place in places])


def shows_scores(subject: Subject) -> bool:
    """Whether the arguments are judgements and a run with scores, and not lists of names."""
    return shows(subject, GRADED_FORMS, plain=True) and not shows(subject, LISTED[:-1])


def _tied_scores(n: int, at: int) -> Probe:
    """A probe with one relevant document, listed at place `at`, among others with the same score."""
    gold = [int(i == at) for i in range(n)]
    places = [[gold, _place(n, at, rank)] for rank in range(n)]
    return Probe([gold, [1.0] * n], _ways(places, {"by order": at, "by order, the last first": n - 1 - at}))


def _place(n: int, at: int, rank: int) -> list[float]:
    """Scores that give the document at a place of the list a certain rank, while the others keep their order."""
    order = [i for i in range(n) if i != at]
    order.insert(rank, at)
    return [float(n - order.index(i)) for i in range(n)]


def _tied_names(n: int, named: int, listed: int) -> Probe:
    """A probe with one relevant document among others with the same score. It has the place `named` in the alphabetical
    order of the names, and the place `listed` in both arguments.
    """
    names = [f"d{chr(ord('a') + i)}" for i in range(n)]
    relevant = names[named]
    others = [name for name in names if name != relevant]
    order = [*others[:listed], relevant, *others[listed:]]
    qrel = {name: int(name == relevant) for name in order}
    places = [[qrel, _ranked([*others[:rank], relevant, *others[rank:]])] for rank in range(n)]
    ways = {
        "by name": named,
        "by name, the last first": n - 1 - named,
        "by order": listed,
        "by order, the last first": n - 1 - listed,
    }
    return Probe([qrel, dict.fromkeys(order, 1.0)], _ways(places, ways))


def _ways(places: Sequence[Call], ways: Mapping[str, int]) -> tuple[Custom, ...]:
    return (
        *(Custom(word, (places[rank],)) for word, rank in ways.items()),
        Custom("averaged", tuple(places)),
        Custom("optimistically", (places[0],), note="for the system"),
        Custom("pessimistically", (places[-1],), note="against the system"),
    )


# --- grades
def _graded(subject: Subject, grades: Mapping[str, float], order: Sequence[str]) -> Call:
    """The call for a ranking whose documents have these grades."""
    if subject.signature.name == "gains":
        return [[grades[d] for d in order], sorted((grade for grade in grades.values() if grade > 0), reverse=True)]
    if subject.signature.name == "scores":
        return [[grades[d] for d in order], [float(len(order) - i) for i in range(len(order))]]
    return [dict(grades), _ranked(order)]


def _shows_grades(subject: Subject) -> bool:
    signature = subject.signature.name
    return (
        (signature == "trec" and shows(subject, GRADED_FORMS, plain=True))
        or (signature == "scores" and not shows(subject, ("by-class",)))
        or (signature == "gains" and shows(subject, ("alone", "arrays", "array-alone"), plain=True))
    )


def negative_grade(subject: Subject) -> ConductFact | None:
    """How a metric counts a document with a grade below 0."""
    if not _shows_grades(subject):
        return None
    probes = []
    for order in (["m", "a", "b"], ["a", "m", "b"], ["m", "a", "n", "b", "o"]):
        grades = {document: int(document in "ab") for document in order if document != "m"}
        customs = (
            Custom("counts as 0", (_graded(subject, {**grades, "m": 0}, order),)),
            Custom("left out", (_graded(subject, grades, [d for d in order if d != "m"]),)),
            Custom("counts as relevant", (_graded(subject, {**grades, "m": 1}, order),)),
        )
        probes.append(Probe(_graded(subject, {**grades, "m": -1}, order), customs))
    return settled(subject, "negative-grade", probes, _subtracted)


def _subtracted(subject: Subject, probe: Probe, result: CallResult) -> str:
    (plain,) = subject.ask(probe.customs[0].calls)
    below = is_number(plain.value) and is_number(result.value) and float(result.value) < float(plain.value)
    return "subtracts" if below else OTHERWISE


ROUNDED: Mapping[str, Callable[[float], int]] = {
    "counts as relevant": lambda grade: int(grade > 0),
    "rounded down": int,
    "rounded up": lambda grade: int(grade) + (grade != int(grade)),
    "rounded": round,
}
"""The ways in which a grade that is not a whole number may be changed."""


def fractional_grade(subject: Subject) -> ConductFact | None:
    """How a metric counts a document whose grade is not a whole number."""
    if not _shows_grades(subject):
        return None
    probes = []
    for grades in ({"a": 0.25, "b": 2.0, "n": 0.0}, {"a": 1.75, "b": 1.0, "n": 0.0}, {"a": 1.0, "b": 2.75, "n": 0.0}):
        for order in (["a", "n", "b"], ["n", "b", "a"]):
            customs = tuple(
                Custom(word, (_graded(subject, {d: whole(grade) for d, grade in grades.items()}, order),))
                for word, whole in ROUNDED.items()
            )
            probes.append(Probe(_graded(subject, grades, order), customs))
    fact = settled(subject, "fractional-grade", probes, lambda subject, probe, result: "counts as it is")
    return None if fact is None else replace(fact, word=fact.word.split(OR)[0])  # without grades, all customs agree
