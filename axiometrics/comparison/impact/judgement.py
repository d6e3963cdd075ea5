"""Judge edits by a metric: floats decide where they can, and exact numbers decide the rest."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import partial
from typing import Any

import numpy as np

from axiometrics.candidates.blackbox import BlackBox
from axiometrics.comparison.impact.closeness import (
    CALLED_DOCUMENTS,
    FORMULA_DOCUMENTS,
    Counts,
    Finer,
    counted_documents,
    emptied,
    grown,
    of_one_gold,
    trusted,
)
from axiometrics.comparison.impact.long_ties import LongTies
from axiometrics.core.aggregates import Contingency
from axiometrics.core.arithmetic import Array
from axiometrics.core.case import Case, Demand
from axiometrics.core.edits import EditPlaces
from axiometrics.core.errors import TaskError
from axiometrics.core.metric import Metric
from axiometrics.core.rational import rounded
from axiometrics.evaluation.label_scores import CLASSIFIED
from axiometrics.evaluation.organizations import short
from axiometrics.evaluation.runs import judged_only
from axiometrics.evaluation.scores import asking
from axiometrics.generators.blocks import margin
from axiometrics.judging import stacks
from axiometrics.judging.signs import sign_if_decided, sure_signs
from axiometrics.running.candidate import Candidate
from axiometrics.search.judge import Judge, MetricFailedError

WITHIN = "within the error bound"
"""The reason that `BlackBox.decide` gives where rounding may have made or hidden the difference. Only these edits are
tested for a true tie (`long_ties`).
"""

CALLED = 32
"""The number of edits about which a user's metric is asked at a time."""


@dataclass(frozen=True)
class EditVerdict:
    """The judgement of a metric on an edit: the sign of the demanded difference, None where it is undefined or
    undecided.
    """

    sign: int | None
    excess: float
    scores: Mapping[str, float]
    undefined: bool = False


class EditJudge:
    """A metric in its role as a judge of edits."""

    def __init__(self, candidate: Candidate, task: str) -> None:
        self.id = candidate.id
        self.display = candidate.display
        self.judge: Judge = candidate.judge(task)
        metric = getattr(self.judge, "metric", None)
        self.metric: Metric | None = metric if isinstance(metric, Metric) else None
        self._finer = None if self.metric is None else Finer(self.metric)
        self._ties: LongTies | None = None
        if isinstance(self.judge, BlackBox):
            self.judge.prepare(0)  # whether it is a loss
            self._ties = LongTies(self.judge)

    @property
    def judged(self) -> bool:
        """Whether the metric looks at judged documents only, or needs every document to be judged."""
        return self.judge.closed if self.metric is None else judged_only(self.metric)

    def verdicts(self, places: EditPlaces, numbers: Sequence[int], demand: Demand) -> list[EditVerdict]:
        """The verdicts of the metric on these edits."""
        if self.metric is None:
            return list(self._called(places, numbers, demand))
        counts = places.counts(numbers, False) if self.metric.formula is not None else None
        scores = self._scores(counts, len(numbers)) if counts is not None else self._scored(places, numbers, demand)
        undefined = np.isnan(demand.excess(scores))
        fewer = None if counts is None else emptied(self.metric, counts, demand)
        compared = scores if fewer is None else self._scores(fewer, len(numbers))
        excess = demand.excess(compared)
        if fewer is None:
            documents = places.case(numbers[0]).documents if counts is None else counted_documents(counts)
            sure = grown(1.0, documents, FORMULA_DOCUMENTS) * margin(*compared.values())
        else:
            sure = trusted(list(compared.values()))
        by_floats = sure_signs(excess, sure)
        signs: list[int | None] = by_floats.tolist()
        left = np.flatnonzero((by_floats == 0) & ~undefined).tolist()
        if counts is not None and of_one_gold(counts):
            closer = self._closely(places, fewer or counts, left, demand, fewer is not None)
        else:
            closer = self._exactly(places, numbers, counts, left, demand)
        for k, sign in zip(left, closer, strict=True):
            signs[k] = sign
        return [
            EditVerdict(
                None if undefined[k] else signs[k],
                float(excess[k]),
                {role: float(of[k]) for role, of in scores.items()},
                undefined=bool(undefined[k]),
            )
            for k in range(len(numbers))
        ]

    def _closely(
        self, places: EditPlaces, counts: Counts, edits: Sequence[int], demand: Demand, relative: bool
    ) -> list[int | None]:
        """The signs of edits of runs that floats cannot decide; None where they cannot be decided."""
        assert self._finer is not None
        assert self.metric is not None
        if self.metric.adds_up:
            counts = {role: of.cut(self.judge.cut) for role, of in counts.items()}
        finer = self._finer.of(places)
        return [
            sign or sign_if_decided(partial(finer.excess, counts, k, demand))
            for k, sign in zip(edits, finer.signs(counts, edits, demand, relative), strict=True)
        ]

    def _exactly(
        self, places: EditPlaces, numbers: Sequence[int], counts: Counts | None, edits: Sequence[int], demand: Demand
    ) -> list[int | None]:
        """The signs of those edits of outputs that floats cannot decide; None where exact numbers cannot either."""
        signs: dict[Any, int | None] = {}
        assert self.metric is not None
        ordered = self.metric.task in CLASSIFIED  # columns are classes and not clusters
        keys = [numbers[k] if counts is None else tuple(_key(of, k, ordered) for of in counts.values()) for k in edits]
        for k, key in zip(edits, keys, strict=True):
            if key not in signs:
                signs[key] = self._sign(places, numbers[k], demand, counted=counts is not None)
        return [signs[key] for key in keys]

    def _scores(self, counts: Counts, size: int) -> dict[str, Array]:
        assert self.metric is not None
        by_counts: dict[int, Array] = {}
        for of in counts.values():
            if id(of) not in by_counts:
                with asking(self.metric):
                    by_counts[id(of)] = stacks.floats(self.metric, of, size)
        return {role: by_counts[id(of)] for role, of in counts.items()}

    def _scored(self, places: EditPlaces, numbers: Sequence[int], demand: Demand) -> dict[str, Array]:
        """The scores of outputs that no counts describe, one by one."""
        assert self.metric is not None
        cases = [places.case(number) for number in numbers]
        with asking(self.metric):
            return {
                role: np.array(
                    [self.metric.value(case.outputs[role], case.golds.get(role, case.gold)) for case in cases]
                )
                for role in demand.roles
            }

    def _sign(self, places: EditPlaces, number: int, demand: Demand, counted: bool) -> int | None:
        """The exact sign; None where it cannot be decided."""
        assert self.metric is not None
        if not counted:
            return self.judge.decide(places.case(number), demand).sign
        counts = places.counts([number], True)
        assert counts is not None
        by_counts: dict[int, Any] = {}
        for of in counts.values():
            if id(of) not in by_counts:
                with asking(self.metric):
                    (by_counts[id(of)],) = stacks.exact(self.metric, of, 1)
        scores = {role: by_counts[id(of)] for role, of in counts.items()}
        return sign_if_decided(lambda: demand.excess(scores))

    def _called(self, places: EditPlaces, numbers: Sequence[int], demand: Demand) -> Iterator[EditVerdict]:
        """The verdicts of a user's metric. Raises `TaskError` where the metric fails."""
        for start in range(0, len(numbers), CALLED):
            cases = [places.case(number) for number in numbers[start : start + CALLED]]
            if self.judge.closed:
                cases = [case.closed() for case in cases]
            if isinstance(self.judge, BlackBox):
                self.judge.foresee(cases, demand)
            for case in cases:
                try:
                    decision = self.judge.decide(case, demand)
                except MetricFailedError as failure:
                    raise TaskError(f"{self.id} fails on an edit: {case.edit}: {short(str(failure))}") from None
                scores = {role: rounded(score) for role, score in decision.scores.items()}
                excess = math.nan if decision.sign is None else rounded(demand.excess(decision.scores))
                sign = None if decision.sign and self._may_be_rounding(excess, scores, case) else decision.sign
                if decision.reason == WITHIN and self._ties and self._ties.is_tie(case, demand, list(scores.values())):
                    sign, excess = 0, 0.0
                yield EditVerdict(sign, excess, scores, undefined=decision.reason == "undefined")

    def _may_be_rounding(self, excess: float, scores: Mapping[str, float], case: Case) -> bool:
        """Whether rounding alone may cause this difference between the floats of a user's metric, on outputs of this
        size.
        """
        if not isinstance(self.judge, BlackBox) or self.judge.exact:
            return False
        bound = grown(self.judge.error_bound, case.documents, CALLED_DOCUMENTS)
        return abs(excess) <= bound * max(1.0, *map(abs, scores.values()))


def _key(counts: Any, k: int, ordered: bool) -> Any:
    """A key that is equal for outputs that no formula can distinguish, such as the same clusters in another order,
    unless the columns are `ordered`.
    """
    if isinstance(counts, Contingency) and not ordered:
        table = counts.table[k if len(counts.table) > 1 else 0]
        return table[:, np.lexsort(table)].tobytes()
    stacks = [of for field in fields(counts) if isinstance(of := getattr(counts, field.name), np.ndarray)]
    return tuple((of[k] if of.ndim and len(of) > 1 else of).tobytes() for of in stacks)
