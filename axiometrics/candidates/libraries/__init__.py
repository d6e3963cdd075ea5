"""Adapters: how the metrics of other libraries are called.

A library has its own way to be called: two rows of scores instead of one, sets instead of labels, an object that is
made first, a text that names a measure. An adapter says so once, for `check`, `explain`, `separate`, `audit-library`,
Python and pytest alike: it gives each metric as a function of the arguments of one of our signatures. There is one file
for each library, named like the module that Python imports, and the folder is the list. No library is imported before a
metric of it is asked for, and a metric that the installed version does not have is left out and told. Two libraries
that print the same name often compute different values, so each metric is held to the constraints, to the laws of
implementation and to our metric of the same definition. Reading a library's names from its code was rejected: what a
function takes, and whether less is better, stands in its prose. An earlier version had adapters for `audit-library`
alone, and `check` guessed from the names of parameters: the same metric worked in one command and failed in another.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from axiometrics.candidates.declaration import OLDER
from axiometrics.candidates.expression import Arguments, Attribute, Expression, Result, followed
from axiometrics.core.errors import DeclarationError, TargetError, UnknownNameError


@dataclass(frozen=True)
class Member:
    """A metric of a library.

    Attributes
    ----------
    name : as the library has it, with the options that are given; a loss is negated and so named, `-vi`
    ours : the id of our metric of the same definition, where there is one
    task, signature : as in `axiometrics.metric`
    graded, overlapping, pair_counts : as in `axiometrics.metric`
    of : what the adapter looks it up by, where that is not its name without sign, options and component
    options : what is given by keyword in each call
    component : which component of the result is the metric; None where the result is the metric
    form : the form of the signature whose arguments hold several topics, where the function of the adapter takes these
    """

    name: str
    ours: str = ""
    task: str = field(kw_only=True)
    signature: str = field(kw_only=True)
    graded: bool = False
    overlapping: bool = False
    pair_counts: bool = False
    of: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    component: Any = None
    form: str = ""

    @property
    def source(self) -> str:
        """What the adapter looks it up by.

        >>> Member("-hamming_loss", task="filtering", signature="classification").source
        'hamming_loss'
        """
        return self.of or re.split(r"[(\[]", self.name.removeprefix("-"))[0]

    def bound(self, module: Any) -> Callable[..., Any]:
        """The function of this metric in a module, with its options given."""
        return partial(getattr(module, self.source), **self.options)


@dataclass(frozen=True)
class MetricLibrary:
    """A library as data.

    Attributes
    ----------
    name : what `audit-library` calls it, and the file that declares it
    distribution, module : what pip installs, what Python imports
    members : its metrics
    function : the module and a member -> a callable with the positional arguments of the member's signature, which is
        unless given the function of that name in the module, with the member's options bound; it raises
        `AttributeError`, `KeyError`, `NameError` or `ValueError` where the version installed has no such metric. It
        gives the whole result: a component is taken, and the sign changed, by the caller
    named : the module and a text -> the metric that the library makes of the text, such as `nDCG@10`; None where there
        is none
    unwrapped : an object that this library makes -> the function in it, the options that are bound, and whether its
        negative is meant; None for all others
    found : whether its metrics were found by a scan of a module, so that no adapter declares it
    apart : why it is not installed beside the others for the page of all libraries; empty where it is
    """

    name: str
    distribution: str
    module: str
    members: tuple[Member, ...]
    function: Callable[[Any, Member], Callable[..., Any]] = lambda module, member: member.bound(module)
    named: Callable[[Any, str], Member | None] = lambda module, text: None
    unwrapped: Callable[[Any], tuple[Callable[..., Any], Mapping[str, Any], bool] | None] = lambda found: None
    found: bool = False
    apart: str = ""

    @property
    def version(self) -> str | None:
        """The version installed, or None."""
        from importlib import metadata  # takes long, and the process of a metric of a user needs none

        try:
            return metadata.version(self.distribution)
        except metadata.PackageNotFoundError:
            return None

    def load(self) -> dict[str, tuple[Member, Callable[..., Any]]]:
        """The metrics that the version installed has, by name.

        Raises `TargetError` where it is not installed or cannot be imported.
        """
        if self.version is None and not self.found:
            raise TargetError(f"{self.name} is not installed: pip install {self.distribution}")
        try:
            module = None if self.found else importlib.import_module(self.module)
        except Exception as error:
            raise TargetError(
                f"{self.distribution} {self.version} cannot be imported here: {type(error).__name__}: {error}"
            ) from None
        found = {}
        for member in self.members:
            try:
                found[member.name] = (member, self.metric(module, member))
            except MISSING:
                continue
        return found

    def metric(self, module: Any, member: Member) -> Callable[..., Any]:
        """A metric as a function of the arguments of its signature; it raises what `function` raises."""
        found = self.function(module, member)
        if member.component is None and not member.name.startswith("-"):
            return found
        return Result(found, () if member.component is None else (member.component,), member.name.startswith("-"))

    def member(self, name: str, options: Mapping[str, Any]) -> Member | None:
        """The metric that the library calls so, with these options; None where there is no adapter for it."""
        known = [member for member in self.members if member.source == name]
        if not known:
            return None
        alike = next((member for member in known if member.options == options), None)
        if alike is not None:
            return replace(alike, name=name, of=name, component=None)
        return replace(known[0], name=name, of=name, ours="", options=dict(options), component=None)

    def declared(self, member: Member) -> dict[str, Any]:
        """What the adapter says of a metric, by the names of the fields of `Declaration`."""
        return {
            "task": member.task,
            "signature": member.signature,
            "form": member.form,
            "graded": member.graded,
            "overlapping": member.overlapping,
            "pair_counts": member.pair_counts,
            "inferred": f"the adapter of {self.distribution}: {member.task}, form {form_of(member)}",
        }


@dataclass(frozen=True)
class Adapted:
    """A metric of a library as an adapter calls it.

    Attributes
    ----------
    function : takes the arguments of the signature
    name : what the metric is called
    declared : what the adapter says of it, by the names of the fields of `Declaration`
    """

    function: Callable[..., Any]
    name: str
    declared: Mapping[str, Any]

    def __call__(self, *arguments: Any) -> Any:
        """The value for these arguments."""
        return self.function(*arguments)


def form_of(member: Member) -> str:
    """The form in which a metric of a library is called, as people call it."""
    return OLDER.get(member.signature, member.signature)


def copied(side: Mapping[str, Any]) -> dict[str, Any]:
    """Copies of judgements or of a run by topic, which a library may change; those of one topic get a name for it."""
    is_by_topic = any(isinstance(of, Mapping) for of in side.values())
    return {topic: dict(of) for topic, of in (side if is_by_topic else {"topic": side}).items()}


of_labels = partial(Member, task="clustering", signature="labels")
"""A metric of two clusterings, each given as the labels of the same items."""

of_decisions = partial(Member, task="filtering", signature="classification")
"""A metric of two lists of decisions."""

of_scores = partial(Member, task="ranking", signature="scores")
"""A metric of the relevance and the scores of the same documents."""

of_runs = partial(Member, task="ranking", signature="trec")
"""A metric of judgements and a run."""

MISSING = (AttributeError, KeyError, NameError, ValueError)
"""What `MetricLibrary.function` raises where the version that is installed has no such metric."""


def adapted(asked: Expression, module: Any) -> Any:
    """The object that a TARGET names in a module, as its library's adapter calls it; None where there is no adapter.

    A TARGET with a form of its own that is not the adapter's is left as it is.
    """
    top = asked.place.partition(".")[0]
    if top not in names():
        return None
    of = library(top)
    home = importlib.import_module(of.module)
    written = of.named(home, asked.text)
    name, options, rest = _parts(asked)
    member = written or of.member(name, options)
    if member is None or asked.form not in (None, member.signature, form_of(member)):
        return None
    try:
        found = of.metric(home, member)
    except MISSING:
        if written is None:
            return None
        raise TargetError(
            f"{of.distribution} {of.version} knows {asked.text!r} and cannot compute it: install the package that does"
        ) from None
    metric = Adapted(found, asked.text, of.declared(member))
    return metric if written is not None else followed(metric, rest, asked.place)


def _parts(asked: Expression) -> tuple[str, Mapping[str, Any], tuple[Any, ...]]:
    """The last of the attributes with which a TARGET begins, the arguments bound next, and the further steps."""
    name, rest = "", asked.steps
    bound: dict[str, Any] = {}
    while rest and isinstance(rest[0], Attribute):
        name, rest = rest[0].name, rest[1:]
    if rest and isinstance(rest[0], Arguments):
        bound, rest = dict(rest[0].values), rest[1:]
    return name, bound, rest


def adapted_object(found: Any, signature: str | None = None) -> Any:
    """A function or an object of a library as its adapter calls it; None where there is no adapter for it."""
    options: dict[str, Any] = {}
    while isinstance(found, partial) and not found.args:
        options = {**found.keywords, **options}
        found = found.func
    negated, unwrapped = False, False
    for of in (library(top) for top in dict.fromkeys(_tops(found)) if top in names()):
        inside = of.unwrapped(found)
        if inside is not None:
            found, more, negated = inside
            options, unwrapped = {**more, **options}, True
        # an object that was made may have the name of what made it: its text says what it is
        name = found.__name__ if inspect.isroutine(found) or isinstance(found, type) else ""
        try:
            home = importlib.import_module(of.module)
            member = of.member(name, options) if name else of.named(home, str(found))
            if member is None or signature not in (None, member.signature, form_of(member)):
                continue
            function = of.metric(home, member)
        except (*MISSING, ImportError):
            continue
        shown = ", ".join(f"{key}={value!r}" for key, value in options.items())
        plain = Result(function, negated=True) if negated else function
        return Adapted(plain, f"{member.name}({shown})" if shown else member.name, of.declared(member))
    if unwrapped:  # of a function that is not of the library, whose names and trial calls tell how it is called
        function = partial(found, **options) if options else found
        return Result(function, negated=True) if negated else function
    return None


def _tops(found: Any) -> list[str]:
    """The libraries that an object may be of: where it was defined, and where its class was."""
    modules = (getattr(found, "__module__", None), type(found).__module__)
    return [module.partition(".")[0] for module in modules if isinstance(module, str)]


def names() -> tuple[str, ...]:
    """The libraries there are adapters for, installed or not.

    >>> "sklearn" in names()
    True
    """
    return tuple(sorted(info.name for info in pkgutil.iter_modules(__path__)))


def library(name: str) -> MetricLibrary:
    """The library of that name.

    Raises `UnknownNameError` where there is no adapter, `DeclarationError` where its file does not declare it.
    """
    if name not in names():
        raise UnknownNameError(f"no library {name!r}: known are {', '.join(names())}")
    module = importlib.import_module(f"{__name__}.{name}")
    declared = getattr(module, "LIBRARY", None)
    if not isinstance(declared, MetricLibrary) or declared.name != name:
        raise DeclarationError(f"{module.__file__} must declare LIBRARY, a MetricLibrary named {name!r}")
    return declared
