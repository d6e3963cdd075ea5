"""Files are written whole or not at all; the judge is the file system."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from axiometrics.core.writing import demand_writable, partial, write_whole


def test_a_file_is_replaced_in_one_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the last step fails, the old text is there, and nothing is left beside it."""
    path = tmp_path / "found.txt"
    write_whole(path, "old\n")

    def fails(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fails)
    with pytest.raises(OSError, match="No space"):
        write_whole(path, "new\n")
    assert path.read_text(encoding="utf-8") == "old\n"
    assert list(tmp_path.iterdir()) == [path]


def test_a_process_that_is_killed_while_it_writes_leaves_the_old_text(tmp_path: Path) -> None:
    path = tmp_path / "found.txt"
    path.write_text("old\n", encoding="utf-8")
    code = (
        "import os, sys, axiometrics.core.writing as w\n"
        "w.os.fsync = lambda handle: os.kill(os.getpid(), 9)\n"
        "w.write_whole(sys.argv[1], 'new')\n"
    )
    ran = subprocess.run([sys.executable, "-c", code, str(path)], check=False)
    assert ran.returncode == -9
    assert path.read_text(encoding="utf-8") == "old\n"


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
