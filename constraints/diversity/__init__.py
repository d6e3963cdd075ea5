"""Constraints on search result diversity: what Sakai et al. 2010 ask of its metrics, or say that others lack."""
