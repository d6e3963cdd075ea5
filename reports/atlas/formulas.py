"""Formulas of proofs and exact scores as MathML, which browsers set by themselves."""

from __future__ import annotations

import ast
import re
from html import escape

from markupsafe import Markup

LONGEST = 1200
"""Characters of a formula that is set; a longer one fits no page, and is shown as it is written."""

_SIGNS = {ast.Gt: ">", ast.GtE: "≥", ast.Lt: "&lt;", ast.LtE: "≤", ast.Eq: "=", ast.NotEq: "≠"}
_SUM, _PRODUCT, _SIGN, _POWER, _ATOM = range(5)
"""How tightly the parts of a formula are bound."""


def math(text: str) -> Markup:
    """A formula, or a comparison of two, as MathML; the text itself where it is not one, or is too long.

    >>> str(math("1/n > 0"))
    '<math><mfrac><mn>1</mn><mi>n</mi></mfrac><mo>></mo><mn>0</mn></math>'
    >>> str(math("no formula"))
    '<code>no formula</code>'
    """
    try:
        if len(text) > LONGEST:
            raise ValueError("too long")
        tree = ast.parse(text.strip().replace(" = ", " == "), mode="eval").body
        return Markup(f"<math>{_comparison(tree)}</math>")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return Markup(f"<code>{escape(text)}</code>")


def _comparison(node: ast.AST) -> str:
    if isinstance(node, ast.Compare):
        rest = zip(node.ops, node.comparators, strict=True)
        signs = "".join(f"<mo>{_SIGNS[type(op)]}</mo>{_set(right)[0]}" for op, right in rest)
        return _set(node.left)[0] + signs
    return _set(node)[0]


def _row(inside: str) -> str:
    """Several elements as one; one that stands alone as it is."""
    depth = 0
    for tag in re.finditer(r"<(/?)", inside):
        depth += -1 if tag[1] else 1
        if depth == 0 and inside.find("<", tag.end()) != -1:
            return f"<mrow>{inside}</mrow>"
    return inside


def _set(node: ast.AST) -> tuple[str, int]:
    """The markup, and how tightly it is bound. It is one element only where that is needed: `_row` makes it one."""
    match node:
        case ast.Constant(value=int() | float() as number):
            return f"<mn>{number}</mn>", _ATOM
        case ast.Name(id=name):
            return f"<mi>{escape(name)}</mi>", _ATOM
        case ast.UnaryOp(op=ast.USub(), operand=inside):
            return _row(f"<mo>−</mo>{_at_least(inside, _PRODUCT)}"), _SIGN
        case ast.UnaryOp(op=ast.UAdd(), operand=inside):
            return _set(inside)
        case ast.BinOp(left=left, op=op, right=right):
            return _binary(left, op, right)
        case ast.Call(func=ast.Name(id=function), args=arguments, keywords=[]):
            return _call(function, arguments)
    raise ValueError(f"{type(node).__name__} is not part of a formula")


def _at_least(node: ast.AST, bound: int) -> str:
    """What is bound less tightly stands in brackets."""
    inside, tight = _set(node)
    return inside if tight >= bound else _row(f"<mo>(</mo>{inside}<mo>)</mo>")


def _binary(left: ast.AST, op: ast.operator, right: ast.AST) -> tuple[str, int]:
    match op:
        case ast.Add():
            return f"{_set(left)[0]}<mo>+</mo>{_at_least(right, _PRODUCT)}", _SUM
        case ast.Sub():
            return f"{_set(left)[0]}<mo>−</mo>{_at_least(right, _PRODUCT)}", _SUM
        case ast.Mult():
            return f"{_at_least(left, _PRODUCT)}<mo>{_between(left, right)}</mo>{_at_least(right, _POWER)}", _PRODUCT
        case ast.Div():
            return f"<mfrac>{_row(_set(left)[0])}{_row(_set(right)[0])}</mfrac>", _POWER
        case ast.Pow():
            return f"<msup>{_at_least(left, _ATOM)}{_row(_set(right)[0])}</msup>", _POWER
    raise ValueError(f"{type(op).__name__} is not part of a formula")


def _between(left: ast.AST, right: ast.AST) -> str:
    """A dot between factors that would be read as one word or one number; else nothing that is seen."""
    letter = isinstance(right, ast.Name) and len(right.id) == 1
    while isinstance(left, ast.BinOp) and isinstance(left.op, ast.Mult):
        left = left.right
    plain = letter and not (isinstance(left, ast.Name) and len(left.id) > 1)
    return "&it;" if plain else "·"


def _call(name: str, arguments: list[ast.expr]) -> tuple[str, int]:
    match name, arguments:
        case "sqrt", [inside]:
            return f"<msqrt>{_set(inside)[0]}</msqrt>", _ATOM
        case "exp2", [exponent]:
            return f"<msup><mn>2</mn>{_row(_set(exponent)[0])}</msup>", _POWER
        case "power", [base, exponent]:
            return f"<msup>{_at_least(base, _ATOM)}{_row(_set(exponent)[0])}</msup>", _POWER
        case "sum", [ast.Name(id=index), first, last, term]:
            below = _row(f"<mi>{escape(index)}</mi><mo>=</mo>{_set(first)[0]}")
            above = _row(_set(last)[0])
            return f"<munderover><mo>∑</mo>{below}{above}</munderover>{_at_least(term, _PRODUCT)}", _PRODUCT
    given = "<mo>,</mo>".join(_set(argument)[0] for argument in arguments)
    return _row(f"<mi>{escape(name)}</mi><mo>(</mo>{given}<mo>)</mo>"), _ATOM
