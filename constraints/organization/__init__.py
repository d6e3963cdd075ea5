"""Constraints on organizations of several levels and clusters, from what Amigo et al. 2013 read off their Table 9
(section 5).
"""
