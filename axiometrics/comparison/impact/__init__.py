"""Measure how often metrics violate a constraint on a user's own data.

A counterexample of five documents refutes a metric, and it does not say whether the user of the metric will ever meet
the like of it. Here the edit of a constraint (`core.edits`) is made in real outputs, at every place where there are
few, else at places that are drawn, each as likely as any other. For each metric it is decided exactly whether the
metric rewards the edit as the constraint demands. What comes out is a share with a confidence interval, and the real
case where the metric goes most wrong. `outputs` has what the systems returned, `measurement` makes and judges the
edits, `excerpt` cuts a case of thousands of documents down to what can be drawn, `page` and `document` show, and
`reason` asks which edits explain that two metrics order two systems differently.

Two alternatives were rejected. Real outputs could be searched for cases as they stand, but two systems hardly ever
differ by one edit. The families of cases could be run with the sizes of real data, but their surroundings would be made
up. What may be relied on: no edit counts as violated by a comparison of floats alone; where all edits were made the
share is exact, and says so; the share speaks of the edits that are possible in these outputs, and of nothing else.
"""

from axiometrics.comparison.impact.measurement import Impact, ImpactRow, RealCase, measure

__all__ = ["Impact", "ImpactRow", "RealCase", "measure"]
