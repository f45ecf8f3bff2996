"""Steps about the shaded cells of rooms in words."""
