"""A cell in words: its verdict, on what evidence it rests, and what is to be said besides. What reports and
explanations share.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from axiometrics.core.constraint import Constraint, Quantifier
from axiometrics.core.verdict import Cell
from axiometrics.reports.parts.tables import lemmas, ranges


def verdict(cell: Cell) -> str:
    """The verdict in a word or two.

    >>> from axiometrics.core.verdict import Evidence
    >>> verdict(Cell("ranking", "ap", "priority", "universal", True, Evidence("exhaustive", True, 9, 8)))
    'holds'
    """
    if cell.holds is None:
        return str(cell.evidence.detail.get("profile", cell.evidence.kind))
    return "holds" if cell.holds else f"violated, {cell.relation}" if cell.relation else "violated"


def many(count: int, thing: str) -> str:
    """A number of things.

    >>> many(1, "case"), many(1200, "case")
    ('1 case', '1,200 cases')
    """
    return f"{count:,} {thing}{'' if count == 1 else 's'}"


def evidence(cell: Cell, constraint: Constraint) -> str:
    """On what a verdict rests, in words."""
    found = cell.evidence
    unit = constraint.reading(cell.reading).cases.unit
    if cell.holds is None and found.kind != "descriptive":
        return f"{found.kind}: {cell.message}" if cell.message else found.kind
    if found.kind == "descriptive":
        return (
            f"{many(found.cases, 'score')} of random outputs, to {found.size} {unit}, "
            f"{_decided(cell)}: {_series(found.detail)}"
        )
    if found.kind == "counterexample":
        least = "no smaller case violates it" if found.minimal else "a smaller one may exist"
        return (
            f"a counterexample of {many(found.size or 0, 'document')}, {_decided(cell)}; {least} "
            f"({many(found.cases, 'case')} examined)"
        )
    if found.kind == "sampled":
        return f"no violation in {many(found.cases, 'random case')}, {_decided(cell)}; nothing was enumerated"
    if found.kind == "region":
        searched = f"{many(found.cases, 'case')} with {_size(found.size, unit)} searched besides"
        return f"{cell.message}; by proofs with the parameter as a symbol, checked; {searched}"
    if "n" in found.detail:
        return _threshold(cell, constraint)
    if "proof" in found.detail:
        return (
            f"proof for every size: {found.detail['method']} {_steps(cell)}; "
            f"{many(found.cases, 'case')} searched besides"
        )
    if found.detail.get("method") == "finite":
        return f"proof: the reading has {many(found.cases, 'case')} in all, {_decided(cell)}"
    if found.kind == "exhaustive":
        return (
            f"no violation in all {many(found.cases, 'case')} up to isomorphism with "
            f"{_size(found.size, unit)}, {_decided(cell)}"
        )
    return f"{found.kind}: {found.detail.get('method', 'see the detail in JSON')}"


def _size(size: int | None, unit: str) -> str:
    return f"n at most {size}" if unit == "n" else f"at most {size} {unit}"


def _steps(cell: Cell) -> str:
    detail, number = cell.evidence.detail, lemmas(cell)
    trusted = "" if number is None else f" {many(number, 'lemma')} taken on trust;"
    return (
        f"{many(len(detail['proof']['steps']), 'step')}, checked;{trusted} the formula is the metric's on "
        f"all {many(detail['linked'], 'case')} tried"
    )


def _threshold(cell: Cell, constraint: Constraint) -> str:
    """What was found for each n, and what is proved of those beyond."""
    detail = cell.evidence.detail
    if "proof" not in detail:
        return _scanned(cell, constraint)
    return (
        f"proof for every n from {detail['proof']['start']} on: {detail['method']} "
        f"{_steps(cell)}. {_scanned(cell, constraint)}"
    )


def _scanned(cell: Cell, constraint: Constraint) -> str:
    found, n0 = cell.evidence, cell.evidence.detail.get("n0")
    ns, last = list(found.detail["n"]), found.detail.get("scanned", found.size)
    if constraint.quantifier is Quantifier.EVENTUALLY:
        if n0 is None:
            return (
                f"A_n does not win at the end: every n from 2 to {last} was tried, {_decided(cell)}; A_n "
                f"wins for {_some(ns)}"
            )
        before = f", and not at {n0 - 1}" if n0 > 2 else ""
        return f"A_n wins for every n from {n0} to {last}{before}, {_decided(cell)}"
    if not ns:
        return f"B_n wins for no n from 2 to {last}, {_decided(cell)}"
    return f"proof: B_n wins for {_some(ns)}, {_decided(cell)}; every n from 2 to {last} was tried"


def _some(ns: Sequence[int]) -> str:
    return f"n = {ranges(ns, 6).replace(',', ', ')}" if ns else "no n"


def _decided(cell: Cell) -> str:
    if cell.evidence.exact:
        return "decided exactly"
    return (
        "bitwise equal under every relabelling tried"
        if cell.relation == "tied"
        else "decided in floats, outside their error bound"
    )


def _series(detail: Mapping[str, Any]) -> str:
    return ", ".join(f"{shape} for {many(count, 'gold')}" for shape, count in detail.get("series", {}).items())


def notes(cell: Cell) -> Iterator[str]:
    """What is to be said besides: conventions, cases that were skipped or could not be decided."""
    detail = cell.evidence.detail
    if "convention" in detail:
        yield f"by convention, {detail['convention']}"
    if detail.get("undefined"):
        yield f"{many(detail['undefined'], 'case')} skipped, the metric being undefined there"
    if detail.get("within_bound"):
        yield f"{many(detail['within_bound'], 'case')} too close for floats to decide"
    if detail.get("sampled") and cell.evidence.kind == "exhaustive":
        yield f"nor any violation in {many(detail['sampled'], 'random case')} beyond"
