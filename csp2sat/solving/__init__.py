"""The way from a problem to its solutions: attempts, the pipeline, uniqueness, enumeration."""
