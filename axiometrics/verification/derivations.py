"""Whether the excess of a proof is the metric's required difference, proved: the definition is executed on symbols.

Where the vocabulary of a constraint sketches its cases (`Vocabulary.sketches`) and the definition of the metric can be
executed on the sketches, the required difference comes out as a term, and is compared with the excess as a term. Then
nothing is left to trust but the definition, the sketches and the kernel. A sketch covers all cases of a reading, those
with any number of clusters, classes and ranks that are not named among them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from axiometrics.core.case import Demand
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.definition import Definition
from axiometrics.core.errors import AxiometricsError
from axiometrics.core.vocabulary import Quantity, Sketch, vocabulary_of
from axiometrics.kernel.check_proof import Atom, ProofError, Scope, Term, at_most, rebuilt, substituted, sum_of
from axiometrics.symbolic.symbols import SymbolicNumber, knowing, number

BY_CASE = {"others", "outputs", "given", "where"}
"""The fields of a proof about outputs and cases, beside quantities and facts (`parts`)."""

NOT_SKETCHED = {"others", "outputs"}
"""The fields of `BY_CASE` that no sketch can represent. The others can be: `where` says what is above 0 where there is
a score, and `given` is derived too.
"""

MOST_IN_PARTS = 100
"""The greatest total number of products of symbols in named parts that are still spelled out. Beyond it, the comparison
term by term would take too long.
"""

SHORT = 3
"""A part with at most this many products of symbols is spelled out; a longer part that nothing else describes is
written by its name.
"""

MOST_WORK = 5_000_000
"""The products of terms that a derivation may take."""


def derived(
    proof: Mapping[str, Any], scope: Scope, constraint: Constraint, reading: Reading, definition: Definition | None
) -> bool:
    """Return whether the definition, executed on every sketch of the reading, gives the excess of the proof.

    It is not so where the definition cannot be executed, or gives another term: then the comparison on cases is left.
    `scope` is that of the facts of the proof.
    """
    return not why_not_derived(proof, scope, constraint, reading, definition)


def why_not_derived(
    proof: Mapping[str, Any], scope: Scope, constraint: Constraint, reading: Reading, definition: Definition | None
) -> str:
    """Return in words where the derivation of an excess from the definition stops; empty if it does not stop."""
    vocabulary = vocabulary_of(constraint)
    if vocabulary is None or definition is None:
        return "the metric has no definition, or the constraint has no vocabulary"
    question = _ProofQuestion(proof, scope, reading.demand, definition, vocabulary.quantities)
    sketches = list(vocabulary.sketches(reading.name))
    if not sketches or proof.keys() & NOT_SKETCHED:
        return "no sketch covers all cases of this reading"
    forked = (
        sketch if sketch.parameter_forks is None else replace(sketch, forks=sketch.parameter_forks(definition.values))
        for sketch in sketches
    )
    return "" if all(map(question.follows, forked)) else question.stops[-1]


@dataclass(frozen=True)
class _ProofQuestion:
    """The question whether the excess of a proof is the required difference of a definition."""

    proof: Mapping[str, Any]
    scope: Scope
    demand: Demand
    definition: Definition
    quantities: Mapping[str, Quantity] = field(default_factory=dict)
    stops: list[str] = field(default_factory=list)

    @cached_property
    def scores(self) -> dict[str, SymbolicNumber]:
        """By role, the scores that are quantities of the vocabulary: those that this definition gives for an output."""
        scored = ((name, quantity.score) for name, quantity in self.quantities.items() if quantity.score is not None)
        return {
            score[1]: number(name)
            for name, score in scored
            if score[0] is self.definition.function and not self.definition.closed
        }

    def follows(self, sketch: Sketch) -> bool:
        """Return whether the excess follows for all cases of a sketch. Where the sketch as a whole does not decide it,
        each kind of its cases is looked at.
        """
        lacking = set(self.proof["symbols"]) - set(sketch.values)
        lacking -= {name for name in lacking if self.quantities[name].score is not None}
        if lacking or not self._same(sketch):
            kinds = sketch.apart(lacking)
            if not kinds and lacking:
                self.stops.append(f"the sketch does not have the quantities {', '.join(sorted(lacking))}")
            return bool(kinds) and all(impossible(kind) or self.follows(kind) for kind in kinds)
        return True

    def _same(self, sketch: Sketch) -> bool:
        try:
            not_negative = list(sketch.not_negative)
            if type(self.proof.get("start")) is int:
                since = sketch.values["n"] - self.proof["start"]
                not_negative += [since, *(number + since for number in not_negative)]
            with at_most(MOST_WORK), knowing(not_negative, sketch.positive, sketch.zero) as knowledge:
                scores = self.scores | {
                    role: self.definition.function(self._value_of(output), None, **self.definition.values)
                    for role, output in sketch.outputs.items()
                }
                if any(score is None for score in scores.values()) and (sketch.demand or self.demand).by != "defined":
                    return True  # of cases without a value nothing is demanded
                required = term_of((sketch.demand or self.demand).excess(scores)) - term_of(sketch.bound)
                needed = {name: value for name, value in sketch.values.items() if self._is_asked(name, value)}
                values = {name: self._value(value) for name, value in needed.items()}
                defined: dict[str, Term] = {}
                for name, text in self.proof.get("define", []):
                    defined[name] = substituted(self.scope.term(text), {**values, **defined})
                values = {name: value for name, value in values.items() if name not in defined}
                excess = substituted(self.scope.term(self.proof["excess"]), values)
                self._demand_given(scores, values)
                named = {name: term for name, term in defined.items() if name in excess.symbols}
                if knowledge.parts and named:  # spelled out, these terms may be long
                    same = _alike_by_parts(excess, required, knowledge.parts, named)
                else:
                    spelled = (_spelled_out(term, knowledge.parts, defined) for term in (excess, required))
                    same = _alike(*map(knowledge.reduced, spelled))
        except (
            *(ProofError, AxiometricsError, TypeError, AttributeError, ValueError, ZeroDivisionError, KeyError),
        ) as error:
            # it asks of numbers what symbols do not answer: the comparison on cases is left
            said = " ".join(str(error).split())
            self.stops.append(
                "the definition needs something that a sketch of all cases does not have "
                f"({said or type(error).__name__})"
            )
            return False
        if not same:
            self.stops.append(
                "the definition, executed on a sketch of all cases, gives a term that could not be shown "
                "to equal the excess"
            )
        return same

    def _demand_given(self, scores: Mapping[str, Any], values: Mapping[str, Term]) -> None:
        """Raise `ProofError` where the demand depends on a score, and the proof says another distance of it."""
        text, below = self.proof.get("given"), self.demand.below
        if text is None and below is None:
            return
        if text is None or below is None:
            raise ProofError("what a demand depends on is not what the proof says")
        role, limit = below
        stated, distance = substituted(self.scope.term(text), values), Term.number(limit) - term_of(scores[role])
        if not stated.equals(distance):
            raise ProofError("the score that the demand depends on is not as far below its limit as the proof says")

    def _is_asked(self, name: str, value: Any) -> bool:
        """Whether a quantity is needed: one that depends on parameters may be of those that other metrics have."""
        return not callable(value) or name in self._spoken

    @cached_property
    def _spoken(self) -> frozenset[str]:
        """The quantities in the excess, and in the definitions of the proof."""
        texts = [self.proof["excess"], *([self.proof["given"]] if "given" in self.proof else ())]
        texts += [text for _, text in self.proof.get("define", [])]
        return frozenset().union(*(self.scope.term(text).symbols for text in texts))

    def _value(self, value: Any) -> Term:
        return term_of(self._value_of(value))

    def _value_of(self, value: Any) -> Any:
        return value(self.definition.values) if callable(value) else value


def impossible(sketch: Sketch) -> bool:
    """Whether there are no cases of a sketch: a number that is above 0 there is 0, by others that are."""
    with knowing((), (), sketch.zero) as knowledge:
        return any(knowledge.reduced(term_of(number)).is_zero for number in sketch.positive)


def _alike(left: Term, right: Term) -> bool:
    """Return whether two terms are seen to be equal, after roots and sums are brought to one form."""
    roots = _Roots()
    ours, theirs = (roots.alike(_unrolled(term)) for term in (left, right))
    return ours.equals(theirs)


def _spelled_out(term: Term, parts: Mapping[str, Term], defined: Mapping[str, Term]) -> Term:
    """The term without names of parts, and names that the proof defines."""
    if sum(len(part.numerator.terms) for part in parts.values()) > MOST_IN_PARTS:
        raise ProofError("its parts are too long to be compared term by term")
    return substituted(substituted(term, parts), defined)


def _alike_by_parts(excess: Term, required: Term, parts: Mapping[str, Term], defined: Mapping[str, Term]) -> bool:
    """Return whether two terms are equal once each part is written by an earlier part plus or minus a term that the
    proof defines, where that is possible.
    """
    images: dict[str, Term] = {}
    for name, part in parts.items():
        itself = part if len(part.numerator.terms) <= SHORT else _named(name)
        images[name] = next(_as_another(part, {earlier: parts[earlier] for earlier in images}, images, defined), itself)
    left, right = (substituted(term, images) for term in (excess, required))
    return left.equals(right) or substituted(left, defined).equals(substituted(right, defined))


def _as_another(
    part: Term, others: Mapping[str, Term], images: Mapping[str, Term], defined: Mapping[str, Term]
) -> Iterator[Term]:
    """Yield the ways to write a part: as a term that the proof defines, or as one of the earlier parts plus or minus
    such a term.
    """
    for name, term in defined.items():
        if _alike(part, term):
            yield _named(name)
    for another, whole in others.items():
        more = part - whole
        for name, term in defined.items():
            if _alike(more, term):
                yield images[another] + _named(name)
            if _alike(-more, term):
                yield images[another] - _named(name)


def _named(name: str) -> Term:
    return Term.atom(Atom(name))


class _Roots:
    """The roots that were met in some terms. Two roots of equal numbers become the same root, however the numbers are
    written.
    """

    def __init__(self) -> None:
        self._known: list[tuple[Term, Term]] = []

    def alike(self, term: Term) -> Term:
        """The term with each root as it was first met."""
        return rebuilt(term, self._image) if any(atom.op == "sqrt" for atom in term.atoms) else term

    def _image(self, atom: Atom) -> Term:
        if atom.op != "sqrt":
            return Term.atom(atom)
        (of,) = atom.args
        root = next((root for square, root in self._known if square.equals(of)), None)
        if root is None:
            root = Term.atom(atom)
            self._known.append((of, root))
        return root


def _unrolled(term: Term) -> Term:
    """Return the term with each sum counted from 1. Where a sum surely has a first term, the sum is written as that
    term plus the sum from 2 on.
    """

    def image(atom: Atom) -> Term:
        if atom.op != "sum":
            return Term.atom(atom)
        k, low, high, body = atom.args
        if low.value is None:
            before = low - Term.number(1)
            low, high, body = Term.number(1), high - before, substituted(body, {k: _named(k) + before})
        if low.value != 1 or not SymbolicNumber(high) >= 1:
            return sum_of(k, low, high, body)
        return substituted(body, {k: low}) + sum_of(k, Term.number(2), high, body)

    return rebuilt(term, image) if any(atom.op == "sum" for atom in term.atoms) else term


def term_of(value: Any) -> Term:
    """The term of a value that a sketch has: a symbolic number, or a number."""
    return value.term if isinstance(value, SymbolicNumber) else Term.number(value)
