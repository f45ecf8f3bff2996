"""The scores at which a grade begins: nine bounds for each kind, the grade is 1 and one more for each bound below the
score.

Made by `scripts/grade_tables.py` from generated boards of each kind at its usual size, seeds 0 onwards.
"""

from __future__ import annotations

TABLES: dict[str, tuple[float, ...]] = {}
ANY = (1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0, 6.0)  # of kinds without a line
