"""Steps of divisions into rectangles and L's: what facts leave, in words."""
