"""The predicates of the MiniZinc library as formulas of their arguments, by what they are about."""
