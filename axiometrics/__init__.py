"""Axiometrics: which formal constraints does an evaluation metric obey, and on what evidence?

A metric decides which system is called better. Papers state constraints that a metric should obey, and claim of
their metrics that they do; most of these claims were never checked. Here a constraint is a predicate that can be
executed, a search tries all small cases, and a theorem speaks of all sizes. Each verdict is shown with its
evidence: a proof that a small kernel checks, the size up to which everything was searched, or an exact
counterexample. `api` is for Python, `cli` for the command line, `pytest_plugin` for tests; all three
ask `running`. What may be relied on: no verdict rests on a comparison of floats alone, and `verification` re-checks
what is saved with code of its own. Importing this package loads nothing heavy: what stands in `__all__` is imported
when it is first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from axiometrics.api import (
        atlas,
        audit,
        audit_library,
        call,
        check,
        compare,
        conduct,
        diff,
        doctor,
        evaluate,
        explain,
        explain_score,
        identify,
        impact,
        list_,
        load,
        matrix,
        meta,
        recommend,
        region,
        scaffold,
        score,
        separate,
        separate_all,
        strength,
        verify,
    )
    from axiometrics.candidates import AmbiguousForm, metric
    from axiometrics.core.cell import Cell
    from axiometrics.core.matrix import Matrix
    from axiometrics.core.organization import Organization
    from axiometrics.core.page import Page
    from axiometrics.core.task import task
    from axiometrics.pytest_plugin import (
        assert_conventions,
        assert_same_as,
        parametrize_with_constraints,
        parametrize_with_laws,
    )
    from axiometrics.relations import Arrays, reliability, sensitivity

__version__ = "0.2.0"

__all__ = [
    "AmbiguousForm",
    "Arrays",
    "Cell",
    "Matrix",
    "Organization",
    "Page",
    "__version__",
    "assert_conventions",
    "assert_same_as",
    "atlas",
    "audit",
    "audit_library",
    "call",
    "check",
    "compare",
    "conduct",
    "diff",
    "doctor",
    "evaluate",
    "explain",
    "explain_score",
    "identify",
    "impact",
    "list_",
    "load",
    "matrix",
    "meta",
    "metric",
    "parametrize_with_constraints",
    "parametrize_with_laws",
    "recommend",
    "region",
    "reliability",
    "scaffold",
    "score",
    "sensitivity",
    "separate",
    "separate_all",
    "strength",
    "task",
    "verify",
]

_HOMES = {
    "AmbiguousForm": "candidates",
    "Arrays": "relations",
    "Cell": "core.cell",
    "Matrix": "core.matrix",
    "Organization": "core.organization",
    "Page": "core.page",
    "assert_conventions": "pytest_plugin",
    "assert_same_as": "pytest_plugin",
    "atlas": "api",
    "audit": "api",
    "audit_library": "api",
    "call": "api",
    "check": "api",
    "compare": "api",
    "conduct": "api",
    "diff": "api",
    "doctor": "api",
    "evaluate": "api",
    "explain": "api",
    "explain_score": "api",
    "identify": "api",
    "impact": "api",
    "list_": "api",
    "load": "api",
    "matrix": "api",
    "meta": "api",
    "metric": "candidates",
    "parametrize_with_constraints": "pytest_plugin",
    "parametrize_with_laws": "pytest_plugin",
    "recommend": "api",
    "region": "api",
    "reliability": "relations",
    "scaffold": "api",
    "score": "api",
    "sensitivity": "relations",
    "separate": "api",
    "separate_all": "api",
    "strength": "api",
    "task": "core.task",
    "verify": "api",
}
"""Where the public names live. Each is loaded when first asked for: `import axiometrics` alone loads nothing heavy."""


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'axiometrics' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"axiometrics.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return list(__all__)
