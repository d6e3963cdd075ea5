"""All children of an ideal element that has no text of its own."""

from __future__ import annotations

from axiometrics.constraints.focused.vocabularies.credits import WHOLE, WHOLE_FACT
from axiometrics.core.vocabulary import Vocabulary

VOCABULARY = Vocabulary(see=lambda case: case, quantities=WHOLE, facts=(WHOLE_FACT,))
