"""The constraints that every FlatZinc solver has, by family."""
