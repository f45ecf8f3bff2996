"""Deductions about lines and loops: fireflies, circles with straight parts, inside and outside."""
