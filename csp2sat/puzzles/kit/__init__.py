"""Pieces that models and checkers of puzzles are made of."""
