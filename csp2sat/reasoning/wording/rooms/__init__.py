"""Sentences about shaded cells: of rooms, of numbers with arrows, and of cells that are shaded or on the loop."""
