"""Several solvers at once: portfolio, cube and conquer."""
