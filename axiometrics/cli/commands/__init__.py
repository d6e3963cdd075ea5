"""The commands, one file for each: the `COMMAND` of a file is the command that `axiometrics NAME` runs, where NAME is
the name of the file.

The folder is the list of commands: a new file adds a command, and `axiometrics --help` shows it.

A file only parses the arguments of its command and passes them on. The work is done in packages below, so that
Python gives the same results.
"""
