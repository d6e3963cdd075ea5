"""One list: a run scores 1 exactly where one run is ideal for every intent."""

from axiometrics.core.case import Demand
from axiometrics.core.constraint import Constraint, Quantifier, Reading
from axiometrics.generators.topic_cases import AnyTopic, ByCut, OneList, family, graded_topics

_REACHED = Demand(("run",), (1,), "some run scores 1", "=", some=True)
_MISSED = Demand(("run",), (-1,), "score(run) < 1", ">")
_LISTS = OneList(_REACHED, _MISSED)

CONSTRAINT = Constraint(
    id="one-list",
    task="diversity",
    title="One list",
    statement=(
        "if there is a run that has the ideal gains of every intent up to the cut-off, some run scores 1; "
        "if there is none, no run scores 1"
    ),
    source="Sakai et al. 2010, section 2.2: nDCG-IA is less than one unless a single list is ideal for all intents",
    quantifier=Quantifier.FOR_ALL_EXISTS,
    vocabulary="axiometrics.constraints.diversity.vocabularies.one_list",
    readings=(
        Reading(
            "plain",
            "every run of up to four ranks of a small topic with grades up to 2",
            family(
                *(graded_topics, _LISTS, _REACHED),
                recognise=ByCut(_LISTS.recognise),
                kind=AnyTopic,
                demands=(_REACHED, _MISSED),
            ),
            keeps="ndcg-ia@10",
            breaks="i-rec@10",
        ),
    ),
)
