"""What the readers of encodings promise: those of the package keep it, and each fault of another one is named."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from csp2sat.counting.reader_promises import broken_promise
from csp2sat.ints.direct import DirectReader
from csp2sat.model.domain import Domain

VALUES = Domain([(2, 3), (5, 6)])
ONE_OF_FOUR = [{1, lit} for lit in range(2, 6)]
PARTS = Path(__file__).parent.parent / "plugged"


class Larger(DirectReader):
    @property
    def size(self):
        return 5


class Smaller(DirectReader):
    @property
    def size(self):
        return 3


def reader(**methods):
    return type("Own", (DirectReader,), methods)(VALUES, 2)


READERS = {
    "right": (DirectReader(VALUES, 2), ONE_OF_FOUR, ""),
    "a size too large": (Larger(VALUES, 2), ONE_OF_FOUR, "size is 5, so that 6 is a literal of the variable"),
    "a missing model": (DirectReader(VALUES, 2), ONE_OF_FOUR[:3], "no model of the formula is read as x = 6"),
    "two for a value": (
        reader(value=lambda self, name, true: 2),
        ONE_OF_FOUR,
        "size is 4, and two sets of these literals stand for 2; expected one",
    ),
    "differs": (
        reader(
            differs=lambda self, value: [2],
            phases=lambda self, value: DirectReader(VALUES, 2).phases(value),
        ),
        ONE_OF_FOUR,
        "differs(2) is true for x = 2",
    ),
    "at_most": (reader(at_most=lambda self, value: []), ONE_OF_FOUR, "at_most(2) is true for x = 3"),
    "at_least": (reader(at_least=lambda self, value: [[]]), ONE_OF_FOUR, "at_least(2) is false for x = 2"),
    "equal": (reader(equal=lambda self, value: 2), ONE_OF_FOUR, "equal(3) is true for x = 2"),
    "digits": (
        reader(of_digits=lambda self, name, digits: 3, value=lambda self, name, true: min(true)),
        ONE_OF_FOUR,
        "of_digits gives 3 for x = 2",
    ),
    "phases": (reader(phases=lambda self, value: [2]), ONE_OF_FOUR, "phases are not the literals as they are true"),
    "steps": (reader(steps=lambda self: [(1, lit) for lit in range(2, 5)]), ONE_OF_FOUR, "the weights of steps do not"),
}


@pytest.mark.parametrize("name", READERS)
def test_each_broken_promise_is_named(name):
    made, models, message = READERS[name]
    found = broken_promise(made, models, 5)
    assert message in found and bool(found) == bool(message)


def test_a_size_too_small_is_a_fault():
    with pytest.raises(ValueError, match="longer"):
        broken_promise(Smaller(VALUES, 2), ONE_OF_FOUR, 5)


def compared(folder: Path, *changes: tuple[str, str]) -> tuple[int, str]:
    """The exit code and the lines of `count --compare` about an encoding of a user's, Gray code with these changes."""
    text = (PARTS / "gray.py").read_text().replace('"gray"', '"grey"')
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    (folder / "ints").mkdir()
    (folder / "ints" / "grey.py").write_text(text)
    (folder / "m.csp").write_text("(int x 0 4) (int y 2 3) (<= x y)")
    done = subprocess.run(
        [sys.executable, "-m", "csp2sat", "count", "m.csp", "--compare"],
        cwd=folder,
        env=os.environ | {"CSP2SAT_PARTS": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, "\n".join(line for line in done.stdout.splitlines() if line.startswith("grey, alone"))


def test_the_command_tests_the_reader_of_an_own_encoding(tmp_path):
    assert compared(tmp_path) == (0, "grey, alone (7 solutions): alike")


def test_a_wrong_size_that_no_other_method_minds_is_found(tmp_path):
    """Its value and clauses are right, as they use the first literals alone; the map had literals of another one."""
    wide = "return (self.values.size() - 1).bit_length() + 1"
    own = "range(self.first, self.first + (self.values.size() - 1).bit_length())"
    changes = [("return (self.values.size() - 1).bit_length()", wide), ("self.literals()", own)]
    code, line = compared(tmp_path, *changes)
    assert code == 1 and "the reader of a variable x in {0..4}: " in line


def test_readers_of_the_package_keep_their_promises():
    from csp2sat.ints.order import OrderReader

    models = [{1, *(2 + at for at in range(3) if at >= place)} for place in range(4)]
    assert broken_promise(OrderReader(VALUES, 2), models, 4) == ""
