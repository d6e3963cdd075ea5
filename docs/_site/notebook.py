"""The notebook as a page: its cells are executed, and each value is shown as a notebook shows it."""

import ast
import json


def notebook_page(path, html):
    """The cells one after the other; `html` makes a block of markup."""
    names = {"__name__": "notebook"}
    parts = []
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
            continue
        *before, last = ast.parse(source).body
        exec(compile(ast.Module(before, []), str(path), "exec"), names)
        value = eval(compile(ast.Expression(last.value), str(path), "eval"), names)
        parts += [f"```python\n{source}\n```", html(f'<div class="shown">{value._repr_html_()}</div>')]
    return "\n\n".join(parts) + "\n"
