"""Texts that a MiniZinc model prints: which values they tell, and in which shapes arrays are."""
