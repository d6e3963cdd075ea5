"""Exact scores as texts: the values for which the texts stand, and the texts with their decimals."""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Callable, Collection, Mapping
from decimal import Decimal, localcontext
from fractions import Fraction
from operator import add, mul, sub, truediv
from typing import Any

from axiometrics.core.case import GAIN, LARGER_LOSS, Demand
from axiometrics.core.closed_forms import shared, short

WIDTH = 100
"""The width of a line in characters, if the caller gives no width."""

LONGEST = 600
"""The greatest number of characters of an exact score that is shown."""

_DIGITS, _GREATEST_BITS, _LONGEST_READ = 60, 100_000, 20_000
"""The digits that are computed; the size of the greatest power, in bits, and the characters of the longest text that is
read, because a saved file may hold any text.
"""

_OPERATIONS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: add,
    ast.Sub: sub,
    ast.Mult: mul,
    ast.Div: truediv,
}
_SURE = Decimal(10) ** -40
"""Differences below this are roundings of the digits that are computed."""


def scores_text(
    scores: Mapping[str, Any],
    demand: Demand | None = None,
    bound: Fraction = Fraction(0),
    means: Collection[str] = (),
) -> str:
    """Each score exactly and in decimals, what was demanded of them, and the difference that was found. The scores of
    the roles in `means` are means.

    If no `demand` is given, the strict demand on these roles is shown. If there is no demand on these roles, only the
    scores are shown.

    >>> print(scores_text({"better": "2/3", "worse": "3/4"}))
    score(better) = 2/3 = 0.666666...
    score(worse)  = 3/4 = 0.75
    demanded: score(better) > score(worse)
    found:    the difference is -1/12 = -0.083333..., reversed
    """
    names = {role: f"mean of score({role})" if role in means else f"score({role})" for role in scores}
    lines = equations({names[role]: score for role, score in scores.items()})
    demand = demand or next((usual for usual in (GAIN, LARGER_LOSS) if set(usual.roles) == set(scores)), None)
    return "\n".join([*lines, *(_demanded(demand, scores, bound) if demand else [])])


def _demanded(demand: Demand, scores: Mapping[str, Any], bound: Fraction) -> list[str]:
    words = f"demanded: {demand.words}{f', the bound being {bound}' if bound else ''}"
    numbers = {role: value(score) for role, score in scores.items()}
    if any(score is None for score in numbers.values()):
        return [words]
    if demand.by == "defined":
        return [words]
    amount, excess = difference(demand, numbers), difference(demand, numbers, bound)
    how = demand.relation((excess > 0) - (excess < 0)) or "as demanded"
    shown = f" = {decimals(amount)}" if isinstance(amount, Fraction) and amount.denominator != 1 else ""
    noun = "difference" if len(demand.roles) > 1 else "signed score" if demand.signs[0] < 0 else "score"
    return [
        words,
        f"found:    the {noun} is {amount if isinstance(amount, Fraction) else decimals(amount)}{shown}, {how}",
    ]


def difference(demand: Demand, scores: Mapping[str, Any], bound: Fraction = Fraction(0)) -> Fraction | Decimal | float:
    """The signed sum less the bound, in the most exact kind of number that all scores share; one that only rounding
    keeps from 0 is 0.
    """
    kinds = {type(score) for score in scores.values()}
    if float in kinds:
        return float(demand.excess({role: float(score) for role, score in scores.items()}, float(bound)))
    if kinds == {Fraction}:
        return Fraction(demand.excess(scores, bound))
    with localcontext() as context:
        context.prec = _DIGITS
        excess: Decimal = demand.excess({role: _decimal(score) for role, score in scores.items()}, _decimal(bound))
        return Decimal(0) if abs(excess) < _SURE else excess


def equations(scores: Mapping[str, Any], numbers: Mapping[str, Any] | None = None, width: int = 0) -> list[str]:
    """Each score by its name, which takes so many characters at least, exactly and in decimals; one value where all are
    shown to be equal.

    >>> equations({"x": "(2/5)*log(5/2) + (3/5)*log(5/3)", "y": "(3/5)*log(5/3) + (2/5)*log(5/2)"})
    ['x and y both equal 0.673011..., as 2/5*log(5/2) + 3/5*log(5/3)']
    >>> equations({"x": "1/3", "y": "1/3", "z": "1/3"}), equations({"x": 0.5, "longer": 0.25})
    (['x, y and z all equal 1/3 = 0.333333...'], ['x      = 0.5', 'longer = 0.25'])
    """
    several = len(scores) > 1
    same = shared(scores) if several else None
    if same is None and several and None not in scores.values() and len(set(map(repr, scores.values()))) == 1:
        same = next(iter(scores.values()))
    if same is None:
        widest = max(width, *map(len, scores))
        return [equation(name.ljust(widest), score, (numbers or {}).get(name)) for name, score in scores.items()]
    *first, last = scores
    names = f"{', '.join(first)} and {last} {'both' if len(first) == 1 else 'all'} equal"
    number = value(same)
    if isinstance(number, Decimal) and len(str(same)) <= LONGEST:
        return [f"{names} {decimals(number)}, as {same}"]
    return [equation(names, same).replace(" equal = ", " equal ", 1)]


def equation(name: str, score: Any, number: Any = None) -> str:
    """A score as an equation: its name, its exact value, and its value in decimals. `score` is the score as JSON has it
    (an exact one is a string), and `number` its value, where this need not be read from `score`.

    >>> equation("q", "1 - log(2)/log(3)"), equation("q", 0.5), equation("q", None)
    ('q = 1 - log(2)/log(3) = 0.369070...', 'q = 0.5', 'q is undefined')
    """
    return f"{name} is undefined" if score is None else f"{name} = {written(score, number)}"


def written(score: Any, number: Any = None) -> str:
    """A score that is defined, exactly and in decimals, as in `equation`.

    >>> written("1 - log(2)/log(4)"), written("8/9"), written(0.5)
    ('1/2 = 0.5', '8/9 = 0.888888...', '0.5')
    """
    score = short(score) if isinstance(score, str) else score
    exact = score if isinstance(score, str) else repr(score)
    if len(exact) > LONGEST:
        exact = f"{exact[:LONGEST].rpartition(' ')[0]} ... ({len(exact)} characters)"
    about = ""
    if isinstance(score, str) and not score.lstrip("-").isdigit():
        decoded = value(score)
        decoded = float(number) if decoded is None and number is not None else decoded
        about = "" if decoded is None else f" = {decimals(decoded)}"
    return f"{exact}{about}"


_HEAD = re.compile(r"[^=]*? = |\w+: +")


def folded(text: str, width: int = WIDTH) -> str:
    """The lines of a drawing and of its scores. A line that is longer than `width` and has no columns is broken at
    blanks: its next line begins below the text behind its first = or its label.

    >>> print(folded("score(better) = 1 + 2 + 3 + 4 = 10\\nrank  better  worse", 32))
    score(better) = 1 + 2 + 3 + 4 =
                    10
    rank  better  worse
    """
    return "\n".join(_folded(line, width) for line in text.split("\n"))


def _folded(line: str, width: int) -> str:
    match = _HEAD.match(line)
    head = match[0] if match and len(match[0]) <= width // 2 else ""
    if len(line) <= width or "  " in line[len(head) :].strip():
        return line
    hanging = " " * (len(head) or 4)
    return textwrap.fill(line, width, subsequent_indent=hanging, break_long_words=False, break_on_hyphens=False)


def decimals(number: Fraction | Decimal | float) -> str:
    """A number to six places, and dots where it goes on.

    >>> decimals(Fraction(3, 4)), decimals(Fraction(-2, 3)), decimals(Fraction(1, 10**6)), decimals(0.1)
    ('0.75', '-0.666666...', '1e-06', '0.1')
    """
    if isinstance(number, float):
        return f"{number:.6g}"
    with localcontext() as context:
        context.prec = _DIGITS
        millionths = abs(_decimal(number)) * 10**6
        nearest = millionths.to_integral_value()
        if 0 < millionths < 100:
            return f"{float(number):.3g}"
        ends = abs(millionths - nearest) < _SURE * 10**6
        digits = f"{int(nearest if ends else millionths):07d}"
    text = f"{'-' if number < 0 else ''}{digits[:-6]}.{digits[-6:]}"
    return text.rstrip("0").rstrip(".") if ends else f"{text}..."


def _decimal(number: Fraction | Decimal) -> Decimal:
    return Decimal(number.numerator) / Decimal(number.denominator) if isinstance(number, Fraction) else number


def value(score: Any) -> Fraction | Decimal | float | None:
    """The value of a score in text: a fraction, or sixty digits of an irrational number. A float is returned as it is.
    None for a text that is not a score.
    """
    if not isinstance(score, str):
        return float(score) if isinstance(score, (int, float)) else None
    if len(score) > _LONGEST_READ:
        return None
    try:
        with localcontext() as context:
            context.prec = _DIGITS
            return _evaluated(ast.parse(score.strip(), mode="eval").body)
    except (SyntaxError, ValueError, ArithmeticError, RecursionError, MemoryError):
        return None


def _evaluated(node: ast.AST) -> Fraction | Decimal:
    """Sums, products, quotients, powers, `log`, `sqrt` and `acos` of numbers, and `pi`; nothing else is let in."""
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)) and not isinstance(node.value, bool):
        return Fraction(str(node.value))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
        inside = _evaluated(node.operand)
        return -inside if isinstance(node.op, ast.USub) else inside
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) == 1 and not node.keywords:
        argument = _decimal(_evaluated(node.args[0]))
        if node.func.id in {"log", "sqrt"}:
            return argument.ln() if node.func.id == "log" else argument.sqrt()
        if node.func.id == "acos":
            return _angle(argument)
    if isinstance(node, ast.Name) and node.id == "pi":
        return _angle(Decimal(-1))
    if isinstance(node, ast.BinOp):
        return _binary(node.op, _evaluated(node.left), _evaluated(node.right))
    raise ValueError("no exact number")


def _angle(cosine: Decimal) -> Decimal:
    """The angle whose cosine is the number."""
    from mpmath import mp, workdps

    with workdps(_DIGITS):
        return Decimal(str(mp.acos(mp.mpf(str(cosine)))))


def _binary(operator: ast.operator, left: Fraction | Decimal, right: Fraction | Decimal) -> Fraction | Decimal:
    if isinstance(operator, ast.Pow):
        return _power(left, right)
    if type(operator) not in _OPERATIONS:
        raise ValueError("no exact number")
    if not (isinstance(left, Fraction) and isinstance(right, Fraction)):
        left, right = _decimal(left), _decimal(right)
    result: Fraction | Decimal = _OPERATIONS[type(operator)](left, right)
    return result


def _power(base: Fraction | Decimal, exponent: Fraction | Decimal) -> Fraction | Decimal:
    if isinstance(base, Fraction) and isinstance(exponent, Fraction) and exponent.denominator == 1:
        if abs(exponent) * max(base.numerator.bit_length(), base.denominator.bit_length()) > _GREATEST_BITS:
            raise ValueError("too great a power")
        return Fraction(base ** int(exponent))
    return _decimal(base) ** _decimal(exponent)
