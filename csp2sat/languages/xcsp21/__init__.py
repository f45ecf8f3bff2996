"""XCSP 2.1: reader and table of constraints."""
