"""Small arguments of every predicate of csp2sat's MiniZinc library; degenerate ones among them."""

from typing import Any

from csp2sat.model.expr import node
from support.constraint_cases import DOUBLE, NEGATIVE, SUM, P, Q, R, S, W, X, Y, Z

PAIRS = [([X, Y], [Z, W]), ([X], [Y]), ([X, Y, X], [2, Z, Z]), ([], []), ([3, 3], [1, 3])]
SORTS = ("int", "bool")
TRIPLES = [[X, Y, Z], [X, X], [X], [], [SUM, 2, Z], [Y, 1, X, Z]]
SEQUENCES = [*TRIPLES, [X, Y, Z, W]]
BITS = [[P, Q, R], [P, True, Q], [P, P], [False, P], [P], []]
LOOSE = [([X, Y], [Z]), ([], [X]), ([X], []), ([], []), ([X, Y], [Y, X]), ([X, 1, Y], [X, Z])]
BIT_PAIRS = [([P, Q], [R, S]), ([P], [Q, R]), ([P, Q], [P]), ([], [P]), ([True, P], [Q, False])]
TWO = 2, 3, [1, 2, 0, 0, 1, 1]  # states, symbols, next states: not every symbol leads on
NONDET = 2, 2, [(1, 2), (2,), (), range(1, 3)]
DIAGRAM = 3, [1, 2, 2], 5, [1, 1, 2, 3, 3]  # nodes, levels, edges, tails
LABELS = [(1,), range(2, 4), (0, 2), (1,), (3,)]
TRIANGLE = [1, 2, 3, 1], [2, 3, 1, 1]  # with a loop
FORK = [0, 1, 1], [1, 2, 2]  # two edges from 1 to 2
PLACES = [
    ([X, Y], [1, 2]),
    ([X, Y, Z], [1, 2, 1]),
    ([X, Y], [Z, W]),
    ([X, Y], [0, 3]),
    ([X, X], [1, Z]),
    ([], []),
    ([X], [5]),
]
FLAT = [([X, Y], [X, 1], [2, 3], [2, 1])] + [
    (*each, [0, 1, 2][: len(each[0])], [2, 1, 1][: len(each[0])]) for each in PLACES[:4]
]

CASES: dict[str, list[tuple[Any, ...]]] = {
    "fzn_all_different_int": [(x,) for x in SEQUENCES],
    "fzn_alldifferent_except_0": [(x,) for x in (*SEQUENCES, [0, X, 0, Y])],
    "fzn_alldifferent_except": [(x, s) for x in ([X, Y, Z], [X, X], [X, 1, Y], []) for s in ((), (1, 3), range(-2, 9))],
    "fzn_all_equal_int": [(x,) for x in SEQUENCES],
    "fzn_nvalue": [(n, x) for n in (W, 2, 0) for x in ([X, Y, Z], [X, X], [1, 1], [])],
    "fzn_among": [(n, x, s) for n in (W, 1) for x in ([X, Y, Z], [X, X], []) for s in ((), (0, 2, 3), range(1, 3))],
    **{
        f"fzn_{name}_int": [
            (n, x, v) for n in (0, 1, 2, 4) for x, v in (([X, Y, Z], 1), ([X, X], 3), ([], 0), ([X], 9))
        ]
        for name in ("at_least", "at_most", "exactly")
    },
    **{
        f"fzn_count_{word}": [([X, Y, W], Z, W), ([X, Y], 1, Z), ([], X, W), ([X, X], Y, 2), ([X, SUM], X, DOUBLE)]
        for word in ("eq", "neq", "leq", "lt", "geq", "gt")
    },
    **{
        f"fzn_count_{word}_par": [([X, Y, Z], 1, c) for c in (-1, 0, 1, 3, 4)] + [([], 0, 0), ([X, X], 2, 1)]
        for word in ("eq", "neq", "leq", "lt", "geq", "gt")
    },
    **{
        f"fzn_global_cardinality{closed}": [
            ([X, Y, Z], [1, 3], [W, 1]),
            ([X, Y], [0, 1, 2], [W, W, Z]),
            ([X, X], [2], [W]),
            ([], [1], [X]),
            ([X], [], []),
            ([], [], []),
            ([X, Y], [1, 1], [W, Z]),
        ]
        for closed in ("", "_closed")
    },
    **{
        f"fzn_global_cardinality_low_up{closed}": [
            ([X, Y, Z], [1, 3], [1, 0], [2, 1]),
            ([X, Y], [0, 1, 2], [0, 0, 0], [1, 1, 1]),
            ([X, Y, Z, W], [0, 1], [1, 1], [2, 3]),
            ([X, X], [2, 3], [0, 2], [1, 2]),
            ([X, Y], [1], [2], [1]),
            ([], [1], [0], [1]),
            ([], [1], [1], [1]),
            ([X], [], [], []),
        ]
        for closed in ("", "_closed")
    },
    "fzn_distribute": [
        ([W, Z], [1, 3], [X, Y]),
        ([W], [Z], [X, X]),
        ([X, Y], [Z, Z], [1, 2, 1]),
        ([], [], [X]),
        ([X], [1], []),
    ],
    "fzn_member_int": [([X, Y], Z), ([X, X], 2), ([], X), ([X], X), ([1, 2], X)],
    "fzn_member_bool": [([P, Q], R), ([P], True), ([], P), ([P, True], Q)],
    "csp2sat_symmetric_all_different": [(x, first) for x in ([X, Y, Z], [X], [], [X, X], [SUM, 1]) for first in (0, 1)],
    "csp2sat_inverse": [
        *((f, g, a, b) for f, g in PAIRS for a, b in ((0, 0), (1, 1), (1, 0))),
        ([X, Y], [Z], 0, 0),
        ([X], [], 1, 1),
    ],
    "csp2sat_inverse_in_range": [
        (f, g, a, b) for f, g in (*PAIRS, ([X, Y], [Z]), ([], [X])) for a, b in ((0, 0), (1, 0))
    ],
    **{
        f"fzn_{strict}{way}creasing_{sort}": [(x,) for x in (BITS if sort == "bool" else SEQUENCES)]
        for strict in ("", "strictly_")
        for way in ("in", "de")
        for sort in SORTS
    },
    **{
        f"fzn_lex_less{way}_{sort}": BIT_PAIRS if sort == "bool" else [*LOOSE, ([X, Y, Z], [Y, Z, W])]
        for way in ("", "eq")
        for sort in SORTS
    },
    **{
        f"csp2sat_lex_chain_less{way}_int": [
            ([X, Y, Z, W], 2),
            ([X, Y, 1, Z, 2, W], 3),
            ([], 0),
            ([X, Y], 1),
            ([X, Y], 2),
        ]
        for way in ("", "eq")
    },
    **{f"csp2sat_lex_chain_less{way}_bool": [([P, Q, R, S], 2), ([P, Q], 2), ([], 0)] for way in ("", "eq")},
    **{
        f"csp2sat_{name}": [([X, Y, Z, W], 2), ([X, Y], 2), ([X, Y], 1), ([], 0), ([X, Y, Y, Z], 2)]
        for name in ("lex2", "strict_lex2")
    },
    "fzn_value_precede_int": [
        (s, t, x) for s, t in ((1, 2), (3, 0), (1, 1), (9, 1), (1, 9)) for x in ([X, Y, Z], [X, X], [])
    ],
    "fzn_value_precede_chain_int": [
        (t, x) for t in ([1, 2, 3], [3, 0], [2], [], [1, 2, 1]) for x in ([X, Y, Z], [X, 1, Y], [])
    ],
    "fzn_seq_precede_chain_int": [(x,) for x in (*SEQUENCES, [NEGATIVE, X])],
    **{
        f"csp2sat_{best}imum_arg_int": [
            *((x, z, first) for x, z in (([X, Y], Z), ([X, Y, W], Z), ([X], Z), ([X, X], W)) for first in (0, 1)),
            ([], X, 1),
            ([2, X, 1], Y, -1),
            ([X, Y], X, 1),
        ]
        for best in ("max", "min")
    },
    **{f"csp2sat_{best}imum_arg_bool": [([P, Q], Z, 1), ([P, True, Q], X, 0), ([], X, 1)] for best in ("max", "min")},
    **{
        f"array_int_{best}imum": [(W, [X, Y]), (X, [X, Z]), (2, [X, Y, W]), (X, []), (X, [Y])]
        for best in ("max", "min")
    },
    "csp2sat_sliding_sum": [(1, 3, 2, [X, Y, Z]), (0, 2, 1, [X, Y]), (2, 4, 3, [X, Y]), (1, 0, 1, [X]), (0, 1, 2, [])],
    "csp2sat_table_int": [
        ([X, Y], [1, 3, 2, 0, 1, 3, 9, 9], 4),
        ([X, Y, Z], [0, 1, 2, 3, 3, 3], 2),
        ([X, X], [1, 1, 1, 2], 2),
        ([X], [], 0),
        ([], [], 0),
        ([], [], 2),
        ([SUM, 1], [2, 1, 3, 2], 2),
    ],
    "csp2sat_table_bool": [([P, Q], [True, False, False, False], 2), ([P, True], [True, False], 1), ([P], [], 0)],
    "csp2sat_regular": [
        *(
            (x, *TWO, start, final)
            for x in ([X, Y, Z], [X, X], [], [SUM])
            for start, final in ((1, (2,)), (2, range(1, 3)), (1, ()))
        ),
        ([X, Y], 1, 1, [1], 1, (1,)),
    ],
    "csp2sat_regular_nfa": [
        (x, *NONDET, 1, final) for x in ([X, Y, Z], [X, 2], [], [X]) for final in ((2,), (1, 2), ())
    ],
    "csp2sat_cost_regular": [
        (x, *TWO, 1, final, [0, 2, 1, 1, -1, 3], c)
        for x in ([X, Y], [X, X], [])
        for final in ((2,), (1, 2))
        for c in (W, 2)
    ],
    **{
        f"fzn_mdd{kind}": [(x, *DIAGRAM, LABELS, [2, 3, 0, 0, 0]) for x in ([X, Y], [X, X], [Y, 1], [X])]
        for kind in ("", "_nondet")
    },
    "csp2sat_cost_mdd": [
        (x, *DIAGRAM, LABELS, [1, 2, 0, 1, 1], [2, 3, 0, 0, 0], c) for x in ([X, Y], [X, X]) for c in (Z, 3)
    ],
    **{
        f"csp2sat_{name}": [
            (x, first) for x in ([X, Y, Z], [X, Y], [X], [], [X, X], [Y, SUM, 1, Z]) for first in (0, 1)
        ]
        for name in ("circuit", "subcircuit")
    },
    **{
        f"fzn_if_then_else{var}_int": [
            ([P, Q, True], [2, X, 3], Z),
            ([P, True], [0, 1], Y),
            ([True, P], [1, 0], X),
            ([node("lt", X, Y), P, True], [1, 0, 1], Z),
            ([P], [1], X),
        ]
        for var in ("", "_var")
    },
    **{
        f"fzn_if_then_else{var}_bool": [
            ([P, Q, True], [True, R, False], S),
            ([P, True], [False, True], P),
            ([True, P], [Q, False], R),
            ([node("lt", X, Y), True], [P, Q], R),
            ([P], [True], Q),
        ]
        for var in ("", "_var")
    },
    "fzn_cumulative": [
        ([X, Y], [2, 1], [1, 2], 2),
        ([X, Y, Z], [2, 2, 1], [1, 1, 1], 2),
        ([X, Y], [Z, 2], [1, X], 2),
        ([X, Y], [0, 1], [3, 1], W),
        ([], [], [], -1),
        ([X], [0], [1], -1),
        ([X, X], [1, 1], [1, 1], W),
        ([X, Y, Z], [2, W, 1], [Z, 1, X], 1),
        ([X, X], [1, 0], [Y, 2], 1),
        ([2, 1, 1], [1, 2, 1], [X, 1, Y], 1),
        ([X], [Y], [Z], 1),
        ([X, Z], [1, 2], [Y, W], 1),
    ],
    **{f"fzn_disjunctive{strict}": PLACES for strict in ("", "_strict")},
    **{f"fzn_diffn{kind}": FLAT for kind in ("", "_nonstrict")},
    **{
        f"csp2sat_diffn{kind}_k": [
            ([X, Y, Z, W], [1, 2, 1, 1], 2),
            ([X, Y], [2, 0], 1),
            ([X, 0, Y, 1, Z, 2], [1, 0, 1, 2, 2, 1], 2),
            ([], [], 2),
            ([], [], 0),
        ]
        for kind in ("", "_nonstrict")
    },
    "csp2sat_bin_packing_capa": [
        ([2, 3], [X, Y, Z], [1, 2, 1], 1),
        ([2, 0, 1], [X, X], [1, 1], 0),
        ([], [X], [1], 1),
        ([], [], [], 1),
        ([5], [X, Y], [0, 0], 2),
    ],
    "csp2sat_bin_packing_load": [
        ([W, Z], [X, Y], [1, 2], 1),
        ([W, 1], [X, X], [1, 0], 0),
        ([], [X], [1], 1),
        ([], [], [], 1),
        ([W], [], [], 1),
    ],
    **{
        f"csp2sat_{name}": [
            (1, *TRIANGLE, [P, Q, R], [S, P, Q, False]),
            (1, *TRIANGLE, [P, Q, True], [R, S, True, P]),
            (0, *FORK, [P, True, Q], [R, S, True]),
            (1, [], [], [P], []),
            (1, [], [], [], []),
        ]
        for name in ("connected", "dconnected", "dag")
    },
    **{
        f"csp2sat_{name}": [
            (1, *TRIANGLE, [P, Q, R], [S, P, True, False], X),
            (1, *TRIANGLE, [P, Q, True], [R, S, True, P], 2),
            (0, *FORK, [P, True, Q], [R, S, True], X),
            (0, [], [], [P], [], X),
            (1, [], [], [], [], X),
        ]
        for name in ("reachable", "dreachable", "tree", "dtree")
    },
    **{
        f"csp2sat_{name}": [
            (1, *TRIANGLE, [P, Q, True], [R, S, P, False], X, Z),
            (0, *FORK, [P, True, Q], [R, S, True], X, 2),
            (0, [0, 1, 2, 0], [1, 2, 3, 2], [P, True, Q, Q], [R, P, S, Q], 0, X),
            (0, [], [], [P], [], X, X),
        ]
        for name in ("path", "dpath")
    },
    **{
        f"csp2sat_bounded_{name}": [
            (1, *TRIANGLE, [True, Q, True], [R, S, P, False], X, 3, [1, 2, 1, 1], W),
            (0, [0, 1, 2], [1, 2, 3], [P, True, Q, Q], [R, Q, S], 0, X, [1, 0, 2], Z),
        ]
        for name in ("path", "dpath")
    },
    "csp2sat_steiner": [(1, *TRIANGLE, [P, Q, True], [R, S, P, False], [1, 2, 0, 1], W), (1, [], [], [P], [], [], X)],
    "csp2sat_dsteiner": [
        (1, *TRIANGLE, [P, Q, True], [R, S, P, False], X, [1, 2, 0, 1], W),
        (1, [], [], [P], [], 1, [], X),
    ],
}
