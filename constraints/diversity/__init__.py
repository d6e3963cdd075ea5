"""Constraints on search result diversity: what Sakai et al. 2010 ask of its metrics, or say that others lack.

The paper states its wishes in sentences, and `source` says where. Several constraints compare two runs of one topic
that differ in one document, or in the order of two. Full Range, One List and Tractable Ideal are about all runs of a
topic, since they ask whether an ideal run exists, or is found by sorting. A metric that ignores grades or probabilities
is judged all the same: that it ignores them is what some of these constraints find.
"""
