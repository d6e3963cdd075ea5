"""Thorough (Lalmas et al. 2007, section 4): elements are ranked by relevance, whether they overlap or not."""

from axiometrics.core.library import Library
from axiometrics.core.organization import Organization
from axiometrics.core.task import Task, TaskSizes, World, on_demand
from axiometrics.tasks import libraries, library_inputs
from axiometrics.tasks.library_drawing import draw

TASK = Task(
    name="thorough",
    title="Thorough",
    gold=Library,
    output=Organization,
    demand=libraries.demand_elements,
    names=libraries.renaming,
    worlds=(
        World(
            "thorough",
            on_demand("axiometrics.tasks.library_worlds", "elements"),
            default=3,
            greatest=4,
            cover=3,
            equal=3,
        ),
    ),
    signatures=(libraries.LIBRARY,),
    inputs=library_inputs.inputs("elements", library_inputs.elements),
    reductions=(libraries.WHOLE_ARTICLES,),
    degenerate={
        "nothing relevant": ("a1", "article(1+0)"),
        "nothing retrieved": ("...", "article(1+1)"),
        "an empty element": ("a1/p[1]", "article(1+1 p(0+0))"),
    },
    files=(libraries.LIBRARIES,),
    draw=draw,
    sizes=TaskSizes(called=3, strength=3),
    position=11,
)
