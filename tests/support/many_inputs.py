"""Boards and CSPs for commands with many inputs, and parts of what such commands print."""

import json
import sys

from csp2sat.cli.json_lines import schema
from support.real_commands import planted
from support.schema_check import faults

SCHEMA = schema()
LOOP = "; Slitherlink\nsize 2 1\n- -\n"  # two solutions
NONE = "; Slitherlink\nsize 3 3\n3 3 .\n. 0 .\n. . 3\n"
ONE = "; Sudoku\nsize 4 4\n1 2 3 4\n3 4 1 2\n2 1 4 3\n. . . .\n"
BROKEN = "; Slitherlink\nsize 2 1\n- 7\n"
SUM = "(int x 0 1)\n(int y 0 1)\n(< x y)\n"
URL = "https://puzz.link/p?slither/3/3/8d63g"
NOTES = "Boards of the club, spring 2026\n"
FILES = {"a.txt": ONE, "b.txt": NONE, "c.csp": SUM, "bad.txt": BROKEN, "notes.txt": NOTES, "loop.txt": LOOP}
FILES |= {"boards/easy/1.txt": ONE, "boards/hard/1.txt": NONE, "boards/README.md": NOTES, "boards/.x.txt": ONE}


def objects(text):
    """Return the objects that were printed, each judged by the schema."""
    found = [json.loads(line) for line in text.splitlines()]
    assert [faults(each, SCHEMA, SCHEMA) for each in found] == [[]] * len(found), found
    return found


def heads(text):
    """Return the names of the inputs in the heads of their answers."""
    return [line[2:] for line in text.splitlines() if line.startswith("; ")]


def summary(done):
    """Return the last line of stderr, which sums the run up."""
    return done.err.splitlines()[-1].partition(": ")[2]


def slow_solver(folder):
    """Write a solver that sleeps over CNFs called `slow`, ends the process that started the solver over CNFs called
    `deadly`, and otherwise is the embedded one; return its solvers.yaml.
    """
    script = 'case "$1" in *slow*) exec sleep 60;; *deadly*) kill -9 $PPID; sleep 9;; esac\n'
    return planted(folder, f'{script}exec "{sys.executable}" -m csp2sat.runner.session.embedded "$1"\n')
