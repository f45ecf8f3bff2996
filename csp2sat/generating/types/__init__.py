"""Generators of boards, one file for each kind of puzzle."""
