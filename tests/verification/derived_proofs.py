"""Proofs whose excess follows from the definition of their metric."""

from __future__ import annotations

import copy
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from axiometrics import registry
from axiometrics.core.definition import Definition
from axiometrics.core.parameter import cut_off
from axiometrics.kernel.check_proof import declare
from axiometrics.proving.argument import NotProvedError
from axiometrics.proving.theorem import Theorem, entries_about
from axiometrics.verification.derivations import derived

JSON = dict[str, Any]


@cache
def _proof(metric: str, constraint: str, reading: str) -> JSON:
    (about,) = registry.match_constraints(constraint)
    of = registry.metric(metric)
    family = about.reading(reading).within(cut_off(of.parameters, of.values))
    for entry in entries_about(of, about, family):
        if isinstance(entry, Theorem):
            with suppress(NotProvedError):
                return entry.prove(of, about, family)
    pytest.fail(f"no theorem proves {metric}/{constraint}@{reading}")


def proof_of(metric: str, constraint: str, reading: str) -> JSON:
    """The proof of a cell. It is made without the cell: to compute the cell takes ten times as long, because all
    readings of the constraint are then compared with the metric.
    """
    return copy.deepcopy(_proof(metric, constraint, reading))


def follows(proof: JSON, definition: Definition | None = None) -> bool:
    """Whether the definition, executed on symbols, gives the excess."""
    (about,) = registry.match_constraints(proof["constraint"])
    definition = definition or registry.definition(proof["metric"])
    return derived(proof, declare(proof), about, about.reading(proof["reading"]), definition)


def with_more(metric: str, more: Callable[[Any, Any], Any]) -> Definition:
    """The definition of a metric, changed: an amount is added to each value. Where the metric has no value, the changed
    one has none.
    """
    of = registry.definition(metric)
    assert of is not None

    def changed(system: Any, gold: Any, **values: Any) -> Any:
        value = of.function(system, gold, **values)
        return None if value is None else value + more(system, gold)

    return replace(of, function=changed)


def demand_no_other_excess(proof: JSON) -> None:
    for other in (f"({proof['excess']})*1000001/1000000", f"{proof['excess']} + 1/10**30"):
        assert not follows({**proof, "excess": other})
