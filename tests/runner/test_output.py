"""Answers of solvers in all dialects."""

from __future__ import annotations

import random

import pytest

from csp2sat.runner.process.output import TO_A_FILE, SolverAnswer, complete, parse, show

GOOD = {
    "competition": (b"c hello\ns SATISFIABLE\nv 1 -2\nv 3 0\n", "auto", SolverAnswer("sat", [1, -2, 3])),
    "status after the model": (b"v -1 2 0\ns SATISFIABLE\nc end\n", "auto", SolverAnswer("sat", [-1, 2])),
    "CRLF": (b"s SATISFIABLE\r\nv 1 -2\r\nv 3 0\r\n", "auto", SolverAnswer("sat", [1, -2, 3])),
    "CR before s": (b"c parsing\rs UNSATISFIABLE\n", "auto", SolverAnswer("unsat")),
    "tabs": (b"s\tSATISFIABLE\nv\t1\t0", "auto", SolverAnswer("sat", [1])),
    "empty v lines": (b"s SATISFIABLE\nv\nv 1 2\nv 0\n", "auto", SolverAnswer("sat", [1, 2])),
    "an empty model": (b"s SATISFIABLE\nv 0\n", "auto", SolverAnswer("sat", [])),
    "unsatisfiable": (b"s UNSATISFIABLE\n", "auto", SolverAnswer("unsat")),
    "the same status twice": (b"s UNSATISFIABLE\ns UNSATISFIABLE\n", "auto", SolverAnswer("unsat")),
    "indeterminate": (b"s INDETERMINATE\n", "auto", SolverAnswer("unknown")),
    "unknown, with half a model": (b"s UNKNOWN\nv 1 2\n", "auto", SolverAnswer("unknown")),
    "optimum": (b"o 3\ns OPTIMUM FOUND\nv 1 0\n", "auto", SolverAnswer("sat", [1], optimum=True, cost=3)),
    "MaxSAT, no final 0": (
        b"o 3\ns OPTIMUM FOUND\nv 1 -2 3\n",
        "auto",
        SolverAnswer("sat", [1, -2, 3], optimum=True, cost=3),
    ),
    "digits": (b"o 3\ns OPTIMUM FOUND\nv 101\n", "auto", SolverAnswer("sat", [1, -2, 3], optimum=True, cost=3)),
    "two models": (
        b"v -1 0\no 3\nv 1 2\nv 3 0\ns OPTIMUM FOUND\n",
        "auto",
        SolverAnswer("sat", [1, 2, 3], optimum=True, cost=3),
    ),
    "clasp -q1": (
        b"v 1 -2\nv 3 0\no 3\ns OPTIMUM FOUND\n",
        "auto",
        SolverAnswer("sat", [1, -2, 3], optimum=True, cost=3),
    ),
    "a cost and a status between two models": (
        b"v -1 0\no 3\ns OPTIMUM FOUND\nv 1 2 3 0\n",
        "auto",
        SolverAnswer("sat", [1, 2, 3], optimum=True, cost=3),
    ),
    "chatter between": (b"WARNING: FPU\nvivify 3\nsolving\ns SATISFIABLE\nv 1 0\n", "auto", SolverAnswer("sat", [1])),
    "no status": (b"c nothing\nsorry\n", "competition", SolverAnswer(None)),
    "nothing": (b"", "auto", SolverAnswer(None)),
    "blank": (b"\n \n", "auto", SolverAnswer(None)),
    "digest": (b"c cnf sha256:ab12\ns UNSATISFIABLE\n", "auto", SolverAnswer("unsat", digest="ab12")),
    "minisat": (b"SAT\n1 -2 3 0\n", "auto", SolverAnswer("sat", [1, -2, 3])),
    "minisat unsat": (b"UNSAT\n", "result-file", SolverAnswer("unsat")),
    "minisat indet": (b"INDET\n", "result-file", SolverAnswer("unknown")),
    "minisat, a digest above": (b"c cnf sha256:ab12\nSAT\n1 0\n", "auto", SolverAnswer("sat", [1], digest="ab12")),
    "minisat killed": (b"", "result-file", SolverAnswer(None)),
    "glucose": (b"1 -2 3 0\n", "result-file", SolverAnswer("sat", [1, -2, 3])),
    "plain": (b"sat\n1 -2\n3 0\n", "plain", SolverAnswer("sat", [1, -2, 3])),
    "plain unsat": (b"unsat\n", "auto", SolverAnswer("unsat")),
    "plain unknown": (b"unknown\n", "plain", SolverAnswer("unknown")),
}

BAD = {
    "contradiction": (b"s SATISFIABLE\nv 1 0\ns UNSATISFIABLE\n", "`s UNSATISFIABLE` contradicts an earlier status", 3),
    "strange status": (b"c\ns SATISFACTORY\n", "`s SATISFACTORY` is no status", 2),
    "no model": (b"s SATISFIABLE\n", "`s SATISFIABLE` without a model: no `v` line", 0),
    "no model, minisat": (b"SAT\n", f"SAT without a model; {TO_A_FILE}", 0),
    "the log of minisat": (
        b"WARNING: FPU\n| Time: 0 s |\n\nSATISFIABLE\n",
        f"`WARNING: FPU` is no answer: {TO_A_FILE}",
        1,
    ),
    "the log of minisat, unsat": (b"| Time |\nUNSATISFIABLE\n", f"`| Time |` is no answer: {TO_A_FILE}", 1),
    "a word": (b"s SATISFIABLE\nv 1 -2\nv x3 0\n", "`x3` is not a literal", 3),
    "underscore": (b"s SATISFIABLE\nv 1_0 0\n", "`1_0` is not a literal", 2),
    "plus": (b"s SATISFIABLE\nv +1 0\n", "`+1` is not a literal", 2),
    "a fraction": (b"SAT\n1 2.5 0\n", "`2.5` is not a literal", 2),
    "a very long number": (b"s SATISFIABLE\nv " + b"9" * 5000 + b" 0\n", f"`{'9' * 57}...` is not a literal", 2),
    "bytes": (b"s SATISFIABLE\nv \xff\x00 0\n", "`\ufffd?` is not a literal", 2),
    "both signs": (b"s SATISFIABLE\nv 1 -2 2 0\n", "both 2 and -2 are in the model", 0),
    "beyond": (b"s SATISFIABLE\nv 1 -4 0\n", "literal -4 is beyond the formula's 3 variables", 0),
    "after the 0": (b"s SATISFIABLE\nv 1 0\nv 2 0\n", "literals after the 0 that ends the model", 0),
    "unsat with a model": (b"s UNSATISFIABLE\nv 1 0\n", "a model with the status UNSATISFIABLE", 0),
    "UNSAT with a model": (b"UNSAT\n1 0\n", "a model with the status UNSATISFIABLE", 0),
    "neither": (
        b"\nhello\n1 0\n",
        "`hello` is no answer: expected `s` and `v` lines, or SAT or UNSAT and then literals",
        2,
    ),
    "half a model": (
        b"1 2 3\n",
        "`1 2 3` is no answer: expected `s` and `v` lines, or SAT or UNSAT and then literals",
        1,
    ),
    "no final 0": (
        b"s SATISFIABLE\nv 1 -2 3\n",
        "the model is cut short: 3 values, the last one `3`, and no 0 that ends it; expected 3 and a 0",
        0,
    ),
    "MaxSAT, no final 0, not all variables": (
        b"o 3\ns OPTIMUM FOUND\nv 1 -2\n",
        "the model is cut short: 2 values, the last one `-2`, and no 0 that ends it; expected 3 and a 0",
        0,
    ),
    "no final 0, MiniSat": (
        b"SAT\n1 -2",
        "the model is cut short: 2 values, the last one `-2`, and no 0 that ends it; expected 3 and a 0",
        0,
    ),
    "half a number": (
        b"s SATISFIABLE\nv 1 -",
        "the model is cut short: 1 value, the last one `1`, and no 0 that ends it; expected 3 and a 0",
        0,
    ),
    "an empty line, and no more": (
        b"s SATISFIABLE\nv",
        "the model is cut short: 0 values, and no 0 that ends it; expected 3 and a 0",
        0,
    ),
    "negative zero": (b"s SATISFIABLE\nv 1 2 3 -0\n", "`-0` is not a literal", 2),
    "zeros in front": (b"s SATISFIABLE\nv 01 2 3 0\n", "`01` is not a literal", 2),
    "not a number": (b"s SATISFIABLE\nv 1 NaN 3 0\n", "`NaN` is not a literal", 2),
    "two models": (
        b"s SATISFIABLE\nv 1 2 3 0\nv -1 2 3 0\n",
        "literals after the 0 that ends the model",
        0,
    ),
    "the best one, and one": (
        b"s OPTIMUM FOUND\nv 1 2 3 0\ns SATISFIABLE\n",
        "`s SATISFIABLE` contradicts an earlier status",
        3,
    ),
    "two dialects": (b"UNSAT\ns SATISFIABLE\nv 1 2 3 0\n", "`s SATISFIABLE` contradicts an earlier status", 2),
    "a cost without its model": (
        b"o 3\nv 1 2 3 0\no 2\ns OPTIMUM FOUND\n",
        "`o 2`, and no model of that cost after it",
        3,
    ),
    "two costs after a model": (
        b"v 1 2 3 0\no 3\no 2\ns OPTIMUM FOUND\n",
        "`o 2`, and no model of that cost after it",
        3,
    ),
    "a cost after the status": (
        b"v 1 2 3 0\ns OPTIMUM FOUND\no 2\n",
        "`o 2`, and no model of that cost after it",
        3,
    ),
    "a cost, and yet none": (b"o 3\ns UNSATISFIABLE\n", "`o 3`, and no model of that cost after it", 1),
    "two digests": (
        b"c cnf sha256:ab\ns UNSATISFIABLE\nc cnf sha256:cd\ns UNSATISFIABLE\n",
        "answers to two CNFs",
        3,
    ),
}
CONTRADICTIONS = (
    *("contradiction", "both signs", "beyond", "after the 0", "unsat with a model", "UNSAT with a model", "two models"),
    *(
        "the best one, and one",
        "two dialects",
        "a cost without its model",
        "two costs after a model",
        "a cost after the status",
        "a cost, and yet none",
        "two digests",
    ),
)


@pytest.mark.parametrize("case", GOOD)
def test_good_answers(case: str) -> None:
    text, dialect, expected = GOOD[case]
    assert parse(text, 3, dialect) == expected


@pytest.mark.parametrize("case", BAD)
def test_bad_answers(case: str) -> None:
    text, complaint, line = BAD[case]
    assert parse(text, 3) == SolverAnswer(None, complaint=complaint, line=line, contradicts=case in CONTRADICTIONS)


def test_without_the_formula_any_variable_may_occur() -> None:
    assert parse(b"s SATISFIABLE\nv 1000000 0\n").literals == [1000000]
    assert parse(b"s SATISFIABLE\nv 2147483648 0\n").complaint == (
        "literal 2147483648 is beyond the formula's 2147483647 variables"
    )


def test_a_repeated_literal_is_no_contradiction() -> None:
    assert parse(b"s SATISFIABLE\nv 1 1 -2 0\n", 3).literals == [1, 1, -2]


def test_missing_variables_are_false() -> None:
    assert complete([2, -4], 5) == [-1, 2, -3, -4, -5]
    assert complete([], 0) == []


def test_what_is_shown_can_be_read_back() -> None:
    draw = random.Random(1)
    literals = [draw.choice((-v, v)) for v in range(1, 2000)] + [-2147483647]
    text = show("sat", literals)
    assert max(map(len, text.split("\n"))) <= 4096
    assert parse(text.encode()) == SolverAnswer("sat", literals)
    assert show("unsat", []) == "s UNSATISFIABLE\n"
    assert show("unknown", []) == "s UNKNOWN\n"
    assert show("sat", []) == "s SATISFIABLE\nv 0\n"
