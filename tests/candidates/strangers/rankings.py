"""Measures of a ranked list of names, as packages and textbooks write them, under the names that people give."""

from tests.candidates.strangers.stranger import GOLD, OUTPUT, named

MEASURES = {
    "ndcg": """
wanted = set(<G>)
gain = [1.0 if item in wanted else 0.0 for item in <O>[:k]]
found = sum(value / math.log2(place + 2) for place, value in enumerate(gain))
most = sum(1 / math.log2(place + 2) for place in range(min(k, len(wanted))))
return found / most if most else 0.0
""",
    "average_precision": """
seen = total = 0
for place, item in enumerate(<O>[:k], start=1):
    if item in set(<G>):
        seen += 1
        total += seen / place
return total / len(<G>) if len(<G>) else 0.0
""",
    "reciprocal_rank": """
for place, item in enumerate(<O>[:k], start=1):
    if item in set(<G>):
        return 1 / place
return 0.0
""",
    "recall_at": """
return len(set(<O>[:k]).intersection(<G>)) / len(set(<G>)) if len(<G>) else 0.0
""",
    "precision_at": """
return len([item for item in <O>[:k] if item in set(<G>)]) / k
""",
    "hit_rate": """
return 1.0 if set(<O>[:k]) & set(<G>) else 0.0
""",
}

WITHOUT_CUT = {
    "rank_biased": """
return 0.2 * sum(0.8**place for place, item in enumerate(<O>) if item in set(<G>))
""",
    "r_precision": """
wanted = set(<G>)
return sum(item in wanted for item in <O>[: len(wanted)]) / len(wanted) if wanted else 0.0
""",
}

NAMED = [
    ("relevant_ids", "retrieved_ids", GOLD),
    ("predictions", "targets", OUTPUT),
    ("recs", "truth", OUTPUT),
    ("expected", "got", GOLD),
    ("rankedItems", "goldItems", OUTPUT),
    ("correct_answers", "search_results", GOLD),
    ("true_items", "pred_items", GOLD),
    ("results", "ground_truth", OUTPUT),
    ("actual", "predicted", GOLD),
]
NAMES_OF_NOTHING = [
    ("x", "y", GOLD),
    ("a", "b", OUTPUT),
    ("p", "q", GOLD),
    ("U", "V", OUTPUT),
    ("left", "right", GOLD),
]

STRANGERS = [
    *named("id-lists", MEASURES, NAMED, ", k=10"),
    *named("id-lists", MEASURES, NAMES_OF_NOTHING[:2], ", k=10"),
    *named("id-lists", MEASURES, NAMES_OF_NOTHING[2:4], ", k"),
    *named("id-lists", MEASURES, NAMES_OF_NOTHING[4:], ", k=5"),
    *named("id-lists", WITHOUT_CUT, [*NAMED[:4], *NAMES_OF_NOTHING]),
]
