"""Other people's metrics: found by name, called by signature, judged as black boxes.

`axiometrics check x.py:f` goes through these files in this order: `targets` finds what the text names, `declaration`
and `inference` say how it is called, `containment` runs it in processes of its own, `called` asks these for values and
asks some of them again, `invariance` probes what the metric wrongly tells apart, and `blackbox` decides cases of a
search by the values. `as_written` decides a case by the very calls that `labelled` lists.

The names below are loaded when they are first asked for. The process in which a user's metric runs imports
`candidates.containment` and so this file; it must not load the search, the proofs and the regions, which would take it
several times as long as everything it needs. Two such processes are started for each metric.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from axiometrics.candidates.blackbox import BlackBox
    from axiometrics.candidates.declaration import Declaration, metric
    from axiometrics.candidates.targets import candidate, load

__all__ = ["BlackBox", "Declaration", "candidate", "load", "metric"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'axiometrics.candidates' has no attribute {name!r}")
    from importlib import import_module

    home = {"BlackBox": "blackbox", "load": "targets", "candidate": "targets"}.get(name, "declaration")
    return getattr(import_module(f"axiometrics.candidates.{home}"), name)
