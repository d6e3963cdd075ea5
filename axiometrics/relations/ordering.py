"""Stable order of small integers in linear time."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

_BITS = 16


def ordering(keys: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """The stable order of integers from 0: numpy's radix sort of 16 bits, once for each 16 bits of the greatest key.

    Many keys that are all different, with few gaps, are their own places.

    >>> ordering(np.array([2, 0, 2, 1])).tolist()
    [1, 3, 0, 2]
    """
    greatest = int(keys.max(initial=0))
    if greatest >> _BITS and greatest < 2 * len(keys) and int(np.bincount(keys).max()) == 1:
        places = np.full(greatest + 1, -1)
        places[keys] = np.arange(len(keys))
        return places if len(places) == len(keys) else places[places >= 0]
    order = np.argsort(keys.astype(np.uint16), kind="stable")
    for shift in range(_BITS, greatest.bit_length(), _BITS):
        order = order[np.argsort((keys[order] >> shift).astype(np.uint16), kind="stable")]
    return order
