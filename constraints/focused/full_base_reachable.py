"""Full base reachable: for every article there is a run without overlap that scores 1."""

from axiometrics.core.constraint import Constraint, Quantifier, Reading
from axiometrics.generators import library_cases as of
from axiometrics.generators.listed import PlainCases

CONSTRAINT = Constraint(
    id="full-base-reachable",
    task="focused",
    title="Full base reachable",
    statement="at the cut-off of as many elements as are relevant, some run without overlap scores 1",
    source="Lalmas et al. 2007, section 8.2",
    vocabulary="axiometrics.constraints.focused.vocabularies.ideal",
    readings=(
        Reading(
            "plain",
            "any article, all runs of relevant elements without overlap",
            PlainCases(of.reachable, 4, 4, of.SOME_1, recognise=of.recognise_reachable, grid=of.ON_SMALL_ARTICLES),
            keeps="nxcg(gain=credited)",
            breaks="nxcg(ideal=full)",
        ),
    ),
    quantifier=Quantifier.FOR_ALL_EXISTS,
)
