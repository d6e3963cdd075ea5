"""Exact scores written shorter: logarithms over those of primes, quotients cancelled.

A score is a text of sums, products, quotients, logarithms and roots. Each logarithm of a rational is the sum of
logarithms of primes, and a rational function of these has one reduced form. So two scores with the same form are equal,
whatever the logarithms are: nothing is compared in decimals. The converse is not claimed: that logarithms of primes
satisfy no polynomial equation is a conjecture. `sympy.simplify` was rejected, because what it does to an expression is
not fixed.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

LONGEST, GREATEST, POWER, TERMS = 1500, 10**6, 6, 120
"""Limits beyond which a text is left as it is: its characters, the numbers parted into primes, exponents, and the terms
of a reduced form.
"""

_TERM = re.compile(r"(^|\(| \+ )\((-?)(\d+(?:/\d+)?)\)\*")


class _TooLargeError(ValueError):
    """A text that is not of the kind, or is beyond a limit."""


def short(score: str) -> str:
    """The score as people read it: reduced, or as it is without needless parentheses, whichever is shorter. A quotient
    of sums is read more easily when it is reduced, even where it becomes a little longer.

    >>> short("(2/5)*log(5/2) + (3/5)*log(5/3)"), short("(-2/5)*log(3/2) + (-1/5)*log(3) + (-2/5)*log(2)")
    ('2/5*log(5/2) + 3/5*log(5/3)', '-3/5*log(3)')
    >>> short("(log(3) + (-1)*log(2))/(log(9) + (-1)*log(4))"), short("8/9")
    ('1/2', '8/9')
    """
    lighter, form = _lighter(score), reduced(score)
    if form is None:
        return lighter
    allowed = 1.25 if re.search(r"/\(.*[+-] ", lighter) else 1
    return form if len(form) < allowed * len(lighter) else lighter


def shared(scores: Mapping[str, Any]) -> str | None:
    """The shortest form of scores that are all equal; None where their reduced forms do not show that they are equal.

    >>> shared({"a": "log(9)", "b": "(2)*log(3)"}), shared({"a": "1/2", "b": "1/3"}), shared({"a": 0.5, "b": 0.5})
    ('log(9)', None, None)
    """
    texts = [score for score in scores.values() if isinstance(score, str)]
    if len(texts) < len(scores) or not texts:
        return None
    if len(set(texts)) > 1 and (None in (forms := set(map(reduced, texts))) or len(forms) > 1):
        return None
    return min(map(short, texts), key=len)


@lru_cache(maxsize=2**10)
def reduced(score: str) -> str | None:
    """The reduced form of a score in text, the same for all texts with the same form; None where the text is too large
    or has something else in it.

    >>> reduced("1 - log(2)/log(4)"), reduced("log(6)"), reduced("3/sqrt(15)"), reduced("exp(1)")
    ('1/2', 'log(3) + log(2)', '3/sqrt(15)', None)
    """
    if len(score) > LONGEST:
        return None
    try:
        tree = ast.parse(score.strip(), mode="eval").body
        names: dict[str, None] = {}
        _gather(tree, names)
        return _written(tree, sorted(names, key=_order, reverse=True))
    except (SyntaxError, ValueError, ArithmeticError, RecursionError, MemoryError):
        return None


def _lighter(score: str) -> str:
    """The same without parentheses around the factors that terms begin with."""

    def term(match: re.Match[str]) -> str:
        before, sign, number = match.groups()
        if sign and before == " + ":
            before, sign = " - ", ""
        return f"{before}{sign}{'' if number == '1' else f'{number}*'}"

    return _TERM.sub(term, score)


def _gather(node: ast.AST, names: dict[str, None]) -> None:
    """The logarithms and roots of which a text is made, each by its name."""
    if isinstance(node, ast.Call):
        names.update(dict.fromkeys(_parts(node)))
        return
    for below in ast.iter_child_nodes(node):
        _gather(below, names)


def _order(name: str) -> tuple[bool, int, str]:
    """Roots before logarithms, each by its number."""
    number = re.sub(r"\D", "", name)
    return name.startswith("sqrt"), int(number or 0), name


def _parts(node: ast.Call) -> dict[str, int]:
    """A logarithm as a sum of those of primes, a root as itself: how often each name is in it."""
    from sympy import factorint

    if not isinstance(node.func, ast.Name) or len(node.args) != 1 or node.keywords:
        raise _TooLargeError(ast.dump(node.func))
    inside = reduced(ast.unparse(node.args[0]))
    if inside is None or inside.startswith("-"):
        raise _TooLargeError(node.func.id)
    if node.func.id == "sqrt":
        return {f"sqrt({inside})": 1}
    if node.func.id != "log" or not re.fullmatch(r"\d+(/\d+)?", inside) or inside == "0":
        raise _TooLargeError(node.func.id)
    number, times_of = Fraction(inside), dict[str, int]()
    for k, sign in ((number.numerator, 1), (number.denominator, -1)):
        for prime, times in ({k: 1} if k > GREATEST else factorint(k)).items():
            times_of[f"log({prime})"] = times_of.get(f"log({prime})", 0) + sign * times
    return times_of


def _written(tree: ast.AST, names: list[str]) -> str:
    from sympy import QQ
    from sympy.polys.fields import field

    if not names:
        return str(_number(tree))
    fractions, *symbols = field([f"x{i}" for i in range(len(names))], QQ)
    form = _form(tree, dict(zip(names, symbols, strict=True)), fractions)
    top, below = form.numer, form.denom
    if below.is_ground:
        return _sum(top * (1 / below.LC), names)
    share = (top.content() if top else QQ(1)) / below.content()
    above = top.primitive()[1] * share.numerator
    under = below.primitive()[1] * share.denominator
    return f"{_grouped(_sum(above, names))}/{_grouped(_sum(under, names), divisor=True)}"


def _number(tree: ast.AST) -> Fraction:
    """A text without logarithms and roots."""
    form = _form(tree, {}, Fraction)
    return Fraction(form)


def _form(node: ast.AST, symbols: Mapping[str, Any], made: Any) -> Any:
    form = _operated(node, symbols, made)
    if not isinstance(form, Fraction) and len(form.numer) + len(form.denom) > TERMS:
        raise _TooLargeError("terms")
    return form


def _operated(node: ast.AST, symbols: Mapping[str, Any], made: Any) -> Any:
    match node:
        case ast.Constant(value=int() as value) if not isinstance(value, bool):
            return made(value)
        case ast.Call():
            parts = _parts(node)
            return sum((times * symbols[name] for name, times in parts.items()), made(0))
        case ast.UnaryOp(op=ast.USub(), operand=inside):
            return -_form(inside, symbols, made)
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            exponent = _number(right)
            if exponent.denominator != 1 or abs(exponent) > POWER:
                raise _TooLargeError("power")
            return _form(left, symbols, made) ** int(exponent)
        case ast.BinOp(left=left, op=op, right=right):
            first, second = _form(left, symbols, made), _form(right, symbols, made)
            match op:
                case ast.Add():
                    return first + second
                case ast.Sub():
                    return first - second
                case ast.Mult():
                    return first * second
                case ast.Div():
                    return first / second
    raise _TooLargeError(ast.dump(node))


def _sum(polynomial: Any, names: list[str]) -> str:
    """The terms of a sum, the positive terms before the negative ones."""
    terms = [(Fraction(int(c.numerator), int(c.denominator)), powers) for powers, c in polynomial.terms()]
    ordered = sorted(terms, key=lambda term: (term[0] < 0, -sum(term[1])))
    text = "".join(_signed(weight, _product(powers, names)) for weight, powers in ordered)
    if text.startswith(" - "):
        return f"-{text[3:]}"
    return text.removeprefix(" + ") or "0"


def _signed(weight: Fraction, product: str) -> str:
    size = str(abs(weight)) if abs(weight) != 1 or not product else ""
    return f" {'-' if weight < 0 else '+'} {'*'.join(filter(None, [size, product]))}"


def _product(powers: tuple[int, ...], names: list[str]) -> str:
    return "*".join(name if k == 1 else f"{name}**{k}" for name, k in zip(names, powers, strict=True) if k)


def _grouped(text: str, divisor: bool = False) -> str:
    plain = not re.search(r" [+-] ", text) and not (divisor and re.search(r"[*/-]", text))
    return text if plain else f"({text})"
