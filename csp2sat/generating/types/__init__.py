"""Generators of boards, one file for each type of puzzle."""
