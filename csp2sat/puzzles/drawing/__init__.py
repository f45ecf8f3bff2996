"""Drawings of a picture: as text, in a terminal, as SVG, and as PNG."""
