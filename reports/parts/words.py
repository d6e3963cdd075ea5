"""A cell in words: its verdict, on what evidence it rests, and what is to be said besides. What reports and
explanations share.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from axiometrics.core import names
from axiometrics.core.case import Case
from axiometrics.core.cell import Cell
from axiometrics.core.constraint import Constraint, Quantifier
from axiometrics.core.decimals import decimals
from axiometrics.core.evidence import (
    Descriptive,
    Exhaustive,
    Grid,
    Judged,
    Proven,
    Refuted,
    Regional,
    Sampled,
    Scan,
    Severity,
)
from axiometrics.core.family import followed_by, follows_cut
from axiometrics.core.task import task as task_of
from axiometrics.core.verdicts import WORDS
from axiometrics.reports.parts import remarks
from axiometrics.reports.parts.tables import ranges, seen, undecided


def verdict(cell: Cell) -> str:
    """The verdict in a word or two.

    >>> from axiometrics.core.evidence import Exhaustive
    >>> verdict(Cell("ranking", "ap", "priority", "universal", True, Exhaustive(True, 9, 8)))
    'satisfies'
    """
    if cell.holds is None:
        return cell.evidence.profile if isinstance(cell.evidence, Descriptive) else undecided(cell)
    return ", ".join(filter(None, (WORDS[cell.holds], cell.relation)))


def many(count: int, thing: str) -> str:
    """A number of things.

    >>> many(1, "case"), many(1200, "case")
    ('1 case', '1,200 cases')
    """
    return f"{count:,} {thing}{'' if count == 1 else 's'}"


LONGEST = 16
"""Characters of a share that is shown exactly."""


def severity(cell: Cell, found: Severity) -> str:
    """How far a metric is from satisfying a constraint: the share of its range, at which size, and the case that lacks
    most.
    """
    of = task_of(cell.task)
    at = f"up to {found.size} ranks" if of.nested else f"at {of.items(found.size)}"
    share = found.share if len(found.share) <= LONGEST else f"about {decimals(found.value)}"
    unmet, case = f"{found.unmet:,} of {many(found.demands, 'demand')}", _worst_case(cell, found.worst)
    if not found.value:
        return f"0 of the metric's range {at}: no demand is reversed. The scores are tied in {unmet}: {case}"
    return (
        f"{share} of the metric's range {at}: by so much its scores have to change at least before each demand is met, "
        f"if equal scores are allowed. Not met: {unmet}. Most is lacking at: {case}"
    )


def _worst_case(cell: Cell, worst: Mapping[str, Any]) -> str:
    shown = cell.counterexample
    is_shown = shown is not None and all(
        worst.get(name) == shown.data.get(name) for name in ("gold", "golds", "outputs")
    )
    return "the case that is drawn" if is_shown else case_line(task_of(cell.task).case(worst))


def case_line(case: Case) -> str:
    """The gold and the outputs of a case in a line; of several outputs that are scored together, how many they are.

    >>> from axiometrics.core.organization import Organization
    >>> gold, output = Organization.parse("a b"), Organization.parse("{a b}")
    >>> case_line(Case(gold, {"better": gold, "worse": output}))
    'gold a b, better a b, worse {a b}'
    """
    return ", ".join([f"gold {case.gold}", *(f"{role} {_outputs(case, role)}" for role in case.outputs)])


def _outputs(case: Case, role: str) -> str:
    """The output of a role, and its gold where that is not the one of the case."""
    first, *more = case.calls(role)
    output = f"{first.output} and {len(more)} more" if more else str(first.output)
    return output if first.gold == case.gold else f"{output} on gold {first.gold}"


def evidence(cell: Cell, constraint: Constraint) -> str:
    """On what a verdict rests, in words; also which cases the metric is asked, where these depend on its cut-off or on
    values of its parameters.
    """
    told = [_evidence(cell, constraint)]
    if cell.holds is None:
        return told[0]
    cases, named = constraint.reading(cell.reading).cases, names.parse(cell.metric)
    values = named[1] if named else {}
    if follows_cut(cases) and values.get("k") is not None:
        told.append(f"of runs of at most {values['k']} ranks, as the metric looks at no more")
    told += (f"of the cases for {name}={values.get(name, default)}" for name, default in followed_by(cases).items())
    return "; ".join(told)


def _evidence(cell: Cell, constraint: Constraint) -> str:
    found = cell.evidence
    of = task_of(cell.task)
    unit = of.unit(constraint.reading(cell.reading).cases.unit)
    if isinstance(found, Descriptive):
        return (
            f"{many(found.cases, 'score')} of random outputs, to {found.size} {unit}, "
            f"{_decided(cell)}: {_series(found)}"
        )
    if cell.unwitnessed and cell.scan is not None:
        return _threshold(cell, cell.scan, constraint)
    if cell.holds is None:
        return f"{found.kind}: {cell.message}" if cell.message else found.kind
    if isinstance(found, Refuted):
        least = (
            "no smaller case violates it"
            if found.minimal
            else f"no smaller case of a grid violates it ({found.grid}); a smaller one off the grid may exist"
            if found.grid
            else "a smaller one may exist"
        )
        return (
            f"a counterexample of {of.items(found.size or 0)}, {_decided(cell)}; {least} "
            f"({many(found.cases, 'case')} examined)"
        )
    if isinstance(found, Sampled):
        if found.scan is not None:
            return _threshold(cell, found.scan, constraint)
        nothing = "; nothing was enumerated" if found.labelled is None else ""
        return f"no violation in {many(found.cases, 'random case')}, {_decided(cell)}{nothing}"
    if isinstance(found, Regional):
        searched = f"{many(found.cases, 'case')} with {_size(found.size, unit)} searched too"
        return f"{cell.message}; by proofs with the parameter as a symbol, checked; {searched}"
    if cell.scan is not None:
        return _threshold(cell, cell.scan, constraint)
    if isinstance(found, Proven) and found.proof:
        return (
            f"proof for every size: {found.method} {_steps(found, found.proof, cell)}; "
            f"{many(found.cases, 'case')} searched too"
        )
    if isinstance(found, Proven) and found.method == "finite":
        tried = ", and each was tried" if seen(cell) else ""
        return (
            f"{'' if tried else 'proof: '}the reading has {many(found.cases, 'case')} in all{tried}, {_decided(cell)}"
        )
    if isinstance(found, Exhaustive):
        plain = found.labelled is None
        which = f"{many(found.cases, 'case')} up to isomorphism" if plain else many(found.cases, "labelled case")
        return f"no violation in all {which} with {_size(found.size, unit)}, {_decided(cell)}"
    if isinstance(found, Grid):
        off = (
            f"no violation in {many(found.sampled, 'random case')} off the grid"
            if found.sampled
            else ("no case off the grid was tried")
        )
        return (
            f"no violation in all {many(found.cases, 'case')} of a grid with {_size(found.size, unit)}, "
            f"{_decided(cell)}; {off}. The grid: {found.grid}"
        )
    return f"{found.kind}: {getattr(found, 'method', None) or 'see the detail in JSON'}"


def _size(size: int | None, unit: str) -> str:
    return f"n at most {size}" if unit == "n" else f"at most {size} {unit}"


def _steps(found: Proven, proof: Mapping[str, Any], cell: Cell) -> str:
    trusted = "" if found.lemmas is None else f" {many(found.lemmas, 'lemma')} taken on trust;"
    return f"{many(len(proof['steps']), 'step')}, checked;{trusted} {_link(found, cell)}"


def _link(found: Proven, cell: Cell) -> str:
    """How it is known that the formula of a proof is that of the metric."""
    where = f" (checked {found.link_checked})" if found.link_checked else ""
    if found.link == "proved":
        of = "the definition of the metric"
        if remarks.is_symbolic(cell):
            of = "the symbolic form of the definition, which tests compare with its plain form"
        return f"the formula follows from {of}, and is the metric's on all cases tried{where}"
    if isinstance(found.link, dict):
        largest = f", the largest of size {found.link['largest']}" if "largest" in found.link else ""
        tried = f"on all {many(found.link['cases'], 'case')} tried{largest}"
        return f"the formula is the metric's {tried}, and is not derived from its definition{where}"
    return "nothing is said of how the formula was compared with the metric"


def _threshold(cell: Cell, scan: Scan, constraint: Constraint) -> str:
    """What was found for each n, and what is proved of those beyond."""
    found = cell.evidence
    if not isinstance(found, Proven) or not found.proof:
        return _scanned(cell, scan, constraint)
    return (
        f"proof for every n from {found.proof['start']} on: {found.method} "
        f"{_steps(found, found.proof, cell)}. {_scanned(cell, scan, constraint)}"
    )


def _scanned(cell: Cell, scan: Scan, constraint: Constraint) -> str:
    ns, last, n0 = scan.n, scan.scanned, scan.n0
    if constraint.quantifier is Quantifier.EVENTUALLY:
        if not n0:
            return f"every n from 2 to {last} was tried, {_decided(cell)}: A_n wins for {_some(ns)}{_beyond(cell)}"
        before = f", and not at {n0 - 1}" if n0 > 2 else ""
        return f"A_n wins at every n from {n0} to {ns[-1]}{before}, {_decided(cell)}{_beyond(cell)}"
    if not ns:
        return f"B_n wins for no n from 2 to {last}, {_decided(cell)}{_beyond(cell)}"
    how = "a witness was found" if seen(cell) else "proof"
    return f"{how}: B_n wins for {_some(ns)}, {_decided(cell)}; every n from 2 to {last} was tried"


def _beyond(cell: Cell) -> str:
    """What is said of the n beyond a scan, where neither an argument nor a region speaks of them."""
    return "" if isinstance(cell.evidence, Proven | Regional) else "; greater n are not decided"


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


def _series(found: Descriptive) -> str:
    return ", ".join(f"{shape} for {many(count, 'gold')}" for shape, count in found.series.items())


def notes(cell: Cell) -> Iterator[str]:
    """What is to be said besides: conventions, cases that were skipped or could not be decided."""
    found = cell.evidence
    if remarks.loss(found):
        yield f"{remarks.loss(found)}; scores are those of -f"
    if found.reduction:
        yield f"the cases are of {cell.task}; the metric judges them through the reduction {found.reduction!r}"
    if isinstance(found, Refuted) and found.carried:
        yield f"the case was found for {found.carried}, which this reading implies"
    if isinstance(found, Judged) and found.convention:
        yield f"by convention, {found.convention}"
    if remarks.undefined(cell):
        partial = "satisfies it where it is defined; " if cell.holds else ""
        yield f"{partial}{remarks.undefined(cell)}; the smallest: {remarks.smallest(cell)}"
    elif found.undefined:
        yield f"{many(found.undefined, 'case')} skipped, the metric being undefined there"
    if found.undefined_as is not None and found.undefined_as != "error":
        yield f"an undefined value is taken for {found.undefined_as}, as told"
    if found.read_as_fractions:
        yield f"{many(found.read_as_fractions, 'case')} tied as demanded, each score being read as a simple fraction"
    if remarks.tied_means(found):
        yield remarks.tied_means(found)
    yield from remarks.broken(found)
    if remarks.labelled(cell):
        yield f"the metric breaks an invariance; {remarks.labelled(cell)}"
    if isinstance(found, Judged) and found.within_bound:
        yield f"{many(found.within_bound, 'case')} too close for floats to decide"
    if found.definition is not None:
        known = found.definition
        yield f"equals {known.display} on {many(known.inputs, 'input')} that were tried; {known.words}"
    if isinstance(found, Exhaustive) and found.sampled:
        yield f"nor any violation in {many(found.sampled, 'random case')} beyond"
