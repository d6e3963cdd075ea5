"""Docstrings of this project as reStructuredText: a section is a heading underlined with hyphens, an entry of it is
`names : text`, and the text goes on below, indented.
"""

import re


def restructured(app, what, name, obj, options, lines):
    """Make a list of each section."""
    kept, inside = [], False
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        if line and re.fullmatch(r"-{3,}", following):
            kept += [f"**{line}**", ""]
            inside = True
        elif re.fullmatch(r"-{3,}", line):
            continue
        elif inside and (entry := re.fullmatch(r"(\S.*?) : (.*)", line)):
            kept.append(f"* ``{entry[1]}``: {entry[2]}")
        elif inside and line.startswith(" "):
            kept.append(f"  {line.strip()}")
        else:
            inside = inside and bool(line)
            kept.append(line)
    lines[:] = kept


def setup(app):
    """Register the step."""
    app.connect("autodoc-process-docstring", restructured)
    return {"parallel_read_safe": True}
