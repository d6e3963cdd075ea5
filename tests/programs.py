"""The program beside packages that are installed for real, as several test files run it.

A test of another package needs a process that has never seen ours without it. To start one and to import numpy and the
house takes longer than most commands. So one process waits that has imported the house and looked for no package yet;
each command line is a fork of it, with the package on its path.
"""

import atexit
import gc
import importlib
import json
import os
import pkgutil
import shutil
import signal
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]


def heed_signals() -> None:
    """In a child that is to be ended by Ctrl-C or at the end of a terminal: a shell that started the tests in the
    background, or under nohup, has these signals ignored, and a child inherits that.
    """
    for name in {"SIGINT", "SIGHUP"} & set(dir(signal)):
        signal.signal(signal.Signals[name], signal.SIG_DFL)


def alive(pid: int) -> bool:
    """Whether a process runs; a zombie does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def install(package: Path, folder: Path) -> Path:
    """Install the package, from a copy of its source, with pip into that folder."""
    options = ("--no-deps", "--no-build-isolation", "--no-index", "--quiet", "--disable-pip-version-check")
    with tempfile.TemporaryDirectory() as copy:
        source = shutil.copytree(package, Path(copy) / "source")
        command = [sys.executable, "-m", "pip", "install", *options, "--target", str(folder), str(source)]
        subprocess.run(command, check=True, capture_output=True, timeout=600)
    return folder


def run(path: Path, *arguments: str, where: Path | None = None) -> subprocess.CompletedProcess[str]:
    """The command line with that folder on the path, in this folder and with the environment of the moment; warnings
    are errors.
    """
    process = waiting()
    assert process.stdin is not None
    assert process.stdout is not None
    around = {**os.environ, "PYTHONPATH": os.pathsep.join((str(path), str(ROOT))), "PYTHONWARNINGS": "error"}
    with tempfile.TemporaryDirectory() as folder:
        request = {"arguments": arguments, "path": str(path), "where": str(where or Path.cwd()), "around": around}
        process.stdin.write(json.dumps({**request, "folder": folder}) + "\n")
        process.stdin.flush()
        code = int(process.stdout.readline())
        out, err = ((Path(folder) / name).read_text(encoding="utf-8") for name in ("out", "err"))
    return subprocess.CompletedProcess(arguments, code, out, err)


@cache
def waiting() -> subprocess.Popen[str]:
    """The process that is forked for each command line; it ends with this one."""
    around = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "error"}
    pipe = subprocess.PIPE
    process = subprocess.Popen([sys.executable, __file__], stdin=pipe, stdout=pipe, env=around, text=True)
    atexit.register(process.communicate)
    return process


def serve() -> None:
    """Fork for each command line that is asked for; return in the fork."""
    import axiometrics

    for module in pkgutil.walk_packages(axiometrics.__path__, "axiometrics."):
        if not module.name.endswith(".__main__"):
            importlib.import_module(module.name)
    from axiometrics import registry
    from axiometrics.registry.entry_points import added_tasks

    looked_for = registry.extensions.cache_info().currsize + added_tasks.cache_info().currsize
    assert not looked_for, "packages were looked for while the house was imported"
    draw()
    gc.freeze()  # what was imported stays; no fork goes through it
    for line in sys.stdin:
        request = json.loads(line)
        child = os.fork()
        if not child:
            begin(**request)
            return
        sys.stdout.write(f"{os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])}\n")
        sys.stdout.flush()
    os._exit(0)


def draw() -> None:
    """Draw numbers, so that Hypothesis reads the constants of the house here and not in each fork."""
    from hypothesis import given, settings, strategies

    settings(max_examples=200, database=None)(given(strategies.integers())(lambda number: None))()


def begin(arguments: list[str], path: str, where: str, around: dict[str, str], folder: str) -> None:
    """Be as a process that was started with these arguments, there, on that path and in this environment."""
    os.environ.clear()
    os.environ.update(around)
    os.chdir(where)
    sys.path[:1] = [where, path]
    sys.argv = ["axiometrics", *arguments]
    write = os.O_WRONLY | os.O_CREAT
    files = ((os.devnull, os.O_RDONLY), (os.path.join(folder, "out"), write), (os.path.join(folder, "err"), write))
    for number, (name, how) in enumerate(files):
        os.dup2(os.open(name, how, 0o600), number)


if __name__ == "__main__":
    serve()
    from axiometrics.cli import main

    main()
