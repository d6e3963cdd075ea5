"""Write formulas of metrics, proofs and exact scores as MathML, which browsers can set without a script."""

from __future__ import annotations

import ast
import re
from html import escape

from markupsafe import Markup

LONGEST = 1200
"""The greatest number of characters of a formula that is set. A longer one does not fit a page, and is shown as it is
written.
"""

_SIGNS = {ast.Gt: ">", ast.GtE: "≥", ast.Lt: "&lt;", ast.LtE: "≤", ast.Eq: "=", ast.NotEq: "≠"}
_SUM, _PRODUCT, _SIGN, _POWER, _ATOM = range(5)
"""How tightly the parts of a formula are bound together, from the loosest to the tightest. A part that is bound too
loosely for its place needs brackets.
"""

_SUMMED = ("sum", "total", "product", "largest")
"""The functions that are set as a sign with an index below it."""

_GREEK = {"alpha": "α", "beta": "β", "gamma": "γ", "theta": "θ", "phi": "φ", "rho": "ρ", "pi": "π"}


def math(text: str) -> Markup:
    """Return a formula, or a comparison of two formulas, as MathML. Return the text as code if it is neither, or is too
    long.

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


def worded(text: str) -> Markup:
    """Return a text in words. The formulas in it, which stand between backticks, are set.

    >>> str(worded("of `n` items"))
    'of <math><mi>n</mi></math> items'
    """
    parts = text.split("`")
    return Markup("").join(math(part) if i % 2 else part for i, part in enumerate(parts))


def _comparison(node: ast.AST) -> str:
    if isinstance(node, ast.Compare):
        rest = zip(node.ops, node.comparators, strict=True)
        signs = "".join(f"<mo>{_SIGNS[type(op)]}</mo>{_set(right)[0]}" for op, right in rest)
        return _set(node.left)[0] + signs
    return _set(node)[0]


def _row(inside: str) -> str:
    """Return several elements as one element. A single element stays as it is."""
    depth = 0
    for tag in re.finditer(r"<(/?)", inside):
        depth += -1 if tag[1] else 1
        if depth == 0 and inside.find("<", tag.end()) != -1:
            return f"<mrow>{inside}</mrow>"
    return inside


def _set(node: ast.AST) -> tuple[str, int]:
    """Return the markup of a formula, and how tightly it is bound. The markup may consist of several elements; `_row`
    makes one of them where that is needed.
    """
    match node:
        case ast.Constant(value=int() | float() as number):
            return f"<mn>{number}</mn>", _ATOM
        case ast.Name(id=name):
            return f"<mi>{_GREEK.get(name, escape(name))}</mi>", _ATOM
        case ast.Subscript(value=base, slice=index):
            return f"<msub>{_at_least(base, _ATOM)}{_row(_listed(index))}</msub>", _ATOM
        case ast.UnaryOp(op=ast.USub(), operand=inside):
            return _row(f"<mo>−</mo>{_at_least(inside, _PRODUCT)}"), _SIGN
        case ast.UnaryOp(op=ast.UAdd(), operand=inside):
            return _set(inside)
        case ast.BinOp(left=left, op=op, right=right):
            return _binary(left, op, right)
        case ast.Call(func=ast.Name(id=function), args=arguments, keywords=[]):
            return _call(function, arguments)
    raise ValueError(f"{type(node).__name__} is not part of a formula")


def _listed(node: ast.AST) -> str:
    """Return indices or arguments with commas between them."""
    parts = node.elts if isinstance(node, ast.Tuple) else [node]
    return "<mo>,</mo>".join(_set(part)[0] for part in parts)


def _at_least(node: ast.AST, bound: int) -> str:
    """Return the markup of a formula, in brackets if it is bound less tightly than the bound."""
    inside, tight = _set(node)
    return inside if tight >= bound else _row(_bracketed(inside))


def _bracketed(inside: str) -> str:
    """Return a formula in brackets. The brackets grow only around high formulas: without a font for mathematics,
    browsers would let brackets grow around a single letter, too.
    """
    high = "<mfrac" in inside or "<munder" in inside
    left, right = ("<mo>(</mo>", "<mo>)</mo>") if high else (_LEFT, _RIGHT)
    return f"{left}{inside}{right}"


_LEFT, _RIGHT = '<mo stretchy="false">(</mo>', '<mo stretchy="false">)</mo>'


def _binary(left: ast.AST, op: ast.operator, right: ast.AST) -> tuple[str, int]:
    match op:
        case ast.Add():
            return f"{_set(left)[0]}<mo>+</mo>{_at_least(right, _PRODUCT)}", _SUM
        case ast.Sub():
            return f"{_set(left)[0]}<mo>−</mo>{_at_least(right, _PRODUCT)}", _SUM
        case ast.Mult():
            first = _row(_bracketed(_set(left)[0])) if _ends_in_sum(left) else _at_least(left, _PRODUCT)
            last = _set(right)[0] if _ends_in_sum(right) else _at_least(right, _POWER)
            return f"{first}<mo>{_between(left, right)}</mo>{last}", _PRODUCT
        case ast.Div():
            return f"<mfrac>{_row(_set(left)[0])}{_row(_set(right)[0])}</mfrac>", _POWER
        case ast.Pow():
            return f"<msup>{_at_least(left, _ATOM)}{_row(_set(right)[0])}</msup>", _POWER
        case ast.BitOr():
            return f"{_set(left)[0]}<mo>∣</mo>{_set(right)[0]}", _SUM
    raise ValueError(f"{type(op).__name__} is not part of a formula")


def _ends_in_sum(node: ast.AST) -> bool:
    """Whether the last factor is a sum over an index. A factor behind it would be read as a part of its terms."""
    while isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        node = node.right
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _SUMMED


def _between(left: ast.AST, right: ast.AST) -> str:
    """Return the sign between two factors: a dot if they would be read as one word or one number without it, else the
    invisible sign of multiplication.
    """
    first = right.value if isinstance(right, ast.Subscript) else right.func if isinstance(right, ast.Call) else right
    if _ends_in_sum(right):
        return "&it;"
    letter = isinstance(first, ast.Name) and len(first.id) == 1
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
        case "abs", [inside]:
            return _row(f"<mo>|</mo>{_set(inside)[0]}<mo>|</mo>"), _ATOM
        case "log2", [inside]:
            return _row(f"<msub><mi>log</mi><mn>2</mn></msub>{_at_least(inside, _ATOM)}"), _PRODUCT
        case "sum" | "product", [ast.Name(id=index), first, last, term]:
            below = _row(f"<mi>{escape(index)}</mi><mo>=</mo>{_set(first)[0]}")
            above, sign = _row(_set(last)[0]), "∑" if name == "sum" else "∏"
            return f"<munderover><mo>{sign}</mo>{below}{above}</munderover>{_at_least(term, _PRODUCT)}", _PRODUCT
        case "total", [*indices, term]:
            below = _row("".join(_set(index)[0] for index in indices))
            return f"<munder><mo>∑</mo>{below}</munder>{_at_least(term, _PRODUCT)}", _PRODUCT
        case "largest", [index, term]:
            return f"<munder><mi>max</mi>{_set(index)[0]}</munder>{_at_least(term, _PRODUCT)}", _PRODUCT
    listed = _listed(ast.Tuple(arguments))
    return _row(f"<mi>{escape(name)}</mi>{_bracketed(listed)}"), _ATOM
