"""The folder map: what setup.py installs, what is on disk and what the links show are the same folders
(docs/decisions/0001-folder-map.md).
"""

import os
import runpy
import tomllib
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

import axiometrics

ROOT = Path(__file__).parents[1]
PYPROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
SETUPTOOLS: dict[str, Any] = PYPROJECT["tool"]["setuptools"]
FOLDERS: dict[str, str] = SETUPTOOLS["package-dir"]
"""Import name -> folder at the top."""


def link_target(link: Path) -> str:
    """Where a link points; a checkout without symbolic links has a file that says so."""
    return os.readlink(link) if link.is_symlink() else link.read_text(encoding="utf-8").strip()


def packages_on_disk() -> set[str]:
    """The import name of each folder that holds Python files, whether or not it says that it is a package."""
    packages = set()
    for name, top in {"axiometrics": "axiometrics", **FOLDERS}.items():
        for folder, _, files in os.walk(ROOT / top):
            if any(file.endswith(".py") for file in files):
                packages.add(".".join([name, *Path(folder).relative_to(ROOT / top).parts]))
    return packages


def test_the_map_names_every_top_level_package() -> None:
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"axiometrics", "tests"}
    assert packages == set(FOLDERS.values())


def test_mapped_folders_keep_their_names() -> None:
    assert {name: f"axiometrics.{folder}" for name, folder in FOLDERS.items()} == {name: name for name in FOLDERS}


def test_the_links_are_the_map() -> None:
    links = {
        path.name for path in (ROOT / "axiometrics").iterdir() if path.is_symlink() or path.name in FOLDERS.values()
    }
    assert {f"axiometrics.{name}": link_target(ROOT / "axiometrics" / name) for name in links} == {
        name: f"../{folder}" for name, folder in FOLDERS.items()
    }


def test_every_folder_of_code_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    setuptools = pytest.importorskip("setuptools", reason="setup.py needs setuptools")
    setup = mock.Mock()
    monkeypatch.setattr(setuptools, "setup", setup)
    monkeypatch.chdir(ROOT)
    runpy.run_path("setup.py")
    assert setup.call_args.kwargs == {"packages": sorted(packages_on_disk())}


@pytest.mark.parametrize("pattern", SETUPTOOLS["package-data"]["axiometrics"])
def test_installed_data_exists(pattern: str) -> None:
    assert list((ROOT / "axiometrics").glob(pattern))


@pytest.mark.parametrize("folder", sorted(FOLDERS.values()))
def test_a_top_level_folder_refuses_another_name(folder: str) -> None:
    spec = spec_from_file_location(folder, ROOT / folder / "__init__.py")
    assert spec is not None
    assert spec.loader is not None
    with pytest.raises(ImportError, match=rf"the package axiometrics\.{folder}, not {folder}"):
        spec.loader.exec_module(module_from_spec(spec))


def test_every_place_says_the_same_version() -> None:
    version = PYPROJECT["project"]["version"]
    assert axiometrics.__version__ == version
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\n## {version}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


@pytest.mark.skipif(os.name != "posix", reason="a text is made a program")
def test_a_python_behind_a_command_of_pyenv_that_refuses_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    interpreter = runpy.run_path(str(ROOT / ".ci" / "versions"))["interpreter"]
    shims, kept = tmp_path / "shims", tmp_path / "pyenv" / "versions"
    for place, code in ((shims, 127), (kept / "3.12.0" / "bin", 1), (kept / "3.12.1" / "bin", 0)):
        place.mkdir(parents=True)
        (place / "python3.12").write_text(f"#!/bin/sh\nexit {code}\n", encoding="utf-8")
        (place / "python3.12").chmod(0o755)
    monkeypatch.setenv("PATH", str(shims))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path / "pyenv"))
    assert interpreter("python3.12") == str(kept / "3.12.1" / "bin" / "python3.12")
    assert interpreter("python3.13") is None


def test_the_minimum_of_a_requirement_is_its_version_and_not_that_of_its_marker() -> None:
    wanted = runpy.run_path(str(ROOT / ".ci" / "versions"))["wanted"]
    assert "numpy==2.1; python_version >= '3.13'" in wanted("minimum")
    assert "numpy>=2.1; python_version >= '3.13'" in wanted("newest")
