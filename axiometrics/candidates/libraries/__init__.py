"""Adapters: how the metrics of other libraries are called.

Each library is called in its own way: with two rows of scores instead of one, with sets instead of labels, through an
object that is made first, or with a text that names a measure. An adapter declares this once, for `check`, `explain`,
`separate`, `audit-library`, Python and pytest alike. It gives each metric as a function of the arguments of one of our
signatures. There is one file for each library, named like the module that Python imports, and the folder is the list.
No library is imported before one of its metrics is needed. A metric that the installed version does not have is left
out and reported. Two libraries that use the same name often compute different values, so each metric is tested against
the constraints, the laws of implementation and our metric of the same definition. To read a library's metrics from its
code was rejected, because the arguments of a function, and whether less is better, are only described in its
documentation. An earlier version had adapters for `audit-library` alone, and `check` guessed from the names of
parameters: the same metric worked in one command and failed in another.
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
    name : the name in the library, with the options that are given; a loss is negated, and its name says so, as in
        `-vi`
    ours : the id of our metric of the same definition; empty where there is none
    task, signature : as in `axiometrics.metric`
    graded, overlapping, pair_counts : as in `axiometrics.metric`
    of : the name by which the adapter finds the metric, where this is not `name` without sign, options and component
    options : the keyword arguments of each call
    component : the component of the result that is the metric; None where the result is the metric
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
        """The name by which the adapter finds the metric in the library.

        >>> Member("-hamming_loss", task="filtering", signature="classification").source
        'hamming_loss'
        """
        return self.of or re.split(r"[(\[]", self.name.removeprefix("-"))[0]

    def bound(self, module: Any) -> Callable[..., Any]:
        """The function of this metric in a module, with its options bound."""
        return partial(getattr(module, self.source), **self.options)


@dataclass(frozen=True)
class MetricLibrary:
    """A library, declared as data.

    Attributes
    ----------
    name : the name for `audit-library`, and of the file that declares the library
    distribution, module : the name for pip, and the module that Python imports
    members : the metrics of the library
    function : takes the module and a member, and returns a callable with the positional arguments of the member's
        signature; by default, the function of that name in the module, with the member's options bound. It raises
        `AttributeError`, `KeyError`, `NameError` or `ValueError` where the installed version has no such metric. The
        callable returns the whole result: the caller takes the component, and changes the sign
    named : takes the module and a text, and returns the metric that the library makes from the text, such as `nDCG@10`;
        None where there is none
    unwrapped : takes an object that this library makes, and returns the function in it, the options that are bound, and
        whether its negative is meant; None for other objects
    is_scanned : whether the metrics were found by a scan of a module, so that no adapter declares the library
    apart : the reason why the library is not installed beside the others for the page of all libraries; empty where it
        is installed
    """

    name: str
    distribution: str
    module: str
    members: tuple[Member, ...]
    function: Callable[[Any, Member], Callable[..., Any]] = lambda module, member: member.bound(module)
    named: Callable[[Any, str], Member | None] = lambda module, text: None
    unwrapped: Callable[[Any], tuple[Callable[..., Any], Mapping[str, Any], bool] | None] = lambda metric: None
    is_scanned: bool = False
    apart: str = ""

    @property
    def version(self) -> str | None:
        """The installed version; None where the library is not installed."""
        from importlib import metadata  # slow to import, and the process of a user's metric does not need it

        try:
            return metadata.version(self.distribution)
        except metadata.PackageNotFoundError:
            return None

    def load(self) -> dict[str, tuple[Member, Callable[..., Any]]]:
        """The metrics that the installed version has, by name.

        Raises `TargetError` where the library is not installed or cannot be imported.
        """
        if self.version is None and not self.is_scanned:
            raise TargetError(f"{self.name} is not installed: pip install {self.distribution}")
        try:
            module = None if self.is_scanned else importlib.import_module(self.module)
        except Exception as error:
            raise TargetError(
                f"{self.distribution} {self.version} cannot be imported here: {type(error).__name__}: {error}"
            ) from None
        loaded = {}
        for member in self.members:
            try:
                loaded[member.name] = (member, self.metric(module, member))
            except MISSING:
                continue
        return loaded

    def metric(self, module: Any, member: Member) -> Callable[..., Any]:
        """A metric as a function of the arguments of its signature. It raises the errors that `function` raises."""
        function = self.function(module, member)
        if member.component is None and not member.name.startswith("-"):
            return function
        return Result(function, () if member.component is None else (member.component,), member.name.startswith("-"))

    def member(self, name: str, options: Mapping[str, Any]) -> Member | None:
        """The metric that the library has under this name, with these options; None where there is no adapter for
        it.
        """
        members = [member for member in self.members if member.source == name]
        if not members:
            return None
        alike = next((member for member in members if member.options == options), None)
        if alike is not None:
            return replace(alike, name=name, of=name, component=None)
        return replace(members[0], name=name, of=name, ours="", options=dict(options), component=None)

    def declared(self, member: Member) -> dict[str, Any]:
        """The declaration of a metric by the adapter, by the names of the fields of `Declaration`."""
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
    function : the metric as a function of the arguments of the signature
    name : the name of the metric
    declared : the declaration by the adapter, by the names of the fields of `Declaration`
    """

    function: Callable[..., Any]
    name: str
    declared: Mapping[str, Any]

    def __call__(self, *arguments: Any) -> Any:
        """The value for these arguments."""
        return self.function(*arguments)


def form_of(member: Member) -> str:
    """The name of the form in which a metric of a library is called, as people call it."""
    return OLDER.get(member.signature, member.signature)


def copied(side: Mapping[str, Any]) -> dict[str, Any]:
    """A copy of judgements or of a run by topic, which a library may change. Data of a single topic without a name gets
    the topic name `topic`.
    """
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
"""The exceptions that `MetricLibrary.function` raises where the installed version has no such metric."""


def adapted(expression: Expression, module: Any) -> Any:
    """The object that a TARGET names in a module, as its library's adapter calls it; None where there is no adapter.

    The result is also None for a TARGET that sets another form than that of the adapter.
    """
    top = expression.place.partition(".")[0]
    if top not in names():
        return None
    of = library(top)
    home = importlib.import_module(of.module)
    written = of.named(home, expression.text)
    name, options, rest = _parts(expression)
    member = written or of.member(name, options)
    if member is None or expression.form not in (None, member.signature, form_of(member)):
        return None
    try:
        function = of.metric(home, member)
    except MISSING:
        if written is None:
            return None
        raise TargetError(
            f"{of.distribution} {of.version} knows {expression.text!r} and cannot compute it: "
            f"install the package that does"
        ) from None
    metric = Adapted(function, expression.text, of.declared(member))
    return metric if written is not None else followed(metric, rest, expression.place)


def _parts(expression: Expression) -> tuple[str, Mapping[str, Any], tuple[Any, ...]]:
    """The last of the attributes with which a TARGET begins, the arguments that are bound next, and the further
    steps.
    """
    name, rest = "", expression.steps
    bound: dict[str, Any] = {}
    while rest and isinstance(rest[0], Attribute):
        name, rest = rest[0].name, rest[1:]
    if rest and isinstance(rest[0], Arguments):
        bound, rest = dict(rest[0].values), rest[1:]
    return name, bound, rest


def adapted_object(metric: Any, signature: str | None = None) -> Any:
    """A function or an object of a library, as its adapter calls it; None where there is no adapter for it."""
    options: dict[str, Any] = {}
    while isinstance(metric, partial) and not metric.args:
        options = {**metric.keywords, **options}
        metric = metric.func
    negated, unwrapped = False, False
    for of in (library(top) for top in dict.fromkeys(_tops(metric)) if top in names()):
        inside = of.unwrapped(metric)
        if inside is not None:
            metric, more, negated = inside
            options, unwrapped = {**more, **options}, True
        # an object may have the name of the function that made it, so the text of the object identifies it
        name = metric.__name__ if inspect.isroutine(metric) or isinstance(metric, type) else ""
        try:
            home = importlib.import_module(of.module)
            member = of.member(name, options) if name else of.named(home, str(metric))
            if member is None or signature not in (None, member.signature, form_of(member)):
                continue
            function = of.metric(home, member)
        except (*MISSING, ImportError):
            continue
        shown = ", ".join(f"{key}={value!r}" for key, value in options.items())
        plain = Result(function, negated=True) if negated else function
        return Adapted(plain, f"{member.name}({shown})" if shown else member.name, of.declared(member))
    if unwrapped:  # the function inside is not of the library: names and trial calls show how it is called
        function = partial(metric, **options) if options else metric
        return Result(function, negated=True) if negated else function
    return None


def _tops(metric: Any) -> list[str]:
    """The libraries to which an object may belong: where it was defined, and where its class was defined."""
    modules = (getattr(metric, "__module__", None), type(metric).__module__)
    return [module.partition(".")[0] for module in modules if isinstance(module, str)]


def names() -> tuple[str, ...]:
    """The names of the libraries that have an adapter, installed or not.

    >>> "sklearn" in names()
    True
    """
    return tuple(sorted(info.name for info in pkgutil.iter_modules(__path__)))


def library(name: str) -> MetricLibrary:
    """The library of that name.

    Raises `UnknownNameError` where there is no adapter, `DeclarationError` where the adapter's file does not declare
    the library.
    """
    if name not in names():
        raise UnknownNameError(f"no library {name!r}: known are {', '.join(names())}")
    module = importlib.import_module(f"{__name__}.{name}")
    declared = getattr(module, "LIBRARY", None)
    if not isinstance(declared, MetricLibrary) or declared.name != name:
        raise DeclarationError(f"{module.__file__} must declare LIBRARY, a MetricLibrary named {name!r}")
    return declared
