"""Check the cases of a reading: an edit makes the cases of the statement, and a batch holds the cases that the edit
makes.

A case has three forms. The plain statement recognises it (`axiometrics.verification.statements`). The family makes it,
by an edit or a list and by chance, and admits it. The batch holds it among thousands. Each form is compared with the
one before, on small cases, so that a mistake in one of them is found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from contextlib import suppress
from itertools import islice, pairwise, product
from typing import Any

import numpy as np

from axiometrics.core.arithmetic import Array
from axiometrics.core.case import Case
from axiometrics.core.constraint import Constraint, Quantifier, Reading
from axiometrics.core.family import CaseFamily, DuelFamily, SeriesFamily
from axiometrics.generators.draws import Chance, RefusedError
from axiometrics.generators.random_cases import drawable, random_case
from axiometrics.testing.demands import demand
from axiometrics.verification.statements import admitted

MANY = 200
"""The number of cases that can be looked at in a moment."""

FEW = 40
"""The greatest number of cases of the smallest size that are looked at one by one."""

MIXED = 4
"""The number of cases whose golds and outputs are exchanged with each other in every way."""

DRAWN, TRIES, BEYOND = 4, 120, 4
"""The number of random cases that are looked at; the number of draws for them, since some draws come to no case; and
the size that most of them exceed.
"""

PROTOCOLS = {Quantifier.FOR_ALL: CaseFamily, Quantifier.FOR_ALL_EXISTS: CaseFamily, Quantifier.DESCRIBES: SeriesFamily}
"""The type that the cases of a reading need, by quantifier. For all other quantifiers it is `DuelFamily`."""


def check_cases(constraint: Constraint, reading: Reading) -> None:
    """Raise `AssertionError` unless the family of a reading fulfils the protocol of its kind."""
    name, family = f"{constraint.name}@{reading.name}", reading.cases
    demand(reading.statement.strip(), name, "its statement is empty", "say in words which cases it is about")
    wanted = PROTOCOLS.get(constraint.quantifier, DuelFamily)
    problem = f"its cases are a {type(family).__name__}, the quantifier is {constraint.quantifier.name}"
    demand(isinstance(family, wanted), name, problem, f"a {wanted.__name__} is expected (axiometrics.core.family)")
    demand(isinstance(family.unit, str), name, f"the unit is {family.unit!r}", "say in words what sizes count")
    default = family.largest(None)
    demand(family.largest(10**6) >= default, name, "a great cap makes it smaller", "return at least the default")
    if isinstance(family, DuelFamily):
        for closed in (False, True):
            why = family.admits(family.case(2, closed=closed))
            demand(why is None, name, f"the duel of n=2 is not admitted ({why})", "admit every duel that `case` makes")
    if isinstance(family, CaseFamily):
        _demand_sizes(family, default, name)
        first = _first_size(family, default, name)
        check_edit(constraint, reading, list(islice(family.cases(first), FEW)))
        check_batch(reading, first, name)
        check_draws(constraint, reading)


def _demand_sizes(family: CaseFamily, default: int, name: str) -> None:
    beyond = [cap for cap in (1, 2, default) if family.largest(cap) > cap]
    demand(not beyond, name, f"under the caps {beyond} it is searched further", "never go above the cap")
    demand(family.complete(default) >= 1, name, f"complete({default}) is below 1", "a case has at least one document")


def _first_size(family: CaseFamily, default: int, name: str) -> int:
    sizes = (size for size in range(1, default + 1) if next(iter(family.cases(size)), None) is not None)
    first = next(sizes, None)
    problem = f"there is no case up to the default size {default}"
    demand(first is not None, name, problem, "list the cases of each size, or search further")
    assert first is not None
    return first


# --- an edit and the plain statement


def check_edit(constraint: Constraint, reading: Reading, listed: list[Case]) -> None:
    """Raise `AssertionError` unless the plain statement admits the listed cases of a reading, and the family and the
    plain statement admit the same cases among their golds and outputs, exchanged in every way.
    """
    name, family = f"{constraint.name}@{reading.name}", reading.judged
    for case in listed:
        roles = case.asked(family.demand).roles
        demand(tuple(case.outputs) == roles, name, f"{case} has the outputs {tuple(case.outputs)}", f"expected {roles}")
        _demand_admitted(constraint, reading, case, name)
    turned = [family.admits(exchanged(case)) is None for case in listed if len(case.outputs) > 1]
    both = turned and all(turned) and family.demand.strict
    demand(not both, name, "every case is admitted with its outputs exchanged, too", "look at the roles of the outputs")
    cure = "write the plain statement and the edit from the same sentence of the paper"
    for case in islice(mixed(listed), MANY):
        why, said = family.admits(case), admitted(constraint, reading, case)
        problem = f"{case} is {'admitted' if why is None else f'not admitted ({why})'}, and its plain statement differs"
        demand((why is None) is not isinstance(said, str), name, problem, cure)


def _demand_admitted(constraint: Constraint, reading: Reading, case: Case, name: str) -> None:
    why = reading.judged.admits(case)
    demand(why is None, name, f"{case} is made, and not admitted ({why})", "admit what is listed and drawn")
    if case.is_single:
        said = admitted(constraint, reading, Case(case.gold, case.outputs, golds=case.golds))
        cure = "write the plain statement and the cases from the same sentence of the paper"
        demand(not isinstance(said, str), name, f"{case} is made, and the plain statement refuses it ({said})", cure)


def mixed(listed: list[Case]) -> Iterator[Case]:
    """Cases made from the golds and outputs of a few plain cases, combined in every way."""
    some = [case for case in listed if case.is_plain][:: max(1, len(listed) // MIXED)][:MIXED]
    outputs = dict.fromkeys(output for case in some for output in case.outputs.values())
    for gold in dict.fromkeys(case.gold for case in some):
        for chosen in product(outputs, repeat=len(some[0].outputs)):
            yield Case(gold, dict(zip(some[0].outputs, chosen, strict=True)))


def exchanged(case: Case) -> Case:
    """The case with the outputs of its first two roles exchanged."""
    first, second, *_ = case.outputs
    return type(case)(case.gold, {**case.outputs, first: case.outputs[second], second: case.outputs[first]})


# --- draws and the plain statement


def check_draws(constraint: Constraint, reading: Reading) -> None:
    """Raise `AssertionError` unless random cases of a reading, where they are drawn, are admitted."""
    name, family = f"{constraint.name}@{reading.name}", reading.judged
    drawn: list[Case] = []
    for seed in range(TRIES) if drawable(family) else ():
        with suppress(RefusedError):
            drawn.append(random_case(family, Chance(seed), BEYOND))
            _demand_admitted(constraint, reading, drawn[-1], name)
        if len(drawn) == DRAWN:
            break
    none = not drawn and drawable(family) and constraint.quantifier is Quantifier.FOR_ALL
    problem = f"none of {TRIES} draws comes to a case"
    demand(not none, name, problem, "draw golds and outputs in which the edit can be made")


# --- a batch and the cases that are listed


def check_batch(reading: Reading, first: int, name: str) -> None:
    """Raise `AssertionError` unless the blocks of a reading hold the listed cases, each once and smallest first. The
    cases are read from the blocks with values that are all equal: every case is then in doubt, so that a block hands
    over all of them.

    Parameters
    ----------
    reading : a reading whose cases are all judged
    first : the smallest size that has a case; larger ones are looked at while cases are few
    name : the name of the reading in messages
    """
    family, size = reading.judged, first
    listed = {_named(case): case for case in family.cases(first)}
    while size + 1 < family.largest(None):  # beyond its default size, a family may search only a part of the cases
        more = {_named(case): case for case in islice(family.cases(size + 1), MANY + 1)}
        if len(listed) + len(more) > MANY:
            break
        listed, size = listed | more, size + 1
    blocks = list(family.blocks(size))
    counts = sum(map(len, blocks)), len(listed)
    problem = f"up to size {size}, {counts[0]} cases are searched and {counts[1]} listed"
    demand(counts[0] == counts[1], name, problem, "let `blocks` and `cases` have the same cases")
    leasts = [block.least for block in blocks]
    problem = f"the least documents of its blocks are {leasts}"
    demand(leasts and all(a <= b for a, b in pairwise(leasts)), name, problem, "yield the smallest blocks first")
    least = min(case.documents for case in listed.values())
    demand(leasts[0] == least, name, f"{problem}, and the smallest case has {least}", "name the documents of a case")
    if all(case.is_plain for case in listed.values()) and family.demand.by in {">", ">="}:
        _demand_same(blocks, listed, name)


def _demand_same(blocks: list[Any], listed: dict[Hashable, Case], name: str) -> None:
    searched: Counter[Hashable] = Counter()
    for block in blocks:
        doubtful = list(block.judge(_all_equal, False, None).doubtful)
        sizes = [case.size for case in doubtful]
        problem = f"a block whose least case is to have {block.least} documents hands over cases of the sizes {sizes}"
        demand(
            sizes == sorted(sizes) and sizes[0][0] >= block.least, name, problem, "hand over the smallest case first"
        )
        below = sizes[len(sizes) // 2]
        smaller = [case.size for case in block.judge(_all_equal, False, below).doubtful]
        problem = f"asked for cases below the size {below}, a block hands over the sizes {smaller}"
        demand(smaller == [size for size in sizes if size < below], name, problem, "let `sizes` be those of the cases")
        searched.update(map(_named, doubtful))
    odd = next((case for case in searched if case not in listed or searched[case] > 1), None)
    problem = f"of its blocks {odd} is one case, which is not listed or comes twice"
    demand(odd is None, name, problem, "let `blocks` and `cases` have the same cases")


def _named(case: Case) -> Hashable:
    """A key that is equal only for equal cases."""
    parameters = tuple((role, tuple(values.items())) for role, values in case.parameters.items())
    return case.gold, tuple(case.outputs.items()), tuple(case.golds.items()), parameters, case.demand, case.bound


def _all_equal(universe: Any, elements: Any) -> Array:
    return np.zeros(len(elements))
