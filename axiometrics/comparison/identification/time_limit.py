"""The time that a search may take. What is asked after it has passed is left out, and the answer says so."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cached_property

SECONDS = 60.0
"""The time of one search unless told."""


@dataclass(frozen=True)
class TimeLimit:
    """So many seconds from now; None for no limit."""

    seconds: float | None = None

    @cached_property
    def _begun(self) -> float:
        return time.monotonic()

    def __post_init__(self) -> None:
        assert self._begun

    def is_over(self, share: float = 1.0) -> bool:
        """Whether this share of the time has passed."""
        return self.seconds is not None and time.monotonic() - self._begun > share * self.seconds


NO_LIMIT = TimeLimit()
