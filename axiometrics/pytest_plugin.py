"""The pytest plugin: its options, the marker, the fixture, and the tests that are generated from metrics and
constraints.

pytest loads the plugin in every test run if axiometrics is installed, so it imports nothing but pytest until a test
needs more.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from axiometrics.core.cell import Cell

MARK = "axiometrics"
"""The name of the marker of generated tests."""

OPTIONS = {
    "report": ("PATH", "Write the matrix of what was checked there, in the format of the suffix."),
    "corpus": ("DIR", "Try the counterexamples pinned in this folder before any search."),
    "max-size": (
        "N[,NAME=N...]",
        "Greatest size searched, for all or by constraint or task: 7,ranking=11,thresholds=100.",
    ),
    "max-examples": ("N", "Random cases beyond the enumerated ones."),
    "seed": ("N", "Seed of the random cases; default 0."),
    "timeout": ("SECONDS", "Time for one call of a metric: a function is then called in a process of its own."),
    "laws": ("warn|fail|off", "What a broken law of implementation does (docs/your-metrics.md); default warn."),
    "undefined": (
        "where-defined|error|VALUE",
        "Where a metric has no value: pass the case over (default), make it an error, or take this number.",
    ),
    "config": (
        "FILE",
        "The metrics of the project, with names, forms and expected violations (docs/your-metrics.md); "
        "default: axiometrics.toml beside the configuration of pytest, or in this folder.",
    ),
    "cache-dir": ("DIR", "Where finished cells are kept; default: as the command line has it."),
    "require": (
        "exhaustive[:N]|proof",
        "Fail also where a constraint holds on weaker evidence than this, or is undetermined.",
    ),
}
"""The options that take a value, without their prefix; each has the text that stands for the value, and its help."""


FILE = "axiometrics.toml"
"""The file that is read where no option names another one."""

_files: list[str | None] = []
"""For each run of pytest in this process, the file with the metrics of the project; the innermost run is last. None
means the file in the current folder.
"""


def parametrize_with_constraints(
    metrics: Iterable[Any] | None = None,
    expected_violations: Mapping[str, Any] | Callable[[Any], Mapping[str, str] | None] | None = None,
    *,
    constraints: Iterable[str] | None = None,
    task: str | None = None,
    form: str | None = None,
    order: str | None = None,
    reading: str = "default",
    max_size: int | str | None = None,
    max_examples: int | None = None,
    lower_is_better: bool | None = None,
    undefined: str | float | None = None,
    signature: str | None = None,
) -> pytest.MarkDecorator:
    """Turn a test function of `metric` and `constraint` into one test for each metric and each constraint of its task.

    The body calls `constraint.check(metric)`. This raises an error where the metric violates the constraint, skips the
    test where there is nothing to judge, and otherwise returns the cell.

    Parameters
    ----------
    metrics : functions, and names, globs or TARGETs, as for `axiometrics.matrix`. The names of `axiometrics.toml` are
        TARGETs too; by default, all metrics of this file are tested. The expected violations of the file also apply
    expected_violations : `{metric: {constraint: why}}`, `{constraint: why}` for all metrics, or a function that takes a
        metric and returns `{constraint: why}`. A constraint is `id` or `task:id`, followed by `@reading` unless it is
        the reading that is run, or the first one. An expected violation that is found is an xfail; an expected
        violation that is not found fails the test
    constraints : names and globs; by default those of the first study of each task (`axiometrics list studies`)
    task, form, order : the task, the form (docs/your-metrics.md) and the order of the arguments of the functions, where
        they cannot be inferred; `task` also leaves out the constraints of other tasks
    reading : `default` (the first of each constraint), `all`, or a name
    max_size, max_examples : how far to search, as at `axiometrics.matrix`; the options `--axiometrics-max-size` and
        `--axiometrics-max-examples` have priority
    lower_is_better, undefined : whether the functions are losses, and what is done where they are undefined, as at
        `axiometrics.matrix`; `--axiometrics-undefined` has priority
    signature : the older spelling of `form`

    A mistake in an argument is an error of the collection.
    """
    arguments = {
        **locals(),
        "metrics": list(metrics) if isinstance(metrics, Iterable) and not isinstance(metrics, str) else metrics,
    }
    mark: pytest.MarkDecorator = getattr(pytest.mark, MARK)
    return mark.with_args(**arguments)


def parametrize_with_laws(
    metrics: Iterable[Any],
    *,
    laws: Iterable[str] | None = None,
    task: str | None = None,
    form: str | None = None,
    order: str | None = None,
    signature: str | None = None,
) -> pytest.MarkDecorator:
    """Turn a test function of `metric` and `law` into one test for each metric of yours and each law of implementation
    about its form (docs/your-metrics.md). The body calls `law.check(metric)`, which fails with the two calls that
    differ.

    Parameters
    ----------
    metrics : functions, TARGETs and names of `axiometrics.toml`
    laws : names of laws, such as `input-order`; by default all laws
    task, form, order : the task, the form and the order of the arguments of the functions, where they cannot be
        inferred; `signature` is the older spelling of `form`
    """
    from axiometrics.candidates.expression import with_order
    from axiometrics.services.assertions import law_params

    how = with_order(form or signature, order)
    params = law_params(list(metrics), None if laws is None else list(laws), task, how, _file())
    return pytest.mark.parametrize(("metric", "law"), params)


def assert_same_as(metric: Any, name: str, **options: Any) -> None:
    """Fail a test unless a metric of yours gives the same values as one of ours, such as `ndcg@10`, on every small
    input and on larger random ones. The failure shows the smallest input on which the two differ.

    Parameters
    ----------
    metric : a function or a TARGET
    name : a metric of ours
    conventions : whether the two must also give the same values where 0 is divided by 0
    task, form, order : the task, the form and the order of the arguments of the function, where they cannot be
        inferred; `signature` is the older spelling of `form`
    max_size : the number of documents up to which every input is tried, as at `axiometrics.compare`
    """
    __tracebackhide__ = True
    from axiometrics.services import assertions

    assertions.assert_same_as(metric, name, file=_file(), **options)


def assert_conventions(metric: Any, expected: Mapping[str, float | None], **options: Any) -> None:
    """Fail a test unless a metric of yours gives these values on the degenerate inputs of its task, where definitions
    often divide 0 by 0 (docs/conventions.md).

    Parameters
    ----------
    metric : a function or a TARGET
    expected : by the name of the input, such as `nothing relevant`, the value to six digits; None for no value
    task, form, order : the task, the form and the order of the arguments of the function, where they cannot be
        inferred; `signature` is the older spelling of `form`
    """
    __tracebackhide__ = True
    from axiometrics.services import assertions

    assertions.assert_conventions(metric, expected, file=_file(), **options)


def _file() -> str | None:
    return _files[-1] if _files else None


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options, which all have the prefix `--axiometrics-`."""
    group = parser.getgroup("axiometrics", "constraints on evaluation metrics (axiometrics)")
    for name, (value, words) in OPTIONS.items():
        group.addoption(f"--axiometrics-{name}", metavar=value, default=None, help=words)
    group.addoption("--axiometrics-no-cache", action="store_true", help="Compute every cell anew, and keep none.")
    group.addoption(
        "--axiometrics-accept",
        action="store_true",
        help="Write the violations that no test and no file expects into axiometrics.toml (--axiometrics-config) as "
        "expected, each with a reason to fill in; they fail no test.",
    )
    group.addoption(
        "--axiometrics-pin", action="store_true", help="Pin in the folder of --axiometrics-corpus what is found."
    )


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marker. Where an option or a report needs it, prepare the gathering of results."""
    config.addinivalue_line(
        "markers",
        f"{MARK}(metrics, expected_violations=None, ...): made a test for each metric and constraint (axiometrics)",
    )
    beside = config.rootpath / FILE
    set_options = [name for name in OPTIONS if config.getoption(f"axiometrics_{name.replace('-', '_')}") is not None]
    if config.getoption("axiometrics_config") is None and beside.is_file():
        config.option.axiometrics_config = os.path.relpath(beside)
    _files.append(config.getoption("axiometrics_config"))
    if set_options or config.getoption("axiometrics_pin") or config.getoption("axiometrics_accept"):
        from axiometrics.services.check_run import prepare

        prepare(config)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Forget the configuration of this run."""
    if _files:
        _files.pop()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Generate a test for each metric and constraint of the marks."""
    marks = [mark for mark in metafunc.definition.iter_markers(MARK) if mark.args or mark.kwargs]
    if marks:
        from axiometrics.services.generated_tests import generate

        generate(metafunc, marks, parametrize_with_constraints)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Put the verdict of a test of axiometrics into the summary, and into the message of JUnit files. It has as many
    words as the line has room for, and replaces the beginning of the explanation.
    """
    report = yield
    short = () if call.excinfo is None else getattr(call.excinfo.value, "short", ())
    crash = getattr(report.longrepr, "reprcrash", None)
    if isinstance(short, tuple) and short and crash is not None:
        room = item.config.get_terminal_writer().fullwidth - len(f"FAILED {report.nodeid} - ")
        crash.message = max((words for words in short if len(words) <= room), key=len, default=short[0])
    return report


@pytest.fixture
def axiometrics_check(request: pytest.FixtureRequest) -> Callable[..., Cell]:
    """A function `check(metric, constraint, *, reading=None, expected=None, task=None, form=None, order=None,
    max_size=None, max_examples=None, lower_is_better=None, undefined=None)`.

    It checks one metric and one constraint, as `constraint.check(metric)` does in a parametrized test. `expected` is
    the reason why a violation is expected.
    """
    from axiometrics.services.check_run import check_run
    from axiometrics.services.checked_constraint import check_one

    return partial(check_one, check_run(request.config))
