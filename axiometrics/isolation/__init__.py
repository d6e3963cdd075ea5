"""A user's metric, called where it can do no harm: in a process of its own that is watched, limited and ended."""

from axiometrics.isolation.calling import Answer, Call, Failed, Here, Number
from axiometrics.isolation.describing import Description, describe
from axiometrics.isolation.loading import NOTHING, Needs
from axiometrics.isolation.process import TIMEOUT, Worker, forked, started
from axiometrics.isolation.starting import isolates, memory_limit

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
