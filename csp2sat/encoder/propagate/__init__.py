"""The second pass: domains are tightened, equal variables found."""
