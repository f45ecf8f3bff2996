"""The choice of an encoding for each integer variable."""
