"""The addresses of boards: URLs and game IDs, apart from the codes of their cells."""
