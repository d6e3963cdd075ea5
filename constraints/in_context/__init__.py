"""Constraints on runs of articles, each with a set of elements (Lalmas et al. 2007, section 6).

The paper states no constraints. These are what its text says of the score of an article, and of the order of articles.
The range of the score of an article is given twice, in the text and in a footnote, and both are looked at.
"""
