"""The files of axiometrics whose functions are called while a cell is computed, as JSON: `python called.py METRIC
CONSTRAINT`, the metric being empty for a user's. It is a program of its own, since a profile function in the process of
many other tests waited for ever at its first call, twice.
"""

import json
import sys
from types import FrameType
from typing import Any

from axiometrics import candidates, registry
from axiometrics.running.candidate import builtin
from axiometrics.running.carried_evidence import carried
from axiometrics.running.run import run
from axiometrics.running.settings import Search, Sizes

SIZES = Sizes.read("3,rag-bag=5,size-vs-quantity=7,thresholds=5")


def share(gains: list[int], ideal: list[int]) -> float:
    """A user's metric."""
    return sum(gain / 2.0**rank for rank, gain in enumerate(gains))


def called(metric: str, constraint: str) -> set[str]:
    """But for what modules do when they are loaded, which their importers answer for, and declarations that are asked
    for their name.
    """
    files: set[str] = set()

    def watch(frame: FrameType, event: str, argument: Any) -> None:
        file = frame.f_code.co_filename
        if event == "call" and "axiometrics" in file and file not in files:
            around: FrameType | None = frame
            while around is not None and around.f_code.co_name != "<module>":
                around = around.f_back
                if around is not None and around.f_code is carried.__code__:
                    return  # from kept cells, in each run anew: what is carried is not kept
                if around is not None and around.f_code is here:
                    files.add(file)
                    return

    here = sys._getframe().f_code
    (chosen,) = registry.match_constraints(constraint)
    candidate = builtin(registry.metric(metric)) if metric else candidates.candidate(share)
    search = Search(SIZES, 2)
    sys.setprofile(watch)
    try:
        run([candidate], [chosen], search, readings="all")
    finally:
        sys.setprofile(None)
    return files


if __name__ == "__main__":
    print(json.dumps(sorted(called(*sys.argv[1:]))))  # noqa: T201
