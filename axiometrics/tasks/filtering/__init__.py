"""Filtering: the documents of a collection are divided into a positive and a negative set."""

from axiometrics.core.organization import Organization
from axiometrics.core.task import Task, TaskSizes, World, on_demand
from axiometrics.tasks import organizations
from axiometrics.tasks.drawing import draw
from axiometrics.tasks.filtering.counts import confusion
from axiometrics.tasks.filtering.signatures import CLASSIFICATION, INPUTS

TASK = Task(
    name="filtering",
    title="Filtering",
    gold=Organization,
    output=Organization,
    counts=confusion,
    worlds=(
        World("filtering", on_demand(f"{__name__}.world", "filterings"), default=16, greatest=24, cover=16, equal=8),
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
    files=(organizations.LABELS, organizations.ORGANIZATIONS),
    draw=draw,
    decimals=True,
    sizes=TaskSizes(called=10, strength=8),
    examples=on_demand(f"{__name__}.examples", "examples"),
    position=2,
)
