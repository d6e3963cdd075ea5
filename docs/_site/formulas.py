"""The formulas of metrics, which are written by hand in `formulas.md`, for their pages."""

import re
from functools import cache
from pathlib import Path

PAGE = Path(__file__).parents[1] / "formulas.md"

_ROW = re.compile(r"^\| `([\w:-]+)` \| (.*) \|$", re.MULTILINE)


@cache
def of_metrics():
    """What the page says of each metric, by its name."""
    return dict(_ROW.findall(PAGE.read_text(encoding="utf-8")))


@cache
def symbols():
    """What the symbols mean, by the name of a metric."""
    found = {}
    for section in re.split(r"^## .*$", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        means = section.partition("| metric |")[0].strip()
        found.update(dict.fromkeys((name for name, _ in _ROW.findall(section)), means))
    return found
