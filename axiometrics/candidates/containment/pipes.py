"""The pipes to a worker process. They carry requests and, line by line, answers, and they keep the time."""

from __future__ import annotations

import os
import select
import time
from collections.abc import Callable

from axiometrics.candidates.containment.templates import Process
from axiometrics.candidates.containment.termination import ended

PAUSE = 0.0005
"""The seconds between two reads of answers that are coming in. To wake up for each answer would cost more time than to
compute it.
"""

LINE = 2**22
"""The most bytes of one line that are read."""

SAID = 2**10
"""The number of bytes that are kept of the text that a process writes to stderr."""


class Pipes:
    """The pipes through which a process gets requests and gives answers.

    Parameters
    ----------
    process : the process
    ends : the descriptors for writing requests, for reading answers, and for reading its stderr

    Attributes
    ----------
    since : the time at which the last request was sent or, where `take` sets it, the last answer came
    """

    def __init__(self, process: Process, ends: tuple[int, int, int]) -> None:
        self._process = process
        self._requests, self._answers, self._errors = ends
        os.set_blocking(self._requests, False)
        self._pending, self._said, self._read_from = b"", b"", [self._answers, self._errors]
        self.since = 0.0

    def said(self) -> bytes:
        """The beginning of the text that the process has written to stderr."""
        if self._errors in self._ready(0, writing=False):
            self._overhear()
        return self._said

    def _ready(self, seconds: float, writing: bool) -> set[int]:
        """The ends that can be read or written now. Where there are none, wait for at most the given seconds."""
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
        step: str,
        first: tuple[float, Callable[[], None]] | None = None,
    ) -> str | None:
        """Send a request, and pass each line of the answer to `take`, until `take` returns that the line was the last.
        Return None, or in words what went wrong. Only an answer extends the time. `first` holds the time that the first
        answer may take, and a function that is called if the first answer takes longer than the other answers may.
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
                    received = os.read(self._answers, 1 << 16)
                    if not received:
                        return ended(self._process)
                    *lines, self._pending = (self._pending + received).split(b"\n")
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
                return ended(self._process)  # all that it wrote before has been read
            waited = time.monotonic() - self.since
            if first is not None and self.since == began and limit < waited <= first[0]:
                first[1]()
            elif waited > limit:
                most = first[0] if first is not None and self.since == began else limit
                return f"gave no answer for {most:g} s: {step} may take no longer (--timeout)"

    def _overhear(self) -> None:
        """Read the text that the process writes to stderr, and keep its beginning."""
        text = os.read(self._errors, 1 << 16)
        self._said += text[: SAID - len(self._said)]
        if not text:
            self._read_from = [self._answers]
