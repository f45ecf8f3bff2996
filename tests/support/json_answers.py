"""The JSON that a command prints, judged by the schema."""

import json

from csp2sat.cli.json_lines import schema

from .paths import BOARDS, CASES
from .run_command import run
from .schema_check import faults

SCHEMA = schema()
MASYU = str(BOARDS / "masyu-0.txt")
SENDMORE = str(CASES / "sendmore.csp")
CNFS = {
    "good.cnf": "c hello\np cnf 3 3\n1 2 0\n-1 -2 0\n3 -1 0\n",
    "shown.cnf": "c p show 1 2 0\np cnf 4 3\n1 2 0\n-1 -2 0\n3 -1 0\n",
    "none.cnf": "p cnf 1 2\n1 0\n-1 0\n",
    "one.cnf": "p cnf 2 2\n1 0\n-2 0\n",
    "broken.cnf": "p cnf 2 2\n1 2 0\n1 3 0\n",
}


def objects(text):
    """The objects that were printed, each judged by the schema."""
    found = [json.loads(line) for line in text.splitlines()]
    assert [faults(each, SCHEMA, SCHEMA) for each in found] == [[]] * len(found)
    return found


def answer(line, code=0):
    """The only object of a command line."""
    words = [{"MASYU": MASYU, "SENDMORE": SENDMORE}.get(word, word) for word in line.split()]
    done = run(*words, "--json")
    assert done.code == code, done.err
    (found,) = objects(done.out)
    return found
