"""Claims on a family: it stands or falls by its members, so the claim is compared with the results for `every member`
and for `some named member`.

A claim whose own words are `of` each member is compared with the results for every member only: all satisfy it, or none
does. A claim `over` all values of some parameters is about infinitely many settings. Its members are the settings that
are computed, and regions make statements about the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from axiometrics import registry
from axiometrics.auditing.cells import Cells, Want, answer, conclusive, evidence_words
from axiometrics.auditing.claims import ANSWERS, PublishedClaim, shown
from axiometrics.auditing.findings import KindFindings, ReadingOutcome
from axiometrics.auditing.kind import ClaimKind
from axiometrics.auditing.names import constraint, label, members, metric, readings
from axiometrics.auditing.settings import NOTHING, Rest, rest
from axiometrics.core.cell import Cell
from axiometrics.core.constraint import Constraint
from axiometrics.core.metric import Metric, decimal

EVERY, SOME, ANY = "every member", "some named member", "any member"
"""The meanings of a claim on a family. A paper seldom says whether it means every member or only those that it names,
so both are judged.
"""

EACH = "each"
"""The value of `of` in a claim whose own words are about each member, so that only `every member` is meant."""


def family(claim: PublishedClaim) -> tuple[list[dict[str, Metric]], list[bool]]:
    """The members by their readings, and for each whether the source names it."""
    texts, named = members(claim)
    return readings([metric(claim, text) for text in texts], *texts), [text in named for text in texts]


def wants(claim: PublishedClaim) -> Iterator[Want]:
    """The cells of every member in every reading of it."""
    family_members, _ = family(claim)
    _demand_settings(claim, family_members)
    for member in family_members:
        for read in member.values():
            yield Want(read.id, constraint(claim, read).name, claim.get("max_size", ""))


def find(claim: PublishedClaim, cells: Cells) -> KindFindings:
    """The results for every member and for some named member, in every reading. The stricter of the two comes first."""
    family_members, named = family(claim)
    size, of = claim.get("max_size", ""), constraint(claim, next(iter(family_members[0].values())))
    outcomes, kept = [], {}
    order: tuple[str, ...] = (EVERY, SOME) if claim.published == ANSWERS[True] else (SOME, EVERY)
    if claim.get("over"):
        return _over(claim, cells, family_members, of)
    if claim.get("of"):
        order = (EVERY,) if claim.published == ANSWERS[True] else (ANY,)
    for quantifier in order:
        for name in family_members[0]:
            for reading in (reading.name for reading in of.readings):
                row = [cells.reading(Want(member[name].id, of.name, size), reading) for member in family_members]
                kept.update({(cell.metric, cell.reading): cell for cell in row})
                counted = [cell for cell, is_named in zip(row, named, strict=True) if is_named or quantifier != SOME]
                holds = every(counted) if quantifier == EVERY else some(counted)
                if any(cell.evidence.kind != "not-applicable" for cell in row):
                    agrees = None if holds is None else ANSWERS[holds] == claim.published
                    outcomes.append(
                        ReadingOutcome(
                            label(quantifier, name, reading),
                            WORDS[quantifier][holds],
                            agrees,
                            settled(counted, holds, quantifier == EVERY),
                        )
                    )
    if not outcomes:
        outcomes.append(ReadingOutcome(label(order[0], of.readings[0].name), "not applicable", None))
    return KindFindings(
        tuple(outcomes),
        _evidence([cell for cell in kept.values() if cell.reading == of.readings[0].name], claim.published),
        tuple(kept.values()),
    )


def _demand_settings(claim: PublishedClaim, family_members: Sequence[dict[str, Metric]]) -> None:
    """Raise `FileError` unless the members of a claim over parameters are one metric that differs in these alone."""
    over = claim.get("over")
    if over is None:
        return
    for name, first in family_members[0].items():
        numbers = [parameter.name for parameter in first.parameters if parameter.is_number]
        if stray := [
            parameter
            for parameter in over
            if parameter not in numbers
            or over.count(parameter) > 1
            or not isinstance(first.values[parameter], Fraction)
        ]:
            having = f"it has {', '.join(numbers)}" if numbers else "it has none"
            raise claim.problem(
                f"over names {shown(stray[0])}, expected parameters of {first.base} that are set to "
                f"numbers, each once: {having}"
            )
        for member in (by_reading[name] for by_reading in family_members):
            if member.base != first.base or any(
                member.values[key] != value for key, value in first.values.items() if key not in over
            ):
                raise claim.problem(
                    f"{shown(member.id)} differs from {first.id} in more than {', '.join(over)}: a claim over "
                    f"parameters is about one metric"
                )


def _over(
    claim: PublishedClaim, cells: Cells, family_members: Sequence[dict[str, Metric]], of: Constraint
) -> KindFindings:
    """The results for all settings, in every reading. Regions are proved again for the default reading, and for another
    reading only where the default one does not agree.
    """
    satisfied = claim.published == ANSWERS[True]
    words = SETTINGS[EVERY if satisfied else ANY]
    outcomes: list[ReadingOutcome] = []
    kept: list[Cell] = []
    proved: dict[str, str] = {}
    for name in family_members[0]:
        for reading in of.readings:
            settings = [member[name] for member in family_members]
            row = [
                cells.reading(Want(setting.id, of.name, claim.get("max_size", "")), reading.name)
                for setting in settings
            ]
            kept += row
            if all(cell.evidence.kind == "not-applicable" for cell in row) and outcomes:
                continue
            where = label(name, reading.name)
            wanted = not outcomes or not (outcomes[0].agrees or _against(row, satisfied))
            proof = rest(settings, of, reading, claim["over"]) if wanted else None
            if proof is not None and proof.words != NOTHING:
                proved[where] = proof.words
            outcomes.append(_outcome(where, row, satisfied, proof or Rest(), words))
    default = [cell for cell in kept if cell.reading == of.readings[0].name]
    said = [
        _computed([next(iter(member.values())) for member in family_members], claim["over"]),
        *(f"{reading}: {text}" for reading, text in proved.items()),
    ]
    said += (
        [f"in {'other' if proved else 'all'} readings nothing is proved about other settings"]
        if len(proved) < len(outcomes)
        else []
    )
    return KindFindings(tuple(outcomes), f"{'; '.join(said)}; {_evidence(default, claim.published)}", tuple(kept))


def _computed(settings: Sequence[Metric], over: Sequence[str]) -> str:
    """The settings that were computed, in words."""
    values = [
        ", ".join(decimal(value) for name in over if isinstance(value := setting.values[name], Fraction))
        for setting in settings
    ]
    return (
        f"computed at {over[0]} = {', '.join(values)}"
        if len(over) == 1
        else f"computed at ({', '.join(over)}) = ({'), ('.join(values)})"
    )


def _against(row: Sequence[Cell], satisfied: bool) -> list[Cell]:
    return [cell for cell in row if cell.holds is not None and cell.holds is not satisfied]


def _outcome(where: str, row: Sequence[Cell], satisfied: bool, proof: Rest, words: dict[str, str]) -> ReadingOutcome:
    """The outcome on whether all settings satisfy the constraint, or all fail it, as is claimed. A single setting that
    does not, computed or proved, refutes the claim.
    """
    against = _against(row, satisfied)
    if all(cell.evidence.kind == "not-applicable" for cell in row):
        return ReadingOutcome(where, "not applicable", None)
    if any(map(conclusive, against)) or (proof.fails if satisfied else proof.holds):
        return ReadingOutcome(where, words["not"], False)
    if against:
        return ReadingOutcome(where, words["not seen"], False, conclusive=False)
    if any(cell.holds is None for cell in row):
        return ReadingOutcome(where, "undetermined", None, conclusive=False)
    return (
        ReadingOutcome(where, words["all"], True)
        if proof.all
        else ReadingOutcome(where, words["computed"], True, conclusive=False)
    )


def every(row: Sequence[Cell]) -> bool | None:
    """Whether all members to which the constraint applies satisfy it; None where that is open."""
    verdicts = [cell.holds for cell in row if cell.evidence.kind != "not-applicable"]
    return False if False in verdicts else None if None in verdicts or not verdicts else True


def some(row: Sequence[Cell]) -> bool | None:
    """Whether some member to which the constraint applies satisfies it; None where that is open."""
    verdicts = [cell.holds for cell in row if cell.evidence.kind != "not-applicable"]
    return True if True in verdicts else None if None in verdicts or not verdicts else False


def settled(row: Sequence[Cell], holds: bool | None, of_every: bool) -> bool:
    """Whether the answer for every member, or for some member, is final: because all members are settled, or because
    one settled member decides it.
    """
    judged = [cell for cell in row if cell.evidence.kind != "not-applicable"]
    if holds is None:
        return False
    deciding = [cell for cell in judged if cell.holds == holds]
    return any(map(conclusive, deciding)) if holds != of_every else all(map(conclusive, deciding))


WORDS = {
    EVERY: {True: "satisfied by every member", False: "not by every member", None: "undetermined"},
    SOME: {True: "satisfied by some named member", False: "by no named member", None: "undetermined"},
    ANY: {True: "satisfied by some member", False: "by no member", None: "undetermined"},
}
"""The words for the result of each meaning; None where it is open."""


SETTINGS = {
    EVERY: {
        "not": "not by every setting",
        "not seen": "not by every setting, as far as was searched",
        "all": "satisfied by every setting",
        "computed": "satisfied by every setting computed",
    },
    ANY: {
        "not": "satisfied by some setting",
        "not seen": "satisfied by some setting, as far as was searched",
        "all": "by no setting",
        "computed": "by no setting computed",
    },
}
"""The words for a claim `over` parameters, that every setting satisfies the constraint or that none does: where it is
refuted, refuted by a search alone, proved for all settings, or seen at the computed settings only.
"""


def _evidence(row: Sequence[Cell], published: str) -> str:
    """The members by their answer in the default reading of the constraint. Members whose answer differs from the
    published one come first.
    """
    said: dict[str, list[str]] = {}
    for cell in row:
        display = registry.judged_metric(cell.metric, cell.task).display
        said.setdefault(answer(cell), []).append(f"{display}: {evidence_words(cell, whole=False)}")
    return "; ".join(
        f"{word}: {', '.join(members)}" for word, members in sorted(said.items(), key=lambda item: item[0] == published)
    )


KIND = ClaimKind(
    name="family",
    meaning=(
        "whether the metrics of `family` satisfy `constraint`: every member, and some member the "
        "source names; or every setting of `over`"
    ),
    published="satisfied|fails",
    fields={
        "family": "text",
        "constraint": "text",
        "of?": "text",
        "over?": "list of texts",
        "params?": "object of texts",
        "max_size?": "text",
    },
    find=find,
    choices={"of": (EACH,)},
    rules=lambda: {"allOf": [{"properties": {"over": {"uniqueItems": True}}}]},
    cells=wants,
)
