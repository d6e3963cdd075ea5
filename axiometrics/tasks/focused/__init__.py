"""Focused (Lalmas et al. 2007, section 5): elements are ranked, the most focused ones, without overlap.

A system has to choose between an element and those within it, since nobody wants to read one text twice; so an
output with overlapping elements is refused. `tasks.libraries` says what the tasks of element retrieval share.
"""

from axiometrics.tasks import libraries, library_inputs

TASK = libraries.element_task(
    "focused",
    "Focused",
    "focused",
    library_inputs.inputs("focused", library_inputs.focused),
    libraries.WHOLE_ARTICLES,
    demand=libraries.demand_elements,
    rules=libraries.refuse_overlap,
    position=12,
)
