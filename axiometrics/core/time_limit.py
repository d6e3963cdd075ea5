"""A limit of the time that some work may take."""

from __future__ import annotations

import time
from dataclasses import dataclass, field


@dataclass(eq=False)
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

    def divided(self, parts: int = 1) -> TimeLimit:
        """A limit of one of so many equal parts of the time that is left, from now on."""
        if self.seconds is None:
            return self
        return TimeLimit(max(0.0, self.begun + self.seconds - time.monotonic()) / parts)


NO_LIMIT = TimeLimit()
