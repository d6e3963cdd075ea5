"""The grammar of a TARGET: which object it names, which arguments it binds, which component of the result it takes, and
which sign and settings it has.

A TARGET is `PREFIX:PLACE:OBJECT`. PLACE is a module or a Python file. OBJECT is written as in Python: a dotted name,
then arguments by keyword, then components in brackets. PREFIX is left out, or is a list, separated by commas, of `neg`
(the negative of the value is judged) and of settings such as `form=gains`. The text is parsed with the grammar of
Python, and nothing in it is evaluated: a value is a literal, or a bare word, which stands for a text. A library may
have its own notation for metrics (`ir_measures:nDCG@10`), so a text that is not such an expression is kept unchanged.
"""

from __future__ import annotations

import ast
import difflib
import inspect
import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from axiometrics.core.errors import TargetError
from axiometrics.core.signature import GOLD_FIRST, OUTPUT_FIRST

SETTINGS = ("task", "form", "signature", "order", "undefined")
"""The settings that the prefix of a TARGET may have."""

NEGATIVE = "neg"
"""The prefix that negates the value."""

FORM = "write module:function or path/to/file.py:function"
"""The form of a TARGET, as errors tell a user to write it."""

_PREFIX = re.compile(rf"({NEGATIVE}|({'|'.join(SETTINGS)})=[^,:]+)(,({NEGATIVE}|({'|'.join(SETTINGS)})=[^,:]+))*")


@dataclass(frozen=True)
class Attribute:
    """The step from an object to one of its attributes."""

    name: str


@dataclass(frozen=True)
class Arguments:
    """The step from a function to the same function with arguments bound, or from a class to an object of this
    class.
    """

    values: Mapping[str, Any]


@dataclass(frozen=True)
class Component:
    """The step from a function to one component of its result, or from a collection to one of its elements."""

    key: Any


Step = Attribute | Arguments | Component


@dataclass(frozen=True)
class Expression:
    """A TARGET that was read.

    Attributes
    ----------
    place : the module, or the path of the file
    text : the part behind the place, as it was written
    negated : whether the negative of the value is judged
    settings : the settings of the prefix
    prefix : the prefix as it was written, with its colon
    steps : the text as steps, the first of which is an attribute; empty where the text is not written as in Python
    """

    place: str
    text: str
    negated: bool = False
    settings: Mapping[str, str] = field(default_factory=dict)
    prefix: str = ""
    steps: tuple[Step, ...] = ()

    @property
    def form(self) -> str | None:
        """The form that the settings name, also by its older spelling."""
        return self.settings.get("form", self.settings.get("signature"))


def read(target: str) -> Expression:
    """Read a TARGET. Raises `TargetError` where it lacks a place or an object, or cannot be read.

    >>> read("sklearn.metrics:fbeta_score(beta=2)").steps
    (Attribute(name='fbeta_score'), Arguments(values={'beta': 2}))
    >>> read('neg,signature=labels:mine.py:all_of["loss"]')
    Expression(place='mine.py', text='all_of["loss"]', negated=True, settings={'signature': 'labels'}, \
prefix='neg,signature=labels:', steps=(Attribute(name='all_of'), Component(key='loss')))
    >>> read("ir_measures:nDCG@10").steps
    ()
    """
    prefix, colon, rest = target.partition(":")
    negated, settings = False, {}
    if colon and ":" in rest and _PREFIX.fullmatch(prefix):
        for part in prefix.split(","):
            name, _, value = part.partition("=")
            negated = negated or name == NEGATIVE
            settings.update({name: value} if value else {})
    else:
        rest = target
    if ":" not in rest:
        raise TargetError(f"{target!r} is neither the id of a built-in metric nor a TARGET: {FORM}")
    for place, text in _splits(rest):
        steps = _steps(target, text)
        if steps is not None:
            return Expression(place, text, negated, settings, target.removesuffix(rest), steps)
    place, _, text = rest.rpartition(":")
    if not place or not text:
        raise TargetError(f"{target!r} is not a TARGET, because one side of the colon is empty: {FORM}")
    if re.match(r"[^\W\d]\w*\s*[(\[]", text) and not text.endswith(("]", ")")) and "@" not in text:
        raise TargetError(f"{target!r} is not a TARGET: a bracket of {text!r} is not closed")
    return Expression(place, text, negated, settings, target.removesuffix(rest))


def with_path_from(folder: str, new: str, target: str) -> str:
    """A TARGET whose path starts at a folder, rewritten so that its path starts at a new folder. An empty text means
    the current folder.

    >>> with_path_from("sub", "", "neg:mine.py:f"), with_path_from("sub", "", "module:f")
    ('neg:sub/mine.py:f', 'module:f')
    """
    parts = read(target)
    if folder == new or not parts.place.endswith(".py") or os.path.isabs(parts.place):
        return target
    return f"{parts.prefix}{os.path.relpath(os.path.join(folder, parts.place), new or os.curdir)}:{parts.text}"


def steps_of(name: str) -> tuple[Step, ...]:
    """The steps of a TARGET, or of the name of a Python function, which has no place. There are none where the text is
    not written as in Python.

    >>> steps_of("f1_score(average='macro')")
    (Attribute(name='f1_score'), Arguments(values={'average': 'macro'}))
    """
    return read(name).steps if ":" in name else _steps(name, name) or ()


def how(settings: Mapping[str, str], otherwise: str | None) -> str | None:
    """The form and the order that the settings of a TARGET name, as one text; or else the given text."""
    return with_order(settings.get("form", settings.get("signature")), settings.get("order")) or otherwise


def with_order(form: str | None, order: str | None) -> str | None:
    """The name of a form and the order of the arguments as one text; None where neither is given.

    >>> with_order("labels", "output-first"), with_order(None, None)
    ('labels output-first', None)
    """
    return " ".join(filter(None, [form, order])) or None


def keywords(task: str | None, how: str | None) -> dict[str, str]:
    """A task, and a form with an order behind it, as keyword arguments of Python.

    >>> keywords("ranking", "id-lists output-first"), keywords(None, "gold-first")
    ({'task': 'ranking', 'form': 'id-lists', 'order': 'output-first'}, {'order': 'gold-first'})
    """
    parts = (how or "").split()
    orders = [part for part in parts if part in (GOLD_FIRST, OUTPUT_FIRST)]
    form = " ".join(part for part in parts if part not in orders)
    settings = {"task": task, "form": form, "order": orders[0] if orders else None}
    return {name: value for name, value in settings.items() if value}


def with_signature(target: str, signature: str) -> str:
    """The TARGET with this signature among its settings, where its settings name none.

    >>> with_signature("neg:m.py:f", "gains")
    'signature=gains,neg:m.py:f'
    """
    expression = read(target)
    return (
        target
        if "signature" in expression.settings
        else f"signature={signature}{',' if expression.prefix else ':'}{target}"
    )


def _splits(text: str) -> Iterator[tuple[str, str]]:
    """Yield the splits of the text at each colon, the last colon first."""
    for at in [i for i, letter in enumerate(text) if letter == ":"][::-1]:
        if at and text[at + 1 :]:
            yield text[:at], text[at + 1 :]


def _steps(target: str, text: str) -> tuple[Step, ...] | None:
    """The steps of an expression; None where the text is not an expression of this kind."""
    try:
        node: ast.expr = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None
    steps: list[Step] = []
    while not isinstance(node, ast.Name):
        if isinstance(node, ast.Attribute):
            steps.append(Attribute(node.attr))
            node = node.value
        elif isinstance(node, ast.Call):
            steps.append(Arguments(_bound(target, node)))
            node = node.func
        elif isinstance(node, ast.Subscript):
            steps.append(Component(_literal(target, node.slice)))
            node = node.value
        else:
            return None
    return (Attribute(node.id), *reversed(steps))


def _bound(target: str, node: ast.Call) -> dict[str, Any]:
    if node.args:
        argument = ast.unparse(node.args[0])
        raise TargetError(
            f"{target!r} binds the argument {argument} without a name: write name={argument}, since the arguments "
            f"without a name are the gold and the output"
        )
    if any(keyword.arg is None for keyword in node.keywords):
        raise TargetError(f"{target!r} binds arguments by **: write each as name=value")
    return {str(keyword.arg): _literal(target, keyword.value) for keyword in node.keywords}


class _Words(ast.NodeTransformer):
    """Replaces bare words by texts, so that a TARGET needs no quotes."""

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """The constant with the text of a word."""
        return ast.Constant(node.id)


def _literal(target: str, node: ast.expr) -> Any:
    written = ast.unparse(node)
    try:
        return ast.literal_eval(_Words().visit(node))
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        raise TargetError(
            f"{target!r} has the value {written}, which is not a literal: write a number, a text, True, "
            f"False, None, or a list, tuple or dictionary of these"
        ) from None


@dataclass(frozen=True)
class Result:
    """A function that returns a component of another function's result, or the negative of it.

    Attributes
    ----------
    function : the function
    components : the keys of the components, from the outside to the inside
    negated : whether the sign changes
    """

    function: Callable[..., Any]
    components: tuple[Any, ...] = ()
    negated: bool = False

    def __call__(self, *arguments: Any) -> Any:
        """The value for these arguments."""
        value = self.function(*arguments)
        for key in self.components:
            value = component(value, key)
        return -value if self.negated else value


class ComponentError(Exception):
    """A result does not have the component that a TARGET names."""


def component(result: Any, key: Any) -> Any:
    """A component of a result: by index or key or, for a text that is neither, by attribute.

    >>> component({"f1": 0.5}, "f1"), component((1, 2, 3), 2), component(1j, "real")
    (0.5, 3, 0.0)
    """
    try:
        return result[key]
    except (TypeError, KeyError, IndexError, AttributeError):
        if isinstance(key, str) and hasattr(result, key):
            return getattr(result, key)
    keys = ", ".join(map(repr, result)) if isinstance(result, Mapping) else ""
    length = f" of {len(result)} components" if not keys and hasattr(result, "__len__") else ""
    raise ComponentError(
        f"the result, a {type(result).__name__}{length}, has no component {key!r}{': it has ' + keys if keys else ''}"
    ) from None


def followed(value: Any, steps: tuple[Step, ...], place: str) -> Any:
    """The object to which these steps lead. Raises `TargetError` where a step cannot be made."""
    for step in steps:
        if isinstance(step, Attribute):
            if not hasattr(value, step.name):
                close = difflib.get_close_matches(step.name, [name for name in dir(value) if name[0] != "_"], 3)
                cure = f"did you mean {' or '.join(close)}?" if close else "check the spelling"
                raise TargetError(f"{place} has no attribute {step.name!r}: {cure}")
            value = getattr(value, step.name)
            place = f"{place}:{step.name}" if ":" not in place else f"{place}.{step.name}"
        elif isinstance(step, Component):
            value = _element(value, step.key, place)
        elif isinstance(value, type):
            try:
                value = value(**step.values)
            except Exception as error:
                raise TargetError(f"{place}: no object of this class can be made of these arguments: {error}") from None
        elif callable(value):
            value = _bind(value, step.values, place)
        else:
            raise TargetError(f"{place} is a {type(value).__name__}, which takes no arguments: name a function")
    return value


def _element(value: Any, key: Any, place: str) -> Any:
    if isinstance(value, Result):
        return replace(value, components=(*value.components, key))
    if callable(value) and not isinstance(value, type):
        return Result(value, (key,))
    try:
        return value[key]
    except (TypeError, KeyError, IndexError):
        raise TargetError(f"{place} is a {type(value).__name__} without the element {key!r}: check the key") from None


def _bind(function: Callable[..., Any], values: Mapping[str, Any], place: str) -> Callable[..., Any]:
    try:
        parameters = inspect.signature(function).parameters
    except (TypeError, ValueError):
        return partial(function, **values)
    anything = any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values())
    unknown = [name for name in values if name not in parameters]
    if unknown and not anything:
        raise TargetError(f"{place} has no parameter {unknown[0]!r}: its parameters are {', '.join(parameters)}")
    return partial(function, **values)
