"""Booklets: many boards and their solutions in one file to print, HTML or PDF."""
