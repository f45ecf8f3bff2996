"""Steps of boards whose cells have numbers, in words."""
