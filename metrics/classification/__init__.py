"""Metrics of two classes beside those of filtering, which are judged here through the reduction of that task."""
