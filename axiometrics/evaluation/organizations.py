"""Read organizations from files, one from each file, in the text form or as JSON, and score them. Scores are computed
exactly and shown as floats.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from axiometrics.core.documents import parse
from axiometrics.core.errors import AxiometricsError, OrganizationError, TaskError
from axiometrics.core.metric import Metric
from axiometrics.core.organization import Organization
from axiometrics.core.progress import Progress, silent
from axiometrics.core.scores import Relevance
from axiometrics.core.task import FileKind, task
from axiometrics.evaluation.files import Source, in_memory, some
from axiometrics.evaluation.scores import MEAN, FormulaError, ScoreTable, Wanted, asking, counted

LONGEST = 400
"""The greatest number of characters of a reason in an error message. Longer ones, which quote an organization, are cut
in the middle.
"""


@dataclass(frozen=True)
class Organized:
    """The value in a file: an organization, or the gold or output of another task."""

    path: str
    organization: Any


@in_memory
def read_value(source: Source, kind: FileKind, system: bool = False) -> Organized:
    """Read the value of a file of this kind, of the gold or of a system, in its text form or its JSON form.

    Raises `FileError` with the file, the line of the mistake, and the cure.
    """
    data = kind.system if system and kind.system is not None else kind.data
    if data is Organization:
        return _read_organization(source)
    text = source.text().strip()
    assert data is not None
    try:
        try:
            plain = parse(text)
        except (ValueError, RecursionError):
            value = data.parse(text)
        else:
            value = data.from_json(plain)
    except AxiometricsError as error:
        source.fail(None, f"the file is read as {kind.what}: {short(str(error))}")
    return Organized(source.path, value)


def _read_organization(source: Source) -> Organized:
    text = source.text()
    data = _json(source, text) if text.lstrip().startswith("{") else None
    try:
        return Organized(source.path, Organization.parse(text) if data is None else Organization.from_json(data))
    except OrganizationError as error:
        _fail_in_text(source, text, str(error))


def _json(source: Source, text: str) -> Any:
    """The JSON data in the text. None if the text is an organization that begins with a cluster, or the organization of
    an empty level, `{}`.
    """
    try:
        return parse(text) or None
    except (ValueError, RecursionError) as error:
        if '"levels"' not in text:
            return None
        line = getattr(error, "lineno", None)
        source.fail(line, f'no JSON ({error}): write {{"levels": [[["d1"], ["d2", "d3"]]], "tail": true}}')


def _fail_in_text(source: Source, text: str, message: str) -> NoReturn:
    """Raise `FileError` with the line and the character of the mistake, and without the whole text."""
    message = message.replace(f" of {text!r}", "")
    place = re.search(r"at character (\d+)", message)
    if place is None:
        source.fail(None, short(message))
    before = text[: int(place[1]) - 1]
    at = f"at character {len(before) - (before.rfind(chr(10)) + 1) + 1}"
    source.fail(before.count("\n") + 1, short(message.replace(place[0], at)))


def short(message: str) -> str:
    """A message whose middle is left out if it is long."""
    return message if len(message) <= LONGEST else f"{message[: LONGEST // 2]} ... {message[-LONGEST // 2 :]}"


def score_organizations(
    gold: Organized,
    systems: Sequence[Organized],
    wanted: Sequence[Wanted],
    progress: Progress = silent,
    overlap: bool = False,
) -> ScoreTable:
    """Score organizations. `overlap` permits systems to return outputs that the rules of their task forbid.

    Raises `TaskError` if a named metric is not defined on these organizations, and if no metric is.
    """
    table: dict[str, list[float]] = {}
    problem: TaskError | None = None
    for k, wish in enumerate(wanted):
        progress(k, len(wanted), wish.metric.id)
        try:
            table[wish.metric.id] = [_value(wish.metric, system, gold, overlap) for system in systems]
        except FormulaError:
            raise
        except TaskError as error:
            problem = error
            if wish.named:
                raise
    if problem is not None and not table:
        raise problem
    scores = ScoreTable(tuple(wish.metric for wish in wanted if wish.metric.id in table))
    left_out = [wish.metric.id for wish in wanted if wish.mentioned and wish.metric.id not in table]
    if left_out:
        scores.remarks.append(f"left out, as they are not defined on these organizations: {', '.join(left_out)}")
    for i, system in enumerate(systems):
        scores.add(system.path, MEAN, [values[i] for values in table.values()])
    scores.facts += dict.fromkeys(_described(organized) for organized in (gold, *systems))
    scores.remarks += (remark for system in systems for remark in _in_one_only(gold, system))
    return scores


def _in_one_only(gold: Organized, system: Organized) -> Iterator[str]:
    """Remarks on documents that one side lacks, for a gold of relevance numbers, which judges only the documents that
    it lists.
    """
    if isinstance(gold.organization, Relevance):
        judged, scored = gold.organization.documents, system.organization.documents
        if scored - judged:
            names = sorted(scored - judged)
            yield f"{system.path}: {counted(len(names), 'document')} without a relevance in {gold.path} ({some(names)})"
        if judged - scored:
            names = sorted(judged - scored)
            yield f"{system.path}: {counted(len(names), 'document')} of {gold.path} without a score ({some(names)})"


def _value(metric: Metric, system: Organized, gold: Organized, overlap: bool) -> float:
    try:
        if not overlap:
            task(metric.task).rules(system.organization, gold.organization)
        with asking(metric):
            return metric.value(system.organization, gold.organization)
    except FormulaError:
        raise
    except TaskError as error:
        raise TaskError(f"{system.path}: {metric.id}: {short(str(error))}") from None


def _described(organized: Organized) -> str:
    value = organized.organization
    levels = ""
    if isinstance(value, Organization):
        levels = f", {counted(len(value.levels), 'level')}{', and a tail' if value.tail else ''}"
    return f"{organized.path}: {counted(len(value.documents), 'document')}, {counted(value.size, 'occurrence')}{levels}"
