"""The shapes in which people write a metric: counts, gains, ranks, scores, groups, dictionaries, sets, pairs, classes.

The functions are called by nobody but the trial calls. Under the names of each stands what it is.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tests.candidates.strangers.stranger import GOLD, OUTPUT, Stranger, defined, named

# --- counts of decisions
COUNTS = {
    "f1_of_counts(tp, fp, fn, tn)": "return 2 * tp / (2 * tp + fp + fn) if tp + fp + fn else 0.0",
    "jaccard_of_counts(TP, FP, FN, TN)": "return TP / (TP + FP + FN) if TP + FP + FN else 0.0",
    "accuracy_of_counts(tn, fp, fn, tp)": "return (tp + tn) / (tp + tn + fp + fn)",
    "youden(fn, tn, tp, fp)": """
sensitivity = tp / (tp + fn) if tp + fn else 0.0
specificity = tn / (tn + fp) if tn + fp else 0.0
return sensitivity + specificity - 1
""",
    "precision_of_counts(tp, fp, fn, tn)": "return tp / (tp + fp) if tp + fp else 0.0",
}
MATRICES = {
    "kappa_of_matrix(cm)": """
total, seen = cm.sum(), np.trace(cm)
chance = float((cm.sum(0) * cm.sum(1)).sum()) / total
return float((seen - chance) / (total - chance)) if total != chance else 1.0
""",
    "recall_of_matrix(confusion)": "return float(confusion[1, 1] / confusion[1].sum()) if confusion[1].sum() else 0.0",
    "accuracy_of_matrix(confusion_matrix)": """
return sum(row[i] for i, row in enumerate(confusion_matrix)) / sum(map(sum, confusion_matrix))
""",
    "precision_of_matrix(conf_mat)": "return conf_mat[1][1] / (conf_mat[0][1] + conf_mat[1][1] or 1)",
    "macro_f_of_matrix(table)": """
right, both = np.diag(table), table.sum(0) + table.sum(1)
return float(np.mean([2 * r / b for r, b in zip(right, both) if b]))
""",
    "error_of_matrix(m)": "return (m[0][1] + m[1][0]) / sum(m[0] + m[1])",
}

# --- gains, ranks, hits
GAINS = {
    "dcg(gains)": "return sum(gain / math.log2(place + 2) for place, gain in enumerate(gains))",
    "dcg(g)": "return sum((2**value - 1) / math.log2(place + 2) for place, value in enumerate(g))",
    "ndcg_of_gains(rels)": """
best = sum(rel / math.log2(place + 2) for place, rel in enumerate(sorted(rels, reverse=True)))
return sum(rel / math.log2(place + 2) for place, rel in enumerate(rels)) / best if best else 0.0
""",
    "ap_of_relevances(relevances)": """
seen = total = 0
for place, value in enumerate(relevances, start=1):
    if value:
        seen += 1
        total += seen / place
return total / seen if seen else 0.0
""",
}
IDEAL = {
    "normalised_gain": """
dcg = lambda values: sum(value / math.log2(place + 2) for place, value in enumerate(values[:k]))
return dcg(<O>) / dcg(<G>) if dcg(<G>) else 0.0
""",
    "discounted": """
total = sum(value * 0.7**place for place, value in enumerate(<O>[:k]))
return total / sum(value * 0.7**place for place, value in enumerate(<G>[:k])) if sum(<G>) else 0.0
""",
}
RANKS = {
    "mrr_of_ranks(ranks)": "return float(np.mean([1 / rank for rank in ranks]))",
    "reciprocal(r)": "return sum(1 / rank for rank in r) / len(r)",
    "logarithmic(first_ranks)": "return float(np.mean([1 / math.log2(rank + 1) for rank in first_ranks]))",
}
HITS = {
    "ap_of_hits(hits, num_relevant)": """
points = [sum(hits[: place + 1]) / (place + 1) for place, hit in enumerate(hits) if hit]
return sum(points) / num_relevant if num_relevant else 0.0
""",
    "recall_of_hits(hits, n_relevant)": "return sum(hits[:10]) / n_relevant if n_relevant else 0.0",
}

# --- scores
AREA = {
    "roc_auc": """
good = [score for score, label in zip(<O>, <G>) if label > 0]
bad = [score for score, label in zip(<O>, <G>) if label <= 0]
wins = sum((i > j) + 0.5 * (i == j) for i in good for j in bad)
return wins / (len(good) * len(bad)) if good and bad else 0.5
""",
}
POINTS = {
    "ap_of_scores": """
seen = total = 0
for place, (score, label) in enumerate(sorted(zip(<O>, <G>), key=lambda pair: -pair[0]), start=1):
    if label > 0:
        seen += 1
        total += seen / place
return total / seen if seen else 0.0
""",
}
TWO_FORMS = "the area under the curve of decisions is their balanced accuracy"
OF_SCORES = [("y_true", "y_score", GOLD), ("labels", "scores", GOLD), ("scores", "relevance", OUTPUT)]

# --- judgements and a run
RUNS = {
    "p_at_3": """
best = sorted(<O>, key=<O>.get, reverse=True)[:3]
return sum(<G>.get(item, 0) > 0 for item in best) / 3
""",
    "ap_of_run": """
seen = total = 0
for place, item in enumerate(sorted(<O>, key=<O>.get, reverse=True), start=1):
    if <G>.get(item, 0) > 0:
        seen += 1
        total += seen / place
wanted = sum(grade > 0 for grade in <G>.values())
return total / wanted if wanted else 0.0
""",
}
TOPICS = {
    "mrr_of_topics": """
total = 0.0
for topic, grades in <G>.items():
    order = sorted(<O>.get(topic, {}), key=lambda item: -<O>[topic][item])
    total += next((1 / place for place, item in enumerate(order, 1) if grades.get(item, 0) > 0), 0.0)
return total / len(<G>)
""",
}
OF_RUNS = [("qrels", "run", GOLD), ("run", "qrels", OUTPUT), ("ground_truth", "results", GOLD)]
SILENT_RUNS = [("a", "b", GOLD), ("x", "y", OUTPUT)]

# --- lists and sets of names that are graded, or by topic
GRADED = {
    "graded_gain": """
dcg = lambda grades: sum(grade / math.log2(place + 2) for place, grade in enumerate(grades[:10]))
best = dcg(sorted(<G>.values(), reverse=True))
return dcg([<G>.get(item, 0) for item in <O>]) / best if best else 0.0
""",
}
BY_TOPIC = {
    "map_of_lists": """
total = 0.0
for topic, wanted in <G>.items():
    seen = points = 0
    for place, item in enumerate(<O>[topic], start=1):
        if item in wanted:
            seen += 1
            points += seen / place
    total += points / len(wanted) if wanted else 0.0
return total / len(<G>)
""",
}

# --- clusters as sets, dictionaries, pairs
SETS = {
    "best_overlap": """
overlap = lambda one, two: len(set(one) & set(two)) / len(set(one) | set(two))
half = lambda some, others: sum(len(i) * max(overlap(i, j) for j in others) for i in some) / sum(map(len, some))
return (half(<G>, <O>) + half(<O>, <G>)) / 2
""",
}
LABELLED = {
    "pairs_of_items": """
pairs = lambda found: {(i, j) for i in found for j in found if i < j and found[i] == found[j]}
one, two = pairs(<G>), pairs(<O>)
return 2 * len(one & two) / (len(one) + len(two)) if one or two else 1.0
""",
}
PAIRS = {
    "dice_of_pairs": """
return 2 * len(<G> & <O>) / (len(<G>) + len(<O>)) if <G> or <O> else 1.0
""",
}

# --- tables
TABLES = {
    "p_of_tables": """
joined = <O>.merge(<G>, on=["query_id", "doc_id"], how="left").fillna({"relevance": 0})
best = joined.sort_values("score", ascending=False).groupby("query_id").head(3)
return float((best["relevance"] > 0).sum()) / 3
""",
}
CLUSTER_TABLES = {
    "pure_clusters": """
joined = <G>.merge(<O>, on="item", suffixes=("_true", "_pred"))
return float((joined.groupby("cluster_pred")["cluster_true"].nunique() == 1).mean())
""",
}
ONE_TABLE = {"accuracy_of_table(df)": 'return float((df["y_true"] == df["y_pred"]).mean())'}

GROUPED = """
total, start = [], 0
for size in group:
    part = sorted(zip(y_score[start : start + size], y_true[start : start + size]), key=lambda pair: -pair[0])
    dcg = lambda values: sum(value / math.log2(place + 2) for place, value in enumerate(values))
    best = dcg(sorted(y_true[start : start + size], reverse=True))
    total.append(dcg([value for _, value in part]) / best if best else 0.0)
    start += size
return sum(total) / len(total)
"""
QUERIES = """
total = []
for query in np.unique(qid):
    here = qid == query
    order = np.argsort(-y_score[here], kind="stable")
    place = next((k for k, value in enumerate(y_true[here][order], 1) if value > 0), None)
    total.append(1 / place if place else 0.0)
return float(np.mean(total))
"""


# --- classes
class PairF:
    """Pair F of labels: update, compute."""

    def __init__(self) -> None:
        self.true: list[Any] = []
        self.found: list[Any] = []

    def reset(self) -> None:
        """Forget everything."""
        self.true, self.found = [], []

    def update(self, y_true: Any, y_pred: Any) -> None:
        """Take labels."""
        self.true += list(y_true)
        self.found += list(y_pred)

    def compute(self) -> float:
        """The value."""
        places = [(i, j) for i in range(len(self.true)) for j in range(i)]
        pairs = {(i, j) for i, j in places if self.true[i] == self.true[j]}
        two = {(i, j) for i, j in places if self.found[i] == self.found[j]}
        return 2 * len(pairs & two) / (len(pairs) + len(two)) if pairs or two else 1.0


class Keras:
    """F1 of decisions: update_state, result."""

    def __init__(self) -> None:
        self.hits = self.total = 0

    def update_state(self, y_true: Any, y_pred: Any) -> None:
        """Take decisions."""
        self.hits += sum(bool(i and j) for i, j in zip(y_true, y_pred, strict=True))
        self.total += int(sum(y_true) + sum(y_pred))

    def result(self) -> float:
        """The value."""
        return 2 * self.hits / self.total if self.total else 0.0


class OneByOne:
    """Accuracy, one item at a time: update, get."""

    def __init__(self) -> None:
        self.seen = self.right = 0

    def update(self, y_true: Any, y_pred: Any) -> OneByOne:
        """Take one item."""
        self.seen += 1
        self.right += int(y_true == y_pred)
        return self

    def get(self) -> float:
        """The value."""
        return self.right / self.seen if self.seen else 0.0


class MeanOverlap:
    """Jaccard of lists of names: add, result."""

    def __init__(self) -> None:
        self.total, self.topics = 0.0, 0

    def add(self, relevant_docs: Any, retrieved_docs: Any) -> None:
        """Take one topic."""
        self.total += len(set(relevant_docs) & set(retrieved_docs)) / max(1, len({*relevant_docs, *retrieved_docs}))
        self.topics += 1

    def result(self) -> float:
        """The value."""
        return self.total / self.topics


class Evaluation:
    """Reciprocal rank: Evaluation(qrels).evaluate(run)."""

    def __init__(self, qrels: Any) -> None:
        self.qrels = qrels

    def evaluate(self, run: Any) -> float:
        """The value."""
        total = 0.0
        for topic, grades in self.qrels.items():
            order = sorted(run[topic], key=run[topic].get, reverse=True)
            total += next((1 / k for k, item in enumerate(order, 1) if grades.get(item, 0) > 0), 0.0)
        return total / len(self.qrels)


class PositivesNDCG:
    """NDCG: compute(gt_pos, pd_rank)."""

    def __init__(self, k: int = 10) -> None:
        self.k = k

    def compute(self, gt_pos: Any, pd_rank: Any, **others: Any) -> float:
        """The value."""
        gain = sum(1 / math.log2(k + 2) for k, item in enumerate(pd_rank[: self.k]) if item in gt_pos)
        most = sum(1 / math.log2(k + 2) for k in range(min(len(gt_pos), self.k)))
        return gain / most if most else 0.0


class Callable:
    """Average precision of lists of names, by a call."""

    def __call__(self, a: Any, b: Any) -> float:
        """The value; the second argument is the gold."""
        seen = total = 0.0
        for k, item in enumerate(a, 1):
            if item in b:
                seen += 1
                total += seen / k
        return total / len(b) if len(b) else 0.0


def by_keyword(*, relevant: Any, retrieved: Any, k: int = 10) -> float:
    """Recall at k, by keyword alone."""
    return len(set(retrieved[:k]) & set(relevant)) / len(set(relevant)) if len(relevant) else 0.0


def gold_by_keyword(*, predictions: Any, references: Any) -> float:
    """F1 of decisions, by keyword alone."""
    hits = sum(bool(i and j) for i, j in zip(predictions, references, strict=True))
    return 2 * hits / (sum(predictions) + sum(references)) if hits else 0.0


def set_and_list(ranked: Any, gold: set[str]) -> float:
    """Success at 5, with the gold as a set."""
    return float(bool(gold & set(ranked[:5])))


def array_hits(a: Any, b: Any) -> float:
    """RBP of arrays of names; the second argument is the gold."""
    return float((np.isin(a, b) * 0.5 ** np.arange(1, len(a) + 1)).sum())


def _alone(form: str, sources: dict[str, str], order: str | None = None) -> list[Stranger]:
    """One function of each head."""
    made = []
    for head, body in sources.items():
        name, _, parameters = head.rstrip(")").partition("(")
        made.append(Stranger(head, defined(name, parameters, body), form, order, parameters in ("g", "r")))
    return made


STRANGERS = [
    *_alone("table", COUNTS),
    *_alone("confusion-matrix", MATRICES, GOLD),
    *_alone("gains", GAINS),
    *named("gains", IDEAL, [("gains", "ideal", OUTPUT), ("gains", "ideal_gains", OUTPUT)], ", k=10"),
    *_alone("ranks", RANKS),
    *_alone("gains", HITS),
    *named("scores", AREA | POINTS, OF_SCORES),
    *named("scores", AREA, [("a", "b", GOLD), ("x", "y", OUTPUT)], doubt=TWO_FORMS),
    *named("scores", POINTS, [("a", "b", GOLD), ("x", "y", OUTPUT)]),
    *named("qrel-run", RUNS, [*OF_RUNS, *SILENT_RUNS]),
    *named("qrel-run", TOPICS, [*OF_RUNS, *SILENT_RUNS]),
    *named("id-lists", GRADED, [("grades", "ranked", GOLD), ("retrieved_docs", "relevance", OUTPUT), *SILENT_RUNS]),
    *named("id-lists", BY_TOPIC, [("relevant", "retrieved", GOLD), ("predicted", "actual", OUTPUT), *SILENT_RUNS]),
    *named("cluster-sets", SETS, [("gold_clusters", "system_clusters", GOLD), ("a", "b", GOLD)]),
    *named("cluster-dicts", LABELLED, [("truth", "prediction", GOLD), ("pred", "gold", OUTPUT), ("p", "q", GOLD)]),
    *named("pairs", PAIRS, [("true_pairs", "pred_pairs", GOLD), ("pairs_found", "pairs_wanted", OUTPUT)]),
    *named("frames", TABLES, [("judgments", "results", GOLD), ("run_df", "qrels_df", OUTPUT)]),
    *named("frames", CLUSTER_TABLES, [("df_true", "df_pred", GOLD), ("pred_table", "gold_table", OUTPUT)]),
    *_alone("frames", ONE_TABLE),
    Stranger("groups", defined("of_groups", "y_true, y_score, group", GROUPED), "scores", GOLD),
    Stranger("queries", defined("of_queries", "y_true, y_score, qid", QUERIES), "scores", GOLD),
    Stranger("PairF", PairF, "labels", GOLD),
    Stranger("Keras", Keras, "decisions", GOLD),
    Stranger("OneByOne", OneByOne, "decisions", GOLD),
    Stranger("MeanOverlap", MeanOverlap, "id-lists", GOLD),
    Stranger("Evaluation", Evaluation, "qrel-run", GOLD),
    Stranger("PositivesNDCG", PositivesNDCG, "id-lists", GOLD),
    Stranger("Callable", Callable(), "id-lists", OUTPUT, True),
    Stranger("by_keyword", by_keyword, "id-lists", GOLD),
    Stranger("gold_by_keyword", gold_by_keyword, "decisions", OUTPUT),
    Stranger("set_and_list", set_and_list, "id-lists", OUTPUT),
    Stranger("array_hits", array_hits, "id-lists", OUTPUT, True),
]
