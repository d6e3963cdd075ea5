"""Tractable ideal: sorting the relevant documents, each by itself, gives a run that no run outscores."""

from axiometrics.core.case import Demand
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.generators.topic_cases import AgainstRuns, AnyTopic, ByCut, by_gain, by_score, family, hard_topics

_BEST = Demand(("sorted", "run"), (1, -1), "greatest score(sorted) >= score(run)", ">=", greatest=True)
_OWN = "greatest score(sorted), of the orders in which the documents alone score no higher below, >= score(run)"
_GAIN, _ALONE = AgainstRuns(by_gain), AgainstRuns(by_score(_OWN))

CONSTRAINT = Constraint(
    id="tractable-ideal",
    task="diversity",
    title="Tractable ideal",
    statement="the relevant documents sorted by what each is worth by itself, in some order of ties, score no less "
    "than any run",
    source="Sakai et al. 2010, abstract, sections 2.3, 3.2 and 4.3: an ideal list that is not sorted is approximated",
    vocabulary="axiometrics.constraints.diversity.vocabularies.tractable_ideal",
    readings=(
        Reading(
            "global-gain",
            "sorted by global gain, the grades weighted by the probabilities of their intents",
            family(hard_topics, _GAIN, _BEST, recognise=ByCut(_GAIN.recognise), kind=AnyTopic),
            keeps="div-ndcg@10",
            breaks="ndcg-ia@10",
            whom="those who sort documents by their global gain, as the paper does",
        ),
        Reading(
            "own",
            "sorted by the score of the run of that document alone; under alpha-nDCG and NRBP this is the number of "
            "its intents",
            family(hard_topics, _ALONE, _BEST, recognise=ByCut(_ALONE.recognise), kind=AnyTopic),
            keeps="precision-ia@10",
            breaks="i-rec@2",
            whom="those who sort documents by the score that each has alone",
        ),
    ),
)
