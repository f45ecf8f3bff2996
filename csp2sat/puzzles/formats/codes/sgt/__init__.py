"""The codes of game IDs of Simon Tatham's programs."""
