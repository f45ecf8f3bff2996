"""Sources of which tests make proofs, with the options and the claims."""

NONE = (
    "(int x 0 3)\n(int y 0 3)\n(int z 0 2)\n(bool p)\n(alldifferent x y)\n(= (+ x y) 5)\n(or p (= z 1))\n"
    "(< (+ x z) 2)\n"
)


BEST = "(int x 0 9)(int y 0 9)(<= (+ (* 2 x) (* 3 y)) 17)(!= x y)(objective maximize (+ x (* 2 y)))\n"


LEAST = "(int x 3 9)(int y 0 9)(>= (+ x y) 7)(objective minimize x)\n"


NO_BEST = "(int x 0 9)(int y 0 9)(int z 0 9)(< x y)(< y z)(< z x)(objective minimize x)\n"


ONE = (
    "(int x 0 3)(int y 0 3)(int _h 0 2)(bool p)(alldifferent x y)(= (+ x y) 5)(iff p (< x y))(imp (= x 3) p)(> _h 0)\n"
)


SUDOKU = "; Sudoku Puzzle\nsize 4 4\n4 - - 3\n- - - 4\n1 - - -\n3 - - -\n"


INPUTS = {  # text, options, what `verify` prints
    "none.csp": (NONE, [], "unsatisfiable"),
    "best.csp": (BEST, [], "optimum 11"),
    "least.csp": (LEAST, [], "optimum 3"),
    "nobest.csp": (NO_BEST, [], "unsatisfiable"),
    "one.csp": (ONE, ["--unique"], "unique"),
    "sudoku.txt": (SUDOKU, ["--unique"], "unique"),
    "direct.csp": (NONE, ["--encoding", "direct"], "unsatisfiable"),
    "mixed.csp": (ONE, ["--unique", "--encode", "x=direct"], "unique"),
}


SUFFIXES = ("", ".cnf", ".map", ".json", ".opb", ".pbp")
