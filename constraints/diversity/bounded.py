"""Bounded: every run scores at least 0 and at most 1."""

from axiometrics.core.case import Demand
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.generators.topic_cases import ON_TOPICS, covers, each_run, family, graded_topics

_MOST = Demand(("run",), (1,), "score(run) <= 1", "<=")
_LEAST = Demand(("run",), (-1,), "score(run) >= 0", "<=")
_BOTH = each_run(((_MOST, 1), (_LEAST, 0)))


CONSTRAINT = Constraint(
    id="bounded",
    task="diversity",
    title="Bounded",
    statement="the score of every run is at least 0 and at most 1",
    source="Sakai et al. 2010, section 2.3: a run may outperform an ideal that is approximated",
    vocabulary="axiometrics.constraints.diversity.vocabularies.bounded",
    readings=(
        Reading(
            "plain",
            "topics of one or two intents, of four intents with up to three documents, and of two disjoint documents "
            "and one that serves one intent more",
            family(lambda size: (*graded_topics(size), *covers(size)), _BOTH, _MOST, grid=ON_TOPICS),
            keeps="i-rec@2",
            breaks="alpha-ndcg@2",
        ),
    ),
)
