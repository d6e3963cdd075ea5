"""Best in context (Lalmas et al. 2007, section 7): articles are ranked, each with the point to read from.

An output has one entry point an article, `a1@30`; the distance to the best entry point that the assessor marked counts,
and so does the order of the articles. `tasks.libraries` says what the tasks of element retrieval share.
"""

from axiometrics.tasks import libraries, library_inputs

TASK = libraries.element_task(
    "best-in-context",
    "Best in context",
    "entry_points",
    library_inputs.inputs("entry_points", library_inputs.entry_points),
    libraries.ENTERED_ARTICLES,
    greatest=6,
    demand=libraries.demand_entry_points,
    degenerate={"no best entry point": ("a1@0", "article(1+1)"), "nothing retrieved": ("...", "article(1+1)@0")},
    position=14,
)
