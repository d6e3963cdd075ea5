"""Whether what a proof says of a metric is so, on cases: its facts, its excess, and the outputs that it speaks of."""

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
    """What scores a system against a gold: exactly, or None where undefined."""

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
    """On how many cases a proof was compared with its metric, and the documents, ranks or n of the largest."""

    cases: int = 0
    largest: int = 0

    def to_json(self) -> dict[str, int]:
        """As `link` of the evidence has it."""
        return {"cases": self.cases, "largest": self.largest}


def spoken_of(constraint: Constraint) -> Vocabulary:
    """The vocabulary of a constraint. Raises `ProofError` where it declares none."""
    found = vocabulary_of(constraint)
    if found is None:
        raise ProofError(f"{constraint.name} has no vocabulary, so a proof about it cannot be checked")
    return found


def check_link(
    proof: Mapping[str, Any],
    constraint: Constraint,
    reading: Reading,
    cases: Iterable[Case | Instance],
    scorer: AnyScorer,
    parameters: Mapping[str, Any] | None = None,
    known: Mapping[str, Exact] | None = None,
    scope: Scope | None = None,
) -> TestedLink:
    """On how many cases the facts held, and the excess of the proof was the metric's required difference; in a proof
    with parts, those of the part that is about the demand of the case.

    `parameters` are the metric's, by default those that the proof names it with; `known`, the values of symbols that
    are not quantities of a case; `scope`, that of the facts, where `check_argument` gave it. Raises `ProofError` on the
    first case where that is not so, and where a part has no case. Cases on which the metric is undefined are passed
    over; of a threshold, only those from the start of the proof belong here.
    """
    vocabulary = spoken_of(constraint)
    if parameters is None:
        metric = registry.definition(proof["metric"], constraint.task)
        parameters = {} if metric is None else metric.values
    links = {
        part.demand.words: _link(part, vocabulary, scorer, parameters, known or {}, scope)
        for part in parts_of(proof, reading)
    }
    only = next(iter(links.values())) if len(links) == 1 else None
    found, used = TestedLink(), set[str]()
    for case in cases:
        instance = case if isinstance(case, Instance) else Instance(case, vocabulary)
        words = instance.case.asked(reading.demand).words
        link = only or links.get(words)
        if link is None:
            raise ProofError(f"the proof has no part about the demand {words!r} of {told(instance.case)}")
        if link.holds_on(instance):
            used.add(words)
            found.cases += 1
            found.largest = max(found.largest, instance.size)
    if only is None and found.cases and (idle := links.keys() - used):
        raise ProofError(f"there is no case on which the part about {min(idle)!r} can be compared with the metric")
    return found


def _link(
    part: Part,
    vocabulary: Vocabulary,
    scorer: AnyScorer,
    parameters: Mapping[str, Any],
    known: Mapping[str, Exact],
    scope: Scope | None,
) -> _ExcessOnCases:
    about = part.argument
    declared = declare(about) if scope is None or not part.alone else scope
    return _ExcessOnCases(
        part=part,
        vocabulary=vocabulary,
        names=[name for name in about["symbols"] if name not in known],
        parameters=parameters,
        known=known,
        defined=[(name, declared.term(text)) for name, text in about.get("define", [])],
        facts=[(text, declared.get(text)) for text in about["facts"]],
        excess=declared.term(about["excess"]),
        given=read_given(part),
        scorer=scorer,
    )


@dataclass(frozen=True)
class _ExcessOnCases:
    """What a part of a proof says of each case of its demand: its facts, and that its excess is the metric's."""

    part: Part
    vocabulary: Vocabulary
    names: Sequence[str]
    parameters: Mapping[str, Any]
    known: Mapping[str, Exact]
    defined: Sequence[tuple[str, Term]]
    facts: Sequence[tuple[str, Claim]]
    excess: Term
    given: Term | None
    scorer: AnyScorer

    def holds_on(self, instance: Instance) -> bool:
        """False where the metric is undefined, or the demand not made. Raises `ProofError` where something does not
        hold.
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
        values = {**shown.measure(self.names, self.parameters), **self.known}
        for name, term in self.defined:
            values[name] = evaluated(term, values)
        if not self._is_made(demand, scores, values, case):
            return False
        for text, fact in self.facts:
            by_case = shown.quantities.keys() >= fact.term.symbols and fact.term.symbols.isdisjoint(self.known)
            if not (shown.bears_out(text, fact) if by_case else holds_of(fact, values)):
                raise ProofError(f"{text} does not hold on {told(case)}")
        if not _same(demand.excess(scores, case.bound), evaluated(self.excess, values)):
            raise ProofError(f"the excess is not that of the metric on {told(case)}")
        return True

    def _scores(self, judged: Case, demand: Demand) -> dict[str, Any]:
        """The score of the output of each role; the same one is scored once."""
        scores: dict[str, Any] = {}
        for role in demand.roles:
            (call,) = judged.calls(role)
            same = next((other for other in scores if all(map(_alike, judged.calls(other)[0], call))), None)
            scorer = self.scorer.bound(call.parameters) if call.parameters else self.scorer
            scores[role] = scorer.score(call.output, call.gold) if same is None else scores[same]
        return scores

    def _shown(self, instance: Instance) -> Instance:
        """The case with the outputs that the part constructs, each of which has to be one of the outputs that count."""
        case = instance.case
        for role, name in self.part.outputs.items():
            try:
                made = self.vocabulary.outputs[name].of(case, self.parameters)
            except (StopIteration, ValueError, KeyError):
                raise ProofError(
                    f"{name} is not one of the outputs that may be used: there is none on {told(case)}"
                ) from None
            output, gold = made if type(made) is tuple else (made, None)
            found = [
                k
                for k, call in enumerate(case.calls(role))
                if call.output == output and (gold is None or call.gold == gold) and self._counts(case, role, k)
            ]
            if not found:
                raise ProofError(f"{name} is not one of the outputs that may be used: {output} on {told(case)}")
            shown = case.calls(role)[found[0]]
            golds = {**case.golds, role: shown.gold} if role in case.golds else case.golds
            case = replace(case, outputs={**case.outputs, role: shown.output}, golds=golds)
        return instance if case is instance.case else Instance(case, self.vocabulary)

    def _counts(self, case: Case, role: str, k: int) -> bool:
        """Whether one of several outputs counts: the scores of some roles do not rise in its order."""
        order = case.falling[role][k] if role in case.falling else ()
        scores = [self.scorer.score(call.output, call.gold) for one in order for call in case.calls(one)]
        return all(one is not None and other is not None and sign(one - other) >= 0 for one, other in pairwise(scores))

    def _demand_undefined(self, instance: Instance, demand: Demand) -> None:
        """Raise `ProofError` where an undefined score is a failure, or that of an output where another has one."""
        case = instance.closed if self.scorer.closed else instance.case
        several = [role for role in demand.roles if type(case.outputs[role]) is tuple]
        others = (self.scorer.score(call.output, call.gold) for role in several for call in case.calls(role))
        if demand.by == "defined" or (demand.some and any(score is not None for score in others)):
            raise ProofError(f"the metric is undefined on {told(case)}")

    def _is_made(self, demand: Demand, scores: Mapping[str, Any], values: Mapping[str, Exact], case: Case) -> bool:
        """Whether the demand is made of the case, which hangs on `given` alone."""
        if demand.below is None or self.given is None:
            return True
        role, limit = demand.below
        if not _same(limit - scores[role], evaluated(self.given, values)):
            raise ProofError(f"the given term is not the distance of the score from {limit} on {told(case)}")
        return demand.made(scores)


def _alike(one: Any, other: Any) -> bool:
    """Whether two outputs are written alike."""
    return one.levels == other.levels if isinstance(one, Organization) else bool(one == other)


def _same(required: Exact, excess: Exact) -> bool:
    """Whether nothing tells two numbers apart to 512 bits, nor their signs: a tie is not hidden by what is smaller."""
    difference: Exact = required - excess
    return vanishes(difference) and (not isinstance(difference, Real) or sign(required) == sign(excess))


def told(case: Case) -> str:
    """A case on a line."""
    gold = "" if case.gold is None else f"gold {case.gold}, "
    return f"{gold}outputs {', '.join(map(str, case.outputs.values()))}"
