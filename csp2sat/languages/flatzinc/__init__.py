"""FlatZinc, what the MiniZinc compiler hands to a solver, as text and as JSON."""
