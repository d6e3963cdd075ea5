"""Ranking: documents are listed one below another; the gold has a level for each grade of relevance.

The output lists one document a level, with or without a tail of documents that it does not retrieve. A gold with a tail
leaves open how many irrelevant documents there are; a closed one lists them, which some metrics need (the trait
`closed`). A formula takes the grades of the run in rank order and the number of documents of each grade (`Gains`).
"""

from axiometrics.core.organization import Organization
from axiometrics.core.task import Task, TaskSizes, Trait, World, on_demand
from axiometrics.tasks import organizations
from axiometrics.tasks.drawing import draw
from axiometrics.tasks.orbits import organization_names
from axiometrics.tasks.ranking.counts import gains
from axiometrics.tasks.ranking.moved import moved_alone
from axiometrics.tasks.ranking.signatures import GAINS, INPUTS, SCORES, TREC


def _open(system: Organization, gold: Organization) -> str:
    if not gold.tail:
        return ""
    return f"list every document in the gold {gold}, the irrelevant ones last, instead of its tail"


def _perfect(gold: Organization) -> Organization:
    """The relevant documents by their grades, and no others."""
    grades = gold.grades()
    return Organization.ranking(sorted((d for d, grade in grades.items() if grade > 0), key=lambda d: -grades[d]))


TASK = Task(
    name="ranking",
    title="Ranking",
    gold=Organization,
    output=Organization,
    counts=gains,
    worlds=(
        World("ranking", on_demand(f"{__name__}.world", "binary"), default=8, greatest=12, cover=12, equal=6),
        World(
            "graded",
            on_demand(f"{__name__}.world", "graded"),
            default=6,
            greatest=8,
            cover=6,
            equal=4,
            words="golds of two grades",
            trait="graded",
        ),
    ),
    traits=(
        Trait(
            "graded",
            lacking="the metric knows only relevant and irrelevant documents",
            untold="the metric does not say that it is graded: @axiometrics.metric(graded=True)",
            harmless=True,
        ),
        Trait("closed", refuses=_open),
        Trait("judged-only"),
        Trait("judgements", filed=True),
    ),
    signatures=(GAINS, TREC, SCORES, organizations.ORGANIZATION),
    inputs=INPUTS,
    perfect=_perfect,
    degenerate={
        "nothing relevant": ("a > b", "{} > a b"),
        "nothing retrieved": ("...", "a > b"),
        "nothing relevant, nothing retrieved": ("...", "{} > a b"),
        "nothing relevant retrieved": ("b", "a > b"),
        "all relevant": ("a > b", "a b > {}"),
        "one document": ("a", "a > {}"),
    },
    files=(organizations.QRELS, organizations.ORGANIZATIONS),
    draw=draw,
    orbit=organization_names,
    nested=True,
    alone=moved_alone,
    decimals=True,
    sizes=TaskSizes(called=10, strength=8, possible=5),
    examples=on_demand(f"{__name__}.examples", "examples"),
    position=3,
)
