"""Users' metrics, given by name or as functions, made into candidates for the runner."""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from typing import Any

from axiometrics.candidates import declared_form, import_records, inference
from axiometrics.candidates.blackbox import BlackBox
from axiometrics.candidates.containment import (
    Description,
    Here,
    Needs,
    Worker,
    describe,
    forked,
    isolates,
    memory_limit,
    started,
)
from axiometrics.candidates.containment.call import Caller, CallForm
from axiometrics.candidates.containment.description import find, resolved
from axiometrics.candidates.declaration import NO_POLICY, Declaration, Policy
from axiometrics.candidates.expression import how, read, with_signature
from axiometrics.candidates.hypotheses import Hypothesis
from axiometrics.candidates.inference import AmbiguousForm
from axiometrics.candidates.written_call import called_as, first_call, written_call
from axiometrics.core.errors import TargetError
from axiometrics.core.time_limit import NO_LIMIT, TimeLimit
from axiometrics.registry.tasks import meant_by, signatures
from axiometrics.registry.tasks import signature as signature_of
from axiometrics.running.cache import Cache
from axiometrics.running.candidate import Candidate
from axiometrics.search import Judge


def load(
    target: str,
    task: str | None = None,
    signature: str | None = None,
    *,
    timeout: float | None = None,
    policy: Policy = NO_POLICY,
    cache: Cache | None = None,
    limit: TimeLimit = NO_LIMIT,
) -> Candidate:
    """Load the user's metric that is named by `module:function` or `path/to/file.py:function`, as a candidate for the
    runner.

    A TARGET may bind arguments, `module:f(beta=2)`, take a component of the result, `module:f["f1"]`, and begin with
    `neg` or with settings of its own, `neg,signature=gains:module:f` (`expression`). These settings have priority over
    the arguments of this function.

    The metric is imported and called in a process of its own (where the system is not POSIX, in this process).
    `timeout` is the number of seconds that one call may take; the default is 10, and then 60 for the first call. With a
    `cache`, a metric whose code has not changed is imported only when a case has to be scored. `limit` bounds the trial
    calls.

    Raises `TargetError`, in one line, where the metric cannot be imported, is not callable, or has a signature that
    cannot be inferred.
    """
    own = read(target).settings
    loader = _Loader(
        target,
        own.get("task", task),
        how(own, signature),
        timeout,
        replace(policy, undefined=own["undefined"]) if "undefined" in own else policy,
        limit,
    )
    declared = loader.introduced(cache)
    loaded = _candidate(target, declared, loader, portable=True)
    return replace(loaded, code=loader.code, home=__name__, needs=loader.needs)


def _restarts(judge: Judge) -> int:
    """The number of processes of the judge's metric that ended although no input was to blame."""
    return judge.caller.restarts if isinstance(judge, BlackBox) and isinstance(judge.caller, Worker) else 0


def candidate(
    function: Callable[..., Any],
    task: str | None = None,
    signature: str | None = None,
    *,
    timeout: float | None = None,
    policy: Policy = NO_POLICY,
    limit: TimeLimit = NO_LIMIT,
) -> Candidate:
    """A callable as a candidate for the runner. Its id is its name.

    A function that is given as an object may depend on the state of this process, so it is called here. With a
    `timeout` (the seconds that one call may take), and where the system can fork, the function is called in a fork that
    is made of this process at that moment.
    """
    function = resolved(function, inference.read_form(signature)[0])
    description = describe(function)

    def caller() -> Here | Worker:
        return Here(function) if timeout is None or not isolates() else forked(function, timeout)

    trying = caller()
    try:
        settings = description.name, task, signature, limit, policy.evident_task
        declared = policy.over(declare(trying, description, *settings))
    finally:
        if isinstance(trying, Worker):
            trying.close()

    def judge(of_task: str) -> BlackBox:
        return BlackBox(description.name, caller(), declared, of_task)

    return _candidate(description.name, declared, judge, portable=False)


@dataclass
class _Loader:
    """Makes the judges of a TARGET. One worker serves all these judges. A loader that is sent to another process leaves
    the worker behind and starts another one there.
    """

    target: str
    task: str | None
    signature: str | None
    timeout: float | None
    policy: Policy = NO_POLICY
    limit: TimeLimit = NO_LIMIT
    code: str | None = None
    _loaded: tuple[Caller, Declaration] | None = field(default=None, repr=False)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_loaded": None}

    def __call__(self, of_task: str) -> BlackBox:
        caller, declared = self.loaded()
        return BlackBox(self.target, caller, declared, of_task)

    def needs(self, judge: Judge) -> Needs | None:
        """The files and other conditions on which the verdicts of a judge rest besides the code; None where they are
        not known, or where the judge's metric had other code.
        """
        assert isinstance(judge, BlackBox)
        assert isinstance(judge.caller, Worker)
        return judge.caller.needs if _code(judge.caller, judge.declared) == self.code else None

    def introduced(self, cache: Cache | None) -> Declaration:
        """The declaration of the metric. The metric is imported unless the cache has the introduction that an earlier
        import gave.
        """
        settings = self.target, self.task, self.signature, self.timeout, memory_limit(), asdict(self.policy)
        where = None if cache is None or not isolates() else import_records.place(*settings)
        introduction = None if cache is None or where is None else import_records.recalled(cache, where)
        if introduction is not None:
            self.code = introduction.code
            return introduction.declared
        caller, declared = self.loaded()
        self.code = _code(caller, declared)
        if cache is not None and where is not None and self.code is not None and isinstance(caller, Worker):
            needs = None if caller.rests is None or caller.needs is None else caller.rests.joined(caller.needs)
            if needs is not None:
                import_records.keep(cache, where, import_records.Introduction(declared, self.code), needs)
        return declared

    def loaded(self) -> tuple[Caller, Declaration]:
        """The caller of the metric, and its declaration."""
        if self._loaded is None:
            form, _ = inference.read_form(self.signature)
            named = with_signature(self.target, form) if form is not None and form in signatures() else self.target
            caller, description = started(named, self.timeout) if isolates() else _found_here(named)
            settings = self.target, self.task, self.signature, self.limit, self.policy.evident_task
            declared = self.policy.over(declare(caller, description, *settings))
            self._loaded = caller, _with_losses(caller, self.target, declared)
        return self._loaded


def _found_here(target: str) -> tuple[Caller, Description]:
    metric = find(target)
    return Here(metric), describe(metric)


def _code(caller: Caller, declared: Declaration) -> str | None:
    """A digest of everything on which the verdicts on a metric rest: the code that its import runs, how it is called,
    and its limits; None where this code is not known.
    """
    if not isinstance(caller, Worker) or len(caller.imported) != 1 or None in caller.imported:
        return None
    rests = [*caller.imported, caller.timeout, memory_limit(), asdict(declared)]
    return hashlib.sha256(json.dumps(rests).encode()).hexdigest()


def _candidate(name: str, declared: Declaration, judge: Callable[[str], BlackBox], portable: bool) -> Candidate:
    assert declared.signature is not None
    tasks = _tasks_of(declared)
    about: dict[str, Any] = {
        "id": name,
        "base": name,
        "params": {},
        "display": name,
        "family": "user",
        "task": tasks[0],
        "source": "user",
        "inferred": declared.inferred,
        "form": declared.public,
        "order": declared.order,
        "called": declared.called,
        "settled_by": declared.settled_by,
        **({"loss": declared.loss} if declared.loss else {}),
    }
    how = CallForm(declared.signature, False, declared.form)
    written = partial(_written, how, name, tuple(declared.parameters)) if declared.signature in BESIDE else None
    made = Candidate(about, tasks, judge, portable, token=uuid.uuid4().hex, restarts=_restarts, written=written)
    return replace(made, tasks_by_reduction=made.as_it_is[len(tasks) :])


BESIDE = ("labels", "classification")
"""The signatures whose two arguments list the same items."""


def _written(how: CallForm, name: str, parameters: Sequence[str], system: Any, gold: Any) -> str:
    """The call for a system output and a gold, as people write it."""
    return written_call(how, signature_of(how.signature).plain(system, gold), name, parameters)


def declare(
    caller: Caller,
    description: Description,
    name: str,
    task: str | None,
    signature: str | None,
    limit: TimeLimit = NO_LIMIT,
    evident: str | None = None,
) -> Declaration:
    """Find out how a metric is called, and collect what is known of it. Options have priority over the declaration of
    its author or of an adapter, and this has priority over inference. For the inference the metric is called as long as
    the limit of time allows.

    `signature` may name a form, or one of the older names, and an order behind it. Raises `TargetError` where the form
    cannot be found, `AmbiguousForm` where several forms are left. Ways to call that are of the `evident` task are
    preferred.
    """
    stated = Declaration(**description.declared)
    if not description.is_callable:
        raise TargetError(f"{name} is of the type {description.type} and cannot be called: name a function")
    wanted = task or stated.task
    form, order = inference.read_form(signature or stated.signature, stated.order if signature is None else None)
    plain = declared_form.named_values(description, wanted) if form is None else None
    if plain is not None and _taken_as_they_are(caller, description, name, plain, wanted, limit):
        form = plain
    own = None if form is None else signatures().get(form)
    two = not description.parameters or len(description.needed) <= 2 <= len(description.parameters)
    if own is not None and (not own.tried or (order is None and two)):
        by, how_called = "library" if stated.inferred else "declared", CallForm(own.name, stated.exact, stated.form)
        if by == "declared" and own.forms and wanted in (None, *meant_by(own.name, wanted)):
            how_called = how_called._replace(form=declared_form.form_of(caller, how_called, wanted))
        declared = replace(
            stated,
            task=wanted,
            signature=own.name,
            form=how_called.form,
            order=order or Hypothesis(own.name, how_called.form, "").order,
            called=called_as(how_called, name, description.parameters, wanted),
            settled_by=by,
        )
    else:
        chosen = inference.settled(caller, description, name, wanted, form, order, limit, evident)
        if not chosen.alone:
            caller.renew()
        hypothesis = chosen.trial.hypothesis
        declared = replace(
            stated,
            task=wanted,
            signature=hypothesis.signature,
            form=hypothesis.form,
            order=hypothesis.order,
            called=first_call(chosen.trial, name, description.parameters),
            settled_by="declared" if form is not None else chosen.by,
            inferred=inference.said(chosen) if form is None else "",
            drift=chosen.trial.drift,
        )
    declared = replace(declared, parameters=description.parameters)
    tasks = meant_by(declared.signature or "", wanted)
    if wanted is not None and wanted not in tasks:
        raise TargetError(f"{name}: form {declared.public} is of task {' or '.join(tasks)}, not {wanted!r}")
    if declared.inferred and wanted is None:
        declared = replace(declared, inferred=f"{declared.inferred}; task {' and '.join(tasks)}")
    return declared


def _with_losses(caller: Caller, name: str, declared: Declaration) -> Declaration:
    """The declaration with the tasks in which the values show that lower is better, where nobody has declared the
    direction. A function that a test gives directly is tested for this only when it is searched, because pinned
    evidence is tried without it.
    """
    if declared.lower_is_better is not None:
        return declared
    judges = (BlackBox(name, caller, declared, of) for of in _tasks_of(declared))
    return replace(declared, losses=tuple(judge.task for judge in judges if judge.looks_like_a_loss))


def _tasks_of(declared: Declaration) -> tuple[str, ...]:
    return (declared.task,) if declared.task else meant_by(declared.signature or "")


def _taken_as_they_are(
    caller: Caller, description: Description, name: str, signature: str, task: str | None, limit: TimeLimit
) -> bool:
    """Whether a metric takes the values of a task unchanged, where its parameters have the names of these values. The
    metric does not take them if no call with them gives a value while trial calls find another form. If trial calls
    find no form either, the values are passed, and each cell reports the failure.
    """
    if declared_form.takes_values(caller, CallForm(signature, False, ""), task):
        return True
    try:
        inference.settled(caller, description, name, task, limit=limit)
    except AmbiguousForm:
        return False
    except TargetError:
        return True
    return False
