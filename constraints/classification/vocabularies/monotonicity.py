"""Monotonicity: an error is corrected. Where the gold has both classes, these are the moves of priority in filtering,
so the quantities, their facts and the sketches are the same. Of cases whose gold lacks a class nothing is said.
"""

from dataclasses import replace

from axiometrics.constraints.filtering.vocabularies.priority import VOCABULARY as PRIORITY

READINGS = ("both-in-gold", "both")

VOCABULARY = replace(
    PRIORITY,
    facts=tuple(
        replace(fact, readings=READINGS) for fact in PRIORITY.facts if not fact.readings or "universal" in fact.readings
    ),
    sketches=lambda reading: PRIORITY.sketches("universal") if reading in READINGS else (),
)
