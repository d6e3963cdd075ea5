"""The search of the site finds a page by its index entries, also where a later build writes other pages alone."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

DOCS = Path(__file__).parents[2] / "docs"
PAGE = "{name}\n====\n\n.. index::\n   ! single: recip_{name}\n\nText of {name}.\n"


def built(source: Path, out: Path) -> dict[str, Any]:
    """The index entries of the search after a build."""
    here = {**os.environ, "PYTHONPATH": str(DOCS / "_site")}
    subprocess.run([sys.executable, "-m", "sphinx", "-q", "-W", str(source), str(out)], check=True, env=here)
    text = (out / "searchindex.js").read_text(encoding="utf-8")
    match = re.fullmatch(r"Search\.setIndex\((.*)\)\s*", text, re.DOTALL)
    assert match is not None
    index = json.loads(match[1])
    return {entry: [index["docnames"][place[0]] for place in of] for entry, of in index["indexentries"].items()}


@pytest.mark.slow
def test_a_second_build_keeps_the_index_entries_of_the_first(tmp_path: Path) -> None:
    pytest.importorskip("sphinx")
    source, out = tmp_path / "source", tmp_path / "out"
    source.mkdir()
    (source / "conf.py").write_text("extensions = ['search_index']\nhtml_theme = 'basic'\n", encoding="utf-8")
    (source / "index.rst").write_text("Top\n===\n\n.. toctree::\n\n   rank\n   gone\n", encoding="utf-8")
    for name in ("rank", "gone"):
        (source / f"{name}.rst").write_text(PAGE.format(name=name), encoding="utf-8")
    assert built(source, out) == {"recip_rank": ["rank"], "recip_gone": ["gone"]}
    (source / "gone.rst").unlink()
    (source / "index.rst").write_text("Top\n===\n\n.. toctree::\n\n   rank\n", encoding="utf-8")
    assert built(source, out) == {"recip_rank": ["rank"]}
