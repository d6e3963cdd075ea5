"""The inputs on which the values of two metrics are compared: every small input, the different ways to write the
smallest inputs (other names, another order), and larger inputs that are drawn at random.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from axiometrics.comparison.walk import CaseKind, Walk
from axiometrics.core.arithmetic import Array
from axiometrics.core.case import Case
from axiometrics.core.signature import Signature
from axiometrics.core.task import Outputs, Task, World
from axiometrics.core.task import task as task_of

CUTS = tuple(map(Fraction, (*range(1, 21), 25, 30, 50, 100, 200, 500, 1000)))
"""The cut-offs for which inputs are made."""

LAST_CUT = int(CUTS[-1])
"""The greatest cut-off. A drawn input has to be longer, or a metric with this cut-off looks like one without."""

CALLED, OURS = 2000, 5000
"""The numbers of inputs of a world up to which another size is searched where no size is given: for metrics that are
called, and for built-in metrics.
"""

DRAWN, LARGEST = 30, 16
"""The number of drawn inputs, and the number of documents that most of them do not exceed."""

LONG = tuple(int(1.1 * cut) for cut in (20, 30, 50, 100, 200, 500, LAST_CUT))
"""The numbers of documents of the drawn inputs whose outputs are longer than the usual cut-offs."""

SMALL = 60
"""The number of documents above which an input is large. Large inputs are scored last, since metrics that differ mostly
differ on small ones.
"""

DRAWS = 300
"""The number of draws in search of an output that is long enough; after them the longest output is taken."""


@dataclass(frozen=True)
class Input:
    """A gold and an output, and the call that scores them: None where the signature makes the call from them."""

    output: Any
    gold: Any
    documents: int
    call: Any = None

    @property
    def place(self) -> tuple[int, int]:
        """The key by which inputs are ordered: documents, then occurrences in gold and output together."""
        return self.documents, self.gold.size + self.output.size


@dataclass(frozen=True, eq=False)
class InputBlock:
    """Inputs that are scored together.

    Attributes
    ----------
    kind : `world`, `written` (other ways to write a small input) or `drawn`
    trait : the trait in which the inputs go beyond plain ones, as golds with grades do; empty for plain ones
    inputs : the inputs
    outputs, rows : for a world, the outputs of one gold, and the rows of those that are the inputs
    counts : for any other block, the counts that formulas read, where there are counts
    """

    kind: str
    trait: str
    inputs: Sequence[Input]
    outputs: Outputs | None = None
    rows: Array | None = None
    counts: Any = None

    @property
    def is_large(self) -> bool:
        """Whether the inputs of the block take long to score."""
        return self.inputs[0].documents > SMALL

    @classmethod
    def alone(cls, kind: str, task: Task, example: Input, trait: str = "") -> InputBlock:
        """A block of one input."""
        countable = task.counts is not None and task.countable(example.output, example.gold)
        counts = None
        if task.stacked is not None and countable:
            counts = task.stacked([example.output], example.gold)
        elif task.counts is not None and countable:
            counts = task.counts(example.output, example.gold, exact=False)
        return cls(kind, trait, (example,), counts=counts)


@dataclass(frozen=True)
class Searched:
    """A world, the number of documents up to which it is searched completely, and its blocks."""

    world: World
    last: int
    blocks: Sequence[InputBlock]


def of_world(world: World, closed: bool, size: int | None, most: int, signatures: Sequence[Signature] = ()) -> Searched:
    """The inputs of a world up to `size` documents; without a size, up to the last size at which there are at most
    `most` inputs (the smallest size is always searched). Inputs that the call of a signature cannot express are left
    out.
    """
    blocks: list[InputBlock] = []
    number = last = 0
    walk = Walk([CaseKind(world, min(size or world.greatest, world.greatest), closed)])
    for documents, cases in walk.sizes():
        golds = [outputs for _, outputs in cases]
        number += sum(int(outputs.fresh.sum()) for outputs in golds)
        if size is None and number > most and last:
            break
        blocks += [block for outputs in golds if (block := _block(world.trait, outputs, signatures)).inputs]
        last = documents
    return Searched(world, last, blocks)


def _block(trait: str, outputs: Outputs, signatures: Sequence[Signature]) -> InputBlock:
    fresh = np.flatnonzero(outputs.fresh).tolist()
    if any(_hides_top(signature, outputs.gold) for signature in signatures):
        fresh = []
    numbered = [(k, Input(outputs.output(k), outputs.gold, outputs.documents)) for k in fresh]
    expressed = [
        (k, example)
        for k, example in numbered
        if all(_expresses(signature, example.output, example.gold) for signature in signatures)
    ]
    return InputBlock(
        "world",
        trait,
        [example for _, example in expressed],
        outputs,
        np.array([k for k, _ in expressed], dtype=np.int64),
    )


def _hides_top(signature: Signature, gold: Any) -> bool:
    """Whether the highest grade of a gold has no document. Only a call that is given the gold itself shows such a
    grade.
    """
    levels: tuple[Any, ...] = getattr(gold, "levels", ())
    return signature.named("") != "organization" and len(levels) > 1 and not levels[0] and any(gold.grades().values())


def _expresses(signature: Signature, output: Any, gold: Any) -> bool:
    """Whether a call expresses exactly this output. A call that scores every document of the gold says that the
    documents that the output does not list stand last, all at one place.
    """
    if signature.tied is None:
        return True
    expressed = signature.tied(signature.arguments(output, gold, int))
    return expressed.size == output.size and not expressed.has_ties


def _as_expressed(signature: Signature, output: Any, gold: Any) -> Any:
    """The output as its call expresses it: the output itself, or the output with the other documents of the gold behind
    it.
    """
    if _expresses(signature, output, gold):
        return output
    assert signature.tied is not None
    listed = [document for *_, document in output.occurrences()]
    expressed = signature.tied(signature.arguments(output, gold, int))
    return expressed.ranked([*listed, *sorted(gold.documents - set(listed))])


def written(
    task: Task, signature: Signature, trait: str, plain: Callable[[tuple[Any, ...]], Any]
) -> Iterator[InputBlock]:
    """Every small call of a signature whose gold and output are known, for metrics with a trait, or with an empty
    `trait` for any metric. `plain` gives the arguments as plain data.
    """
    if signature.inputs is None:
        return
    for n in range(1, signature.inputs.size + 1):
        for arguments in signature.inputs.make(n, _traits(trait), None):
            sides = signature.values(arguments)
            if sides is not None:
                yield InputBlock.alone("written", task, Input(*sides, _documents(*sides), plain(arguments)), trait)


def drawn(
    task: Task, trait: str, closed: bool, cuts: bool, seed: int, signatures: Sequence[Signature] = ()
) -> Iterator[InputBlock]:
    """Drawn inputs that the calls of these signatures can express, smaller ones first. `cuts` adds long inputs, and
    inputs of which a single rank is worth something: metrics that differ in the cut-off differ on these.
    """
    for pair in _pairs(task.name, trait, cuts, seed) if task.inputs is not None else ():
        yield drawn_block(task, pair, trait, closed, signatures)


def drawn_block(
    task: Task, pair: tuple[Any, Any], trait: str, closed: bool, signatures: Sequence[Signature]
) -> InputBlock:
    """A block of one output and its gold, as the calls of these signatures express them."""
    output, gold = pair
    closing = Case(gold, {"output": output}).closed().gold if closed else gold
    for signature in signatures:
        output = _as_expressed(signature, output, closing)
    return InputBlock.alone("drawn", task, Input(output, closing, _documents(output, closing)), trait)


@lru_cache(maxsize=8)
def _pairs(name: str, trait: str, cuts: bool, seed: int) -> tuple[tuple[Any, Any], ...]:
    """The drawn outputs with their golds. They are kept, so that two searches for one metric share them."""
    task, chance = task_of(name), random.Random(seed)
    assert task.inputs is not None
    pairs = [drawn_pair(task, trait, n, 0, chance) for n in sorted(chance.randint(5, LARGEST) for _ in range(DRAWN))]
    pairs += [drawn_pair(task, trait, n, n // 1.1, chance) for n in (LONG if cuts else ())]
    if cuts and not trait and task.inputs.late is not None:
        # drawn outputs have relevant documents at the first ranks: only these show whether a lower rank counts
        ranks = sorted({rank for cut in map(int, CUTS) for rank in (cut, cut + 1)})
        pairs += [(output, gold) for output, gold in map(task.inputs.late, ranks)]
    return tuple(filter(None, pairs))


def drawn_pair(task: Task, trait: str, documents: int, longer: float, chance: random.Random) -> tuple[Any, Any] | None:
    """A drawn output of more than `longer` occurrences with its gold, or the longest that was drawn; None where none
    was drawn.
    """
    assert task.inputs is not None
    longest: tuple[Any, Any] | None = None
    for _ in range(DRAWS):
        for pair in task.inputs.make(documents, _traits(trait), chance):
            if longest is None or pair[0].size > longest[0].size:
                longest = pair
        if longest is not None and longest[0].size > longer:
            break
    return longest


def degenerate(task: Task, closed: bool) -> Iterator[tuple[str, Input]]:
    """The inputs on which definitions often divide 0 by 0, by name."""
    for name, sides in task.degenerate.items():
        output, gold = task.output.parse(sides[0]), task.gold.parse(sides[1])
        if closed:
            gold = Case(gold, {"output": output}).closed().gold
        yield name, Input(output, gold, _documents(output, gold))


def _traits(trait: str) -> frozenset[str]:
    return frozenset({trait} if trait else ())


def _documents(output: Any, gold: Any) -> int:
    return len(frozenset(output.documents) | frozenset(gold.documents))
