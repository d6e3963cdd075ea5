"""Constraints on filterings: gold relevant or not, system positive or negative (Amigo et al. 2013, section 2.2)."""
