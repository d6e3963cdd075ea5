"""The navigation that the site gives to each page is the one that Sphinx would make for it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
CONTENTS = "{name}\n====\n\n.. toctree::\n   :caption: Of {name}\n\n{of}"


def built(source: Path, out: Path, *extensions: str) -> dict[str, str]:
    """The pages of a site by their addresses."""
    (source / "conf.py").write_text(f"extensions = {list(extensions)}\nhtml_theme = 'furo'\n", encoding="utf-8")
    here = {**os.environ, "PYTHONPATH": str(DOCS / "_site")}
    subprocess.run([sys.executable, "-m", "sphinx", "-q", "-W", str(source), str(out)], check=True, env=here)
    return {str(file.relative_to(out)): file.read_text(encoding="utf-8") for file in out.rglob("*.html")}


@pytest.mark.slow
def test_each_page_has_the_navigation_that_sphinx_would_make(tmp_path: Path) -> None:
    pytest.importorskip("furo")
    source = tmp_path / "source"
    for name, text in {
        "index": CONTENTS.format(name="Top", of="   first\n   deep/list\n"),
        "first": "First\n=====\n",
        "deep/list": CONTENTS.format(name="List", of="   er/list\n   page\n"),
        "deep/er/list": CONTENTS.format(name="Deep", of="   page\n   /first\n"),
        "deep/er/page": "Page\n====\n",
        "deep/page": "Page\n====\n",
        "deep/er/alone": ":orphan:\n\nAlone\n=====\n",
    }.items():
        file = source / f"{name}.rst"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    own = built(source, tmp_path / "own", "navigation")
    assert len(own) == 9
    assert 'class="current reference internal"' in own["deep/er/page.html"]
    assert own == built(source, tmp_path / "of-sphinx")
