"""The names that people give to the columns of their tables.

People name the same few columns in a dozen ways (BEIR, MS MARCO, ir_datasets, MovieLens, scikit-learn). A table is
recognised by any of these names, and so is the header of a label file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

ANNOTATORS = tuple(
    tuple(f"{who}{sign}{number}" for who in ("annotator", "rater", "coder") for sign in ("_", "") for number in numbers)
    for numbers in (("1", "a"), ("2", "b"))
)
"""The names of columns that hold the labels of two annotators. Neither annotator is the gold."""

NAMES: Mapping[str, tuple[str, ...]] = {
    role: tuple(names.split())
    for role, names in {
        "query": "query_id query-id queryid qid query topic topic_id q_id user_id userid user user-id session_id",
        "document": "doc_id doc-id docid docno corpus-id corpus_id document document_id did doc pid passage_id item_id "
        "itemid item-id item movieid movie_id product_id id",
        "grade": "relevance grade rel rating ratings stars label judgement judgment relevance_score",
        "score": "score similarity prediction estimate est",
        "rank": "rank position",
        "label": "label cluster class labels cluster_id category group",
        "gold": "gold y_true true truth true_label labels_true gold_label gold_labels actual expected target reference "
        "ground_truth groundtruth annotation human label class labels "
        f"{' '.join(ANNOTATORS[0])}",
        "system": "system y_pred pred predicted predicted_label pred_label labels_pred prediction predictions model "
        f"output cluster cluster_id y_hat system_label {' '.join(ANNOTATORS[1])}",
        "item": "item id item_id document doc doc_id docid document_id index name uid",
        "relevant": "relevant relevant_docs relevant_ids relevant_items expected ground_truth gold qrels positives",
        "retrieved": "retrieved retrieved_docs retrieved_ids ranking ranked results recommended predicted "
        "recommendations recommended_items predictions docs run",
        "left": "left left_id id1 id_1 id_left source record1 ltable_id idabt",
        "right": "right right_id id2 id_2 id_right target record2 rtable_id idbuy",
    }.items()
}
"""For each role of a column, the known names in lower case. If a table has several of them, the first one counts."""

RATINGS = ("rating", "ratings", "stars")
"""Names of columns of grades that do not say which grade makes a document relevant."""

SAID = ("query", "document", "grade", "score", "rank", "label", "gold", "system", "item")
"""The roles for which the user can name a column."""


def plain_name(name: str) -> str:
    """The name of a column without capitals, blanks, hyphens and underscores.

    >>> plain_name("Doc-ID")
    'docid'
    """
    return re.sub(r"[\s_-]", "", name).lower()


def _plain_names(*roles: str, more: str = "") -> frozenset[str]:
    return frozenset(map(plain_name, (*more.split(), *(name for role in roles for name in NAMES[role]))))


DOCUMENTS = _plain_names("document", "item", more="file filename url instance object sample")
LABELS = _plain_names("label", more="classes clusters topic tag")
"""Names of a column of labels. The first line of a label file is taken for a header if it has one of these names and,
before it, one of `DOCUMENTS`; in a file of one word a line the name of the labels is enough.
"""

PERHAPS = _plain_names("document", "item", "label", more="cat gold key pred predicted query text title truth type word")
"""Words that are often headers of columns. Some of them are also labels or documents, so that these words alone do not
make the first line a header.
"""
