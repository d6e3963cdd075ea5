"""Numbers of foreign files that `Fraction` reads for hours, or Python not at all, are refused wherever they stand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from axiometrics.candidates.declaration import undefined_policy
from axiometrics.core import names
from axiometrics.core.documents import parse
from axiometrics.core.errors import AxiometricsError
from axiometrics.core.rational import rational
from axiometrics.evaluation.files import Source
from axiometrics.evaluation.intents import read_topic_qrels

DIGITS = "9" * 5000
HUGE = ["1e999999999", "1e-999999999", DIGITS, f"1/{DIGITS}", f"0.{DIGITS}", "1/0", "nan", "inf", "1_0", "\u0663"]


@pytest.mark.parametrize("text", HUGE)
def test_what_is_not_short_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"at most 400 signs|a fraction over 0"):
        rational(text)


def probability(text: str, folder: Path) -> object:
    (folder / "qrels").write_text("1 a d1 1\n1 b d2 1\n", encoding="utf-8")
    (folder / "chances").write_text(f"1 a {text}\n1 b 0.5\n", encoding="utf-8")
    return read_topic_qrels(Source(str(folder / "qrels")), Source(str(folder / "chances")))


READERS: dict[str, Callable[[str, Path], object]] = {
    "the probability of an intent": probability,
    "what an undefined value counts as": lambda text, _: undefined_policy(text),
}


@pytest.mark.parametrize("text", HUGE)
@pytest.mark.parametrize("reader", READERS)
def test_readers_refuse_it(reader: str, text: str, tmp_path: Path) -> None:
    with pytest.raises((AxiometricsError, ValueError)) as refused:
        READERS[reader](text, tmp_path)
    assert "set_int_max_str_digits" not in str(refused.value)


def test_parameters_of_a_described_metric_are_compared_as_texts() -> None:
    assert names.agrees({"p": "0.80"}, {"p": "4/5"})
    assert not names.agrees({"p": "1e999999999"}, {"p": "4/5"})


def test_a_number_of_json_with_too_many_digits_is_told() -> None:
    with pytest.raises(ValueError, match=r"^a number has more than [0-9]+ digits$"):
        parse(DIGITS)
