"""`identify` and `compare`. The judges are functions written here by hand and other libraries: what they compute is
known, so the definition that is found must be it, and the input that is shown must give the two values.
"""

from __future__ import annotations

import functools
import importlib.util
import json
import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest
from click.testing import CliRunner
from sklearn import metrics as sklearn

import axiometrics as ax
from axiometrics import registry
from axiometrics.cli import main
from axiometrics.comparison.compared_formula import ComparedFormula
from axiometrics.comparison.identification.agreement_scale import AffineScale
from axiometrics.comparison.identification.catalogue import catalogue, fitted, variants
from axiometrics.comparison.identification.document import scaled
from axiometrics.comparison.identification.identity import scale_words
from axiometrics.comparison.identification.name_claims import claim_of
from axiometrics.comparison.inputs import CUTS, LONG, Input, InputBlock
from axiometrics.core.errors import ParameterError, TaskError
from axiometrics.core.task import task as task_of
from axiometrics.core.time_limit import TimeLimit
from axiometrics.core.topic import Topic
from axiometrics.schemas import schema

Gains = Sequence[int]


MACRO_F = "f(beta=1,average=macro,over=present)"


def dcg(gains: Gains, log: Callable[[float], float] = math.log2, exponential: bool = False) -> float:
    return sum((2**g - 1 if exponential else g) / log(i + 2) for i, g in enumerate(gains))


def exponential_ndcg(gains: Gains, ideal: Gains) -> float:
    return dcg(gains[:10], exponential=True) / dcg(ideal[:10], exponential=True)


def natural_dcg(gains: Gains, ideal: Gains) -> float:
    return dcg(gains, math.log)


def uncut_ideal(gains: Gains, ideal: Gains) -> float:
    return dcg(gains[:5]) / dcg(ideal)


def sorted_top(gains: Gains, ideal: Gains) -> float:
    """As much code on the web has it: the ideal is made of what the first five ranks hold."""
    return dcg(gains[:5]) / dcg(sorted(gains[:5], reverse=True))


def undiscounted_top(gains: Gains, ideal: Gains) -> float:
    """The first form of DCG, not discounted before rank 2, over that of the ideal."""
    first, best = (g[0] + sum(x / math.log2(i) for i, x in enumerate(g[1:], 2)) if g else 0 for g in (gains, ideal))
    return first / best


def persistence(gains: Gains, ideal: Gains) -> float:
    return sum(0.07 * 0.93**i for i, g in enumerate(gains) if g)


def average_precision_without_rank_2(gains: Gains, ideal: Gains) -> float:
    return sum(sum(x > 0 for x in gains[: i + 1]) / (i + 1) for i, g in enumerate(gains) if g and i != 1) / len(ideal)


def precision_of_the_retrieved(gains: Gains, ideal: Gains) -> float:
    """As torchmetrics has it with `adaptive_k`."""
    return sum(g > 0 for g in gains[:5]) / min(5, len(gains))


def precisions(gains: Gains) -> list[float]:
    return [sum(x > 0 for x in gains[:i]) / i for i, g in enumerate(gains, 1) if g > 0]


def average_precision_at_5(gains: Gains, ideal: Gains) -> float:
    """As ml_metrics has it, and recommender libraries after it: over min(actual, k)."""
    return sum(precisions(gains[:5])) / min(len(ideal), 5)


def average_of_what_was_found(gains: Gains, ideal: Gains) -> float:
    """As torchmetrics has it: the mean of the precisions."""
    at_ranks = precisions(gains[:5])
    return sum(at_ranks) / len(at_ranks) if at_ranks else 0.0


def capped_recall(gains: Gains, ideal: Gains) -> float:
    """As BEIR has it."""
    return sum(g > 0 for g in gains[:5]) / min(len(ideal), 5)


def rand_loss(labels_true: Any, labels_pred: Any) -> float:
    return 1 - float(sklearn.rand_score(labels_true, labels_pred))


def information_in_bits(labels_true: Any, labels_pred: Any) -> float:
    return float(sklearn.mutual_info_score(labels_true, labels_pred)) / math.log(2)


def f2_of_nothing_is_1(y_true: Any, y_pred: Any) -> float:
    return float(sklearn.fbeta_score(y_true, y_pred, beta=2, zero_division=1))


def twice_the_macro_accuracy(y_true: Any, y_pred: Any) -> float:
    """Youden's J: sensitivity + specificity - 1, which is about two classes."""
    if {*y_true, *y_pred} - {0, 1}:
        raise ValueError("more than two classes")
    return sum(float(np.mean(y_pred[y_true == c] == c)) for c in (0, 1) if (y_true == c).any()) - 1


def pairs_by_label(labels_true: Any, labels_pred: Any) -> float:
    """Rand, but that a document with the label 2 agrees with all: it depends on how clusters are called."""
    n, sides = len(labels_true), (labels_true, labels_pred)
    agree = [
        len({bool(side[i] == side[j]) for side in sides}) == 1 or 2 in (labels_pred[i], labels_pred[j])
        for i in range(n)
        for j in range(i)
    ]
    return sum(agree) / len(agree) if agree else 1.0


FOUND = {
    exponential_ndcg: ("ndcg@10(gain=exp)", 1.0, 0.0),
    natural_dcg: ("dcg", 1 / math.log(2), 0.0),
    uncut_ideal: ("ndcg@5(ideal=whole)", 1.0, 0.0),
    sorted_top: ("ndcg@5(ideal=top)", 1.0, 0.0),
    undiscounted_top: ("ndcg(discount=jarvelin,b=2)", 1.0, 0.0),
    persistence: ("rbp(p=0.93)", 1.0, 0.0),
    precision_of_the_retrieved: ("p@5(per=retrieved)", 1.0, 0.0),
    average_precision_at_5: ("ap@5(per=reachable)", 1.0, 0.0),
    average_of_what_was_found: ("ap@5(per=found)", 1.0, 0.0),
    capped_recall: ("r@5(per=reachable)", 1.0, 0.0),
    rand_loss: ("rand", -1.0, 1.0),
    information_in_bits: ("mutual-information", 1 / math.log(2), 0.0),
    f2_of_nothing_is_1: ("f(beta=2)", 1.0, 0.0),
}
"""Functions, and what they compute: the definition, the factor and what is added."""


QUICK = (exponential_ndcg, rand_loss, information_in_bits)
"""Those of them that are tried after every change."""


@pytest.mark.parametrize(
    "function",
    [function if function in QUICK else pytest.param(function, marks=pytest.mark.thorough) for function in FOUND],
    ids=lambda function: function.__name__,
)
def test_the_definition_is_found(function: Callable[..., float]) -> None:
    identification = ax.identify(function, max_size=4)
    name, factor, offset = FOUND[function]
    assert (identification.equal, identification.definition) == (True, name)
    assert not any(name.startswith("judged") for name in identification.also)  # no gains tell who is judged
    assert (identification.scale.factor, identification.scale.offset) == pytest.approx((factor, offset), abs=1e-9)
    assert identification.agreement.equal == identification.agreement.compared > 30
    assert identification.agreement.difference is None
    assert identification.upto == 4


LIBRARY = {
    "v_measure_score": "v-measure",
    "normalized_mutual_info_score": "v-measure",  # the same with an arithmetic mean, and without a parameter
    "adjusted_rand_score": "adjusted-rand",
    "fowlkes_mallows_score": "fowlkes-mallows",
    "homogeneity_score": "homogeneity-score",
}


@pytest.mark.parametrize(
    "name", [name if name == "v_measure_score" else pytest.param(name, marks=pytest.mark.slow) for name in LIBRARY]
)
def test_scikit_learn_computes_what_its_names_say(name: str) -> None:
    function = getattr(sklearn, name)

    def called(labels_true: Any, labels_pred: Any) -> float:
        return float(function(labels_true, labels_pred))

    called.__name__ = name
    identification = ax.identify(called, max_size=4)
    assert identification.equal
    assert LIBRARY[name] in (identification.definition, *identification.also)


def test_exact_numbers_are_compared_exactly() -> None:
    """A metric that is a millionth of a millionth of a millionth away is another one, if it says that it is exact."""

    @ax.metric(task="clustering", signature="labels", exact=True)
    def purity(labels_true: Any, labels_pred: Any) -> Fraction:
        clusters = {j: [t for t, p in zip(labels_true, labels_pred, strict=True) if p == j] for j in labels_pred}
        return Fraction(sum(max(map(of.count, of)) for of in clusters.values()), len(labels_true))

    @ax.metric(task="clustering", signature="labels", exact=True)
    def nearly(labels_true: Any, labels_pred: Any) -> Fraction:
        return purity(labels_true, labels_pred) + Fraction(len(set(labels_pred)) == 3, 10**18)

    assert ax.identify(purity, max_size=4).definition == "purity"
    identification = ax.identify(nearly, max_size=4)
    assert not identification.equal
    assert identification.definition == "purity"
    difference = identification.agreement.difference
    assert difference is not None
    assert difference.input.documents == 3
    assert difference.exact == (str(Fraction(1) + Fraction(1, 10**18)), "1")


@pytest.mark.thorough
def test_the_nearest_is_shown_with_the_smallest_input_on_which_it_differs() -> None:
    identification = ax.identify(average_precision_without_rank_2, max_size=4)
    difference = identification.agreement.difference
    assert (identification.equal, identification.definition) == (False, "ap")
    assert difference is not None
    assert difference.input.documents == 2
    assert difference.values == (0.0, 0.5)
    assert difference.arguments == [[0, 1], [1]]
    assert 0 < identification.agreement.equal < identification.agreement.inputs


def test_a_metric_that_depends_on_labels_differs_where_they_are_written_so() -> None:
    comparison = ax.compare(pairs_by_label, "rand", max_size=4)
    difference = comparison.agreement.difference
    assert difference is not None
    assert difference.input.documents == 3
    values = pairs_by_label(*map(np.array, difference.arguments or ())), difference.values[1]
    assert difference.values == pytest.approx(values)


@pytest.mark.slow
@pytest.mark.parametrize(("options", "seconds"), [([], 60.0), (["--budget", "5"], 5.0)])
def test_the_command_has_a_minute_unless_told(
    options: list[str], seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = []

    def noted(*_: Any, limit: TimeLimit, **more: Any) -> Any:
        limits.append(limit.seconds)
        raise TaskError("enough")

    monkeypatch.setattr("axiometrics.comparison.identification.identify", noted)
    CliRunner().invoke(main, ["identify", "ap", *options])
    assert limits == [seconds]


@pytest.mark.slow
def test_the_readings_of_an_ambiguous_target_stand_in_its_entry(tmp_path: Path) -> None:
    (tmp_path / "silent.py").write_text("def covered(x, y):\n    return len({*x} & {*y}) / len(x)\n")
    target = f"{tmp_path}/silent.py:covered"
    ran = CliRunner().invoke(main, ["identify", target, "ap", "--max-size", "2", "-q", "--format", "json"])
    assert ran.exit_code == 2
    document = json.loads(ran.stdout)
    jsonschema.validate(document, schema("identify"))
    first, second = document["targets"]
    assert (first["target"], first["equal"], first["nearest"], first["inputs"]) == (target, None, None, 0)
    assert {reading["order"] for reading in first["readings"]} == {"gold-first", "output-first"}
    assert {reading["form"] for reading in first["readings"]} == {"id-lists"}
    assert all("covered(x=[" in reading["called"] for reading in first["readings"])
    assert {reading["equal"] for reading in first["readings"]} == {"set-precision", "set-recall"}
    assert (second["equal"], second["readings"]) == ("ap", [])


def test_values_at_0_0_are_told_apart() -> None:
    identification = ax.identify(f2_of_nothing_is_1, max_size=3)
    conventions = {(convention.where, convention.values) for convention in identification.agreement.conventions}
    assert ("neither positive nor relevant", (1.0, 0.0)) in conventions
    assert identification.equal
    named_apart = ax.identify(twice_the_macro_accuracy, max_size=4)
    scale = named_apart.scale.factor, named_apart.scale.offset
    assert (named_apart.definition, *scale) == ("recall(average=macro)", 2.0, -1.0)
    assert not named_apart.agreement.conventions  # a class that the gold lacks counts as 0 in both


@pytest.mark.slow
def test_a_binary_definition_is_said_to_be_binary() -> None:
    """On graded golds the sum of grades is another metric than the number of hits; on others it is the same."""

    def graded(gains: Gains, ideal: Gains) -> float:
        return sum(gains[:5]) / 5

    identification = ax.identify(graded, max_size=4)
    assert (identification.equal, identification.definition) == (True, "p@5")
    difference = identification.beyond["graded"].difference
    assert difference is not None
    assert difference.values == (0.4, 0.2)
    assert "On golds of two grades" in str(identification)


def test_what_gives_no_number_is_identified_as_nothing() -> None:
    def fails(y_true: Any, y_pred: Any) -> float:
        raise ValueError("never")

    identification = ax.identify(fails, max_size=2)
    assert (identification.equal, identification.definition) == (False, "")
    assert identification.to_json()["targets"][0]["equal"] is None


def reciprocal_rank(gains: Gains, ideal: Gains) -> float:
    return next((1 / rank for rank, gain in enumerate(gains, 1) if gain), 0.0)


@pytest.mark.slow
def test_a_definition_with_one_value_wherever_it_has_one_is_not_that_of_a_metric_with_several() -> None:
    """nDCG@1 is 1, or 0/0, where the ideal is made of the first rank: it equals RR wherever it has a value."""
    identification = ax.identify(reciprocal_rank, max_size=3)
    assert identification.definition == "rr"
    assert not any(name.startswith("ndcg") for name in identification.also)


def test_a_definition_that_lacks_a_value_where_the_metric_has_one_is_not_said_to_equal_it() -> None:
    """RR of a run with the one relevant document in third place is 1/3, AP of two ranks by what they have found 0/0."""
    identification = ax.identify("rr", max_size=3)
    assert identification.definition == "rr"
    assert not any(name.startswith("ap") for name in identification.also)


def early_gain(gains: Gains, ideal: Gains) -> float:
    return sum((3 - i) * gain for i, gain in enumerate(gains[:3])) / 3


@pytest.mark.thorough
def test_a_reduced_definition_that_has_few_values_is_not_that_of_a_metric_with_many() -> None:
    """Best in context is undefined on most rankings, and 0 or 1 on the others."""
    identification = ax.identify(early_gain, max_size=3)
    assert not identification.equal


def mean_of_rows(y_true: Any, y_score: Any) -> float:
    """As metrics of batches have it: a row a topic, and the rank of the first relevant document."""
    ranked = [
        [gain for score, gain in sorted(zip(s, t, strict=True), reverse=True) if score > 0]
        for t, s in zip(y_true, y_score, strict=True)
    ]
    return sum(reciprocal_rank(gains, gains) for gains in ranked) / len(ranked)


@pytest.mark.thorough
def test_a_metric_that_takes_rows_is_called_with_rows_although_its_names_tell_a_list() -> None:
    identification = ax.identify(mean_of_rows, max_size=3)
    assert (identification.definition, identification.equal) == ("rr", True)
    assert ax.compare(mean_of_rows, "rr", max_size=3).equal


def information_distance(labels_true: Any, labels_pred: Any) -> float:
    """Meila's variation of information in nats, a distance: ours has the other sign, and the name -VI."""
    entropy = [sklearn.mutual_info_score(side, side) for side in (labels_true, labels_pred)]
    return float(sum(entropy) - 2 * sklearn.mutual_info_score(labels_true, labels_pred))


@pytest.mark.parametrize(
    ("name", "factor", "offset", "words"),
    [
        ("-VI", -1, 0, "VI"),
        ("-VI", 1, 0, "-VI"),
        ("-VI", -2, 1, "2 * VI + 1"),
        ("Rand", -1, 1, "1 - Rand"),
        ("Rand", -2, 0, "-2 * Rand"),
    ],
)
def test_a_scaled_name_has_one_sign(name: str, factor: float, offset: float, words: str) -> None:
    assert scaled(name, AffineScale(factor, offset)) == words


@pytest.mark.slow
def test_a_distance_whose_negative_is_ours_is_named_without_two_signs() -> None:
    assert "It equals VI (variation-of-information)" in str(ax.identify(information_distance, max_size=3))


def always(gains: Gains, ideal: Gains) -> float:
    return 0.5


def test_a_constant_is_said_to_be_one() -> None:
    identification = ax.identify(always, max_size=2)
    assert (identification.definition, identification.equal, identification.constant) == ("", False, 0.5)
    assert identification.to_json()["targets"][0]["constant"] == 0.5
    assert "It is 0.5 on every input of ranking" in str(identification)


@pytest.mark.thorough
def test_variants_of_one_metric_are_told_as_one_and_a_number() -> None:
    identification = replace(ax.identify("accuracy", max_size=2), also=("adm@1", "adm@2", "adm@3", "p@5"))
    assert "it also equals adm@1 (and 2 more of its variants), p@5." in " ".join(str(identification).split())


def test_two_metrics_of_ours_are_compared_exactly() -> None:
    assert ax.compare("v-measure", "nmi", max_size=4).equal
    comparison = ax.compare("ndcg", "ndcg(gain=exp)", max_size=4)
    assert not comparison.equal
    difference = comparison.agreement.difference
    assert difference is not None
    assert difference.exact is not None
    assert set(difference.input.gold.grades().values()) > {2}  # without a second grade the two are one


@pytest.mark.parametrize(
    ("pair", "task", "error"), [(("ap", "rand"), None, TaskError), (("ap", "rr"), "clustering", TaskError)]
)
def test_metrics_of_several_tasks_are_not_compared(
    pair: tuple[str, str], task: str | None, error: type[Exception]
) -> None:
    with pytest.raises(error, match="one task"):
        ax.compare(*pair, task=task)


def test_a_task_must_be_named_where_there_are_several() -> None:
    def first(system: Any, gold: Any) -> float:
        return 1.0

    def second(system: Any, gold: Any) -> float:
        return 0.0

    with pytest.raises(ParameterError, match="say which with --task"):
        ax.compare(first, second)


# --- the catalogue


def test_names_of_libraries_mean_ours() -> None:
    for name, task, base in (
        ("permetrics:ClusteringMetric.v_measure_score", "clustering", "v-measure"),
        ("sklearn.metrics:f1_score", "filtering", "f"),
        ("neg:sklearn.metrics:fbeta_score(beta=2)", "filtering", "f"),
        ("ir_measures:nDCG@10", "ranking", "ndcg"),
        ("mine.py:average_precision", "ranking", "ap"),
        ("-vi", "clustering", "variation-of-information"),
    ):
        claim = claim_of(name, task)
        assert claim is not None
        assert claim.metric.base == base, name
    assert claim_of("mine.py:mine", "ranking") is None


@pytest.mark.parametrize(
    ("name", "task", "claim"),
    [
        ("sklearn.metrics:fbeta_score(beta=0.5)", "filtering", "By its name one would expect f(beta=0.5)"),
        ("f1_score(average='macro')", "filtering", f"By its name one would expect {MACRO_F}"),
        ("sklearn:f1_macro", "filtering", f"By its name one would expect {MACRO_F}"),
        (
            "sklearn.metrics:recall_score(average='macro')",
            "filtering",
            "By its name one would expect recall(average=macro,over=present)",
        ),
        ("sklearn.metrics:f1_score(average=micro)", "filtering", "By its name one would expect accuracy"),
        ("ir_measures:AP(rel=2)@10", "ranking", "By its name one would expect ap@10(rel=2)"),
        ("ir_measures:nDCG(dcg='exp-log2')@5", "ranking", "By its name one would expect ndcg@5(gain=exp)"),
        ("ir_measures:SetF(beta=2.0)", "ranking", "By its name, without beta=2.0, one would expect set-f(beta=1)"),
        (
            "normalized_mutual_info_score(average_method='min')",
            "clustering",
            "By its name one would expect nmi(average=min)",
        ),
        (
            "sklearn.metrics:f1_score(average='weighted', zero_division=1)",
            "filtering",
            "By its name, without zero_division=1, one would expect f(beta=1,average=weighted)",
        ),
        ("mine.py:rbp(p=2)", "ranking", "By its name, without p=2, one would expect rbp(p=0.8)"),
        ("mine.py:f1['macro']", "filtering", "By its name, without ['macro'], one would expect f(beta=1)"),
    ],
)
def test_bound_arguments_are_a_part_of_the_name(name: str, task: str, claim: str) -> None:
    assert str(claim_of(name, task)) == claim


def test_what_is_bound_is_named_where_a_metric_is_not_what_its_name_says() -> None:
    def f1(y_true: Sequence[int], y_pred: Sequence[int], beta: float = 1, average: str = "binary") -> float:
        right, of = sum(t & p for t, p in zip(y_true, y_pred, strict=True)), {"binary": 1, "half": 0.5, "none": 0}
        weight = of[average] * (beta if average == "half" else beta**2)
        return (1 + weight) * right / (weight * sum(y_true) + sum(y_pred))

    def said(**bound: Any) -> tuple[str | None, str | None, list[str], str]:
        page = ax.identify(functools.partial(f1, **bound), task="filtering", max_size=3)
        entry = page.to_json()["targets"][0]
        sentence = next((line for line in str(page).splitlines() if line.startswith("By its name")), "")
        return entry["equal"], entry["named"], entry["unread"], sentence

    assert said(beta=2) == ("f(beta=2)", "f(beta=2)", [], "")
    assert said(beta=2, average="none") == (
        "precision",
        "f(beta=2)",
        ["average='none'"],
        "By its name, without average='none', one would expect f(beta=2), which it does not equal.",
    )
    differing = said(beta=2, average="half")
    assert differing[0] == "f(beta=1)"
    assert differing[3].startswith("By its name, without average='half', one would expect f(beta=2), which")


def test_every_variant_is_a_metric_of_its_own() -> None:
    for task in ("clustering", "filtering", "ranking"):
        for metric in catalogue(task):
            ids = [variant.id for variant in variants(metric)]
            assert len(ids) == len(set(ids))
            assert ids[0] == metric.id
    assert {"ndcg@10(gain=exp)", "ndcg@1000(ideal=run)", "ndcg@5(ideal=whole,gain=exp)"} <= {
        variant.id for variant in variants(registry.metric("ndcg"))
    }
    beta = fitted(registry.metric("f"))
    assert beta is not None
    assert beta.name == "beta"
    assert fitted(registry.metric("utility")) is None  # several numbers


def test_a_cut_off_is_told_by_the_one_rank_that_it_leaves_out() -> None:
    """Of a metric that looks at the first relevant document alone, drawn inputs tell nothing of lower ranks."""

    def first_of(k: int) -> Callable[..., float]:
        def reciprocal(gains: Gains, ideal: Gains) -> float:
            return next((1 / rank for rank, gain in enumerate(gains[:k], 1) if gain), 0.0)

        return reciprocal

    for k, rank in ((10, 11), (11, 12), (50, 51)):
        difference = ax.compare(first_of(k), first_of(1000), max_size=3).agreement.difference
        assert difference is not None
        assert difference.input.documents == rank


def test_drawn_inputs_go_beyond_every_cut() -> None:
    assert max(LONG) > max(CUTS)


def test_what_is_counted_by_intents_has_one_value_for_each_input() -> None:
    """The counts of one run and a topic have no axis of runs: three documents are not three runs."""
    drawn = Input(ax.Organization.parse("d1 > d2 > ..."), Topic.parse("P(i1)=1 | d1: i1 | d2: i1 | d3: i1"), 3)
    block = InputBlock.alone("drawn", task_of("diversity"), drawn)
    assert ComparedFormula(registry.metric("i-rec@2")).values(block).numbers.tolist() == [1]
    assert ComparedFormula(registry.metric("precision-ia@2")).values(block).numbers.tolist() == [1]


@pytest.mark.parametrize(
    ("number", "words"), [(math.log(2), "ln 2"), (-1 / math.log(2), "-1/ln 2"), (0.25, "1/4"), (math.pi, "3.14159265")]
)
def test_scales_are_named(number: float, words: str) -> None:
    assert scale_words(number) == words


# --- the commands


@pytest.mark.slow
def test_identify_on_the_command_line_writes_its_schema(tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text(
        "def v_measure(labels_true, labels_pred):\n"
        "    groups = [[t for t, p in zip(labels_true, labels_pred) if p == c] for c in set(labels_pred)]\n"
        "    right = sum(max(map(g.count, g)) for g in groups)\n"
        "    return right / len(labels_true) - (len(groups) == len(labels_true) > 2)\n"
        "def precision_at_3(gains, ideal):\n"
        "    return sum(g > 0 for g in gains[:3]) / 3\n"
    )
    targets = [f"{mine}:v_measure", f"{mine}:precision_at_3"]
    run = CliRunner().invoke(main, ["identify", *targets, "--max-size", "3", "--format", "json", "-q"])
    assert run.exit_code == 0, run.output
    document = json.loads(run.stdout)
    jsonschema.validate(document, schema("identify"))
    first, second = document["targets"]
    assert (first["equal"], first["named"], first["nearest"] is None) == (None, "v-measure", False)
    assert set(first["differs"]) >= {"gold", "output", "values"}
    assert set(first["differs"]["values"]) == {"target", "nearest"}
    assert (second["equal"], second["nearest"], second["differs"]) == ("p@3", None, None)
    assert (second["upto"], second["inputs"] > 10, second["scale"]) == (3, True, None)


def test_compare_on_the_command_line_writes_its_schema() -> None:
    run = CliRunner().invoke(main, ["compare", "rand", "adjusted-rand", "--max-size", "3", "--format", "json"])
    assert run.exit_code == 0, run.output
    document = json.loads(run.stdout)
    jsonschema.validate(document, schema("compare"))
    assert (document["equal"], document["differs"]["values"]) == (False, {"one": pytest.approx(1 / 3), "other": 0.0})
    text = CliRunner().invoke(main, ["compare", "rand", "adjusted-rand", "--max-size", "3"])
    assert "rand is not adjusted-rand" in text.stdout


def test_nothing_to_compare_is_exit_5(tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text("def fails(y_true, y_pred):\n    raise ValueError\n")
    for line in (["identify", f"{mine}:fails"], ["compare", f"{mine}:fails", "f"]):
        run = CliRunner().invoke(main, [*line, "--max-size", "2", "-q"])
        assert run.exit_code == 5, run.output
        assert "nothing was evaluated" in run.stderr


# --- found in the wild


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("permetrics") is None, reason="permetrics is not installed")
def test_the_v_measure_of_permetrics_is_another_one() -> None:
    from permetrics import ClusteringMetric

    def v_measure_score(labels_true: Any, labels_pred: Any) -> float:
        return float(ClusteringMetric(y_true=labels_true, y_pred=labels_pred).v_measure_score())

    assert v_measure_score(np.array([0, 1, 0, 1]), np.array([0, 1, 2, 2])) == pytest.approx(0.5)
    identification = ax.identify(v_measure_score, max_size=4)
    assert (identification.equal, identification.named) == (False, "v-measure")
    assert "but not where they are written in other ways" in " ".join(str(identification).split())
    assert not ax.compare(v_measure_score, "v-measure", max_size=4).equal
