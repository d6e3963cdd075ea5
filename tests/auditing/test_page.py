"""An audit in its formats: all say the same, text keeps to its width, LaTeX is balanced and escaped, JSON is what the
schema says.
"""

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner, Result

from axiometrics import auditing, schemas
from axiometrics.api import matrix
from axiometrics.auditing.cells import evidence_words
from axiometrics.auditing.findings import KindFindings, ReadingOutcome
from axiometrics.auditing.page import COLUMNS, summary
from axiometrics.cli import main
from axiometrics.reports.parts import latex
from axiometrics.reports.parts.formats import report
from tests.reports.typeset import compiled, needs_latex

SCHEMA = schemas.schema("audit")
SCORE = {"kind": "score", "metric": "ap", "gold": "a > ...", "system": "a > ...", "published": "1"}
NASTY = r"[100%] of {a_b} & #1 \ $x$ ~ ^ | *so* < [x] `y` - ≤ ende"
CLAIMS: list[dict[str, Any]] = [
    {"id": "score/right", "source": "Table 1", "claim": "AP of a perfect run", **SCORE},
    {
        "id": "score/wrong",
        "source": "Table 1",
        "basis": "mark",
        "claim": NASTY,
        **SCORE,
        "published": "0.99",
        "note": "AP is 1.",
    },
    {
        "id": "deep",
        "kind": "cell",
        "source": "section 2",
        "claim": "AP satisfies Deepness",
        "published": "satisfied",
        "metric": "ap",
        "constraint": "deepness",
        "max_size": "ranking=8",
    },
    {
        "id": "none",
        "kind": "cell",
        "source": "section 2",
        "claim": "Purity fails it",
        "published": "fails",
        "metric": "purity",
        "constraint": "size-vs-quantity-overlap",
    },
    {
        "id": "cut",
        "kind": "cut",
        "source": "section 3",
        "claim": "the cut point is n = 8",
        "metric": "p@10",
        "published": "8",
    },
    {
        "id": "twice",
        "kind": "consistent",
        "source": "section 4",
        "claim": "the correlation is -0.89",
        "published": "-0.89",
        "elsewhere": {"Table 7": "-0.96", "Table 8": "-0.89"},
    },
    {
        "id": "widely",
        "kind": "cell",
        "source": "section 2",
        "claim": "ERR satisfies Deepness",
        "published": "satisfied",
        "metric": "err",
        "constraint": "deepness",
        "max_size": "ranking=8",
    },
]
VERDICTS = [
    "agrees",
    "contradicted",
    "depends on the reading",
    "undecided",
    "agrees",
    "the paper contradicts itself",
    "agrees in this reading only",
]
ORDER = [1, 5, 2, 6, 3, 0, 4]
"""The claims as they are shown: what speaks against the paper first."""

SHOWN = [VERDICTS[i] for i in ORDER]
SUMMARY = (
    "contradicted 1, the paper contradicts itself 1, depends on the reading 1, agrees in this reading only 1, "
    "undecided 1, agrees 2"
)


NONE = (
    "contradicted 0, the paper contradicts itself 0, depends on the reading 0, agrees in this reading only 0, agrees 0"
)
"""What is said of no claim: verdicts that no claim has are counted too, but for `undecided`."""


@pytest.fixture(scope="module")
def findings() -> list[auditing.Finding]:
    return list(auditing.audit({"schema": "axiometrics/claims/1", "study": "amigo2013", "claims": CLAIMS}))


def written(form: str, findings: Sequence[auditing.Finding], **wishes: int) -> str:
    return report(form).show(auditing.Audit(tuple(findings)).page(), **wishes)


FIGURE = {
    **{name: value for name, value in CLAIMS[4].items() if name != "metric"},
    "kind": "figure",
    "expression": "9-1",
}
IN_FILE = [FIGURE if claim["kind"] == "cut" else claim for claim in CLAIMS]
"""The claims as a user can write them: `cut` is a function of a study."""


def invoke(folder: Path, *options: str, claims: list[dict[str, Any]] = IN_FILE) -> Result:
    path = folder / "claims.json"
    path.write_text(
        json.dumps({"schema": "axiometrics/claims/1", "source": "a test", "claims": claims}), encoding="utf-8"
    )
    return CliRunner().invoke(main, ["audit", str(path), *options])


def test_the_verdicts_of_this_file(findings: list[auditing.Finding]) -> None:
    assert [finding.verdict for finding in findings] == VERDICTS
    assert (summary(findings), summary([])) == (SUMMARY, NONE)


@pytest.mark.parametrize("width", [40, 80, 120])
def test_text_keeps_to_its_width_and_says_all(findings: list[auditing.Finding], width: int) -> None:
    text = written("text", findings, width=width)
    assert max(map(len, text.splitlines())) <= max(width, 80)
    assert " ".join(text.split()).endswith(SUMMARY)
    for words in (
        "SECTION 2",
        "AP satisfies Deepness: satisfied",
        "reversed on 8 documents",
        "contradicted: score/wrong",
        "[mark]",
        "note: AP is 1.",
    ):
        assert words in text
    assert re.search(r"^depends on +AP satisfies Deepness", text, re.MULTILINE)


def test_text_says_which_readings_agree(findings: list[auditing.Finding]) -> None:
    text = " ".join(written("text", findings, width=120).split())
    assert "computed: agrees: satisfied (single); does not: violated (same-run, any-context)" in text


def test_figures_that_a_paper_prints_twice_are_not_said_to_be_computed(findings: list[auditing.Finding]) -> None:
    text = " ".join(written("text", [findings[5]], width=120).split())
    assert "printed elsewhere: -0.96 (Table 7), -0.89 (Table 8)" in text
    assert "computed:" not in text
    assert auditing.Finding(
        findings[5].claim, replace(findings[5].result, outcomes=findings[5].result.outcomes[1:])
    ).verdict == ("agrees")


def test_what_agrees_in_the_default_reading_only_says_what_the_others_say(findings: list[auditing.Finding]) -> None:
    finding = findings[6]
    assert finding.agreeing == ("same-run", "single")
    text = " ".join(written("text", [finding], width=120).split())
    assert "computed: agrees: satisfied (same-run, single); does not: violated" in text


@pytest.mark.parametrize(
    ("conclusive", "words"),
    [(True, "evidence: what there is"), (False, "evidence (in part searched, not proved): what there is")],
)
def test_what_a_search_says_is_not_told_as_proved(
    findings: list[auditing.Finding], conclusive: bool, words: str
) -> None:
    unproved = KindFindings(
        (ReadingOutcome("one", "fails", False), ReadingOutcome("other", "satisfied", True, conclusive)), "what there is"
    )
    finding = auditing.Finding(findings[2].claim, unproved)
    assert (finding.verdict, finding.conclusive) == ("depends on the reading", conclusive)
    assert words in written("text", [finding])
    assert finding.to_json()["searched"] == ([] if conclusive else ["other"])
    nowhere = auditing.Finding(
        findings[2].claim, KindFindings((ReadingOutcome("one", "fails", False, conclusive=False),), "what there is")
    )
    assert "evidence (searched, not proved): what there is" in written("text", [nowhere])
    agreeing = auditing.Finding(
        findings[2].claim, KindFindings((ReadingOutcome("one", "satisfied", True, conclusive),), "what there is")
    )
    assert f"computed: satisfied{'' if conclusive else ' (searched, not proved)'}. what there is\n" in written(
        "text", [agreeing]
    )


def test_the_settings_of_a_cut_point_are_a_table(findings: list[auditing.Finding]) -> None:
    text = written("text", findings, width=80)
    assert re.search(r"^ +N = n +8 +8 +8 +8 +8$", text, re.MULTILINE)
    for form in ("markdown", "latex"):
        assert len([line for line in written(form, findings).splitlines() if "N = 100" in line]) == 1


def test_markdown_is_a_table_of_all_claims(findings: list[auditing.Finding]) -> None:
    lines = written("markdown", findings).splitlines()
    rows = [re.split(r"(?<!\\)\|", line)[1:-1] for line in lines if line.startswith("|")][2 : 2 + len(CLAIMS)]
    assert {len(row) for row in rows} == {len(COLUMNS)}
    assert [row[-1].strip() for row in rows] == SHOWN
    assert [re.sub(r"\\(.)", r"\1", row[1].strip()) for row in rows] == [CLAIMS[i]["claim"] for i in ORDER]
    assert lines[-1] == SUMMARY


def unescaped(text: str) -> str:
    """What LaTeX would set, by the commands used."""
    for command, sign in (
        ("textasciicircum", "^"),
        ("textasciitilde", "~"),
        ("textless", "<"),
        ("textgreater", ">"),
        ("textbar", "|"),
        ("textasteriskcentered", "*"),
        ("`", "`"),
        ("allowbreak", ""),
    ):
        text = text.replace(f"\\{command}{{}}", sign)
    text = text.replace(r"$\le$", "≤").replace("{[}", "[").replace(r"\textbackslash{}", "\0")
    return re.sub(r"\\([{}#$%&_])", r"\1", re.sub(r"([-'])\{\}(?=\1)", r"\1", text)).replace("\0", "\\")


def test_latex_says_every_sign_of_ascii() -> None:
    signs = "".join(map(chr, range(33, 127)))
    every = " ".join([signs, *(f"{sign}{sign}{sign}" for sign in signs), "?` !` \\textbackslash{}"])
    escaped = latex.escaped(every)
    assert unescaped(escaped) == every
    assert not [
        pair for pair in ("--", "''", "``", "?`", "!`", "<<", ">>", ",,") if pair in escaped.replace(r"\`{}", "")
    ]
    assert latex.escaped("[1]").startswith("{[}"), "behind the end of a row, [ would begin an argument"
    assert latex.escaped(" one\n\n two\t\7 ") == "one two"


def test_signs_that_latex_does_not_know_are_declared(findings: list[auditing.Finding]) -> None:
    assert r"\DeclareUnicode" not in written("latex", findings)
    claim = replace(findings[0].claim, text="naïve łódź: 語 \U0001f600, α ≤ 語, ħ", source="ß – “x”")
    text = written("latex", [replace(findings[0], claim=claim)])
    preamble = "\n".join(line.removeprefix("% ") for line in text.splitlines() if line.startswith("%"))
    body = "\n".join(line for line in text.splitlines() if not line.startswith("%"))
    declared = re.findall(
        r"^\\DeclareUnicodeCharacter\{([0-9A-F]+)\}\{\[U\+([0-9A-F]+)\]\\allowbreak\}$", preamble, re.MULTILINE
    )
    assert [chr(int(code, 16)) for code, _ in declared] == ["ħ", "語", "\U0001f600"]
    assert all(left == right for left, right in declared)
    assert r"naïve łódź: 語 😀, $\alpha$ $\le$ 語, ħ" in body


def test_latex_is_escaped_and_balanced(findings: list[auditing.Finding]) -> None:
    lines = written("latex", findings).splitlines()
    assert r"% \usepackage{array,booktabs,graphicx,longtable}" in lines, "what it needs is said in a comment"
    text = "\n".join(line for line in lines if not line.startswith("%"))
    begun, ended = (re.findall(rf"\\{word}{{(\w+)}}", text) for word in ("begin", "end"))
    assert sorted(begun) == sorted(ended) == ["longtable", "tabular"]
    plain = re.sub(r"\\.", "", text)
    assert plain.count("{") == plain.count("}")
    body = text[text.index(r"\endhead") : text.index("\\bottomrule\n\\end{longtable}")].splitlines()[1:]
    rows = [re.split(r"(?<!\\)&", line.removesuffix(r" \\")) for line in body]
    assert {len(row) for row in rows} == {len(COLUMNS)}
    assert [unescaped(row[1].strip()) for row in rows] == [CLAIMS[i]["claim"] for i in ORDER]
    assert not [line for line in body if re.search(r"(?<!\\)[%#_~^]", line)]


@needs_latex
def test_latex_compiles(findings: list[auditing.Finding], tmp_path: Path) -> None:
    signs = " ".join([*map(chr, range(33, 127)), *latex.COMMANDS, *sorted(latex.KNOWN), "語"])
    every = replace(findings[-1], claim=replace(findings[-1].claim, id=signs, source="[1] * x", text=signs))
    compiled(written("latex", [*findings, every]), tmp_path)


def test_json_is_what_the_schema_says(tmp_path: Path) -> None:
    data = json.loads(invoke(tmp_path, "--format", "json", "-q").stdout)
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    jsonschema.validate(data, SCHEMA)
    assert data["schema"] == "axiometrics/audit/1"
    assert [claim["verdict"] for claim in data["claims"]] == SHOWN
    assert sum(data["counts"].values()) == len(CLAIMS)
    deep = data["claims"][2]
    assert deep["readings"] == {"same-run": "fails", "single": "satisfied", "any-context": "fails"}
    assert (deep["agreeing"], deep["computed"]) == (["single"], "fails")
    cells = {cell["reading"]: cell for cell in deep["cells"]}
    assert cells["same-run"]["counterexample"]["documents"] == 8
    assert cells["single"]["evidence"]["kind"] in {"exhaustive", "proof"}
    assert data["claims"][0]["conclusive"] is True


@pytest.mark.slow
def test_processes_change_nothing_but_the_time(tmp_path: Path) -> None:
    alone, two = (
        json.loads(invoke(tmp_path, "--format", "json", "-q", "--no-cache", "-j", jobs, claims=CLAIMS[2:4]).stdout)
        for jobs in ("1", "2")
    )
    assert alone == two


def test_csv_has_a_line_a_claim(tmp_path: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(invoke(tmp_path, "--format", "csv", "-q").stdout)))
    assert [row["verdict"] for row in rows] == SHOWN
    assert [row["claim"] for row in rows] == [CLAIMS[i]["claim"] for i in ORDER]
    assert rows[2]["agreeing"] == "single"


@pytest.mark.parametrize(
    ("suffix", "start"),
    [
        (".md", "| where"),
        (".tex", "% Of axiometrics,"),
        (".json", "{"),
        (".csv", "id,"),
        (".txt", "TABLE 1"),
        ("", "TABLE 1"),
    ],
)
def test_the_format_is_that_of_the_file(tmp_path: Path, suffix: str, start: str) -> None:
    path = tmp_path / f"audit{suffix}"
    result = invoke(tmp_path, "-o", str(path), claims=CLAIMS[:2])
    assert (result.exit_code, result.stdout) == (0, "")
    assert path.read_text(encoding="utf-8").startswith(start)


@pytest.mark.parametrize(
    ("claims", "code"),
    [(CLAIMS[:1], 0), (CLAIMS[1:2], 1), (CLAIMS[2:4], 0), (CLAIMS[:4], 1), (CLAIMS[5:6], 1), (CLAIMS[6:], 0)],
)
def test_strict_exits_1_on_a_contradiction_and_on_nothing_else(
    tmp_path: Path, claims: list[dict[str, Any]], code: int
) -> None:
    assert invoke(tmp_path, "--strict", "-q", claims=claims).exit_code == code
    assert invoke(tmp_path, "-q", claims=claims).exit_code == 0


def test_the_claims_of_several_studies_stand_apart() -> None:
    """Each study is a section with a summary of its own, and each claim says where it comes from."""
    document = {"schema": "axiometrics/claims/1", "claims": CLAIMS[:2]}
    findings = [finding for name in ("first", "second") for finding in auditing.audit(document, study=name)]
    page = auditing.Audit(tuple(findings)).page()
    assert [section.heading for section in page.sections] == ["first", "second"]
    data = json.loads(report("json").show(page))
    jsonschema.validate(data, SCHEMA)
    assert Counter(claim["study"] for claim in data["claims"]) == {"first": 2, "second": 2}
    assert data["counts"]["agrees"] == 2


def test_one_study_is_named_once() -> None:
    said = CliRunner().invoke(main, ["audit", "amigo2013", "--study", "all"])
    assert (said.exit_code, "give only one of the two" in said.stderr) == (2, True)
    unknown = CliRunner().invoke(main, ["audit", "--study", "nope"])
    assert unknown.exit_code == 2


def test_several_outputs_are_shown_as_texts_with_their_number() -> None:
    """Nothing of Python is in the evidence; the scores that are not fractions have decimals."""
    (cell,) = matrix(
        ["alpha-ndcg"], ["diversity:tractable-ideal"], reading="own", max_size=2, max_examples=0, cache=False
    ).cells
    said = evidence_words(cell)
    assert "; sorted d1 > d2 > d3 > d4 > ... and 11 more scores (19*log(5)" in said
    assert " = 0.995402...; run d1 > d4 > d3 > d2 > ... scores 1; " in said
    assert "Organization" not in said
