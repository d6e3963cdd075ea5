"""Data as people bring them: for each the right numbers, the question, or the refusal."""
