"""What proofs may speak of: for each constraint, quantities of a case and facts that hold of them in every case. A file
is a constraint.
"""

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from axiometrics.verification.proofs.view import View


@cache
def view(constraint: str) -> View | None:
    """The view of a constraint (`task:id`), None where nobody has written one."""
    task, _, name = constraint.partition(":")
    module = f"{__name__}.{task}.{name.replace('-', '_')}"
    if (
        not name.replace("-", "").isalnum()
        or not task.isalpha()
        or find_spec(f"{__name__}.{task}") is None
        or find_spec(module) is None
    ):
        return None
    found: View = import_module(module).VIEW
    return found
