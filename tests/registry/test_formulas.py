"""The formulas of metrics, computed as they are written from counts that are made here, have the values of their
metrics; and pages can set each part of them.
"""

from __future__ import annotations

import ast
import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from axiometrics import registry
from axiometrics.core.metric import Metric
from axiometrics.core.organization import Organization
from axiometrics.registry import formulas
from axiometrics.reports.atlas.formulas import math as as_mathematics
from axiometrics.reports.atlas.formulas import worded

METRICS = {
    metric.name: metric for metric in reversed(registry.metrics()) if metric.base in formulas.of_task(metric.task)
}

VARIANTS = {
    "beta": Fraction(2),
    "p": Fraction(1, 2),
    "alpha": Fraction(1, 3),
    "gamma": Fraction(1, 4),
    "t": Fraction(1),
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
        for one in formula.definitions:
            head, _, body = one.partition(" = ")
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
        other = self.compute(right, scope)
        match op:
            case ast.Add():
                return left + other
            case ast.Sub():
                return left - other
            case ast.Mult():
                return left * other
            case ast.Div():
                return left / other
        return left**other

    def called(self, name: str, arguments: Sequence[ast.expr], scope: Mapping[str, Any]) -> Any:
        *heads, term = arguments
        if name == "H":
            return self.values[f"H({ast.unparse(arguments[0])})"]
        if name in ("sum", "product"):
            index, first, last = heads
            bounds = range(int(self.compute(first, scope)), int(self.compute(last, scope)) + 1)
            found = [self.compute(term, {**scope, ast.unparse(index): i}) for i in bounds]
            return sum(found) if name == "sum" else math.prod(found)
        if name in ("total", "largest"):
            scopes: list[Mapping[str, Any]] = [scope]
            for head in map(ast.unparse, heads):
                scopes = [{**one, head: i} for one in scopes for i in self.range(head, one)]
            found = [self.compute(term, one) for one in scopes]
            return sum(found) if name == "total" else max(found, default=0)
        if name in FUNCTIONS:
            return FUNCTIONS[name](*(self.compute(one, scope) for one in arguments))
        if name in scope:
            return scope[name](*(self.compute(one, scope) for one in arguments))
        return self.meant(name, [self.compute(one, scope) for one in arguments])

    def range(self, index: str, scope: Mapping[str, Any]) -> Sequence[Any]:
        found = self.ranges[index]
        values: Sequence[Any] = found(scope) if callable(found) else found
        return values

    def meant(self, name: str, given: Sequence[Any]) -> Any:
        """What a symbol is: as the formula defines it, else as it is counted."""
        found = self.values[name]
        if isinstance(found, tuple):
            names, body = found
            return self.compute(body, dict(zip(names, given, strict=True)))
        return found(*given) if callable(found) else found


@cache
def _tree(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def counted_clusters(output: Organization, gold: Organization, metric: Metric) -> tuple[dict[str, Any], dict[str, Any]]:
    classes, clusters = (list(map(set, one.levels[0])) for one in (gold, output))
    items = sorted(gold.documents)
    n = Fraction(len(items))
    pairs = [set(pair) for pair in itertools.combinations(items, 2)]
    kept, known = ([pair for pair in pairs if any(pair <= part for part in side)] for side in (clusters, classes))

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
        "t": Fraction(len([pair for pair in kept if pair in known])),
        "k": Fraction(len(kept)),
        "c": Fraction(len(known)),
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
        "m": [one.__getitem__ for one in set(itertools.permutations(numbers, len(clusters)))],
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
    found = [
        formula_value(of, output.renamed(dict(zip(items, names, strict=True))), gold)
        for names in itertools.permutations(items)
    ]
    return sum(found) / len(found)


def edits(output: Organization, gold: Organization) -> int:
    """The least number of edits, by trying all: two clusters are merged, or an item is moved."""
    start, end = (frozenset(map(frozenset, one.levels[0])) for one in (output, gold))
    seen, reached, number = {start}, {start}, 0
    while end not in reached:
        reached = {new for one in reached for new in edited(one)} - seen
        seen |= reached
        number += 1
    return number


def edited(clusters: frozenset[frozenset[str]]) -> Iterator[frozenset[frozenset[str]]]:
    for one, other in itertools.combinations(clusters, 2):
        yield clusters - {one, other} | {one | other}
    for one in clusters:
        for item in one:
            rest = clusters - {one} | ({one - {item}} if len(one) > 1 else set())
            yield rest | {frozenset({item})}
            for other in rest - {one - {item}}:
                yield rest - {other} | {other | {item}}


def counted_decisions(
    output: Organization, gold: Organization, metric: Metric
) -> tuple[dict[str, Any], dict[str, Any]]:
    (said, denied), (true, false) = (
        [{d for part in level for d in part} for level in one.levels] for one in (output, gold)
    )
    numbers = {"tp": said & true, "fp": said & false, "fn": denied & true, "tn": denied & false}
    return {**{name: Fraction(len(found)) for name, found in numbers.items()}, "pi": math.pi}, {}


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
    whole = k if cut is not None else max(k, len(ideal))
    return values, {"i": range(1, min(k, len(run)) + 1), "j": range(1, whole + 1)}


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
    counts = {name: Fraction(len(found)) for name, found in numbers.items()}
    return {**counts, "s[]": scores.get, "u[]": relevance.get}, {"d": sorted(scores)}


def counted_intents(output: Organization, topic: Any, metric: Metric) -> tuple[dict[str, Any], dict[str, Any]]:
    run = [document for _, _, document in output.occurrences()]
    k = int(metric.values["k"]) if metric.values.get("k") is not None else len(run)  # type: ignore[arg-type]
    chance = topic.probabilities

    def grade(i: str, r: Any) -> Fraction:
        return Fraction(topic.grades.get(run[int(r) - 1], {}).get(i, 0) if r <= len(run) else 0)

    def best(i: str, r: Any) -> Fraction:
        found = sorted((of.get(i, 0) for of in topic.grades.values()), reverse=True)
        return Fraction(found[int(r) - 1] if r <= len(found) else 0)

    def gain(r: Any) -> Fraction:
        found = sorted((sum(chance[i] * g for i, g in of.items()) for of in topic.grades.values()), reverse=True)
        return Fraction(found[int(r) - 1] if r <= len(found) else 0)

    def used(r: Any) -> Fraction:
        return Fraction(any(grade(i, r) for i in topic.intents))

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
        "m": max(g for of in topic.grades.values() for g in of.values()),
    }
    return values, {"i": topic.intents, "r": range(1, min(k, len(run)) + 1)}


COUNTED: dict[str, Callable[..., tuple[dict[str, Any], dict[str, Any]]]] = {
    "clustering": counted_clusters,
    **dict.fromkeys(("filtering", "classification"), counted_decisions),
    "ranking": counted_ranks,
    "scoring": counted_scores,
    "diversity": counted_intents,
}

LARGEST = {"filtering": 6, "classification": 6, "ranking": 4, "clustering": 4, "scoring": 2, "diversity": 3}
MOST = 40
"""Cases for each metric, spread over all."""


def formula_value(metric: Metric, output: Any, gold: Any) -> Any:
    values, ranges = COUNTED[metric.task](output, gold, metric)
    numbers = {name: 1 if value is None else value for name, value in metric.values.items()}
    known = {name: value for name, value in numbers.items() if name not in ("k", "n", "m")}
    if metric.task in ("clustering", "scoring", "filtering"):
        known.pop("t", None), known.pop("tp", None), known.pop("fp", None), known.pop("fn", None), known.pop("tn", None)
    formula = formulas.formula(metric)
    assert formula is not None
    case = Case(formula, {**values, **known}, ranges)
    return case.compute(case.value, {})


@cache
def inputs(task: str, closed: bool, graded: bool, overlapping: bool) -> list[tuple[Any, Any]]:
    of = registry.tasks.task(task)
    worlds = [one for one in of.worlds if not one.trait or (graded and one.trait == "graded")]
    worlds += [one for one in of.worlds if overlapping and one.trait == "overlapping"]
    found = [
        (outputs.output(i), outputs.gold)
        for world in worlds
        for size in range(1, (3 if world.trait == "overlapping" else LARGEST[task]) + 1)
        for outputs in world.outputs(size, closed)
        for i in range(len(outputs))
    ]
    return found[:: max(len(found) // MOST, 1)]


def alike(metric: Metric) -> int:
    """How many inputs the formula and the metric were compared on."""
    compared = 0
    closed = metric.closed or metric.base == "bpref"
    for output, gold in inputs(metric.task, closed, "graded" in metric.traits, "overlapping" in metric.traits):
        if metric.base == "rs-clustering" and not (output.is_partition and gold.is_partition):
            continue
        expected = metric.value(output, gold)
        try:
            found = formula_value(metric, output, gold)
        except ZeroDivisionError:  # a convention, or no value
            continue
        if not math.isnan(expected):
            assert float(found) == pytest.approx(expected, abs=1e-12), (metric.id, str(output), str(gold))
            compared += 1
    return compared


@pytest.mark.parametrize("name", METRICS)
def test_a_formula_has_the_values_of_its_metric(name: str) -> None:
    metric = METRICS[name]
    assert alike(metric) > 5
    for parameter, value in VARIANTS.items():
        if parameter in metric.values and metric.task != "filtering":
            assert alike(metric.with_values(**{parameter: value})) > 5


@pytest.mark.parametrize("name", METRICS)
def test_each_part_of_a_formula_is_set(name: str) -> None:
    metric = METRICS[name]
    formula = formulas.formula(metric)
    assert formula is not None
    parts = [as_mathematics(formula.value), *map(as_mathematics, formula.definitions)]
    shown = [*parts, *map(worded, (*formula.remarks, formula.symbols))]
    assert not any("<code>" in one or "`" in one for one in shown)


def test_a_wrong_formula_is_seen() -> None:
    right = formulas.of_task("clustering")["purity"]
    wrong = formulas.MetricFormula.of("total(j, largest(i, t[i,j]))/(n + 1)", right.symbols)
    output, gold = Organization.parse("{a b} {c}"), Organization.parse("{a} {b c}")
    values, ranges = counted_clusters(output, gold, METRICS["clustering:purity"])
    assert Case(right, values, ranges).compute(_tree(right.value), {}) == Fraction(2, 3)
    assert Case(wrong, values, ranges).compute(_tree(wrong.value), {}) != Fraction(2, 3)


def test_each_formula_is_that_of_a_metric() -> None:
    known = {metric.name for metric in registry.metrics()}
    assert {f"{task}:{base}" for task in registry.tasks.names() for base in formulas.of_task(task)} <= known
