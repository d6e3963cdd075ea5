"""The values that formulas take from two filterings: true and false positives and negatives."""

from __future__ import annotations

from axiometrics.core.aggregates import Confusion
from axiometrics.core.errors import TaskError
from axiometrics.core.organization import Organization
from axiometrics.tasks.shape import demand_levels, demand_same_documents


def confusion(system: Organization, gold: Organization, exact: bool = True, task: str = "filtering") -> Confusion:
    """True and false positives and negatives of two filterings (two levels, no tail) of the same documents. `task` is
    the word for such data in errors.
    """
    for name, organization in (("system", system), ("gold", gold)):
        demand_levels(organization, 2, name, task, "list the positive documents, then the negative ones, without tail")
        if not organization.is_partition:
            raise TaskError(f"the {name} {organization} is not a {task}: a document occurs twice")
    demand_same_documents(system, gold)
    positive, relevant = (_documents_of_level(organization, 0) for organization in (system, gold))
    tp = len(positive & relevant)
    fp, fn = len(positive) - tp, len(relevant) - tp
    return Confusion.of([[tp, fp, fn, len(gold.documents) - tp - fp - fn]], exact)


def _documents_of_level(organization: Organization, i: int) -> set[str]:
    return {document for cluster in organization.levels[i] for document in cluster}
