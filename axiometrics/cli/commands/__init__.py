"""The commands, one file each: `COMMAND` is what `axiometrics NAME` runs, NAME being the file's."""
