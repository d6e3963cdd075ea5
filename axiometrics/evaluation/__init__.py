"""Computes the scores of real files: TREC qrels and runs, label files, and organizations, for each topic and on
average.

A constraint says what a metric does on every case. A user also wants the scores of his systems, and the reasons for
them. `scoring.Evaluation` reads the files, by the kind of the gold, and computes the rows of scores; `scores_page`
makes their page. `forms` reads a file in any form, `objects` recognises objects of Python, and `sides` reads a gold and
its systems together. `loss_cases` finds the comparisons in the files that can be explained, `loss` divides the losses
of R and S among documents and relations, `loss_reasons` and `loss_drawing` express them in words and drawings, and
`loss_page` makes their page.

What may be relied on: files of TREC, tables, JSON and objects of Python become the same types before they are scored,
so that the form of the data does not change a score. If the content of the data does not decide what they mean, the
readers refuse them, and the message names the choice to make (`choices`). Guessing was rejected: for example, a guess
of the positive label could exchange the two classes, and the user would not notice it. Where programs score runs
differently, the default is that of trec_eval with its option -c (`run_scores`).
"""
