"""Classification: each item has a gold class and a predicted class.

Gold and output are organizations of one level for each class, over the same items; the levels are the classes in a
fixed order, and keep their meaning if items are renamed. Two classes are counted as true and false positives and
negatives, of which the first class is positive; more are counted in a table of gold classes and predicted classes. A
metric that has a value for more than two classes has the trait `several-classes`, and the readings with more than two
classes ask for it.

With two classes these are the data of filtering. So the metrics of filtering are judged by the constraints of this task
as they are, through the reduction `two classes` that filtering declares, and their formulas take both kinds of counts.
To declare them here again was rejected: two formulas of one measure may come to differ.
"""

from axiometrics.core.organization import Organization
from axiometrics.core.task import Task, TaskSizes, World, on_demand
from axiometrics.tasks.classification.counts import classes, table_of, whole
from axiometrics.tasks.drawing import draw
from axiometrics.tasks.filtering import TASK as FILTERING

TASK = Task(
    name="classification",
    title="Classification",
    gold=Organization,
    output=Organization,
    counts=classes,
    whole=whole,
    worlds=(
        World(
            "classification",
            on_demand("axiometrics.tasks.filtering.world", "filterings"),
            default=16,
            greatest=24,
            cover=16,
            equal=8,
        ),
    ),
    traits=FILTERING.traits,
    signatures=FILTERING.signatures,
    inputs=FILTERING.inputs,
    degenerate=FILTERING.degenerate,
    files=FILTERING.files,
    draw=draw,
    orbit=FILTERING.orbit,
    same_counts=table_of,
    grown=FILTERING.grown,
    decimals=True,
    sizes=TaskSizes(called=6, strength=6, possible=6),
    examples=on_demand(f"{__name__}.examples", "examples"),
    item="item",
)
