"""Relevant in context (Lalmas et al. 2007, section 6): articles are ranked, each with a set of its elements."""

from axiometrics.core.library import Library
from axiometrics.core.organization import Organization
from axiometrics.core.task import Task, TaskSizes, World, on_demand
from axiometrics.tasks import libraries, library_inputs
from axiometrics.tasks.library_drawing import draw

TASK = Task(
    name="in-context",
    title="Relevant in context",
    gold=Library,
    output=Organization,
    demand=libraries.demand_articles,
    rules=libraries.refuse_overlap,
    names=libraries.renaming,
    worlds=(
        World(
            "in-context",
            on_demand("axiometrics.tasks.library_worlds", "articles"),
            default=3,
            greatest=4,
            cover=3,
            equal=3,
        ),
    ),
    signatures=(libraries.LIBRARY,),
    inputs=library_inputs.inputs("articles", library_inputs.in_context),
    reductions=(libraries.WHOLE_ARTICLES,),
    degenerate={
        "nothing relevant": ("a1", "article(1+0)"),
        "nothing retrieved": ("...", "article(1+1)"),
        "an empty element": ("a1/p[1]", "article(1+1 p(0+0))"),
    },
    files=(libraries.LIBRARIES,),
    draw=draw,
    sizes=TaskSizes(called=3, strength=3),
    position=13,
)
