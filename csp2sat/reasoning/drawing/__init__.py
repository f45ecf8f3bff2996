"""Steps drawn: frames as SVG, and a page with all of them."""
