"""What organizations must be for the tasks made of them, with a refusal that names the cure."""

from __future__ import annotations

from axiometrics.core.errors import TaskError
from axiometrics.core.organization import Organization


def demand_levels(organization: Organization, levels: int, name: str, task: str, cure: str) -> None:
    """Refuse an organization that has a tail, or not that many levels."""
    if len(organization.levels) != levels or organization.tail:
        found = (
            f"{len(organization.levels)} "
            f"level{'s' * (len(organization.levels) != 1)}{' and a tail' * organization.tail}"
        )
        raise TaskError(f"the {name} {organization} has {found}, a {task} has {levels} and no tail: {cure}")


def demand_same_documents(system: Organization, gold: Organization) -> None:
    """Refuse two organizations that do not organize the same items."""
    for here, there, name in ((system, gold, "gold"), (gold, system, "system")):
        missing = sorted(here.documents - there.documents)
        if missing:
            raise TaskError(f"{missing[0]!r} is missing from the {name} {there}: both must organize the same items")
