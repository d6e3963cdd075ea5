"""A task: the types of golds and system outputs, and everything that the packages above have to know about them.

The search, the judges, the reports and the commands know no task by name. Each task has one record, in a folder of
`axiometrics/tasks/` or in a further distribution (entry point `axiometrics.tasks`), which holds all differences between
tasks. So a new task is one new folder.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any

from axiometrics.core.case import Case, Demand
from axiometrics.core.data import Data
from axiometrics.core.errors import DeclarationError
from axiometrics.core.reduction import Reduction
from axiometrics.core.signature import Signature, SmallInputs

if TYPE_CHECKING:
    from axiometrics.core.arithmetic import Array


@dataclass(frozen=True)
class Trait:
    """A property of cases that a metric may need or use. A metric names the traits that it has.

    Attributes
    ----------
    name : as metrics and readings name it, e.g. `graded`
    lacking : why a reading that needs the trait does not apply to a built-in metric without it
    untold : the same for a user's metric that does not say that it has the trait, with what to write
    refuses : system output and gold -> the property that they lack and a metric with this trait needs, or nothing
    harmless : whether a metric without the trait has a value there too, as a binary one has on graded golds: such
        inputs are tried on metrics that do not say whether they have the trait
    filed : whether only files have the data of the trait, and no gold or output of a world has them
    """

    name: str
    lacking: str = ""
    untold: str = ""
    refuses: Callable[[Any, Any], str] = lambda system, gold: ""
    harmless: bool = False
    filed: bool = False


@dataclass(frozen=True, eq=False)
class Outputs:
    """A gold and all its system outputs of a size, each once up to renaming of documents.

    Attributes
    ----------
    gold : the gold
    documents : the documents of every case, which is a pair of these outputs of which at least one is `fresh`
    occurrences : for each output, its size
    fresh : for each output, whether its cases are of this size and of this world; other pairs belong elsewhere
    counts : what formulas see, in stacks that follow each other; None where metrics must score the outputs themselves
    output : number of an output -> the output
    """

    gold: Any
    documents: int
    occurrences: Array
    fresh: Array
    counts: Sequence[Any] | None
    output: Callable[[int], Any]

    def __len__(self) -> int:
        return len(self.occurrences)

    @property
    def pairs(self) -> int:
        """How many cases there are: unordered pairs of outputs with a fresh one among them."""
        old = int((~self.fresh).sum())
        return (len(self) * (len(self) - 1) - old * (old - 1)) // 2


def on_demand(module: str, name: str) -> Callable[..., Any]:
    """The function of that name, whose module is imported when it is first called.

    The process of a user's metric needs the signatures of a task, and not the generators behind its worlds.
    """

    def called(*arguments: Any) -> Any:
        return getattr(importlib.import_module(module), name)(*arguments)

    return called


@dataclass(frozen=True)
class World:
    """All small golds with all their outputs, up to renaming of documents. Metrics are compared on them.

    Attributes
    ----------
    name : the task's name, or that of the trait in which the world goes beyond the plain one
    outputs : documents and whether golds are closed -> every gold of that size with its outputs
    default, greatest : documents to which `separate` searches unless told, and at most
    cover : documents to which `separate --all` searches unless told
    equal : documents to which a mutant is compared with the metric that it was made from
    words : how reports name its cases
    trait : metrics take part that have this trait; empty for all
    """

    name: str
    outputs: Callable[[int, bool], Iterator[Outputs]]
    default: int
    greatest: int
    cover: int
    equal: int
    words: str = ""
    trait: str = ""


@dataclass(frozen=True)
class FileKind:
    """A kind of file that `score` reads.

    Attributes
    ----------
    name : as `--as` has it; tasks may share a kind
    what : the kind in words, e.g. `TREC qrels`
    defaults : metrics that are shown unless others are asked for
    data : what one file holds in its text or JSON form; None for a kind that has a reader of its own in `evaluation`
    system : the same of the files of systems, where it is not what a gold is
    looks : whether the text of a gold looks like this kind; for kinds of other distributions
    """

    name: str
    what: str
    defaults: tuple[str, ...]
    data: type[Data] | None = None
    system: type[Data] | None = None
    looks: Callable[[str], bool] | None = None


@dataclass(frozen=True)
class Examples:
    """The files that `scaffold` writes for a task. Each works as it is written.

    In each text `{name}` is the Python name, `{id}` the same with hyphens, and `{title}` the same in words. If a text
    is empty, `scaffold` writes a text that serves every task; for a proof, a text that says that nothing was tried yet.

    Attributes
    ----------
    metric : a function of a user, with the task and the signature by which it is called
    formula : a metric of ours, on counts or on the values themselves
    definition : the same metric a second time
    constraint : a constraint whose cases a plain generator lists
    proof : that the metric of `formula` satisfies a constraint
    size : how far the test of the metric searches, as `--max-size` has it
    violates : the constraints that the metric violates as it is written, where none can satisfy all
    controls : a metric that prefers every gold to all other outputs, and one that does not: the controls of the
        constraint that serves every task
    """

    metric: str = ""
    formula: str = ""
    definition: str = ""
    constraint: str = ""
    proof: str = ""
    size: str = "5"
    violates: tuple[str, ...] = ()
    controls: tuple[str, str] = ("a-metric-that-satisfies-it", "a-metric-that-fails-it")


@dataclass(frozen=True)
class TaskSizes:
    """The default sizes of searches.

    Attributes
    ----------
    called : for a user's metric, which takes a thousand times longer than a built-in metric
    strength : built-in metrics and mutants, when the strength of constraints is measured; None for the constraints' own
    audited : the metrics of a library, a call of which costs up to a millisecond
    possible : the size at which `possible` asks; None for the least at which each constraint that is asked has a case
    """

    called: int = 6
    strength: int | None = None
    audited: int = 5
    possible: int | None = None


def _unseen(gold: Data, outputs: Mapping[str, Data]) -> str:
    return "\n".join(f"{role}: {value}" for role, value in {"gold": gold, **outputs}.items())


def _anything(system: Any, gold: Any) -> None:
    pass


def _any_names(documents: Sequence[str], chance: random.Random) -> dict[str, str]:
    names = [f"d{i}" for i in range(len(documents))]
    chance.shuffle(names)
    return dict(zip(documents, names, strict=True))


@dataclass(frozen=True)
class Task:
    """A task: its golds and outputs, their counts, worlds, signatures and files.

    Attributes
    ----------
    name : the name that metrics, constraints and `--task` use
    title : its heading in reports
    gold, output : the types of golds and of system outputs
    counts : system output, gold and `exact` -> the counts that formulas take; None if metrics take the values
        themselves. It raises a `TaskError` that names the cure for data of a different task
    stacked : several system outputs, the gold that they share, and `exact` -> the counts of all of them, exact numbers
        if `exact`, else floats; None if the task counts each output alone
    whole : several system outputs, each with its gold -> the counts of all of them in stacks of whole numbers
        (`as_ints`), each with the places of its pairs; None if the task has none. Where cases have many golds, exact
        scores are computed so
    countable : whether there are counts of a system output and a gold
    demand : raises a `TaskError`, as `counts` does, for values that a metric without counts cannot score
    rules : raises a `TaskError` for outputs that a metric can score and the task forbids; `score` calls it
    names : documents, in order, and a source of randomness -> different names for them, with which every metric of the
        task has the same value
    worlds : all small golds with all their outputs; the plain world first, then one a trait
    traits : the traits that metrics of the task may have
    signatures : how a user's function may be called; the first of them that fits is inferred
    inputs : the small inputs of the laws of implementation, as pairs of system output and gold; where there are none,
        the pairs of the plain world are taken
    degenerate : inputs on which definitions often divide 0 by 0: name -> system output and gold in their text form
    files : the kinds of files that `score` reads
    perfect : gold -> the best output; if it is not a value of the type `output`, the best output is not known
    draw : a gold and outputs by role -> both drawn for a terminal, in ASCII
    alike : a case of two outputs -> the case with documents renamed so that the two look as alike as they are
    orbit : system output and gold -> new names for their documents, under which two pairs are equal if and only if they
        are the same up to renaming; without names, pairs are told apart by their names
    grown : a gold or an output and a further document -> the value with this document, which stands apart from all
        others, in the same way in gold and outputs; None where nothing can be said of larger sizes in this way
    nested : whether cases of a size are cases of every larger size too, because sizes count ranks
    same_counts : a system output and a gold that are countable -> a key; equal keys only where the counts are the same
        but for the order of their parts, so that any formula has the same value. None if the task has no such key
    alone : a case -> the same case in which only the documents that differ between its outputs are relevant, or None;
        it shows whether floats lose a difference that exact numbers show
    reductions : the tasks whose constraints judge the metrics of this one too, and how
    decimals : whether parameters may defeat floats, so that decimals of many digits help the filter
    sizes : the default sizes of searches
    examples : a function that returns the files that `scaffold` writes
    position : the place of the task in lists; tasks with equal positions are listed by name
    item : what texts call one of the things that golds and outputs are made of, in the singular
    """

    name: str
    title: str
    gold: type[Data]
    output: type[Data]
    counts: Callable[..., Any] | None = None
    stacked: Callable[..., Any] | None = None
    whole: Callable[[Sequence[tuple[Any, Any]]], Sequence[tuple[Sequence[int], Any]]] | None = None
    countable: Callable[[Any, Any], bool] = lambda system, gold: True
    demand: Callable[[Any, Any], None] = _anything
    rules: Callable[[Any, Any], None] = _anything
    names: Callable[[Sequence[str], random.Random], Mapping[str, str]] = _any_names
    worlds: tuple[World, ...] = ()
    traits: tuple[Trait, ...] = ()
    signatures: tuple[Signature, ...] = ()
    inputs: SmallInputs | None = None
    degenerate: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    files: tuple[FileKind, ...] = ()
    perfect: Callable[[Any], Any] = lambda gold: gold
    draw: Callable[[Any, Mapping[str, Any]], str] = _unseen
    alike: Callable[[Case], Case] = lambda case: case
    orbit: Callable[[Any, Any], Mapping[str, str]] = lambda system, gold: {}
    grown: Callable[[Any, str], Any] | None = None
    nested: bool = False
    same_counts: Callable[[Any, Any], Hashable] | None = None
    alone: Callable[[Case], Case | None] = lambda case: None
    reductions: tuple[Reduction, ...] = ()
    decimals: bool = False
    sizes: TaskSizes = TaskSizes()
    examples: Callable[[], Examples] = Examples
    position: int = 100
    item: str = "document"

    def __post_init__(self) -> None:
        if not self.name.replace("-", "").isalnum() or self.name != self.name.lower():
            raise DeclarationError(
                f"the task {self.name!r} has a name that commands cannot take: use a to z, digits and -"
            )

    def case(self, data: Mapping[str, Any], edit: str = "") -> Case:
        """The case that gold and outputs in JSON stand for.

        Raises an `AxiometricsError` where a value is malformed, `KeyError`, `TypeError` or `AttributeError` where the
        object is not a case at all.
        """

        def read(of: type[Data], value: Any) -> Any:
            return tuple(map(of.from_json, value)) if isinstance(value, list) else of.from_json(value)

        demanded = data.get("demanded")
        return Case(
            self.gold.from_json(data["gold"]),
            {str(role): read(self.output, output) for role, output in data["outputs"].items()},
            edit,
            Demand.from_json(demanded) if demanded else None,
            Fraction(demanded["bound"]) if demanded else Fraction(0),
            {role: read(self.gold, gold) for role, gold in data.get("golds", {}).items()},
            {role: dict(own) for role, own in data.get("parameters", {}).items()},
            data.get("tried", 0),
        )

    def items(self, number: int | str = 2) -> str:
        """A number of items in words, as in `1 document` or `1,200 items`."""
        written = f"{number:,}" if isinstance(number, int) else number
        return f"{written} {self.item}{'' if number in (1, '1') else 's'}"

    def unit(self, of_cases: str) -> str:
        """The unit of the sizes of a family of cases, in the words of this task: families say documents."""
        return f"{self.item}s" if of_cases == "documents" else of_cases

    def trait(self, name: str) -> Trait:
        """The trait of that name; one that the task does not declare says nothing and refuses nothing."""
        return next((trait for trait in self.traits if trait.name == name), Trait(name, f"the metric is not {name}"))


def task(name: str) -> Task:
    """The task of that name.

    Only the registry, one floor above, knows the tasks. It is imported by name, so that this floor names no task.
    Raises `UnknownNameError` for an unknown name.
    """
    record: Task = _registry().task(name)
    return record


@cache
def _registry() -> Any:
    return importlib.import_module("axiometrics.registry.tasks")
