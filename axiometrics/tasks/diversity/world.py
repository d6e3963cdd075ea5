"""All small topics of one or two intents, with grades 1 and 2, and all their runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from axiometrics.core.aggregates import Coverage
from axiometrics.core.organization import Organization
from axiometrics.core.task import Outputs
from axiometrics.core.topic import Topic
from axiometrics.generators.topics import CHANCES, judged, runs, topic

INTENTS, GRADES = (1, 2), 2
"""How many intents the topics of a world have, and the greatest grade of a document."""


def topics_with_runs(documents: int, closed: bool = False) -> Iterator[Outputs]:
    """Every topic of at most this many relevant documents, whose intents are equally likely or have the probabilities
    2/3 and 1/3. Its runs retrieve at most as many irrelevant documents as are left of this number.
    """
    for relevant in range(1, documents + 1):
        for intents in INTENTS:
            for number, chances in enumerate(CHANCES[intents][:2]):
                for some in judged(intents, relevant, GRADES, anonymous=not number):
                    yield _outputs(topic(some, chances), documents)


def _outputs(gold: Topic, documents: int) -> Outputs:
    irrelevant = documents - len(gold.documents)
    listed = runs(gold, documents, irrelevant)
    named = [[document for _, _, document in run.occurrences()] for run in listed]
    fresh = np.array([sum(d not in gold.documents for d in run) == irrelevant for run in named])

    def output(k: int, listed: Sequence[Organization] = listed) -> Organization:
        return listed[k]

    return Outputs(gold, documents, np.array(list(map(len, named))), fresh, [Coverage.judged(gold, named)], output)
