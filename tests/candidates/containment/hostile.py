"""Metrics that misbehave, some once a ranking holds two documents; what they return otherwise is that of `share`, a
plain RBP.
"""

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
        time.sleep(0.001)  # several tests wait for the time limit, and the processor has other work


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


def _babble(end: bytes) -> Any:
    """Write into the pipe of the answers for some seconds."""
    until = time.monotonic() + 15
    while time.monotonic() < until:
        for fd in range(3, 12):
            try:
                os.write(fd, end)
            except OSError:
                continue
        if len(end) < 9:
            time.sleep(0.05)
    return 0.5


class Unprintable(BaseException):
    def __str__(self) -> str:
        raise self

    __repr__ = __str__


def _unspeakable(gains: list[int]) -> Any:
    raise ValueError("\ud800 \x1b[31m \x00 \x1b]0;title\x07")


def _unprintable(gains: list[int]) -> Any:
    raise Unprintable


def _generates(gains: list[int]) -> Any:
    yield 0.5


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
floods = _from_two(lambda gains: _babble(b"x" * 65536))
notes = _from_two(lambda gains: _babble(b'{"note": ["stdout", "hello"]}\n'))
drips = _from_two(lambda gains: _babble(b"x"))
unspeakable = _from_two(_unspeakable)
unprintable = _from_two(_unprintable)
unrepresentable = _from_two(lambda gains: Unprintable())
generates = _from_two(_generates)
hashes = _from_two(lambda gains: share(gains, []) * (-1 if hash("x") % 2 else 1))
# a clock that each process sets by its number, and that ticks by calls: no busy machine moves it further
clock = _from_two(lambda gains: os.getpid() * (1 + next(counter) * 2.0**-50))
seen: dict[int, float] = {}
remembers = _from_two(lambda gains: seen.setdefault(len(gains), share(gains, [])))


def prints(gains: list[int], ideal: list[int]) -> float:
    print("hello " * 10**5)  # noqa: T201
    os.write(1, b"raw")
    return share(gains, ideal)


def complains(gains: list[int], ideal: list[int]) -> float:
    print("oh\nno", file=sys.stderr)  # noqa: T201
    return share(gains, ideal)


def complains_raw(gains: list[int], ideal: list[int]) -> float:
    os.write(2, b"oh \x1b[31m\nno\n" * 10**4)
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


def daemonizes(gains: list[int], ideal: list[int]) -> float:
    """The number of a daemon; of two documents, no end, and of three a sudden one."""
    while len(gains) == 2:
        time.sleep(1)
    if len(gains) == 3:
        os._exit(0)
    listen, tell = os.pipe()
    if not os.fork():
        os.setsid()
        daemon = os.fork()
        if not daemon:
            time.sleep(1000)
        os.write(tell, str(daemon).encode())
        os._exit(0)
    os.wait()
    return float(os.read(listen, 20))


def sums_a_set(qrel: dict[str, int], run: dict[str, float]) -> float:
    ranks = {document: rank for rank, document in enumerate(run)}
    return sum((1 + qrel.get(document, 0)) * 0.9 ** ranks[document] for document in set(run))


def deaf(gains: list[int], ideal: list[int]) -> float:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    return share(gains, ideal)


def half(gains: list[int], ideal: list[int]) -> np.float32:
    return np.float32(share(gains, ideal))
