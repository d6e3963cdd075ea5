"""Metrics that misbehave, some once a ranking holds two documents; what they return otherwise is that of `share`, a plain RBP."""

import ctypes
import itertools
import math
import os
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

Metric = Callable[[list[int], list[int]], Any]

counter = itertools.count()


def share(gains: list[int], ideal: list[int]) -> float:
    return sum(gain * 0.5**rank for rank, gain in enumerate(gains))


def _from_two(misbehave: Callable[[list[int]], Any]) -> Metric:
    def made(gains: list[int], ideal: list[int]) -> Any:
        return misbehave(gains) if len(gains) >= 2 else share(gains, ideal)

    return made


def _endless(gains: list[int]) -> Any:
    while True:
        pass


def _raises(gains: list[int]) -> Any:
    raise ValueError("two\nlines")


def _shuts(gains: list[int]) -> Any:
    os.closerange(3, 100)
    return 0.5


def _mutates(gains: list[int]) -> Any:
    gains.sort(reverse=True)
    return 0.5


def _babbles(gains: list[int]) -> Any:
    for fd in range(3, 20):
        try:
            os.write(fd, b"[[[[\n")
        except OSError:
            continue
    return 0.5


class Unreadable:
    __class__ = property(lambda self: 1 / 0)

    def __repr__(self) -> str:
        raise ValueError


raises = _from_two(_raises)
nan = _from_two(lambda gains: math.nan)
infinity = _from_two(lambda gains: np.float64("-inf"))
imaginary = _from_two(lambda gains: 1 + 2j)
imaginary_of_numpy = _from_two(lambda gains: np.complex128(1 + 2j))
none = _from_two(lambda gains: None)
array = _from_two(lambda gains: np.array([0.5, 0.5]))
text = _from_two(lambda gains: "0.5")
huge = _from_two(lambda gains: 10**400)
unreadable = _from_two(lambda gains: Unreadable())
mutates = _from_two(_mutates)
random = _from_two(lambda gains: float(next(counter)))
endless = _from_two(_endless)
endless_in_c = _from_two(lambda gains: sum(itertools.repeat(0)))
hog = _from_two(lambda gains: len(bytearray(8 << 30)))
leaves = _from_two(lambda gains: sys.exit("bye"))
interrupts = _from_two(lambda gains: (_ for _ in ()).throw(KeyboardInterrupt))
dies = _from_two(lambda gains: os._exit(0))
segfaults = _from_two(lambda gains: ctypes.string_at(0))
aborts = _from_two(lambda gains: os.abort())
shuts = _from_two(_shuts)
babbles = _from_two(_babbles)


def prints(gains: list[int], ideal: list[int]) -> float:
    print("hello " * 10**5)  # noqa: T201
    os.write(1, b"raw")
    return share(gains, ideal)


def complains(gains: list[int], ideal: list[int]) -> float:
    print("oh\nno", file=sys.stderr)  # noqa: T201
    return share(gains, ideal)


def warns(gains: list[int], ideal: list[int]) -> float:
    warnings.warn("not so good", stacklevel=1)
    return share(gains, ideal)


def threads(gains: list[int], ideal: list[int]) -> float:
    if threading.active_count() < 4:
        threading.Thread(target=time.sleep, args=(1000,)).start()
    return share(gains, ideal)


def forks(gains: list[int], ideal: list[int]) -> float:
    if next(counter) == 0:
        os.fork()
    return share(gains, ideal)


def asks(gains: list[int], ideal: list[int]) -> float:
    assert sys.stdin.read() == ""
    return share(gains, ideal)


def leaves_children(gains: list[int], ideal: list[int]) -> float:
    if next(counter) == 0 and not os.fork():
        time.sleep(1000)
    return share(gains, ideal)


def deaf(gains: list[int], ideal: list[int]) -> float:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    return share(gains, ideal)


def half(gains: list[int], ideal: list[int]) -> np.float32:
    return np.float32(share(gains, ideal))
