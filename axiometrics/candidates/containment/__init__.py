"""Calls a user's metric where it can do no harm: in another process that is watched, limited and ended.

A metric that somebody wrote may raise, loop, eat memory, end the interpreter, or leave threads and daemons behind. The
run must go on, and its report must name the smallest input that shows the failure. So a metric runs in three processes:
the run asks (`worker` over `session` and `pipes`); a supervisor is the parent of all that the metric starts, and ends
it (`supervisor`, `termination`); and a server imports and calls the metric (`server`, `description`, `call`). On Linux
the last two are forks of a process that has imported what every metric needs (`template`, `templates`), because to
start Python anew costs a hundred times as much. Requests and answers are lines of JSON: what comes back from a metric
is never unpickled, so it cannot run code in the process that asks. Each answer is sent before the next call begins, so
a failure during a call has one input. It is blamed only if a new process fails on it too. A death that comes after its
call was answered is told as late and no input is blamed. An earlier version searched for the guilty call by asking up
to 4096 inputs again and bisecting: that was most of the code that asks, and it could not find a call where chance was
at work. Threads or a `signal.alarm` in the same process were rejected because they cannot stop C code or a dead
interpreter; one process a call was rejected because it costs a hundred times the call. One process serves the metrics
of a module one after the other, as long as nothing is seen to have changed in it since the import (`host`, `traces`).
Of many processes only some live at a time (`pool`). What may be relied on: no answer of a failed process is used, and
on Linux no process outlives its run. What may not: the process has the rights of its user and is not a prison.
"""

from axiometrics.candidates.containment.call import Answer, CallForm, Failed, Here, Number, Undefined
from axiometrics.candidates.containment.description import Description, describe
from axiometrics.candidates.containment.launch import isolates, memory_limit
from axiometrics.candidates.containment.worker import TIMEOUT, Worker, forked, started
from axiometrics.running.dependencies import NOTHING, Needs

__all__ = [
    "NOTHING",
    "TIMEOUT",
    "Answer",
    "CallForm",
    "Description",
    "Failed",
    "Here",
    "Needs",
    "Number",
    "Undefined",
    "Worker",
    "describe",
    "forked",
    "isolates",
    "memory_limit",
    "started",
]
