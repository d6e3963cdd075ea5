"""What `identify` says of functions of strangers: the definition that each equals, or that it equals none, in words
that are true of it. The functions stand in `strangers/`, written anew after faults that people report.
"""

import pytest

import axiometrics as ax
from tests.comparison.strangers import grades, labels, lists
from tests.comparison.strangers.reading import TrueSentence

READINGS = (*lists.READINGS, *grades.READINGS, *labels.READINGS)


def test_there_are_enough_strangers() -> None:
    assert len({reading.function for reading in READINGS}) == len(READINGS) >= 80


@pytest.mark.slow
@pytest.mark.few(7)
@pytest.mark.parametrize("reading", READINGS, ids=[reading.function.__name__ for reading in READINGS])
def test_what_is_said_of_a_function_is_true(reading: TrueSentence) -> None:
    found = ax.identify(reading.function, form=reading.form, budget=240)
    assert (found.definition if found.equal else "") == reading.equal
    assert reading.words in " ".join(str(found).split())
