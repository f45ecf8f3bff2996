"""What remains of a board without the clues of a correction: a single solution, or several."""

import json

import pytest
from support.run_command import run
from support.schema_check import faults

from csp2sat.cli.json_lines import schema

SEVERAL = "; Sudoku\nsize 4 4\nbox 2 2\n1 1 - -\n- - 3 4\n- - - -\n- - - -\n"
SINGLE = "; Sudoku\nsize 4 4\nbox 2 2\n1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 3\n"


@pytest.mark.parametrize(
    "board, unique, line", [(SEVERAL, False, "several solutions"), (SINGLE, True, "a single solution")]
)
def test_the_solutions_that_remain(tmp_path, board, unique, line):
    path = tmp_path / "b.txt"
    path.write_text(board)
    assert f"\nthen there {'is' if unique else 'are'} {line}\n" in run("explain", "--corrections", path).out
    found = json.loads(run("explain", "--corrections", "--json", path).out)
    assert faults(found, schema(), schema()) == [] and [each["unique"] for each in found["corrections"]] == [unique]
