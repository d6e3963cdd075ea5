"""Measure how often metrics violate a constraint on a user's own data.

A counterexample of five documents refutes a metric, but it does not say whether the user of the metric will ever meet a
similar case. Here the edit of a constraint (`core.edits`) is made in real outputs: at every place where there are few
places, else at places that are drawn, each as likely as any other. For each metric it is decided exactly whether the
metric rewards the edit as the constraint demands. The result is a share with a confidence interval, and the real case
where the metric goes most wrong. `outputs` reads the outputs of the systems, `measurement` makes and judges the edits,
`excerpt` cuts a case of thousands of documents down to a size that can be drawn, `page` and `document` show the result,
and `reason` asks which edits explain that two metrics order two systems differently.

Two alternatives were rejected. Real outputs could be searched for cases without any edit, but two systems hardly ever
differ by one edit. The families of cases could be run with the sizes of real data, but their surroundings would be made
up. The following may be relied on: no edit counts as violated by a comparison of floats alone; where all edits were
made, the share is exact and is marked so; the share is about the edits that are possible in these outputs, and about
nothing else.
"""

from axiometrics.comparison.impact.measurement import Impact, ImpactRow, RealCase, measure

__all__ = ["Impact", "ImpactRow", "RealCase", "measure"]
