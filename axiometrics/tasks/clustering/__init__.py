"""Clustering: the items of a collection are put into groups; the groups of the gold are classes.

Both sides are one level of clusters over the same items, without tail. A formula takes the number of items that each
class shares with each cluster (`Contingency`), since names mean nothing; where items may stand in several clusters,
which is the trait `overlapping`, the two sides are looked at themselves.
"""

from axiometrics.core.organization import Organization
from axiometrics.core.task import Task, TaskSizes, Trait, World, on_demand
from axiometrics.tasks import organizations
from axiometrics.tasks.clustering.counts import contingency, demand_clusterings, same_counts
from axiometrics.tasks.clustering.names import alike
from axiometrics.tasks.clustering.signatures import INPUTS, LABELS
from axiometrics.tasks.drawing import draw
from axiometrics.tasks.orbits import organization_names

TASK = Task(
    name="clustering",
    title="Clustering",
    gold=Organization,
    output=Organization,
    counts=contingency,
    countable=lambda system, gold: system.is_partition and gold.is_partition,
    demand=demand_clusterings,
    worlds=(
        World("clustering", on_demand(f"{__name__}.world", "partitions"), default=8, greatest=10, cover=8, equal=6),
        World(
            "overlapping",
            on_demand(f"{__name__}.world", "overlapping"),
            default=4,
            greatest=5,
            cover=4,
            equal=3,
            words="overlapping clusterings",
            trait="overlapping",
        ),
    ),
    traits=(
        Trait(
            "overlapping",
            lacking="the metric is defined on partitions only",
            untold=(
                "the metric does not say that it takes overlapping clusters: @axiometrics.metric(overlapping=True)"
            ),
        ),
        Trait(
            "pair-counts",
            lacking="the metric does not declare that it depends on the four numbers of pairs of items alone",
            untold=(
                "the metric does not say that it depends on the four numbers of pairs of items alone: "
                "@axiometrics.metric(pair_counts=True)"
            ),
        ),
    ),
    signatures=(LABELS, organizations.ORGANIZATION),
    inputs=INPUTS,
    degenerate={
        "one document": ("a", "a"),
        "one class in one cluster": ("{a b}", "{a b}"),
        "one class, split": ("a b", "{a b}"),
        "classes of one, joined": ("{a b}", "a b"),
        "clusters and classes of one": ("a b", "a b"),
        "one class split further": ("a b c", "{a b} c"),
        "independent": ("{a b} {c d}", "{a c} {b d}"),
    },
    files=(organizations.LABELS, organizations.ORGANIZATIONS),
    draw=draw,
    orbit=organization_names,
    grown=organizations.with_cluster,
    alike=alike,
    same_counts=same_counts,
    sizes=TaskSizes(called=8, strength=7, possible=5),
    examples=on_demand(f"{__name__}.examples", "examples"),
    position=1,
    item="item",
)
