"""The rows of the chapter `coming-from` on MiniZinc: all solutions by Gecode, by the CSP text, and in Python."""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import coming_from_sides

import csp2sat

INTEGERS = {"x": 3, "y": 3, "i": 2, "v": 5, **dict.fromkeys("abcdef", 2)}
BOOLEANS = "pq"
ARRAYS = {"xs": "abc", "ys": "def"}
FROM_1 = {  # variables whose values are positions, which begin with 1: in MiniZinc, and in CSP text
    "xs[i] = v": ("i", "i"),
    "circuit(xs)": ("abc", ""),
    "subcircuit(xs)": ("abc", ""),
    "inverse(xs, ys)": ("abcdef", ""),
}
Found = set[tuple[int, ...]]


def faults(rows: list[tuple[str, list[list[list[str]]]]]) -> Iterator[str]:
    """Yield a line for each row whose sides have other solutions.  rows: the first piece of code, and for each cell
    its alternatives with their pieces.
    """
    for first, ((theirs,), (text,), (ours,)) in rows:
        if first.startswith(("var ", "array", "solve ")):
            yield from _statements(theirs[0], text[0], ours[0])
            continue
        whole = len(theirs) == 1
        triples = (
            [(theirs[0], text, ours[0])] if whole else [(a, [b], c) for a, b, c in zip(theirs, text, ours, strict=True)]
        )
        for there, csp, here in triples:
            yield from _constraint(there.removeprefix("constraint ").removesuffix(";"), csp, here)


def _statements(theirs: str, text: str, ours: str) -> Iterator[str]:
    """Compare declarations by the number of solutions, an objective by its best value."""
    if theirs.startswith("solve "):
        there = int(_minizinc(f'var 1..3: x; var 2..3: y; {theirs} output ["\\(x + y)\\n"];')[0])
        objective = csp2sat.solve(csp2sat.loads(f"(int x 1 3) (int y 2 3) {text}")).objective
        names = {"m": (m := csp2sat.Model()), "x": m.int("x", 1, 3), "y": m.int("y", 2, 3)}
        exec(ours, names)
        same = there == objective == csp2sat.solve(m).objective
    else:
        name = re.search(r"(\w+);$", theirs)[1]
        there = len([line for line in _minizinc(f'{theirs} output ["\\({name})\\n"];', "-a") if line[0] not in "-="])
        names = {"m": (m := csp2sat.Model())}
        exec(ours, names)
        same = there == csp2sat.count(csp2sat.loads(text)).number == csp2sat.count(m).number
    if not same:
        yield f"MiniZinc: {theirs} | {text} | {ours}: not the same"


def _constraint(theirs: str, text: list[str], ours: str) -> Iterator[str]:
    named = set(re.findall(r"\b[a-z]+\b", theirs))
    named |= {member for name in named & {*ARRAYS} for member in ARRAYS[name]}
    variables = [name for name in (*INTEGERS, *BOOLEANS) if name in named]
    there_from_1, text_from_1 = FROM_1.get(theirs, ("", ""))
    there = _by_minizinc(theirs, variables, there_from_1)
    for said, found in (("CSP text", _by_text(text, variables, text_from_1)), ("Python", _by_python(ours, variables))):
        if found != there or not there:
            numbers = f"{said} has {len(found)} solutions, MiniZinc {len(there)}"
            yield f"MiniZinc: {theirs} | {' '.join(text)} | {ours}: {numbers}"


def _by_minizinc(code: str, variables: list[str], from_1: str) -> Found:
    """Return the solutions of a constraint, with all positions from 0."""
    lines = ['include "globals.mzn";']
    lines += [f"var {int(v in from_1)}..{INTEGERS[v] + (v in from_1)}: {v};" for v in INTEGERS if v in variables]
    lines += [f"var bool: {v};" for v in BOOLEANS if v in variables]
    for name, members in ARRAYS.items():
        if members[0] in variables or name in code:
            missing = [v for v in members if v not in variables]
            lines += [f"var 0..{INTEGERS[v]}: {v};" for v in missing]
            lines.append(f"array[1..3] of var int: {name} = [{', '.join(members)}];")
    shown = " ".join(f"\\({v if v in INTEGERS else f'bool2int({v})'})" for v in variables)
    lines += [f"constraint {code};", "solve satisfy;", f'output ["{shown}\\n"];']
    found = [line for line in _minizinc("\n".join(lines), "-a") if line[0].isdigit()]
    return {tuple(int(n) - (v in from_1) for n, v in zip(line.split(), variables, strict=True)) for line in found}


def _by_text(code: list[str], variables: list[str], from_1: str) -> Found:
    lines = [f"(int {v} {int(v in from_1)} {INTEGERS[v] + (v in from_1)})" for v in INTEGERS if v in variables]
    lines += [f"(bool {v})" for v in BOOLEANS if v in variables]
    model = csp2sat.loads("\n".join([*lines, *code]))
    return {tuple(int(s[v]) - (v in from_1) for v in variables) for s in csp2sat.solutions(model)}


def _by_python(code: str, variables: list[str]) -> Found:
    m = csp2sat.Model()
    names = {v: m.int(v, 0, INTEGERS[v]) for v in INTEGERS if v in variables}
    names |= {v: m.bool(v) for v in BOOLEANS if v in variables}
    for name, members in ARRAYS.items():
        if members[0] in variables:
            names[name] = csp2sat.array([names[v] for v in members])
    value = coming_from_sides.value_of(code, {"m": m, "build": csp2sat.build, **names})
    if type(value).__name__ == "Formula":
        m.add(value)
    return {tuple(int(s[v]) for v in variables) for s in csp2sat.solutions(m)}


def _minizinc(text: str, *options: str) -> list[str]:
    """Return the lines that MiniZinc prints for a model, with its own decompositions, as Gecode's may be too old."""
    with tempfile.TemporaryDirectory() as folder:
        model = Path(folder, "model.mzn")
        model.write_text(text)
        command = ["minizinc", "--solver", "gecode", "-G", "std", *options, model]
        ended = subprocess.run(command, capture_output=True, text=True)
    return ended.stdout.splitlines() or [f"error: {ended.stderr}"]
