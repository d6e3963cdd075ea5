"""Processes of users' metrics for tests, born of a process that has long imported what each of them needs.

A process that is started for a metric imports Python's and our modules for a quarter of a second before it looks at
the metric, and the tests start some five hundred. Here one process for each seed of hashes imports them once, for the
whole session, and is forked for each metric; from the fork on everything is as in the product: the supervisor, the
folder, the environment, the path and the modules that are loaded. The child is handed to the process that asked, as
one that it had started itself. The tests of containment, and of what runs side by side, start real processes.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import socket
import subprocess
import sys
import threading
import time
from typing import Any

from axiometrics.candidates.containment import launch, supervisor

BEGIN = "import json, sys; sys.path[:] = json.loads(sys.argv[2]); from tests import nursery; nursery.serve()"
"""What the process of a nursery runs."""

DEAR = ("sklearn.metrics",)
"""Libraries that take more than a second to import, each of which has nurseries of its own."""

_lock = threading.Lock()
_nurseries: dict[tuple[int, int, str], tuple[subprocess.Popen[bytes], socket.socket]] = {}


def _nursery(seed: int, library: str) -> socket.socket:
    """Where to ask for processes with that seed, which may have imported a library; only a process of ours can be the
    parent of what is born.
    """
    known = _nurseries.get((os.getpid(), seed, library))
    if known is None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        command = [sys.executable, "-c", BEGIN, str(theirs.fileno()), json.dumps(sys.path), library]
        around = {**os.environ, "PYTHONHASHSEED": str(seed)}
        with theirs:
            process = subprocess.Popen(command, pass_fds=[theirs.fileno()], env=around, start_new_session=True)
        known = _nurseries[os.getpid(), seed, library] = process, ours
    return known[1]


def start(target: str, seed: int) -> tuple[launch.Process, tuple[int, int, int], str]:
    """Start a process that imports a target, as `launch.start_target` does."""
    limit, folder = launch.memory_limit(), launch._folder()
    around = {**os.environ, "PYTHONHASHSEED": str(seed)}
    around.update(dict.fromkeys(supervisor.TEMPORARY, folder) if folder else {})
    order = {
        "arguments": [supervisor.__file__, target, str(os.getpid()), str(limit), folder],
        "around": around,
        "path": sys.path,
    }
    theirs, requests = os.pipe()
    answers, back = os.pipe()
    errors, complaints = os.pipe()
    here = os.open(".", os.O_RDONLY)
    with _lock:
        asked = _nursery(seed, next((one for one in DEAR if target.startswith(one)), ""))
        supervisor._prctl(supervisor.SUBREAPER, 1)  # the parent of what is born, once its own has ended
        try:
            socket.send_fds(asked, [json.dumps(order).encode()], [theirs, back, complaints, here])
            pid = int(asked.recv(64))
            asked.recv(64)
        finally:
            supervisor._prctl(supervisor.SUBREAPER, 0)
    for end in (theirs, back, complaints, here):
        os.close(end)
    launch.ENDS.update((requests, answers, errors))
    return launch._Forked(pid), (requests, answers, errors), folder


def close() -> None:
    """End the processes that others were born of."""
    for process, asked in _nurseries.values():
        asked.close()
        process.wait()
    _nurseries.clear()


def serve() -> None:
    """Fork for each order, until nobody can ask any more; in the child, be the process of the metric."""
    from axiometrics.candidates.containment.server import main

    asked = socket.socket(fileno=int(sys.argv[1]))
    for name in filter(None, ("axiometrics.candidates.containment.description", sys.argv[3])):
        importlib.import_module(name)
    gc.collect()
    gc.freeze()
    while True:
        order, files, _, _ = socket.recv_fds(asked, 1 << 20, 4)
        if not order:
            return
        between = os.fork()
        if not between:
            born = os.fork()
            if born:
                asked.send(str(born).encode())
                os._exit(0)
            asked.close()
            arguments = _settled(json.loads(order), files)
            supervisor.supervise(int(arguments[1]), arguments[3])
            main(arguments[0], int(arguments[2]))
            return
        os.waitpid(between, 0)
        for file in files:
            os.close(file)
        asked.send(b"done")


def _settled(order: Any, files: list[int]) -> list[str]:
    """What a process is started with; it becomes that of this one."""
    arguments: list[str] = order["arguments"][1:]
    while os.getppid() != int(arguments[1]):
        time.sleep(0.0005)
    for end, file in enumerate(files[:3]):
        os.dup2(file, end)
    os.fchdir(files[3])
    for file in files:
        os.close(file)
    os.setsid()
    os.environ.clear()
    os.environ.update(order["around"])
    sys.argv[:] = order["arguments"]
    sys.path[:] = order["path"]
    sys.modules["__main__"].__file__ = supervisor.__file__
    for name in ("tests.nursery", "tests"):
        del sys.modules[name]
    importlib.invalidate_caches()
    gc.unfreeze()
    return arguments
