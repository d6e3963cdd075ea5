"""Checks a saved proof: its argument step by step, that the argument is about the constraint, and, on cases, that its
statements about the metric are true.

The argument is about quantities of a case; the vocabulary of the constraint says which there are, and which facts hold
of them. That the required difference of the metric is the excess of the proof (to 512 bits and in its sign, where
logarithms are in it), and that the facts hold, is put to the test on cases.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import chain, islice
from random import Random
from typing import Any, NamedTuple

from axiometrics import registry
from axiometrics.core.case import Case, Demand
from axiometrics.core.constraint import Constraint, Quantifier, Reading
from axiometrics.core.counted import GREATEST
from axiometrics.core.definition import Definition
from axiometrics.core.family import demands_of
from axiometrics.core.organization import Organization
from axiometrics.core.vocabulary import Mark, Vocabulary, vocabulary_of
from axiometrics.generators.larger import larger_cases
from axiometrics.generators.listed import PlainCases
from axiometrics.kernel.check_proof import (
    LEMMAS,
    MOST_WORK,
    SCHEMA,
    SHOWN_BY,
    WHY_LEMMAS,
    Atom,
    Claim,
    Polynomial,
    ProofError,
    ProvedClaim,
    Scope,
    Term,
    at_most,
    declare,
    demand_known_fields,
    prove,
    rules_of,
    shortened,
)
from axiometrics.verification.derivations import derived, why_not_derived
from axiometrics.verification.instances import Instance
from axiometrics.verification.links import check_link, spoken_of
from axiometrics.verification.parts import Part, arguments, parts_of
from axiometrics.verification.scorers import Scorer
from axiometrics.verification.sketched_facts import trusted_facts
from axiometrics.verification.statements import admitted

LARGEST_DUEL = 2000
"""The greatest n from which an argument about all greater n may start. Each smaller n is recomputed."""

DEGREE, LONGEST_EXCESS = 6, 3000
"""The degree that an excess may have for each of its quantities, and its greatest length in characters with its
definitions. Our proofs have at most degree 6 and 1273 characters; a formula that interpolates a metric on many cases
needs more.
"""


SMALLEST, DEEPER, ABOVE = 40, 6, 9
"""Cases on which a saved proof is compared with the metric: the smallest ones, and some of these again below that many
irrelevant documents.
"""

LARGER, LISTED = 300, 600
"""Larger tables on which a saved proof is compared with the metric; `larger_instances` says of what there are fewer.
Of cases that are listed one by one, which have no tables, there are twice as many.
"""

FEW = 20
"""How many larger cases are compared where the excess is derived from the definition. The derivation shows the link
already, so that no case is needed.
"""

KEPT = 256
"""How many readings, and cases further down a run, are cached with the quantities that were measured on them."""

DUELS = (0, 1, 2, 7, 20)
"""How far from the start of the proof of a threshold the proof is compared with the metric, in addition to random n."""


def check_proof(cell: Mapping[str, Any], constraint: Constraint, reading: Reading, scorer: Scorer, seed: int) -> str:
    """Check a cell whose evidence is an argument; return what was checked, in words. Raises `ProofError` with the
    reason if something does not hold.
    """
    proof = cell["evidence"]["detail"]["proof"]
    if not isinstance(proof, Mapping) or proof.get("schema") != SCHEMA:
        raise ProofError(f"this is not a proof: expected the schema {SCHEMA!r}")
    named = {
        "metric": cell["metric"],
        "constraint": constraint.name,
        "reading": reading.name,
        "holds": cell.get("holds"),
    }
    for key, value in named.items():
        if proof.get(key) != value or type(proof[key]) is not type(value):
            raise ProofError(
                f"the proof is about {key} {shortened(repr(proof.get(key)))}, but the cell is about {value!r}"
            )
    try:
        _, scope = check_argument(proof, constraint, reading, bool(cell.get("holds")))
        is_derived = derived(proof, scope, constraint, reading, _definition(scorer))
        many = LISTED if isinstance(reading.cases, PlainCases) else LARGER
        cases = _instances(proof, constraint, reading, scorer, seed, FEW if is_derived else many)
        link = check_link(proof, constraint, reading, cases, scorer, scope=scope)
        demand_short(proof, scope)
        _demand_link(cell["evidence"]["detail"].get("link"), is_derived)
    # the file is anybody's: what is malformed proves nothing
    except (TypeError, AttributeError, KeyError, ValueError, RecursionError) as error:
        raise ProofError(f"the proof is malformed: {type(error).__name__}: {error}") from None
    if not link.cases:
        raise ProofError("there is no case on which it can be compared with the metric")
    derivation = ", and follows from its definition (link proved)" if is_derived else ""
    return (
        f"{len(proof['steps'])} steps hold, and the excess is the metric's on {link.cases} cases, the largest of "
        f"size {link.largest}{derivation}; lemmas taken on trust: {len(lemmas(proof, constraint, reading))}"
    )


def _definition(scorer: Any) -> Definition | None:
    """Return the definition by which a scorer scores; None if it has none."""
    definition = getattr(scorer, "definition", None)
    return definition if isinstance(definition, Definition) else None


def _demand_link(said: Any, is_derived: bool) -> None:
    """Raise `ProofError` if the file states a link that cannot be right. A file may leave out the largest case."""
    if said == "proved" and not is_derived:
        raise ProofError(
            "the file says that the link is proved, but the excess was not derived from the definition of the metric"
        )
    numbers = [said.get("cases"), said.get("largest", 0)] if isinstance(said, Mapping) else []
    if said not in (None, "proved") and [type(n) for n in numbers] != [int, int]:
        raise ProofError(f"the link is {shortened(repr(said))}: it is proved, or tested on cases to a largest one")


def _instances(
    proof: Mapping[str, Any], constraint: Constraint, reading: Reading, scorer: Scorer, seed: int, number: int
) -> Iterator[Case | Instance]:
    metric = registry.definition(proof["metric"], constraint.task)
    larger = larger_instances(proof, constraint, reading, metric.counted if metric else 0, seed, number)
    if constraint.quantifier.over_cases:
        return chain(_small_and_deeper(constraint, reading, metric), larger)
    return chain((reading.duels.case(proof["start"] + n, scorer.closed) for n in DUELS), larger)


def larger_instances(
    proof: Mapping[str, Any], constraint: Constraint, reading: Reading, counted: int, seed: int, number: int
) -> Iterator[Instance]:
    """Yield larger cases of a reading, drawn by a seed. `number` is the number of tables in counts, with amounts up to
    `counted`. There are fewer cases in documents, which are drawn if the metric or a quantity of the proof needs them;
    fewer runs; and fewer cases if logarithms or roots are compared. For a threshold, only the n that the proof speaks
    of are yielded.
    """
    vocabulary = spoken_of(constraint)
    symbols = {name for argument in arguments(proof) for name in argument["symbols"]}
    if any(vocabulary.quantities[name].of is None for name in symbols & vocabulary.quantities.keys()):
        counted = 0
    if not counted:
        number //= 3
    elif reading.cases.unit == "ranks":
        number //= 8
    elif not constraint.quantifier.over_cases:
        number //= 30
    if counted and any(name in proof["excess"] for name in ("log", "sqrt", "exp2", "H")):
        number //= 5
    instances = _larger(vocabulary, reading, counted, seed, number)
    start = proof.get("start", 0)
    return (
        (instance for instance in instances if instance.measure(["n"], {})["n"] >= start) if start else iter(instances)
    )


@lru_cache(maxsize=KEPT)
def _larger(vocabulary: Vocabulary, reading: Reading, counted: int, seed: int, number: int) -> tuple[Instance, ...]:
    chance = Random(f"{seed} {reading.name} {reading.statement}")
    cases = larger_cases(reading.cases, chance, number, named=not counted, reach=counted or GREATEST)
    return tuple(Instance(case, vocabulary) for case in cases)


def small_and_deeper(constraint: Constraint, reading: Reading, metric: Definition | None) -> Iterator[Case]:
    """The smallest cases, and where they compare runs, some of these further down."""
    return (instance.case for instance in _small_and_deeper(constraint, reading, metric))


def _small_and_deeper(constraint: Constraint, reading: Reading, metric: Definition | None) -> Iterator[Instance]:
    small = _smallest(spoken_of(constraint), reading)
    runs = all(_is_run(output) for instance in small for output in instance.case.outputs.values())
    return chain(small, _deeper(constraint, reading, metric) if runs else ())


def _is_run(output: Any) -> bool:
    """Return whether an output has a tail below its listed documents, so that documents may be put on top of it."""
    return isinstance(output, Organization) and output.tail


@lru_cache(maxsize=KEPT)
def _smallest(vocabulary: Vocabulary, reading: Reading) -> tuple[Instance, ...]:
    return tuple(Instance(case, vocabulary) for case in smallest(reading, SMALLEST))


def _deeper(constraint: Constraint, reading: Reading, metric: Definition | None) -> Iterator[Instance]:
    """Yield small cases moved further down the run; and moved to both sides of the rank at which the metric stops
    looking, if there is one.
    """
    cut = None if metric is None else metric.values.get("k")
    if isinstance(cut, Fraction) and cut > LARGEST_DUEL:
        raise ProofError(
            f"the metric looks at ranks up to {cut}, but its cases are compared up to rank {LARGEST_DUEL} only"
        )
    for i in range(DEEPER):
        for above in (
            ABOVE,
            *(int(cut) + more for more in (-2, -1, 0) if isinstance(cut, Fraction) and cut + more > ABOVE),
        ):
            deeper = _further_down(constraint, reading, i, above)
            if deeper is not None:
                yield deeper


@lru_cache(maxsize=KEPT)
def _further_down(constraint: Constraint, reading: Reading, i: int, above: int) -> Instance | None:
    """Return one of the smallest cases below so many irrelevant documents; None if that is not a case of the
    reading.
    """
    vocabulary = spoken_of(constraint)
    instances = _smallest(vocabulary, reading)
    if i >= len(instances) or len(demands_of(reading.judged)) > 1:  # of which the deeper case may make another one
        return None
    case = instances[i].case
    on_top = [[[f"above{i}"]] for i in range(above)]
    outputs = {role: Organization([*on_top, *output.levels], output.tail) for role, output in case.outputs.items()}
    deeper = replace(case, outputs=outputs)
    refused = isinstance(admitted(constraint, reading, deeper), str)
    return None if refused else Instance(deeper, vocabulary)


def smallest(reading: Reading, number: int | None) -> Iterator[Case]:
    """Yield that many of the smallest cases of a reading; all cases if no number is given."""
    sizes = range(1, reading.cases.largest(None) + 1)
    return islice(chain.from_iterable(reading.judged.cases(n) for n in sizes), number)


def unspoken(constraint: Constraint, reading: Reading) -> str:
    """Return in words why no argument can be about a reading: its cases make demands that proofs do not speak of. Empty
    if an argument is possible.
    """
    cases = smallest(reading, FEW) if constraint.quantifier.over_cases else ()
    demands = [(case.asked(reading.demand), case) for case in cases]
    several = [demand for demand, case in demands if any(type(case.outputs[role]) is tuple for role in demand.roles)]
    vocabulary = vocabulary_of(constraint)
    if any(not demand.some and not demand.greatest for demand in several):
        return "proofs do not speak of means"
    if several and (vocabulary is None or not vocabulary.outputs):
        return "the vocabulary of the constraint constructs no output of which a proof could speak"
    if len(demands_of(reading.judged)) == 1 and len({demand.by for demand, _ in demands}) > 1:
        return "its cases make different demands, which the family does not declare"
    return ""


def check_argument(
    proof: Mapping[str, Any], constraint: Constraint, reading: Reading, holds: bool
) -> tuple[ProvedClaim, Scope]:
    """Return the claim that an argument shows, and the scope of its facts; for a proof with parts, the claim and the
    scope of the first part. Raises `ProofError` if a part does not show that the constraint holds (or does not hold).
    """
    demand_known_fields(proof)
    first, *others = parts_of(proof, reading)
    for part in others:
        _check_part(part, constraint, reading, holds)
    return _check_part(first, constraint, reading, holds)


def _check_part(part: Part, constraint: Constraint, reading: Reading, holds: bool) -> tuple[ProvedClaim, Scope]:
    proof, vocabulary = part.argument, spoken_of(constraint)
    part.demand_constructions(vocabulary)
    symbols, facts, text = (proof.get(key) for key in ("symbols", "facts", "excess"))
    if not isinstance(symbols, Mapping) or not isinstance(facts, list) or not isinstance(text, str):
        raise ProofError("a proof has symbols, facts, an excess and steps")
    for name, whole in symbols.items():
        if name not in vocabulary.quantities:
            raise ProofError(
                f"{name} is not a quantity of {constraint.name}: there are {', '.join(vocabulary.quantities)}"
            )
        if whole and not vocabulary.quantities[name].whole:
            raise ProofError(f"{name} is not always a whole number")
    allowed = {fact.text for fact in trusted_facts(vocabulary, reading, part.demand.words)}
    allowed |= {*_start(proof, constraint), *part.premises()}
    if stray := [fact for fact in facts if fact not in allowed]:
        raise ProofError(f"{shortened(stray[0])} is not a fact of {constraint.name} ({reading.name})")
    with at_most(MOST_WORK):
        shown, scope = prove(proof)
    excess = scope.term(text)
    part.demand_divisors(excess, declare(proof))
    if part.demand.by == "defined" and holds:
        scope.demand_defined(excess)
    elif not shown.implies(_goal(constraint, part.demand, excess, holds)):
        raise ProofError(f"it shows {shortened(str(shown))}, but the constraint demands something else of the excess")
    return shown, scope


def why_link_is_tested(proof: Mapping[str, Any], constraint: Constraint, reading: Reading) -> str:
    """Return in words where the derivation of the excess from the definition stops, so that the excess is compared with
    the metric on cases only; empty if the derivation succeeds.
    """
    _, scope = check_argument(proof, constraint, reading, bool(proof["holds"]))
    return why_not_derived(proof, scope, constraint, reading, registry.definition(proof["metric"], constraint.task))


def demand_short(proof: Mapping[str, Any], scope: Scope) -> None:
    """Raise `ProofError` if an excess is longer, or of a higher degree, than a formula in its quantities has to be.

    A formula that interpolates a metric on many cases is one or the other; names that the proof defines count as what
    they are.
    """
    for argument in arguments(proof):
        _demand_short(argument, scope if argument is proof else declare(argument))


def _demand_short(proof: Mapping[str, Any], scope: Scope) -> None:
    excess = scope.term(proof["excess"])
    degrees = dict.fromkeys(proof["symbols"], 1)
    for name, text in proof.get("define", []):
        degrees[name] = _degree(scope.term(text), degrees)
    most, long = DEGREE * max(1, len(proof["symbols"])), len(proof["excess"])
    long += sum(len(text) for _, text in proof.get("define", []))
    if long > LONGEST_EXCESS or (degree := _degree(excess, degrees)) > most:
        problem = f"has {long} characters" if long > LONGEST_EXCESS else f"is of degree {degree}"
        raise ProofError(
            f"the excess {problem}: a formula in {len(proof['symbols'])} quantities may have {LONGEST_EXCESS} "
            f"characters and degree {most}"
        )


def _degree(term: Term, degrees: Mapping[str, int]) -> int:
    """Return the greatest degree of numerator and denominator. A function has the degree of its arguments."""
    return max(_degree_of(term.numerator, degrees), sum(k * _degree_of(f, degrees) for f, k in term.factors.items()))


def _degree_of(polynomial: Polynomial, degrees: Mapping[str, int]) -> int:
    return max((sum(k * _of_atom(atom, degrees) for atom, k in product) for product in polynomial.terms), default=0)


def _of_atom(atom: Atom, degrees: Mapping[str, int]) -> int:
    if atom.op == "name":
        return degrees.get(atom.text, 1)
    return max(1, *(_degree(arg, degrees) for arg in atom.args if isinstance(arg, Term)))


def lemmas(proof: Mapping[str, Any], constraint: Constraint, reading: Reading) -> list[str]:
    """The mathematical statements that a proof takes on trust, in words."""
    return [lemma.words for lemma in taken_on_trust(proof, constraint, reading)]


class Lemma(NamedTuple):
    """A mathematical statement that is taken on trust, and the attempts to prove it."""

    words: str
    tried: str


def taken_on_trust(proof: Mapping[str, Any], constraint: Constraint, reading: Reading) -> list[Lemma]:
    """Return the lemmas of a proof: the facts that are marked as lemmas, and the theorems behind the rules of its steps
    and of the arguments about terms of its facts.
    """
    used = {text for argument in arguments(proof) for text in argument["facts"]}
    facts = [fact for fact in spoken_of(constraint).facts_of(reading.name) if fact.text in used]
    rules = rules_of([argument["steps"] for argument in arguments(proof)])
    rules = rules.union(*(rules_of(fact.each["steps"]) for fact in facts if fact.each is not None))
    rules |= {SHOWN_BY[rule] for rule in rules & SHOWN_BY.keys()}
    return [
        *(Lemma(f"{fact.text}: {fact.why}", fact.tried) for fact in facts if fact.mark is Mark.LEMMA),
        *(Lemma(f"{theorem} ({rule})", WHY_LEMMAS[rule]) for rule, theorem in LEMMAS.items() if rule in rules),
    ]


def _start(proof: Mapping[str, Any], constraint: Constraint) -> list[str]:
    """Return the fact that n is at least the `start` of the proof, for thresholds; nothing for other constraints."""
    start = proof.get("start")
    if constraint.quantifier.over_cases:
        return []
    if type(start) is not int or not 2 <= start <= LARGEST_DUEL:
        raise ProofError(
            f"start is a whole number from 2 to {LARGEST_DUEL}, from which on the argument is about every n"
        )
    return [f"n - {start} >= 0"]


def _goal(constraint: Constraint, demand: Demand, excess: Term, holds: bool) -> Claim:
    if constraint.quantifier.over_cases and holds:
        by = demand.by
        return Claim(-excess, ">=") if by == "<=" else Claim(excess, by)
    if constraint.quantifier is Quantifier.EVENTUALLY:
        return Claim(excess, ">") if holds else Claim(-excess, ">=")
    if constraint.quantifier is Quantifier.EXISTS and not holds:
        return Claim(excess, ">=")
    raise ProofError(f"{constraint.name}: the file holds no argument that shows holds={holds}")
