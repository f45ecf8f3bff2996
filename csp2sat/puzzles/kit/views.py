"""Views from a cell, for models in which shaded cells stop the view."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile

from ...base.portable_random import RandomSource
from ...model.expr import FALSE, Expr, all_of, negation, node, term
from ...model.model import Model, Origin
from ..fact_forms import Deduced, Fact
from ..spec import Board, Cell
from .checks import place, seen_from
from .variables import EAST, NORTH, SOUTH, WEST, Shading, ahead

NUMBER = re.compile(r"number (\d+)")
SIDES = {"_up": NORTH, "_down": SOUTH, "_left": WEST, "_right": EAST}


def numbers_seen(random: RandomSource, board: Board, shading: list[str]) -> Board:
    """Return the board with a number in each white cell: how many white cells one sees from there, itself included."""
    white = {(r, c) for r, c in board.cells() if shading[r][c] == "."}
    return board.with_values({cell: seen_from(cell, white) for cell in white})


def views(m: Model, board: Board, shaded: Shading) -> None:
    """Require, in the model `m`, that no cell with a number or ? is shaded, and that a cell with a number sees this
    number of cells.
    """
    for cell, number in board.filled().items():
        m.add(~shaded[cell], Origin("cell", *cell, "not shaded"))
        if number > 0:
            view(m, board, shaded, cell, number)


def view(m: Model, board: Board, shaded: Shading, cell: Cell, number: int) -> None:
    """Require, in the model `m`, that the cell sees `number` unshaded cells: itself, and in each of the four directions
    the cells before the first shaded one.

    An auxiliary integer for each direction is at least k iff the next k cells are unshaded: in the order encoding its
    literals are a chain.  At most the next `number` cells of a direction are considered.
    """
    sides = []
    for name, way in SIDES.items():
        cells = ahead(board, cell, way)[:number]
        side = m.int(f"{name}_{cell[0]}_{cell[1]}", 0, len(cells))
        for steps in range(1, len(cells) + 1):
            free = all_of(~shaded[each] for each in cells[:steps])
            m.add(
                node("iff", term("ge", side, steps), free),
                Origin("cell", *cell, f"number {number}"),
            )
        sides.append(side)
    m.add(term("eq", term("add", *sides), number - 1), Origin("cell", *cell, f"number {number}"))


MOST_TURNS = 3  # of facts that follow one after another from a number, which a sentence tells
SEEN = re.compile(r"at (least|most) (\d+) cells")
ONLY = "could see only "  # before how many cells are possible each way


def sees_wrongly(board: Board, rule: str, cell: Cell, facts: Sequence[Fact]) -> str:
    """Return in words how many cells would be seen from a number's cell, at least or at most, if that contradicts the
    number; '' for another rule, and if the number is still possible by the facts alone.

    The cells with a number or ? count as seen beside those that facts say.  rule: its name.  facts: of the cells that
    are shaded or not.
    """
    shaded = {fact.places[0]: not fact.negative for fact in facts}
    sees = _seen(board, rule, cell, shaded)
    return sees and _seen(board, rule, cell, {**dict.fromkeys(board.filled(), False), **shaded})


def _seen(board: Board, rule: str, cell: Cell, shaded: Mapping[Cell, bool]) -> str:
    """Return the words of `sees_wrongly`; shaded: whether cells are."""
    found = NUMBER.fullmatch(rule)
    if found is None:
        return ""
    wanted, lines = int(found[1]), [ahead(board, cell, way) for way in SIDES.values()]
    least, most = (
        1 + sum(sum(1 for _ in takewhile(is_seen, line)) for line in lines)
        for is_seen in (lambda each: shaded.get(each) is False, lambda each: not shaded.get(each))
    )
    if least > wanted:
        return f"at least {least} cells would be seen from {place(cell)}, not {wanted}"
    return f"at most {most} cells would be seen from {place(cell)}, not {wanted}" if most < wanted else ""


def deduction(board: Board, step: Deduced) -> str:
    """Return in words why a number forces facts: how many cells would be seen from the number's cell, too few or too
    many, if the facts did not hold; '' for facts that follow in another way.

    Facts may follow in turns, at most MOST_TURNS: the facts of a turn from the number, the known facts and the facts of
    the turns before.  For a single fact that needs more than that, the words say how many cells could be seen each way.
    step: the facts, with the known ones that the reason cites.
    """
    if len(step.clues) > 1 or step.passed:
        return ""
    (rule, cell), left, texts = step.clues[0], [*step.facts], list[str]()
    holds = _known_so(board, rule, cell, step)
    while left:
        others = [(fact, fact._replace(negative=not fact.negative)) for fact in left]
        words = {fact: SEEN.match(sees_wrongly(board, rule, cell, [*holds, other])) for fact, other in others}
        new = [fact for fact in left if words[fact]]
        if len(step.facts) == len(left) == 1 and not new:
            return _misfit(board, cell, int((NUMBER.findall(rule) or ["0"])[0]), [*holds, others[0][1]])
        if not new or len(texts) == MOST_TURNS:
            return ""
        least, most = (
            [int(found[2]) for found in words.values() if found and found[1] == end] for end in ("least", "most")
        )
        ends = [f"at most {max(most)}"] if most else []
        texts.append(" or ".join([*ends, *([f"at least {min(least)}"] if least else [])]))
        holds, left = [*holds, *new], [fact for fact in left if fact not in new]
    first, *more = texts or [""]
    return (
        f"else {first} cell{'s' * (first[-2:] != ' 1')} would be seen from the {rule} at {place(cell)}"
        f"{''.join(f', and then {each}' for each in more)}"
        if texts
        else ""
    )


def _known_so(board: Board, rule: str, cell: Cell, step: Deduced) -> list[Fact]:
    """Return the known facts of a step, and all facts that these and the number force besides the new ones: earlier
    steps have found them, since a step has all new facts that its reason forces.

    rule, cell: the number in words, and its cell.
    """
    holds, new = [*step.known], {fact.places for fact in step.facts}
    lines = [(each,) for way in SIDES.values() for each in ahead(board, cell, way)]
    while True:
        open_ = [at for at in lines if at not in new and all(fact.places != at for fact in holds)]
        ways = [(Fact("cell", at, "#", a), Fact("cell", at, "#", not a)) for at in open_ for a in (True, False)]
        more = [fact for fact, other in ways if sees_wrongly(board, rule, cell, [*holds, other])]
        if not more:
            return holds
        holds += more


def _misfit(board: Board, cell: Cell, wanted: int, facts: Sequence[Fact]) -> str:
    """Return in words how many cells are seen for sure from a number's cell, and how the others never make the number:
    why not, if one way is open, else how many cells could be seen each open way; '' if they do make the number, and for
    0, which stands for another rule.

    wanted: the number.  facts: of the cells that are shaded or not.
    """
    shaded, sums, seen = {fact.places[0]: not fact.negative for fact in facts}, {1}, 1
    sure, open_ = ["itself"], dict[str, list[int]]()
    for name, way in SIDES.items() if wanted else ():
        line = [shaded.get(each) for each in ahead(board, cell, way)]
        can = [k for k, end in enumerate([*line, True]) if True not in line[:k] and end is not False]
        sums = {one + more for one in sums for more in can}
        if len(can) > 1:
            open_[name] = can
        elif can[0]:
            seen += can[0]
            sure.append(f"{can[0]} {name[1:]}")
    if not wanted or wanted in sums or not open_:
        return ""
    *others, last = sure
    more = wanted - seen
    sees = f"else the number {wanted} at {place(cell)} sees {', '.join(others)}{' and ' * bool(others)}{last}"
    sees += "," * bool(others)
    if len(open_) == 1:
        (name,) = open_
        end = place(ahead(board, cell, SIDES[name])[more])
        return f"{sees} and needs {more} more {name[1:]}, but {end}, which comes after these, is not shaded"
    ways = ", and ".join(f"{_counts(can, more)} {name[1:]}" for name, can in open_.items())
    return f"{sees} and needs {more} more, but {ONLY}{ways}"


def _counts(can: Sequence[int], most: int) -> str:
    """Return in words which numbers of cells can be seen; those above `most` are one."""
    runs, few = list[list[int]](), [k for k in can if k <= most]
    for k in few:
        if runs and runs[-1][-1] == k - 1:
            runs[-1].append(k)
        else:
            runs.append([k])
    words = [each for run in runs for each in ([f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run))]
    *words, last = [*words, *[f"more than {most}"] * (len(few) < len(can))]
    return f"{', '.join(words)} or {last}" if words else last


def arm(board: Board, cell: Cell, way: tuple[int, int], length: int, on: Callable[[Cell], Expr]) -> Expr:
    """Return the formula that exactly the first `length` cells from `cell` in the direction `way` are `on`.

    The cell behind these is not `on`, or is off the board; the formula is FALSE if the board has too few cells that
    way.
    """
    cells = ahead(board, cell, way)
    if len(cells) < length:
        return FALSE
    return all_of((*map(on, cells[:length]), *(negation(on(each)) for each in cells[length : length + 1])))
