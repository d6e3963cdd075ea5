"""Links between pages lead somewhere as the repository shows them, where no site is built: files and their sections."""

from __future__ import annotations

import re
import runpy
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from axiometrics import registry
from axiometrics.registry import studies
from axiometrics.reports.atlas.addresses import slug

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    path
    for folder in (ROOT, *(ROOT / name for name in ("docs", ".ci", "benchmarks", "tests")))
    for path in (folder.glob("*.md") if folder == ROOT else folder.rglob("*.md"))
    if "generated" not in path.parts
)

CODE = re.compile(r"^( *)(```+|~~~+|:::+).*?^\1\2|``.+?``|`[^`\n]*`", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(<?([^)\s>]+)>?(?: +\"[^\"]*\")?\)|^\[[^\]]+\]: +(\S+)|(?:href|src)=\"([^\"]+)\"", re.MULTILINE)
HEADING = re.compile(r"^#{1,6} +(.+?) *#* *$", re.MULTILINE)


def links(text: str) -> Iterator[str]:
    """Where the links of a page lead, those to other sites left out."""
    for match in LINK.finditer(CODE.sub("", text)):
        target = next(filter(None, match.groups()))
        if not re.match(r"[a-z]+:", target):
            yield target


def sections(text: str) -> set[str]:
    """The names that GitHub gives to the headings of a page, and those that the page gives itself."""
    given = Counter[str]()
    names = set(re.findall(r"(?:id|name)=\"([^\"]+)\"", text))
    for heading in HEADING.findall(re.sub(r"^( *)(```+|~~~+).*?^\1\2", "", text, flags=re.DOTALL | re.MULTILINE)):
        shown = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("\\", "")
        name = re.sub(r"[^\w\- ]", "", shown.strip().lower()).replace(" ", "-")
        names.add(f"{name}-{given[name]}" if given[name] else name)
        given[name] += 1
    return names


def dead(page: Path) -> list[str]:
    """The links of a page that lead nowhere."""
    broken = []
    for link in links(page.read_text(encoding="utf-8")):
        path, _, section = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if (
            not target.exists()
            or ROOT not in (target, *target.parents)
            or (section and target.suffix == ".md" and section not in sections(target.read_text(encoding="utf-8")))
        ):
            broken.append(link)
    return broken


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_links_of_a_page_lead_somewhere_in_the_repository(page: Path) -> None:
    assert dead(page) == []


def made() -> set[str]:
    """The generated pages that are named by what is declared, below `generated/`, and those of one file each."""
    constraints = {
        f"constraints/{slug(constraint.task)}/{slug(constraint.id)}.md" for constraint in registry.constraints()
    }
    audits = {f"audit-{name}.md" for name, study in studies.studies().items() if study.claims}
    return constraints | audits | {f"{name}.md" for name in site().PAGES.values()}


def site() -> Any:
    """The module of the site that turns links."""
    return SimpleNamespace(**runpy.run_path(str(ROOT / "docs" / "_site" / "repository.py")))


def test_a_link_to_a_file_leads_to_its_generated_page_in_the_site() -> None:
    turned, pages = Counter[str](), made()
    for page in (ROOT / "docs").rglob("*.md"):
        name = page.relative_to(ROOT / "docs").with_suffix("").as_posix()
        for link in re.findall(r"\]\(((?:\.\./)*generated/[^)]+)\)", site().on_site(page.read_text("utf-8"), name)):
            path = (page.parent / link.partition("#")[0]).resolve().relative_to(ROOT / "docs" / "generated")
            assert path.as_posix() in pages, (name, link)
            turned[path.parts[0]] += 1
    assert turned["constraints"] > 50
    assert turned["contributing.md"] > 3


def test_a_link_elsewhere_is_left() -> None:
    text = "[a](../core/family.py) [b](https://x.org/metrics) [c](proofs.md#links) `[d](../metrics)`"
    assert site().on_site(text, "page") == text.replace("(../metrics)", "(generated/metrics.md)")
    assert site().on_site("[a](../../constraints/in_context/a_b.py#F-range)", "x/y") == (
        "[a](../generated/constraints/in-context/F-range.md)"
    )
