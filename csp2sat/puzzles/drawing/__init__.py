"""A picture as text, in a terminal, as SVG, PNG."""
