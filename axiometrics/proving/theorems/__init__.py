"""Theorems by task, a file a family of metrics or of arguments; each has `ENTRIES`."""
