"""The pipes to a worker process: a request is written, what comes back is handed on line by line, and the time is
kept.
"""

from __future__ import annotations

import os
import select
import time
from collections.abc import Callable

from axiometrics.candidates.containment.templates import Process
from axiometrics.candidates.containment.termination import ended

PAUSE = 0.0005
"""Seconds between two looks at answers that are coming in: waking for each would cost more than it takes to give it."""

LINE = 2**22
"""Bytes of one line that are read."""

SAID = 2**10
"""Bytes that are kept of what a process writes to stderr."""


class Pipes:
    """What a process is asked through, and answers.

    Parameters
    ----------
    process : the process
    ends : where to write requests, to read answers, and to read what it writes to stderr

    Attributes
    ----------
    since : when the last request was sent or, where `take` sets it, the last answer came
    """

    def __init__(self, process: Process, ends: tuple[int, int, int]) -> None:
        self._process = process
        self._requests, self._answers, self._errors = ends
        os.set_blocking(self._requests, False)
        self._pending, self._said, self._read_from = b"", b"", [self._answers, self._errors]
        self.since = 0.0

    def said(self) -> bytes:
        """How what the process has written to stderr begins."""
        if self._errors in self._ready(0, writing=False):
            self._overhear()
        return self._said

    def _ready(self, seconds: float, writing: bool) -> set[int]:
        """The ends at which something can be read or written at once, or after at most so many seconds."""
        waiting = select.poll()  # unlike `select`, it takes descriptors beyond 1024
        for end in self._read_from:
            waiting.register(end, select.POLLIN)
        if writing:
            waiting.register(self._requests, select.POLLOUT)
        return {end for end, _ in waiting.poll(1000 * seconds)}

    def exchange(
        self,
        request: bytes,
        take: Callable[[bytes], bool],
        limit: float,
        what: str,
        first: tuple[float, Callable[[], None]] | None = None,
    ) -> str | None:
        """Send a request and hand on what comes back line by line until `take` says it is all; else what went wrong.
        Only an answer buys more time. The first answer may take the time that `first` says; its function is called
        where it takes longer than the others may.
        """
        rest, self.since = memoryview(request), time.monotonic()
        began = self.since
        while True:
            ready = self._ready(limit / 4, bool(rest))
            if self._errors in ready:
                self._overhear()
            try:
                if self._requests in ready:
                    rest = rest[os.write(self._requests, rest) :]
                if self._answers in ready:
                    found = os.read(self._answers, 1 << 16)
                    if not found:
                        return ended(self._process)
                    *lines, self._pending = (self._pending + found).split(b"\n")
                    for i, line in enumerate(lines, 1):
                        if take(line):
                            if self._pending or i < len(lines):
                                raise ValueError("more than was asked for")
                            return None
                    if len(self._pending) > LINE:
                        raise ValueError("a line without end")
                if ready and not rest:
                    time.sleep(PAUSE)
            except BrokenPipeError:
                rest = memoryview(b"")
            except (ValueError, TypeError, RecursionError):
                return "wrote something else than answers into its pipe"
            if (
                self._answers not in ready
                and self._process.poll() is not None
                and self._answers not in self._ready(0, writing=False)
            ):
                return ended(self._process)  # and what it wrote before it did has been read
            waited = time.monotonic() - self.since
            if first is not None and self.since == began and limit < waited <= first[0]:
                first[1]()
            elif waited > limit:
                most = first[0] if first is not None and self.since == began else limit
                return f"gave no answer for {most:g} s: {what} may take no longer (--timeout)"

    def _overhear(self) -> None:
        """Read what the process writes to stderr, and keep how it begins."""
        found = os.read(self._errors, 1 << 16)
        self._said += found[: SAID - len(self._said)]
        if not found:
            self._read_from = [self._answers]
