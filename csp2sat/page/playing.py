"""Playing on the page: what can be filled in on a board, the marks for that, and whether it is right as far as filled.

A board is played in the neutral form of its solutions, with `?` or null for places that are not filled; the places of
borders between areas are played, not the numbers of the areas.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, pairwise
from typing import Any

from ..api.answers import solve
from ..api.results import BoardResult
from ..errors import UsageError
from ..model.model import Answer, Model, hidden
from ..puzzles.drawing.picture import centre
from ..puzzles.drawing.svg import SvgPlan, panel
from ..puzzles.facts import Atom, Fact, fact_of, uses_corners
from ..puzzles.spec import PUZZLES, Board, Cell
from ..reasoning.statements import statements
from .drawn import facts_of_borders
from .forms import PlayForm, areas_of, bordered, form_of, is_open, unknown_places
from .requests import MOST_CLAUSES, PageRequest
from .spoken import spoken_clues

UNFIT = (KeyError, TypeError, ValueError, IndexError, AttributeError)  # errors of a played board in another form
LARGEST_SPOKEN = 2500  # cells of a board whose clues are given in words; the page has no elements for more cells
LARGEST_STATED = 400  # cells of a board whose givens are found by its statements, which takes seconds
NOT_ONE = {  # notes on a board that cannot be compared with its only solution, by its status
    "SATISFIABLE": "The board has several solutions, so single cells cannot be judged. The rules are not kept yet:",
    "UNSATISFIABLE": "The board has no solution, whatever is filled in.",
}
_solved: list[tuple[Board, BoardResult]] = []
_last: list[Played] = []


class Played:
    """A board with the facts that its variables mean."""

    def __init__(self, board: Board):
        self.board, self.puzzle = board, PUZZLES[board.puzzle]
        model: Model = self.puzzle.stages[-1].model(board)
        self.ints = {name: domain for name, domain in model.ints.items() if not hidden(name)}
        self.bools = [name for name in model.bools if not hidden(name)]
        self.form = form_of(board, self.ints, self.bools)

    def base(self, *true: str) -> Any:
        """Return the form of a solution in which the Booleans `true` are true, the others false, and integers least."""
        ints = {name: min(domain) for name, domain in self.ints.items()}
        return self.puzzle.solution(self.board, Answer(ints, {name: name in true for name in self.bools}))

    def cells(self) -> dict[Cell, list[str]]:
        """Return the cells that are filled in, each with its variables."""
        found: dict[Cell, list[str]] = {}
        for name in (*self.ints, *self.bools):
            fact = fact_of(self.board, Atom(name, min(self.ints[name]) if name in self.ints else None), True)
            if fact.what == "cell":
                found.setdefault(fact.places[0], []).append(name)
        return found

    def bridges(self) -> list[tuple[int, ...]]:
        """Return the places of bridges, each as the rows and columns of its two ends."""
        facts = {fact_of(self.board, Atom(name, 1), True).places for name in self.ints}
        return sorted((r, c, there, other) for (r, c), (there, other) in facts)

    def signs(self, names: list[str], cell: Cell) -> list[str]:
        """Return the signs that a cell can have, its sign in an empty board first; names: its variables."""
        r, c = cell
        sets = [(), *((name,) for name in names), *combinations(names, 2)]
        return list(dict.fromkeys(str(self.base(*each)[r][c]) for each in sets))

    def edge_facts(self) -> list[Fact]:
        """Return for each Boolean the fact that its place has no border; [] for a kind whose facts are about areas."""
        found = [fact_of(self.board, Atom(name, None), True) for name in self.bools]
        return found if all(fact.what == "edge" for fact in found) else []

    def given(self) -> list[Fact]:
        """Return the facts that clues state outright; none for sizes for which that takes too long."""
        if self.board.rows * self.board.cols > LARGEST_STATED:
            return []
        found = statements(self.board)
        return [fact_of(self.board, found.atoms[abs(lit)], lit > 0) for lit in found.stated if abs(lit) in found.atoms]


def played_board(board: Board) -> Played:
    """Return a board with its facts, which are kept for the next question: each move asks one."""
    if not _last or _last[0].board != board:
        _last[:] = [Played(board)]
    return _last[0]


def moves(asked: PageRequest) -> dict[str, Any]:
    """Return how a board is played: the form, the open cells and their values, the edges, the marks for the signs."""
    played = played_board(asked.board())
    board = played.board
    frame = panel(played.puzzle.picture(board, None))
    found: dict[str, Any] = {"form": played.form, "rows": board.rows, "cols": board.cols}
    found |= {"corners": uses_corners(board), "origin": [-frame.left, -frame.top]}
    found["given"] = [fact.neutral() for fact in played.given() if fact.what == "cell"]
    if board.rows * board.cols <= LARGEST_SPOKEN:
        found["spoken"] = spoken_clues(board)
    if played.form == "bridges":
        return found | {"edges": played.bridges()}
    if played.form == "areas":
        return found
    cells = played.cells()
    found["open"] = sorted(cells)
    if played.form == "numbers":
        values = sorted({value for domain in played.ints.values() for value in domain})
        return found | {"values": values, "locked": _locked(played, cells)}
    if played.form == "signs" and cells:
        cell = next(iter(cells))
        signs = played.signs(cells[cell], cell) if not played.ints else _letters(played)
        found |= _marks(board, signs, cells)
    return found


def _letters(played: Played) -> list[str]:
    """Return the letters that cells can have, of a kind whose solutions are letters and whose variables numbers."""
    name, domain = next(iter(played.ints.items()))
    return [str(fact_of(played.board, Atom(name, value), True).value) for value in domain]


def _locked(played: Played, cells: dict[Cell, list[str]]) -> list[list[int]]:
    """Return the cells of a board of numbers that are given, each as row, column and number."""
    stated = {fact.places[0]: fact.value for fact in played.given() if fact.what == "cell" and not fact.negative}
    try:
        values = played.board.values()
    except (KeyError, TypeError, ValueError, NotImplementedError):
        values = []
    for r, row in enumerate(values):
        for c, value in enumerate(row):
            if type(value) is int and value > 0 and (r, c) in cells and played.puzzle.family != "shading":
                stated.setdefault((r, c), value)
    return [[r, c, value] for (r, c), value in stated.items() if type(value) is int]


def _marks(board: Board, signs: list[str], cells: Iterable[Cell]) -> dict[str, Any]:
    """Return the drawings of signs in one cell: the cell, and SVG elements by sign, a dot for a sign that leaves the
    cell as it is.  The cell is the first one in which most signs are drawn, since a cell with a clue may show none.
    """
    plans = {sign: SvgPlan(PUZZLES[board.puzzle].picture(board, [sign * board.cols] * board.rows)) for sign in signs}
    drawn: dict[str, dict[object, list[str]]] = {sign: {} for sign in signs}
    for sign, plan in plans.items():
        for mark in plan.marks:
            if mark.role == "solved":
                drawn[sign].setdefault(mark.point, []).append(plan.element(mark))
    best = max(cells, key=lambda cell: sum(centre(cell) in drawn[sign] for sign in signs))
    plan = plans[signs[0]]
    x, y = plan.place(2 * best[1] + 1, 1), plan.place(2 * best[0] + 1, 0)
    dot = f'<circle class="solved absent" cx="{x:g}" cy="{y:g}" r="2.6"/>'
    marks = {sign: "".join(drawn[sign].get(centre(best), [dot])) for sign in signs}
    return {"signs": signs, "marks": marks, "marked": best}


def _filled(played: Played, state: Any) -> Any:
    """Return the solution that a played board means, empty places left as in an empty solution; raise KeyError,
    TypeError, ValueError, IndexError or AttributeError for a board of another form.
    """
    board, form = played.board, played.form
    if form == "areas":
        return areas_of(board, bordered(board, state))
    if form == "bridges":
        if [tuple(each[:4]) for each in state] != played.bridges():
            raise ValueError("expected each place of a bridge")
        return sorted([*map(int, each)] for each in state if each[4])
    if form == "numbers":
        return [[0 if value is None else int(value) for value in row] for row in _sized(state, board)]
    if form == "lines":
        return {key: _lines(state[key], rows, "." if key == "shaded" else "0") for key, rows in played.base().items()}
    empty = played.base() if not played.ints else None
    rows = []
    for r, row in enumerate(_sized(state, board)):
        signs = [("." if empty is None else empty[r][c]) if is_open(sign) else sign for c, sign in enumerate(row)]
        rows.append("".join(signs))
    return rows


def _sized(state: Any, board: Board) -> list[Any]:
    """Return the rows of a played board; raise ValueError or TypeError for another number of rows or cells."""
    if not isinstance(state, list) or len(state) != board.rows or any(len(row) != board.cols for row in state):
        raise ValueError("expected the board's rows and columns")
    return state


def _lines(rows: Any, like: list[str], blank: str) -> list[str]:
    """Return rows of signs with `blank` in the place of `?`; raise ValueError or TypeError for other sizes.

    like: rows of the same sizes.
    """
    if not isinstance(rows, list) or [len(row) for row in rows] != [len(row) for row in like]:
        raise ValueError("expected rows of other lengths")
    return [row.replace("?", blank) for row in rows]


def check(asked: PageRequest) -> dict[str, Any]:
    """Return whether the board in `state` is right: `solved`, the broken rules in words, and the places that are wrong.

    A board that is not full is compared with its only solution, if it has just one: `ok` is then whether the board is
    right as far as filled.  `quick` in the request asks for `solved` alone.  Raise UsageError for another form.
    """
    played, state = played_board(asked.board()), asked.given.get("state")
    try:
        return _judged(played, state, bool(asked.given.get("quick")))
    except UNFIT:
        raise UsageError(f"state: expected a board of {played.board.puzzle} as it is played") from None


def _judged(played: Played, state: Any, quick: bool) -> dict[str, Any]:
    """Return the judgement of `check` on a played board; quick: whether only `solved` is wanted."""
    faults = played.puzzle.broken_rules(played.board, _filled(played, state))
    if not faults:
        return {"solved": True, "ok": True, "faults": [], "wrong": [], "full": True}
    left = unknown_places(played.form, state)
    if quick:
        return {"solved": False, "ok": None, "faults": [], "wrong": [], "full": not left}
    wrong = _wrong(played.board, played.form, state)
    ok = None if wrong is None else not wrong and left
    listed = faults if not left or wrong is None else []
    judged = {"solved": False, "ok": ok, "faults": listed[:20], "wrong": wrong or [], "full": not left}
    return judged | {"note": NOT_ONE.get(_only(played.board).status, "") if wrong is None else ""}


def _wrong(board: Board, form: PlayForm, state: Any) -> list[list[Any]] | None:
    """Return the places of a played board that differ from its only solution: cells, or edges with `h` or `v` first;
    None if the board has several solutions.
    """
    result = _only(board)
    if not result.unique:
        return None
    right: Any = result.solution
    if form == "bridges":
        counts = {tuple(each[:4]): each[4] for each in right}
        return [[*each[:4]] for each in state if each[4] is not None and counts.get(tuple(each[:4]), 0) != each[4]]
    if form == "areas":
        right = borders_of(right)
    keyed = right.items() if isinstance(right, dict) else [("", right)]
    found: list[list[Any]] = []
    for key, rows in keyed:
        played = state[key] if key else state
        for r, row in enumerate(rows):
            found += [[key, r, c] for c, x in enumerate(row) if not is_open(played[r][c]) and played[r][c] != x]
    return found


def borders_of(areas: list[list[int]]) -> dict[str, list[str]]:
    """Return between which cells there is a border: `h` to the right of each cell, `v` below it, `1` for a border."""
    across = ["".join("01"[one != two] for one, two in pairwise(row)) for row in areas]
    down = ["".join("01"[one != two] for one, two in zip(*rows, strict=True)) for rows in pairwise(areas)]
    return {"h": across, "v": down}


def _only(board: Board) -> BoardResult:
    """Return the answer whether a board has just one solution, which is kept for the next question."""
    if not _solved or _solved[0][0] != board:
        found = solve(board, unique=True, max_clauses=MOST_CLAUSES)
        _solved[:] = [(board, found)]
    return _solved[0][1]


def partial_of(board: Board, state: Any) -> object:
    """Return a played board for hints; None for an empty one, and for borders of a board with several solutions if the
    facts of the kind are about areas.
    """
    played = played_board(board)
    if state is None:
        return None
    if played.form != "areas":
        return [each for each in state if each[4] is not None] if played.form == "bridges" else state
    known, facts = bordered(board, state), played.edge_facts()
    if facts:
        return {"facts": [fact.neutral() for fact in _edge_facts(facts, known)]}
    only = _only(board)
    if not only.unique:
        return None
    return {"facts": [fact.neutral() for fact in facts_of_borders(board, only.solution, known)]}


def wrong_border(board: Board, state: Any) -> list[Any] | None:
    """Return the first wrong border of a played board, `h` or `v` first; None if all are right, and for kinds whose
    facts are borders, since the steps find mistakes in these with a reason.
    """
    played = played_board(board)
    if state is None or played.form != "areas" or played.edge_facts():
        return None
    return next(iter(_wrong(board, played.form, bordered(board, state)) or ()), None)


def _edge_facts(facts: list[Fact], known: dict[str, list[str]]) -> list[Fact]:
    found = []
    for fact in facts:
        (r, c), (there, _) = fact.places
        sign = known["h" if r == there else "v"][r][c]
        if not is_open(sign):
            found.append(fact._replace(negative=sign == "0"))
    return found
