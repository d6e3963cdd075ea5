"""Thorough (Lalmas et al. 2007, section 4): elements are ranked by relevance, whether they overlap or not."""

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
