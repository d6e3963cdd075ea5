"""The page of the Python API shows every public name."""

import re
from pathlib import Path

import axiometrics as ax

PAGE = Path(__file__).parents[2] / "docs" / "api.md"


def test_every_public_name_is_on_the_page() -> None:
    shown = re.findall(r"auto(?:function|class):: axiometrics\.(\w+)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(shown) == sorted(set(ax.__all__) - {"__version__"})
