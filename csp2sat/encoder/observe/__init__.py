"""Observers of the encoder: statistics, and which constraint made which variables."""
