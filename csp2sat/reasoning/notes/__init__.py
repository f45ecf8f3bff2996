"""Reasons of one cut about islands and blocks in words, and the facts that these words need."""
