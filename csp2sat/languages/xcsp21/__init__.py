"""XCSP 2.1: reader and constraint table."""
