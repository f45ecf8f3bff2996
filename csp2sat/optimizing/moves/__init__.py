"""A local search by moves in the terms of the model: a few values change, and broken constraints are mended."""
