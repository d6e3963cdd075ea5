"""The kinds of claim, one a file: each declares `KIND`."""
