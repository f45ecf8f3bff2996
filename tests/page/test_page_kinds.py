"""Every kind on the page: read, solved, played to its end, hinted at, and wrong places found."""

import pytest

from csp2sat.page.playing import borders_of
from csp2sat.puzzles.spec import PUZZLES


def as_played(moves, solution):
    """The state in which a board is solved."""
    if moves["form"] == "bridges":
        counts = {tuple(each[:4]): each[4] for each in solution}
        return [[*edge, counts.get(tuple(edge), 0)] for edge in moves["edges"]]
    return borders_of(solution) if moves["form"] == "areas" else solution


def emptied(form, state):
    """The state with nothing filled in."""
    if form == "numbers":
        return [[None] * len(row) for row in state]
    if form == "bridges":
        return [[*each[:4], None] for each in state]
    if isinstance(state, dict):
        return {key: ["?" * len(row) for row in rows] for key, rows in state.items()}
    return ["?" * len(row) for row in state]


@pytest.mark.sample(7)
@pytest.mark.parametrize("kind", sorted(PUZZLES))
def test_a_sample_is_played_to_its_end(ask, kind):
    text = ask("sample", kind=kind)["text"]
    moves, found = ask("moves", text=text), ask("unique", text=text)
    assert moves["error"] is None and found["unique"] is True
    state = as_played(moves, found["solution"])
    assert ask("check", text=text, state=state)["solved"] is True
    start = ask("check", text=text, state=emptied(moves["form"], state))
    assert (start["solved"], start["ok"], start["wrong"], start["full"]) == (False, True, [], False)
    assert all(mark.startswith("<") for mark in moves.get("marks", {}).values())


def test_a_board_with_a_hole_is_played_to_its_end(ask):
    text = "; Galaxies\nsize 3 2\nstars\n2 4\n3 1\nholes\n# - -\n- - -\n"
    found = ask("unique", text=text)
    assert found["unique"] is True
    assert ask("check", text=text, state=as_played({"form": "areas"}, found["solution"]))["solved"] is True


@pytest.mark.sample(7)
@pytest.mark.parametrize("kind", sorted(PUZZLES))
def test_a_wrong_place_is_named(ask, kind):
    text = ask("sample", kind=kind)["text"]
    moves, found = ask("moves", text=text), ask("unique", text=text)
    right = as_played(moves, found["solution"])
    state = emptied(moves["form"], right)
    if moves["form"] == "bridges":
        edge = moves["edges"][0][:4]
        counts = {tuple(each[:4]): each[4] for each in found["solution"]}
        state = [[*each, None] for each in moves["edges"]]
        state[0][4] = (counts.get(tuple(edge), 0) + 1) % 3
        judged = ask("check", text=text, state=state)
        assert judged["ok"] is False and judged["wrong"] == [edge]
        return
    if isinstance(state, dict):
        state["h"][0] = ("1" if right["h"][0][0] == "0" else "0") + state["h"][0][1:]
        place = ["h", 0, 0]
    else:
        r, c = moves["open"][0]
        values = moves.get("signs") or moves["values"]
        wrong = next(each for each in values if each != right[r][c])
        row = list(state[r])
        row[c] = wrong
        state[r] = row if moves["form"] == "numbers" else "".join(row)
        place = ["", r, c]
    judged = ask("check", text=text, state=state)
    assert judged["ok"] is False and judged["wrong"] == [place]


@pytest.mark.sample(12)
@pytest.mark.parametrize("state", [None, 3, [], {}, ["#"], {"h": 1, "v": 2}, [[1, 2]], "####"])
@pytest.mark.parametrize("kind", ["masyu", "sudoku", "nurikabe", "shikaku", "hashiwokakero", "yajilin"])
def test_a_state_of_another_form_is_refused(ask, kind, state):
    for quick in (True, False):
        found = ask("check", text=ask("sample", kind=kind)["text"], state=state, quick=quick)
        assert found["error"] == f"state: expected a board of {kind} as it is played"
