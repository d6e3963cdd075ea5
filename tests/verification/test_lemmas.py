"""What a proof takes on trust: which facts are lemmas, which rules rest on a theorem, on how many of both a proof
rests, and that another number is refused.
"""

from __future__ import annotations

import copy
import pkgutil
from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import Any

import pytest

from axiometrics import api, constraints, registry
from axiometrics.constraints.clustering.vocabularies.information import ENTROPY_FACTS
from axiometrics.constraints.clustering.vocabularies.size_vs_quantity import VOCABULARY as SMALL_ERRORS
from axiometrics.core.cell import Cell
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.errors import DeclarationError
from axiometrics.core.evidence import Proven
from axiometrics.core.matrix import Matrix
from axiometrics.core.vocabulary import Fact, Mark, Vocabulary, vocabulary_of
from axiometrics.kernel.check_proof import LEMMAS, RULES, SHOWN_BY, ProofError, prove, read_claim, rules_of
from axiometrics.reports.parts.tables import legend
from axiometrics.verification import verify_cell
from axiometrics.verification.proofs import lemmas
from axiometrics.verification.sketched_facts import is_shown, trusted_facts
from tests.cells import explain_cell

SPEAKING = [constraint for constraint in registry.constraints() if constraint.vocabulary]

RESTS_ON = {
    "bcubed-f/clustering:homogeneity@universal": [],
    "f-max/clustering:size-vs-quantity@universal": [],
    "ap/ranking:priority@universal": [],
    "v-measure/clustering:homogeneity@universal": [],
    "f/filtering:priority@interior": [],
    "class-entropy/clustering:size-vs-quantity@universal": ["(derivative)"],
    "dcg/ranking:deepness@any-context": ["(derivative)"],
    "v-measure/clustering:size-vs-quantity@strong": ["(derivative)"],
    "ami/clustering:size-vs-quantity@universal": ["(derivative)"],
}
"""Cells, and how the words of each lemma end that they rest on: read off the proofs by hand."""


@cache
def settled(name: str) -> tuple[Cell, Constraint, Reading]:
    metric, _, rest = name.partition("/")
    constraint, _, reading = rest.partition("@")
    (declared,) = registry.match_constraints(constraint)
    (cell,) = api.matrix(metrics=[metric], constraints=[constraint], reading=reading).cells
    return cell, declared, declared.reading(reading)


def saved(name: str) -> dict[str, Any]:
    return copy.deepcopy(settled(name)[0].to_json())


def verified(name: str, cell: dict[str, Any]) -> tuple[str, str]:
    outcome = verify_cell(cell, settled(name)[1], {})
    return outcome.status, outcome.reason


# --- vocabularies ---


def facts() -> list[Fact]:
    vocabularies = [vocabulary_of(constraint) for constraint in SPEAKING]
    return [fact for vocabulary in vocabularies if vocabulary is not None for fact in vocabulary.facts]


def test_every_vocabulary_is_that_of_a_constraint() -> None:
    modules = {
        info.name
        for info in pkgutil.walk_packages(constraints.__path__, f"{constraints.__name__}.")
        if ".vocabularies." in info.name and hasattr(import_module(info.name), "VOCABULARY")
    }
    assert {constraint.vocabulary for constraint in SPEAKING} == modules


def test_facts_are_marked_and_told_apart() -> None:
    assert {fact.mark for fact in facts()} == set(Mark)
    assert not any(fact.mark is Mark.LEMMA for fact in (*ENTROPY_FACTS, *SMALL_ERRORS.facts))
    for constraint in SPEAKING:
        vocabulary = vocabulary_of(constraint)
        assert vocabulary is not None
        for reading in constraint.readings:
            texts = [fact.text for fact in vocabulary.facts_of(reading.name)]
            assert len(set(texts)) == len(texts)
            assert all(read_claim(text).term.symbols <= set(vocabulary.quantities) for text in texts)


def test_a_fact_is_left_to_the_sketches_exactly_where_they_show_it_in_all_its_readings() -> None:
    shown: dict[Fact, list[bool]] = {}
    for constraint in SPEAKING:
        vocabulary = vocabulary_of(constraint)
        assert vocabulary is not None
        for reading in constraint.readings:
            for fact in vocabulary.facts_of(reading.name):
                shown.setdefault(fact, []).append(is_shown(vocabulary, reading.name, fact))
    assert len(shown) > 400
    assert {fact for fact in shown if fact.mark is Mark.SKETCH} == {fact for fact, each in shown.items() if all(each)}


@pytest.mark.parametrize(
    "text", ["t - 2 >= 0", "n - s - t - 1 >= 0", "X - s - 1 >= 0", "s - t >= 0", "v - u >= 0", "HC > 0", "CK >= 0"]
)
def test_what_no_sketch_shows_is_not_taken_for_granted(text: str) -> None:
    """Of these, `s >= t` is true, but by the names; HC > 0 is among what the sketch itself takes from the facts."""
    (homogeneity,) = registry.match_constraints("clustering:homogeneity")
    vocabulary = vocabulary_of(homogeneity)
    assert vocabulary is not None
    reading = homogeneity.readings[0]
    assert Fact("t - 1 >= 0") in trusted_facts(vocabulary, reading, reading.demand.words)
    more = replace(vocabulary, facts=(*vocabulary.facts, Fact(text)))
    with pytest.raises(ProofError, match=f"no sketch of all cases of universal shows '{text}'"):
        trusted_facts(more, reading, reading.demand.words)


def test_what_speaks_of_logarithms_is_a_lemma_or_rests_on_what_the_kernel_checks_or_is_an_equation() -> None:
    """A bound of a sum of logarithms is not arithmetic by itself; that the greater of two numbers is one of them is."""
    entropies = {"HC", "HK", "CK", "KC", "EI", "EI2", "EJ", "EW"}
    for fact in facts():
        if read_claim(fact.text).term.symbols & entropies and not fact.text.endswith(" = 0"):
            greater = fact.text.startswith(("HM - ", "HM2 - "))
            assert greater or fact.each is not None, fact.text


@pytest.mark.parametrize(
    "fact", {fact.text: fact for fact in facts() if fact.each is not None}.values(), ids=lambda f: f.text
)
def test_the_kernel_checks_what_holds_of_each_term(fact: Fact) -> None:
    assert fact.each is not None
    shown, _ = prove(fact.each)
    assert shown.implies(read_claim(fact.each["steps"][-1]["claim"]))
    assert shown.relation == fact.text.split()[-2]


def test_a_constraint_without_vocabulary_has_none() -> None:
    (silent,) = registry.match_constraints("filtering:non-informative")
    assert vocabulary_of(silent) is None


@pytest.mark.parametrize(
    ("module", "reason"),
    [
        ("axiometrics.constraints.nowhere", "cannot be loaded"),
        ("axiometrics.constraints", "cannot be loaded"),
        ("axiometrics.nothing:here", "cannot be loaded"),
    ],
)
def test_a_vocabulary_that_is_not_there_is_told(module: str, reason: str) -> None:
    (priority,) = registry.match_constraints("ranking:priority")
    with pytest.raises(DeclarationError, match=reason):
        vocabulary_of(Constraint("c", "ranking", "C", "s", "s", priority.readings, vocabulary=module))


def test_a_vocabulary_of_another_kind_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    (priority,) = registry.match_constraints("ranking:priority")
    monkeypatch.setattr(constraints, "VOCABULARY", "n", raising=False)
    with pytest.raises(DeclarationError, match="VOCABULARY is a str, expected a Vocabulary"):
        vocabulary_of(Constraint("c", "ranking", "C", "s", "s", priority.readings, vocabulary=constraints.__name__))


def test_facts_of_a_reading_are_those_of_all_and_its_own() -> None:
    every, own, foreign = (
        Fact(text, Mark.DEFINITION, "", readings) for text, readings in (("a", ()), ("b", ("r",)), ("c", ("s",)))
    )
    assert Vocabulary(lambda case: case, {}, (every, own, foreign)).facts_of("r") == [every, own]


# --- the number ---


@pytest.mark.few(3)
@pytest.mark.parametrize("name", RESTS_ON)
def test_a_proof_says_on_how_many_lemmas_it_rests(name: str) -> None:
    cell, constraint, reading = settled(name)
    assert isinstance(cell.evidence, Proven)
    assert cell.evidence.proof is not None
    assumed = lemmas(cell.evidence.proof, constraint, reading)
    assert len(assumed) == len(RESTS_ON[name])
    assert all(lemma.endswith(end) for lemma, end in zip(assumed, RESTS_ON[name], strict=True))
    assert cell.evidence.lemmas == len(assumed)
    status, reason = verified(name, saved(name))
    assert (status, reason.endswith(f"lemmas taken on trust: {len(assumed)}")) == ("verified", True)
    explanation = explain_cell(cell, constraint, cell.metric)
    assert ("\non trust " in explanation) is bool(assumed)
    assert f"{len(assumed)} lemma{'' if len(assumed) == 1 else 's'} taken on trust" in " ".join(explanation.split())


@pytest.mark.parametrize("name", ["ap/ranking:priority@universal", "dcg/ranking:deepness@any-context"])
@pytest.mark.parametrize("said", [2, -1, True, "1", None, 1.0])
def test_another_number_is_refused(name: str, said: Any) -> None:
    cell = saved(name)
    cell["evidence"]["detail"]["lemmas"] = said
    status, reason = verified(name, cell)
    assert (status, "lemmas, but it rests on" in reason) == ("failed", True)


@pytest.mark.parametrize("name", ["ami/clustering:size-vs-quantity@universal", "ap/ranking:priority@universal"])
def test_a_file_saved_before_lemmas_were_counted_is_verified(name: str) -> None:
    cell = saved(name)
    del cell["evidence"]["detail"]["lemmas"]
    assert verified(name, cell)[0] == "verified"
    old = Cell.from_json(cell)
    assert not any("proofs take on trust" in entry for entry in legend(Matrix((), (), (old,))))
    assert "on trust;" not in " ".join(explain_cell(old, settled(name)[1], old.metric).split())


@pytest.mark.parametrize(
    "name", ["purity/clustering:homogeneity@picture", "ap/ranking:closeness-threshold@prose"], ids=["finite", "witness"]
)
def test_what_rests_on_cases_alone_rests_on_no_lemma(name: str) -> None:
    cell = saved(name)
    assert (cell["evidence"]["kind"], cell["evidence"]["detail"]["lemmas"]) == ("proof", 0)
    assert verified(name, cell)[0] == "verified"
    cell["evidence"]["detail"]["lemmas"] = 1
    assert verified(name, cell)[0] == "failed"


LEMMAS_IN = "lemmas (known theorems that a proof uses without proving them):"


def test_reports_count_proofs_by_their_lemmas() -> None:
    names = ("bcubed-f/clustering:homogeneity@universal", "f-max/clustering:size-vs-quantity@universal")
    cells = [settled(name)[0] for name in (*names, "ami/clustering:size-vs-quantity@universal")]
    assert f"{LEMMAS_IN} 0 in 2 proofs, 1 in 1 proof" in legend(Matrix((), (), tuple(cells)))
    assert f"{LEMMAS_IN} 0 in 1 proof" in legend(Matrix((), (), tuple(cells[:1])))


def test_reports_count_proofs_by_how_their_link_is_known() -> None:
    names = ("bcubed-f/clustering:homogeneity@universal", "rs-clustering/clustering:size-vs-quantity-overlap@distinct")
    cells = [settled(name)[0] for name in names]
    sentence = "a proof for every size is about a formula: "
    for shown, words in (
        (
            cells,
            "it is proved that this formula is the metric (in 1); "
            "on many cases this formula was found to have the values of the metric, which is not a proof (in 1)",
        ),
        (cells[:1], "it is proved that this formula is the metric"),
        (cells[1:], "on many cases this formula was found to have the values of the metric, which is not a proof"),
    ):
        lines = [line.partition("; this was checked")[0] for line in legend(Matrix((), (), tuple(shown)))]
        assert [line for line in lines if line.startswith(sentence)] == [sentence + words]


@pytest.mark.parametrize(
    ("method", "words"),
    [
        ("finite", "✔ the metric satisfies the constraint in every case that there is: each was tried"),
        ("witness n = 2", "✔ the metric satisfies the constraint: proved"),
    ],
)
def test_reports_say_nothing_of_formulas_where_cases_alone_are_the_proof(method: str, words: str) -> None:
    """What the scores of cases settle has no formula, be the metric ours or a user's."""
    evidence = Proven(True, 1, 2, method=method, lemmas=0, link="proved")
    cell = Cell("clustering", "mine.py:f", "rag-bag", "figure", True, evidence)
    assert legend(Matrix((), (), (cell,))) == [words]


# --- rules ---


def test_the_rules_that_rest_on_a_theorem_are_rules() -> None:
    assert set(LEMMAS) <= set(RULES)
    assert set(SHOWN_BY) <= set(RULES) - set(LEMMAS)
    assert set(SHOWN_BY.values()) <= set(LEMMAS)


def test_the_rules_of_steps_are_found_however_deep_they_stand() -> None:
    sturm = {"id": "s", "claim": "1 > 0", "rule": "sturm"}
    inner = {"rule": "cases", "cases": [{"assume": "a", "steps": [sturm]}]}
    argument = {"steps": [{"rule": "lemma", "lemma": {"steps": [{"rule": "derivative", "slope": [inner]}]}}]}
    assert rules_of(argument["steps"]) == {"lemma", "derivative", "cases", "sturm"}
    assert rules_of([]) == rules_of("rule") == rules_of([{"rule": 1}]) == set()
