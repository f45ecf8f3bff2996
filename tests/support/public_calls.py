"""Every public function of csp2sat called with a small question, after all modules were imported in a random order.

    python -m support.public_calls SEED FOLDER      (FOLDER: for the files; prints the names of what was called)

Importing a module sets its name in the package above it: a module could hide a function of the same name.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from types import FunctionType
from typing import Any

import csp2sat
from csp2sat import build

PACKAGE = Path(csp2sat.__file__).parent


def modules() -> list[str]:
    """The name of every module and package of csp2sat, without those that need CPMpy where that is not installed."""
    paths = sorted(path.relative_to(PACKAGE.parent).with_suffix("") for path in PACKAGE.rglob("*.py"))
    names = [".".join(path.parts).removesuffix(".__init__") for path in paths]
    return [name for name in names if not name.startswith("csp2sat.cpmpy") or find_spec("cpmpy")]


def public_functions() -> set[str]:
    """The name of every public function of csp2sat."""
    return {name for name in csp2sat.__all__ if isinstance(getattr(csp2sat, name), FunctionType)}


def model_of(*more: Any) -> csp2sat.Model:
    """x and y are 1 and 2 or 2 and 1, and what `more` makes of them."""
    model = csp2sat.Model()
    x, y = model.int("x", 1, 3), model.int("y", 1, 3)
    model.add(build.eq(x + y, 3))
    for constraint in more:
        model.add(constraint(x, y))
    return model


def calls(folder: Path) -> dict[str, Callable[[], bool]]:
    """For each public function a small question, which gives whether the answer is right; asked in this order.

    folder: where their files are.
    """
    two, none = model_of(), model_of(lambda x, y: build.eq(x, y))
    best = model_of()
    best.maximize(best["x"])  # type: ignore[arg-type]
    board = csp2sat.generate("masyu", 4, 4, seed=1)
    json_, cnf, map_, proof = (folder / name for name in ("board.json", "two.cnf", "two.map", "none.proof"))
    json_.write_text(json.dumps(board.neutral()))
    (folder / "two.csp").write_text("(int x 1 3) (int y 1 3) (= (+ x y) 3)")
    (folder / "wrong.out").write_text("s SATISFIABLE\na x\t1\na y\t1\na\n")
    (folder / "unsat.out").write_text("s UNSATISFIABLE\n")
    return {
        "booklet": lambda: csp2sat.booklet([board], folder / "book.html") is None,
        "generate": lambda: csp2sat.generate("masyu", 4, 4, seed=1) == board,
        "load": lambda: csp2sat.load(json_).board == board,
        "load_board": lambda: csp2sat.load_board(json_) == board,
        "load_model": lambda: csp2sat.solve(csp2sat.load_model(folder / "two.csp"))["x"] in (1, 2),
        "loads": lambda: csp2sat.count(csp2sat.loads("(int x 1 3) (< x 3)")).number == 2,
        "session": lambda: csp2sat.session(two).solve()["x"] in (1, 2),
        "array": lambda: csp2sat.array([1, 2]).shape == (2,),
        "solve": lambda: csp2sat.solve(json_, unique=True).unique,
        "draw": lambda: "---" in csp2sat.draw(board, csp2sat.solve(json_).solution),
        "solutions": lambda: sorted(answer.ints["x"] for answer in csp2sat.solutions(two)) == [1, 2],
        "improvements": lambda: [*csp2sat.improvements(best)][-1].objective == 2,
        "count": lambda: csp2sat.count(two).number == 2,
        "backbone": lambda: csp2sat.backbone(two) == {"x": None, "y": None},
        "explain": lambda: len(csp2sat.explain(none).reasons) == 1,
        "corrections": lambda: len(csp2sat.corrections(none).sets) == 1,
        "steps": lambda: csp2sat.steps(board).status == "SOLVED",
        "hint": lambda: bool(csp2sat.hint(board)),
        "grade": lambda: 1 <= csp2sat.grade(board) <= 10,
        "encode": lambda: csp2sat.encode(two, cnf).num_vars > 0,
        "write_cnf": lambda: csp2sat.write_cnf(two, cnf, map_) == csp2sat.encode(two, cnf, map_),
        "decode": lambda: csp2sat.decode(folder / "unsat.out", map_).status == "UNSATISFIABLE",
        "check": lambda: len(csp2sat.check(folder / "two.csp", folder / "wrong.out")) == 1,
        "convert": lambda: "(int x 1 3)" in csp2sat.convert(two, "sugar"),
        "prove": lambda: csp2sat.prove(none, proof, solver="kissat").status == "UNSATISFIABLE",
        "verify": lambda: csp2sat.verify(f"{proof}.json") == "unsatisfiable",
    }


def main(seed: int, folder: Path) -> None:
    names = modules()
    Random(seed).shuffle(names)
    for name in names:
        import_module(name)
    questions = calls(folder)
    assert set(questions) == public_functions(), set(questions) ^ public_functions()
    for name, is_right in questions.items():
        assert is_right(), name
    print(*questions)


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
