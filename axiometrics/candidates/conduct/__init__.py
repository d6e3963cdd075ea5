"""Conduct: how a metric behaves where definitions say nothing, as a table of facts that calls have shown.

Two implementations of one definition give the same values on the inputs that the definition speaks of, and different
ones on the data that people have: a document without judgement, a document that is listed twice, a topic without an
answer, equal scores, a grade below 0. Documentation rarely says what happens there, and what happens is a custom and
not a fault. So each fact is measured: a call that shows the custom (`Probe`) is compared with plain calls. For each
custom that is known, plain calls give the value that the custom would give. The fact is the custom whose values equal
those of the metric on every probe. It comes with a short call that distinguishes this custom from the others.

A fact is reported only for a form that can show it: a list of relevant documents has no document without judgement.
Facts change no verdict and no exit code, and are not warnings. To read the code of a metric instead was rejected,
because most of these facts follow from what a library does far from the function that is called.
"""

from axiometrics.candidates.conduct.facts import NAMES, Conduct, ConductFact
from axiometrics.candidates.conduct.measurement import conduct

__all__ = ["NAMES", "Conduct", "ConductFact", "conduct"]
