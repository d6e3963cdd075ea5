"""Organization: any mixture of the three other tasks, levels of priority that hold clusters of documents.

Amigo, Gonzalo & Verdejo (2013) see clustering, filtering and ranking as organizations of special forms. Here any
form is admitted on both sides, a document may occur several times, and below the levels there may be a tail of
documents that are not listed. No counts sum such a pair up, so formulas look at the two organizations themselves.
"""

from axiometrics.core.organization import Organization
from axiometrics.core.task import Examples, Task, TaskSizes, World, on_demand
from axiometrics.tasks import organizations
from axiometrics.tasks.drawing import draw
from axiometrics.tasks.orbits import organization_names

TASK = Task(
    name="organization",
    title="Organization",
    gold=Organization,
    output=Organization,
    worlds=(
        World("organization", on_demand(f"{__name__}.world", "organizations"), default=3, greatest=4, cover=3, equal=3),
    ),
    files=(organizations.LABELS, organizations.ORGANIZATIONS),
    draw=draw,
    orbit=organization_names,
    sizes=TaskSizes(possible=3),
    examples=lambda: Examples(controls=("control-gold-itself", "rs-priority")),
    position=4,
)
