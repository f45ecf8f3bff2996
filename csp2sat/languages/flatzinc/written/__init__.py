"""The writing of a model as a MiniZinc model."""
