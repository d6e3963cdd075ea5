"""Floor 0: the words everything else is written in. Imports nothing of ours."""
