"""Measures of decisions, one of each item: yes or no."""

from tests.candidates.strangers.stranger import GOLD, OUTPUT, named

BOTH = {
    "accuracy": """
return sum(int(i == j) for i, j in zip(<G>, <O>)) / len(<G>)
""",
    "f1_score": """
hits = sum(1 for i, j in zip(<G>, <O>) if i and j)
return 2 * hits / (sum(<G>) + sum(<O>)) if hits else 0.0
""",
    "matthews": """
n, both = len(<G>), sum(i * j for i, j in zip(<G>, <O>))
one, two = sum(<G>), sum(<O>)
spread = math.sqrt(one * two * (n - one) * (n - two))
return (n * both - one * two) / spread if spread else 0.0
""",
    "cohen_kappa": """
n, one, two = len(<G>), sum(<G>), sum(<O>)
seen = sum(i == j for i, j in zip(<G>, <O>)) / n
chance = (one * two + (n - one) * (n - two)) / (n * n)
return (seen - chance) / (1 - chance) if chance != 1 else 1.0
""",
}
ONE_SIDED = {
    "precision": """
return sum(1 for i, j in zip(<G>, <O>) if i and j) / sum(<O>) if sum(<O>) else 0.0
""",
    "sensitivity": """
return sum(1 for i, j in zip(<G>, <O>) if i and j) / sum(<G>) if sum(<G>) else 0.0
""",
}
NAMED = [
    ("y_true", "y_pred", GOLD),
    ("predictions", "references", OUTPUT),
    ("y", "yhat", GOLD),
    ("pred", "target", OUTPUT),
]
NAMES_OF_NOTHING = [
    ("a", "b", GOLD),
    ("u", "v", GOLD),
    ("p", "q", GOLD),
]
WHY = "precision exchanged is recall, and the names are silent"

STRANGERS = [
    *named("decisions", BOTH, [*NAMED, *NAMES_OF_NOTHING]),
    *named("decisions", ONE_SIDED, NAMED),
    *named("decisions", ONE_SIDED, NAMES_OF_NOTHING[:2], doubt=WHY),
]
