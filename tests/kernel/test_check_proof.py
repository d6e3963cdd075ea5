"""The kernel is one file that a stranger runs alone: it accepts the proofs that ship, and no proof that was forged."""

from __future__ import annotations

import ast
import json
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from importlib.resources import files
from pathlib import Path
from typing import Any

import mpmath
import pytest

import axiometrics
from axiometrics.core.matrix import Matrix
from axiometrics.kernel import check_proof
from axiometrics.kernel.check_proof import ProofError, ProvedClaim, main, prove, read_term, sign_of
from axiometrics.reports import json as report

JSON = dict[str, Any]
HOUSE = Path(axiometrics.__file__).parent
ROOT = HOUSE.parent
SHIPPED = sorted(HOUSE.glob("proving/shipped/*.jsonl"))


@pytest.fixture
def saved(matrix_of: Callable[..., Matrix], tmp_path: Path) -> Path:
    """A matrix with two proofs, saved as JSON."""
    matrix = matrix_of(["rr", "ap"], ["ranking:priority"], reading="universal")
    (tmp_path / "matrix.json").write_text(report.REPORT.render(matrix), encoding="utf-8")
    return tmp_path / "matrix.json"


# --- a stranger runs it


def alone(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The file, copied away from the house, under a Python that sees no installed package."""
    copied = shutil.copy(check_proof.__file__, folder / "check_proof.py")
    command = [sys.executable, "-I", "-S", copied, *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_a_stranger_checks_a_saved_proof_with_the_file_alone(saved: Path) -> None:
    ended = alone(saved.parent, saved.name, "-v")
    assert (ended.returncode, ended.stderr) == (0, "")
    lines = ended.stdout.splitlines()
    proof = proof_of(json.loads(saved.read_text(encoding="utf-8")))
    for step in proof["steps"]:
        assert sum(line.startswith(f"  {step['rule']}: ") and step["id"] in f"{line}" for line in lines) <= 1
    assert sum(line.startswith("  ") and "taken for granted" not in line for line in lines) == len(proof["steps"])
    assert [line.partition(": (")[0] for line in lines if line.startswith("right")] == [
        "right: ap ranking:priority universal"
    ]


def test_the_kernel_is_this_file_and_imports_the_standard_library_alone() -> None:
    assert [path.name for path in sorted((HOUSE / "kernel").glob("*.py"))] == ["__init__.py", "check_proof.py"]
    nodes = list(ast.walk(ast.parse(Path(check_proof.__file__).read_bytes())))
    named = {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}
    named |= {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    assert {name.partition(".")[0] for name in named} <= sys.stdlib_module_names


@pytest.mark.slow
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_it_accepts_every_proof_that_ships(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(path)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert f"{len(path.read_text(encoding='utf-8').splitlines())} right, 0 wrong" in said


# --- forged proofs


def proof_of(document: JSON, metric: str = "ap") -> JSON:
    """The proof in the cell of a metric."""
    (cell,) = (cell for cell in document["cells"] if cell["metric"] == metric)
    proof: JSON = cell["evidence"]["detail"]["proof"]
    return proof


def cell_of(document: JSON) -> JSON:
    return next(cell for cell in document["cells"] if cell["metric"] == "ap")


def claims_more(document: JSON) -> None:
    proof_of(document)["steps"][-1]["claim"] += " + 1"


def another_numerator(document: JSON) -> None:
    proof_of(document)["steps"][-1]["numerator"] = "2 + q5"


def no_certificate(document: JSON) -> None:
    del proof_of(document)["steps"][-1]["from"]


def another_rule(document: JSON) -> None:
    step = proof_of(document)["steps"][-1]
    proof_of(document)["steps"][-1] = {"id": step["id"], "claim": step["claim"], "rule": "believed"}


def the_last_step_is_missing(document: JSON) -> None:
    proof_of(document)["steps"].pop()


def no_steps(document: JSON) -> None:
    proof_of(document)["steps"] = []


def a_fact_less(document: JSON) -> None:
    proof_of(document)["facts"].remove("i - c - 1 >= 0")


def another_excess(document: JSON) -> None:
    proof_of(document)["excess"] = "1/N"


def the_excess_turned(document: JSON) -> None:
    proof_of(document)["excess"] = f"-({proof_of(document)['excess']})"


def of_another_metric(document: JSON) -> None:
    cell_of(document)["metric"] = "rbp(p=0.8)"


def of_another_constraint(document: JSON) -> None:
    proof_of(document)["constraint"] = "ranking:deepness"


def of_another_reading(document: JSON) -> None:
    proof_of(document)["reading"] = "graded"


def the_opposite_in_the_cell(document: JSON) -> None:
    cell_of(document)["holds"] = False


def the_opposite(document: JSON) -> None:
    cell_of(document)["holds"] = proof_of(document)["holds"] = False


def fewer_lemmas(document: JSON) -> None:
    cell_of(document)["evidence"]["detail"]["lemmas"] = -1


def another_schema(document: JSON) -> None:
    proof_of(document)["schema"] = "axiometrics/proof/2"


def a_field_more(document: JSON) -> None:
    proof_of(document)["steps"][0]["because"] = "I say so"


def a_float(document: JSON) -> None:
    proof_of(document)["symbols"]["i"] = 1.0


def an_exponent_without_measure(document: JSON) -> None:
    steps = proof_of(document)["steps"]
    steps.insert(0, {"id": "long", "claim": "((i + c + N)**60)**60 > 0", "rule": "evident"})


def a_number_without_measure(document: JSON) -> None:
    proof_of(document)["steps"].insert(0, {"id": "long", "claim": "2**64**64**64 > 0", "rule": "evaluate"})


def no_proof(document: JSON) -> None:
    cell_of(document)["evidence"]["detail"]["proof"] = None


FORGED = [
    (claims_more, "another term"),
    (another_numerator, "another term"),
    (no_certificate, "from maps names"),
    (another_rule, "no rule"),
    (the_last_step_is_missing, "not what it says of its excess"),
    (no_steps, "no step at all"),
    (a_fact_less, "not evident"),
    (another_excess, "not what it says of its excess"),
    (the_excess_turned, "not what it says of its excess"),
    (of_another_metric, "about metric"),
    (of_another_constraint, "about constraint"),
    (of_another_reading, "about reading"),
    (the_opposite_in_the_cell, "about holds"),
    (the_opposite, "not what it says of its excess"),
    (fewer_lemmas, "lemmas"),
    (another_schema, "expected the schema"),
    (a_field_more, "no field"),
    (a_float, "floats"),
    (an_exponent_without_measure, "beyond all measure"),
    (a_number_without_measure, "takes a whole number to 64"),
    (no_proof, "expected the schema"),
]


@pytest.mark.parametrize(("forge", "why"), FORGED, ids=lambda given: getattr(given, "__name__", ""))
def test_a_forged_proof_is_refused(
    forge: Callable[[JSON], None], why: str, saved: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = json.loads(saved.read_text(encoding="utf-8"))
    forge(document)
    saved.write_text(json.dumps(document), encoding="utf-8")
    assert main([str(saved)]) == 1
    wrong = [line for line in capsys.readouterr().out.splitlines() if line.startswith("wrong")]
    assert len(wrong) == 1
    assert why in wrong[0]


def test_a_proof_by_cases_is_counted_and_not_called_right(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = json.loads(saved.read_text(encoding="utf-8"))
    del cell_of(document)["evidence"]["detail"]["proof"]
    saved.write_text(json.dumps(document), encoding="utf-8")
    assert main([str(saved)]) == 1
    assert "not checked here: 1 proofs without steps" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["{}", "[]", "nothing", '{"evidence": {"detail": {}}}', "[" * 100_000])
def test_a_file_without_a_proof_shows_nothing(text: str, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(text, encoding="utf-8")
    assert main([str(tmp_path / "a.json")]) == 1
    assert main([str(tmp_path / "absent.json")]) == 1


def test_a_threshold_is_about_every_n_from_its_start() -> None:
    (line,) = (
        line
        for line in files("axiometrics.proving").joinpath("shipped", "ranking.jsonl").read_text("utf-8").splitlines()
        if '"metric":"p@10","constraint":"ranking:deepness-threshold","reading":"prose"' in line
    )
    proof = json.loads(line)["proof"]
    assert check_proof.check_saved(proof)
    with pytest.raises(ProofError, match="another start"):
        check_proof.check_saved({**proof, "start": proof["start"] - 1})


# --- proved claims


def test_a_proved_claim_is_made_by_prove_alone() -> None:
    step = {"id": "a", "claim": "x + 1 > 0", "rule": "evident"}
    proved, _ = prove({"symbols": {"x": False}, "facts": ["x >= 0"], "steps": [step]})
    assert (str(proved), proved.facts) == ("1 + x > 0", ("x >= 0",))
    forged: list[Callable[[], object]] = [
        lambda: ProvedClaim(read_term("0"), ">", ()),
        lambda: ProvedClaim(term=read_term("0"), relation=">"),
        lambda: replace(proved, term=read_term("0")),
    ]
    for make in forged:
        with pytest.raises(ProofError, match="by rules"):
            make()


def builders(path: Path) -> list[str]:
    """The functions of a file that call the kernel's `ProvedClaim`, or hand it to a call such as `object.__new__`."""
    tree = ast.parse(path.read_bytes())
    of_kernel = path == Path(check_proof.__file__) or any(
        isinstance(node, ast.ImportFrom)
        and (
            (node.module == "axiometrics.kernel.check_proof" and "ProvedClaim" in {alias.name for alias in node.names})
            or (node.module == "axiometrics.kernel")
        )
        for node in ast.walk(tree)
    )
    return [
        function.name
        for function in ast.walk(tree)
        if of_kernel and isinstance(function, ast.FunctionDef)
        for call in ast.walk(function)
        if isinstance(call, ast.Call)
        and any(ast.unparse(part) in ("ProvedClaim", "check_proof.ProvedClaim") for part in (call.func, *call.args))
    ]


def test_nothing_else_in_the_source_builds_one() -> None:
    rooms = [HOUSE, *(ROOT / room for room in ("constraints", "generators", "metrics", "reports"))]
    made = {path.name: names for room in rooms for path in room.rglob("*.py") if (names := builders(path))}
    assert made == {"check_proof.py": ["prove"]}


# --- numbers


def test_logarithms_and_powers_lie_in_their_intervals() -> None:
    """mpmath is the judge, with more bits than any of them."""
    draw = random.Random(0)
    for bits in (64, 256):
        for _ in range(60):
            p, q, r, s = (draw.randint(1, 10 ** draw.randint(1, 9)) for _ in range(4))
            exponent = Fraction(draw.randint(1, 60), draw.randint(1, 30))
            with mpmath.workprec(4 * bits):
                x = mpmath.mpf(p) / q
                values = {
                    check_proof._log_between(Fraction(p, q), bits): mpmath.log(x),
                    check_proof._power_between(Fraction(p, q), exponent, bits): x
                    ** (mpmath.mpf(exponent.numerator) / exponent.denominator),
                    check_proof._exp_between(Fraction(r, s) % 40 - 20, bits): mpmath.exp(
                        mpmath.mpf((Fraction(r, s) % 40 - 20).numerator) / (Fraction(r, s) % 40 - 20).denominator
                    ),
                }
                for (low, high), value in values.items():
                    below, above = (mpmath.mpf(end.numerator) / end.denominator for end in (low, high))
                    slack = abs(value) * mpmath.mpf(2) ** (8 - 4 * bits)
                    assert below - slack <= value <= above + slack
                    assert above - below <= (abs(value) + 1) * mpmath.mpf(2) ** (60 - bits)


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("log(3) - log(2)", 1),
        ("log(8) - 3*log(2)", 0),
        ("1 - exp2(-1033/16000)", 1),
        ("sqrt(2) - 141421356237309504880168872420/10**29", 1),
        ("sqrt(2) - 141421356237309504880168872421/10**29", -1),
        ("power(2/3, 7/5) - 567/1000", -1),
        ("sum(k, 1, 20, 1/log(k + 1)) - 11", -1),
        ("sum(k, 1, 3, 1/k) - 11/6", 0),
        ("sum(k, 3, 1, 1/k)", 0),
        ("1/(log(2) - 693147180559945309417232121458/10**30)", 1),
    ],
)
def test_the_sign_of_a_number(text: str, sign: int) -> None:
    assert sign_of(read_term(text), {}, "the value") == sign


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("sqrt(2)*sqrt(3) - sqrt(6)", "bits do not tell"),
        ("1/(sqrt(2)*sqrt(3) - sqrt(6))", "undefined"),
        ("sqrt(log(2) - 1)", "above 0"),
        ("log(log(2) - 1)", "above 0"),
        ("power(log(2) - 1, 1/2)", "above 0"),
        ("sum(k, 1, 5/2, k)", "whole numbers"),
        ("sum(k, 1, 200000, 1/k)", "more than anybody adds"),
        ("x", "no value"),
    ],
)
def test_a_number_that_is_not_decided_shows_nothing(text: str, why: str) -> None:
    with pytest.raises(ProofError, match=why):
        sign_of(read_term(text), {}, "the value")


def test_each_rule_has_its_fields() -> None:
    assert check_proof.STEPS.keys() == check_proof.RULES.keys()
