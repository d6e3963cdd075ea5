"""Re-checks saved verdicts. A counterexample is re-checked by its scores and its precondition, a proof step by step, a
threshold by some of its n, and a region by its proofs.

Nothing here searches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as declared
from typing import Any

from axiometrics.core.cell import Cell
from axiometrics.core.constraint import Constraint, Quantifier, Reading
from axiometrics.core.errors import (
    AxiometricsError,
    FileError,
    ParameterError,
    TaskError,
    UndecidedError,
    UnknownNameError,
)
from axiometrics.core.evidence import DECLARATION
from axiometrics.core.family import parameters_of
from axiometrics.core.matrix import SCHEMA
from axiometrics.kernel.check_proof import ProofError
from axiometrics.registry.implications import Place
from axiometrics.verification.calls import check_breaks
from axiometrics.verification.confrontation import confronted, counterexamples_against
from axiometrics.verification.counterexamples import check_counterexample
from axiometrics.verification.fields import field, shorten
from axiometrics.verification.finite import check_finite, check_grid, check_number, check_smallest
from axiometrics.verification.implied import check_implied, trusted_by
from axiometrics.verification.limits import SECONDS, WORK, OverworkedError, working
from axiometrics.verification.other_documents import not_verified
from axiometrics.verification.possibilities import SCHEMA as POSSIBLE
from axiometrics.verification.possibilities import check_possible
from axiometrics.verification.proofs import check_proof, lemmas
from axiometrics.verification.regions.region import SCHEMA as REGION
from axiometrics.verification.regions.region import check_region, check_saved_regions, check_settled
from axiometrics.verification.scorers import Defined, InFloats, MismatchError, Scorer, scorer
from axiometrics.verification.searches import SEARCHED, of_cell, of_comparison
from axiometrics.verification.separations import SCHEMA as SEPARATION
from axiometrics.verification.separations import check_separation
from axiometrics.verification.stated import check_stated
from axiometrics.verification.strengths import SCHEMA as STRENGTH
from axiometrics.verification.strengths import KnownMutant, check_strength
from axiometrics.verification.thresholds import check_threshold
from axiometrics.verification.whole_matrix import as_a_whole
from axiometrics.verification.words import DeclaredWords, check_parts, check_words

Targets = Mapping[str, Callable[..., Any]]
"""By the id of a metric without a second definition, the function that scores a system output against a gold."""

SILENT: Mapping[str, Any] = {"differs": [], "relation": None, "counterexample": None, "message": ""}
SILENT_EVIDENCE: Mapping[str, Any] = {"minimal": None, "seconds": 0.0}
"""The values that are assumed for fields that a cell, or its evidence, lacks when it is re-checked by itself. With
these values the fields state nothing.
"""

OF_USERS = (
    *("breaks", "definition", "labelled", "loss", "read_as_fractions", "tied_means"),
    *("undefined_as", "undefined_at"),
)
"""Fields of the evidence that only cells about a user's metric may have."""

THRESHOLDS = (Quantifier.EXISTS, Quantifier.EVENTUALLY)

LOOKED_AT = ("verified", "nothing to check")
"""The statuses of items that were looked at and did not fail."""


@dataclass(frozen=True)
class Terms:
    """The settings of a re-check of a document.

    Attributes
    ----------
    targets : for the ids of metrics without a second definition, what scores a system against a gold
    seed : the seed of the random cases on which proofs are compared with their metrics
    seconds : what one call of a definition of another package may take
    strict : whether the smallest cases of what was searched are scored once more
    work : the seconds of processor time that the check of one item may take; 0 for any number
    mutants : the mutants of the house by name, by which a saved strength is checked
    words : the words of the theorems and regions that are declared; None where saved words are not compared with them
    """

    targets: Targets
    seed: int = 0
    seconds: float = SECONDS
    strict: bool = False
    work: float = WORK
    mutants: Mapping[str, KnownMutant] = declared(default_factory=dict)
    words: DeclaredWords | None = None


@dataclass(frozen=True)
class Verified:
    """The result of the re-check of one cell or of one region.

    Attributes
    ----------
    metric, constraint, reading : what it is about; the constraint as `task:id`
    status : `verified`, `failed`, `not re-run` (the metric cannot be scored here) or `nothing to check` (no case was
        saved)
    reason : what was checked, what did not hold, or why nothing was checked
    not_rerun : what the item says of a search that was not repeated (`searches.STATEMENTS`); none of it is verified
    remark : what is known besides, and does not contradict the item
    """

    metric: str
    constraint: str
    reading: str
    status: str
    reason: str = ""
    not_rerun: tuple[str, ...] = ()
    remark: str = ""


def verify_cell(cell: Mapping[str, Any], constraint: Constraint, terms: Terms | Targets) -> Verified:
    """Re-check one cell of a saved matrix by the definitions of the metrics and the plain statements of the
    constraints.

    Raises `FileError` where the cell is malformed.
    """
    if not isinstance(cell, Mapping):
        raise FileError(f"a cell is an object, not {shorten(cell)}")
    metric, name, where = _identity(cell)
    read = field(cell, "reading", str, where=where)
    status, reason = _outcome(cell, constraint, read, _terms(terms), where)
    if status in LOOKED_AT:
        try:
            Cell.from_json({**SILENT, **cell, "evidence": {**SILENT_EVIDENCE, **cell["evidence"]}})
        except ValueError as error:
            status, reason = "failed", f"this is not a possible cell: {error}"
    said = of_cell(cell) if status in LOOKED_AT else ()
    return Verified(metric, name, read, status, reason, said)


def verify_region(data: Mapping[str, Any], constraint: Constraint, terms: Terms) -> Verified:
    """Re-check a saved region by the definition of the metric and the inequalities of its parts.

    Raises `FileError` where the region is malformed.
    """
    metric, name, where = _identity(data, "region")
    read = field(data, "reading", str, where=where)
    if constraint.name != name:
        return Verified(metric, name, read, "not re-run", f"the constraint given is {constraint.name}")
    try:
        reading = constraint.reading(read)
    except UnknownNameError as error:
        return Verified(metric, name, read, "not re-run", str(error))
    try:
        scores = scorer(metric, {}, terms.seconds, constraint.task)
        if not isinstance(scores, Defined):
            return Verified(metric, name, read, "not re-run", f"{metric} has no second definition")
        reading = reading.asked_of(scores.definition)
        checked = check_region(data, constraint, reading, scores.definition, where)
        if terms.words is not None:
            check_parts(data["exact"], terms.words.parts(metric, name, read, data["param"]))
        return Verified(metric, name, read, "verified", checked)
    except FileError:
        raise
    except (AxiometricsError, MismatchError, ProofError) as error:
        return Verified(metric, name, read, "failed", " ".join(str(error).split()))


def _identity(cell: Mapping[str, Any], kind: str = "cell") -> tuple[str, str, str]:
    metric, task, name = (field(cell, key, str, where=f"a {kind}") for key in ("metric", "task", "constraint"))
    return metric, f"{task}:{name}", f"{kind} {shorten(f'{metric}/{name}')[1:-1]}"


def _outcome(cell: Mapping[str, Any], constraint: Constraint, read: str, terms: Terms, where: str) -> tuple[str, str]:
    if constraint.name != f"{cell['task']}:{cell['constraint']}":
        return "not re-run", f"the constraint given is {constraint.name}"
    try:
        reading = constraint.reading(read)
    except UnknownNameError as error:
        return "not re-run", str(error)
    try:
        detail = field(field(cell, "evidence", Mapping, where=where), "detail", Mapping, where=where)
        kind = _to_check(cell, constraint, where, terms.strict)
        check_grid(cell, reading)
        searched = constraint.quantifier.over_cases and cell["evidence"]["kind"] in ("exhaustive", "grid", "proof")
        summary = f"evidence of kind {cell['evidence'].get('kind')} saves no case"
        if not kind and not searched:
            return "nothing to check", summary
        scores = scorer(cell["metric"], terms.targets, terms.seconds, str(cell["task"]), detail)
        bound_reading = reading.asked_of(scores.definition if isinstance(scores, Defined) else None)
        if searched and kind in ("", "search"):
            summary = f"{summary}; {check_number(cell, bound_reading)}"
        if not kind:
            if isinstance(scores, Defined):
                check_stated(cell, constraint, bound_reading, scores, where)
            return "nothing to check", summary
        if scores is None:
            return "not re-run", f"{cell['metric']} has no second definition, and no target was given for it"
        checked = _checked(kind, cell, constraint, bound_reading, scores, where, terms.seed)
        if searched:
            check_number(cell, bound_reading)
        shown = (cell.get("counterexample") or {}).get("scores", {}).values()
        if cell["evidence"].get("exact") is True and any(isinstance(score, float) for score in shown):
            raise MismatchError("the file says that exact arithmetic decided, but a score is a float")
        if isinstance(scores, Defined):
            check_stated(cell, constraint, bound_reading, scores, where)
            if terms.words is not None:
                check_words(cell, terms.words, where)
        return "verified", checked
    except (MismatchError, ProofError, TaskError, ParameterError, UndecidedError, UnknownNameError) as error:
        return "failed", str(error)
    except RecursionError:
        raise FileError(f"{where}: a score is nested too deep") from None
    except AxiometricsError:
        raise
    except ValueError as error:  # of Python itself, which reads no number of more than 4300 digits
        return "failed", f"the case cannot be scored: {error}"


def _to_check(cell: Mapping[str, Any], constraint: Constraint, where: str, strict: bool) -> str:
    """Return the check that a cell needs: `counterexample`, `argument`, `implied`, `finite`, `declaration`, `threshold`
    (if strict, `scan`), `region`, `search` (if strict), or an empty text if nothing can be checked.
    """
    evidence = field(cell, "evidence", Mapping, where=where)
    kind = field(evidence, "kind", str, where=where)
    if field(cell, "counterexample", Mapping, type(None), where=where) is not None:
        if not constraint.quantifier.over_cases:
            raise MismatchError(f"{constraint.name} has no counterexamples: it says {constraint.quantifier.value}")
        if kind != "counterexample":
            raise MismatchError(
                f"the file holds a counterexample, but says that the evidence is of kind {shorten(kind)}"
            )
        return "counterexample"
    if kind == "counterexample":
        raise MismatchError("the evidence is a counterexample, but the file holds none")
    if kind in SEARCHED and constraint.quantifier.over_cases and cell.get("holds") is not True:
        raise MismatchError(
            f"a search that found no violation supports holds=True, but the file says holds={cell.get('holds')}"
        )
    detail = field(evidence, "detail", Mapping, where=where)
    if kind == "region":
        return "region"
    if kind == "proof" and "proof" in detail:
        return "argument"
    if kind == "proof" and "implied_by" in detail:
        return "implied"
    if constraint.quantifier in THRESHOLDS:
        if kind == "proof" and not (constraint.quantifier is Quantifier.EXISTS and cell.get("holds") is True):
            raise MismatchError("the evidence is a proof, but the file holds none")
        has_scan = "n" in detail and (cell.get("holds") is not None or kind == "undetermined")
        return ("scan" if strict else "threshold") if has_scan else ""
    if kind == "proof":
        if detail.get("method") == DECLARATION:
            return "declaration"
        if detail.get("method") != "finite":
            raise MismatchError("the evidence is a proof, but the file holds none")
        return "finite"
    return "search" if strict and kind in SEARCHED and cell.get("holds") is True else ""


def _checked(
    kind: str, cell: Mapping[str, Any], constraint: Constraint, reading: Reading, scores: Scorer, where: str, seed: int
) -> str:
    """Check the evidence of a cell, and the regions that the cell holds with their arguments; return what was checked,
    in words.
    """
    stray = [name for name in OF_USERS if cell["evidence"]["detail"].get(name)]
    if isinstance(scores, Defined) and stray:
        raise MismatchError(f"{cell['metric']} has a definition, and {stray[0]} is said of users' metrics only")
    if not isinstance(scores, Defined):
        if kind == "region":
            raise MismatchError(f"{cell['metric']} has no second definition, so a region of it cannot be checked")
        broken = check_breaks(cell, scores, where) if isinstance(scores, InFloats) else ""
        loss = "judged by its negative, as the file says" if isinstance(scores, InFloats) and scores.loss else ""
        return "; ".join(filter(None, (_evidence(kind, cell, constraint, reading, scores, where, seed), broken, loss)))
    if kind == "region":
        return check_settled(cell, constraint, reading, scores.definition, where)
    regions = check_saved_regions(cell, constraint, reading, scores.definition, where)
    return "; ".join(filter(None, (_evidence(kind, cell, constraint, reading, scores, where, seed), regions)))


def _evidence(
    kind: str, cell: Mapping[str, Any], constraint: Constraint, reading: Reading, scores: Scorer, where: str, seed: int
) -> str:
    if kind == "counterexample":
        return check_counterexample(cell, constraint, reading, scores, where)
    if kind == "finite":
        _check_lemmas(cell, 0)
        return check_finite(cell, reading, scores)
    if kind == "implied":
        checked = check_implied(cell, constraint, reading, scores, seed)
        _check_lemmas(cell, trusted_by(cell))
        return checked
    if kind == "declaration":
        _check_lemmas(cell, 0)
        return _check_declaration(cell, reading, scores)
    if kind == "search":
        return check_smallest(cell, reading, scores)
    argued = check_proof(cell, constraint, reading, scores, seed) if kind == "argument" else ""
    if cell["evidence"]["kind"] == "proof":
        _check_lemmas(cell, len(lemmas(cell["evidence"]["detail"]["proof"], constraint, reading)) if argued else 0)
    if constraint.quantifier not in THRESHOLDS:
        return argued
    start = cell["evidence"]["detail"]["proof"]["start"] if argued else None
    duels = check_threshold(cell, reading.duels, constraint.quantifier, scores, where, start, kind == "scan")
    return f"{argued}; {duels}" if argued else duels


def _check_declaration(cell: Mapping[str, Any], reading: Reading, scores: Scorer) -> str:
    """Check a cell that is proved by declaration: the roles of the reading are values of parameters, and the definition
    does not have these parameters.
    """
    names = parameters_of(reading.cases)
    if not names or cell.get("holds") is not True or not isinstance(scores, Defined):
        raise MismatchError(f"the reading {reading.name} is not about parameters, or the metric has no definition")
    if own := [name for name in names if name in scores.definition.values]:
        raise MismatchError(f"the definition has the parameter {own[0]}, so the scores for its values must be compared")
    return f"the definition has no parameter {' or '.join(names)}"


def _check_lemmas(cell: Mapping[str, Any], number: int) -> None:
    """Check the number of lemmas that the file states for a proof. If the proof has no argument, check also that its
    link is stated as `proved`, since there is nothing to link. A file may leave out both.
    """
    detail = cell["evidence"]["detail"]
    said = detail.get("lemmas", number)
    if type(said) is not int or said != number:
        raise MismatchError(f"the file says that the proof rests on {shorten(said)} lemmas, but it rests on {number}")
    if "proof" not in detail and detail.get("link", "proved") != "proved":
        raise MismatchError(
            f"the proof has no argument, so its link must be 'proved', but it is {shorten(detail['link'])}"
        )


def _terms(terms: Terms | Targets) -> Terms:
    return terms if isinstance(terms, Terms) else Terms(terms)


def verify_document(
    data: Any,
    constraints: Iterable[Constraint],
    terms: Terms | Targets,
    progress: Callable[[int, int, str], None] = lambda done, total, item: None,
) -> list[Verified]:
    """Re-check every cell of a saved matrix, of a list of cells, or the one cell, region, separation or strength that
    the data is; `progress` is told how many are done, of how many, and which one is under way.

    Raises `FileError` where the data is none of these, or a cell is malformed.
    """
    by_name = {constraint.name: constraint for constraint in constraints}
    compared = _comparison(data, by_name, _terms(terms))
    if compared is not None:
        return compared
    cells = _cells(data)
    items = []
    for i, cell in enumerate(cells):
        progress(i, len(cells), f"item {i + 1}")
        items.append(_verified(cell, by_name, _terms(terms)))
    searched = [cell for cell in cells if cell.get("schema") != REGION]
    return [
        *_confronted(items, cells, by_name, _terms(terms)),
        *(Verified(*fields) for fields in as_a_whole(data, searched)),
    ]


def _comparison(data: Any, constraints: Mapping[str, Constraint], terms: Terms) -> list[Verified] | None:
    """Re-check a separation, a strength or an answer of `possible`; return None for other data. The time limit of an
    item applies to the whole document, since its parts are decided together.
    """
    schema = data.get("schema") if isinstance(data, Mapping) else None
    if schema == SEPARATION:
        checked = check_separation(data, terms.targets, terms.seconds)
    elif schema == STRENGTH:
        checked = check_strength(data, constraints, terms.mutants)
    elif schema == POSSIBLE:
        checked = check_possible(data, constraints)
    else:
        return None
    items: list[Verified] = []
    try:
        with working(terms.work):
            items.extend(_of_comparison(data, Verified(*fields)) for fields in checked)
    except OverworkedError:
        items.append(Verified("the rest", str(data.get("task", "strength")), "all", "not re-run", _overworked(terms)))
    except (TypeError, AttributeError, KeyError, ValueError, RecursionError) as error:
        raise FileError(f"the document is malformed: {type(error).__name__}: {' '.join(str(error).split())}") from None
    return items


def _of_comparison(data: Mapping[str, Any], item: Verified) -> Verified:
    return replace(item, not_rerun=of_comparison(data, item.metric)) if item.status in LOOKED_AT else item


def _confronted(
    items: list[Verified], cells: list[Any], constraints: Mapping[str, Constraint], terms: Terms
) -> Iterator[Verified]:
    """Yield the items. An item of a cell that holds is first confronted with the counterexamples of the file and of the
    package.
    """
    refuted = [
        cell
        for item, cell in zip(items, cells, strict=True)
        if item.status == "verified" and isinstance(cell.get("counterexample"), Mapping)
    ]
    for item, cell in zip(items, cells, strict=True):
        constraint = constraints.get(item.constraint)
        if item.status not in LOOKED_AT or cell.get("holds") is not True or constraint is None:
            yield item
            continue
        try:
            with working(terms.work):
                number, remark = _confront(cell, constraint, terms, refuted)
        except OverworkedError:
            yield replace(item, status="not re-run", reason=_overworked(terms), not_rerun=())
        except (AxiometricsError, MismatchError, ProofError, AssertionError, KeyError, ValueError) as error:
            reason = f"a counterexample contradicts the cell: {' '.join(str(error).split())}"
            yield replace(item, status="failed", reason=reason, not_rerun=())
        else:
            said = f"{item.reason}; confronted with {number} counterexamples" if number else item.reason
            yield replace(item, reason=said, remark=remark)


def _confront(
    cell: Mapping[str, Any], constraint: Constraint, terms: Terms, refuted: Sequence[Mapping[str, Any]]
) -> tuple[int, str]:
    """Return the number of counterexamples with which a cell that holds was confronted, and a remark about larger
    cases, empty if there is none.
    """
    metric = str(cell["metric"])
    scores = scorer(metric, terms.targets, terms.seconds, constraint.task)
    if not constraint.quantifier.over_cases or not isinstance(scores, Defined):
        return 0, ""
    place = Place(constraint, constraint.reading(str(cell["reading"])).asked_of(scores.definition))
    return confronted(cell, place, scores, counterexamples_against(place, metric, refuted))


def _verified(cell: Any, constraints: Mapping[str, Constraint], terms: Terms) -> Verified:
    if not isinstance(cell, Mapping):
        raise FileError(f"a cell is an object, not {shorten(cell)}")
    is_region = cell.get("schema") == REGION
    metric, name, where = _identity(cell, "region" if is_region else "cell")
    if name not in constraints:
        return Verified(
            metric, name, field(cell, "reading", str, where=where), "not re-run", f"there is no constraint {name}"
        )
    try:
        with working(terms.work):
            return (
                verify_region(cell, constraints[name], terms)
                if is_region
                else verify_cell(cell, constraints[name], terms)
            )
    except OverworkedError:
        return Verified(metric, name, str(cell.get("reading")), "not re-run", _overworked(terms))


def _overworked(terms: Terms) -> str:
    return f"its check takes more than {terms.work:g} s of processor time: allow more with --work"


def _cells(data: Any) -> list[Any]:
    if isinstance(data, list):
        return data
    if isinstance(data, Mapping) and data.get("schema") == REGION:
        return [data]
    if isinstance(data, Mapping) and "schema" in data:
        if data["schema"] != SCHEMA:
            raise FileError(not_verified(data["schema"]))
        return list(field(data, "cells", list, where="the matrix"))
    if isinstance(data, Mapping) and "metric" in data:
        return [data]
    raise FileError(
        f"expected a saved matrix, a region, a separation, a strength, a cell or a list of cells, found {shorten(data)}"
    )
