"""How far a run is: a live line on a terminal, elsewhere a plain line now and then, always on stderr."""

from __future__ import annotations

import shutil
import sys
import time
from typing import Any

from axiometrics.cli.outcome import tell

LIVE, PLAIN = 0.1, 10.0
"""Seconds between two tellings."""


class Progress:
    """Called by the runner with jobs done, jobs in all and what is under way; a context that wipes its line at the
    end.
    """

    def __init__(self, how: str) -> None:
        self.live = how == "auto" and sys.stderr.isatty()
        self.silent = how == "none"
        self.started = self.last = time.monotonic()
        self.shown = False

    def __call__(self, done: int, total: int, what: str) -> None:
        """Tell, if it is time again."""
        now = time.monotonic()
        if self.silent or now - self.last < (LIVE if self.live else PLAIN):
            return
        self.last = now
        line = f"{done}/{total}  {now - self.started:.0f} s  {what}"
        if self.live:
            self.shown = True
            width = shutil.get_terminal_size().columns - 1
            tell(f"\r{line[:width].ljust(width)}")
        else:
            tell(f"axiometrics: {line}\n")

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: Any) -> None:
        if self.shown:
            tell("\r" + " " * (shutil.get_terminal_size().columns - 1) + "\r")
