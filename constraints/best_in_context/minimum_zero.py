"""Minimum zero: the paper says that the least closeness is 0, so some entry point of a relevant article scores 0."""

from axiometrics.core.constraint import Constraint, Quantifier, Reading
from axiometrics.generators import library_cases as of
from axiometrics.generators.listed import PlainCases

CONSTRAINT = Constraint(
    id="minimum-zero",
    task="best-in-context",
    title="Minimum zero",
    statement="some entry point of a relevant article scores 0",
    source="Lalmas et al. 2007, section 7.2",
    readings=(
        Reading(
            "plain",
            "one article of up to six characters, all its entry points",
            PlainCases(of.short_articles, 8, 8, of.SOME_0, recognise=of.recognise_short, grid=of.SHORT_ARTICLES),
            keeps="control-exact-hits",
            breaks="bepd",
        ),
    ),
    quantifier=Quantifier.FOR_ALL_EXISTS,
)
