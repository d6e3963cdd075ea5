"""The functions of a file or module, listed for a user whose TARGET names the file or module and no function."""

from __future__ import annotations

import ast
import importlib.util
from collections.abc import Iterator
from pathlib import Path

from axiometrics.core.files import whole_text

SHOWN = 20
"""The number of functions of a file that are listed."""


def without_function(target: str) -> str | None:
    """The reason why a text is not a TARGET, and what to write instead, where the text names a Python file or a module;
    None where it names neither.

    The file is read but not run.
    """
    if target.endswith(".py") or Path(target).is_file():
        return _of_file(target)
    if not all(part.isidentifier() for part in target.split(".")):
        return None
    try:
        module = importlib.util.find_spec(target.partition(".")[0])
    except (ImportError, ValueError):
        return None
    if module is None or ("." not in target and module.submodule_search_locations is None and not module.has_location):
        return None
    return (
        f"{target!r} is a module: name a function of it, as {target}:FUNCTION; "
        f"`axiometrics audit-library {target}` says which of its functions are metrics"
    )


def _of_file(path: str) -> str:
    if not Path(path).is_file():
        return f"no file {path!r}: check the path, and write {path}:FUNCTION"
    try:
        listed = list(functions(whole_text(path)))
    except (OSError, ValueError, SyntaxError) as error:
        return f"cannot read {path!r} as Python: {error}"
    if not listed:
        return f"{path!r} is a file without public functions: write a function of two arguments in it"
    more = f" and {len(listed) - SHOWN} more" if len(listed) > SHOWN else ""
    return (
        f"{path!r} is a file: name a function of it, as {path}:{listed[0].partition('(')[0]}; "
        f"it has {', '.join(listed[:SHOWN])}{more}"
    )


def functions(text: str) -> Iterator[str]:
    """Yield the public functions of Python code with their parameters, and the classes whose objects may be metrics.

    >>> list(functions("def f(x, y): ...\\ndef _g(x): ..."))
    ['f(x, y)']
    """
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            names = [parameter.arg for parameter in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]
            yield f"{node.name}({', '.join(names)})"
        elif isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            methods = {member.name for member in node.body if isinstance(member, ast.FunctionDef)}
            if {"update", "compute"} <= methods or "__call__" in methods:
                yield node.name
