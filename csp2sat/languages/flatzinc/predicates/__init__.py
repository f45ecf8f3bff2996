"""The predicates of the MiniZinc library as formulas of their arguments, by subject."""
