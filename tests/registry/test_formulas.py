"""The formulas of metrics, computed as they are written from counts that are made here, have the values of their
metrics; and pages can set each part of them.
"""

from __future__ import annotations

import ast
import itertools
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from axiometrics import registry
from axiometrics.core.library import Library
from axiometrics.core.metric import Metric
from axiometrics.core.organization import Organization
from axiometrics.registry import formulas
from axiometrics.reports.atlas.formulas import math as as_mathematics
from axiometrics.reports.atlas.formulas import worded
from axiometrics.reports.atlas.views import MetricView
from tests.begun import is_begun

METRICS = {
    metric.name: metric for metric in reversed(registry.metrics()) if metric.base in formulas.of_task(metric.task)
}

VARIANTS = {
    "beta": Fraction(2),
    "p": Fraction(1, 2),
    "alpha": Fraction(1, 3),
    "gamma": Fraction(1, 4),
    "t": Fraction(1),
    "wn": Fraction(1, 3),
    "rho": Fraction(1, 2),
    "recall": Fraction(1, 3),
    "a": Fraction(2),
}
"""A second value of parameters."""

FUNCTIONS: dict[str, Callable[..., Any]] = {
    "min": min,
    "max": max,
    "abs": abs,
    "sqrt": math.sqrt,
    "log": math.log,
    "log2": math.log2,
    "arccos": lambda x: math.acos(max(-1.0, min(1.0, x))),
}


class Case:
    """A formula on the counts of one case.

    Attributes
    ----------
    values : of symbols: numbers, and functions of indices
    ranges : the values that an index takes; a function where they depend on the other indices
    """

    def __init__(self, formula: formulas.MetricFormula, values: Mapping[str, Any], ranges: Mapping[str, Any]) -> None:
        self.ranges = ranges
        self.values = dict(values)
        self.value = _tree(formula.value)
        for line in formula.definitions:
            head, _, body = line.partition(" = ")
            name, _, names = head.rstrip(")").partition("(")
            self.values[name] = (names.split(", ") if names else [], _tree(body))

    def compute(self, node: ast.AST, scope: Mapping[str, Any]) -> Any:
        match node:
            case ast.Constant(value=number):
                return Fraction(str(number))
            case ast.Name(id=name):
                return scope[name] if name in scope else self.meant(name, [])
            case ast.Subscript(value=ast.Name(id=name), slice=index):
                parts = index.elts if isinstance(index, ast.Tuple) else [index]
                return self.values[f"{name}[]"](*(self.compute(part, scope) for part in parts))
            case ast.UnaryOp(operand=inside):
                return -self.compute(inside, scope)
            case ast.BinOp(left=left, op=op, right=right):
                return self.computed(self.compute(left, scope), op, right, scope)
            case ast.Call(func=ast.Name(id=name), args=arguments):
                return self.called(name, arguments, scope)
        raise ValueError(ast.unparse(node))

    def computed(self, left: Any, op: ast.operator, right: ast.AST, scope: Mapping[str, Any]) -> Any:
        if isinstance(op, ast.Mult) and left == 0:  # 0 log(0) is 0
            return left
        right_value = self.compute(right, scope)
        match op:
            case ast.Add():
                return left + right_value
            case ast.Sub():
                return left - right_value
            case ast.Mult():
                return left * right_value
            case ast.Div():
                return left / right_value
        return left**right_value

    def called(self, name: str, arguments: Sequence[ast.expr], scope: Mapping[str, Any]) -> Any:
        *heads, term = arguments
        if name == "H":
            return self.values[f"H({ast.unparse(arguments[0])})"]
        if name in ("sum", "product"):
            index, first, last = heads
            bounds = range(int(self.compute(first, scope)), int(self.compute(last, scope)) + 1)
            terms = [self.compute(term, {**scope, ast.unparse(index): i}) for i in bounds]
            return sum(terms) if name == "sum" else math.prod(terms)
        if name in ("total", "largest"):
            scopes: list[Mapping[str, Any]] = [scope]
            for head in map(ast.unparse, heads):
                scopes = [{**assigned, head: i} for assigned in scopes for i in self.range(head, assigned)]
            terms = [self.compute(term, assigned) for assigned in scopes]
            return sum(terms) if name == "total" else max(terms, default=0)
        if name in FUNCTIONS:
            return FUNCTIONS[name](*(self.compute(argument, scope) for argument in arguments))
        if name in scope:
            return scope[name](*(self.compute(argument, scope) for argument in arguments))
        return self.meant(name, [self.compute(argument, scope) for argument in arguments])

    def range(self, index: str, scope: Mapping[str, Any]) -> Sequence[Any]:
        bounds = self.ranges[index]
        values: Sequence[Any] = bounds(scope) if callable(bounds) else bounds
        return values

    def meant(self, name: str, given: Sequence[Any]) -> Any:
        """What a symbol is: as the formula defines it, else as it is counted."""
        meaning = self.values[name]
        if isinstance(meaning, tuple):
            names, body = meaning
            return self.compute(body, dict(zip(names, given, strict=True)))
        return meaning(*given) if callable(meaning) else meaning


def number(metric: Metric, parameter: str) -> Fraction:
    """The value of a parameter, 1 where the metric has none."""
    value = metric.values.get(parameter, Fraction(1))
    assert isinstance(value, Fraction)
    return value


@cache
def _tree(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def counted_clusters(output: Organization, gold: Organization, metric: Metric) -> tuple[dict[str, Any], dict[str, Any]]:
    classes, clusters = (list(map(set, side.levels[0])) for side in (gold, output))
    items = sorted(gold.documents)
    n = Fraction(len(items))
    pairs = [set(pair) for pair in itertools.combinations(items, 2)]
    kept, true = ([pair for pair in pairs if any(pair <= part for part in side)] for side in (clusters, classes))

    def together(side: Sequence[set[str]], d: str, e: str) -> Fraction:
        return Fraction(sum({d, e} <= part for part in side))

    def common(i: int | None, j: int) -> Fraction:
        return Fraction(len(classes[i] & clusters[j])) if i is not None else Fraction(0)

    def uncertainty(of: Sequence[set[str]], within: Sequence[set[str]]) -> float:
        shares = ((len(part & whole), len(whole)) for part in of for whole in within)
        return -sum(x / float(n) * math.log(x / y) for x, y in shares if x)

    everything = [set(items)]
    numbers = [*range(len(classes)), *[None] * len(clusters)]
    values: dict[str, Any] = {
        "n": n,
        "p": Fraction(len(pairs)),
        "q": len(classes),
        "l": len(clusters),
        "t[]": common,
        "a[]": lambda i: Fraction(len(classes[i])),
        "b[]": lambda j: Fraction(len(clusters[j])),
        "t": Fraction(len([pair for pair in kept if pair in true])),
        "k": Fraction(len(kept)),
        "c": Fraction(len(true)),
        "H(C)": uncertainty(classes, everything),
        "H(K)": uncertainty(clusters, everything),
        "H(C | K)": uncertainty(classes, clusters),
        "H(K | C)": uncertainty(clusters, classes),
        "K": lambda d, e: together(clusters, d, e),
        "C": lambda d, e: together(classes, d, e),
        "pi": math.pi,
    }
    values["I"] = values["H(C)"] - values["H(C | K)"]
    ranges: dict[str, Any] = {
        "i": range(len(classes)),
        "j": range(len(clusters)),
        "d": items,
        "e": lambda scope: [e for e in items if together(clusters, scope["d"], e)],
        "f": lambda scope: [f for f in items if together(classes, scope["d"], f)],
        "m": [renaming.__getitem__ for renaming in set(itertools.permutations(numbers, len(clusters)))],
    }
    if metric.base.startswith("bcubed-extended"):  # elsewhere k and c are numbers of pairs
        values |= {
            "k": lambda d: Fraction(len(ranges["e"]({"d": d}))),
            "c": lambda d: Fraction(len(ranges["f"]({"d": d}))),
        }
    if metric.base == "edit-distance":
        values["o"] = edits(output, gold)
    if metric.base in ("ami", "adjusted-bcubed-f"):
        values["E"] = mean_over_renamings(output, gold, metric)
    return values, ranges


def mean_over_renamings(output: Organization, gold: Organization, metric: Metric) -> Any:
    """The mean of the mutual information, or of BCubed F, where the items of the output are named in all ways."""
    items = sorted(gold.documents)
    of = METRICS["clustering:mutual-information" if metric.base == "ami" else "clustering:bcubed-f"]
    values = [
        formula_value(of, output.renamed(dict(zip(items, names, strict=True))), gold)
        for names in itertools.permutations(items)
    ]
    return sum(values) / len(values)


def edits(output: Organization, gold: Organization) -> int:
    """The least number of edits, by trying all: two clusters are merged, or an item is moved."""
    start, end = (frozenset(map(frozenset, side.levels[0])) for side in (output, gold))
    seen, reached, number = {start}, {start}, 0
    while end not in reached:
        reached = {new for partition in reached for new in edited(partition)} - seen
        seen |= reached
        number += 1
    return number


def edited(clusters: frozenset[frozenset[str]]) -> Iterator[frozenset[frozenset[str]]]:
    for cluster, other in itertools.combinations(clusters, 2):
        yield clusters - {cluster, other} | {cluster | other}
    for cluster in clusters:
        for item in cluster:
            rest = clusters - {cluster} | ({cluster - {item}} if len(cluster) > 1 else set())
            yield rest | {frozenset({item})}
            for other in rest - {cluster - {item}}:
                yield rest - {other} | {other | {item}}


def counted_decisions(
    output: Organization, gold: Organization, metric: Metric
) -> tuple[dict[str, Any], dict[str, Any]]:
    (said, denied), (true, false) = (
        [{d for part in level for d in part} for level in side.levels] for side in (output, gold)
    )
    numbers = {"tp": said & true, "fp": said & false, "fn": denied & true, "tn": denied & false}
    return {**{name: Fraction(len(documents)) for name, documents in numbers.items()}, "pi": math.pi}, {}


def counted_ranks(output: Organization, gold: Organization, metric: Metric) -> tuple[dict[str, Any], dict[str, Any]]:
    grades = gold.grades()
    run = [document for _, _, document in output.occurrences()]
    listed = [Fraction(grades.get(document, 0)) for document in run]
    cut = metric.values.get("k")
    k = len(run) if cut is None else int(cut)
    ideal = sorted((Fraction(grade) for grade in grades.values() if grade), reverse=True)
    wrong = [document for document, grade in grades.items() if not grade]
    place = {document: rank for rank, document in enumerate(run)}
    pairs = [
        (grades[d] - grades[e], place.get(e, len(run)) - place.get(d, len(run)))
        for d, e in itertools.combinations(sorted(grades), 2)
    ]

    def at(grades: Sequence[Fraction], i: Any) -> Fraction:
        return grades[int(i) - 1] if i <= len(grades) else Fraction(0)

    over = [(a, b) if a > 0 else (-a, -b) for a, b in pairs if a]
    values: dict[str, Any] = {
        "g[]": lambda i: at(listed, i),
        "h[]": lambda i: at(ideal, i),
        "r[]": lambda i: Fraction(at(listed, i) > 0),
        "C": lambda i: Fraction(sum(grade > 0 for grade in listed[: int(i)])),
        "N": Fraction(len(ideal)),
        "L": Fraction(len(run)),
        "k": Fraction(k),
        "m": gold.top_grade,
        "J": Fraction(len(wrong)),
        "B": lambda i: Fraction(sum(document in wrong for document in run[: int(i) - 1])),
        "X": Fraction(sum(b > 0 for _, b in over)),
        "Y": Fraction(sum(b == 0 for _, b in over)),
        "p": Fraction(len(over)),
        "q": Fraction(sum(b != 0 for _, b in pairs)),
    }
    if metric.base == "judged":
        values["J"] = Fraction(sum(document in grades for document in run[:k]))
    if metric.base == "kendall-tau":
        values["Y"] = Fraction(sum(b < 0 for _, b in over))
    if metric.base == "rs-ranking":
        relevant = [document for document in grades if grades[document]]
        ranks = range(1, len(run) + 1)
        return values | counted_relations(run, grades, metric), {"i": ranks, "j": ranks, "d": relevant, "e": relevant}
    whole = k if cut is not None else max(k, len(ideal))
    return values, {"i": range(1, min(k, len(run)) + 1), "j": range(1, whole + 1)}


def counted_relations(run: Sequence[str], grades: Mapping[str, int], metric: Metric) -> dict[str, Any]:
    """Which documents the run and the gold order alike, for R*S of rankings."""

    def alike(d: str, e: str) -> Fraction:
        if d not in run or e not in run or not (grades.get(d) and grades.get(e)):
            return Fraction(0)
        return Fraction((grades[d] - grades[e]) * (run.index(e) - run.index(d)) > 0)

    return {
        "n": metric.values["n"],
        "o[]": lambda i, j: alike(run[i - 1], run[j - 1]),
        "s[]": alike,
        "f[]": lambda d: Fraction(d in run),
        "a[]": lambda d: Fraction(sum(grade > grades[d] for grade in grades.values())),
        "m[]": lambda d: Fraction(sum(grade == grades[d] for grade in grades.values())),
    }


def counted_scores(output: Any, gold: Any, metric: Metric) -> tuple[dict[str, Any], dict[str, Any]]:
    scores, relevance = output.numbers, gold.numbers
    within = metric.values.get("t", 0)
    high, low = metric.values.get("theta_s", 0), metric.values.get("theta_u", 0)
    said = {d for d, score in scores.items() if score >= high}
    true = {d for d, of in relevance.items() if of >= low}
    right = {d for d in scores if abs(scores[d] - relevance[d]) < within}
    numbers = {
        "tp": said & true,
        "fp": said - true,
        "fn": true - said,
        "tn": set(scores) - said - true,
        "n": scores,
        "x": right,
        "y": {d for d in set(scores) - right if scores[d] > relevance[d]},
        "z": {d for d in set(scores) - right if scores[d] < relevance[d]},
    }
    counts = {name: Fraction(len(documents)) for name, documents in numbers.items()}
    return {**counts, "s[]": scores.get, "u[]": relevance.get}, {"d": sorted(scores)}


def counted_intents(output: Organization, topic: Any, metric: Metric) -> tuple[dict[str, Any], dict[str, Any]]:
    run = [document for _, _, document in output.occurrences()]
    k = int(metric.values["k"]) if metric.values.get("k") is not None else len(run)  # type: ignore[arg-type]
    chance = topic.probabilities

    def grade(i: str, r: Any) -> Fraction:
        return Fraction(topic.grades.get(run[int(r) - 1], {}).get(i, 0) if r <= len(run) else 0)

    def best(i: str, r: Any) -> Fraction:
        grades = sorted((of.get(i, 0) for of in topic.grades.values()), reverse=True)
        return Fraction(grades[int(r) - 1] if r <= len(grades) else 0)

    def gain(r: Any) -> Fraction:
        gains = sorted((sum(chance[i] * g for i, g in of.items()) for of in topic.grades.values()), reverse=True)
        return Fraction(gains[int(r) - 1] if r <= len(gains) else 0)

    def used(r: Any) -> Fraction:
        return Fraction(any(grade(i, r) for i in topic.intents))

    wanted = math.ceil(number(metric, "rho") * len(topic.intents))

    def served(documents: Sequence[str]) -> set[str]:
        return {i for document in documents for i in topic.grades.get(document, {})}

    values: dict[str, Any] = {
        "n": Fraction(len(topic.intents)),
        "k": k,
        "P[]": chance.__getitem__,
        "g[]": grade,
        "h[]": best,
        "I": gain,
        "J[]": lambda i, r: Fraction(grade(i, r) > 0),
        "C": lambda i, r: Fraction(sum(grade(i, q) > 0 for q in range(1, int(r) + 1))),
        "R[]": lambda i: Fraction(sum(i in of for of in topic.grades.values())),
        "R": Fraction(len(topic.grades)),
        "U": used,
        "S": lambda r: Fraction(sum(used(q) for q in range(1, int(r) + 1))),
        "l": next(
            Fraction(size)
            for size in range(1, len(topic.grades) + 1)
            for documents in itertools.combinations(topic.grades, size)
            if len(served(documents)) >= wanted
        ),
        "q": next((r for r in range(1, len(run) + 1) if len(served(run[:r])) >= wanted), math.inf),
        "m": max(g for of in topic.grades.values() for g in of.values()),
    }
    if metric.base == "alpha-ndcg":
        left, ideal = dict(topic.grades), list[str]()
        while left:
            worth = {d: novelty(of, ideal, topic, metric) for d, of in left.items()}
            ideal.append(max(worth, key=lambda d: (worth[d], d)))
            del left[ideal[-1]]
        values["I"] = lambda r: (
            novelty(topic.grades[ideal[r - 1]], ideal[: r - 1], topic, metric) if r <= len(ideal) else Fraction(0)
        )
    return values, {"i": topic.intents, "r": range(1, min(k, len(run)) + 1)}


def novelty(intents: Iterable[str], above: Sequence[str], topic: Any, metric: Metric) -> Fraction:
    """What a document with these intents gains below others."""
    kept = 1 - number(metric, "alpha")
    return sum((Fraction(kept ** sum(i in topic.grades[d] for d in above)) for i in intents), Fraction(0))


def counted_organizations(
    output: Organization, gold: Organization, metric: Metric
) -> tuple[dict[str, Any], dict[str, Any]]:
    judged, other = (gold, output) if metric.base.startswith("sensitivity") else (output, gold)
    (occurrences, levels, clusters), (_, other_levels, other_clusters) = map(placed, (judged, other))

    def in_order(at: Mapping[str, Sequence[int]], i: int, k: int) -> Fraction:
        upper, lower = (i, k) if occurrences[i][0] < occurrences[k][0] else (k, i)
        d, e = occurrences[upper][2], occurrences[lower][2]
        return Fraction(sum(x < y for x in at.get(d, ()) for y in at.get(e, ())))

    def together(side: Sequence[set[str]], i: int, k: int) -> Fraction:
        return Fraction(sum({occurrences[i][2], occurrences[k][2]} <= cluster for cluster in side))

    priority = metric.base.endswith("priority")
    everything = range(len(occurrences))
    values: dict[str, Any] = {
        "n": metric.values["n"],
        "N": Fraction(len(occurrences)),
        "a[]": lambda i: Fraction(sum(level < occurrences[i][0] for level, _, _ in occurrences)),
        "m[]": lambda i: Fraction(sum(level == occurrences[i][0] for level, _, _ in occurrences)),
        "q[]": lambda i: Fraction(sum(occurrence[:2] == occurrences[i][:2] for occurrence in occurrences)),
        "x[]": lambda i, k: in_order(levels, i, k) if priority else together(clusters, i, k),
        "y[]": lambda i, k: in_order(other_levels, i, k) if priority else together(other_clusters, i, k),
        "u[]": lambda i: Fraction(len(levels[occurrences[i][2]])),
        "v[]": lambda i: Fraction(len(other_levels.get(occurrences[i][2], ()))),
    }
    ranges: dict[str, Any] = {
        "i": everything,
        "k": lambda scope: [
            k
            for k in everything
            if (
                occurrences[k][0] != occurrences[scope["i"]][0]
                if priority
                else occurrences[k][:2] == occurrences[scope["i"]][:2]
            )
        ],
    }
    if metric.base.startswith("rs-"):
        kind = "priority" if priority else "clustering"
        for name, of in {"R": "reliability", "S": "sensitivity"}.items():
            values[name] = formula_value(
                METRICS[f"organization:{of}-{kind}"].with_values(**metric.values), output, gold
            )
    return values, ranges


def placed(side: Organization) -> tuple[list[tuple[int, int, str]], dict[str, list[int]], list[set[str]]]:
    """The occurrences with their places, the levels of each document, and the clusters."""
    occurrences = list(side.occurrences())
    levels: dict[str, list[int]] = {}
    for level, _, document in occurrences:
        levels.setdefault(document, []).append(level)
    return occurrences, levels, [set(cluster) for level in side.levels for cluster in level]


def counted_classes(output: Organization, gold: Organization, metric: Metric) -> tuple[dict[str, Any], dict[str, Any]]:
    of_gold, predicted = (
        {d: number for number, level in enumerate(side.levels, 1) for part in level for d in part}
        for side in (gold, output)
    )
    items, classes = sorted(of_gold), range(1, len(gold.levels) + 1)
    pairs = list(itertools.combinations(items, 2))
    signs = [((of_gold[d] > of_gold[e]) - (of_gold[d] < of_gold[e])) for d, e in pairs]
    predicted_signs = [((predicted[d] > predicted[e]) - (predicted[d] < predicted[e])) for d, e in pairs]
    products = [sign * other for sign, other in zip(signs, predicted_signs, strict=True)]

    def between(g: int, p: int) -> Fraction:
        counted = range(g, p) if g < p else range(p + 1, g + 1)
        return Fraction(sum(number in counted for number in of_gold.values()))

    numbers = {
        "n": len(items),
        "c": len(classes),
        "q": len(set(of_gold.values())),
        "X": products.count(1),
        "Y": products.count(-1),
        "u": sum(map(abs, signs)),
        "v": sum(map(abs, predicted_signs)),
    }
    values: dict[str, Any] = {
        **{name: Fraction(number) for name, number in numbers.items()},
        "t[]": lambda g, p: Fraction(sum(of_gold[d] == g and predicted[d] == p for d in items)),
        "a[]": lambda g: Fraction(sum(of_gold[d] == g for d in items)),
        "b[]": lambda p: Fraction(sum(predicted[d] == p for d in items)),
        "m[]": between,
    }
    some = {"f": {*of_gold.values(), *predicted.values()}, "macro-mae": {*of_gold.values()}}
    return values, {"g": sorted(some.get(metric.base, classes)), "p": classes, "h": classes}


class Elements:
    """The text of each element of a library, with that of the elements in it."""

    def __init__(self, gold: Library) -> None:
        self.sizes: dict[str, tuple[int, int]] = {}
        for article in gold.articles:
            for path in article.elements:
                below = [e for p, e in article.elements.items() if f"{p}/".startswith(f"{path}/")]
                self.sizes[path] = sum(e.own for e in below), sum(e.highlighted for e in below)

    def share(self, path: str) -> Fraction:
        whole, highlighted = self.sizes.get(path, (0, 0))
        return Fraction(highlighted, whole) if whole else Fraction(0)

    @property
    def relevant(self) -> list[str]:
        return [path for path in self.sizes if self.share(path)]


def overlap(path: str, other: str) -> bool:
    return f"{path}/".startswith(f"{other}/") or f"{other}/".startswith(f"{path}/")


def counted_elements(output: Organization, gold: Library, metric: Metric) -> tuple[dict[str, Any], dict[str, Any]]:
    elements = Elements(gold)
    run = [path for _, _, path in output.occurrences()]
    gains = [elements.share(path) for path in run]
    ideal = elements.relevant if metric.task == "thorough" else ideal_elements(elements)
    best = sorted(map(elements.share, ideal), reverse=True)

    def at(shares: Sequence[Fraction], i: Any) -> Fraction:
        return shares[int(i) - 1] if i <= len(shares) else Fraction(0)

    def first(shares: Sequence[Fraction], gain: Fraction) -> Any:
        return next((i for i in range(1, len(shares) + 1) if sum(shares[:i]) >= gain), math.inf)

    wanted = number(metric, "recall") * sum(best)
    ranks = range(1, len(run) + 1)
    values: dict[str, Any] = {
        "k": metric.values.get("k"),
        "N": len(best),
        "g[]": lambda i: at(gains, i),
        "h[]": lambda j: at(best, j),
        "r[]": lambda i: Fraction(gains[i - 1] > 0),
        "I": lambda i: first(best, sum(gains[:i], Fraction(0))),
        "p": Fraction(first(best, wanted)) if best else 0,
        "q": first(gains, wanted),
        "v[]": elements.share,
    }
    ranges: dict[str, Any] = {
        "i": ranks,
        "e": lambda scope: [e for e in ideal if at(gains, scope["i"]) and overlap(e, run[scope["i"] - 1])],
        "j": lambda scope: [j for j in range(1, scope["i"]) if overlap(run[j - 1], scope["e"])],
    }
    return values, ranges


def ideal_elements(elements: Elements) -> list[str]:
    """Of each path to highlighted text the element of the highest share; of two that overlap, the outer one."""
    relevant = elements.relevant
    ends = [path for path in relevant if not any(other.startswith(f"{path}/") for other in relevant)]
    paths = ([path for path in relevant if f"{end}/".startswith(f"{path}/")] for end in ends)
    chosen = {max(path, key=lambda element: (elements.share(element), -len(element))) for path in paths}
    return [path for path in chosen if not any(path.startswith(f"{other}/") for other in chosen)]


def counted_articles(output: Organization, gold: Library, metric: Metric) -> tuple[dict[str, Any], dict[str, Any]]:
    elements = Elements(gold)
    run = [cluster for level in output.levels for cluster in level]

    def size(r: Any, which: int) -> Fraction:
        return Fraction(sum(elements.sizes.get(path, (0, 0))[which] for path in run[int(r) - 1]))

    def highlighted(r: Any) -> int:
        return elements.sizes.get(run[int(r) - 1][0].partition("/")[0], (0, 0))[1] if r <= len(run) else 0

    values: dict[str, Any] = {
        "k": metric.values.get("k"),
        "N": sum(elements.sizes[article.name][1] > 0 for article in gold.articles),
        "s[]": lambda r: size(r, 0),
        "t[]": lambda r: size(r, 1),
        "T[]": lambda r: Fraction(highlighted(r)),
        "J[]": lambda r: Fraction(highlighted(r) > 0),
    }
    return values, {"r": range(1, len(run) + 1)}


def counted_entries(output: Organization, gold: Library, metric: Metric) -> tuple[dict[str, Any], dict[str, Any]]:
    best = {article.name: article.entry for article in gold.articles if article.entry is not None}
    lengths = [article.characters for article in gold.articles]
    mean = gold.length or Fraction(sum(lengths), len(lengths))
    run = [entry.split("@") for _, _, entry in output.occurrences()]
    away = [Fraction(abs(int(at) - best[name])) if name in best else math.inf for name, at in run]
    scale = number(metric, "a") * mean
    close = [scale / (scale + distance) for distance in away]

    def chance(h: Any, i: Any) -> Any:
        """That exactly so many are seen, over all sets of what may be seen."""
        total: Any = Fraction(0)
        for seen in itertools.product((True, False), repeat=int(i)):
            if sum(seen) == h:
                total += math.prod(s if near else 1 - s for near, s in zip(seen, close, strict=False))
        return total

    values: dict[str, Any] = {
        "k": metric.values.get("k"),
        "T": len(best),
        "R": math.ceil(number(metric, "recall") * len(best)),
        "L": mean,
        "d[]": lambda i: away[int(i) - 1] if i <= len(away) else math.inf,
        "Q": chance,
    }
    return values, {"i": range(1, len(run) + 1)}


COUNTED: dict[str, Callable[..., tuple[dict[str, Any], dict[str, Any]]]] = {
    "clustering": counted_clusters,
    **dict.fromkeys(("filtering", "classification"), counted_decisions),
    "ranking": counted_ranks,
    "scoring": counted_scores,
    "diversity": counted_intents,
    "organization": counted_organizations,
    "ordinal": counted_classes,
    **dict.fromkeys(("thorough", "focused"), counted_elements),
    "in-context": counted_articles,
    "best-in-context": counted_entries,
}

LARGEST = {"filtering": 6, "classification": 6, "ranking": 4, "clustering": 4, "scoring": 2, "best-in-context": 4}
"""The greatest size of cases of a task, 3 where nothing is said."""

_ORGANIZATIONS = [
    Organization.parse(text)
    for text in (
        "d1 {d2 d3 d4} > {d4 d5} {d6 d7} > {d6 d7} > ...",  # the gold of Table 9 of Amigo et al. 2013
        "d1 {d2 d3} d4 > {d4 d5} {d6 d7} > d6 d7 > ...",
        "{d6 d7} > {d4 d5} {d6 d7} > d1 {d3 d4} > ...",
        "d1 {d2 d3 d4} > {d4 d5} {d6 d7} > {d6 d7}",
        "{d1 d2} {d2 d3 d4} > d5 d6 > d7",
        "{d1 d5} {d2 d3 d4} {d6 d7}",
    )
]

MORE: dict[str, list[tuple[Any, Any]]] = {
    "organization": [(output, gold) for output in _ORGANIZATIONS for gold in _ORGANIZATIONS]
}
"""Cases of tasks beside those of their worlds: with repeated documents, and without a tail."""

MOST = 40
"""Cases for each metric, spread over all."""


def formula_value(metric: Metric, output: Any, gold: Any) -> Any:
    values, ranges = COUNTED[metric.task](output, gold, metric)
    numbers = {name: 1 if value is None else value for name, value in metric.values.items()}
    counts = {name: value for name, value in numbers.items() if name not in ("k", "n", "m")}
    if metric.task in ("clustering", "scoring", "filtering"):
        (
            counts.pop("t", None),
            counts.pop("tp", None),
            counts.pop("fp", None),
            counts.pop("fn", None),
            counts.pop("tn", None),
        )
    formula = formulas.formula(metric)
    assert formula is not None
    if metric.task == "organization" and not (gold if metric.base.startswith("sensitivity") else output).tail:
        kept = (line for line in formula.definitions if line.split(" = ")[0] not in ("w(i)", "T", "c"))
        formula = replace(formula, definitions=tuple(kept))
        values |= {"T": Fraction(0), "w": lambda i: 1 / values["N"]}
    case = Case(formula, {**values, **counts}, ranges)
    return case.compute(case.value, {})


@cache
def inputs(task: str, closed: bool, graded: bool, overlapping: bool) -> list[tuple[Any, Any]]:
    of = registry.tasks.task(task)
    worlds = [world for world in of.worlds if not world.trait or (graded and world.trait == "graded")]
    worlds += [world for world in of.worlds if overlapping and world.trait == "overlapping"]
    pairs = [
        (outputs.output(i), outputs.gold)
        for world in worlds
        for size in range(1, (3 if world.trait == "overlapping" else LARGEST.get(task, 3)) + 1)
        for outputs in world.outputs(size, closed)
        for i in range(len(outputs))
    ]
    return pairs[:: max(len(pairs) // MOST, 1)] + MORE.get(task, [])


def alike(metric: Metric) -> int:
    """How many inputs the formula and the metric were compared on."""
    compared = 0
    closed = metric.closed or metric.base == "bpref"
    for output, gold in inputs(metric.task, closed, "graded" in metric.traits, "overlapping" in metric.traits):
        if metric.base == "rs-clustering" and not (output.is_partition and gold.is_partition):
            continue
        expected = metric.value(output, gold)
        try:
            value = formula_value(metric, output, gold)
        except ZeroDivisionError:  # a convention, or no value
            continue
        if not math.isnan(expected):
            assert float(value) == pytest.approx(expected, abs=1e-12), (metric.id, str(output), str(gold))
            compared += 1
    return compared


@pytest.mark.parametrize("name", METRICS)
def test_a_formula_has_the_values_of_its_metric(name: str) -> None:
    metric = METRICS[name]
    assert alike(metric) > 5
    always = {parameter.name for parameter in metric.parameters if parameter.when is None}
    for parameter, value in VARIANTS.items():
        if parameter in always and metric.task != "filtering":
            assert alike(metric.with_values(**{parameter: value})) > 5


@pytest.mark.parametrize("name", METRICS)
def test_each_part_of_a_formula_is_set(name: str) -> None:
    metric = METRICS[name]
    formula = formulas.formula(metric)
    assert formula is not None
    parts = [as_mathematics(formula.value), *map(as_mathematics, formula.definitions)]
    shown = [*parts, *map(worded, (*formula.remarks, formula.symbols))]
    assert not any("<code>" in text or "`" in text for text in shown)


def heads(text: str) -> set[str]:
    """The symbols of a formula, or of the code within a sentence, with the bracket that may follow them."""
    return set(re.findall(r"\b[A-Za-z_]\w*[\[(]?", text))


@pytest.mark.parametrize("name", METRICS)
def test_the_symbols_of_a_formula_are_explained(name: str) -> None:
    formula = formulas.formula(METRICS[name])
    assert formula is not None
    in_formula = heads(" ".join([formula.value, *formula.definitions]))
    said = " ".join([*formula.remarks, formula.meanings])
    explained, could_be = (heads(" ".join(re.findall("`([^`]*)`", text))) for text in (said, formula.symbols))
    defined = {head for line in formula.definitions for head in heads(line.partition(" = ")[0])}
    assert in_formula & could_be - explained - defined <= {"i", "j", "d", "g", "p", "r"}, "indices of sums"


def test_a_page_of_a_metric_explains_no_symbol_of_other_metrics() -> None:
    """BCubed counts items of classes in clusters; it has no entropy, and no pair of items."""
    said = " ".join(map(str, MetricView({}, METRICS["clustering:bcubed-f"]).mathematics))
    assert "items are in class" in said
    assert "entrop" not in said
    assert "pairs" not in said


def test_a_wrong_formula_is_seen() -> None:
    right = formulas.of_task("clustering")["purity"]
    wrong = formulas.MetricFormula.of("total(j, largest(i, t[i,j]))/(n + 1)", right.symbols)
    output, gold = Organization.parse("{a b} {c}"), Organization.parse("{a} {b c}")
    values, ranges = counted_clusters(output, gold, METRICS["clustering:purity"])
    assert Case(right, values, ranges).compute(_tree(right.value), {}) == Fraction(2, 3)
    assert Case(wrong, values, ranges).compute(_tree(wrong.value), {}) != Fraction(2, 3)


def test_each_metric_has_a_formula() -> None:
    shown = {metric.name for metric in registry.metrics() if not is_begun(metric)}
    assert shown - METRICS.keys() == set()


def test_each_formula_is_that_of_a_metric() -> None:
    names = {metric.name for metric in registry.metrics()}
    assert {f"{task}:{base}" for task in registry.tasks.names() for base in formulas.of_task(task)} <= names
