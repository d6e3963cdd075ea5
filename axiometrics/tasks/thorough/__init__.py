"""Thorough (Lalmas et al. 2007, section 4): elements are ranked by relevance, whether they overlap or not.

It asks what a system knows of the relevance of elements, and leaves the choice among overlapping ones to whoever
shows them; so an output may list an element and its parts. `tasks.libraries` says what the tasks of element
retrieval share.
"""

from axiometrics.tasks import libraries, library_inputs

TASK = libraries.element_task(
    "thorough",
    "Thorough",
    "elements",
    library_inputs.inputs("elements", library_inputs.elements),
    libraries.WHOLE_ARTICLES,
    demand=libraries.demand_elements,
    position=11,
)
