"""The pages of `axiometrics list` and `ax.list_`, one for each sort of thing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from axiometrics.core.errors import ParameterError
from axiometrics.core.page import Page
from axiometrics.services import inventory

if TYPE_CHECKING:
    from axiometrics.services.open_cells import OpenRequest

WHAT = (*inventory.WHAT, "open", "quantities")
"""The sorts of things that can be listed."""


def listing(sort: str, constraint: str | None, request: OpenRequest, verbose: bool = False) -> Page:
    """The page of one sort of things (`WHAT`). With `verbose`, it says more about constraints. Raises `ParameterError`
    for an argument that this sort does not take.
    """
    if sort not in WHAT:
        raise ParameterError(f"{sort!r} cannot be listed: choose one of {', '.join(WHAT)}")
    if sort != "open" and request.words:
        raise ParameterError(f"{request.words}: only `list open` is about cells; `list {sort}` takes --task alone")
    if sort != "quantities" and constraint is not None:
        raise ParameterError(f"{constraint!r}: only `list quantities` takes a constraint")
    if sort == "open":
        from axiometrics.services.open_cells import open_page

        return open_page(request)
    if sort != "quantities":
        return inventory.inventory_page(sort, request.task, verbose)
    if constraint is None:
        raise ParameterError("`list quantities` takes a constraint, for example ranking:priority")
    return inventory.quantities_page(constraint, request.task)
