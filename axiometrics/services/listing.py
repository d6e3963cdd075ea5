"""The pages of `axiometrics list` and `ax.list_`, one for each sort of thing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from axiometrics.core.errors import ParameterError
from axiometrics.core.page import Page
from axiometrics.services import inventory

if TYPE_CHECKING:
    from axiometrics.services.open_cells import OpenRequest

WHAT = (*inventory.WHAT, "open", "quantities")
"""The sorts of things."""


def listing(what: str, constraint: str | None, request: OpenRequest, verbose: bool = False) -> Page:
    """The page of one of `WHAT`; `verbose` says more of constraints. Raises `ParameterError` for anything that this
    sort of thing does not take.
    """
    if what not in WHAT:
        raise ParameterError(f"{what!r} cannot be listed: choose one of {', '.join(WHAT)}")
    if what != "open" and request.words:
        raise ParameterError(f"{request.words}: only `list open` is about cells; `list {what}` takes --task alone")
    if what != "quantities" and constraint is not None:
        raise ParameterError(f"{constraint!r}: only `list quantities` takes a constraint")
    if what == "open":
        from axiometrics.services.open_cells import open_page

        return open_page(request)
    if what != "quantities":
        return inventory.inventory_page(what, request.task, verbose)
    if constraint is None:
        raise ParameterError("`list quantities` takes a constraint, for example ranking:priority")
    return inventory.quantities_page(constraint, request.task)
