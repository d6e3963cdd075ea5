"""Compares the statements of a proof about a metric with the metric, on cases: the facts of the proof, its excess, and
the outputs that it constructs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Protocol

from axiometrics import registry
from axiometrics.core.case import Case, Demand
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.organization import Organization
from axiometrics.core.reals import Exact, Real
from axiometrics.core.vocabulary import Vocabulary, vocabulary_of
from axiometrics.kernel.check_proof import Claim, ProofError, Scope, Term, declare
from axiometrics.symbolic.signs import sign, vanishes
from axiometrics.symbolic.values import evaluated
from axiometrics.verification.instances import Instance, holds_of
from axiometrics.verification.parts import Part, parts_of, read_given


class AnyScorer(Protocol):
    """A scorer of a system output against a gold: exact, or None if undefined."""

    @property
    def closed(self) -> bool:
        """Whether the gold must list every document."""
        ...

    def score(self, system: Organization, gold: Organization) -> Any:
        """The score."""
        ...

    def bound(self, parameters: Mapping[str, Any]) -> AnyScorer:
        """The same metric with these values of parameters, as far as it has them."""
        ...


@dataclass
class TestedLink:
    """The number of cases on which a proof was compared with its metric, and the size of the largest of them, in
    documents, ranks or n.
    """

    cases: int = 0
    largest: int = 0

    def to_json(self) -> dict[str, int]:
        """Return the value of `link` in the evidence."""
        return {"cases": self.cases, "largest": self.largest}


def spoken_of(constraint: Constraint) -> Vocabulary:
    """Return the vocabulary of a constraint. Raises `ProofError` if it declares none."""
    vocabulary = vocabulary_of(constraint)
    if vocabulary is None:
        raise ProofError(f"{constraint.name} has no vocabulary, so a proof about it cannot be checked")
    return vocabulary


def check_link(
    proof: Mapping[str, Any],
    constraint: Constraint,
    reading: Reading,
    cases: Iterable[Case | Instance],
    scorer: AnyScorer,
    parameters: Mapping[str, Any] | None = None,
    symbol_values: Mapping[str, Exact] | None = None,
    scope: Scope | None = None,
) -> TestedLink:
    """Return on how many cases the facts of a proof held and its excess was the required difference of the metric. In a
    proof with parts, each case is compared with the part about its demand.

    `parameters` are the values of the metric's parameters, by default those in the name of the metric in the proof.
    `symbol_values` are the values of symbols that are not quantities of a case. `scope` is the scope of the facts, if
    `check_argument` gave it. Cases on which the metric is undefined are passed over; of a threshold, only cases from
    the start of the proof belong here. Raises `ProofError` on the first case where something does not hold, and if a
    part has no case.
    """
    vocabulary = spoken_of(constraint)
    if parameters is None:
        metric = registry.definition(proof["metric"], constraint.task)
        parameters = {} if metric is None else metric.values
    links = {
        part.demand.words: _link(part, vocabulary, scorer, parameters, symbol_values or {}, scope)
        for part in parts_of(proof, reading)
    }
    only = next(iter(links.values())) if len(links) == 1 else None
    tested, used = TestedLink(), set[str]()
    for case in cases:
        instance = case if isinstance(case, Instance) else Instance(case, vocabulary)
        words = instance.case.asked(reading.demand).words
        link = only or links.get(words)
        if link is None:
            raise ProofError(f"the proof has no part about the demand {words!r} of {case_text(instance.case)}")
        if link.holds_on(instance):
            used.add(words)
            tested.cases += 1
            tested.largest = max(tested.largest, instance.size)
    if only is None and tested.cases and (idle := links.keys() - used):
        raise ProofError(f"there is no case on which the part about {min(idle)!r} can be compared with the metric")
    return tested


def _link(
    part: Part,
    vocabulary: Vocabulary,
    scorer: AnyScorer,
    parameters: Mapping[str, Any],
    symbol_values: Mapping[str, Exact],
    scope: Scope | None,
) -> _ExcessOnCases:
    about = part.argument
    declared = declare(about) if scope is None or not part.alone else scope
    return _ExcessOnCases(
        part=part,
        vocabulary=vocabulary,
        names=[name for name in about["symbols"] if name not in symbol_values],
        parameters=parameters,
        symbol_values=symbol_values,
        defined=[(name, declared.term(text)) for name, text in about.get("define", [])],
        facts=[(text, declared.get(text)) for text in about["facts"]],
        excess=declared.term(about["excess"]),
        given=read_given(part),
        scorer=scorer,
    )


@dataclass(frozen=True)
class _ExcessOnCases:
    """The claims of one part of a proof about each case of its demand: the facts of the part, and that its excess is
    the difference of the metric's scores.
    """

    part: Part
    vocabulary: Vocabulary
    names: Sequence[str]
    parameters: Mapping[str, Any]
    symbol_values: Mapping[str, Exact]
    defined: Sequence[tuple[str, Term]]
    facts: Sequence[tuple[str, Claim]]
    excess: Term
    given: Term | None
    scorer: AnyScorer

    def holds_on(self, instance: Instance) -> bool:
        """Compare the part with one case. Return False if the metric is undefined there, or the demand is not made.
        Raises `ProofError` if something does not hold.
        """
        shown = self._shown(instance)
        case, judged = shown.case, shown.closed if self.scorer.closed else shown.case
        demand = case.asked(self.part.demand)
        if demand.by != self.part.demand.by or any(type(case.outputs[role]) is tuple for role in demand.roles):
            raise ProofError("a proof needs cases with one output for each role and one comparison")
        scores = self._scores(judged, demand)
        if any(score is None for score in scores.values()):
            self._demand_undefined(instance, demand)
            return False
        values = {**shown.measure(self.names, self.parameters), **self.symbol_values}
        for name, term in self.defined:
            values[name] = evaluated(term, values)
        if not self._is_made(demand, scores, values, case):
            return False
        for text, fact in self.facts:
            by_case = shown.quantities.keys() >= fact.term.symbols and fact.term.symbols.isdisjoint(self.symbol_values)
            if not (shown.bears_out(text, fact) if by_case else holds_of(fact, values)):
                raise ProofError(f"{text} does not hold on {case_text(case)}")
        if not _same(demand.excess(scores, case.bound), evaluated(self.excess, values)):
            raise ProofError(f"the excess is not that of the metric on {case_text(case)}")
        return True

    def _scores(self, judged: Case, demand: Demand) -> dict[str, Any]:
        """Return the score of the output of each role. Equal calls are scored once."""
        scores: dict[str, Any] = {}
        for role in demand.roles:
            (call,) = judged.calls(role)
            scored_alike = next((scored for scored in scores if all(map(_alike, judged.calls(scored)[0], call))), None)
            scorer = self.scorer.bound(call.parameters) if call.parameters else self.scorer
            scores[role] = scorer.score(call.output, call.gold) if scored_alike is None else scores[scored_alike]
        return scores

    def _shown(self, instance: Instance) -> Instance:
        """The case with the outputs that the part constructs, each of which has to be one of the outputs that count."""
        case = instance.case
        for role, name in self.part.outputs.items():
            try:
                made = self.vocabulary.outputs[name].of(case, self.parameters)
            except (StopIteration, ValueError, KeyError):
                raise ProofError(
                    f"{name} is not one of the outputs that may be used: there is none on {case_text(case)}"
                ) from None
            output, gold = made if type(made) is tuple else (made, None)
            places = [
                k
                for k, call in enumerate(case.calls(role))
                if call.output == output and (gold is None or call.gold == gold) and self._counts(case, role, k)
            ]
            if not places:
                raise ProofError(f"{name} is not one of the outputs that may be used: {output} on {case_text(case)}")
            shown = case.calls(role)[places[0]]
            golds = {**case.golds, role: shown.gold} if role in case.golds else case.golds
            case = replace(case, outputs={**case.outputs, role: shown.output}, golds=golds)
        return instance if case is instance.case else Instance(case, self.vocabulary)

    def _counts(self, case: Case, role: str, k: int) -> bool:
        """Return whether one of several outputs counts: the scores of the roles that belong to it do not rise in their
        order.
        """
        order = case.falling[role][k] if role in case.falling else ()
        scores = [self.scorer.score(call.output, call.gold) for other_role in order for call in case.calls(other_role)]
        return all(
            earlier is not None and later is not None and sign(earlier - later) >= 0
            for earlier, later in pairwise(scores)
        )

    def _demand_undefined(self, instance: Instance, demand: Demand) -> None:
        """Raise `ProofError` if an undefined score is a failure: the demand is that the score is defined, or some
        output has to be as demanded and another output has a score.
        """
        case = instance.closed if self.scorer.closed else instance.case
        several = [role for role in demand.roles if type(case.outputs[role]) is tuple]
        others = (self.scorer.score(call.output, call.gold) for role in several for call in case.calls(role))
        if demand.by == "defined" or (demand.some and any(score is not None for score in others)):
            raise ProofError(f"the metric is undefined on {case_text(case)}")

    def _is_made(self, demand: Demand, scores: Mapping[str, Any], values: Mapping[str, Exact], case: Case) -> bool:
        """Return whether the demand is made of the case. It may depend on the value of `given`, which has to be the
        distance of a score from its limit.
        """
        if demand.below is None or self.given is None:
            return True
        role, limit = demand.below
        if not _same(limit - scores[role], evaluated(self.given, values)):
            raise ProofError(f"the given term is not the distance of the score from {limit} on {case_text(case)}")
        return demand.made(scores)


def _alike(left: Any, right: Any) -> bool:
    """Whether two outputs are written alike."""
    return left.levels == right.levels if isinstance(left, Organization) else bool(left == right)


def _same(required: Exact, excess: Exact) -> bool:
    """Return whether two numbers, and their signs, are equal to 512 bits. The sign is compared because a tie must not
    hide a difference that is smaller still.
    """
    difference: Exact = required - excess
    return vanishes(difference) and (not isinstance(difference, Real) or sign(required) == sign(excess))


def case_text(case: Case) -> str:
    """Return the gold and the outputs of a case in one line."""
    gold = "" if case.gold is None else f"gold {case.gold}, "
    return f"{gold}outputs {', '.join(map(str, case.outputs.values()))}"
