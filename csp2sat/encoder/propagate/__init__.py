"""Second pass: domains are tightened, equal variables found."""
