"""Describe a cell in words: its verdict, the evidence that it rests on, and further notes. Reports and explanations
share these words.
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
    """Return the verdict in one or two words.

    >>> from axiometrics.core.evidence import Exhaustive
    >>> verdict(Cell("ranking", "ap", "priority", "universal", True, Exhaustive(True, 9, 8)))
    'satisfies'
    """
    if cell.holds is None:
        return cell.evidence.profile if isinstance(cell.evidence, Descriptive) else undecided(cell)
    return ", ".join(filter(None, (WORDS[cell.holds], cell.relation)))


def many(count: int, thing: str) -> str:
    """Return a number and the name of what is counted.

    >>> many(1, "case"), many(1200, "case")
    ('1 case', '1,200 cases')
    """
    return f"{count:,} {thing}{'' if count == 1 else 's'}"


LONGEST = 16
"""The greatest number of characters of a share that is shown exactly."""


def severity(cell: Cell, shortfall: Severity) -> str:
    """Return how far a metric is from satisfying a constraint: the share of its range, the size of the cases, and the
    case in which most is lacking.
    """
    of = task_of(cell.task)
    at = f"up to {shortfall.size} ranks" if of.nested else f"at {of.items(shortfall.size)}"
    share = shortfall.share if len(shortfall.share) <= LONGEST else f"about {decimals(shortfall.value)}"
    unmet, case = f"{shortfall.unmet:,} of {many(shortfall.demands, 'demand')}", _worst_case(cell, shortfall.worst)
    if not shortfall.value:
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
    """Return the gold and the outputs of a case in one line. If several outputs are scored together, only the first is
    shown, with the number of the others.

    >>> from axiometrics.core.organization import Organization
    >>> gold, output = Organization.parse("a b"), Organization.parse("{a b}")
    >>> case_line(Case(gold, {"better": gold, "worse": output}))
    'gold a b, better a b, worse {a b}'
    """
    return ", ".join([f"gold {case.gold}", *(f"{role} {_outputs(case, role)}" for role in case.outputs)])


def _outputs(case: Case, role: str) -> str:
    """Return the output of a role, with its gold if this differs from the gold of the case."""
    first, *more = case.calls(role)
    output = f"{first.output} and {len(more)} more" if more else str(first.output)
    return output if first.gold == case.gold else f"{output} on gold {first.gold}"


def evidence(cell: Cell, constraint: Constraint) -> str:
    """Return in words what a verdict rests on. The text also says which cases the metric was asked about, if these
    depend on its cut-off or on the values of its parameters.
    """
    phrases = [_evidence(cell, constraint)]
    if cell.holds is None:
        return phrases[0]
    cases, named = constraint.reading(cell.reading).cases, names.parse(cell.metric)
    values = named[1] if named else {}
    if follows_cut(cases) and values.get("k") is not None:
        phrases.append(f"of runs of at most {values['k']} ranks, as the metric looks at no more")
    phrases += (f"of the cases for {name}={values.get(name, default)}" for name, default in followed_by(cases).items())
    return "; ".join(phrases)


def _evidence(cell: Cell, constraint: Constraint) -> str:
    evidence = cell.evidence
    of = task_of(cell.task)
    unit = of.unit(constraint.reading(cell.reading).cases.unit)
    if isinstance(evidence, Descriptive):
        return (
            f"{many(evidence.cases, 'score')} of random outputs, to {evidence.size} {unit}, "
            f"{_decided(cell)}: {_series(evidence)}"
        )
    if cell.unwitnessed and cell.scan is not None:
        return _threshold(cell, cell.scan, constraint)
    if cell.holds is None:
        return f"{evidence.kind}: {cell.message}" if cell.message else evidence.kind
    if isinstance(evidence, Refuted):
        least = (
            "no smaller case violates it"
            if evidence.minimal
            else f"no smaller case of a grid violates it ({evidence.grid}); a smaller one off the grid may exist"
            if evidence.grid
            else "a smaller one may exist"
        )
        return (
            f"a counterexample of {of.items(evidence.size or 0)}, {_decided(cell)}; {least} "
            f"({many(evidence.cases, 'case')} examined)"
        )
    if isinstance(evidence, Sampled):
        if evidence.scan is not None:
            return _threshold(cell, evidence.scan, constraint)
        nothing = "; nothing was enumerated" if evidence.labelled is None else ""
        return f"no violation in {many(evidence.cases, 'random case')}, {_decided(cell)}{nothing}"
    if isinstance(evidence, Regional):
        searched = f"{many(evidence.cases, 'case')} with {_size(evidence.size, unit)} searched too"
        return f"{cell.message}; by proofs with the parameter as a symbol, checked; {searched}"
    if cell.scan is not None:
        return _threshold(cell, cell.scan, constraint)
    if isinstance(evidence, Proven) and evidence.proof:
        return (
            f"proof for every size: {evidence.method} {_steps(evidence, evidence.proof, cell)}; "
            f"{many(evidence.cases, 'case')} searched too"
        )
    if isinstance(evidence, Proven) and evidence.method == "finite":
        tried = ", and each was tried" if seen(cell) else ""
        cases = f"the reading has {many(evidence.cases, 'case')} in all{tried}"
        return f"{'' if tried else 'proof: '}{cases}, {_decided(cell)}"
    if isinstance(evidence, Exhaustive):
        plain = evidence.labelled is None
        which = f"{many(evidence.cases, 'case')} up to isomorphism" if plain else many(evidence.cases, "labelled case")
        return f"no violation in all {which} with {_size(evidence.size, unit)}, {_decided(cell)}"
    if isinstance(evidence, Grid):
        off = (
            f"no violation in {many(evidence.sampled, 'random case')} off the grid"
            if evidence.sampled
            else ("no case off the grid was tried")
        )
        return (
            f"no violation in all {many(evidence.cases, 'case')} of a grid with {_size(evidence.size, unit)}, "
            f"{_decided(cell)}; {off}. The grid: {evidence.grid}"
        )
    return f"{evidence.kind}: {getattr(evidence, 'method', None) or 'see the detail in JSON'}"


def _size(size: int | None, unit: str) -> str:
    return f"n at most {size}" if unit == "n" else f"at most {size} {unit}"


def _steps(proven: Proven, proof: Mapping[str, Any], cell: Cell) -> str:
    trusted = "" if proven.lemmas is None else f" {many(proven.lemmas, 'lemma')} taken on trust;"
    return f"{many(len(proof['steps']), 'step')}, checked;{trusted} {_link(proven, cell)}"


def _link(proven: Proven, cell: Cell) -> str:
    """Return how it is known that the formula of a proof is that of the metric."""
    where = f" (checked {proven.link_checked})" if proven.link_checked else ""
    if proven.link == "proved":
        of = "the definition of the metric"
        if remarks.is_symbolic(cell):
            of = "the symbolic form of the definition, which tests compare with its plain form"
        return f"the formula follows from {of}, and is the metric's on all cases tried{where}"
    if isinstance(proven.link, dict):
        largest = f", the largest of size {proven.link['largest']}" if "largest" in proven.link else ""
        tried = f"on all {many(proven.link['cases'], 'case')} tried{largest}"
        return f"the formula is the metric's {tried}, and is not derived from its definition{where}"
    return "nothing is said of how the formula was compared with the metric"


def _threshold(cell: Cell, scan: Scan, constraint: Constraint) -> str:
    """Return what was found for each n that was scanned, and what is proved about greater n."""
    evidence = cell.evidence
    if not isinstance(evidence, Proven) or not evidence.proof:
        return _scanned(cell, scan, constraint)
    return (
        f"proof for every n from {evidence.proof['start']} on: {evidence.method} "
        f"{_steps(evidence, evidence.proof, cell)}. {_scanned(cell, scan, constraint)}"
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
    """Return what is known about the n beyond a scan. Empty if an argument or a region covers them."""
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


def _series(description: Descriptive) -> str:
    return ", ".join(f"{shape} for {many(count, 'gold')}" for shape, count in description.series.items())


def notes(cell: Cell) -> Iterator[str]:
    """Yield further notes on a cell, such as conventions, and cases that were skipped or could not be decided."""
    evidence = cell.evidence
    if remarks.loss(evidence):
        yield f"{remarks.loss(evidence)}; scores are those of -f"
    if evidence.reduction:
        yield f"the cases are of {cell.task}; the metric judges them through the reduction {evidence.reduction!r}"
    if isinstance(evidence, Refuted) and evidence.carried:
        yield f"the case was found for {evidence.carried}, which this reading implies"
    if isinstance(evidence, Judged) and evidence.convention:
        yield f"by convention, {evidence.convention}"
    if remarks.undefined(cell):
        partial = "satisfies it where it is defined; " if cell.holds else ""
        yield f"{partial}{remarks.undefined(cell)}; the smallest: {remarks.smallest(cell)}"
    elif evidence.undefined:
        yield f"{many(evidence.undefined, 'case')} skipped, the metric being undefined there"
    if evidence.undefined_as is not None and evidence.undefined_as != "error":
        yield f"an undefined value is taken for {evidence.undefined_as}, as told"
    if evidence.read_as_fractions:
        yield f"{many(evidence.read_as_fractions, 'case')} tied as demanded, each score being read as a simple fraction"
    if remarks.tied_means(evidence):
        yield remarks.tied_means(evidence)
    yield from remarks.broken(evidence)
    if remarks.labelled(cell):
        yield f"the metric breaks an invariance; {remarks.labelled(cell)}"
    if isinstance(evidence, Judged) and evidence.within_bound:
        yield f"{many(evidence.within_bound, 'case')} too close for floats to decide"
    if evidence.definition is not None:
        definition = evidence.definition
        yield f"equals {definition.display} on {many(definition.inputs, 'input')} that were tried; {definition.words}"
    if isinstance(evidence, Exhaustive) and evidence.sampled:
        yield f"nor any violation in {many(evidence.sampled, 'random case')} beyond"
