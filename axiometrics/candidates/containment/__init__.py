"""A user's metric, called where it can do no harm: in a process of its own that is watched, limited and ended."""

from axiometrics.candidates.containment.calling import Answer, Call, Failed, Here, Number
from axiometrics.candidates.containment.describing import Description, describe
from axiometrics.candidates.containment.process import TIMEOUT, Worker, forked, started
from axiometrics.candidates.containment.starting import isolates, memory_limit
from axiometrics.running.dependencies import NOTHING, Needs

__all__ = [
    "NOTHING",
    "TIMEOUT",
    "Answer",
    "Call",
    "Description",
    "Failed",
    "Here",
    "Needs",
    "Number",
    "Worker",
    "describe",
    "forked",
    "isolates",
    "memory_limit",
    "started",
]
