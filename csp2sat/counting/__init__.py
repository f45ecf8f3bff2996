"""The number of solutions, and the values that all solutions have in common."""
