"""Check a task: its values can be written, read, renamed and drawn, and its small worlds list each gold and output
once.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import comb
from random import Random
from typing import Any

from axiometrics.core.data import Data
from axiometrics.core.errors import AxiometricsError
from axiometrics.core.signature import Signature
from axiometrics.core.task import FileKind, Outputs, Task, World
from axiometrics.registry import tasks
from axiometrics.testing.demands import demand

FEW = 40
"""The greatest number of pairs of a gold and an output that are written, drawn and called. Where there are more, this
many are taken, spread over all.
"""

NAMINGS = 12
"""The number of random namings of each case. Two cases that are equal up to names have a result in common nearly
always, because three documents have only six orders.
"""


def check_task(task: Task | str, max_size: int = 3) -> None:
    """Raise `AssertionError` unless a task is declared as a task of axiometrics has to be.

    The inputs are the golds and outputs of its worlds up to `max_size` documents, and its degenerate inputs.

    * Each world lists a gold, and an output of a gold, once up to the names of documents. It states their sizes, and
      its own sizes grow from `equal` to `greatest`.
    * Every value is read again from its text and from its JSON form, and renaming it there and back changes nothing.
    * Every pair is drawn in ASCII, and each signature makes a call of it from plain data that JSON can hold.
    * `looks` recognises a file that holds the text or the JSON form of a gold, where the task has a kind of file that
      `Data` reads.

    Parameters
    ----------
    task : a task, or the name of one that is registered
    max_size : the documents of the largest inputs
    """
    checked = tasks.task(task) if isinstance(task, str) else task
    name = f"task {checked.name}"
    demand(checked.title.strip(), name, "its title is empty", "say in a word how reports head it")
    demand(checked.worlds, name, "it has no world", "list its small golds with all their outputs (World)")
    pairs = list(_pairs(checked, max_size, name))
    for gold, output in pairs:
        for value, of in ((gold, checked.gold), (output, checked.output)):
            _demand_written(value, of, name)
            _demand_renamed(checked, value, name)
        _demand_drawn(checked, gold, output, name)
    for world in checked.worlds:
        check_world(checked, world, max_size)
    for signature in checked.signatures:
        _demand_called(signature, pairs, name)
    for kind in checked.files:
        _demand_read(kind, [gold for gold, _ in pairs], name)


# --- worlds


def check_world(task: Task, world: World, max_size: int = 3) -> None:
    """Raise `AssertionError` unless the statements of a world about its golds and outputs are true, up to a number of
    documents.
    """
    name = f"world {world.name} of the task {task.name}"
    sizes = world.equal, world.default, world.cover, world.greatest
    grows = 1 <= world.equal <= world.default <= world.cover <= world.greatest
    demand(grows, name, f"equal, default, cover and greatest are {sizes}", "let none be less than the one before")
    listed = 0
    for documents in range(1, min(max_size, world.greatest) + 1):
        golds = []
        for outputs in world.outputs(documents, False):
            at = f"{documents} documents, gold {str(outputs.gold)!r}"
            _demand_outputs(task, outputs, documents, name, at)
            golds.append((outputs.gold,))
            listed += len(outputs)
        _demand_once(task, golds, name, f"{documents} documents: the gold")
    demand(listed, name, f"it lists no output up to {max_size} documents", "list all outputs of each small gold")


def _demand_outputs(task: Task, outputs: Outputs, documents: int, name: str, at: str) -> None:
    gold, values = outputs.gold, [outputs.output(k) for k in range(len(outputs))]
    demand(outputs.documents == documents, name, f"{at} says {outputs.documents} documents", "say the size asked for")
    stated = outputs.occurrences.tolist()
    sizes = [value.size for value in values]
    demand(
        stated == sizes, name, f"{at}: occurrences are {stated}, the sizes of the outputs {sizes}", "say their sizes"
    )
    most = max([len(gold.documents | value.documents) for value in values], default=0)
    demand(most <= documents, name, f"{at}: an output names {most} documents with its gold", "list it at its own size")
    fresh, old = int(outputs.fresh.sum()), int((~outputs.fresh).sum())
    pairs = comb(fresh, 2) + fresh * old
    demand(outputs.pairs == pairs, name, f"{at} has {outputs.pairs} pairs, expected {pairs}", "let `fresh` tell them")
    for value in values:
        try:
            task.demand(value, gold)
        except AxiometricsError as error:
            demand(False, name, f"{at}: the task refuses the output {str(value)!r} ({error})", "list what it can score")
    _demand_once(task, [(gold, value) for value in values], name, f"{at}: the output")


def _demand_once(task: Task, cases: list[tuple[Any, ...]], name: str, label: str) -> None:
    """Check that no case (a gold, or a gold with an output) is listed twice, or equals another one up to names."""
    demand(len(set(cases)) == len(cases), name, f"{label} is listed twice among {len(cases)}", "list each once")
    seen: dict[Any, tuple[Any, ...]] = {}
    for case in cases:
        documents = sorted(frozenset().union(*(value.documents for value in case)))
        namings = [task.names(documents, Random(seed)) for seed in range(NAMINGS)]
        images = {tuple(value.renamed(names) for value in case) for names in namings}
        twin = next((seen[image] for image in images if image in seen), None)
        problem = f"{label} {str(case[-1])!r} is, up to the names of documents, {str((twin or case)[-1])!r}"
        demand(twin is None, name, problem, "list each once up to the names of documents")
        seen |= dict.fromkeys(images, case)


# --- values


def _pairs(task: Task, size: int, name: str) -> Iterator[tuple[Any, Any]]:
    """Golds with an output: those of the worlds, at most `FEW`, and the degenerate ones."""
    listed = [
        (outputs.gold, outputs.output(k))
        for world in task.worlds
        for documents in range(1, min(size, world.greatest) + 1)
        for outputs in world.outputs(documents, False)
        for k in range(len(outputs))
    ]
    yield from (listed if len(listed) <= FEW else [listed[i * len(listed) // FEW] for i in range(FEW)])
    for case, (system, gold) in task.degenerate.items():
        try:
            yield task.gold.parse(gold), task.output.parse(system)
        except AxiometricsError as error:
            demand(False, name, f"the degenerate input {case!r} cannot be read ({error})", "write it in the text form")


def _demand_written(value: Any, of: type[Data], name: str) -> None:
    """Check that the text and the JSON form of a value can be read again."""
    try:
        text, data = of.parse(str(value)), of.from_json(json.loads(json.dumps(value.to_json())))
    except (AxiometricsError, TypeError, ValueError) as error:
        demand(False, name, f"{str(value)!r} cannot be written and read again ({error})", "mend parse or to_json")
        raise
    for form, read_again in (("text", text), ("JSON form", data)):
        same = read_again == value and hash(read_again) == hash(value)
        problem = f"the {form} of {str(value)!r} is read as {str(read_again)!r}"
        demand(same, name, problem, "read what is written; equal values have equal hashes")


def _demand_renamed(task: Task, value: Any, name: str) -> None:
    documents = sorted(value.documents)
    names = dict(task.names(documents, Random(0)))
    expected = {names[document] for document in documents}
    demand(len(expected) == len(documents), name, f"names gives {names}", "give each document its own name")
    there = value.renamed(names)
    back = there.renamed({new: old for old, new in names.items()}, seed=1)
    problem = f"{str(value)!r} renamed there and back is {str(back)!r}"
    demand(back == value, name, problem, "rename every document, and change no order that means something")
    problem = f"{str(value)!r} renamed by {names} names {sorted(there.documents)}"
    demand(there.documents == expected and there.size == value.size, name, problem, "rename every document")


def _demand_drawn(task: Task, gold: Any, output: Any, name: str) -> None:
    drawn = task.draw(gold, {"output": output})
    problem = f"gold {str(gold)!r} with output {str(output)!r} is drawn as {drawn!r}"
    demand(drawn.strip() and drawn.isascii(), name, problem, "draw a text of ASCII characters")


# --- calls and files


def _demand_called(signature: Signature, pairs: list[tuple[Any, Any]], name: str) -> None:
    called = 0
    for gold, output in pairs:
        golds = gold.closed(gold.documents | output.documents) if signature.closed and hasattr(gold, "closed") else gold
        try:
            plain = signature.plain(output, golds)
        except AxiometricsError:  # a value that the form cannot express
            continue
        called += 1
        try:
            copied = json.loads(json.dumps(plain))
        except (TypeError, ValueError) as error:
            demand(False, name, f"{signature.name}: {plain!r} is not plain data ({error})", "use what JSON can hold")
            raise
        arguments = [signature.build(data, int) for data in (plain, copied)]
        same = repr(arguments[0]) == repr(arguments[1])
        problem = (
            f"{signature.name} makes {arguments[0]!r} of plain data, and {arguments[1]!r} of the same data from JSON"
        )
        demand(same, name, problem, "build the arguments of what JSON can hold")
    problem = f"the signature {signature.name} expresses none of {len(pairs)} inputs"
    demand(called, name, problem, "let `plain` take the values of the task")


def _demand_read(kind: FileKind, golds: list[Any], name: str) -> None:
    """Check that a file of the task with the text of a value is recognised as such, and that other text is not."""
    if kind.data is None or kind.looks is None:
        return
    for gold in golds:
        if not isinstance(gold, kind.data):
            continue
        text = str(gold)
        demand(not text or kind.looks(text), name, f"{kind.name} does not know {text!r} again", "mend `looks`")
    strange = "<html>"
    demand(not kind.looks(strange), name, f"{kind.name} takes {strange!r} for its own", "let `looks` be narrower")
