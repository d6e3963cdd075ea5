"""Mutants by task: a file for each task whose mutants are written by hand. Other tasks get those of `any_task`."""
