"""Claims of Sakai et al. 2010 on the runs of section 4.3, and on alpha-nDCG at alpha = 0."""

from __future__ import annotations

from collections.abc import Iterator

from axiometrics.auditing.claims import PublishedClaim
from axiometrics.auditing.differences import equal_on_all, reduces
from axiometrics.auditing.findings import KindFindings, ReadingOutcome
from axiometrics.auditing.names import metric
from axiometrics.auditing.tau import tau
from axiometrics.core.organization import Organization
from axiometrics.core.topic import Topic
from axiometrics.generators.topics import CHANCES, judged, runs, topic
from axiometrics.studies.sakai2010.alignments import TABLES, preference

INTENTS = (1, 2, 3)


def alignment(claim: PublishedClaim) -> KindFindings:
    """The run that a measure prefers on a topic whose table lost its alignment: in every alignment, and in some
    alignment.
    """
    preferred = preference(TABLES[int(claim["topic"])], claim["measure"], turned=claim.published == "MSRAACSF")
    outcomes = (
        ReadingOutcome("every alignment", preferred.word, preferred.word == "holds always"),
        ReadingOutcome("some alignment", preferred.word, preferred.word != "impossible"),
    )
    certain = f"preferred in {preferred.always} whatever else is relevant, in {preferred.never} never"
    return KindFindings(outcomes, f"{preferred.alignments} alignments: {certain}")


def counted(claim: PublishedClaim) -> KindFindings:
    """Whether a metric of topics has the same value as a metric of rankings in which the grade of a document is the
    number of intents that it serves, on every run of small topics.
    """
    left, right = metric(claim, claim["left"]), metric(claim, claim["right"])
    return equal_on_all(
        (
            (left.exact(run, gold), right.exact(run, by_counts(gold)), run, gold)
            for run, gold in _topics(claim["documents"])
        ),
        f"runs of topics to {claim['documents']} documents and {INTENTS[-1]} intents",
    )


def by_counts(gold: Topic) -> Organization:
    """The gold of a ranking in which the grade of a document is the number of intents that it serves.

    >>> str(by_counts(Topic.parse("P(i)=1/3 P(j)=1/3 P(k)=1/3 | a: i | b: i j k")))
    'b > {} > a > ...'
    """
    most = max(map(len, gold.grades.values()))
    levels = [[d for d, of in gold.grades.items() if len(of) == count] for count in range(most, 0, -1)]
    return Organization([[[document] for document in level] for level in levels], tail=True)


def _topics(documents: int) -> Iterator[tuple[Organization, Topic]]:
    """Every run with every topic, smaller topics first."""
    for number in range(1, documents + 1):
        for intents in INTENTS:
            for grades in judged(intents, number, anonymous=True):
                gold = topic(grades, CHANCES[intents][0])
                yield from ((run, gold) for run in runs(gold, documents))


FUNCTIONS = (alignment, counted, reduces, tau)
