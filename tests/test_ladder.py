"""What is run for the record: instances from small to large, what csp2sat and its peers are asked and say."""

import json
import os
import sys
from pathlib import Path

import bench_boards
import ladder
import puzzlekit_texts
import pytest
from ladder import Instance
from support.tiny_ladder import MODEL, NONE
from support.tiny_ladder import folder as folder


def test_a_ladder_goes_from_small_to_large(folder, tmp_path):
    found = [each.name for each in ladder.ladder([folder], 2, tmp_path) if not each.name.startswith("made/")]
    assert found == ["few/best", "few/none", "akari/a1", "akari/a4"]
    every = ladder.ladder([folder], 9, tmp_path)
    assert [each.size for each in every if each.board] == [1, 4, 9, 16]
    assert [each.name for each in every if each.name[:5] == "made/"] == [f"made/{name}" for name in ladder.MADE]
    assert [each.name for each in ladder.ladder([folder / "akari"], 1, tmp_path, lambda name: name[0] == "a")] == [
        "akari/a1"
    ]


@pytest.mark.parametrize("name", ["nothing", "none.csp.gz", "empty"])
def test_a_folder_without_instances_is_refused(folder, tmp_path, name):
    (folder / "empty").mkdir()
    with pytest.raises(SystemExit, match=f"{name}: (no such folder|there are no CSPs and no boards as JSON)"):
        ladder.ladder([folder / name], 2, tmp_path)


def test_what_cannot_be_run_is_refused(folder, tmp_path):
    with pytest.raises(SystemExit, match=r"^no instance has such a name$"):
        ladder.ladder([folder], 2, tmp_path, lambda name: False)
    (folder / "akari" / "broken.json").write_text("{")
    with pytest.raises(SystemExit, match=r"broken\.json: this is no JSON: "):
        ladder.ladder([folder], 2, tmp_path)
    with pytest.raises(SystemExit, match=r"^/no/python: no such program"):
        ladder.peers("/no/python", None, "minisat")
    with pytest.raises(SystemExit, match=r"^/no/sugar\.jar: no such file"):
        ladder.peers(sys.executable, Path("/no/sugar.jar"), "minisat")


def test_boards_that_are_measured(folder):
    assert [path.stem for path in bench_boards.largest(folder / "akari", 2)] == ["a1", "a3", "a4"]
    assert bench_boards.kinds_of(folder) == ["akari"]
    (folder / "masyu").mkdir()
    for refused, message in (
        (lambda: bench_boards.largest(folder / "masyu", 2), "masyu: there are no boards as JSON"),
        (lambda: bench_boards.largest(folder / "chess", 2), "chess: there is no puzzle chess"),
        (lambda: bench_boards.kinds_of(folder / "masyu"), "masyu: there is no folder of a puzzle"),
        (lambda: bench_boards.kinds_of(folder / "chess"), "chess: no such folder"),
    ):
        with pytest.raises(SystemExit, match=message):
            refused()


def test_what_csp2sat_says(folder, tmp_path):
    said = [ladder.ours(each, tmp_path, 20).said for each in ladder.ladder([folder], 1, tmp_path)[:3]]
    assert said == ["OPTIMUM 1", "UNSAT", "SAT"]
    (folder / "best.csp").write_text("(int x")
    broken = Instance("few/best", folder / "best.csp", 6)
    assert ladder.ours(broken, tmp_path, 20).said == "failed"
    (folder / "best.csp").write_text(MODEL)
    written = ladder.ours(broken._replace(name="made/encode-best"), tmp_path, 20)
    assert written.said == "written" and written.cpu > 0 < written.wall and written.mib > 5
    assert ladder.ours(broken, tmp_path, 0).said == "?"


def test_a_model_of_cspuz(tmp_path):
    """What all solutions share is another question, of another command."""
    for text, said in ((MODEL, "SAT"), (NONE, "UNSAT")):
        (tmp_path / "shared.csp").write_text(f"{text}#x\n")
        (shared,) = ladder.ladder([tmp_path], 1, tmp_path, lambda name: not name.startswith("made/"))
        assert shared.keys and ladder.ours(shared, tmp_path, 20).said == said


BLACK = {"down": None, "across": None}
GIVENS = {
    "akari": ([".#", "1."], "- x\n1 -"),
    "heyawake": ({"regions": [[0, 0], [1, 0]], "clues": [2, None]}, "2 -\n- -\n0 0\n1 0"),
    "hitori": ([[1, 2], [2, 2]], "1 2\n2 2"),
    "kakuro": ([[BLACK, BLACK | {"down": 3}], [BLACK | {"across": 3}, None]], "- 3,\n,3 0"),
    "masyu": (["w.", ".b"], "w -\n- b"),
    "nonogram": ({"cols": [[2], [1]], "rows": [[], [1, 1]]}, "2\n1\n0\n1 1"),
    "nurikabe": ([[2, 0], [0, 0]], "2 -\n- -"),
    "shikaku": ([[0, 4], [0, 0]], "- 4\n- -"),
    "slitherlink": (["3.", ".0"], "3 -\n- 0"),
    "sudoku": ({"grid": [[0, 2], [1, 0]], "box_rows": 1, "box_cols": 1}, "- 2\n1 -"),
    "yajilin": ([["2L", "."], [".", "0U"]], "2w -\n- 0n"),
}


@pytest.mark.parametrize("kind", puzzlekit_texts.LINES)
def test_texts_of_puzzlekit(kind):
    givens, text = GIVENS[kind]
    form = {"type": kind, "rows": 2, "cols": 2, "givens": givens}
    assert puzzlekit_texts.text_of(form) == f"2 2\n{text}\n"


@pytest.mark.parametrize(
    "kind, givens",
    [
        ("fillomino", [[0, 0], [0, 0]]),
        ("nurikabe", [[-1, 0], [0, 0]]),
        ("yajilin", [["?L", "."], [".", "."]]),
        ("yajilin", [["2L", "."], ["#", "."]]),
        ("sudoku", {"grid": [[0, 2], [1, 0]], "box_rows": 1, "box_cols": 2}),
        ("slitherlink", ["#.", ".."]),
    ],
)
def test_boards_that_puzzlekit_cannot_say(kind, givens):
    assert puzzlekit_texts.text_of({"type": kind, "rows": 2, "cols": 2, "givens": givens}) is None


def test_a_board_without_a_solution(tmp_path):
    form = {"type": "akari", "rows": 1, "cols": 2, "givens": ["4."]}
    (tmp_path / "no.json").write_text(json.dumps(form))
    assert ladder.ours(Instance("akari/no", tmp_path / "no.json", 2, "akari"), tmp_path, 20).said == "UNSAT"


JAVA = """#!/bin/sh
[ "$4" = -encode ] && echo 'p cnf 1 1' > "$6" && echo '1 0' >> "$6" && echo 'bool x 1' > "$7"
"""


def test_sugar_is_run_on_models(folder, tmp_path, monkeypatch):
    (tmp_path / "java").write_text(JAVA)
    (tmp_path / "java").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    (tmp_path / "sugar-2.jar").touch()
    (sugar,) = ladder.peers("false", tmp_path / "sugar-2.jar", "kissat")
    best, none, board = ladder.ladder([folder], 1, tmp_path, lambda name: name[:4] != "made")
    assert sugar.name == "sugar-2 with kissat" and sugar(board, tmp_path, 9) is None
    assert sugar(none, tmp_path, 20).said == "SAT", "what the solver says of that CNF"
    assert sugar(best._replace(keys=True), tmp_path, 9) is None


def test_peers_that_are_not_there(tmp_path):
    assert ladder.peers("false", None, "minisat") == []
    with pytest.raises(SystemExit, match="no such file"):
        ladder.peers("false", tmp_path / "sugar.jar", "minisat")
