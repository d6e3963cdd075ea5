"""The pages of shapes of functions name forms that there are, and all forms of organizations."""

import re

from axiometrics.candidates.declaration import forms
from axiometrics.registry.tasks import tasks
from tests.docs.blocks import DOCS, blocks, commands

PAGES = (DOCS / "my-function.md", DOCS / "my-function-classes.md")
SHAPES = 20
"""The least number of shapes."""


def test_each_form_is_named_and_each_name_is_a_form() -> None:
    named = {name for page in PAGES for name in re.findall(r'form="([\w-]+)"', page.read_text(encoding="utf-8"))}
    assert named <= {*forms()}
    usual = (
        signature
        for task in tasks()
        if task.name in ("clustering", "filtering", "ranking")
        for signature in task.signatures
    )
    wanted = {name for of in usual for name in (of.public or of.name, *(form.public for form in of.forms))}
    assert named == {*filter(None, wanted)} - {"organization"}


def test_each_shape_has_a_session_and_the_words_to_write() -> None:
    texts = (page.read_text(encoding="utf-8").partition("## When you are asked")[0] for page in PAGES)
    shapes = [shape for text in texts for shape in re.split(r"^### ", text, flags=re.MULTILINE)[1:]]
    assert len(shapes) >= SHAPES
    assert all("```console" in shape and "\nTo write: " in shape for shape in shapes)
    printed = [
        lines
        for page in PAGES
        for block in blocks(page)
        if block.language == "console"
        for _, lines in commands(block.text)
    ]
    assert all(any("called as" in line or "error: " in line for line in lines) for lines in printed)
