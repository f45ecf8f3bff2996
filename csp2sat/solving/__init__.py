"""Solving as a whole: stages, uniqueness, enumeration."""
