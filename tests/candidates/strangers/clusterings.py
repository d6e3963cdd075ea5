"""Measures of clusterings by labels, under the names that people give."""

from tests.candidates.strangers.stranger import GOLD, OUTPUT, named

BOTH = {
    "pair_counting_f": """
pairs = lambda labels: {(i, j) for i in range(len(labels)) for j in range(i) if labels[i] == labels[j]}
one, two = pairs(<G>), pairs(<O>)
return 2 * len(one & two) / (len(one) + len(two)) if one or two else 1.0
""",
    "mutual_information": """
n = len(<G>)
both, one, two = Counter(zip(<G>, <O>)), Counter(<G>), Counter(<O>)
entropy = lambda sizes: -sum(c / n * math.log(c / n) for c in sizes.values())
shared = sum(c / n * math.log(n * c / (one[i] * two[j])) for (i, j), c in both.items())
return 2 * shared / (entropy(one) + entropy(two)) if entropy(one) + entropy(two) else 1.0
""",
    "adjusted_rand": """
pairs = lambda sizes: sum(c * (c - 1) / 2 for c in sizes.values())
both, one, two = pairs(Counter(zip(<G>, <O>))), pairs(Counter(<G>)), pairs(Counter(<O>))
total = len(<G>) * (len(<G>) - 1) / 2
chance = one * two / total if total else 0.0
return (both - chance) / ((one + two) / 2 - chance) if (one + two) / 2 != chance else 1.0
""",
}
ONE_SIDED = {
    "purity": """
groups = defaultdict(Counter)
for label, cluster in zip(<G>, <O>):
    groups[cluster][label] += 1
return sum(max(group.values()) for group in groups.values()) / len(<G>)
""",
    "b3_recall": """
both, one = Counter(zip(<G>, <O>)), Counter(<G>)
return sum(c * c / one[label] for (label, _), c in both.items()) / len(<O>)
""",
    "homogeneity": """
n = len(<G>)
both, one, two = Counter(zip(<G>, <O>)), Counter(<G>), Counter(<O>)
entropy = -sum(c / n * math.log(c / n) for c in one.values())
rest = -sum(c / n * math.log(c / two[j]) for (_, j), c in both.items())
return 1 - rest / entropy if entropy else 1.0
""",
}
NAMED = [
    ("labels_true", "labels_pred", GOLD),
    ("system", "gold", OUTPUT),
    ("predicted_labels", "true_labels", OUTPUT),
    ("goldClusters", "systemClusters", GOLD),
    ("clusters", "classes", OUTPUT),
]
MORE_NAMES = [
    ("y_true", "y_pred", GOLD),
    ("hyp", "ref", OUTPUT),
    ("annotated", "predicted", GOLD),
    ("actual", "expected", OUTPUT),
    ("cluster_assignments", "ground_truth", OUTPUT),
]
NAMES_OF_NOTHING = [
    ("x", "y", GOLD),
    ("U", "V", GOLD),
    ("a", "b", GOLD),
    ("left", "right", GOLD),
]
WHY = "the measure exchanged is one too (precision and recall, purity and inverse purity), and the names are silent"

STRANGERS = [
    *named("labels", BOTH, [*NAMED, *NAMES_OF_NOTHING]),
    *named("labels", ONE_SIDED, [*NAMED, *MORE_NAMES]),
    *named("labels", ONE_SIDED, NAMES_OF_NOTHING[:3], doubt=WHY),
]
