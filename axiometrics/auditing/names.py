"""Find the objects that a claim names: metrics in their readings, constraints, families."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from axiometrics import registry
from axiometrics.auditing.claims import PublishedClaim, shown
from axiometrics.candidates.selection import at_hand, of_tasks
from axiometrics.core import names
from axiometrics.core.constraint import Constraint
from axiometrics.core.metric import Metric
from axiometrics.running.candidate import builtin


def variants(claim: PublishedClaim, name: str = "metric") -> dict[str, Metric]:
    """The metric of a claim in each reading, the default one first.

    A metric with a parameter `reading` is taken in each unless the claim sets one; an object names its readings itself,
    as in `{"as derived": "dcg(discount=jarvelin)"}`.
    """
    written: Any = claim[name]
    if not isinstance(written, str):
        return {label: metric(claim, text) for label, text in written.items()}
    return (
        {"": metric(claim, written)}
        if "reading" in claim.get("params", {})
        else readings([metric(claim, written)], written)[0]
    )


def metric(claim: PublishedClaim, text: str) -> Metric:
    """The metric that a claim names, with the parameters that the claim gives for it in `params`."""
    named = claim.get("constraints", claim.get("constraint", ()))
    chosen = registry.metric(text, at_hand(None, [named] if isinstance(named, str) else named))
    return replace(chosen, values={**chosen.values, **claim.get("params", {})})


def readings(metrics: Sequence[Metric], *written: str) -> list[dict[str, Metric]]:
    """Each metric by reading. All metrics get the same readings, those that depend on the reading and those that do
    not.
    """
    free = [_free(metric, text) for metric, text in zip(metrics, written, strict=True)]
    labels = next((choices for choices in free if choices), ("",))
    return [
        {label: metric.with_values(reading=label) if choices else metric for label in labels}
        for metric, choices in zip(metrics, free, strict=True)
    ]


def _free(metric: Metric, written: str) -> tuple[str, ...]:
    """The readings of a metric among which the text does not choose."""
    parsed = names.parse(written)
    return (
        ()
        if parsed and "reading" in parsed[1]
        else next((p.choices for p in metric.parameters if p.name == "reading"), ())
    )


def constraint(claim: PublishedClaim, metric: Metric, name: str | None = None) -> Constraint:
    """The constraint of a claim, in the task of the metric."""
    return of_tasks(claim["constraint"] if name is None else name, builtin(metric))


def members(claim: PublishedClaim) -> tuple[list[str], list[str]]:
    """The members of a claim's family, and those among them that the source names (by default all). Raises `FileError`
    for an unknown family.
    """
    family = claim["family"]
    if family not in claim.families:
        raise claim.problem(
            f"no family {shown(family)}: the file declares {', '.join(claim.families) or 'none'} under families"
        )
    entry = claim.families[family]
    return list(entry["members"]), list(entry.get("named", entry["members"]))


def label(*parts: str) -> str:
    """The name of a reading, joined from its parts.

    >>> label("", "universal"), label("listed", "universal")
    ('universal', 'listed / universal')
    """
    return " / ".join(part for part in parts if part)
