"""The parts of a proof: an argument for each demand that the cases of a reading make.

Most readings make one demand, and a proof of these is one argument. Where a reading makes several (the score is 1
where the output is right, and below 1 where it is wrong), a proof has an argument for each, with the facts that hold in
the cases of that demand: the first stands in the proof itself, the `others` beside it.

What a part may speak of beyond quantities and facts, each of which `links` puts to the test on cases:

`outputs` : by role, the name of a construction of the vocabulary. A demand that some output be as demanded is met by
    the one that is constructed; so is one about the greatest score of several outputs, which is no less
`given` : of a demand that is made only where a score is below a number, how far it is below; that this is above 0 is
    then known
`where` : divisors of the excess that are known to be 0 at least, and are above 0 wherever the metric has a value
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from axiometrics.core.case import Demand
from axiometrics.core.constraint import Reading
from axiometrics.core.family import demands_of
from axiometrics.core.vocabulary import Vocabulary
from axiometrics.kernel.check_proof import Claim, Polynomial, ProofError, Scope, Term, read_claim, read_term, shortened


@dataclass(frozen=True)
class Part:
    """The argument of a proof about the cases that make one demand.

    Attributes
    ----------
    demand : what these cases demand
    argument : symbols, facts, definitions, excess and steps
    alone : whether it is about all cases of its reading, which may word their demands in different ways
    """

    demand: Demand
    argument: Mapping[str, Any]
    alone: bool

    @property
    def outputs(self) -> Mapping[str, str]:
        """By role, the name of the construction of the output that the argument speaks of."""
        constructions = self.argument.get("outputs", {})
        if not isinstance(constructions, Mapping):
            raise ProofError(f"outputs maps roles to names of constructions, found {shortened(repr(constructions))}")
        return constructions

    @property
    def given(self) -> str | None:
        """How far the score that the demand depends on is below its limit."""
        text = self.argument.get("given")
        if (text is None) is not (self.demand.below is None):
            raise ProofError("`given` is only for a demand that depends on a score")
        return None if text is None else str(text)

    @property
    def where(self) -> Sequence[str]:
        """The claims that numbers are above 0 wherever the metric has a value."""
        claims = self.argument.get("where", [])
        if not isinstance(claims, list) or (claims and self.demand.by == "defined"):
            raise ProofError(
                "`where` must list claims, and must be empty if the proof shows that the metric has a value"
            )
        return claims

    def demand_constructions(self, vocabulary: Vocabulary) -> None:
        """Raise `ProofError` unless each output that is spoken of is constructed by the vocabulary, and stands for all
        outputs of its role.
        """
        demand, signs = self.demand, dict(zip(self.demand.roles, self.demand.signs, strict=True))
        for role, name in self.outputs.items():
            stands = demand.some or (demand.greatest and demand.by in {">", ">="} and signs.get(role) == 1)
            if role not in signs or name not in vocabulary.outputs or not stands:
                raise ProofError(f"{shortened(repr(name))} is not an output that stands for those of {role!r}")
        if demand.some and not self.outputs:
            raise ProofError("a proof that some output is as demanded must name this output in `outputs`")

    def premises(self) -> list[str]:
        """The facts that the part may use in addition to those of the vocabulary."""
        return [*([] if self.given is None else [f"{self.given} > 0"]), *self.where]

    def demand_divisors(self, excess: Term, declared: Scope) -> None:
        """Raise `ProofError` unless each claim of `where` says that a divisor of the excess is above 0, and that
        divisor is known not to be negative. `declared` is the scope of the facts.
        """
        for text in self.where:
            claim = read_claim(text)
            others = Scope(dict(declared.symbols))
            others.assume(fact for fact in self.argument["facts"] if fact not in self.premises())
            if claim.relation != ">" or not any(_is(claim, divisor) for divisor in excess.factors):
                raise ProofError(f"{shortened(text)} does not state that a divisor of the excess is above 0")
            if not others.above(claim.term, strict=False):
                raise ProofError(f"nothing says that {claim.term} is not below 0")


def _is(claim: Claim, divisor: Polynomial) -> bool:
    return claim.term.equals(Term(divisor, {}))


def parts_of(proof: Mapping[str, Any], reading: Reading) -> list[Part]:
    """Return the arguments of a proof, one for each demand that the cases of a reading make. Raises `ProofError` if a
    demand has no argument, or if an argument is for no demand.
    """
    demands = {demand.words: demand for demand in demands_of(reading.cases)}  # type: ignore[arg-type]
    if len(demands) == 1:
        if "others" in proof or "demand" in proof:
            raise ProofError(f"the cases of {reading.name} make one demand, so a proof of it must not have parts")
        (demand,) = demands.values()
        return [Part(demand, proof, alone=True)]
    by_demand: dict[str, Mapping[str, Any]] = {}
    for argument in (proof, *_others(proof)):
        words = argument.get("demand") if isinstance(argument, Mapping) else None
        if words not in demands or words in by_demand:
            raise ProofError(f"a part is about {shortened(repr(words))}: expected each of {', '.join(demands)} once")
        by_demand[words] = argument
    if missing := demands.keys() - by_demand.keys():
        raise ProofError(f"the proof has no part about the demand {min(missing)!r}")
    return [Part(demands[words], argument, alone=False) for words, argument in by_demand.items()]


def arguments(proof: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return all arguments of a proof, without regard to their demands."""
    return [proof, *_others(proof)]


def _others(proof: Mapping[str, Any]) -> list[Any]:
    others = proof.get("others", [])
    if not isinstance(others, list):
        raise ProofError(f"others lists further parts of the proof, found {shortened(repr(others))}")
    return others


def read_given(part: Part) -> Term | None:
    """The term of `given`."""
    return None if part.given is None else read_term(part.given)
