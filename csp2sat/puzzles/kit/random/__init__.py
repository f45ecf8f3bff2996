"""Random solutions of puzzles, and their parts, from which boards are made."""
