"""Focused (Lalmas et al. 2007, section 5): elements are ranked, the most focused ones, without overlap."""

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
