"""Where a definition adds up symbols in another way than documents: it says so, and both ways give the same."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

import axiometrics
from axiometrics import definitions, registry
from axiometrics.core.cell import Cell
from axiometrics.core.counted import Columns
from axiometrics.core.evidence import Proven
from axiometrics.core.organization import Organization
from axiometrics.core.vocabulary import vocabulary_of
from axiometrics.kernel.check_proof import declare
from axiometrics.reports.parts.tables import legend
from axiometrics.reports.parts.words import evidence
from axiometrics.symbolic.signs import sign
from axiometrics.symbolic.symbols import NotDerivedError
from axiometrics.symbolic.values import evaluated
from axiometrics.verification.derivations import derived
from axiometrics.verification.proofs import smallest
from tests.verification.test_derivations import in_symbols

HOME = str(Path(definitions.__file__).parent)
GIVEN = {f"{HOME}/{name}.py" for name in ("sums", "partitions", "runs", "means")}
"""What adds up, and what is given in place of documents: the same for symbols and for documents, or tested apart."""


@cache
def proofs() -> dict[str, dict[str, Any]]:
    """A proof by each definition that was executed on symbols for it, of those that ship."""
    shipped: dict[str, dict[str, Any]] = {}
    for path in sorted((Path(axiometrics.__file__).parent / "proving" / "shipped").glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            entry = json.loads(line)
            if entry["link"] == "proved" and not about_scores(entry["proof"]):
                task = entry["proof"]["constraint"].partition(":")[0]
                shipped.setdefault(registry.judged_metric(entry["proof"]["metric"], task).name, entry["proof"])
    return shipped


def about_scores(proof: dict[str, Any]) -> bool:
    """Whether a proof speaks of nothing but scores that a definition gives, so that it is not executed on symbols."""
    vocabulary = vocabulary_of(registry.constraint(proof["constraint"]))
    return vocabulary is not None and all(vocabulary.quantities[name].score for name in proof["symbols"])


def executed(run: Callable[[], Any]) -> set[CodeType]:
    """The functions of definitions that are called in a run."""
    codes: set[CodeType] = set()

    def note(frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if event == "call" and code not in codes and code.co_filename.startswith(HOME):
            codes.add(code)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        run()
    finally:
        sys.setprofile(before)
    return {code for code in codes if code.co_filename not in GIVEN}


def ways(proof: dict[str, Any]) -> tuple[set[CodeType], set[CodeType]]:
    """What a definition executes on the sketches of a proof, and on its smallest cases."""
    about = registry.constraint(proof["constraint"])
    of = registry.definition(proof["metric"], about.task)
    reading = about.reading(proof["reading"])
    family: Any = reading.judged
    cases = smallest(reading, 12) if hasattr(family, "cases") else [family.case(n) for n in range(2, 8)]
    assert of is not None

    def on_documents() -> None:
        for case in cases:
            judged = case.closed() if of.closed else case
            for role in judged.outputs:
                for call in judged.calls(role):
                    of(call.output, call.gold)

    return executed(lambda: derived(proof, declare(proof), about, reading, of)), executed(on_documents)


def _definition(base: str) -> Any:
    return registry.definition(base)


@pytest.mark.few(4)
@pytest.mark.parametrize("base", sorted(proofs()))
def test_a_definition_that_executes_other_functions_on_symbols_says_so(base: str) -> None:
    on_symbols, on_documents = ways(proofs()[base])
    assert on_symbols
    assert bool(on_symbols - on_documents) is _definition(base).second_form


def clusterings() -> list[Organization]:
    """Those of up to four documents, one of each size of clusters, and some that part them in another way."""
    texts = ("a b c d", "{a b} c d", "{a c} {b d}", "{a b c} d", "{a b c d}", "{a d} b c", "{b c d} a")
    return [Organization.parse(text) for text in texts]


PARTED = [
    name
    for name, of in registry.definitions().items()
    if of.second_form and name.startswith("clustering:")
    if of.base not in ("ami", "edit-distance", "matching-accuracy")  # which have unknowns in symbols, and tests apart
]


def columns(system: Organization, gold: Organization) -> Columns:
    """How many documents of each class each cluster holds."""
    classes = [frozenset(documents) for documents in gold.levels[0]]
    return Columns(
        tuple({i: len(k & frozenset(j)) for i, k in enumerate(classes) if k & frozenset(j)} for j in system.levels[0])
    )


@pytest.mark.parametrize("base", PARTED)
def test_a_second_form_has_the_values_of_the_plain_one(base: str) -> None:
    of, compared = _definition(base), 0
    for system, gold in product(clusterings(), repeat=2):
        value = of(system, gold)
        with suppress(NotDerivedError):  # where it needs a sign that symbols do not have
            symbolic = of.function(in_symbols(columns(system, gold)), None, **of.values)
            number = symbolic if symbolic is None or isinstance(symbolic, Fraction) else evaluated(symbolic.term, {})
            assert number is value is None or sign(number - value) == 0, (system, gold)
            compared += 1
    assert compared


def proof_cell(base: str, link: Any) -> Cell:
    proof = next(proof for name, proof in proofs().items() if name.endswith(f":{base}"))
    task, _, constraint = proof["constraint"].partition(":")
    shown = Proven(True, 1, 2, method="by steps", proof=proof, lemmas=0, link=link)
    return Cell(task, base, constraint, proof["reading"], True, shown)


@pytest.mark.parametrize(
    ("base", "link", "said"),
    [
        ("bcubed-f", "proved", "this formula is the metric"),
        ("edit-distance", "proved", "the symbolic form of the definition, which tests compare with its plain form"),
        ("edit-distance", {"cases": 3, "largest": 4}, "is not a proof"),
    ],
)
def test_reports_say_of_which_form_a_link_is_proved(base: str, link: Any, said: str) -> None:
    cell = proof_cell(base, link)
    (line,) = [line for line in legend([cell]) if line.startswith("a proof for every size")]
    assert line.endswith(said)
    words = evidence(cell, registry.constraint(f"{cell.task}:{cell.constraint}"))
    assert ("symbolic form" in words) is ("symbolic form" in said)
