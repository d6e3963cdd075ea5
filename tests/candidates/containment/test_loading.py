"""What a process has run is told whole, whichever way it came in, and anything that changes is seen."""

import json
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from axiometrics.running.dependencies import Needs

MANY = """
import json, os, sys
from axiometrics.running.dependencies import Watch
watch = Watch()
watch.news()
sys.path.insert(0, {folder!r})
{code}
news = watch.news()
assert not watch.stirred
print(json.dumps(None if news is None else news.to_json()))
"""


def news(folder: Path, code: str) -> Needs | None:
    """What a process tells that has run the code, files of the folder being found first."""
    ran = subprocess.run(
        [sys.executable, "-c", MANY.format(folder=str(folder), code=code)], capture_output=True, text=True, check=True
    )
    data = json.loads(ran.stdout)
    return None if data is None else Needs.from_json(data)


@pytest.mark.parametrize(
    "code",
    [
        "import part",
        "import part as other; del sys.modules['part']",
        "__import__('part')",
        "import runpy; runpy.run_path({path!r})",
        "exec(compile(open({path!r}).read(), {path!r}, 'exec'))",
        (
            "import importlib.util as u; s = u.spec_from_file_location('any', {path!r}); "
            "s.loader.exec_module(u.module_from_spec(s))"
        ),
    ],
)
def test_code_is_seen_whichever_way_it_comes(tmp_path: Path, code: str) -> None:
    path = tmp_path / "part.py"
    path.write_text("one = 1\n", encoding="utf-8")
    needs = news(tmp_path, code.format(path=str(path)))
    assert needs is not None
    assert str(path) in needs.files
    assert needs.met()
    path.write_text("two = 2\n", encoding="utf-8")
    assert not needs.met(), "as long as it was"
    path.unlink()
    assert not needs.met()


def test_a_module_that_replaces_itself_is_seen(tmp_path: Path) -> None:
    (tmp_path / "part.py").write_text("import sys\nsys.modules[__name__] = 7\n", encoding="utf-8")
    needs = news(tmp_path, "import part")
    assert needs is not None
    assert str(tmp_path / "part.py") in needs.files


def test_a_compiled_module_of_the_user_is_known_by_its_content(tmp_path: Path) -> None:
    origin = getattr(find_spec("_lsprof"), "origin", None)
    if origin is None or not origin.endswith(".so"):
        pytest.skip("no compiled module to copy here")
    copy = Path(shutil.copy(origin, tmp_path))
    needs = news(tmp_path, "import _lsprof")
    assert needs is not None
    assert len(needs.files[str(copy)]) == 64
    with copy.open("ab") as file:
        file.write(b"\0")
    assert not needs.met()


def test_code_out_of_an_archive_is_not_known(tmp_path: Path) -> None:
    (tmp_path / "code").mkdir()
    (tmp_path / "code" / "part.py").write_text("one = 1\n", encoding="utf-8")
    archive = shutil.make_archive(str(tmp_path / "packed"), "zip", tmp_path / "code")
    assert news(tmp_path, f"sys.path.insert(0, {archive!r})\nimport part") is None


def test_what_is_looked_for_in_vain_is_found_out_when_it_is_there(tmp_path: Path) -> None:
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "__init__.py").touch()
    needs = news(
        tmp_path, "for name in ('nowhere', 'package.fast'):\n    try: __import__(name)\n    except ImportError: pass"
    )
    assert needs is not None
    assert {"nowhere", "package.fast"} <= set(needs.absent)
    for new in ("package/fast.py", "nowhere.py"):
        assert needs.met()
        (tmp_path / new).touch()
        assert not needs.met()
        (tmp_path / new).unlink()


def test_needs_are_joined_unless_they_contradict_each_other() -> None:
    needs, other = Needs({"a": "1"}, {"x": ["/"]}), Needs({"a": "1", "b": "2"})
    assert needs.joined(other) == other.joined(needs) == Needs({"a": "1", "b": "2"}, {"x": ["/"]})
    assert needs.joined(Needs({"a": "2"})) is None


def test_needs_are_read_back_or_refused() -> None:
    needs = Needs({"a": "1"}, {"x": ["/"]})
    assert Needs.from_json(json.loads(json.dumps(needs.to_json()))) == needs
    others: list[Any] = [
        None,
        [],
        {},
        {"files": {}},
        {"files": [], "absent": {}},
        {"files": {"a": 1}, "absent": {}},
        {"files": {}, "absent": {"x": "/"}},
    ]
    for data in others:
        with pytest.raises(ValueError, match="no needs"):
            Needs.from_json(data)
