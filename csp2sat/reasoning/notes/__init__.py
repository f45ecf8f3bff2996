"""Reasons of one cut about islands and blocks, and given cells, in words, and the facts that these words need."""
