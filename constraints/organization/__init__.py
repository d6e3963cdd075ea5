"""Constraints on organizations of several levels and clusters, from what Amigo et al. 2013 read off their Table 9
(section 5).

Most compare the gold, as its own output, with an edit of it: a cluster is broken, two are merged, a document is added
or left out, the levels are reversed. `embedded` makes the edits of the constraints on clusterings, filterings and
rankings within a part of a larger organization. The readings say whether organizations have a tail, and whether a
document may be listed in several places, because R and S treat these differently.
"""
