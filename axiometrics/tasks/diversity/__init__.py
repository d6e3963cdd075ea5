"""Diversity: a run of documents is judged against a topic of several intents (Sakai et al. 2010).

The gold is a `Topic`: intents with probabilities, and the grade of each relevant document for each intent that it
serves. The output stays a ranking, so runs of ordinary retrieval are judged as they are. Metrics are formulas over
`Coverage`: the grades of a run by rank and intent, and those of all relevant documents, of which ideal lists are made.
A metric that ignores grades or probabilities is not exempted from the constraints on them: that it ignores them is what
these constraints find.

Judging each intent as a topic of its own, and a table of weights beside it, was rejected: ideals over all intents
together (alpha-nDCG, div-nDCG) need the documents with all their intents.
"""

from typing import Any

from axiometrics.core.organization import Organization
from axiometrics.core.reduction import Reduction
from axiometrics.core.task import FileKind, Task, TaskSizes, World, on_demand
from axiometrics.core.topic import Topic, one_intent
from axiometrics.tasks.diversity.counts import coverage, of_one_intent, stacked
from axiometrics.tasks.diversity.drawing import draw
from axiometrics.tasks.diversity.signatures import INPUTS, INTENTS, TOPIC
from axiometrics.tasks.orbits import names_by_place


def _described(system: Organization, gold: Topic, document: str) -> tuple[Any, ...]:
    """Where a document stands in the run, and the intents that it serves with its grades."""
    places = tuple(level for level, _, listed in system.occurrences() if listed == document)
    return places, tuple(sorted(gold.of(document).items()))


SHOWN = ("idiv-ndcg", "idiv-q", "i-rec", "div-ndcg", "alpha-ndcg", "ndcg-ia", "err-ia", "nrbp")
"""The metrics that `score` shows unless others are asked for."""

LOOKED_AT = 50_000
"""The number of lines at the start of a file in which a document with two intents is looked for, so that a large file
is recognised soon.
"""


def _is_topic(text: str) -> bool:
    """Whether the text begins as a topic does, in its text form or as JSON."""
    return text.lstrip().startswith(("P(", '{"intents"'))


def _has_intents(text: str) -> bool:
    """Whether the text is qrels in which a document of a topic stands twice, with different second columns."""
    seen: dict[tuple[str, str], str] = {}
    for line in text.split("\n", LOOKED_AT)[:LOOKED_AT]:
        words = line.split()
        if words and (len(words) != 4 or not words[3].lstrip("-").isdigit()):
            return False
        if words and seen.setdefault((words[0], words[2]), words[1]) != words[1]:
            return True
    return False


TOPIC_QRELS = FileKind("diversity-qrels", "TREC qrels with intents", SHOWN, looks=_has_intents)
TOPICS = FileKind("topic", "a topic with intents", SHOWN, data=Topic, looks=_is_topic, system=Organization)

TASK = Task(
    name="diversity",
    title="Diversity",
    gold=Topic,
    output=Organization,
    counts=coverage,
    stacked=stacked,
    worlds=(
        World("diversity", on_demand(f"{__name__}.world", "topics_with_runs"), default=3, greatest=4, cover=3, equal=2),
    ),
    signatures=(INTENTS, TOPIC),
    inputs=INPUTS,
    degenerate={
        "nothing retrieved": ("...", "P(i1)=1/2 P(i2)=1/2 | d1: i1 | d2: i2"),
        "nothing relevant retrieved": ("x > ...", "P(i1)=1/2 P(i2)=1/2 | d1: i1 | d2: i2"),
        "one intent": ("d1 > ...", "P(i1)=1 | d1: i1"),
    },
    files=(TOPIC_QRELS, TOPICS),
    draw=draw,
    reductions=(Reduction("one intent", "ranking", one_intent, counts=of_one_intent, traits=frozenset({"graded"})),),
    orbit=names_by_place(_described),
    sizes=TaskSizes(called=3, strength=2, audited=3),
    examples=on_demand(f"{__name__}.examples", "examples"),
    position=6,
)
