"""Signatures: how a user's metric is called, and how a system output and a gold become the arguments of a call."""

from __future__ import annotations

import random
from ast import literal_eval
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

INVARIANCES = ("document-order", "document-names", "label-names", "score-scale", "intent-order", "intent-names")
"""The ways in which the arguments of a call can differ and still mean the same. A metric breaks an invariance if its
value depends on one of these differences.
"""


@dataclass(frozen=True)
class SmallInputs:
    """The small inputs on which the laws of implementation are tried.

    Attributes
    ----------
    make : documents, the traits of the metric and a source of chance -> every input of that many documents; with a
        source of chance, some random ones
    size : documents up to which every input is tried
    long : documents of a few long inputs that come last, where a metric may look at the first ranks only
    late : a rank -> an input of which only this rank is worth something; it tells whether a metric looks so far
    """

    make: Callable[[int, frozenset[str], random.Random | None], Iterator[tuple[Any, ...]]]
    size: int = 3
    long: tuple[int, ...] = ()
    late: Callable[[int], tuple[Any, ...]] | None = None


@dataclass(frozen=True)
class Variation:
    """One way in which the same arguments of a call can be written differently. No value may depend on the way of
    writing.

    A side is the argument of the gold, or that of the output, as plain data.

    Attributes
    ----------
    name : the invariance that a metric breaks if its value depends on the way of writing, one of `INVARIANCES`
    of : the side that is written differently: `gold`, `output`, or `all`, which means the gold and all outputs of
        several calls together (a tuple: the gold, then each output)
    every : the ways of writing a side, the given one first
    some : one random way, which `every` need not list
    extra : further ways that a probe tries, for example if only one certain label matters
    whole : whether `every` lists all ways, or all that differ in more than the choice of names
    """

    name: str
    of: str
    every: Callable[[Any], Iterator[Any]]
    some: Callable[[Any, random.Random], Any]
    extra: Callable[[Any], Iterator[Any]] = lambda side: iter(())
    whole: bool = True


@dataclass(frozen=True)
class TiedOutput:
    """An output that is given by the arguments of a call, if several documents may share one place.

    Attributes
    ----------
    gold : makes the gold
    groups : the documents that share a place, the best place first, each in the order in which the arguments list them
    ranked : every document in some order -> the output
    orders : every output in which no two documents share a place that may be meant; each stands for equally many orders
    together : makes the output in which each document stands where the last one of its group does, as definitions take
        it
    """

    gold: Callable[[], Any]
    groups: tuple[tuple[str, ...], ...]
    ranked: Callable[[Sequence[str]], Any]
    orders: Callable[[], Iterator[Any]]
    together: Callable[[], Any]

    @property
    def size(self) -> int:
        """How many documents the output has."""
        return sum(map(len, self.groups))

    @property
    def has_ties(self) -> bool:
        """Whether two documents share a place."""
        return self.size > len(self.groups)


def _nothing(plain: Any, documents: Sequence[str]) -> Any:
    return None


def no_values(arguments: tuple[Any, ...]) -> tuple[Any, Any] | None:
    """Return None: no system output and gold are known that these arguments stand for."""
    return None


GOLD_FIRST, OUTPUT_FIRST = "gold-first", "output-first"
"""The two orders of the arguments. One that is not the order of the signature is a part of a form's text."""


@dataclass(frozen=True)
class Form:
    """A different form in which some functions take the arguments of a signature.

    Attributes
    ----------
    name : a word that names it among the forms of a signature
    call : how the function is called, in words
    apply : a function and the arguments of the signature -> what the function gives for them in this form
    takes : how many arguments the function is given
    columns : the names of the columns, where the arguments are tables
    public : the name of the form for people, which several ways to write the same data share; empty for that of the
        signature
    stage : when it is tried: the usual forms at 0; where none of them fits, rare ones at 1; then at 2 those for which a
        library has to be imported
    generic : whether the arguments are two sets of anything, so that the values of a function of two sets tell nothing
        of what it was written for
    crosses : whether one argument crosses the gold with the output, so that the other order of the two exchanges its
        rows and columns
    older : an older name of the form for people
    unusual : whether few functions take the arguments so: a function that fits the usual form too, and is a known
        metric in this form alone, is asked about
    """

    name: str
    call: str
    apply: Callable[..., Any]
    takes: int = 2
    columns: tuple[str, ...] = ()
    public: str = ""
    stage: int = 0
    generic: bool = False
    crosses: bool = False
    older: str = ""
    unusual: bool = False


@dataclass(frozen=True)
class Signature:
    """How a user's metric is called.

    Attributes
    ----------
    name : the name for `--signature`; each signature has its own
    call : the call in words, such as `f(labels_true, labels_pred)`
    parameters : the names of the first two parameters that tell this signature, where nothing else does
    plain : system output and gold -> the positional arguments, as plain data that JSON can hold
    build : that plain data and the type of whole numbers -> the arguments of the call
    closed : whether the arguments list every document, so that the gold must list them all
    inputs : the small inputs of the laws of implementation, as arguments; None where the task gives them
    values : arguments -> the system output and the gold that they express, or None if there are none
    tied : arguments -> the output that they express, with the documents that share a place; None if no two can
    variations : the different ways to write the same arguments; empty if system output and gold determine them
    names : whether the arguments show the names of documents
    free : a document's name -> the part that can be renamed: for an element its article, else the whole name
    gold : which arguments are made of the gold: the number of one, or of several in a tuple; the one argument that is
        left is made of the output
    listed : gold -> its documents in the order in which the arguments list them; None where the arguments name them
    forms : further forms in which functions take these arguments
    tried : whether trial calls may infer this signature
    on_request : whether they do so only where a task of the signature is named, or is that of the constraints that are
        asked: another signature takes the same arguments
    public : the name of the form for people
    meant : changes of the plain data of a call that change the value of every metric that heeds what the arguments
        mean, by what is changed, in words; None where a change has no meaning for the call
    ideal : whether the argument of the gold only says what is best, so that a metric may ignore it
    meaning : plain data and the documents in the order listed -> a value that is equal for all ways to write the same
        arguments
    """

    name: str
    call: str
    parameters: tuple[tuple[str, ...], ...]
    plain: Callable[[Any, Any], list[Any]]
    build: Callable[[Any, type], tuple[Any, ...]]
    closed: bool = False
    inputs: SmallInputs | None = None
    values: Callable[[tuple[Any, ...]], tuple[Any, Any] | None] = no_values
    tied: Callable[[tuple[Any, ...]], TiedOutput] | None = None
    variations: tuple[Variation, ...] = ()
    names: bool = False
    free: Callable[[str], str] = str
    gold: int | tuple[int, ...] = 0
    listed: Callable[[Any], list[str]] | None = None
    meaning: Callable[[Any, Sequence[str]], Any] = _nothing
    forms: tuple[Form, ...] = ()
    tried: bool = False
    on_request: bool = False
    public: str = ""
    meant: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    ideal: bool = False

    @property
    def invariances(self) -> tuple[str, ...]:
        """The ways of writing on which a metric with this signature may depend, in the order of `INVARIANCES`."""
        having = {variation.name for variation in self.variations} | ({"document-names"} if self.names else set())
        return tuple(name for name in INVARIANCES if name in having)

    def called(self, function: Callable[..., Any], form: str, arguments: tuple[Any, ...]) -> Any:
        """Call a function with the arguments in a form, and return its result. The form is a text: the name of one of
        `forms`, `output-first`, and arguments by keyword such as `k=10`, with spaces between them.
        """
        if not form:
            return function(*arguments)
        parts = form.split()
        options = {
            name: literal_eval(value) for name, equals, value in (part.partition("=") for part in parts) if equals
        }
        swapped = self.other_order in parts

        def inner(*positional: Any, **named: Any) -> Any:
            return function(*(positional[::-1] if swapped else positional), **named, **options)

        rewritten = next((candidate for candidate in self.forms if candidate.name in parts), None)
        if rewritten is None:
            return inner(*arguments)
        return rewritten.apply(inner, *(arguments[::-1] if swapped and rewritten.crosses else arguments))

    @property
    def other_order(self) -> str:
        """The order of the arguments that differs from the order of the signature."""
        return GOLD_FIRST if self.gold == 1 else OUTPUT_FIRST

    def named(self, form: str) -> str:
        """The name that a form has for people."""
        parts = form.split()
        return (
            next((declared.public for declared in self.forms if declared.name in parts and declared.public), "")
            or self.public
            or self.name
        )

    def words(self, form: str) -> str:
        """A form in words."""
        calls = {declared.name: declared.call for declared in self.forms}
        orders = {OUTPUT_FIRST: "the output first", GOLD_FIRST: "the gold first"}
        return ", ".join(calls.get(part, orders.get(part, part)) for part in form.split())

    def sides(self, plain: Sequence[Any]) -> tuple[Any, Any]:
        """The argument of the gold in a call, and the argument of the output. A gold that takes several arguments is a
        list of them.
        """
        of = (self.gold,) if isinstance(self.gold, int) else self.gold
        gold = [plain[i] for i in of]
        (output,) = (side for i, side in enumerate(plain) if i not in of)
        return gold if isinstance(self.gold, tuple) else gold[0], output

    def joined(self, gold: Any, output: Any) -> list[Any]:
        """The arguments of a call with this gold and this output: the inverse of `sides`."""
        of = {self.gold: gold} if isinstance(self.gold, int) else dict(zip(self.gold, gold, strict=True))
        return [of.get(i, output) for i in range(len(of) + 1)]

    def renaming(self, names: Mapping[str, str], documents: Iterable[str]) -> dict[str, str]:
        """New names for documents, from new names for the parts of their names that can be renamed (`free`). The rest
        of each name stays.
        """
        beginnings = {document: self.free(document) for document in documents}
        return {**names, **{d: names[first] + d[len(first) :] for d, first in beginnings.items()}}

    def arguments(self, system: Any, gold: Any, number: type) -> tuple[Any, ...]:
        """The positional arguments for a system output and a gold. `number` is the type of whole numbers, `int` or
        `Fraction`.
        """
        return self.build(self.plain(system, gold), number)
