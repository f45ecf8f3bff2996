"""How many solutions there are, and what they share."""
