"""Cells of our own metrics do not depend on filters of warnings or on flags of the floating point unit."""

import warnings
from typing import Any

import numpy as np
import pytest

import axiometrics
from axiometrics.judging import ExactJudge
from tests.cells import without_time


def cells() -> list[Any]:
    matrix = axiometrics.matrix(task="filtering", study="amigo2013", max_size=5)
    return without_time(matrix)


def test_filters_and_flags_change_no_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some builds of numpy warn of an overflow where others do not; here each block of values overflows."""
    before = cells()
    values = ExactJudge.values

    def overflowing(self: Any, *given: Any) -> Any:
        assert np.isinf(np.array([1e308]) * 10).all()
        return values(self, *given)

    monkeypatch.setattr(ExactJudge, "values", overflowing)
    with warnings.catch_warnings(record=True) as heard, np.errstate(all="warn"):
        warnings.simplefilter("always")
        assert cells() == before
    assert not [warning for warning in heard if issubclass(warning.category, RuntimeWarning)]
    with warnings.catch_warnings(), np.errstate(all="raise"):
        warnings.simplefilter("error")
        assert cells() == before
