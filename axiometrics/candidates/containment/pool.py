"""The pool limits how many processes of metrics live at once.

A run may use metrics of some hundred modules, and each process would keep its pipes until the end of the run. But the
system allows some hundred descriptors, and each process takes tens of MiB. So a process that is not at a call is ended
where others need its place, the one that was used longest ago first. Its module is imported again when one of its
metrics is needed again.
"""

from __future__ import annotations

import os
import threading
import weakref
from typing import Protocol

MOST = 16
"""The most processes of metrics that live at once; processes that are at a call are not ended, so there may be more.
Each takes at most four descriptors.
"""


class Resting(Protocol):
    """An object that has a process, which can be ended while it is not at a call."""

    @property
    def lives(self) -> bool:
        """Whether the object has a process that this process started."""
        ...

    def rest(self) -> bool:
        """End the process, unless it is at a call. Return whether the object has no process now."""
        ...


class Pool:
    """The objects that have a process, the object that was used longest ago first."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._lock = threading.Lock()
        self._known: list[weakref.ref[Resting]] = []
        self._owner = 0

    def admit(self, newest: Resting) -> None:
        """Note an object that is used now and is to have a process, and end surplus processes of other objects."""
        with self._lock:
            others = [
                holder for ref in self._known if (holder := ref()) is not None and holder is not newest and holder.lives
            ]
            if self._owner != os.getpid():  # this is a fork, which has started no process yet
                self._owner, others = os.getpid(), []
            surplus = len(others) + 1 - self.most
            for holder in others[:]:
                if surplus > 0 and holder.rest():
                    others.remove(holder)
                    surplus -= 1
            self._known = [weakref.ref(holder) for holder in (*others, newest)]


POOL = Pool(MOST)
"""The pool of this process."""
