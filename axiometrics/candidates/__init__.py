"""Other people's metrics: found by name, called by signature, judged as black boxes."""

from axiometrics.candidates.blackbox import BlackBox
from axiometrics.candidates.finding import load, scorer, subject
from axiometrics.candidates.signatures import SIGNATURES, Declaration, Signature, metric

__all__ = ["SIGNATURES", "BlackBox", "Declaration", "Signature", "load", "metric", "scorer", "subject"]
