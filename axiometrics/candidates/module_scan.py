"""The scan of a module: which of its functions are metrics, how they are called, and why the others are not taken.

A module that no adapter knows is imported, and each public function and class that it defines or exports is tried as
`check` would try it: by what its author declares, by the names of its parameters, and by trial calls. A trial call runs
in a fork of this process with a short time limit, because a function that is not a metric may do anything. The scan
says of each metric how its form was found, so that a reader can tell a metric from a function that gives numbers by
chance.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from importlib import metadata
from typing import Any

from axiometrics.candidates import libraries
from axiometrics.candidates.containment import Worker, describe, forked, isolates
from axiometrics.candidates.containment.call import Caller, Here
from axiometrics.candidates.containment.description import module_at, resolved
from axiometrics.candidates.inference import AmbiguousForm
from axiometrics.candidates.libraries import Member, MetricLibrary
from axiometrics.candidates.targets import declare
from axiometrics.core.errors import TargetError, UnknownNameError
from axiometrics.registry.tasks import meant_by, signature

SECONDS = 2.0
"""The number of seconds that a trial call may take."""

UNNAMED = "the adapter does not name it"
"""The reason why a public function of a library with an adapter is not taken."""


@dataclass(frozen=True)
class ModuleScan:
    """The metrics that were found in a module, and the functions that were not taken.

    Attributes
    ----------
    library : the metrics that were taken, as a library
    how : for each of these metrics, a text that says how its form was found
    left : for each public function that was not taken, the reason
    questions : for each metric that can be called in several ways, the question which way is meant
    """

    library: MetricLibrary
    how: Mapping[str, str]
    left: Mapping[str, str]
    questions: Mapping[str, AmbiguousForm] = field(default_factory=dict)


Told = tuple[tuple[str, str | None, str | None], ...]
"""The settings of a configuration for functions of a module: for each function its name, task and form."""


@cache
def scan(place: str, settings: Told = ()) -> ModuleScan:
    """Scan a library that has an adapter, a module or a Python file. `settings` says how some of its functions are
    called.

    Raises `UnknownNameError` where nothing of this name can be imported, `TargetError` where a library with an adapter
    cannot be imported.
    """
    for of in map(libraries.library, libraries.names()):
        if place in (of.name, of.module, of.distribution):
            return _adapted(of)
    try:
        module = module_at(place)
    except TargetError as error:
        adapters = ", ".join(libraries.names())
        raise UnknownNameError(
            f"no library {place!r}: known are {adapters}; nor is there a module of that name: {error}"
        ) from None
    taken: dict[str, tuple[Member, Callable[..., Any]]] = {}
    how: dict[str, str] = {}
    left: dict[str, str] = {}
    questions: dict[str, AmbiguousForm] = {}
    settled = {name: (task, signature) for name, task, signature in settings}
    for name, attribute in public(module):
        try:
            member, function, said = _taken(name, attribute, *settled.get(name, (None, None)))
        except AmbiguousForm as question:
            questions[name] = question.listed(f"{place}:{name}")
        except TargetError as error:
            said = str(error)
            left[name] = (said.partition(": ")[2] if said.startswith(name) else said).partition("; ")[0]
        else:
            taken[name], how[name] = (member, function), said
    library = MetricLibrary(
        name=place,
        distribution=place.partition(".")[0] if not place.endswith(".py") else place,
        module=place,
        members=tuple(member for member, _ in taken.values()),
        function=lambda module, member: taken[member.name][1],
        is_scanned=True,
    )
    return ModuleScan(library, how, left, questions)


def _adapted(of: MetricLibrary) -> ModuleScan:
    """The scan of a library with an adapter: its metrics, and the public functions that the adapter does not name."""
    loaded = of.load()
    named = {member.source for member in of.members}
    left = {name: UNNAMED for name, _ in public(module_at(of.module)) if name not in named}
    how = {name: f"adapter, form {libraries.form_of(member)}" for name, (member, _) in loaded.items()}
    return ModuleScan(of, how, left)


def public(module: Any) -> Iterator[tuple[str, Any]]:
    """Yield the public functions that a module defines or exports, and the classes whose objects are metrics."""
    exported = getattr(module, "__all__", None)
    top = module.__name__.partition(".")[0]
    for name in sorted(set(exported if exported is not None else vars(module))):
        attribute = getattr(module, name, None)
        home = getattr(attribute, "__module__", None) or ""
        if name.startswith("_") or not callable(attribute) or (exported is None and home.partition(".")[0] != top):
            continue
        if not isinstance(attribute, type) or all(hasattr(attribute, part) for part in ("update", "compute")):
            yield name, attribute


def _taken(name: str, attribute: Any, wanted: str | None, form: str | None) -> tuple[Member, Callable[..., Any], str]:
    """A function as a metric, and a text that says how it is called: by the given task and form, or else as trial calls
    show. Raises `TargetError` where the function is not a metric.
    """
    function = resolved(attribute)
    described = describe(function)
    if inspect.iscoroutinefunction(attribute) or (described.parameters and len(described.needed) > 3):
        raise TargetError(f"{name}: it needs {len(described.needed)} arguments, a metric two")
    if not described.needed and described.parameters == ():
        raise TargetError(f"{name}: it takes no arguments that can be told")
    caller: Caller = forked(function, SECONDS) if isolates() else Here(function)
    try:
        declared = declare(caller, described, name, wanted, form)
    finally:
        if isinstance(caller, Worker):
            caller.close()
    assert declared.signature is not None
    task = declared.task or meant_by(declared.signature)[0]
    called = partial(signature(declared.signature).called, function, declared.form)
    marks = declared.graded, declared.overlapping, declared.pair_counts
    member = Member(name, "", *marks, task=task, signature=declared.signature)
    return (
        member,
        lambda *arguments: called(arguments),
        declared.inferred or ("as the configuration says" if form else "as its author declares"),
    )


def version(library: MetricLibrary) -> str:
    """The version of the scanned distribution; empty where it is not installed as a distribution."""
    try:
        return metadata.version(library.distribution)
    except metadata.PackageNotFoundError:
        return ""
