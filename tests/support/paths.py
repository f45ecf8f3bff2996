"""Where the files of the project and of its tests are."""

from pathlib import Path

TESTS = Path(__file__).parents[1]
ROOT = TESTS.parent
CASES = TESTS / "cases"
DATA = TESTS / "data"
BOARDS = DATA / "boards"
DRAWINGS = DATA / "drawings"
