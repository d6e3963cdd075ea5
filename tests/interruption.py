"""Interrupt a piece of work at a chosen line, because Ctrl-C may come at any line."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection
from types import FrameType
from typing import Any


def interrupted(work: Callable[[], object], files: Collection[str], line: int) -> bool:
    """Whether the work was interrupted, before it ran that many lines of these files."""
    passed = 0

    def watch(frame: FrameType, event: str, argument: object) -> Any:
        return within if frame.f_code.co_filename in files else None

    def within(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal passed
        if event == "line":
            passed += 1
            if passed == line:
                raise KeyboardInterrupt
        return within

    before = sys.gettrace()
    sys.settrace(watch)
    try:
        work()
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(before)
    return False
