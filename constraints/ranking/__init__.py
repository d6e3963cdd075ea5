"""Constraints on rankings: binary gold, an unbounded tail beyond the run (Amigo et al. 2013, section 2.3)."""
