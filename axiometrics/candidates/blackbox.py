"""Judging a user's metric as a black box: by the floats that it returns, or exactly, where it is declared exact."""

from __future__ import annotations

import random
import time
from collections.abc import Generator, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from axiometrics.candidates import invariance, met_ties, writing_variants
from axiometrics.candidates.called import AGAIN, CHUNK, LONGEST_TIE, CalledMetric, Pair, failure_on, size_of
from axiometrics.candidates.containment.call import Failed
from axiometrics.candidates.declaration import WHERE_DEFINED
from axiometrics.candidates.losses import looks_like_a_loss
from axiometrics.candidates.small_values import values
from axiometrics.core.arithmetic import Array
from axiometrics.core.case import Case, Demand
from axiometrics.core.constraint import Constraint, Quantifier, Reading
from axiometrics.core.family import parameters_of
from axiometrics.core.rational import rounded
from axiometrics.core.task import task
from axiometrics.generators.blocks import Universe
from axiometrics.search.decisions import Decision, decided, joined
from axiometrics.search.judge import MetricFailedError, OutOfTimeError, Tried

VARIANTS = 6
"""The number of relabellings and reorderings under which a tie must stay bitwise equal."""

THRESHOLD = 200
"""The n to which the duels of a black box are searched by default."""

FIRST = 4
"""The number of inputs that are scored before all probes and again after them. This shows a metric whose values depend
on earlier calls.
"""

AT_ONCE, SHARE = 2.0, 0.15
"""A hurried probe first takes `AT_ONCE` seconds, and later at most this share of the time that has passed. Together
with the share of the laws (`cli.commands.check`) it stays below a third: the rest of the time is for cells.
"""

EXAMPLES = 200
"""The number of random cases beyond the enumerated sizes on which a black box is tried by default."""


@dataclass(eq=False)
class BlackBox(CalledMetric):
    """Judges a user's metric by calling it. A difference counts only outside the error bound, and a tie counts only
    where rounding cannot have made it.
    """

    used: set[str] = field(default_factory=set)
    examples: int = EXAMPLES
    breaks: tuple[invariance.Broken, ...] = ()
    labelled: dict[str, Any] = field(default_factory=dict)
    """The values of labelled calls, by the `repr` of the call."""
    deadline: float | None = None
    _known: dict[Hashable, Any] = field(default_factory=dict)
    _seen: WeakKeyDictionary[Universe, dict[int, Any]] = field(default_factory=WeakKeyDictionary)
    """The values by element, for each universe that is still in use. A value that is found here needs no key, which
    takes time to compute.
    """
    _blanks: dict[Hashable, Pair] = field(default_factory=dict)
    _undefined_at: Pair | None = None
    _of_means: dict[Pair, Any] = field(default_factory=dict)
    """The scores of outputs that stand in a case with other outputs, or with several golds."""
    _ties: dict[str, set[Hashable]] = field(default_factory=dict)
    """The cases of this search that tie as is demanded, by the way in which the tie was recognised (`met_ties`)."""
    _begun: float | None = None
    _probing: Generator[None, None, tuple[invariance.Broken, ...]] | None = None
    _probe_begun: bool = False
    _probed_for: float = 0.0
    _first: dict[str, tuple[Pair, Any]] = field(default_factory=dict)

    @property
    def cut(self) -> int | None:
        """None: it is not known how many ranks a black box looks at."""
        return None

    @property
    def parameters(self) -> None:
        """None: the parameters of a black box are not known."""
        return None

    @property
    def finer(self) -> None:
        """None: a black box has no numbers but those that it returns."""
        return None

    @property
    def foresees(self) -> bool:
        """False: the calls of a block are made when its values are computed, not ahead."""
        return False

    def asked(self, reading: Reading) -> Reading:
        """The reading itself: the parameters of a black box are not known."""
        return reading

    def serves(self, reading: Reading) -> str | None:
        """The reason why the reading does not apply; None where it applies."""
        if names := parameters_of(reading.cases):
            return f"the roles are values of {' or '.join(names)}, and a metric that is called has no such parameter"
        if not reading.needs or reading.needs in self.traits:
            return None
        return task(self.task).trait(reading.needs).untold or f"the metric does not say that it is {reading.needs}"

    def cap(self, constraint: Constraint, reading: Reading, size: int | None) -> int | None:
        """The size to which a constraint is searched. Without a given size, a black box is searched less far than our
        metrics.
        """
        if size is not None or reading.finite:
            return size
        if constraint.quantifier in {Quantifier.EXISTS, Quantifier.EVENTUALLY}:
            return THRESHOLD
        return task(constraint.task).sizes.called if reading.called is None else reading.called

    def begin(self) -> None:
        """Find out once whether the metric is a loss, and note the values of some calls, which are repeated later."""
        if self._begun is not None:
            return
        self._begun = time.monotonic()
        first = list(islice(values(self.task, frozenset(self.traits), 0, (), 0), FIRST))
        if self.declared.drift and self.drift is None:
            self.drift = failure_on(Failed(self.declared.drift), *first[0])
        calls = [self.signature.plain(system, gold) for system, gold in first]
        before = self.heard(calls)
        if self.declared.lower_is_better is not None:
            loss = "told" if self.declared.lower_is_better else ""
        else:
            loss = "inferred" if self._shows_a_loss() else ""
        self.loss = loss
        pairs = zip(first, map(repr, calls), strict=True)
        self._first = {key: (pair, -before[key] if loss else before[key]) for pair, key in pairs if key in before}

    @property
    def looks_like_a_loss(self) -> bool:
        """Whether lower is better, as the user says or as the values show."""
        self.begin()
        return bool(self.loss)

    def _shows_a_loss(self) -> bool:
        """Whether the values show that lower is better. A finding from before the run is used where there is one."""
        if self.declared.losses is not None:
            return self.task in self.declared.losses
        ask = partial(self.heard, replaced=False)  # a replaced undefined value is no evidence
        return looks_like_a_loss(self.signature, self.task, self.traits, ask)

    def prepare(self, seed: int, hurried: bool = False) -> None:
        """Prepare a search: find out once whether the metric is a loss, and which invariances it breaks. Where the
        probe of the invariances is `hurried`, it takes a share of the time that has passed, and goes on at the next
        call.
        """
        self._undefined_at = None
        self._ties = {"read_as_fractions": set(), "tied_means": set()}
        if not self._probe_begun:
            self.begin()
            self._probe_begun = True
            traits, same = frozenset(self.traits), self.same_but_for_rounding
            self._probing = invariance.probe(self.signature, self.task, traits, self.heard, same, seed)
        while self._probing is not None and not (hurried and self._took_its_share()):
            started = time.monotonic()
            loss, self.loss = self.loss, ""  # calls are kept with the values of the metric, not their negatives
            try:
                next(self._probing)
            except StopIteration as ended:
                self.breaks, self._probing = ended.value, None
            finally:
                self.loss = loss
                self._probed_for += time.monotonic() - started
            if self._probing is None:
                self._ask_again()

    @property
    def is_probed(self) -> bool:
        """Whether it is known which invariances the metric breaks."""
        return self._probe_begun and self._probing is None

    def _took_its_share(self) -> bool:
        assert self._begun is not None
        return self._probed_for > max(AT_ONCE, SHARE * (time.monotonic() - self._begun))

    def _ask_again(self) -> None:
        """Repeat the first calls after all probes. This shows a metric whose values depend on earlier calls."""
        after = self.heard([self.signature.plain(*pair) for pair, _ in self._first.values()])
        for key, (pair, value) in self._first.items():
            if key in after and not self.same(value, after[key]) and self.drift is None:
                before, now = (rounded(-score if self.loss else score) for score in (value, after[key]))
                self.drift = failure_on(Failed(f"disagreed with itself: {before!r}, then {now!r}"), *pair)
        self._unrepeated += [(pair, after[key]) for key, (pair, _) in self._first.items() if key in after]

    def evidence_fields(self) -> dict[str, Any]:
        """The facts about the metric, and about the search since `prepare`, that the evidence of every cell states."""
        at = self._undefined_at
        return {
            "breaks": [broken.to_json(self.show) for broken in self.breaks],
            "loss": self.loss or None,
            "undefined_as": None if self.declared.undefined == WHERE_DEFINED else self.declared.undefined,
            "undefined_at": None if at is None else {"gold": at[1].to_json(), "output": at[0].to_json()},
            **{way: len(cases) for way, cases in self._ties.items()},
        }

    @property
    def listed(self) -> bool:
        """Whether every way of writing that the metric wrongly tells apart can be listed for a small case."""
        return all(broken.listed for broken in self.breaks)

    def values(self, universe: Universe, index: Array) -> Array:
        """The values of these elements. Each element is scored once, except for a sample that is scored twice."""
        numbers = index.tolist()
        seen = self._seen.setdefault(universe, {})
        keys = {k: self._key(universe, k) for k in numbers if k not in seen}
        new: dict[Hashable, int] = {}
        for k, key in keys.items():
            if key not in self._known:
                new.setdefault(key, k)
        self._known.update(zip(new, self._requested(universe, list(new.values())), strict=True))
        seen.update((k, self._known[key]) for k, key in keys.items())
        if numbers and not new:
            self.put_off(self._unrepeated, [(universe.outputs(numbers[0], self.closed), seen[numbers[0]])])
        floats = np.array([rounded(seen[k]) for k in numbers], dtype=np.float64)
        for at in np.flatnonzero(np.isnan(floats)).tolist():
            key = self._key(universe, numbers[at])
            if key not in self._blanks:
                self._blanks[key] = universe.outputs(numbers[at], self.closed)
            self._note_undefined(self._blanks[key])
        return floats

    def _note_undefined(self, pair: Pair) -> None:
        if self._undefined_at is None or size_of(pair) < size_of(self._undefined_at):
            self._undefined_at = pair

    def _key(self, universe: Universe, k: int) -> Hashable:
        """The key under which the value of an element is kept."""
        return type(universe).__name__, universe.signature(k, self.closed)

    def _requested(self, universe: Universe, elements: Sequence[int]) -> Iterator[Any]:
        number = CHUNK if self.deadline is None else AGAIN
        for start in range(0, len(elements), number):
            self._demand_time()
            pairs = [universe.outputs(k, self.closed) for k in elements[start : start + number]]
            again = pairs[::AGAIN]
            try:
                scores = self.scores([*pairs, *again])
            except MetricFailedError as failure:
                raise self._smallest(failure, (universe.outputs(k, self.closed) for k in elements[start:])) from None
            first_scores = scores[: len(pairs)]
            self.agree(again, first_scores[::AGAIN], scores[len(pairs) :])
            self.put_off(self._unconfirmed, zip(again, first_scores[::AGAIN], strict=True))
            yield from first_scores

    def _smallest(self, failure: MetricFailedError, pairs: Iterable[Pair]) -> MetricFailedError:
        """The failure on the smallest of these inputs on which the metric fails. `failure` is the failure on one of
        these inputs; it is returned unchanged where no input is to blame for it.
        """
        if failure.data is None:
            return failure
        of = task(self.task)
        size = size_of((of.output.from_json(failure.data["output"]), of.gold.from_json(failure.data["gold"])))
        smaller = sorted((pair for pair in pairs if size_of(pair) < size), key=size_of)
        try:
            for start in range(0, len(smaller), CHUNK):
                self.scores(smaller[start : start + CHUNK])
        except MetricFailedError as least:
            return failure if least.data is None else least
        return failure

    def _demand_time(self) -> None:
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise OutOfTimeError

    def decide(self, case: Case, demand: Demand) -> Decision:
        """The sign of the required difference; None where the difference is within the error bound, and rounding may
        have made or hidden a tie.
        """
        self._demand_time()
        judged = case.asked(demand)
        each = self._scores([case], judged)[0]
        for role in judged.roles:
            for call, score in zip(case.calls(role), each[role], strict=True):
                if score != score:
                    self._note_undefined((call.output, call.gold))
        pairs = [(call.output, call.gold) for role in judged.roles for call in case.calls(role)]
        scores = [score for role in judged.roles for score in each[role]]
        decision = self._decided(case, judged, each)
        if decision.sign is None:
            return decision
        if decision.sign:
            self.demand_agreement(pairs, scores)
        if decision.failed:
            self.demand_confirmation(pairs, scores)
        return decision

    def _decided(self, case: Case, demand: Demand, each: Mapping[str, Sequence[Any]]) -> Decision:
        def sign(excess: Any, k: int) -> int | None:
            """The sign for output k alone where some output has to meet the demand; else the sign for the case."""
            if not demand.some:
                return self._sign(case, demand, excess, each)
            (role,) = demand.roles
            return self._sign(case.showing(role, k), demand, excess, {role: [each[role][k]]})

        decision = decided(case, demand, each, sign)
        return replace(decision, reason="within the error bound") if decision.reason == "undecided" else decision

    def _sign(self, case: Case, demand: Demand, excess: Any, each: Mapping[str, Sequence[Any]]) -> int | None:
        """The sign of the required difference; None where rounding may have made or hidden it."""
        scores = [score for of_role in each.values() for score in of_role]
        if self.exact or not self.close(excess, *scores):
            return int((excess > 0) - (excess < 0))
        if way := self._met_tie(case, demand, excess, each):
            self._ties.setdefault(way, set()).add((case.gold, *case.golds.items(), *case.outputs.items()))
            return 0
        if excess == 0 and max(value.size for value in case.values) <= LONGEST_TIE:
            # where the metric depends on the way of writing, a tie in the present way is a tie
            tied = bool(self.breaks) or self.is_tied_renamed(case, demand)
            if tied and not self.may_be_lost(case, demand, scores):
                return 0
        return None

    def _met_tie(self, case: Case, demand: Demand, excess: Any, each: Mapping[str, Sequence[Any]]) -> str:
        """The way in which the scores tie as is demanded; empty where they do not tie, or where a tie would violate the
        demand.
        """
        if met_ties.in_fractions(case, demand, each):
            return "read_as_fractions"
        return "tied_means" if met_ties.in_means(demand, excess, each) else ""

    def is_tied_renamed(self, case: Case, demand: Demand) -> bool:
        """Whether the floats of the case stay tied with other names of its documents and in other orders."""
        variants = self._scores([_renamed(case, self.task, seed) for seed in range(VARIANTS)], demand)
        return all(demand.excess(joined(case, demand, variant), case.bound) == 0 for variant in variants)

    def may_be_lost(self, case: Case, demand: Demand, scores: Sequence[Any]) -> bool:
        """Whether a change is worth so little next to these scores that adding it changes no digit, as for RBP(p=0.001)
        at rank 8.

        To test this, the case is scored again with no relevant documents but those that moved.
        """
        alone = task(self.task).alone(case) if case.is_plain and demand.by in {">", ">="} else None
        if alone is None:
            return False
        try:
            excess = demand.excess(joined(alone, demand, self._scores([alone], demand)[0]))
        except MetricFailedError:
            return False
        return bool(excess != 0) and self.close(excess, *scores)

    def _scores(self, cases: Sequence[Case], demand: Demand) -> list[dict[str, list[Any]]]:
        """By role, the scores of the outputs of each case. An output that several roles share is scored once. An output
        that counts by its mean with others is scored once for all cases, because the same outputs stand in hundreds of
        cases.
        """
        calls = [{role: case.calls(role) for role in demand.roles} for case in cases]
        pairs = {
            (k, id(call.output), id(call.gold)): (call.output, call.gold)
            for k, by_role in enumerate(calls)
            for each in by_role.values()
            for call in each
        }
        scores = {key: self._of_means[pair] for key, pair in pairs.items() if pair in self._of_means}
        new = {key: pair for key, pair in pairs.items() if key not in scores or cases[key[0]].is_single}
        scores.update(zip(new, self.scores(list(new.values())), strict=True))
        self._of_means.update((pair, scores[key]) for key, pair in new.items() if not cases[key[0]].is_single)
        return [
            {role: [scores[k, id(call.output), id(call.gold)] for call in each] for role, each in by_role.items()}
            for k, by_role in enumerate(calls)
        ]

    def scored(self, pairs: Sequence[Pair]) -> list[Any]:
        """The score of each output with its gold, in their order. The score of a loss is its negative. A second process
        confirms the first score and a sample of the others.
        """
        scores = self.scores(pairs)
        self.demand_confirmation(pairs[::AGAIN], scores[::AGAIN])
        return scores

    def rewritten(self, case: Case, demand: Demand, most: int | None, seed: int = 0) -> Tried | None:
        """Judge a case in other ways of writing it (`writing_variants`)."""
        return writing_variants.rewritten(self, case, demand, most, seed)

    def calls(self, case: Case, decision: Decision) -> Decision:
        """The decision of a case, with the calls on which it rests."""
        return writing_variants.calls(self, case, decision)

    def recalled(self, case: Case, demand: Demand, calls: Mapping[str, Any], order: Sequence[str]) -> Decision:
        """The decision of a case by the given calls, as they were written."""
        return writing_variants.recalled(self, case, demand, calls, order)


def _renamed(case: Case, of: str, seed: int) -> Case:
    """The same case with other names for its documents. Parts whose order does not matter are written in another
    order.
    """
    chance = random.Random(seed)
    documents = sorted(frozenset().union(*(value.documents for value in case.values)))
    name = task(of).names(documents, chance)

    def again(value: Any) -> Any:
        if type(value) is tuple:
            return tuple(map(again, value))
        return value.renamed(name, chance.getrandbits(32))

    outputs = {role: again(output) for role, output in case.outputs.items()}
    golds = {role: again(gold) for role, gold in case.golds.items()}
    return replace(case, gold=case.gold.renamed(name, seed), outputs=outputs, golds=golds)
