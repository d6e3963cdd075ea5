"""A limit of the time that some work may take."""

from __future__ import annotations

import time
from dataclasses import dataclass, field


@dataclass
class TimeLimit:
    """So many seconds from now on.

    Attributes
    ----------
    seconds : how many; None for no limit
    begun : the time of the monotonic clock from which they count
    exceeded : whether the time, or a share of it, was over when that was asked
    """

    seconds: float | None = None
    begun: float = field(default_factory=time.monotonic)
    exceeded: bool = False

    def is_over(self, share: float = 1.0) -> bool:
        """Whether this share of the time has passed."""
        over = self.seconds is not None and time.monotonic() - self.begun > share * self.seconds
        self.exceeded = self.exceeded or over
        return over


NO_LIMIT = TimeLimit()
