"""Parts of puzzles that are solved by a weaker model and cuts, or by several models."""
