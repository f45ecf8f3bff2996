"""The constraints that every FlatZinc solver must have, by family."""
