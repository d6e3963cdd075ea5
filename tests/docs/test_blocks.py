"""Each code block of the documentation runs, and prints what the page says; what is not run says why."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs import blocks

HERE = [
    page
    for page in blocks.pages()
    if blocks.elsewhere(page) is None
    and any(block.language == "console" and not block.skipped for block in blocks.blocks(page))
]


@pytest.fixture(autouse=True)
def _stay(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("COLUMNS", blocks.WIDTH)
    here = os.getcwd()
    yield
    os.chdir(here)


FAST = ("cell.md",)
"""Pages that cost little; the others are marked slow."""


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, id=name, marks=[] if name in FAST else pytest.mark.slow)
        for page in HERE
        for name in [page.relative_to(blocks.DOCS).as_posix()]
    ],
)
def test_blocks(page: Path, tmp_path: Path) -> None:
    assert blocks.perform(page, tmp_path)["run"]
