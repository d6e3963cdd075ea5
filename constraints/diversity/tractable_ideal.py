"""Tractable ideal: sorting the relevant documents, each by itself, gives a run that no run outscores."""

from axiometrics.core.case import Demand
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.generators.topic_cases import family, hard_topics, sorted_by_gain, sorted_by_score

_BEST = Demand(("sorted", "run"), (1, -1), "greatest score(sorted) >= score(run)", ">=", greatest=True)
_OWN = "greatest score(sorted), of the orders in which the documents alone score no higher below, >= score(run)"

CONSTRAINT = Constraint(
    id="tractable-ideal",
    task="diversity",
    title="Tractable ideal",
    statement="the relevant documents sorted by what each is worth by itself, in some order of ties, score no less "
    "than any run of relevant documents",
    source="Sakai et al. 2010, abstract, sections 2.3, 3.2 and 4.3: an ideal list that is not sorted is approximated",
    vocabulary="axiometrics.constraints.diversity.vocabularies.tractable_ideal",
    readings=(
        Reading(
            "global-gain",
            "sorted by global gain, the grades weighted by the probabilities of their intents",
            family(hard_topics, sorted_by_gain, _BEST, any_topic=True),
            keeps="div-ndcg@10",
            breaks="ndcg-ia@10",
            whom="those who sort documents by their global gain, as the paper does",
        ),
        Reading(
            "own",
            "sorted by the score of the run of that document alone; under alpha-nDCG and NRBP this is the number of "
            "its intents",
            family(hard_topics, sorted_by_score(_OWN), _BEST, any_topic=True),
            keeps="precision-ia@10",
            breaks="i-rec@2",
            whom="those who sort documents by the score that each has alone",
        ),
    ),
)
