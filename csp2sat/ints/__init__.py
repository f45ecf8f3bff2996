"""Encodings of an integer variable, one file each."""
