"""The best solution: bounds on an objective, soft constraints, local improvement."""
