"""Small cases of scorings: every relevance and every score of a grid, for one to four documents, once up to names.

The measures that compare two numbers document by document are judged on grids of numbers, since the numbers between 0
and 1 are not finitely many. `grid` has quarters, `fine` has numbers close to the threshold 1/2. A case with the numbers
of its documents exchanged is the same case, so each multiset of rows is listed once.
"""
