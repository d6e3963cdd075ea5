"""Stable order of small integers in linear time."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

_BITS = 16
"""Bits of a key that are ordered at a time: numpy orders integers of 16 bits in linear time, and longer ones not."""


def unplaced(size: int) -> npt.NDArray[np.signedinteger[Any]]:
    """An array of -1 for the numbers below `size`, into which places are put. It takes half the memory where 32 bits
    are enough for them.
    """
    return np.full(size, -1, np.int32 if size <= np.iinfo(np.int32).max else np.int64)


def scattered(keys: npt.NDArray[np.int64], size: int) -> npt.NDArray[np.signedinteger[Any]]:
    """Where each of the numbers below `size` stands among keys that are all different, -1 where it does not.

    >>> scattered(np.array([2, 0]), 3).tolist()
    [1, -1, 0]
    """
    places = unplaced(size)
    places[keys] = np.arange(len(keys), dtype=places.dtype)
    return places


def ordering(keys: npt.NDArray[np.int64], counts: npt.NDArray[np.int64] | None = None) -> npt.NDArray[np.int64]:
    """The stable order of integers from 0: numpy's radix sort of 16 bits, once for each 16 bits of the greatest key.

    Many keys that are all different, with few gaps, are their own places. `counts` says how often each key is there,
    where that is known.

    >>> ordering(np.array([2, 0, 2, 1])).tolist()
    [1, 3, 0, 2]
    """
    greatest = int(keys.max(initial=0))
    if (
        greatest >> _BITS
        and greatest < 2 * len(keys)
        and int((np.bincount(keys) if counts is None else counts).max()) == 1
    ):
        places = scattered(keys, greatest + 1)
        return (places if len(places) == len(keys) else places[places >= 0]).astype(np.int64)
    order = np.argsort(keys.astype(np.uint16), kind="stable")
    for shift in range(_BITS, greatest.bit_length(), _BITS):
        order = order[np.argsort((keys[order] >> shift).astype(np.uint16), kind="stable")]
    return order
