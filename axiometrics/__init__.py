"""Axiometrics: which formal constraints does an evaluation metric satisfy, and on what evidence?

A metric decides which system is called better. Papers state constraints that a metric should satisfy, and claim that
their metrics do; most of these claims were never checked. Here a constraint is a predicate that can be executed,
a search tries all small cases, and a theorem is about all sizes. Each verdict is shown with its evidence, such as a
proof that a small kernel checks, the size up to which all cases were searched, or an exact counterexample. `api` is for
Python, `cli` for the command line, and `pytest_plugin` for tests; all three use `running`. No verdict rests on a
comparison of floats alone, and `verification` re-checks saved verdicts with code of its own. The import of this package
loads nothing large: a name in `__all__` is imported when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    # A type checker knows only names that are written as imports.
    # isort: off
    from axiometrics.api import (
        atlas as atlas,
        audit as audit,
        audit_library as audit_library,
        call as call,
        check as check,
        compare as compare,
        conduct as conduct,
        conventions as conventions,
        diff as diff,
        doctor as doctor,
        evaluate as evaluate,
        explain as explain,
        explain_score as explain_score,
        identify as identify,
        impact as impact,
        list_ as list_,
        load as load,
        matrix as matrix,
        meta as meta,
        possible as possible,
        recommend as recommend,
        region as region,
        scaffold as scaffold,
        score as score,
        separate as separate,
        separate_all as separate_all,
        strength as strength,
        verify as verify,
    )
    from axiometrics.candidates import (
        AmbiguousForm as AmbiguousForm,
        metric as metric,
    )
    from axiometrics.core.cell import Cell as Cell
    from axiometrics.core.matrix import Matrix as Matrix
    from axiometrics.core.organization import Organization as Organization
    from axiometrics.core.page import Page as Page
    from axiometrics.core.task import task as task
    from axiometrics.pytest_plugin import (
        assert_conventions as assert_conventions,
        assert_same_as as assert_same_as,
        parametrize_with_constraints as parametrize_with_constraints,
        parametrize_with_laws as parametrize_with_laws,
    )
    from axiometrics.relations import (
        Arrays as Arrays,
        reliability as reliability,
        sensitivity as sensitivity,
    )
    # isort: on

__version__ = "0.3.0"

_NAMES = {
    "api": (
        "atlas audit audit_library call check compare conduct conventions diff doctor evaluate explain "
        "explain_score identify impact list_ load matrix meta possible recommend region scaffold score separate "
        "separate_all strength verify"
    ),
    "candidates": "AmbiguousForm metric",
    "core.cell": "Cell",
    "core.matrix": "Matrix",
    "core.organization": "Organization",
    "core.page": "Page",
    "core.task": "task",
    "pytest_plugin": "assert_conventions assert_same_as parametrize_with_constraints parametrize_with_laws",
    "relations": "Arrays reliability sensitivity",
}
"""The public names, by the modules that declare them. Tests check that the imports above, which only type checkers
read, and the page of the documentation have the same names.
"""

_HOMES = {name: home for home, names in _NAMES.items() for name in names.split()}
"""The module of each public name."""

__all__ = sorted((*_HOMES, "__version__"))


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'axiometrics' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"axiometrics.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return list(__all__)
