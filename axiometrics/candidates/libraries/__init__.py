"""Other libraries' metrics: what each is called, what it takes, and which of ours it should equal.

Two libraries that print the same name often compute different values, so each metric of a library is held to the
constraints, to the laws of implementation and to our metric of the same definition. A file of this folder is data
about one library and a function that makes a call of a member; the folder is the list. The library is imported only
when one of its metrics is asked for, and a member that the installed version does not have is left out and told.
Reading a library's names from its code was rejected: what a function takes, and whether less is better, stands in
its prose.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import metadata
from typing import Any

from axiometrics.core.errors import DeclarationError, TargetError, UnknownNameError


@dataclass(frozen=True)
class Member:
    """A metric of a library.

    Attributes
    ----------
    name : as the library has it, with the options that are given; a loss is negated and so named, `-vi`
    task, signature : as in `axiometrics.metric`
    ours : the id of our metric of the same definition, where there is one
    graded, overlapping : as in `axiometrics.metric`
    of : what the adapter looks it up by, where that is not its name
    options : what is given by keyword in each call
    """

    name: str
    task: str
    signature: str
    ours: str = ""
    graded: bool = False
    overlapping: bool = False
    of: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Library:
    """A library as data.

    Attributes
    ----------
    name : what `audit-library` calls it, and the file that declares it
    distribution, module : what pip installs, what Python imports
    members : its metrics
    function : the module and a member -> a callable with the positional arguments of the member's signature; it raises
        `AttributeError`, `KeyError`, `NameError` or `ValueError` where the version installed has no such metric
    """

    name: str
    distribution: str
    module: str
    members: tuple[Member, ...]
    function: Callable[[Any, Member], Callable[..., Any]]

    @property
    def version(self) -> str | None:
        """The version installed, or None."""
        try:
            return metadata.version(self.distribution)
        except metadata.PackageNotFoundError:
            return None

    def load(self) -> dict[str, tuple[Member, Callable[..., Any]]]:
        """The metrics that the version installed has, by name.

        Raises `TargetError` where it is not installed or cannot be imported.
        """
        if self.version is None:
            raise TargetError(f"{self.name} is not installed: pip install {self.distribution}")
        try:
            module = importlib.import_module(self.module)
        except Exception as error:
            raise TargetError(
                f"{self.distribution} {self.version} cannot be imported here: {type(error).__name__}: {error}"
            ) from None
        found = {}
        for member in self.members:
            try:
                found[member.name] = (member, self.function(module, member))
            except (AttributeError, KeyError, NameError, ValueError):
                continue
        return found


def names() -> tuple[str, ...]:
    """The libraries there are adapters for, installed or not.

    >>> "sklearn" in names()
    True
    """
    return tuple(sorted(info.name for info in pkgutil.iter_modules(__path__)))


def library(name: str) -> Library:
    """The library of that name.

    Raises `UnknownNameError` where there is no adapter, `DeclarationError` where its file does not declare it.
    """
    if name not in names():
        raise UnknownNameError(f"no library {name!r}: known are {', '.join(names())}")
    module = importlib.import_module(f"{__name__}.{name}")
    declared = getattr(module, "LIBRARY", None)
    if not isinstance(declared, Library) or declared.name != name:
        raise DeclarationError(f"{module.__file__} must declare LIBRARY, a Library named {name!r}")
    return declared
