"""Which encoding each integer variable gets."""
