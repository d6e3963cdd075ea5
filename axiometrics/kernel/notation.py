"""Terms and claims from text, in Python's notation. Nothing is evaluated; floats are refused."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from axiometrics.kernel.functions import FUNCTIONS, sum_of
from axiometrics.kernel.polynomials import Atom, ProofError
from axiometrics.kernel.terms import Term, total

LONGEST, GREATEST_EXPONENT = 200_000, 64
"""Beyond these no text of a proof goes."""

MOST_READ = 4096
_READ: dict[str, Term] = {}
"""Terms by the text that was read, as many as that; a text means the same in every proof."""

RELATIONS = {ast.Gt: ">", ast.GtE: ">=", ast.Eq: "="}


@dataclass(frozen=True)
class Claim:
    """The claim that a term is above 0, at least 0, or equal to 0."""

    term: Term
    relation: str

    @property
    def strict(self) -> bool:
        """Whether 0 is excluded."""
        return self.relation == ">"

    def implies(self, other: Claim) -> bool:
        """Whether this claim implies the given one: both are about the same term, and this one is as strong or
        stronger.
        """
        return (self.relation == other.relation or (self.strict and other.relation == ">=")) and self.term.equals(
            other.term
        )

    def __str__(self) -> str:
        return f"{self.term} {self.relation} 0"


@lru_cache(maxsize=4096)
def read_term(text: str) -> Term:
    """A term.

    >>> str(read_term("(x**2 - 1)/(x - 1)"))
    '1 + x'

    Raises `ProofError` for what is none.
    """
    whole, node = _parsed(text)
    return _TermReader(whole).term(node)


@lru_cache(maxsize=4096)
def read_claim(text: str) -> Claim:
    """A claim, `A > B`, `A >= B`, `A < B`, `A <= B` or `A = B`.

    >>> str(read_claim("x < 2"))
    '2 - x > 0'
    """
    whole, node = _parsed(text.replace("=", "==") if not any(mark in text for mark in ("<", ">", "==")) else text)
    if not isinstance(node, ast.Compare) or len(node.ops) != 1:
        raise ProofError(f"{shortened(text)} is not a claim: one comparison is wanted")
    reader = _TermReader(whole)
    left, right = reader.term(node.left), reader.term(node.comparators[0])
    if isinstance(node.ops[0], (ast.Lt, ast.LtE)):
        return Claim(right - left, ">" if isinstance(node.ops[0], ast.Lt) else ">=")
    relation = RELATIONS.get(type(node.ops[0]))
    if relation is None:
        raise ProofError(f"{shortened(text)} is not a claim: compare with >, >=, <, <= or =")
    return Claim(left - right, relation)


def shortened(text: str) -> str:
    """A text, cut for a message."""
    return repr(text if len(text) <= 100 else f"{text[:97]}...")


def _parsed(text: str) -> tuple[str, ast.expr]:
    if not isinstance(text, str) or len(text) > LONGEST:
        raise ProofError("a text is wanted, of reasonable length")
    try:
        whole = text.strip()
        return whole, ast.parse(whole, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise ProofError(f"{shortened(text)} cannot be read") from None


class _TermReader:
    """Reads the terms of one text. What stands in it several times, or stood in a text before, is read once."""

    def __init__(self, text: str) -> None:
        self._text = text if text.isascii() and "\n" not in text else ""

    def term(self, node: ast.expr) -> Term:
        """The term of an expression."""
        try:
            return self._read(node)
        except RecursionError:
            raise ProofError("a term is nested too deep") from None

    def _read(self, node: ast.expr) -> Term:
        if isinstance(node, ast.Constant) and type(node.value) is int:
            return Term.number(node.value)
        if isinstance(node, ast.Name):
            return Term.atom(Atom(node.id))
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
            return -self._read(node.operand) if isinstance(node.op, ast.USub) else self._read(node.operand)
        if isinstance(node, ast.BinOp):
            return self._known(node)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
            return self._call(node.func.id, node.args)
        raise ProofError(
            f"{shortened(ast.unparse(node))} has no place in a proof: whole numbers, names, + - * / "
            f"** and {', '.join(FUNCTIONS)}, sum do"
        )

    def _known(self, node: ast.BinOp) -> Term:
        part = self._text[node.col_offset : node.end_col_offset]
        found = _READ.get(part)
        if found is None:
            found = total(self._addends(node)) if isinstance(node.op, (ast.Add, ast.Sub)) else self._operation(node)
            if part:
                if len(_READ) >= MOST_READ:
                    _READ.clear()
                _READ[part] = found
        return found

    def _addends(self, node: ast.expr) -> list[Term]:
        """What is added up."""
        found: list[Term] = []
        while isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
            right = self._read(node.right)
            found.append(right if isinstance(node.op, ast.Add) else -right)
            node = node.left
        return [self._read(node), *reversed(found)]

    def _operation(self, node: ast.BinOp) -> Term:
        if isinstance(node.op, ast.Pow):
            exponent = self._read(node.right).value
            if exponent is None or exponent.denominator != 1 or abs(exponent) > GREATEST_EXPONENT:
                raise ProofError(
                    f"{shortened(ast.unparse(node))}: ** takes a whole number to {GREATEST_EXPONENT}, "
                    f"power(b, n) a symbol"
                )
            return self._read(node.left) ** int(exponent)
        left, right = self._read(node.left), self._read(node.right)
        if isinstance(node.op, ast.Mult):
            return left * right
        if isinstance(node.op, ast.Div):
            return left / right
        raise ProofError(f"{shortened(ast.unparse(node))} has no place in a proof")

    def _call(self, function: str, args: list[ast.expr]) -> Term:
        if function == "sum" and len(args) == 4 and isinstance(args[0], ast.Name):
            low, high, body = (self._read(arg) for arg in args[1:])
            if args[0].id in low.symbols | high.symbols:
                raise ProofError(f"sum over {args[0].id}: its bounds depend on it")
            return sum_of(args[0].id, low, high, body)
        if function in FUNCTIONS and len(args) == (2 if function == "power" else 1):
            return FUNCTIONS[function](*map(self._read, args))
        raise ProofError(f"no function {function} of {len(args)} arguments: there are {', '.join(FUNCTIONS)}, sum")


def number(value: Fraction) -> str:
    """A fraction in the notation of terms.

    >>> number(Fraction(4, 5)), number(Fraction(-2))
    ('(4/5)', '(-2)')
    """
    return f"({value})"
