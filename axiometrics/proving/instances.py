"""Cases on which a proof is tested, with their scores: the smallest cases of a reading, and random larger ones, which
are the same in every run.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from typing import Any

from axiometrics import registry
from axiometrics.core.aggregates import Confusion, Contingency, Gains
from axiometrics.core.case import Case
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.counted import Columns, Counted, Quadrants
from axiometrics.core.metric import Metric
from axiometrics.core.organization import Organization
from axiometrics.core.vocabulary import Vocabulary
from axiometrics.generators.draws import Chance, RefusedError
from axiometrics.generators.random_cases import drawable, random_case
from axiometrics.verification.instances import Instance
from axiometrics.verification.links import spoken_of
from axiometrics.verification.proofs import larger_instances, smallest

LARGER = 64
"""Larger cases, in counts, on which a new proof is compared with the metric's own code."""

SMALLEST, DRAWN, DUELS = 24, 12, 5
"""Cases taken of each kind; of thresholds, the first n from the start of the proof."""

ATTEMPTS = 20
"""Draws for each case that is wanted: some draws are not cases of the family."""


@dataclass(frozen=True)
class FormulaScorer:
    """Computes exact scores with the metric's own code. It remembers the score of each organization with its gold."""

    metric: Metric
    _known: dict[tuple[Organization, Organization], Any] = field(default_factory=dict, repr=False, compare=False)

    @property
    def closed(self) -> bool:
        """Whether the gold must list every document."""
        return self.metric.closed

    def score(self, system: Organization, gold: Organization) -> Any:
        """The exact score, or None if it is undefined."""
        if isinstance(system, Counted):
            value = self._of_counts(system)
        elif (pair := (system, gold)) in self._known:
            value = self._known[pair]
        else:
            value = self._known[pair] = self.metric.exact(system, gold)
        return None if isinstance(value, float) else value

    def prepare(self, cases: Iterable[Case]) -> None:
        """Score all outputs of these cases together, and keep the scores. This is several times faster than
        scoring one output after another.
        """
        judged = [case.closed() if self.closed else case for case in cases if case.is_plain]
        pairs = dict.fromkeys((output, case.gold) for case in judged for output in case.outputs.values())
        new = [pair for pair in pairs if pair not in self._known]
        self._known.update(zip(new, self.metric.all_exact(new), strict=True))

    def bound(self, parameters: Mapping[str, Any]) -> FormulaScorer:
        """The metric with these values of its parameters. Parameters that it does not have are ignored."""
        own = {name: value for name, value in parameters.items() if name in self.metric.values}
        return FormulaScorer(self.metric.with_values(**own)) if own else self

    def _of_counts(self, output: Counted) -> Any:
        """The exact score of an output that is given by counts, by the formula over counts."""
        if isinstance(output, Columns):
            rows = [[cluster.get(c, 0) for cluster in output.clusters] for c in output.classes]
            counts: Any = Contingency.of([rows], exact=True)
        elif isinstance(output, Quadrants):
            counts = Confusion.of([list(output)], exact=True)
        else:
            irrelevant = output.grades.count(0)
            counts = Gains.of([output.grades], [output.counts], [irrelevant], [len(output.grades)], exact=True)
        return self.metric.checked(self.metric.evaluate(counts))


def instances(
    proof: Mapping[str, Any], constraint: Constraint, reading: Reading, metric: Metric, seed: int
) -> Iterator[Case | Instance]:
    """Small and larger cases of a reading. For a threshold, its duels, beginning with the `start` of the proof."""
    definition = registry.definition(metric.id, constraint.task)
    counted = definition.counted if definition is not None and metric.formula is not None else 0
    larger = larger_instances(proof, constraint, reading, counted if metric.direct is None else 0, seed, LARGER)
    if constraint.quantifier.over_cases:
        return chain(_cases(spoken_of(constraint), reading), larger)
    start = proof["start"]
    return chain((reading.duels.case(n, metric.closed) for n in range(start, start + DUELS)), larger)


@cache
def _cases(vocabulary: Vocabulary, reading: Reading) -> tuple[Instance, ...]:
    family = reading.cases
    return tuple(
        Instance(case, vocabulary) for case in (*smallest(reading, SMALLEST), *_drawn(family, family.largest(None)))
    )


def _drawn(family: object, beyond: int) -> list[Case]:
    chance, cases = Chance(0), list[Case]()
    for _ in range(ATTEMPTS * DRAWN if drawable(family) else 0):
        chance.start()
        with suppress(RefusedError):
            cases.append(random_case(family, chance, min(beyond, 8)))
        if len(cases) == DRAWN:
            break
    return cases
