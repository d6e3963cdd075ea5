"""Claims that a metric of topics is one of rankings, where the grade of a document is the number of intents that it
serves.
"""

from __future__ import annotations

from collections.abc import Iterator

from axiometrics.auditing.cells import Cells
from axiometrics.auditing.claims import PublishedClaim, shown
from axiometrics.auditing.differences import equal_on_all
from axiometrics.auditing.findings import KindFindings
from axiometrics.auditing.kind import ClaimKind
from axiometrics.auditing.names import metric
from axiometrics.core.organization import Organization
from axiometrics.core.topic import Topic
from axiometrics.generators.topics import CHANCES, judged, runs, topic
from axiometrics.tasks.diversity import TASK
from axiometrics.tasks.ranking import TASK as RANKING

INTENTS = (1, 2, 3)


def by_counts(gold: Topic) -> Organization:
    """The gold of a ranking in which the grade of a document is the number of intents that it serves.

    >>> str(by_counts(Topic.parse("P(i)=1/3 P(j)=1/3 P(k)=1/3 | a: i | b: i j k")))
    'b > {} > a > ...'
    """
    most = max(map(len, gold.grades.values()))
    levels = [[d for d, of in gold.grades.items() if len(of) == count] for count in range(most, 0, -1)]
    return Organization([[[document] for document in level] for level in levels], tail=True)


def _cases(documents: int) -> Iterator[tuple[Organization, Topic]]:
    for number in range(1, documents + 1):
        for intents in INTENTS:
            for some in judged(intents, number, anonymous=True):
                gold = topic(some, CHANCES[intents][0])
                yield from ((run, gold) for run in runs(gold, documents))


def find(claim: PublishedClaim, cells: Cells) -> KindFindings:
    """Whether both give the same exact value on every small topic with every run, smallest first."""
    one, other = metric(claim, claim["left"]), metric(claim, claim["right"])
    for field, found, wanted in (("left", one, TASK), ("right", other, RANKING)):
        if found.task != wanted.name:
            raise claim.problem(f"{field} is {shown(claim[field])}: expected a metric of {wanted.name}")
    return equal_on_all(
        (
            (one.exact(run, gold), other.exact(run, by_counts(gold)), run, gold)
            for run, gold in _cases(claim["documents"])
        ),
        f"runs of topics to {claim['documents']} documents and {INTENTS[-1]} intents",
    )


KIND = ClaimKind(
    name="counted",
    meaning=(
        "whether `left`, a metric of topics, gives what `right`, a metric of rankings, gives where the grade of a "
        "document is the number of intents that it serves, on every run of topics up to `documents` documents"
    ),
    published="equal",
    fields={"left": "text", "right": "text", "documents": "whole number"},
    least={"documents": 1},
    greatest={"documents": 4},
    find=find,
)
