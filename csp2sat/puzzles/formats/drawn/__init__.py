"""The parts of a drawn board: cells, walls between them, signs and clues around them, each with its place."""
