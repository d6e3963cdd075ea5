"""Containment: a user's metric runs where it can do no harm, in another process that is watched, limited and ended.

A metric that somebody wrote may raise, loop, use up the memory, end the interpreter, or leave threads and daemons
behind. The run must go on, and its report must name the smallest input that shows the failure.

So three processes take part. The run sends requests (`worker` over `session` and `pipes`). A supervisor is the parent
of all processes that the metric starts, and ends them (`supervisor`, `termination`). A server imports and calls the
metric (`server`, `description`, `call`). On Linux the last two are forks of a process that has imported what every
metric needs (`template`, `templates`), because to start Python anew costs a hundred times as much. One process serves
the metrics of a module one after the other, as long as no change in it is seen since the import (`host`, `traces`).
Only a limited number of processes live at a time (`pool`).

Requests and answers are lines of JSON. The answer of a metric is never unpickled, so it cannot run code in the process
of the run. Each answer is sent before the next call begins, so a failure during a call has one input. This input is
blamed only if a new process fails on it too. A death after the answer to a call is reported as late, and no input is
blamed.

Three designs were rejected. An earlier version searched for the guilty call by repeating up to 4096 inputs and
bisecting. This was most of the code of the run's side, and it could not find a call that failed by chance. Threads or a
`signal.alarm` in the same process cannot stop C code or a dead interpreter. One process for each call costs a hundred
times as much as the call.

No answer of a failed process is used, and on Linux no process outlives its run. But the process of a metric has the
rights of its user, so it is not a prison.
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
