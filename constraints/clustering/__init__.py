"""Constraints on clusterings: gold classes, system clusters (Amigo et al. 2013, section 2.1)."""
