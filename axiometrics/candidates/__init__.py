"""Other people's metrics: found by name, called by signature, judged as black boxes."""

from axiometrics.candidates.blackbox import BlackBox
from axiometrics.candidates.declaration import Declaration, metric
from axiometrics.candidates.finding import load, scorer, subject

__all__ = ["BlackBox", "Declaration", "load", "metric", "scorer", "subject"]
