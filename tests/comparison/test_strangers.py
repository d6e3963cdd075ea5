"""What `identify` says of functions of strangers: the definition that each equals, or that it equals none, in words
that are true of it. The functions stand in `strangers/`, written anew after faults that people report.
"""

import pytest

import axiometrics as ax
from tests.comparison.strangers import grades, labels, lists
from tests.comparison.strangers.reading import TrueSentence

READINGS = (*lists.READINGS, *grades.READINGS, *labels.READINGS)

EACH = 40
"""Of so many functions, one is read in CI; all others before a release."""


def test_there_are_enough_strangers() -> None:
    assert len({reading.function for reading in READINGS}) == len(READINGS) >= 80


@pytest.mark.parametrize(
    "reading",
    [
        pytest.param(
            reading, id=reading.function.__name__, marks=pytest.mark.thorough if k % EACH else pytest.mark.slow
        )
        for k, reading in enumerate(READINGS)
    ],
)
def test_what_is_said_of_a_function_is_true(reading: TrueSentence) -> None:
    identification = ax.identify(reading.function, form=reading.form, budget=240)
    assert (identification.definition if identification.equal else "") == reading.equal
    assert reading.words in " ".join(str(identification).split())
