"""The shape that organizations must have for the tasks made of them. A refusal names the cure."""

from __future__ import annotations

from axiometrics.core.errors import TaskError
from axiometrics.core.organization import Organization


def demand_levels(organization: Organization, levels: int, name: str, task: str, cure: str) -> None:
    """Raise `TaskError` for an organization that has a tail, or another number of levels."""
    if len(organization.levels) != levels or organization.tail:
        shape = (
            f"{len(organization.levels)} "
            f"level{'s' * (len(organization.levels) != 1)}{' and a tail' * organization.tail}"
        )
        raise TaskError(f"the {name} {organization} has {shape}, a {task} has {levels} and no tail: {cure}")


def demand_same_documents(system: Organization, gold: Organization) -> None:
    """Raise `TaskError` unless two organizations organize the same documents."""
    for side, opposite, name in ((system, gold, "gold"), (gold, system, "system")):
        missing = sorted(side.documents - opposite.documents)
        if missing:
            raise TaskError(f"{missing[0]!r} is missing from the {name} {opposite}: both must organize the same items")
