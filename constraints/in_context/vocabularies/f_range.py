"""The F-score of one article."""

from __future__ import annotations

from fractions import Fraction

from axiometrics.core.case import Case
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Vocabulary
from axiometrics.definitions.element_runs import rsize, walk
from axiometrics.definitions.in_context.generalized_precision import text_f


def _f(case: Case) -> Fraction:
    return text_f(case.outputs["output"], case.gold) or Fraction(0)


def _retrieved(case: Case) -> tuple[int, int]:
    """The number of characters retrieved, and of highlighted characters among them."""
    listed = {path for _, _, path in case.outputs["output"].occurrences()}
    elements = [element for element in walk(case.gold) if "/".join(element.steps) in listed]
    return sum(element.size for element in elements), sum(element.rsize for element in elements)


def _text(case: Case) -> int:
    retrieved, highlighted = _retrieved(case)
    return retrieved + sum(rsize(article.root) for article in case.gold.articles) if highlighted else 1


_EXACT, _LESS, _SOME, _NONE = (("score(output) " + by,) for by in ("= 1", "< 1", "> 0", "= 0"))
_WITHIN = "without overlap the highlighted text retrieved is part of the text retrieved and of the highlighted text"

VOCABULARY = Vocabulary(
    see=lambda case: case,
    quantities={
        "F": Quantity("the F-score of the article", _f),
        "H": Quantity("characters retrieved that are highlighted", lambda c: _retrieved(c)[1], whole=True),
        "U": Quantity(
            "characters retrieved and characters highlighted, added, or 1 where none is both", _text, whole=True
        ),
    },
    facts=(
        Fact("F >= 0", Mark.DEFINITION, "a share of characters"),
        Fact("1 - F >= 0", Mark.ARITHMETIC, _WITHIN),
        Fact("U > 0", Mark.DEFINITION, "characters that are both are counted twice, and else it is 1"),
        Fact("U - 2*H = 0", Mark.DEFINITION, "all and only the highlighted text is retrieved", demands=_EXACT),
        Fact("U - 2*H > 0", Mark.ARITHMETIC, f"{_WITHIN}, and not all of one of them", ("formula",), demands=_LESS),
        Fact("H > 0", Mark.DEFINITION, "some of the highlighted text is retrieved", demands=_SOME),
        Fact("H = 0", Mark.DEFINITION, "none of it is retrieved", demands=_NONE),
    ),
)
