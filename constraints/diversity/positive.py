"""Positive: a run with one relevant document scores above 0."""

from collections.abc import Iterator

from axiometrics.core.case import Case, Demand
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.organization import Organization
from axiometrics.core.topic import Topic
from axiometrics.generators.topic_cases import OfRuns, family, graded_topics, ranks

_ABOVE = Demand(("run",), (1,), "score(run) > 0", ">")


def _with_one(gold: Topic, run: Organization) -> Iterator[Case]:
    if sum(bool(gold.of(document)) for document in ranks(run)) == 1:
        yield Case(gold, {"run": run})


CONSTRAINT = Constraint(
    id="positive",
    task="diversity",
    title="Positive",
    statement="a run that retrieves one relevant document, and else irrelevant ones, scores more than 0",
    source="Sakai et al. 2010, section 3.3: systems are rewarded when they satisfy only one of the two properties",
    vocabulary="axiometrics.constraints.diversity.vocabularies.positive",
    readings=(
        Reading(
            "plain",
            "at any rank that is looked at",
            family(graded_topics, OfRuns(_with_one, grades=3), _ABOVE),
            keeps="i-rec@10",
            breaks="s-recall-lmin",
        ),
    ),
)
