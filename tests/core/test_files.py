"""Files are written whole or not at all, and the judge is the file system; they are read up to a size, without what an
editor puts before their text.
"""

import os
import re
import stat
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path

import pytest

import axiometrics
from axiometrics.core import files
from axiometrics.core.errors import FileError
from axiometrics.core.files import beside, demand_writable, held, partial, write_whole
from tests.interruption import interrupted


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"\xef\xbb\xbf{}\xef\xbb\xbf")
    assert files.whole_text(path) == "{}\ufeff"


def test_a_file_is_read_up_to_a_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "LARGEST", 1000)
    path = tmp_path / "file"
    path.write_bytes(b"x" * 1000)
    assert files.whole_text(path) == "x" * 1000
    path.write_bytes(b"x" * 1001)
    with pytest.raises(FileError, match=r"file' has more than 1,000 bytes: split it, or save less of it$"):
        files.whole_text(path)


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
@pytest.mark.parametrize("step", ["fsync", "chmod", "replace"])
def test_a_file_is_replaced_in_one_step(
    error: BaseException, step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a step fails or is interrupted, the old text is there, and nothing is left beside it."""
    path = tmp_path / "found.txt"
    write_whole(path, "old\n")

    def fails(*_: object) -> None:
        raise error

    monkeypatch.setattr(os, step, fails)
    with pytest.raises(type(error)):
        write_whole(path, "new\n")
    assert path.read_text(encoding="utf-8") == "old\n"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # a file is open when it comes
def test_an_interruption_at_any_line_leaves_one_whole_file(tmp_path: Path) -> None:
    path = tmp_path / "found.txt"
    texts: list[str] = []
    path.write_text("old\n", encoding="utf-8")
    while interrupted(lambda: write_whole(path, "new\n"), {files.__file__}, len(texts) + 1):
        texts.append(path.read_text(encoding="utf-8"))
        assert list(tmp_path.iterdir()) == [path]
    assert len(texts) > 10
    assert texts == sorted(texts, reverse=True), "the old text, and from one line on the new text"
    assert texts[0] == "old\n"
    assert path.read_text(encoding="utf-8") == "new\n"


def test_a_process_that_is_killed_while_it_writes_leaves_the_old_text(tmp_path: Path) -> None:
    path = tmp_path / "found.txt"
    path.write_text("old\n", encoding="utf-8")
    code = (
        "import os, sys, axiometrics.core.files as w\n"
        "w.os.fsync = lambda handle: os.kill(os.getpid(), 9)\n"
        "w.write_whole(sys.argv[1], 'new')\n"
    )
    ran = subprocess.run([sys.executable, "-c", code, str(path)], check=False)
    assert ran.returncode == -9
    assert path.read_text(encoding="utf-8") == "old\n"
    (left,) = set(tmp_path.iterdir()) - {path}
    own = [beside(path), beside(tmp_path / "other.txt"), tmp_path / left.name.upper()]
    for name in own[1:]:
        name.write_text("not of this file", encoding="utf-8")
    own[0].symlink_to(path)
    write_whole(path, "new\n")
    assert set(tmp_path.iterdir()) == {path, *own}, "the next run removes what is left of the file, and nothing else"


def test_what_a_process_still_writes_is_not_removed(tmp_path: Path) -> None:
    """Two processes write one file at a time: neither takes the part of the other for one that was left behind."""
    path = tmp_path / "found.txt"
    for part, is_left in ((beside(path), False), (beside(path), True)):
        part.write_text("half", encoding="utf-8")
        with nullcontext() if is_left else held(part):
            write_whole(path, "new\n")
            assert part.exists() is not is_left


def test_a_file_that_was_cleared_away_at_its_making_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "found.txt"
    cleared: list[Path] = []
    locked = files._locked

    def quicker(part: Path) -> int | None:
        if not cleared:
            cleared.append(part)
            part.unlink()
            return None
        return locked(part)

    monkeypatch.setattr(files, "_locked", quicker)
    write_whole(path, "new\n")
    assert (len(cleared), path.read_text(encoding="utf-8")) == (1, "new\n")
    assert list(tmp_path.iterdir()) == [path]


def test_nothing_is_left_behind_in_a_cache(tmp_path: Path) -> None:
    """Of any file, since a cache holds nothing of the user."""
    for name in ("one.json", "two.json"):
        beside(tmp_path / name).write_text("half", encoding="utf-8")
    write_whole(tmp_path / "three.json", "{}", lasting=False)
    assert [path.name for path in tmp_path.iterdir()] == ["three.json"]


WRITES = re.compile(
    r"""open\([^)]*["'][wxar]b?\+?["']|write_text\(|write_bytes\(|O_WRONLY|O_CREAT|savefig\((?!drawn)"""
)
READS = re.compile(r"""["']rb?["']""")


def test_every_file_is_written_by_the_one_function() -> None:
    """Each command and the plugin write files whole or not at all: no module writes one in a way of its own."""
    root = Path(axiometrics.__file__).parent
    places = {
        (os.path.relpath(os.path.join(folder, name), root), line.strip())
        for folder, _, names in os.walk(root, followlinks=True)
        for name in names
        if name.endswith(".py")
        for line in Path(folder, name).read_text(encoding="utf-8").splitlines()
        if WRITES.search(line) and not READS.search(line)
    }
    others = {
        "cli/streams.py": "opens /dev/null",
        "cli/help.py": "writes into the text of a help",
        "running/reads.py": "tells how a metric has opened a file",
    }
    assert {name for name, _ in places} == {"core/files.py", *others}, places


def test_links_and_permissions_stay(tmp_path: Path) -> None:
    path, link = tmp_path / "found.txt", tmp_path / "link.txt"
    path.write_text("old", encoding="utf-8")
    path.chmod(0o640)
    link.symlink_to(path)
    write_whole(link, "new")
    assert link.is_symlink()
    assert path.read_text(encoding="utf-8") == "new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    mask = os.umask(0o027)
    try:
        write_whole(tmp_path / "fresh", "")
    finally:
        os.umask(mask)
    assert stat.S_IMODE((tmp_path / "fresh").stat().st_mode) == 0o640


def test_what_is_not_a_regular_file_is_written_to_directly() -> None:
    write_whole(os.devnull, "lost")
    assert not Path(os.devnull).is_file()


def test_a_file_that_cannot_be_written_is_found_out_and_left_alone(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        demand_writable(str(tmp_path))
    with pytest.raises(FileNotFoundError):
        demand_writable(str(tmp_path / "nowhere" / "found.txt"))
    demand_writable(str(tmp_path / "found.txt"))
    assert list(tmp_path.iterdir()) == []
    assert partial(str(tmp_path / "m.v2.json")) == str(tmp_path / "m.v2.partial.json")
