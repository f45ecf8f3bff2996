"""What the doors write: formulas, boards in other formats, drawings, answers as text."""
