"""Other people's metrics: found by name, called by signature, judged as black boxes."""

from axiometrics.targets.blackbox import BlackBox
from axiometrics.targets.finding import load, scorer, subject
from axiometrics.targets.signatures import SIGNATURES, Declaration, Signature, metric

__all__ = ["SIGNATURES", "BlackBox", "Declaration", "Signature", "load", "metric", "scorer", "subject"]
