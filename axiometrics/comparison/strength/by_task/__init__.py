"""Mutants by task: one file for each task whose mutants are written by hand. Other tasks get the mutants of
`any_task`.
"""
