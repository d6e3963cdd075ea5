"""Exact numbers decided a second time, without the search's own decision."""
