"""Read TREC qrels with intents (topic, intent, document, grade) and a table of the probabilities of intents, and score
runs against them.

Only intents with a relevant document are kept, and only topics with such an intent, as in Sakai et al. 2010, section
4.1. Without a table the intents of a topic are equally likely. Documents of equal scores stand in the order of ndeval,
the program of the TREC diversity tasks, so that the scores are those that ndeval prints; trec_eval has another order.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain

import numpy as np

from axiometrics.core.aggregates import Coverage
from axiometrics.core.errors import TopicError
from axiometrics.core.metric import Metric
from axiometrics.core.parameter import cut_off
from axiometrics.core.progress import Progress, silent
from axiometrics.core.rational import rational
from axiometrics.core.topic import GREATEST, Topic
from axiometrics.evaluation.files import SHOWN, Source, in_memory, shown, some
from axiometrics.evaluation.forms import system_run
from axiometrics.evaluation.plain_lines import blocks_of_lines
from axiometrics.evaluation.run_scores import mean, remarks_on_run, remarks_on_topics
from axiometrics.evaluation.scores import MEAN, ScoreTable, asking, counted
from axiometrics.evaluation.ties import ordered
from axiometrics.evaluation.trec import QRELS, Run, text

Judgements = dict[str, dict[str, dict[str, int]]]
"""The grades by topic, document and intent."""


@dataclass(frozen=True)
class TopicQrels:
    """Judgements of documents for the intents of topics.

    Attributes
    ----------
    path : the file
    topics : the topics with a relevant document
    barren : the names of the topics without a relevant document
    facts : sentences about how the file was read
    """

    path: str
    topics: dict[str, Topic]
    barren: tuple[str, ...]
    facts: tuple[str, ...]


@in_memory
def read_topic_qrels(source: Source, probabilities: Source | None = None, progress: Progress = silent) -> TopicQrels:
    """Read judgements by intent, and the probabilities of the intents.

    Raises `FileError` with the file, the line of the mistake, and the cure.
    """
    judged = _judgements(source, progress)
    chances = {} if probabilities is None else _chances(probabilities, progress)
    topics, rescaled, dropped = {}, [], 0
    for name, documents in judged.items():
        relevant = {d: {i: g for i, g in of.items() if g > 0} for d, of in documents.items()}
        relevant = {d: of for d, of in relevant.items() if of}
        intents, having = dict.fromkeys(chain.from_iterable(documents.values())), set(chain(*relevant.values()))
        kept = [i for i in intents if i in having]
        dropped += len(intents) - len(kept)
        if not kept:
            continue
        of_intents = chances.get(name, {i: Fraction(1) for i in kept})
        missing = [i for i in kept if i not in of_intents]
        if missing and probabilities is not None:
            probabilities.fail(None, f"topic {name!r} has no probability of intent {missing[0]!r}: add a line")
        whole = sum((of_intents[i] for i in kept), Fraction(0))
        if not whole and probabilities is not None:
            probabilities.fail(None, f"the intents of topic {name!r} that have documents have probability 0")
        if name in chances and whole != 1:
            rescaled.append(name)
        try:
            topics[name] = Topic({i: of_intents[i] / whole for i in kept}, relevant)
        except TopicError as error:
            source.fail(None, f"topic {name!r}: {error}")
    return TopicQrels(
        source.path,
        topics,
        tuple(name for name in judged if name not in topics),
        tuple(_facts(source, probabilities, topics, rescaled, dropped)),
    )


def _facts(
    source: Source, table: Source | None, topics: dict[str, Topic], rescaled: list[str], dropped: int
) -> Iterator[str]:
    intents = sum(len(topic.intents) for topic in topics.values())
    chances = "equally likely" if table is None else f"as likely as {table.path} says"
    yield f"{source.path}: {counted(len(topics), 'topic')} with {counted(intents, 'intent')}, {chances}"
    if dropped:
        yield f"{source.path}: {counted(dropped, 'intent')} without relevant documents left out"
    if rescaled:
        yield f"the probabilities of topics {some(rescaled)} are divided by the sum over the intents that are left"


def _lines(source: Source, columns: int, meaning: str, progress: Progress) -> Iterator[tuple[int, list[str]]]:
    for first, block in blocks_of_lines(source, progress):
        lines = block.decode().split("\n")
        for number, words in enumerate(map(str.split, lines), first):
            if len(words) == columns:
                yield number, words
            elif words:
                line = lines[number - first].strip()
                source.fail(number, f"{len(words)} columns in {shown(line)}; a line has {columns}: {meaning}")


def _judgements(source: Source, progress: Progress) -> Judgements:
    judgements: Judgements = {}
    documents: dict[str, dict[str, int]] = {}
    grades, last = dict[str, int](), None
    for number, (topic, intent, document, written) in _lines(
        source, len(QRELS.columns), "topic, intent, document, grade", progress
    ):
        if written not in grades:  # a file has few different grades: each is parsed once
            grades[written] = _grade(source, number, written)
        if topic != last:  # lines of a topic follow each other: one look-up serves them
            if topic == MEAN:
                source.fail(number, f"a topic is called {MEAN!r}, as the mean over topics is: rename it")
            documents, last = judgements.setdefault(topic, {}), topic
        of = documents.setdefault(document, {})
        if intent in of:
            source.fail(
                number,
                f"document {shown(document)} occurs twice for intent {shown(intent)} of topic {shown(topic)}: "
                "keep one of the two",
            )
        of[intent] = grades[written]
    return judgements


def _grade(source: Source, line: int, written: str) -> int:
    try:
        grade = int(written)
    except ValueError:
        source.fail(line, f"grade {shown(written)} is not a whole number: write {QRELS.example}")
    if grade > GREATEST:
        source.fail(line, f"grade {grade} is above {GREATEST}: a grade counts as gain; scale the grades down")
    return grade


def _chances(source: Source, progress: Progress) -> dict[str, dict[str, Fraction]]:
    by_topic: dict[str, dict[str, Fraction]] = {}
    for number, (topic, intent, written) in _lines(source, 3, "topic, intent, probability", progress):
        try:
            chance = rational(written)
        except ValueError:
            source.fail(
                number, f"probability {shown(written)} is not a number: write a decimal or a fraction, e.g. 2/3"
            )
        if not 0 <= chance <= 1:
            source.fail(number, f"probability {written} is outside [0, 1]")
        if intent in by_topic.setdefault(topic, {}):
            source.fail(number, f"intent {shown(intent)} of topic {shown(topic)} occurs twice: keep one of the two")
        by_topic[topic][intent] = chance
    for topic, of in by_topic.items():
        if (total := sum(of.values())) != 1:
            source.fail(None, f"the probabilities of topic {topic!r} sum to {str(total)[:SHOWN]}: make them sum to 1")
    return by_topic


def score_topics(
    gold: TopicQrels,
    systems: Sequence[Source | Run],
    metrics: Sequence[Metric],
    both: bool,
    progress: Progress = silent,
    drop_self: bool = False,
) -> ScoreTable:
    """Score runs. A topic that a run lacks counts as an empty run, or, if `both`, is left out of the means of the run.
    `drop_self` drops documents that have the id of their topic.

    Raises `FileError` for a run that cannot be read.
    """
    scores = ScoreTable(tuple(metrics), settings={"ties": "ndeval", "topics": "both" if both else "gold"})
    scores.facts += gold.facts
    cuts = [cut for metric in metrics if (cut := cut_off(metric.parameters, metric.values)) is not None]
    looked_at = max(cuts) if cuts and len(cuts) == len(metrics) else None  # ranks that some metric sees
    if gold.barren:
        scores.facts.append(f"{gold.path}: nothing is relevant in {counted(len(gold.barren), 'topic')}, left out")
    for source in systems:
        run = system_run(source, progress=progress, drop_self=drop_self)
        judged = {name for name in run.topics if name in gold.topics}
        names = [name for name in gold.topics if name in judged or not both]
        missing = [name for name in gold.topics if name not in judged]
        extra = [name for name in run.topics if name not in judged and name not in gold.barren]
        scores.topics[source.path] = {"both": sorted(judged), "missing": missing, "extra": extra}
        table, retrieved, relevant = [], 0, False
        for name in names:
            documents: list[str] = []
            if name in judged:
                listed = run.topics[name]
                order, _ = ordered(listed.values, listed.documents, "ndeval")
                documents = [text(listed.documents[k]) for k in order[:looked_at]]
                retrieved += len(listed.documents)
                relevant = relevant or any(
                    text(document) in gold.topics[name].documents for document in listed.documents
                )
            values = _values(gold.topics[name], documents, metrics)
            table.append(values)
            scores.add(source.path, name, values)
        scores.add(source.path, MEAN, map(mean, np.array(table or [[math.nan] * len(metrics)]).T))
        scores.facts.append(f"{source.path}: {len(judged)} of {counted(len(gold.topics), 'topic')}")
        scores.remarks += remarks_on_run(run, gold.topics)
        if retrieved and not relevant:
            scores.remarks.append(
                f"{source.path}: none of the {counted(retrieved, 'document')} that the run retrieves in the topics of "
                f"{gold.path} is relevant there: do both name documents alike?"
            )
        sides = scores.topics[source.path]
        scores.remarks += remarks_on_topics(source.path, gold.path, sides, scores.settings["topics"])
    return scores


def _values(topic: Topic, run: list[str], metrics: Sequence[Metric]) -> list[float]:
    counts = Coverage.judged(topic, [run])
    values = []
    for metric in metrics:
        with asking(metric):
            values.append(float(metric.evaluate(counts).item()))
    return values
