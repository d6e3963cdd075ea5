"""Definitions of metrics of search result diversity: rank by rank and intent by intent.

An ideal list that is the best of all lists is found here by trying all of them. A topic with too many documents for
that is refused.
"""
