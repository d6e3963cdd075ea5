"""Explain by the edits of constraints why two metrics order two systems differently.

Two answers are given. The first is for every task: the edits of each constraint are made in the outputs of both
systems, and the edits are counted on which exactly one of the two metrics goes wrong. The constraint with the greatest
share of these is the one that the metrics judge most differently in these outputs. The second answer is for
clusterings, and is exact. One clustering becomes any other by splits of clusters into parts that share no class, and by
splits and mergers within a class; these are the edits of homogeneity and of completeness. Its clusters are parted by
class, the parts of each class are put together as in the other clustering, and these parts are put together to its
clusters. For each metric, the changes of the score in these steps sum to the difference of its two scores.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import combinations

from axiometrics.comparison.impact.document import ReasonEntry, ReasonPart, ReasonStep
from axiometrics.comparison.impact.judgement import EditJudge
from axiometrics.comparison.impact.measurement import MOST, Edited, Impact, UnfitOutputError, drawn
from axiometrics.comparison.impact.outputs import RealOutputs
from axiometrics.core.constraint import Constraint
from axiometrics.core.errors import TaskError
from axiometrics.core.margins import FORMULA_ROUNDING
from axiometrics.core.organization import Organization
from axiometrics.core.progress import Progress, silent
from axiometrics.generators.cluster_edits import parted
from axiometrics.running.candidate import Candidate
from axiometrics.tasks.clustering import TASK as CLUSTERING


def reason(
    outputs: RealOutputs,
    candidates: Sequence[Candidate],
    scores: Sequence[Mapping[str, float]],
    constraints: Sequence[Constraint],
    most: int = MOST,
    seed: int = 0,
    progress: Progress = silent,
) -> ReasonEntry | None:
    """Explain why two metrics, each given with its scores by system, order two of the systems differently; None where
    they order no two systems differently. Where there are several such pairs, the chosen pair is the one on which the
    smaller of the two differences, as a share of the range of each metric, is greatest.

    Raises `TaskError` for metrics that have no task in common, or do not look at the same documents.
    """
    common = [task for task in candidates[0].tasks if task in candidates[1].tasks]
    if not common:
        raise TaskError(
            f"{candidates[0].id} and {candidates[1].id} are metrics of different tasks: name two of one task"
        )
    task = common[0]
    judges = [EditJudge(candidate, task) for candidate in candidates]
    if judges[0].judged != judges[1].judged:
        raise TaskError(
            f"one of {judges[0].id} and {judges[1].id} looks at judged documents only: their edits are not the same"
        )
    pairs = list(_pairs(scores))
    if not pairs:
        return None
    _, upper, lower = max(pairs)
    both = outputs.among((upper, lower))
    contrasts = []
    for constraint in constraints:
        if constraint.task == task and constraint.edits is not None:
            edits = Edited(constraint, constraint.edits, partial(both.of, task, judges[0].judged))
            with suppress(UnfitOutputError):
                contrasts.append(_contrast(edits, judges, most, seed, progress))
    return ReasonEntry(
        [judge.id for judge in judges],
        [upper, lower],
        [[by[upper], by[lower]] for by in scores],
        len(pairs),
        sorted(contrasts, key=lambda contrast: -contrast.share),
        list(_steps(both, judges, task)),
    )


def reasoned(
    impact: Impact,
    outputs: RealOutputs,
    candidates: Sequence[Candidate],
    scores: Sequence[Mapping[str, float]],
    constraints: Sequence[Constraint],
    progress: Progress = silent,
) -> Impact:
    """The impact, with an explanation why the two metrics order systems differently. The explanation uses the same
    number of edits, drawn with the same seed.
    """
    why = reason(outputs, candidates, scores, constraints, impact.most, impact.seed, progress)
    first, second = ({candidate.id: candidate.display} for candidate in candidates)
    return replace(impact, compared=first | second, why=why)


def _pairs(scores: Sequence[Mapping[str, float]]) -> Iterator[tuple[float, str, str]]:
    """The pairs of systems that the metrics order differently, each with the smaller of its two relative differences.
    The system that the first metric prefers comes first.
    """
    first, second = scores
    ranges = [max(by.values()) - min(by.values()) for by in scores]
    for pair in combinations([system for system in first if system in second], 2):
        upper, lower = sorted(pair, key=lambda system: -first[system])
        apart = first[upper] - first[lower], second[lower] - second[upper]
        if all(
            difference > FORMULA_ROUNDING * max(1.0, *map(abs, by.values()))
            for difference, by in zip(apart, scores, strict=True)
        ):
            yield min(difference / of for difference, of in zip(apart, ranges, strict=True)), upper, lower


def _contrast(edits: Edited, judges: Sequence[EditJudge], most: int, seed: int, progress: Progress) -> ReasonPart:
    numbers = [edits.places(output).number for output in edits.outputs()]
    demand = edits.edits.demand
    both, wrong, one_only = 0, [0, 0], 0
    for _, _, verdicts in edits.verdicts(judges, drawn(numbers, most, seed), progress):
        signs = [verdict.sign for verdict in verdicts]
        if None not in signs:
            met = [demand.met(sign) for sign in signs if sign is not None]
            both += 1
            one_only += met[0] != met[1]
            wrong = [count + (not rewarded) for count, rewarded in zip(wrong, met, strict=True)]
    return ReasonPart(edits.constraint.id, both, wrong, one_only)


def _steps(outputs: RealOutputs, judges: Sequence[EditJudge], task: str) -> Iterator[ReasonStep]:
    """The steps between two clusterings of one gold."""
    if task != CLUSTERING.name or any(judge.metric is None for judge in judges):
        return
    values = [(output.system, *output.values()) for output in outputs.of(task)]
    if len(values) != 2 or not all(side.is_partition for value in values for side in value[1:]):
        return
    (upper, gold, first), (lower, _, second) = values
    way: list[Organization] = [second, parted(second, gold), parted(first, gold), first]
    worth = [[judge.metric.value(output, gold) for output in way] for judge in judges if judge.metric is not None]
    words = (
        (f"the clusters of {lower} are parted by class", "homogeneity"),
        (f"the parts of each class are put together, or parted, as {upper} has them", "completeness"),
        (f"the parts are put together to the clusters of {upper}", "homogeneity"),
    )
    for k, (text, constraint) in enumerate(words):
        yield ReasonStep(text, constraint, [values[k + 1] - values[k] for values in worth])
