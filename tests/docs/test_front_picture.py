"""The picture on the front page, which readers of the repository see, shows what is computed."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from pathlib import Path

import pytest

from axiometrics.core.matrix import Matrix
from axiometrics.registry import studies

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_the_picture_is_the_one_that_is_drawn(matrix_of: Callable[..., Matrix]) -> None:
    of = runpy.run_path(str(ROOT / "docs" / "_site" / "picture.py"))
    whole = matrix_of(studies.studies()["amigo2013"].metrics, reading="all")
    assert of["FILE"].read_text(encoding="utf-8") == of["picture"](whole)
    for page in ("README.md", "docs/index.md"):
        assert "_static/front.svg)" in (ROOT / page).read_text(encoding="utf-8")
