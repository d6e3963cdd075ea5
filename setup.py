"""Find the packages: every package below `axiometrics` and below the four folders that pyproject.toml puts beside it.
Setuptools does not search folders that are installed under another name (docs/decisions/0001-folder-map.md).
"""

import tomllib
from pathlib import Path

from setuptools import find_packages, setup

MAP = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]["package-dir"]
FOLDERS = {"axiometrics": "axiometrics", **MAP}
BELOW = {f"{name}.{package}" for name, folder in FOLDERS.items() for package in find_packages(folder)}

setup(packages=sorted({*FOLDERS, *BELOW}))
