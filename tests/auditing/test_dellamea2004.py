"""The claims of the study dellamea2004: every printed figure that can be recomputed, and what contradicts the paper."""

import pytest

from axiometrics.auditing import audit, read_claims

IMPOSSIBLE = "table2a/irs1/sector-e"
"""E = .84 of P = 2/3 and R = 1, which is 5/6 = .8333."""


@pytest.mark.slow
def test_what_is_contradicted_is_known() -> None:
    verdicts = {finding.id: finding.verdict for finding in audit(read_claims("dellamea2004"))}
    assert {name for name, verdict in verdicts.items() if verdict == "contradicted"} == {
        IMPOSSIBLE,
        "4.1/swets-2/e",
        "4.1/swets-3/e",
        "4.1/swets-4/e",
    }
    figures = [name for name in verdicts if name.startswith("table")]
    assert len(figures) == 12 + 12 + 8
    assert {verdicts[name] for name in figures if name != IMPOSSIBLE} == {"agrees"}
