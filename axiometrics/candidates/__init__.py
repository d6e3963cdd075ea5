"""Metrics of users and of libraries: they are found by name, called in their form, and judged as black boxes.

The code of these metrics is not ours: it may raise errors, loop, crash the interpreter, or depend on the order of its
input. So it runs in processes of its own, some of its values are computed again, and no verdict assumes more than the
values show. `axiometrics check x.py:f` uses these modules in this order. `targets` finds the function that the text
names; `declaration` and `inference` say how the function is called; `containment` runs it in processes of its own;
`called` requests values from these processes, and requests some values again; `invariance` tests whether a value
depends on order, names, labels or scale; `blackbox` decides the cases of a search by the values. `writing_variants`
decides a case by the calls that `labelled` lists.

The names below are loaded when they are first used. The process in which a user's metric runs imports
`candidates.containment`, and with it this module. The process must not load the search, the proofs and the regions,
because this takes several times as long as all its other imports, and two such processes are started for each metric.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from axiometrics.candidates.blackbox import BlackBox
    from axiometrics.candidates.declaration import Declaration, metric
    from axiometrics.candidates.inference import AmbiguousForm
    from axiometrics.candidates.targets import candidate, load

__all__ = ["AmbiguousForm", "BlackBox", "Declaration", "candidate", "load", "metric"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'axiometrics.candidates' has no attribute {name!r}")
    from importlib import import_module

    homes = {"AmbiguousForm": "inference", "BlackBox": "blackbox", "load": "targets", "candidate": "targets"}
    home = homes.get(name, "declaration")
    return getattr(import_module(f"axiometrics.candidates.{home}"), name)
