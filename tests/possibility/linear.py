"""The readings of which a linear program is made."""

from __future__ import annotations

from axiometrics import registry
from axiometrics.possibility.rows import NotLinearError, demand_linear
from axiometrics.registry.implications import Place


def is_linear(place: Place) -> bool:
    try:
        demand_linear(place)
    except NotLinearError:
        return False
    return True


def linear(task: str) -> list[Place]:
    every = [
        Place(constraint, reading)
        for constraint in registry.constraints()
        if constraint.task == task
        for reading in constraint.readings
    ]
    return [place for place in every if is_linear(place)]
