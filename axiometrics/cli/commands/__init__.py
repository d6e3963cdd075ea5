"""The commands, one file each: `COMMAND` is what `axiometrics NAME` runs, NAME being the file's.

The folder is the list, so a command is added by a file, and `axiometrics --help` shows it.
"""
