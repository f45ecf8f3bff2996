"""Writers for all entry points: formulas, boards in other formats, drawings, answers as text."""
