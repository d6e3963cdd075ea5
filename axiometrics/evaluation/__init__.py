"""Evaluation of real files: TREC qrels and runs, label files, organizations; what they score, topic by topic and on
average.

`scoring.Evaluation` reads the files, by the kind of the gold, and makes the rows; `scores_page` is their page.
`loss_cases` finds what there is to explain in them, `loss` takes R and S apart, `loss_reasons` and `loss_drawing` say
it in words and lines, `loss_page` is the page of these.
"""
