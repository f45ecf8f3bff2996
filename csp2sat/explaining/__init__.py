"""Explanations why there is no solution, or not only one: minimal unsatisfiable sets of constraints or clues, clues to
add.
"""
