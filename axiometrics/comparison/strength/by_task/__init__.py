"""Mutants by task: one file for each task whose mutants are written by hand, because its mistakes are made on its data.
Other tasks get the mutants of `any_task`.
"""
