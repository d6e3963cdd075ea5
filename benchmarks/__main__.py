"""All benchmarks, one after the other: `make bench`, or `python benchmarks [NAME...] [--save]`.

Each file of this folder is a benchmark, which prints tables of Markdown; those whose names begin with an underscore are
shared. The test by kills (`soak.py`) takes long and is only run by its name. With `--save` what was printed replaces
the sections of these benchmarks in `results.md`; the others stay.
"""

from __future__ import annotations

import argparse
import ast
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
RESULTS = HERE / "results.md"
APART = ("soak",)


def main() -> None:
    """Run the benchmarks of the command line."""
    scripts = sorted(file.stem for file in HERE.glob("[!_]*.py"))
    parser = argparse.ArgumentParser(description="Run benchmarks.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(scripts)}; all but soak unless given")
    parser.add_argument("--save", action="store_true", help="write what is found into results.md")
    options = parser.parse_args()
    if unknown := set(options.names) - set(scripts):
        parser.error(f"{', '.join(sorted(unknown))}: expected names of {', '.join(scripts)}")
    for name in options.names or [name for name in scripts if name not in APART]:
        script = HERE / f"{name}.py"
        sys.stdout.write(f"## {heading(script)}\n\n")
        sys.stdout.flush()
        ran = subprocess.run([sys.executable, str(script)], stdout=subprocess.PIPE, text=True)
        sys.stdout.write(ran.stdout + "\n")
        if ran.returncode:
            sys.exit(ran.returncode)
        if options.save:
            saved = with_section(RESULTS.read_text(encoding="utf-8"), heading(script), about(script), ran.stdout)
            RESULTS.write_text(saved, encoding="utf-8")


def heading(script: Path) -> str:
    """Return the title of the section: TITLE of the script, or its name."""
    for statement in ast.parse(script.read_text(encoding="utf-8")).body:
        if isinstance(statement, ast.Assign) and getattr(statement.targets[0], "id", "") == "TITLE":
            return str(ast.literal_eval(statement.value))
    return script.stem.capitalize()


def about(script: Path) -> str:
    """The docstring of the script, in lines as long as its paragraphs."""
    text = ast.get_docstring(ast.parse(script.read_text(encoding="utf-8"))) or ""
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in text.split("\n\n"))


def with_section(page: str, title: str, about: str, printed: str) -> str:
    """The page with this section, which replaces the section of the same title, or else is added at the end."""
    section = f"## {title}\n\n{about}\n\n{printed.strip()}\n"
    parts = re.split(r"^(?=## )", page, flags=re.MULTILINE)
    places = [i for i, part in enumerate(parts) if part.startswith(f"## {title}\n")]
    if places:
        parts[places[0]] = section if places[0] == len(parts) - 1 else section + "\n"
    else:
        parts[-1] = parts[-1].rstrip() + "\n\n"
        parts.append(section)
    return "".join(parts)


if __name__ == "__main__":
    main()
