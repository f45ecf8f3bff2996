"""Deductions from clues as a player says them: how lines follow from clues, or contradict them."""
