"""The results of separating metrics, as pages."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Literal

from axiometrics import __version__, registry
from axiometrics.comparison.compared_metric import ComparedMetric
from axiometrics.comparison.separation.case_sets import Chosen, Cover
from axiometrics.comparison.separation.document import (
    AlikeAlone,
    AlikeReason,
    CoverDocument,
    CoveringCase,
    PairDocument,
    ScorePair,
    SeparatingCase,
)
from axiometrics.comparison.separation.pair import SeparatingPair, Separation
from axiometrics.comparison.separation.program import Pair
from axiometrics.core.cell import values_drawing
from axiometrics.core.decimals import equations
from axiometrics.core.documents import written
from axiometrics.core.organization import Organization
from axiometrics.core.page import Drawing, Facts, Page, Part, Section, page_of
from axiometrics.core.task import task as task_of
from axiometrics.reports.parts.words import many
from axiometrics.search import Decision

SCHEMA: Final = "axiometrics/separation/1"

_WORDS = {1: "prefers x", -1: "prefers y", 0: "ties them"}
_PREFERRED: dict[int, Literal["x", "y"] | None] = {1: "x", -1: "y", 0: None}
_SAID: dict[int | None, Literal["x", "y", "tie"] | None] = {1: "x", -1: "y", 0: "tie", None: None}
_MARGIN = 10
"""The number of characters that plain text reserves for labels."""


@page_of.register
def pair_page(separation: Separation) -> Page:
    """The page of two metrics: the separating case, drawn, with exact scores, or the sizes up to which there is none;
    and the command or code that computes it again.
    """
    names = " and ".join(side.display for side in separation.sides)
    if separation.found is None:
        title = f"{names}: no case up to {_sizes(separation.searched, separation.task)}"
        first, drawn = ("meaning", _means_alike(separation)), list[Drawing]()
        again = f"axiometrics separate {_arguments(separation)}"
    else:
        case = separation.found.case
        title = f"{names}: separated by a case of {task_of(separation.task).items(case.documents)}"
        decided = zip(separation.sides, separation.found.decisions, strict=True)
        first = "found", ", ".join(f"{side.display} {_WORDS[d.sign or 0]}" for side, d in decided)
        scores = Drawing("\n".join(_scores(separation.sides, separation.found)), flows=True)
        drawn = [values_drawing(separation.task, case), scores]
        again = _python(separation)
    facts = Facts([first, *_evidence(separation)], margin=_MARGIN)
    parts: list[Part] = [facts, *drawn, "The same again:", Drawing(again)]
    return Page("", [Section(title, parts)], SCHEMA, lambda: pair_json(separation))


def _means_alike(separation: Separation) -> str:
    says = (
        "they prefer, and tie, the same outputs there"
        if separation.ties
        else "on no two outputs does one prefer x and the other y; one may tie where the other prefers"
    )
    return says + (", as far as could be decided" if separation.undecided else "")


def _evidence(separation: Separation) -> Iterator[tuple[str, str]]:
    exact = all(side.judge.exact for side in separation.sides)
    how = "decided exactly" if exact else "floats of your metric decided by their error bound"
    pairs = f"{many(separation.cases, 'case')} compared, {how}"
    if separation.found is None:
        yield (
            "evidence",
            (
                f"every gold of at most {_sizes(separation.searched, separation.task)} and every two outputs of it, "
                f"up to isomorphism: {pairs}"
            ),
        )
    elif separation.minimal:
        yield "evidence", f"no smaller case separates them ({pairs})"
    elif separation.undecided:
        yield "evidence", f"a smaller case may separate them, some being undecided ({pairs})"
    else:
        yield (
            "evidence",
            (
                f"a smaller case may separate them, not all having been searched: "
                f"{_sizes(separation.searched, separation.task)} ({pairs})"
            ),
        )
    used = (
        sorted({name for decision in separation.found.decisions for name in decision.conventions})
        if separation.found
        else []
    )
    if used:
        yield "note", f"by convention, {'; '.join(used)}"
    if separation.undefined:
        yield (
            "note",
            f"{many(separation.undefined, 'pair')} of outputs passed over, a metric having no value on one of them",
        )
    if separation.undecided:
        yield "note", f"{many(separation.undecided, 'case')} too close to decide"
    yield from (("note", f"{name} failed first where it {message}") for name, message in separation.failures.items())


def _scores(sides: Sequence[ComparedMetric], pair: SeparatingPair) -> Iterator[str]:
    names = [f"{side.display}({role})" for side in sides for role in pair.case.outputs]
    for side, decision in zip(sides, pair.decisions, strict=True):
        numbers = {f"{side.display}({role})": score for role, score in decision.scores.items()}
        shown = {name: side.judge.show(score) for name, score in numbers.items()}
        yield from equations(shown, numbers, max(map(len, names)))


def _python(separation: Separation) -> str:
    """A line of Python that scores the case again."""
    assert separation.found is not None
    case = separation.found.case
    own = all(side.judge.exact for side in separation.sides)
    more = "".join(f", {key}={value!r}" for key, value in separation.calling.items()) + (", exact=True" if own else "")
    of = task_of(separation.task)
    read = [
        "ax.Organization" if kind is Organization else f"ax.task({of.name!r}).{side}"
        for side, kind in (("gold", of.gold), ("output", of.output))
    ]
    gold = f"{read[0]}.parse({str(case.gold)!r})"
    outputs = ", ".join(repr(str(output)) for output in case.outputs.values())
    metrics = [_named(side, separation.task) for side in separation.sides]
    return (
        f"import axiometrics as ax; print([ax.score(gold={gold}, system={read[1]}.parse(s), "
        f"metrics={metrics!r}{more}) for s in ({outputs})])"
    )


def _named(side: ComparedMetric, task: str) -> str:
    """The name that identifies a metric where no task is given."""
    return registry.name_alone(registry.judged_metric(side.id, task)) if registry.is_metric(side.id) else side.id


def _arguments(separation: Separation) -> str:
    names = " ".join(shlex.quote(_named(side, separation.task)) for side in separation.sides)
    more = "".join(
        f" --{value}" if name == "order" else f" --{name} {value}" for name, value in separation.calling.items()
    )
    return f"{names}{more}{' --ties' if separation.ties else ''} --max-size {max(separation.searched.values())}"


def pair_json(separation: Separation) -> dict[str, Any]:
    """The separation of two metrics as JSON."""
    return written(
        PairDocument(
            **_common([dict(side.about) for side in separation.sides], separation),
            separated=separation.found is not None,
            cases=separation.cases,
            undefined=separation.undefined,
            undecided=separation.undecided,
            minimal=separation.minimal if separation.found else None,
            exact=all(side.judge.exact for side in separation.sides),
            failures=separation.failures,
            case=None if separation.found is None else _separating(separation.sides, separation.found),
        )
    )


def _shown(side: ComparedMetric, decision: Decision) -> ScorePair:
    shown: Any = [side.judge.show(decision.scores[role]) for role in ("x", "y")]
    return ScorePair(*shown)


def _separating(sides: Sequence[ComparedMetric], pair: SeparatingPair) -> SeparatingCase:
    by_id = {side.id: (side, decision) for side, decision in zip(sides, pair.decisions, strict=True)}
    return SeparatingCase(
        **pair.case.to_json(),
        occurrences=pair.case.occurrences,
        scores={name: _shown(side, decision) for name, (side, decision) in by_id.items()},
        prefers={name: _PREFERRED[decision.sign or 0] for name, (_, decision) in by_id.items()},
        conventions=sorted({name for decision in pair.decisions for name in decision.conventions}),
    )


def _common(metrics: list[dict[str, Any]], result: Separation | Cover) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "version": __version__,
        "task": result.task,
        "metrics": metrics,
        "ties": result.ties,
        "searched": result.searched,
    }


# --- all metrics of a task


@page_of.register
def cover_page(cover: Cover) -> Page:
    """The smallest set of cases, each drawn with the opinions of the metrics on it; then the metrics that no case
    separates.
    """
    said = "no case separates any two of them"
    if cover.chosen:
        every = "every two of them" if not cover.alike else "every two of them that any case does"
        said = f"{many(len(cover.chosen), 'case')} separate{'s' * (len(cover.chosen) == 1)} {every}"
    title = f"{many(len(cover.metrics), 'metric')} of {cover.task}: {said}"
    sections = [Section(title, [Facts(list(_cover_evidence(cover)), margin=_MARGIN)])]
    for number, chosen in enumerate(cover.chosen, 1):
        pairs = f"separates {many(len(chosen.separates), 'pair')} of metrics"
        drawn = values_drawing(cover.task, chosen.case)
        heading = f"case {number}: {task_of(cover.task).items(chosen.case.documents)}, {pairs}"
        sections.append(Section(heading, [Facts(list(_opinions(cover, chosen)), margin=_MARGIN), drawn]))
    return Page("", sections, SCHEMA, lambda: cover_json(cover))


def _cover_evidence(cover: Cover) -> Iterator[tuple[str, str]]:
    searched = f"all {many(cover.cases, 'case')} of at most {_sizes(cover.searched, cover.task)}, decided exactly"
    if cover.further:
        searched += f", and {many(cover.further, 'case')} found for two metrics alone"
    if not cover.chosen:
        yield "evidence", searched
    elif cover.minimal:
        yield (
            "evidence",
            (
                f"no smaller set does, of {searched}; proved by an integer program over the "
                f"{cover.candidates} of them that separate most"
            ),
        )
        yield "beyond", _beyond(cover)
    else:
        yield (
            "evidence",
            (
                f"not proved to be smallest: every set has {cover.least} or more, of {searched}; the "
                f"integer program ran out of time"
            ),
        )
    yield from _alike(cover)
    yield from (
        ("note", f"{name}: {many(count, 'output')} too close to another to decide")
        for name, count in cover.undecided.items()
    )


def _beyond(cover: Cover) -> str:
    """The statement about larger cases that follows from the set."""
    why = f"n cases tell {3 if cover.ties else 2}^n metrics apart at most"
    if len(cover.chosen) == cover.floor:
        return f"nor can larger cases do with fewer: {why}"
    return f"larger cases may do with fewer, but with {cover.floor} at least: {why}"


def _alike(cover: Cover) -> Iterator[tuple[str, str]]:
    """The pairs that nothing separates: those with a known reason, and the others by the sizes up to which they were
    searched.
    """
    if cover.reasons:
        pairs = "; ".join(f"{_names(cover, pair)} ({words})" for pair, words in cover.reasons.items())
        order = "orders" if len(cover.reasons) == 1 else "order"
        yield (
            "alike",
            (
                f"{many(len(cover.reasons), 'pair')} that {order} the outputs of every gold alike, "
                f"whatever the size: {pairs}"
            ),
        )
    means = "prefer and tie the same outputs" if cover.ties else "never prefer opposite outputs"
    by_size: dict[str, list[str]] = {}
    for pair in cover.alike:
        if pair not in cover.reasons:
            by_size.setdefault(_sizes(cover.alone.get(pair, cover.searched), cover.task), []).append(
                _names(cover, pair)
            )
    for sizes, names in by_size.items():
        yield (
            "alike",
            (
                f"{many(len(names), 'pair')} that {means} in cases of at most {sizes}; larger ones may "
                f"separate them: {'; '.join(names)}"
            ),
        )


def _names(cover: Cover, pair: Pair) -> str:
    return " and ".join(cover.metrics[k].id for k in pair)


def _opinions(cover: Cover, chosen: Chosen) -> Iterator[tuple[str, str]]:
    for sign, label in ((1, "prefer x"), (-1, "prefer y"), (0, "tie them"), (None, "no value")):
        names = [
            metric.id
            for metric, preference in zip(cover.metrics, chosen.preferences, strict=True)
            if preference == sign
        ]
        if names:
            yield label, ", ".join(names)


def cover_json(cover: Cover) -> dict[str, Any]:
    """The smallest set of cases as JSON."""
    ids = [metric.id for metric in cover.metrics]

    def names(pair: Pair) -> list[str]:
        return [ids[k] for k in pair]

    return written(
        CoverDocument(
            **_common([metric.describe() for metric in cover.metrics], cover),
            cases=cover.cases,
            candidates=cover.candidates,
            minimal=cover.minimal if cover.chosen else None,
            least=cover.least,
            floor=cover.floor,
            further=cover.further,
            undecided=cover.undecided,
            alike=[names(pair) for pair in cover.alike],
            alone=[AlikeAlone(names(pair), searched) for pair, searched in cover.alone.items()],
            reasons=[AlikeReason(names(pair), words) for pair, words in cover.reasons.items()],
            set=[
                CoveringCase(
                    **chosen.case.to_json(),
                    prefers={name: _SAID[preference] for name, preference in zip(ids, chosen.preferences, strict=True)},
                    separates=[names(pair) for pair in sorted(chosen.separates)],
                )
                for chosen in cover.chosen
            ],
        )
    )


# --- in both


def _sizes(searched: Mapping[str, int], task: str) -> str:
    """The size up to which each kind of cases was searched, e.g. `8 documents (golds of two grades: 6)`."""
    words = {world.name: world.words for world in task_of(task).worlds}
    further = ", ".join(f"{words[name]}: {size}" for name, size in searched.items() if name != task)
    return task_of(task).items(searched[task]) + (f" ({further})" if further else "")
