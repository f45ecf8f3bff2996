"""What scripts/grade_tables.py makes of scores: bounds between which boards are."""

import sys
from pathlib import Path

import pytest

import csp2sat
from csp2sat.puzzles.grade_bounds import existing

sys.path.insert(0, str(Path(csp2sat.__file__).parent.parent / "scripts"))

from grade_tables import deciles


@pytest.mark.parametrize(
    "scores",
    [[2.0] * 20 + [2.025] * 5 + [2.05] * 15, [float(number) for number in range(9)], [12.34] * 10 + [1.5, 2.05]],
    ids=["ties", "few", "large"],
)
def test_a_measured_board_has_each_grade_below_10_that_exists(scores):
    """A decile between two scores would make grades that no board has, such as 2.02 between 2.0 and 2.025."""
    bounds = deciles(scores)
    assert bounds == sorted(bounds) and len(bounds) == 9
    assert existing(bounds) == sorted({10, *(1 + sum(score > bound for bound in bounds) for score in scores)})
