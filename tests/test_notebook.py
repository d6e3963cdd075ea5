"""The notebook of the docs: its code runs from the first cell to the last, and each value has an HTML form."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).parents[1] / "docs" / "notebook.ipynb"


def test_the_notebook_runs_and_each_value_shows_itself() -> None:
    document = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    assert document["nbformat"] == 4
    names: dict[str, Any] = {"__name__": "notebook"}
    shown = []
    for cell in document["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == [], "outputs are not kept: they would grow old"
            *before, last = ast.parse("".join(cell["source"])).body
            assert isinstance(last, ast.Expr)
            exec(compile(ast.Module(before, []), "notebook", "exec"), names)
            shown.append(eval(compile(ast.Expression(last.value), "notebook", "eval"), names))
    assert all(value._repr_html_().startswith("<") for value in shown)
    assert [type(value).__name__ for value in shown] == [
        *("Matrix", "Cell", "Matrix", "Identification", "EstablishedRegion", "Verification", "Counterexample"),
    ]
    assert shown[3].definition == "p@3"
