"""How many processes of metrics live at once.

A run may ask metrics of some hundred modules, and each process that was asked once would keep its pipes to the end: the
system allows some hundred descriptors, and each process takes tens of MiB. So a process that is not at a call ends
where others need its place, the one that was asked longest ago first; its module is imported again when one of its
metrics is asked again.
"""

from __future__ import annotations

import os
import threading
import weakref
from typing import Protocol

MOST = 16
"""Processes of metrics that live at once, as far as they are not all at a call. Each takes at most four descriptors."""


class Resting(Protocol):
    """What has a process that can be ended while it is not at a call."""

    @property
    def lives(self) -> bool:
        """Whether it has a process, started by this one."""
        ...

    def rest(self) -> bool:
        """End the process, unless it is at a call; whether it has none now."""
        ...


class Pool:
    """Those who have a process, the one that was asked longest ago first."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._lock = threading.Lock()
        self._known: list[weakref.ref[Resting]] = []
        self._owner = 0

    def admit(self, asked: Resting) -> None:
        """Note who is asked now and is to have a process, and end those of others that are too many."""
        with self._lock:
            known = [one for ref in self._known if (one := ref()) is not None and one is not asked and one.lives]
            if self._owner != os.getpid():  # in a forked process, which has started no process yet
                self._owner, known = os.getpid(), []
            surplus = len(known) + 1 - self.most
            for one in known[:]:
                if surplus > 0 and one.rest():
                    known.remove(one)
                    surplus -= 1
            self._known = [weakref.ref(one) for one in (*known, asked)]


POOL = Pool(MOST)
"""That of this process."""
