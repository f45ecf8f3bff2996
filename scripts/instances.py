"""Well-known problems as CSP text, for the benchmarks.

The 10 x 10 job shop is ft10 of H. Fisher, G. L. Thompson, Probabilistic learning combinations of local job-shop
scheduling rules, in J. F. Muth, G. L. Thompson (eds.), Industrial Scheduling, 1963; its least makespan is 930.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise
from random import Random

# a line for each job: machine and duration of its tasks, in their order
FT10 = """
0 29 1 78 2 9 3 36 4 49 5 11 6 62 7 56 8 44 9 21
0 43 2 90 4 75 9 11 3 69 1 28 6 46 5 46 7 72 8 30
1 91 0 85 3 39 2 74 8 90 5 10 7 12 6 89 9 45 4 33
1 81 2 95 0 71 4 99 6 9 8 52 7 85 3 98 9 22 5 43
2 14 0 6 1 22 5 61 3 26 4 69 8 21 7 49 9 72 6 53
2 84 1 2 5 52 3 95 8 48 9 72 0 47 6 65 4 6 7 25
1 46 0 37 3 61 2 13 6 32 5 21 9 32 8 89 7 30 4 55
2 31 0 86 1 46 5 74 4 32 6 88 8 19 9 48 7 36 3 79
0 76 1 69 3 76 5 51 2 85 9 11 6 40 7 89 4 26 8 74
1 85 0 13 2 61 6 7 8 64 9 76 5 47 3 52 4 90 7 45
"""
Jobs = list[list[tuple[int, int]]]  # of each job the tasks: machine and duration
Grid = list[list[int]]  # of a sudoku: the givens, 0 where there is none


def ft10(jobs: int = 10) -> Jobs:
    """The first jobs of ft10."""
    lines = [list(map(int, line.split())) for line in FT10.split("\n") if line][:jobs]
    return [list(zip(line[::2], line[1::2], strict=True)) for line in lines]


def nqueens(n: int) -> str:
    """Queens on a board of n x n, none of which attacks another."""
    queens = [f"q{i}" for i in range(n)]
    up, down = ([f"(+ {q} {sign * i})" for i, q in enumerate(queens)] for sign in (1, -1))
    lines = [f"(int {q} 1 {n})" for q in queens]
    return _text(*lines, *(f"(alldifferent {' '.join(each)})" for each in (queens, up, down)))


def magic_square(n: int) -> str:
    """A square of the numbers from 1 to n * n; all rows, columns and diagonals have one sum."""
    cells = [[f"x_{r}_{c}" for c in range(n)] for r in range(n)]
    diagonals = [[cells[i][i] for i in range(n)], [cells[i][n - 1 - i] for i in range(n)]]
    total = n * (n * n + 1) // 2
    names = [name for row in cells for name in row]
    sums = (f"(= (+ {' '.join(line)}) {total})" for line in [*cells, *zip(*cells, strict=True), *diagonals])
    return _text(*(f"(int {name} 1 {n * n})" for name in names), f"(alldifferent {' '.join(names)})", *sums)


def golomb(n: int, length: int) -> str:
    """Marks of a ruler of at most that length, no two pairs of which are equally far apart."""
    marks = [f"m{i}" for i in range(n)]
    lines = [f"(int {mark} 0 {length})" for mark in marks]
    order = (f"(< {before} {after})" for before, after in pairwise(marks))
    differences = " ".join(f"(- {marks[j]} {marks[i]})" for i, j in combinations(range(n), 2))
    return _text(*lines, f"(= {marks[0]} 0)", *order, f"(alldifferent {differences})")


def sudoku_grid(box: int, given: float, seed: int = 0) -> Grid:
    """A sudoku with boxes of box x box, that part of its cells given; it has a solution."""
    random, size = Random(seed), box * box
    symbols = random.sample(range(1, size + 1), size)
    lines = [
        [band * box + i for band in random.sample(range(box), box) for i in random.sample(range(box), box)]
        for _ in "rc"
    ]
    solution = [[symbols[(r % box * box + r // box + c) % size] for c in lines[1]] for r in lines[0]]
    return [[value if random.random() < given else 0 for value in row] for row in solution]


def sudoku(grid: Grid) -> str:
    """Each row, column and box has all numbers."""
    size = len(grid)
    names = [[f"x_{r}_{c}" for c in range(size)] for r in range(size)]
    lines = (
        f"(int {names[r][c]} {value or 1} {value or size})" for r, row in enumerate(grid) for c, value in enumerate(row)
    )
    units = (f"(alldifferent {' '.join(names[r][c] for r, c in unit)})" for unit in sudoku_units(size))
    return _text(*lines, *units)


def quasigroup(order: int, given: float, seed: int = 0) -> str:
    """A latin square of which that part of the cells is given."""
    random = Random(seed)
    rows, columns, symbols = (random.sample(range(order), order) for _ in range(3))
    square = [[symbols[(r + c) % order] + 1 for c in columns] for r in rows]
    grid = [[value if random.random() < given else 0 for value in row] for row in square]
    names = [[f"x_{r}_{c}" for c in range(order)] for r in range(order)]
    lines = (f"(int {names[r][c]} {v or 1} {v or order})" for r, row in enumerate(grid) for c, v in enumerate(row))
    return _text(*lines, *(f"(alldifferent {' '.join(line)})" for line in [*names, *zip(*names, strict=True)]))


def sudoku_units(size: int) -> Iterator[list[tuple[int, int]]]:
    """The cells of each row, column and box."""
    box = round(size**0.5)
    for i in range(size):
        yield [(i, c) for c in range(size)]
        yield [(r, i) for r in range(size)]
        yield [(i // box * box + j // box, i % box * box + j % box) for j in range(size)]


def job_shop(jobs: Jobs, horizon: int, makespan: bool = False) -> str:
    """Tasks of a job one after the other, of a machine one at a time, all done by the horizon.

    makespan: the time when all is done is a variable that is to be minimized.
    """
    starts = {(j, k): f"s_{j}_{k}" for j, job in enumerate(jobs) for k in range(len(job))}
    duration = {(j, k): job[k][1] for j, job in enumerate(jobs) for k in range(len(job))}
    end = [f"(int end 0 {horizon})", "(objective minimize end)"] if makespan else []
    limit = "end" if makespan else str(horizon)
    lines = [f"(int {name} 0 {horizon})" for name in starts.values()]
    done = (f"(<= (+ {starts[j, len(job) - 1]} {job[-1][1]}) {limit})" for j, job in enumerate(jobs))
    order = (f"(<= (+ {starts[j, k]} {duration[j, k]}) {starts[j, k + 1]})" for j, k in starts if (j, k + 1) in starts)
    apart = (
        f"(or (<= (+ {starts[a]} {duration[a]}) {starts[b]}) (<= (+ {starts[b]} {duration[b]}) {starts[a]}))"
        for a, b in clashes(jobs)
    )
    return _text(*end, *lines, *done, *order, *apart)


def clashes(jobs: Jobs) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Pairs of tasks, as job and position, that need the same machine."""
    tasks = [(j, k) for j, job in enumerate(jobs) for k in range(len(job))]
    return ((a, b) for a, b in combinations(tasks, 2) if jobs[a[0]][a[1]][0] == jobs[b[0]][b[1]][0])


def pigeonhole(pigeons: int, holes: int) -> str:
    """Pigeons, each in a hole of its own."""
    names = [f"p{i}" for i in range(pigeons)]
    return _text(*(f"(int {name} 1 {holes})" for name in names), f"(alldifferent {' '.join(names)})")


def colouring(vertices: int, edges: int, colours: int, seed: int = 0) -> str:
    """A random graph with that many edges, its neighbours in different colours."""
    pairs = Random(seed).sample(list(combinations(range(vertices), 2)), edges)
    return _text(*(f"(int v{v} 1 {colours})" for v in range(vertices)), *(f"(!= v{u} v{v})" for u, v in sorted(pairs)))


def knapsack(items: int, most: int, seed: int = 0) -> str:
    """Amounts of items with random weights, of which two sums are given."""
    random = Random(seed)
    amounts, names = [random.randint(0, most) for _ in range(items)], [f"a{i}" for i in range(items)]
    lines = [f"(int {name} 0 {most})" for name in names]
    for _ in range(2):
        weights = [random.randint(1, 30) for _ in range(items)]
        total = sum(w * v for w, v in zip(weights, amounts, strict=True))
        terms = " ".join(f"(* {w} {name})" for w, name in zip(weights, names, strict=True))
        lines.append(f"(= (+ {terms}) {total})")
    return _text(*lines)


def pythagoras(most: int) -> str:
    """The sides of a right triangle, the longest at least three quarters of the greatest number."""
    lines = [f"(int {name} 1 {most})" for name in "abc"]
    return _text(*lines, "(= (+ (* a a) (* b b)) (* c c))", "(< a b)", f"(>= c {3 * most // 4})")


def _text(*lines: str) -> str:
    return "\n".join(lines) + "\n"
