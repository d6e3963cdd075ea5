"""Claims files: what is wrong with one is told in a line that names the claim; the example of docs/claims.md runs."""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner

from axiometrics import auditing, schemas
from axiometrics.auditing.claims import COMMON, OPTIONAL, claims_of
from axiometrics.auditing.kind import all_kinds, functions_of
from axiometrics.cli import main
from axiometrics.core.errors import DeclarationError, FileError

DOC = Path(__file__).parents[2] / "docs" / "claims.md"
SCHEMA = schemas.schema("claims")
SCORE: dict[str, Any] = {
    "id": "one",
    "kind": "score",
    "source": "here",
    "claim": "AP of a perfect run",
    "metric": "ap",
    "gold": "a > ...",
    "system": "a > ...",
    "published": "1",
}
CELL = {
    "id": "one",
    "kind": "cell",
    "source": "here",
    "claim": "in words",
    "metric": "ap",
    "constraint": "priority",
    "published": "satisfied",
}
FAMILY = {**{name: value for name, value in CELL.items() if name != "metric"}, "kind": "family", "family": "f"}
BARE = {"id": "one", "source": "here", "claim": "in words"}
EQUAL = {
    **BARE,
    "kind": "equal",
    "left": "purity",
    "right": "purity",
    "task": "clustering",
    "documents": 2,
    "published": "equal",
}
THRESHOLD: dict[str, Any] = {
    **BARE,
    "kind": "threshold",
    "metric": "p@3",
    "constraint": "closeness-threshold",
    "published": "2..",
    "max_size": "thresholds=4",
}
ORDER = {**BARE, "kind": "order", "metric": "ap", "gold": "a > ...", "left": "a", "right": "a", "published": "="}


def document(*claims: Any, **more: Any) -> dict[str, Any]:
    return {"schema": "axiometrics/claims/1", "source": "a test", "claims": list(claims), **more}


def without(claim: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in claim.items() if key != name}


@pytest.mark.parametrize(
    ("claim", "problem"),
    [
        (without(SCORE, "kind"), "claim 'one': 'kind' is missing"),
        (without(SCORE, "published"), "claim 'one': 'published' is missing"),
        (without(SCORE, "gold"), "claim 'one': 'gold' is missing: a claim of kind score has metric, gold, system"),
        (
            SCORE | {"kind": "guess"},
            "claim 'one': there is no kind of claim 'guess': the kinds are cell, consistent, equal,",
        ),
        (SCORE | {"metrics": "ap"}, "claim 'one': no field 'metrics'"),
        (SCORE | {"published": 1}, "claim 'one': published is 1: write a text"),
        (SCORE | {"published": "much"}, "claim 'one': published 'much' is nothing a claim of kind score can say"),
        (SCORE | {"basis": "hearsay"}, "claim 'one': basis 'hearsay' is none of prose, mark, inferred"),
        (SCORE | {"metric": "app"}, "claim 'one': no metric 'app': did you mean ap"),
        (SCORE | {"metric": "rbp(p=2)"}, "claim 'one': rbp: p=2 is outside"),
        (SCORE | {"metric": 3}, "claim 'one': metric is 3: expected text or object of texts"),
        (SCORE | {"gold": "{a"}, "claim 'one': "),
        (SCORE | {"params": {"p": "0.5"}}, "claim 'one': ap has no parameter 'p'"),
        (CELL | {"constraint": "prority"}, "claim 'one': no constraint 'prority': did you mean priority"),
        (
            CELL | {"constraint": "rag-bag"},
            "claim 'one': ap is a metric of ranking, and rag-bag a constraint on clustering",
        ),
        (CELL | {"max_size": "x=3"}, "claim 'one': --max-size x=3: no constraint or task 'x'"),
        (FAMILY, "claim 'one': no family 'f': the file declares none"),
        (CELL | {"kind": "threshold", "published": "2.."}, "claim 'one': constraint 'priority' is not a threshold"),
        ("AP is good", "claim number 1 is not an object"),
        (
            BARE | {"kind": "consistent", "published": "1", "elsewhere": {"Table 1": "one"}},
            "claim 'one': elsewhere holds 'one': write figures",
        ),
        (EQUAL | {"task": "cooking"}, "claim 'one': task is 'cooking': there is no task 'cooking': the tasks are"),
        (EQUAL | {"task": "ranking"}, "a clustering has 1 and no tail: put every cluster on one level, without tail"),
        (EQUAL | {"documents": -1}, "claim 'one': documents is -1: expected whole number"),
        (EQUAL | {"documents": 10**4000}, "claim 'one': documents is 1000"),
        (EQUAL | {"documents": 0}, "claim 'one': documents is 0: expected a whole number from 1 to 10 of clustering"),
        (ORDER | {"left": ["a", "b", "c"]}, "claim 'one': left has 3 outputs: give one, or two"),
        (EQUAL | {"documents": 11}, "claim 'one': documents is 11: expected a whole number from 1 to 10 of clustering"),
        (
            EQUAL | {"task": "filtering", "documents": 25},
            "claim 'one': documents is 25: expected a whole number from 1 to 24 of filtering",
        ),
        (SCORE | {"published": "9" * 5000}, "claim 'one': published '9999"),
        (SCORE | {"published": "0." + "3" * 31}, "has a number of more than 30 digits: write fewer"),
        (THRESHOLD | {"published": "5..3"}, "claim 'one': published '5..3': expected the lesser n first"),
        (
            BARE | {"kind": "consistent", "published": "1", "elsewhere": {"Table 1": "1e999999999"}},
            "claim 'one': elsewhere holds '1e999999999': write figures",
        ),
        (
            BARE | {"kind": "consistent", "published": "1", "elsewhere": {"Table 1": "9" * 5000}},
            "write figures, of up to 30 digits",
        ),
        (SCORE | {"params": {"self": "1"}}, "claim 'one': ap has no parameter 'self'"),
        (SCORE | {"metric": "a" * 10_000}, "claim 'one': no metric 'aaaa"),
        (SCORE | {"metric": [["ap"] * 1000]}, "claim 'one': metric is [["),
    ],
)
def test_bad_claims_are_one_clear_line(claim: Any, problem: str) -> None:
    with pytest.raises(FileError) as caught:
        list(auditing.audit(document(claim)))
    assert problem in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 2100


@pytest.mark.parametrize(
    "entry",
    [
        {"members": []},
        {"members": "ap"},
        {"members": ["ap"], "named": ["rr"]},
        {"members": ["ap"], "extra": ["rr"]},
        ["ap"],
    ],
)
def test_a_family_is_its_members_and_those_named(entry: Any) -> None:
    for claim in (FAMILY, SCORE):  # also where no claim is about it
        with pytest.raises(FileError, match=r"^family 'f' needs members"):
            list(auditing.audit(document(claim, families={"f": entry})))


def test_a_family_is_claimed_of_each_or_as_such() -> None:
    with pytest.raises(FileError, match="claim 'one': of 'all' is none of each"):
        list(
            auditing.audit(
                document(FAMILY | {"of": "all", "max_size": "ranking=2"}, families={"f": {"members": ["ap"]}})
            )
        )


@pytest.mark.parametrize(
    ("written", "read"), [("satisfies", "satisfied"), ("holds", "satisfied"), ("violates", "fails"), ("fails", "fails")]
)
def test_every_spelling_of_a_verdict_is_read(written: str, read: str) -> None:
    (claim,) = claims_of(document(CELL | {"published": written}))
    assert claim.published == read


def test_what_is_partly_ours_contradicts_nobody() -> None:
    """AP of the perfect run is 1, not .5: the paper is contradicted only if it says all of it."""
    wrong = SCORE | {"published": "0.5"}
    ours = [wrong, wrong | {"completed": "of a perfect run"}, wrong | {"basis": "inferred"}]
    findings = [next(auditing.audit(document(claim))) for claim in ours]
    assert [finding.verdict for finding in findings] == ["contradicted", *["depends on the reading"] * 2]
    assert [finding.conclusive for finding in findings] == [True] * 3
    assert [finding.to_json()["completed"] for finding in findings] == ["", "of a perfect run", ""]
    twice = BARE | {"kind": "consistent", "published": "1", "elsewhere": {"Table 1": "2"}, "completed": "twice"}
    assert next(auditing.audit(document(twice))).verdict == "depends on the reading"


def test_claims_that_the_shipped_files_infer_say_what_is_inferred() -> None:
    """All but those of Table 6 of Amigo et al. 2013, of which it is inferred that what is not named holds, and figures
    that the paper prints.
    """
    bare = [
        claim["id"]
        for name in auditing.builtin_claims()
        for claim in auditing.read_claims(name)["claims"]
        if claim.get("basis") == "inferred" and not claim.get("completed")
    ]
    assert all(id.startswith(("table6/", "table5/", "table4/", "table1/", "2.2/mcc")) for id in bare), bare


def test_a_constraint_without_a_name_is_unknown() -> None:
    claim = BARE | {"kind": "satisfiers", "family": "f", "constraints": [""], "published": "none"}
    with pytest.raises(FileError, match=r"claim 'one': constraints is .*: expected list of texts"):
        list(auditing.audit(document(claim, families={"f": {"members": ["ap"]}})))


def test_families_are_an_object() -> None:
    with pytest.raises(FileError, match='"families" of the claims is not an object'):
        list(auditing.audit(document(SCORE, families=["ap"])))


def test_a_file_of_kinds_declares_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("axiometrics.auditing.kinds.score.KIND", None)
    with pytest.raises(DeclarationError, match=r"kinds\.score must declare KIND, a Kind named 'score'"):
        all_kinds.__wrapped__()


@pytest.mark.parametrize("published", ["5..", "3..99999999999999999999"])
def test_n_beyond_what_was_scanned_are_not_judged_unless_by_a_proof(published: str) -> None:
    """That DCG's many below win from some n on is proved but for ties; P@3 has nothing below rank 3, so one on top wins
    from n = 3 on.
    """
    findings = [
        next(auditing.audit(document(THRESHOLD | {"published": published, "metric": metric})))
        for metric in ("dcg", "p@3")
    ]
    assert [(finding.verdict, finding.conclusive) for finding in findings] == [
        ("undecided", False),
        ("contradicted", True),
    ]


@pytest.mark.parametrize(
    "text",
    ['{"claims": ["\\ud800"]}', '{"a": ' * 900 + "1" + "}" * 900, '{"claims": ' + "9" * 5000 + "}"],
    ids=["half a character", "deep", "a long number"],
)
def test_a_file_that_could_not_be_shown_is_refused_in_a_line(text: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(text, encoding="utf-8")
    ran = CliRunner().invoke(main, ["audit", str(path)])
    assert (ran.exit_code, ran.stderr.count("\n")) == (2, 1), ran.stderr


def test_two_claims_of_one_id_are_refused() -> None:
    with pytest.raises(FileError, match="claim 'one': there are two of that id"):
        list(auditing.audit(document(SCORE, SCORE)))


def test_nothing_is_searched_before_every_claim_was_read(monkeypatch: pytest.MonkeyPatch) -> None:
    from axiometrics.auditing import cells

    monkeypatch.setattr(cells, "run", lambda *args, **options: pytest.fail("searched"))
    with pytest.raises(FileError, match="claim 'two': "):
        list(auditing.audit(document(CELL, SCORE | {"id": "two", "gold": "{a"})))


@pytest.mark.parametrize(
    ("claim", "problem"),
    [
        ({"over": ["k"]}, "over names 'k', expected parameters of rbp that are set to numbers, each once: it has p"),
        ({"over": ["p", "p"]}, "over names 'p', expected parameters of rbp"),
        (
            {"over": ["p"], "family": "two"},
            "'ap' differs from rbp(p=0.8) in more than p: a claim over parameters is about one metric",
        ),
        (
            {"over": ["n"], "family": "apart"},
            "'rs-ranking(n=1,wn=0.5,reading=listed)' differs from rs-ranking(n=1,wn=0.8,reading=listed) in more than n",
        ),
        (
            {"over": ["k"], "family": "cut"},
            "over names 'k', expected parameters of ndcg that are set to numbers, each once: it has k",
        ),
        ({"over": []}, "over is []: expected list of texts"),
    ],
)
def test_a_claim_over_parameters_is_about_settings_of_one_metric(claim: dict[str, Any], problem: str) -> None:
    families = {
        "f": ["rbp"],
        "two": ["rbp", "ap"],
        "apart": ["rs-ranking(n=1,wn=0.8)", "rs-ranking(n=1,wn=0.5)"],
        "cut": ["ndcg"],
    }
    with pytest.raises(FileError) as caught:
        list(
            auditing.audit(
                document(FAMILY | claim, families={name: {"members": members} for name, members in families.items()})
            )
        )
    assert str(caught.value).startswith(f"claim 'one': {problem}")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{", "not JSON"),
        ("[]", "holds no claims"),
        ('{"schema": "axiometrics/claims/1", "claims": []}', "holds no claims"),
    ],
)
def test_a_file_that_holds_no_claims(tmp_path: Path, text: str, problem: str) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text, encoding="utf-8")
    result = CliRunner().invoke(main, ["audit", str(path)])
    assert (result.exit_code, result.stdout) == (2, "")
    assert problem in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_byte_order_mark_is_no_part_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(document(SCORE)), encoding="utf-8-sig")
    assert path.read_bytes().startswith(b"\xef\xbb\xbf{")
    assert auditing.read_claims(str(path)) == document(SCORE)
    assert CliRunner().invoke(main, ["audit", str(path)]).exit_code == 0


def test_a_source_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(json.dumps({**document(SCORE), "source": 3}), encoding="utf-8")
    with pytest.raises(FileError, match=r'"source" of .* is 3: write a text'):
        auditing.read_claims(str(path))


def test_unknown_claims_name_what_there_is() -> None:
    with pytest.raises(FileError, match="known are amigo2013"):
        auditing.read_claims("nobody2000")
    with pytest.raises(FileError, match="organization brings no claims: give a study that does"):
        auditing.read_claims("organization")


def test_the_shipped_claims_are_valid() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    for name in auditing.builtin_claims():
        document = auditing.read_claims(name)
        claims = [claim for claim in document["claims"] if claim["kind"] not in functions_of(name)]
        jsonschema.validate({**document, "claims": claims}, SCHEMA)


def test_a_file_does_not_reach_the_functions_of_a_study(tmp_path: Path) -> None:
    """Not even by a copy of our claims: the fields of these claims are not checked."""
    duel = BARE | {"kind": "duel", "metric": "ap", "n": "many", "published": "tied"}
    assert "duel" in functions_of("amigo2013")
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(document(duel, study="amigo2013")), encoding="utf-8")
    ran = CliRunner().invoke(main, ["audit", str(path)])
    assert (ran.exit_code, "there is no kind of claim 'duel': the kinds are cell," in ran.stderr) == (2, True)


TWICE = {**BARE, "kind": "consistent", "published": "1", "elsewhere": {"Table 1": "1"}}
SETTINGS = {**FAMILY, "family": "g", "over": ["p"], "max_size": "2"}
FAMILIES = {"f": {"members": ["ap"], "named": ["ap"]}, "g": {"members": ["rbp"]}}
WRONG: list[dict[str, Any]] = [
    {"note": 3},
    {"completed": ""},
    {"note": ""},
    {"basis": "hearsay"},
    {"kind": "guess"},
    {"metrics": "ap"},
    {"metric": 3},
    {"metric": {}},
]
FORM: list[tuple[dict[str, Any], bool]] = [
    *((claim, True) for claim in (SCORE, EQUAL, ORDER, TWICE, SETTINGS, THRESHOLD)),
    *((SCORE | {"basis": basis}, True) for basis in ("prose", "mark", "inferred")),
    *((SCORE | {"published": published}, True) for published in ("-.5", "+1.25", "9" * 30)),
    *(
        (SCORE | {"published": published}, False)
        for published in ("much", "1.", "\u0663", "9" * 31, "0." + "3" * 31, "", 1)
    ),
    (SCORE | {"note": "as printed"}, True),
    (SCORE | {"completed": "without ties"}, True),
    (SCORE | {"metric": {"one": "ap", "other": "rr"}}, True),
    *((SCORE | wrong, False) for wrong in WRONG),
    *((SCORE | {"params": params}, False) for params in ({}, {"p": 1}, {"p": ""}, "p=1")),
    *((without(SCORE, name), False) for name in SCORE),
    *(
        (EQUAL | {"documents": documents}, valid)
        for documents, valid in (
            (1, True),
            (0, False),
            (11, False),
            (2.0, True),
            (2.5, False),
            (True, False),
            ("2", False),
        )
    ),
    (EQUAL | {"task": "filtering", "left": "f", "right": "f"}, True),
    *(
        (EQUAL | {"task": task, "left": metric, "right": metric, "documents": documents}, valid)
        for task, metric, greatest in (
            ("filtering", "f", 24),
            ("ranking", "rr", 12),
            ("organization", "rs-priority", 4),
        )
        for documents, valid in ((0, False), (1, True), (greatest + 1, False))
    ),
    (ORDER | {"left": ["a", "a"]}, True),
    *((ORDER | {"left": left}, False) for left in (["a"], ["a", "a", "a"], [], ["a", ""])),
    *((TWICE | {"elsewhere": {"Table 1": figure}}, False) for figure in ("one", "", "1e9", "9" * 31)),
    *((SETTINGS | {"over": over}, False) for over in ([], ["p", "p"], "p", [""])),
    (SETTINGS | {"of": "each"}, True),
    (SETTINGS | {"of": "all"}, False),
    *(
        (THRESHOLD | {"published": published}, valid)
        for published, valid in (("9", True), ("2..8", True), ("..8", False), ("2-8", False))
    ),
    *(
        (THRESHOLD | {"max_size": size}, valid)
        for size, valid in (
            ("4", True),
            ("ranking=3, thresholds=4", True),
            ("0", False),
            ("thresholds=", False),
            (4, False),
        )
    ),
]


@pytest.mark.parametrize(
    ("claim", "valid"), FORM, ids=lambda value: json.dumps(value)[:60] if isinstance(value, dict) else str(value)
)
def test_schema_and_command_take_and_refuse_the_same(claim: dict[str, Any], valid: bool) -> None:
    whole = document(claim, families=FAMILIES)
    assert jsonschema.Draft202012Validator(SCHEMA).is_valid(whole) is valid
    if valid:
        assert len(list(auditing.audit(whole))) == 1
    else:
        with pytest.raises(FileError):
            list(auditing.audit(whole))


@pytest.mark.parametrize(
    "families",
    [
        {"f": {"members": []}},
        {"f": {"members": [""]}},
        {"f": {"members": ["ap"], "more": ["rr"]}},
        {"f": ["ap"]},
        ["ap"],
    ],
)
def test_schema_and_command_refuse_the_same_families(families: Any) -> None:
    whole = document(SCORE, families=families)
    assert not jsonschema.Draft202012Validator(SCHEMA).is_valid(whole)
    with pytest.raises(FileError):
        list(auditing.audit(whole))


@pytest.mark.parametrize("name", all_kinds())
def test_schema_kinds_and_documentation_have_the_same_fields(name: str) -> None:
    kind, schema = all_kinds()[name], SCHEMA["$defs"][name]
    own = {field.rstrip("?") for field in kind.fields}
    assert set(schema["properties"]) - {*COMMON, *OPTIONAL} == own
    assert set(schema["required"]) - set(COMMON) == {field for field in kind.fields if not field.endswith("?")}
    assert schema["properties"]["published"]["pattern"] == f"^({kind.published})$"
    (row,) = re.findall(rf"^\| `{name}` \|.*$", DOC.read_text(encoding="utf-8"), re.MULTILINE)
    fields = set(re.findall(r"`([^`]+)`", row.split(" | ")[-1]))
    assert fields == own - {"params", "max_size"}
    assert ("params?" in kind.fields) is ("metric" in kind.fields or name in {"equal", "family"})
    text = DOC.read_text(encoding="utf-8")
    named = {choice for choices in kind.choices.values() for choice in choices}
    assert not [word for word in named if f"`{word}`" not in text and f'"{word}"' not in text]


def test_the_example_of_the_documentation_says_what_the_documentation_says() -> None:
    text = DOC.read_text(encoding="utf-8")
    (example,) = re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    claims = json.loads(example)
    jsonschema.validate(claims, SCHEMA)
    rows = re.findall(r"^\| `(\S+/\S+)` \| ([^|]+) \| ([^|]+) \|$", text, re.MULTILINE)
    assert [(finding.id, finding.computed, finding.verdict) for finding in auditing.audit(claims)] == rows


def test_the_claims_are_listed() -> None:
    listing = CliRunner().invoke(main, ["list", "claims"])
    assert listing.exit_code == 0
    assert "amigo2013" in listing.stdout
    data = json.loads(CliRunner().invoke(main, ["list", "claims", "--format", "json"]).stdout)
    entry = data["claims"][0]
    assert entry["name"] == "amigo2013"
    assert [claim["id"] for claim in entry["claims"]] == [
        claim["id"] for claim in auditing.read_claims("amigo2013")["claims"]
    ]


class ReadFields(dict[str, Any]):
    """The fields of a claim, which remember those that were read."""

    def __init__(self, fields: Mapping[str, Any]) -> None:
        super().__init__(fields)
        self.names: set[str] = set()

    def __getitem__(self, name: str) -> Any:
        self.names.add(name)
        return super().__getitem__(name)

    def get(self, name: str, default: Any = None) -> Any:
        self.names.add(name)
        return super().get(name, default)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in auditing.builtin_claims() if functions_of(name)])
def test_functions_read_every_field_of_their_claims(name: str) -> None:
    """Nothing else notices a field of such a claim that is misspelt."""
    for claim in claims_of(auditing.read_claims(name)):
        function = functions_of(name).get(claim.kind)
        if function is not None:
            fields = ReadFields(claim.data)
            assert function(replace(claim, data=fields)).outcomes
            assert set(claim.data) <= fields.names | {*COMMON, *OPTIONAL}, claim.id
