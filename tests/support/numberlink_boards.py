"""Tiny numberlink boards with all their solutions, by walking; and what a solution may be like."""

import random
from functools import cache
from itertools import pairwise, product

from csp2sat.puzzles.spec import Board


def board_of(*rows):
    """A board of rows such as "1-2", one character for a cell."""
    return Board("numberlink", len(rows), len(rows[0]), [[0 if x == "-" else int(x, 36) for x in row] for row in rows])


# --- boards and their solutions


def pairings(cells, count):
    """All ways to take `count` pairs of cells."""
    if count == 0:
        yield []
    for i in range(len(cells) if count else 0):
        for j in range(i + 1, len(cells)):
            for rest in pairings(cells[i + 1 : j] + cells[j + 1 :], count - 1):
                yield [(cells[i], cells[j]), *rest]


def turned(pairing, rows, cols):
    """The same pairs on the board reflected and turned, in all ways."""
    for flip_r, flip_c, swap in product((0, 1), (0, 1), (0, 1) if rows == cols else (0,)):
        pairs = []
        for pair in pairing:
            cells = [(rows - 1 - r if flip_r else r, cols - 1 - c if flip_c else c) for r, c in pair]
            pairs.append(tuple(sorted((c, r) if swap else (r, c) for r, c in cells)))
        yield tuple(sorted(pairs))


def with_pairs(rows, cols, pairing):
    givens = [[0] * cols for _ in range(rows)]
    for number, ((r, c), (i, j)) in enumerate(pairing, start=1):
        givens[r][c] = givens[i][j] = number
    return Board("numberlink", rows, cols, givens)


def all_boards(rows, cols, pairs):
    """All boards with so many pairs, but one only of those that reflecting, turning or renumbering makes the same."""
    found = pairings([(r, c) for r in range(rows) for c in range(cols)], pairs)
    return [with_pairs(rows, cols, p) for p in found if tuple(p) == min(turned(p, rows, cols))]


def random_boards(rows, cols, pairs, count):
    rng = random.Random(f"{rows} {cols} {pairs}")
    for _ in range(count):
        cells = rng.sample([(r, c) for r in range(rows) for c in range(cols)], 2 * pairs)
        yield with_pairs(rows, cols, zip(cells[::2], cells[1::2], strict=True))


@cache
def boards(shape):
    """Boards with all their solutions.  shape: rows, columns, pairs, and how many random boards (none: all boards)."""
    found = random_boards(*shape) if len(shape) > 3 else all_boards(*shape)
    return [(board, solutions_by_walking(board)) for board in found]


def solutions_by_walking(board):
    """All solutions, as `frozen`: each number's line step by step, one number after the other."""
    number = {cell: board.givens[cell[0]][cell[1]] for cell in board.cells()}
    ends = {n: [cell for cell in number if number[cell] == n] for n in sorted(set(number.values()) - {0})}
    found = set()

    def walk(here, goals, used, lines):
        if here == goals[0][1]:
            begin(goals[1:], used, lines)
            return
        r, c = here
        for near in ((r, c + 1), (r + 1, c), (r, c - 1), (r - 1, c)):
            if near not in used and (number.get(near) == 0 or near == goals[0][1]):
                walk(near, goals, used | {near}, lines | {(min(here, near), max(here, near))})

    def begin(goals, used, lines):
        if goals:
            walk(goals[0][0], goals, used | {goals[0][0]}, lines)
        else:
            found.add(frozen(drawn(board, lines)))

    begin(list(ends.values()), frozenset(), frozenset())
    return found


def drawn(board, lines):
    """The neutral form of lines, as a set of pairs of cells, the upper or left one first."""

    def row(r, width, down, right):
        return "".join("01"[((r, c), (r + down, c + right)) in lines] for c in range(width))

    return {
        "h": [row(r, board.cols - 1, 0, 1) for r in range(board.rows)],
        "v": [row(r, board.cols, 1, 0) for r in range(board.rows - 1)],
    }


def every_drawing(board):
    """All sets of edges, in the neutral form."""
    width, height = board.cols - 1, board.rows - 1
    for bits in product("01", repeat=board.rows * width + height * board.cols):
        row = iter(bits)
        yield {
            "h": ["".join(next(row) for _ in range(width)) for _ in range(board.rows)],
            "v": ["".join(next(row) for _ in range(board.cols)) for _ in range(height)],
        }


def frozen(solution):
    return tuple(solution["h"]), tuple(solution["v"])


def thawed(solution):
    return dict(zip("hv", map(list, solution), strict=True))


# --- what a solution may be like; as `frozen`


def joined(solution):
    """For each cell on a line the cells that it is joined with."""
    ends = {}
    for key, (down, right) in zip(thawed(solution).values(), ((0, 1), (1, 0)), strict=True):
        for r, row in enumerate(key):
            for c, on in enumerate(row):
                if on == "1":
                    ends.setdefault((r, c), set()).add((r + down, c + right))
                    ends.setdefault((r + down, c + right), set()).add((r, c))
    return ends


def uses_all_cells(board, solution):
    return len(joined(solution)) == board.rows * board.cols


def does_not_touch_itself(board, solution):
    ends, line = joined(solution), {}
    for start in ends:
        stack = [] if start in line else [start]
        while stack:
            line[stack[-1]] = start
            stack += ends[stack.pop()] - line.keys()
    near = [(cell, (cell[0] + i, cell[1] + j)) for cell in ends for i, j in ((0, 1), (1, 0))]
    return not any(b in ends and line[a] == line[b] and b not in ends[a] for a, b in near)


def uses_insides_of_turns(board, solution, ways):
    ends = joined(solution)
    for r, c in ends:
        for down, right in ways:
            if {(r + down, c), (r, c + right)} <= ends[r, c] and (r + down, c + right) not in ends:
                return False
    return True


def uses_insides_of_bumps(board, solution):
    ends = joined(solution)
    for r, left in ends:
        for right in range(left + 2, board.cols):
            base = [(r, c) for c in range(left, right + 1)]
            line = [(r - 1, left), *base, (r - 1, right)]
            above = [(r - 1, c) for c in range(left + 1, right)]
            if all(b in ends.get(a, ()) for a, b in pairwise(line)) and not any(cell in ends for cell in above):
                return False
    return True
