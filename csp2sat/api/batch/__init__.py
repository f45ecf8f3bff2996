"""Many inputs in one run: which they are, and their answers one after the other or in processes."""
