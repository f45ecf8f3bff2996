"""Deductions as a player says them: how numbers, lines and shapes follow from clues, or contradict them."""
