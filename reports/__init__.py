"""Reports, imported as `axiometrics.reports`. Each format has a file, which writes everything that people and machines
read in this format.

A command returns a value: a matrix, or a page (`axiometrics.core.page`). A report makes a text of it and knows nothing
of the command. So a new format is one file, and every command has it; a new command is one page, and has every format.
The alternative, formats in each command, was tried first: it led to four functions that escape Markdown, and three
commands that did not escape. `docs/decisions/0004-pages.md` says which libraries were considered.

What may be relied on: `reports/parts/formats.py` finds each file that declares `REPORT`, and there is no second list.
No report changes a number that a machine reads, and no text can end the markup around it. The matrix still has a
function of its own in each report (`render`); it becomes a page later.
"""

if __name__ != "axiometrics.reports":
    raise ImportError(
        f"this folder is the package axiometrics.reports, not {__name__}: install the project and "
        f"import it by that name"
    )
