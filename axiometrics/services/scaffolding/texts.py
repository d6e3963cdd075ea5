"""The texts that serve every task. Words in braces, such as `{name}`, are replaced; all other braces stay."""

from axiometrics.tasks import example_texts

METRIC = '''"""A metric of {task}, to be changed into yours."""

from axiometrics import metric


@metric(task="{task}", form="{form}")
def {name}({parameters}):
    """1 for the gold itself, 0 for any other output. Called as {call}."""
    return float({equal})
'''
"""A user's function."""

TEST_METRIC = '''"""Tests of {name}.py."""

from pathlib import Path

import axiometrics

TARGET = f"{Path(__file__).with_name('{name}.py')}:{name}"
KNOWN = {known}  # constraints that {name} is known to violate; each should have a reason beside it


def test_constraints():
    """It violates the constraints known above, and no other."""
    found = axiometrics.check(TARGET, max_size="{size}", max_examples=20)
    assert not [cell.message for cell in found if cell.evidence.kind == "error"]
    assert {cell.constraint for cell in found if cell.holds is False} == KNOWN
'''

FORMULA = '''"""{title}: whether the output is the gold itself.

To be changed into your metric.
"""

from fractions import Fraction
from typing import Any

from axiometrics.core.metric import Metric


def {name}(system: Any, gold: Any) -> Fraction:
    """1 for the gold itself, 0 for any other output. Range [0, 1]; always defined."""
    return Fraction(system == gold)
''' + example_texts.metric("direct={name}")

DEFINITION = '''"""{title}, a second time, as its paper states it."""

from fractions import Fraction
from typing import Any

from axiometrics.core.definition import Definition


def {name}(system: Any, gold: Any) -> Fraction:
    """1 for the gold itself, 0 for any other output. Range [0, 1]; always defined.

    >>> {name}("the gold", "the gold")
    Fraction(1, 1)
    """
    return Fraction(1) if gold == system else Fraction(0)


DEFINITIONS = (Definition("{id}", {name}),)
'''

CONTROLS = '''"""Controls of {title}: a metric that knows the gold, and one that knows nothing. They are not for use."""

from fractions import Fraction
from typing import Any

from axiometrics.core.metric import Metric


def gold_itself(system: Any, gold: Any) -> Fraction:
    """1 for the gold itself, 0 for any other output. The range is [0, 1]; it is always defined."""
    return Fraction(system == gold)


def constant(system: Any, gold: Any) -> Fraction:
    """1/2 for every output. The range is [0, 1]; it is always defined."""
    return Fraction(1, 2)


METRICS = (
    Metric(
        "{id}-gold-itself",
        "Gold itself",
        "{id}",
        "control",
        "built to satisfy the first constraint",
        direct=gold_itself,
    ),
    Metric(
        "{id}-constant",
        "Constant",
        "{id}",
        "control",
        "built to violate the first constraint",
        direct=constant,
    ),
)
'''
"""Two metrics, of which one satisfies and one violates the constraint that `scaffold` writes for a new task."""

CONTROL_DEFINITIONS = '''"""The controls of {title}, a second time."""

from fractions import Fraction
from typing import Any

from axiometrics.core.definition import Definition


def gold_itself(system: Any, gold: Any) -> Fraction:
    """1 for the gold itself, 0 for any other output. Range [0, 1]; always defined.

    >>> gold_itself("the gold", "the gold")
    Fraction(1, 1)
    """
    return Fraction(1) if gold == system else Fraction(0)


def constant(system: Any, gold: Any) -> Fraction:
    """1/2 for every output. Range [0, 1]; always defined.

    >>> constant("an output", "the gold")
    Fraction(1, 2)
    """
    return Fraction(1, 2)


DEFINITIONS = (
    Definition("{id}-gold-itself", gold_itself),
    Definition("{id}-constant", constant),
)
'''

CONSTRAINT = '''"""{title}: the gold itself scores more than any other output."""

from collections.abc import Iterator
from typing import Any

from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.task import task
from axiometrics.generators.listed import PlainCases


def others(documents: int) -> Iterator[tuple[Any, Any, Any]]:
    """Gold, better and worse output. Every small gold of the task as its own output, against every other output."""
    for outputs in task("{task}").worlds[0].outputs(documents, False):
        gold = outputs.gold
        for output in map(outputs.output, range(len(outputs))):
            if output != gold and len(gold.documents | output.documents) == documents:
                yield gold, gold, output
''' + example_texts.constraint(
    "the gold as output (better) scores higher than any other output (worse)",
    "any gold, any other output",
    "others, default=3, greatest=4",
    "{keeps}",
    "{breaks}",
)

TEST_CONSTRAINT = '''"""Tests of {name}.py: a constraint that everything satisfies, or nothing, is probably wrong."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from axiometrics.testing import check_constraint

spec = spec_from_file_location("{name}", Path(__file__).with_name("{name}.py"))
module = module_from_spec(spec)
spec.loader.exec_module(module)


def test_constraint():
    """Its cases are what it says, and its controls satisfy and violate it."""
    check_constraint(module.CONSTRAINT)
'''

OPEN = '''"""{title}: what is proved of it, and what was tried."""

from axiometrics.proving.theorem import Open

ENTRIES = (
    Open(
        ("{id}",),
        "{constraint}",
        {readings},
        "nothing was tried yet",
    ),
)
"""To be changed into a `Theorem` (docs/proofs.md), which speaks of the quantities that this command lists:
`axiometrics list quantities {constraint}`. Where no proof is found, say what was tried.
"""
'''

STUDY = '''"""{title}: to be changed into the paper whose metrics and constraints you look at."""

from axiometrics.core.study import Study

STUDY = Study(
    name="{id}",
    title="{title}",
    source="the paper, with its DOI",
    metrics={metrics},
    constraints={constraints},
)
'''

TASK = '''"""{title}: each document gets a whole number, and the output is to find those of the gold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations_with_replacement, product
from typing import Any

import numpy as np

from axiometrics.core.errors import AxiometricsError, TaskError
from axiometrics.core.signature import Signature
from axiometrics.core.task import FileKind, Outputs, Task, World


class {class}Error(AxiometricsError, ValueError):
    """Text or JSON that holds no numbers of documents."""


@dataclass(frozen=True)
class {class}Data:
    """Documents with their numbers, in the order of the names of the documents: a gold, or a system output."""

    numbers: tuple[tuple[str, int], ...]

    @classmethod
    def parse(cls, text: str) -> {class}Data:
        """Read `document=number` for each document, such as `d1=2 d2=0`."""
        pairs = [part.rpartition("=") for part in text.split()]
        return cls.from_json({document: int(number) if number.isdigit() else number for document, _, number in pairs})

    @classmethod
    def from_json(cls, data: Any) -> {class}Data:
        """Read the JSON form, such as `{"d1": 2, "d2": 0}`."""
        if not isinstance(data, dict) or not all(document and type(number) is int for document, number in data.items()):
            raise {class}Error(f"{data!r} holds no numbers of documents: write document=number, such as d1=2")
        return cls(tuple(sorted(data.items())))

    def to_json(self) -> dict[str, int]:
        """The JSON form."""
        return dict(self.numbers)

    def __str__(self) -> str:
        return " ".join(f"{document}={number}" for document, number in self.numbers)

    @property
    def documents(self) -> frozenset[str]:
        """The documents that have a number."""
        return frozenset(document for document, _ in self.numbers)

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return len(self.numbers)

    def renamed(self, names: Mapping[str, str], seed: int | None = None) -> {class}Data:
        """The numbers under other names of the documents; there is no order that could change."""
        return {class}Data.from_json({names[document]: number for document, number in self.numbers})


def demand_same(system: {class}Data, gold: {class}Data) -> None:
    """Refuse numbers of different documents."""
    for document in sorted(gold.documents ^ system.documents):
        raise TaskError(f"document {document!r} has a number on one side only: give it one on both")


def small(documents: int, closed: bool) -> Iterator[Outputs]:
    """Every gold with the numbers 0 and 1, and all its outputs, once up to the names of the documents."""
    names = [f"d{i}" for i in range(1, documents + 1)]
    sizes = np.full(2**documents, documents)
    for gold in combinations_with_replacement((0, 1), documents):
        pairs = sorted({tuple(sorted(zip(gold, output, strict=True))) for output in product((0, 1), repeat=documents)})
        outputs = [{class}Data(tuple(zip(names, [number for _, number in one], strict=True))) for one in pairs]
        one = {class}Data(tuple(zip(names, gold, strict=True)))
        yield Outputs(one, documents, sizes[: len(outputs)], sizes[: len(outputs)] > 0, None, outputs.__getitem__)


def plain(system: {class}Data, gold: {class}Data) -> list[Any]:
    """What a user's function is given: the numbers of the gold, then those of the output."""
    return [gold.to_json(), system.to_json()]


def build(given: Any, number: type) -> tuple[Any, ...]:
    """The arguments of the call."""
    return tuple({document: number(value) for document, value in side.items()} for side in given)


def looks(text: str) -> bool:
    """Whether a file looks like numbers of documents."""
    return bool(text.split()) and all("=" in word for word in text.split())


TASK = Task(
    name="{id}",
    title="{title}",
    gold={class}Data,
    output={class}Data,
    demand=demand_same,
    worlds=(World("{id}", small, default=4, greatest=5, cover=4, equal=3),),
    signatures=(
        Signature(
            "{id}-numbers",
            "f(true_numbers, found_numbers), {doc: number}",
            (("true_numbers", "found_numbers"),),
            plain,
            build,
        ),
    ),
    degenerate={"one document": ("a=1", "a=1")},
{controls}    files=(FileKind("{id}-numbers", "numbers of documents", (), data={class}Data, looks=looks),),
)
'''

EXAMPLES = """    examples=lambda: Examples(controls=("{id}-gold-itself", "{id}-constant")),
"""
"""The part of a built-in task that names the controls that are written with it."""
