"""Names that ir_measures, trec_eval and scikit-learn list: each gives the value of its library, or the sentence that we
do not have it. The lists are those of ir_measures 0.4.3, of trec_eval 10.0 (pytrec_eval-terrier 0.5.11) and, for
clusterings, for decisions on two classes and for rankings, of scikit-learn 1.9.1.
"""

from __future__ import annotations

import importlib.util
import math
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import axiometrics as ax
from axiometrics import registry
from axiometrics.candidates import libraries
from axiometrics.candidates.selection import entry_of
from axiometrics.core.errors import AxiometricsError, UnknownNameError
from axiometrics.core.matrix import Matrix
from axiometrics.running.candidate import builtin

QRELS = {"1": {"d1": 2, "d2": 0, "d3": 1, "d4": 0, "d5": 1, "d6": 0, "d7": 2}}
RUN = {"1": {"d2": 6.5, "d1": 5.5, "d3": 4.5, "d4": 3.5, "d5": 2.5, "d8": 1.5}}
"""One topic: the run lacks a relevant document, and one of its documents is not judged."""

SCORED = (
    {"q": {"d1": 1, "d2": 0, "d3": 1, "d4": 0, "d5": 1}},
    {"q": {"d2": 5.5, "d1": 4.5, "d3": 3.5, "d4": 2.5, "d5": 1.5}},
)
"""Grades and scores of the same documents, as scikit-learn takes them."""

CLASSES, CLUSTERS = ["a", "a", "a", "b", "b", "c", "c"], ["x", "x", "y", "y", "z", "z", "x"]
TRUE, PREDICTED = [1, 1, 1, 0, 0, 0, 0, 1], [1, 1, 0, 0, 1, 0, 0, 1]


def _names(text: str) -> list[str]:
    return text.split()


TREC_EVAL = _names(
    "11pt_avg G P_5 Rndcg Rprec Rprec_mult_0.20 binG bpref gm_bpref gm_map infAP iprec_at_recall_0.10 map "
    "map_cut_5 ndcg ndcg_cut_5 ndcg_rel num_nonrel_judged_ret num_q num_rel num_rel_ret num_ret recall_5 "
    "recip_rank relative_P_5 relstring_5 runid set_F set_P set_map set_recall set_relative_P success_5 utility "
    "prefs_simp prefs_simp_ret prefs_simp_imp prefs_pair prefs_pair_ret prefs_pair_imp prefs_avgjg "
    "prefs_avgjg_ret prefs_avgjg_imp prefs_avgjg_Rnonrel prefs_avgjg_Rnonrel_ret prefs_num_prefs_poss "
    "prefs_num_prefs_ful prefs_num_prefs_ful_ret map_avgjg P_avgjg Rprec_mult_avgjg"
)

IR_MEASURES = _names(
    "AP MAP AP@5 AP(rel=2) AP_IA Accuracy BPM BPref Bpref Compat(p=0.8) ERR@5 ERR_IA@10 INSQ INST IPrec@0.1 "
    "Judged@5 MAP_IA MRR MRR@5 NDCG NERR10 NERR11 NERR8@5 NERR9@5 NRBP NumQ NumRel NumRelRet NumRet P@5 "
    "P(rel=2)@5 P_IA@10 Precision@5 R@5 RBP(p=0.8) RBP(p=0.5) RPrec RR RR@5 Recall@5 Rprec SDCG@5 SetAP SetF "
    "SetF(beta=2.0) SetP SetR SetRelP StRecall@10 Success@1 Success@5 alpha_DCG@10 alpha_nDCG@10 infAP nDCG nDCG@5 "
    "nDCG(dcg='exp-log2')@5 nERR_IA@10 nNRBP α_DCG@10 α_nDCG@10 nDCG(judged_only=True)@5"
)

CLUSTERING = _names(
    "adjusted_mutual_info_score adjusted_rand_score calinski_harabasz_score completeness_score consensus_score "
    "contingency_matrix davies_bouldin_score expected_mutual_information fowlkes_mallows_score "
    "homogeneity_completeness_v_measure homogeneity_score mutual_info_score normalized_mutual_info_score "
    "pair_confusion_matrix rand_score silhouette_samples silhouette_score v_measure_score"
)
"""Without `entropy`, which takes one side alone: this is an id of ours for a metric of both."""

CLASSIFICATION = _names(
    "accuracy_score balanced_accuracy_score brier_score_loss class_likelihood_ratios classification_report "
    "cohen_kappa_score confusion_matrix confusion_matrix_at_thresholds d2_brier_score d2_log_loss_score f1_score "
    "fbeta_score hamming_loss hinge_loss jaccard_score log_loss matthews_corrcoef metric_at_thresholds "
    "multilabel_confusion_matrix precision_recall_fscore_support precision_score recall_score zero_one_loss "
    "top_k_accuracy_score"
)

RANKING = _names(
    "average_precision_score coverage_error dcg_score det_curve label_ranking_average_precision_score "
    "label_ranking_loss ndcg_score precision_recall_curve roc_auc_score roc_curve"
)
"""Without `auc`, which takes the points of any curve: this is an id of ours, for the area under the ROC curve."""

SAID_OTHERWISE = {"ERR@5": "err@5(max=4)"}
"""A name that we write in the same signs for a metric with another convention, and how we write that of the library."""


def value(name: str, gold: Any, system: Any, **said: Any) -> float | str:
    """The score by that name; a text where we do not have the metric."""
    try:
        rows = ax.evaluate(gold=gold, systems=system, metrics=[name], **said).to_json()["rows"]
    except UnknownNameError as error:
        if str(error).startswith("we do not have "):
            return str(error)
        raise
    return float(rows[-1]["value"])


def same(name: str, ours: float | str, theirs: Any) -> None:
    if isinstance(ours, float) and theirs is not None:
        assert math.isclose(ours, theirs, abs_tol=6e-6), (name, ours, theirs)  # gdeval writes 5 decimals


def trec_eval_values() -> Mapping[str, float]:
    trec = pytest.importorskip("pytrec_eval")
    assert trec.supported_measures <= {name.rpartition("_")[0] for name in TREC_EVAL} | set(TREC_EVAL)
    return dict(trec.RelevanceEvaluator(QRELS, {"all_trec"}).evaluate(RUN)["1"])


def test_names_of_trec_eval() -> None:
    values = {name: value(name, QRELS, {"run": RUN}) for name in TREC_EVAL}
    numbers = [name for name, number in values.items() if isinstance(number, float)]
    assert numbers == _names(
        "P_5 Rprec bpref map map_cut_5 ndcg ndcg_cut_5 recall_5 recip_rank set_F set_P set_recall success_5"
    )
    theirs = trec_eval_values()
    for name in numbers:
        same(name, values[name], theirs[name])


def test_names_of_ir_measures(tmp_path: Path) -> None:
    gold, run = tmp_path / "gold", tmp_path / "run"
    gold.write_text("1 1 a 1\n1 2 a 1\n1 1 b 1\n1 1 c 0\n1 2 c 0\n1 2 d 1\n")
    run.write_text("1 Q0 c 1 4 t\n1 Q0 a 2 3 t\n1 Q0 b 3 2 t\n1 Q0 e 4 1 t\n")
    values = {}
    for name in IR_MEASURES:
        try:
            values[name] = value(name, QRELS, {"run": RUN})
        except AxiometricsError:  # it is of diversity
            values[name] = value(name, str(gold), [str(run)], kind="diversity-qrels")
    absent = {name for name, number in values.items() if isinstance(number, str)}
    assert sorted(absent) == _names(
        "Accuracy BPM Compat(p=0.8) ERR_IA@10 INSQ INST IPrec@0.1 NERR10 NERR11 NERR8@5 NERR9@5 NumQ NumRel "
        "NumRelRet NumRet SDCG@5 SetAP SetF(beta=2.0) SetRelP alpha_DCG@10 infAP nDCG(judged_only=True)@5 "
        "nERR_IA@10 nNRBP α_DCG@10"
    )
    peer = pytest.importorskip("ir_measures")
    listed = {name.partition("@")[0].partition("(")[0] for name in IR_MEASURES}
    assert set(peer.measures.registry) <= listed
    qrels, docs = list(peer.read_trec_qrels(str(gold))), list(peer.read_trec_run(str(run)))
    for name in set(values) - absent:
        measure = peer.parse_measure(name)
        if peer.DefaultPipeline.supports(measure):
            of_intents = "IA" in name or name.startswith(("α", "alpha", "St", "NRBP"))
            data = (qrels, docs) if of_intents else (QRELS, RUN)
            ours = value(SAID_OTHERWISE[name], QRELS, {"run": RUN}) if name in SAID_OTHERWISE else values[name]
            same(name, ours, peer.calc_aggregate([measure], *data)[measure])


@pytest.mark.parametrize(
    ("names", "gold", "system", "said", "absent"),
    [
        (
            CLUSTERING,
            CLASSES,
            CLUSTERS,
            {},
            "calinski_harabasz_score consensus_score contingency_matrix davies_bouldin_score "
            "expected_mutual_information homogeneity_completeness_v_measure pair_confusion_matrix silhouette_samples "
            "silhouette_score",
        ),
        (
            CLASSIFICATION,
            TRUE,
            PREDICTED,
            {"positive": 1},
            "brier_score_loss class_likelihood_ratios classification_report confusion_matrix "
            "confusion_matrix_at_thresholds d2_brier_score d2_log_loss_score hamming_loss hinge_loss "
            "log_loss metric_at_thresholds multilabel_confusion_matrix precision_recall_fscore_support "
            "zero_one_loss top_k_accuracy_score",
        ),
        (
            RANKING,
            *SCORED,
            {},
            "coverage_error det_curve label_ranking_loss precision_recall_curve roc_curve",
        ),
    ],
    ids=["clustering", "classification", "ranking"],
)
def test_names_of_scikit_learn(names: list[str], gold: Any, system: Any, said: dict[str, Any], absent: str) -> None:
    values = {name: value(name, gold, {"one": system}, **said) for name in names}
    assert {name for name, number in values.items() if isinstance(number, str)} == set(absent.split())
    peer = pytest.importorskip("sklearn.metrics")
    sides = gold, system
    if isinstance(gold, dict):
        scores = system["q"]
        sides = [gold["q"][d] for d in scores], list(scores.values())
    for name, number in values.items():
        if isinstance(number, float):
            wrapped = name in {"dcg_score", "ndcg_score", "label_ranking_average_precision_score"}
            beta = {"beta": 1} if name == "fbeta_score" else {}
            same(name, number, getattr(peer, name)(*([[s] for s in sides] if wrapped else sides), **beta))


def test_every_function_of_scikit_learn_is_in_the_lists() -> None:
    peer = pytest.importorskip("sklearn.metrics")
    rooms = "sklearn.metrics._classification", "sklearn.metrics._ranking", "sklearn.metrics.cluster"
    public = {name for name in peer.__all__ if getattr(peer, name).__class__.__name__ == "function"}
    public = {name for name in public if getattr(peer, name).__module__.startswith(rooms)} | set(peer.cluster.__all__)
    assert public - {"auc", "entropy"} == {*CLUSTERING, *CLASSIFICATION, *RANKING}


def test_adapters_and_the_table_agree() -> None:
    """Where an adapter says which metric of ours its library computes, the table says the same of that name."""
    adapters = {"scikit-learn": "sklearn", "trec_eval": "pytrec_eval", "ndeval": "pyndeval"}
    compared = 0
    for entry in registry.other_names.of_tasks():
        name, of = entry.text.replace("{k}", "10"), adapters.get(entry.library, entry.library)
        if entry.base and importlib.util.find_spec(f"{libraries.__name__}.{of}"):
            adapter = importlib.import_module(f"{libraries.__name__}.{of}").LIBRARY
            for member in (member for member in adapter.members if member.name == name and member.ours):
                assert registry.metric(name, [entry.task]).id == registry.metric(member.ours, [entry.task]).id, (
                    of,
                    name,
                )
                compared += 1
    assert compared > 30


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("MRR@20", "rr@20"),
        ("mean reciprocal rank", "rr"),
        ("P_5", "p@5"),
        ("hit_rate@10", "success@10"),
        ("Hits@3", "success@3"),
        ("precision@10", "p@10"),
        ("Recall@10", "r@10"),
        ("NDCG_CUT-10", "ndcg@10"),
        ("nDCG(dcg='exp-log2')@10", "ndcg@10(gain=exp)"),
        ("normalized_mutual_info_score(average_method='max')", "nmi(average=max)"),
        ("fbeta_score(beta=2)", "f(beta=2)"),
        ("rbp.95", "rbp(p=0.95)"),
        ("ARI", "adjusted-rand"),
        ("b cubed", "bcubed-f"),
        ("B3", "bcubed-f"),
        ("fmi", "fowlkes-mallows"),
        ("clustering:F1", "bcubed-f"),
        ("filtering:F1", "f(beta=1)"),
        ("ranking:recall", "set-recall"),
        ("Set F(beta=2)", "set-f(beta=2)"),
        ("recall", "recall"),  # an id comes first where nothing tells the task
    ],
)
def test_a_name_means_a_metric_with_its_parameters(name: str, id: str) -> None:
    assert registry.metric(name).id == id


@pytest.mark.parametrize(
    ("name", "task", "id"),
    [
        ("F1", "clustering", "bcubed-f"),
        ("F1", "ranking", "set-f(beta=1)"),
        ("ACC", "filtering", "accuracy"),
        ("recall", "ranking", "set-recall"),
        ("R*S", "clustering", "rs-clustering(n=30,wn=0.8,reading=listed)"),
    ],
)
def test_the_task_at_hand_decides(name: str, task: str, id: str) -> None:
    assert registry.metric(name, [task]).id == id


def test_python_and_expectations_take_the_names_too() -> None:
    assert set(ax.score(gold=QRELS, system=RUN, metrics=["recall", "F1", "MAP@5"])) == {
        "set-recall",
        "set-f(beta=1)",
        "ap@5",
    }
    with pytest.raises(UnknownNameError, match="we do not have Accuracy of ir_measures"):
        ax.score(gold=QRELS, system=RUN, metrics=["Accuracy"])
    candidates = [builtin(registry.metric("ap")), builtin(registry.metric("rr"))]
    ids = [(entry_of(name, candidates) or {}).get("id") for name in ("map", "ranking:AP", "mean reciprocal rank", "F1")]
    assert ids == ["ap", "ap", "rr", None]


def test_a_cell_of_a_matrix_is_named_as_everywhere() -> None:
    ranking = Matrix((registry.metric("ap").describe(), registry.metric("ndcg@10").describe()), (), ())
    named = ("map", "ranking:MAP", "average_precision_score", "ndcg_cut_10", "nDCG@10")
    assert [_cell_of(ranking, name) for name in named] == ["ap", "ap", "ap", "ndcg@10", "ndcg@10"]
    with pytest.raises(UnknownNameError, match="no metric 'map_cut_10' in this matrix: known are ap, ndcg@10"):
        _cell_of(ranking, "map_cut_10")
    with pytest.raises(UnknownNameError, match="we do not have gm_map of trec_eval"):
        _cell_of(ranking, "gm_map")
    entries = [registry.metric(name).describe() for name in ("bcubed-f", "filtering:f")]
    assert _cell_of(Matrix(tuple(entries[:1]), (), ()), "F1") == "bcubed-f"
    with pytest.raises(registry.AmbiguousNameError, match=r"bcubed-f \(clustering\), f\(beta=1\) \(filtering\)"):
        _cell_of(Matrix(tuple(entries), (), ()), "F1")
    assert _cell_of(Matrix(tuple(entries), (), ()), "clustering:F1") == "bcubed-f"


def _cell_of(matrix: Matrix, name: str) -> str:
    """The name of the metric of which a matrix that has no cells says that it has no cell."""
    with pytest.raises(UnknownNameError) as error:
        matrix.cell(name, "priority")
    sought = re.match(r"no cell of (\S+) under 'priority'", str(error.value))
    if sought is None:
        raise error.value
    return sought[1]


def test_labels_decide_or_the_user_is_asked() -> None:
    rows = ax.evaluate(gold=CLASSES, systems={"one": CLUSTERS}, metrics=["F1"]).to_json()["rows"]
    assert [row["metric"] for row in rows] == ["bcubed-f"]
    question = r"'F1' is written of several metrics: name one of bcubed-f \(clustering\), f \(filtering\)"
    for call in (
        lambda: ax.evaluate(gold=TRUE, systems={"one": PREDICTED}, metrics=["F1"]),
        lambda: ax.score(gold=TRUE, system=PREDICTED, metrics=["F1"]),
        lambda: ax.matrix(["F1"]),
    ):
        with pytest.raises(registry.AmbiguousNameError, match=question):
            call()
    assert ax.score(gold=TRUE, system=PREDICTED, metrics=["F1", "accuracy"]) == {"f(beta=1)": 0.75, "accuracy": 0.75}
    assert ax.explain("F1", "filtering:priority", max_size=3).to_json()["cells"][0]["metric"] == "f(beta=1)"
    with pytest.raises(UnknownNameError, match="no constraint 'preority': did you mean priority"):
        ax.matrix(["MAP"], ["preority"])


def test_other_names_are_shown() -> None:
    assert "also called  MAP (ir_measures); map, map_cut_10 (trec_eval)" in str(ax.conduct("map").page())
    listed = ax.list_("metrics", task="ranking")
    assert "recip_rank" in str(listed)
    entry = next(entry for entry in listed.to_json()["metrics"] if entry["id"] == "rr")
    assert entry["also_called"]["trec_eval"] == ["recip_rank"]


def test_every_name_of_the_table_means_its_metric() -> None:
    for entry in registry.other_names.of_tasks():
        name = entry.text.replace("{k}", "7")
        absent = registry.other_names.not_ours(name, [entry.task])
        if entry.reason:
            assert absent is not None
            assert absent.task == entry.task
        else:
            meant = registry.metric(name, [entry.task])
            assert (meant.task, meant.base) == (entry.task, entry.base), name
            assert absent is None or absent.task != entry.task, name
