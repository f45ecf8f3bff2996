"""Random solutions, and parts of them, of which boards are made."""
