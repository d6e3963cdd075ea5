"""Filtering: the documents of a collection are divided into a positive and a negative set.

Both sides are two levels over the same documents: relevant above irrelevant in the gold, positive above negative in the
output. A formula takes true and false positives and negatives (`Confusion`), so a world of n documents has one case for
each table of four numbers.
"""

from axiometrics.core.organization import Organization
from axiometrics.core.reduction import Reduction, as_it_is
from axiometrics.core.task import Task, TaskSizes, Trait, World, on_demand
from axiometrics.tasks import organizations
from axiometrics.tasks.drawing import draw
from axiometrics.tasks.filtering.counts import confusion
from axiometrics.tasks.filtering.signatures import CLASSIFICATION, INPUTS
from axiometrics.tasks.orbits import organization_names

TASK = Task(
    name="filtering",
    title="Filtering",
    gold=Organization,
    output=Organization,
    counts=confusion,
    worlds=(
        World("filtering", on_demand(f"{__name__}.world", "filterings"), default=16, greatest=24, cover=16, equal=8),
    ),
    traits=(
        Trait(
            "several-classes",
            lacking="the metric is one of two classes",
            untold="the metric does not say that it takes more than two classes",
        ),
        Trait("ordered-classes"),
    ),
    signatures=(CLASSIFICATION, organizations.ORGANIZATION),
    inputs=INPUTS,
    degenerate={
        "nothing positive": ("{} > a b", "a > b"),
        "nothing relevant": ("a > b", "{} > a b"),
        "neither positive nor relevant": ("{} > a b", "{} > a b"),
        "all positive": ("a b > {}", "a > b"),
        "all relevant": ("a > b", "a b > {}"),
        "all positive and relevant": ("a b > {}", "a b > {}"),
        "all wrong": ("a > b", "b > a"),
    },
    files=(organizations.LABELS, organizations.DECISIONS, organizations.ORGANIZATIONS),
    draw=draw,
    orbit=organization_names,
    grown=organizations.with_last,
    reductions=(Reduction("two classes", "classification", as_it_is, counts=as_it_is),),
    decimals=True,
    sizes=TaskSizes(called=10, strength=8),
    examples=on_demand(f"{__name__}.examples", "examples"),
    position=2,
)

DECIDED = frozenset({TASK.name, *(reduction.task for reduction in TASK.reductions if reduction.is_identity)})
"""The tasks whose data are decisions about items, one class or the other: this one, and those with the same data."""
