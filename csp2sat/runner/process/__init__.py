"""A single run of a program: its start, limits, measurement and end, and the meaning of its output."""
