"""Disambiguation page: m documents of one sense each are not worse than one page that lists all m senses."""

from axiometrics.core.case import NO_LOSS, Case
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.generators.topic_cases import family, is_page, page_topics, pages


def _senses(case: Case) -> int:
    return len(case.gold.intents) - 1


CONSTRAINT = Constraint(
    id="disambiguation-page",
    task="diversity",
    title="Disambiguation page",
    statement=(
        "m documents, each of a different intent, at ranks 1 to m score no less than one document of all "
        "m intents at rank 1 with irrelevant documents below it"
    ),
    source="Sakai et al. 2010, sections 2.3 and 3.1",
    readings=(
        Reading(
            "plain",
            "m = 2..10 intents, all equally likely, and no more than ranks are looked at; no other documents",
            family(page_topics, pages, NO_LOSS, 9, 9, _senses, is_page, 2),
            keeps="i-rec@10",
            breaks="alpha-ndcg@10",
            finite=True,
        ),
    ),
)
