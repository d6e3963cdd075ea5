"""LaTeX as a reader gets it: the fragment and the document beside it are written, and pdflatex compiles them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from axiometrics.reports.parts.formats import report

needs_latex = pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no LaTeX is installed")


def compiled(text: str, folder: Path, name: str = "table") -> str:
    """The log of the document that compiles a fragment; a PDF has come of it."""
    report("latex").write(folder / f"{name}.tex", text)
    line = ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", f"{name}-page.tex"]
    ran = subprocess.run(line, cwd=folder, capture_output=True, check=False)
    log = (folder / f"{name}-page.log").read_text(encoding="latin-1")
    assert ran.returncode == 0, log[-2000:]
    assert (folder / f"{name}-page.pdf").stat().st_size
    return log
