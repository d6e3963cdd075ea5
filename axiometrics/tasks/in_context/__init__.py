"""Relevant in context (Lalmas et al. 2007, section 6): articles are ranked, each with a set of its elements.

An output is a level for each article, a cluster of elements that do not overlap: the articles have an order, the
elements of one have none. `tasks.libraries` says what the tasks of element retrieval share.
"""

from axiometrics.tasks import libraries, library_inputs

TASK = libraries.element_task(
    "in-context",
    "Relevant in context",
    "articles",
    library_inputs.inputs("articles", library_inputs.in_context),
    libraries.WHOLE_ARTICLES,
    demand=libraries.demand_articles,
    rules=libraries.refuse_overlap,
    position=13,
)
