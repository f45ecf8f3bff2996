#!/usr/bin/env python3
"""Small copies of models that PyCSP3 publishes, answered by `csp2sat.pycsp3`, and by ACE for comparison.

    python scripts/pycsp3_models.py [NAME ...] [--ace]

Each model states its number of solutions, or its best value.  A line is printed for each model, and the exit code is 1
if an answer is another one.  --ace: PyCSP3's own solver answers each model, too (needs Java).
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
NAMES, sys.argv = sys.argv[1:], ["pycsp3_models"]  # PyCSP3 reads the command line when it is imported

import pycsp3  # noqa: E402
from pycsp3 import (  # noqa: E402
    ALL,
    OPTIMUM,
    AllDifferent,
    AllEqual,
    Automaton,
    BinPacking,
    Cardinality,
    Channel,
    Circuit,
    Count,
    Cumulative,
    Decreasing,
    Increasing,
    LexIncreasing,
    Maximum,
    NoOverlap,
    NValues,
    Sum,
    Task,
    Var,
    VarArray,
    abs,
    columns,
    combinations,
    cp_array,
    maximize,
    minimize,
    satisfy,
)
from pycsp3.classes.entities import ObjEntities  # noqa: E402

from csp2sat.pycsp3 import count, solve  # noqa: E402


def queens():
    q = VarArray(size=6, dom=range(6))
    satisfy(AllDifferent(q), AllDifferent(q[i] + i for i in range(6)), AllDifferent(q[i] - i for i in range(6)))
    return 4


def all_interval():
    x = VarArray(size=7, dom=range(7))
    satisfy(AllDifferent(x), AllDifferent(abs(x[i] - x[i + 1]) for i in range(6)))
    return 32


def magic_sequence():
    x = VarArray(size=7, dom=range(7))
    satisfy(Cardinality(x, occurrences={i: x[i] for i in range(7)}), Sum(x) == 7)
    return 1


def magic_square():
    x = VarArray(size=[3, 3], dom=range(1, 10))
    satisfy(
        AllDifferent(x),
        [Sum(row) == 15 for row in x],
        [Sum(column) == 15 for column in columns(x)],
        Sum(x[i][i] for i in range(3)) == 15,
        Sum(x[i][2 - i] for i in range(3)) == 15,
    )
    return 8


def golomb_ruler():
    x = VarArray(size=5, dom=range(26))
    satisfy(AllDifferent(abs(x[i] - x[j]) for i, j in combinations(5, 2)), Increasing(x, strict=True), x[0] == 0)
    minimize(x[-1])
    return 11


def knapsack():
    weights, profits = [4, 3, 2, 5], [9, 6, 3, 11]
    x = VarArray(size=4, dom=range(3))
    satisfy(x * weights <= 13)
    maximize(x * profits)
    return 29


def sudoku():
    clues = [[1, 0, 0, 0], [0, 0, 3, 0], [0, 0, 0, 2], [0, 4, 0, 0]]
    x = VarArray(size=[4, 4], dom=range(1, 5))
    satisfy(
        AllDifferent(x, matrix=True),
        [AllDifferent(x[i : i + 2, j : j + 2]) for i in (0, 2) for j in (0, 2)],
        [x[i][j] == clues[i][j] for i in range(4) for j in range(4) if clues[i][j]],
    )
    return 1


def send_more_money():
    s, e, n, d, m, o, r, y = letters = VarArray(size=8, dom=range(10))
    satisfy(
        AllDifferent(letters),
        s > 0,
        m > 0,
        1000 * s + 100 * e + 10 * n + d + 1000 * m + 100 * o + 10 * r + e
        == 10000 * m + 1000 * o + 100 * n + 10 * e + y,
    )
    return 1


def langford():
    x = VarArray(size=[2, 4], dom=range(8))
    satisfy(AllDifferent(x), [x[1][i] == x[0][i] + i + 2 for i in range(4)])
    return 2


def zebra():
    colors = yellow, green, red, white, blue = VarArray(size=5, dom=range(5))
    nations = italy, spain, japan, england, norway = VarArray(size=5, dom=range(5))
    jobs = painter, sculptor, diplomat, pianist, doctor = VarArray(size=5, dom=range(5))
    pets = fox, zebra_, bear, snails, horse = VarArray(size=5, dom=range(5))
    drinks = milk, water, tea, coffee, juice = VarArray(size=5, dom=range(5))
    satisfy(
        [AllDifferent(group) for group in (colors, nations, jobs, pets, drinks)],
        painter == horse,
        diplomat == coffee,
        white == milk,
        spain == painter,
        england == red,
        snails == sculptor,
        green + 1 == red,
        blue == norway + 1,
        japan == diplomat,
        norway == zebra_,
        abs(green - white) == 1,
        abs(horse - diplomat) == 1,
        (italy == red) | (italy == white) | (italy == green),
    )
    return 48


def bibd():
    x = VarArray(size=[4, 6], dom={0, 1})
    satisfy(
        [Sum(row) == 3 for row in x],
        [Sum(column) == 2 for column in columns(x)],
        [x[i] * x[j] == 1 for i, j in combinations(4, 2)],
        LexIncreasing(x, matrix=True),
    )
    return 1


def coloring():
    edges = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (0, 2), (1, 3)]
    x = VarArray(size=5, dom=range(5))
    satisfy(x[i] != x[j] for i, j in edges)
    minimize(NValues(x))
    return 3


def warehouse():
    costs = cp_array([[20, 24, 11], [28, 27, 82], [74, 97, 71], [2, 55, 73]])
    w = VarArray(size=4, dom=range(3))
    c = VarArray(size=4, dom=range(100))
    opened = VarArray(size=3, dom={0, 1})
    satisfy(
        [costs[i][w[i]] == c[i] for i in range(4)],
        [Count(w, value=j) <= 2 for j in range(3)],
        [opened[w[i]] == 1 for i in range(4)],
    )
    minimize(Sum(c) + Sum(opened) * 30)
    return 172


def nonogram():
    x = VarArray(size=[3, 4], dom={0, 1})
    two_one = Automaton(
        start="a",
        final=["d", "e"],
        transitions=[
            ("a", 0, "a"),
            ("a", 1, "b"),
            ("b", 1, "c"),
            ("c", 0, "f"),
            ("f", 0, "f"),
            ("f", 1, "d"),
            ("d", 0, "e"),
            ("e", 0, "e"),
        ],
    )
    satisfy(x[0] in two_one, Sum(x[1]) == 1, [x[1][j] <= x[0][j] for j in range(4)], AllEqual(x[2]))
    return 6


def quasi_group():
    x = VarArray(size=[4, 4], dom=range(4))
    satisfy(AllDifferent(x, matrix=True), [x[i][i] == i for i in range(4)])
    return 2


def costas_array():
    x = VarArray(size=5, dom=range(5))
    satisfy(AllDifferent(x), [AllDifferent(x[i] - x[i + d] for i in range(5 - d)) for d in range(1, 4)])
    return 40


def pigeons():
    x = VarArray(size=5, dom=range(4))
    satisfy(AllDifferent(x))
    return 0


def travelling_salesman():
    distances = [[0, 5, 9, 4], [5, 0, 2, 7], [9, 2, 0, 3], [4, 7, 3, 0]]
    x = VarArray(size=4, dom=range(4))
    d = VarArray(size=4, dom=range(10))
    satisfy(
        Circuit(x),
        [x[i] != i for i in range(4)],
        [(x[i], d[i]) in {(j, distances[i][j]) for j in range(4)} for i in range(4)],
    )
    minimize(Sum(d))
    return 14


def rcpsp():
    lengths, heights, after = [3, 2, 4, 2], [2, 1, 2, 2], [(0, 2), (1, 3)]
    s = VarArray(size=4, dom=range(12))
    satisfy(
        Cumulative(tasks=[Task(s[i], lengths[i], heights[i]) for i in range(4)]) <= 3,
        [s[i] + lengths[i] <= s[j] for i, j in after],
    )
    minimize(Maximum(s[i] + lengths[i] for i in range(4)))
    return 9


def flow_shop():
    lengths = [[2, 4], [3, 1], [4, 2]]
    s = VarArray(size=[3, 2], dom=range(20))
    satisfy(
        [s[i][0] + lengths[i][0] <= s[i][1] for i in range(3)],
        [NoOverlap(tasks=[(s[i][j], lengths[i][j]) for i in range(3)]) for j in range(2)],
    )
    minimize(Maximum(s[i][1] + lengths[i][1] for i in range(3)))
    return 10


def bin_packing():
    sizes = [4, 3, 3, 2, 2]
    x = VarArray(size=5, dom=range(3))
    z = Var(range(1, 4))
    satisfy(BinPacking(x, sizes=sizes) <= 7, z == NValues(x), Decreasing(x[1], x[2]))
    minimize(z)
    return 2


def permutation():
    x = VarArray(size=4, dom=range(4))
    y = VarArray(size=4, dom=range(4))
    satisfy(Channel(x, y), x[0] < y[1])
    return 8


MODELS = (
    queens,
    all_interval,
    magic_sequence,
    magic_square,
    golomb_ruler,
    knapsack,
    sudoku,
    send_more_money,
    langford,
    zebra,
    bibd,
    coloring,
    warehouse,
    nonogram,
    quasi_group,
    costas_array,
    pigeons,
    travelling_salesman,
    rcpsp,
    flow_shop,
    bin_packing,
    permutation,
)


def answer(ace):
    """The best value, or the number of solutions, of the model that has been built, with a word against it or ''."""
    optimizes = bool(ObjEntities.items)
    status = solve()
    found = pycsp3.bound() if optimizes else count().number
    fault = "" if not optimizes or status == OPTIMUM else f"status {status}"
    if not optimizes and solve(sols=ALL) and pycsp3.n_solutions() != found:
        fault = f"{pycsp3.n_solutions()} solutions one by one"
    if ace:  # which writes files into the current folder
        pycsp3.solve(sols=None if optimizes else ALL)
        theirs = pycsp3.bound() if optimizes else (pycsp3.n_solutions() or 0)
        fault = fault or ("" if theirs == found else f"ACE finds {theirs}")
    return found, fault


def main():
    names = [name for name in NAMES if name != "--ace"]
    wrong = 0
    for model in MODELS:
        if names and model.__name__ not in names:
            continue
        pycsp3.clear()
        expected = model()
        found, fault = answer("--ace" in NAMES)
        fault = fault or ("" if found == expected else f"expected {expected}")
        wrong += bool(fault)
        print(f"{model.__name__}: {found} {fault or 'right'}", flush=True)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
