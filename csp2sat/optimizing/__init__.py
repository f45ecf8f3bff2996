"""The search for the best solution: bounds on an objective, soft constraints, local improvement."""
