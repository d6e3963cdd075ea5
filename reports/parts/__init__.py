"""What several report formats share: the matrix as tables, a cell in words, and text made safe for LaTeX."""
