"""The results of a benchmark as text, HTML and CSV."""
