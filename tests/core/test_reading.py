"""Files that are read whole: how large they may be, and what an editor puts before their text."""

from pathlib import Path

import pytest

from axiometrics.core import reading
from axiometrics.core.errors import FileError


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"\xef\xbb\xbf{}\xef\xbb\xbf")
    assert reading.whole_text(path) == "{}\ufeff"


def test_a_file_is_read_up_to_a_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "LARGEST", 1000)
    path = tmp_path / "file"
    path.write_bytes(b"x" * 1000)
    assert reading.whole_text(path) == "x" * 1000
    path.write_bytes(b"x" * 1001)
    with pytest.raises(FileError, match=r"file' has more than 1,000 bytes: split it, or save less of it$"):
        reading.whole_text(path)
