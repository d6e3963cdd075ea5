"""The folder of a site: only files of the former site are replaced or removed. A killed run leaves nothing for ever."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from axiometrics.core.errors import FileError
from axiometrics.reports.atlas import demand_replaceable, folder, write_site
from axiometrics.reports.atlas.folder import MANIFEST
from tests.interruption import interrupted

PAGES = {"index.html": "<p>index", "studies/a.html": "<p>a", "cells/ranking/ap.html": "<p>ap", "search.js": ""}


def contents(folder: Path) -> dict[str, str]:
    """The files of a folder and of those below, each with its text."""
    paths = [Path(above, name) for above, _, names in os.walk(folder) for name in names]
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def test_a_site_replaces_a_site_and_nothing_else(tmp_path: Path) -> None:
    target = tmp_path / "site"
    stale = {"stale.html": "old", "cells/old/stale.html": "old"}
    assert write_site(str(target), {**PAGES, **stale}.items()) == len(PAGES) + 2
    assert write_site(str(target), PAGES.items()) == len(PAGES)
    assert contents(target).keys() == {*PAGES, MANIFEST}
    assert not (target / "cells" / "old").exists()
    assert {path.name for path in tmp_path.iterdir()} == {"site"}
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "thesis.txt").write_text("years of work")
    (mine / "search.js").write_text("const mine = 1;")
    with pytest.raises(FileError, match=r"is not empty.* and holds no atlas"):
        write_site(str(mine), PAGES.items())
    with pytest.raises(FileError, match="is a file"):
        demand_replaceable(str(mine / "thesis.txt"))
    assert (mine / "thesis.txt").read_text() == "years of work"


def test_what_the_owner_of_a_site_has_put_there_stays(tmp_path: Path) -> None:
    target, notes = tmp_path / "site", tmp_path / "notes"
    write_site(str(target), [("index.html", "old"), ("studies/a.html", "old"), ("studies/b.html", "old")])
    notes.mkdir()
    (notes / "c.html").write_text("mine")
    (target / "notes").symlink_to(notes)
    (target / "empty").mkdir()
    own = {".git/HEAD": "ref: refs/heads/main", "CNAME": "metrics.example", "studies/notes.txt": "mine"}
    for name, text in own.items():
        (target / name).parent.mkdir(exist_ok=True)
        (target / name).write_text(text)
    write_site(str(target), [("index.html", "new"), ("studies/b.html", "new")])
    site = {"index.html": "new", "studies/b.html": "new"}
    assert {name: text for name, text in contents(target).items() if name != MANIFEST} == {**own, **site}
    assert (target / "empty").is_dir()
    for name, pages in {
        "CNAME": ["CNAME"],
        "notes": ["notes/c.html"],
        "studies/notes.txt": ["studies/notes.txt/a"],
    }.items():
        with pytest.raises(FileError, match=f"{name}' is not of the atlas, which needs its name"):
            write_site(str(target), [("index.html", "newest"), *((page, "ours") for page in pages)])
    assert {name: text for name, text in contents(target).items() if name != MANIFEST} == {**own, **site}
    assert {path.name for path in tmp_path.iterdir()} == {"site", "notes"}


@pytest.mark.parametrize(
    "manifest",
    [
        "",
        "[]",
        '{"schema": "axiometrics/atlas/1"}',
        '{"schema": "axiometrics/matrix/1", "files": []}',
        *(
            json.dumps({"schema": "axiometrics/atlas/1", "files": [name]})
            for name in ("../x", "/x", "a/../../x", "", 1)
        ),
    ],
)
def test_a_manifest_that_is_none_is_refused(manifest: str, tmp_path: Path) -> None:
    target = tmp_path / "site"
    target.mkdir()
    (tmp_path / "x").write_text("mine")
    (target / MANIFEST).write_text(manifest)
    with pytest.raises(FileError, match="does not say which files belong to the atlas"):
        write_site(str(target), PAGES.items())
    assert contents(tmp_path) == {"x": "mine", f"site/{MANIFEST}": manifest}


def test_a_former_file_is_not_removed_through_a_link(tmp_path: Path) -> None:
    target, away = tmp_path / "site", tmp_path / "away"
    write_site(str(target), [("index.html", ""), ("studies/a.html", "old")])
    (target / "studies").rename(away)
    (target / "studies").symlink_to(away)
    write_site(str(target), [("index.html", "")])
    assert contents(away) == {"a.html": "old"}


@pytest.mark.slow
@pytest.mark.parametrize("step", ["write", "move"])
def test_a_run_puts_right_what_a_killed_one_has_left(step: str, tmp_path: Path) -> None:
    """Killed while it writes the files of a site, and while it moves them into the folder."""
    target = tmp_path / "site"
    write_site(str(target), [("index.html", "old"), ("a.html", "old"), ("stale.html", "old")])
    (target / "CNAME").write_text("metrics.example")
    code = (
        "import os, sys\n"
        "from axiometrics.reports.atlas import folder\n"
        "def pages():\n"
        "    yield 'index.html', 'new'\n"
        "    yield 'b.html', 'new'\n"
        "    if sys.argv[2] == 'write': os.kill(os.getpid(), 9)\n"
        "    yield 'search.js', 'new'\n"
        "if sys.argv[2] == 'move': folder._remove = lambda *_: os.kill(os.getpid(), 9)\n"
        "folder.write_site(sys.argv[1], pages())\n"
    )
    ran = subprocess.run([sys.executable, "-c", code, str(target), step], check=False)
    assert ran.returncode == -9
    assert len(list(tmp_path.iterdir())) == 2, "the folder of the killed run is left"
    assert (target / "index.html").read_text() == {"write": "old", "move": "new"}[step]
    write_site(str(target), [("index.html", "newest"), ("c.html", "newest")])
    assert {path.name for path in tmp_path.iterdir()} == {"site"}
    own = {"CNAME": "metrics.example", "index.html": "newest", "c.html": "newest"}
    assert {name: text for name, text in contents(target).items() if name != MANIFEST} == own


def test_a_site_that_fails_midway_leaves_the_old_one(tmp_path: Path) -> None:
    target = tmp_path / "site"
    write_site(str(target), PAGES.items())

    def failing() -> Any:
        yield "index.html", "new"
        raise OSError(28, "No space left on device")

    with pytest.raises(FileError, match="No space left"):
        write_site(str(target), failing())
    assert (target / "index.html").read_text() == PAGES["index.html"]
    assert {path.name for path in tmp_path.iterdir()} == {"site"}


def test_a_site_that_is_interrupted_at_any_line_is_the_old_or_the_new_one(tmp_path: Path) -> None:
    target, pages = tmp_path / "site", {"index.html": "new", "search.js": ""}
    texts: list[str] = []
    write_site(str(target), {**pages, "index.html": "old"}.items())
    while interrupted(lambda: write_site(str(target), pages.items()), {folder.__file__}, len(texts) + 1):
        texts.append((target / "index.html").read_text())
        assert {path.name for path in tmp_path.iterdir()} == {"site"}
    assert (texts[0], texts[-1]) == ("old", "new")
