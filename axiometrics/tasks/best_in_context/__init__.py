"""Best in context (Lalmas et al. 2007, section 7): articles are ranked, each with the point to read from."""

from axiometrics.core.library import Library
from axiometrics.core.organization import Organization
from axiometrics.core.task import Task, TaskSizes, World, on_demand
from axiometrics.tasks import libraries, library_inputs
from axiometrics.tasks.library_drawing import draw

TASK = Task(
    name="best-in-context",
    title="Best in context",
    gold=Library,
    output=Organization,
    demand=libraries.demand_entry_points,
    names=libraries.renaming,
    worlds=(
        World(
            "best-in-context",
            on_demand("axiometrics.tasks.library_worlds", "entry_points"),
            default=3,
            greatest=6,
            cover=3,
            equal=3,
        ),
    ),
    signatures=(libraries.LIBRARY,),
    inputs=library_inputs.inputs("entry_points", library_inputs.entry_points),
    reductions=(libraries.ENTERED_ARTICLES,),
    degenerate={"no best entry point": ("a1@0", "article(1+1)"), "nothing retrieved": ("...", "article(1+1)@0")},
    files=(libraries.LIBRARIES,),
    draw=draw,
    sizes=TaskSizes(called=3, strength=3),
    position=14,
)
