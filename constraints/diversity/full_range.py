"""Full range: on every topic some run scores 1 and some run scores 0."""

from axiometrics.core.case import Demand
from axiometrics.core.constraint import Constraint, Quantifier, Reading
from axiometrics.generators.topic_cases import (
    AnyTopic,
    PaperTopics,
    family,
    graded_topics,
    paper_runs,
    paper_size,
    some_run,
)
from axiometrics.generators.topics import paper_topic

_ONE = Demand(("run",), (1,), "some run scores 1", "=", some=True)
_ZERO = Demand(("run",), (1,), "some run scores 0", "=", some=True)
_SCORES = ((_ONE, 1), (_ZERO, 0))
_BOTH = some_run(_SCORES)


CONSTRAINT = Constraint(
    id="full-range",
    task="diversity",
    title="Full range",
    statement="on every topic with no more intents than ranks are looked at, some run scores 1 and some run scores 0",
    source="Sakai et al. 2010, section 3.3, item 5, and abstract",
    quantifier=Quantifier.FOR_ALL_EXISTS,
    vocabulary="axiometrics.constraints.diversity.vocabularies.some_run",
    readings=(
        Reading(
            "every-topic",
            "every run of up to four ranks of a small topic; of a larger one, every run of relevant documents within "
            "the ranks looked at, whose orders are not more than those of seven documents, and one irrelevant document",
            family(graded_topics, _BOTH, _ONE, kind=AnyTopic, demands=(_ONE, _ZERO)),
            keeps="i-rec@10",
            breaks="nrbp",
            whom="those who take means over topics of all kinds",
        ),
        Reading(
            "paper",
            "topics of section 4.1 with n = 2 to 6 intents (size + 1), ten documents of the likeliest and one of each "
            "other; every run of ten relevant documents, a run of one irrelevant document and, where all ranks are "
            "looked at, the run of all relevant documents",
            family(
                lambda size: (paper_topic(size + 1),),
                some_run(_SCORES, paper_runs),
                _ONE,
                3,
                5,
                paper_size,
                ranks=2,
                kind=PaperTopics,
                demands=(_ONE, _ZERO),
            ),
            keeps="i-rec@10",
            breaks="idiv-ndcg@10",
            whom="those who repeat the topics of the paper's section 4.1",
        ),
    ),
)
