"""Commands with the files that each reads and writes, for tests that what is read is never written."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

CSP = "(int x 0 3)\n(> x 1)\n"
CONTRADICTION = "(bool a)\n(and a (not a))\n"
BOARD = "; masyu\nsize 4 4\n- - - -\n- - - -\n- - 1 -\n- - - -\n"
FZN = "var bool: b;\nconstraint bool_eq(b,true);\nconstraint bool_eq(b,false);\nsolve satisfy;\n"
ROW = '{"key": "k", "input": "a.csp", "encoding": "order", "solver": "kissat", "status": "sat"}\n'
YAML = "version: 1\n"
MAP = "int x 1 0..3\n"


def itself(value: str) -> Sequence[str]:
    return [value]


def proof_files(value: str) -> Sequence[str]:
    return [value, f"{value}.cnf", f"{value}.map", f"{value}.json"]


class Scene(NamedTuple):
    """A command.  words: its arguments but for the output, {NAME} for an input; inputs: name and content of each;
    output: the option, with the value; writes: what files a value means; option: its name in Python."""

    words: Sequence[str]
    inputs: dict[str, str]
    output: tuple[str, str]
    option: str
    writes: Callable[[str], Sequence[str]] = itself
    module: str = "csp2sat"
    code: int = 2

    @property
    def command(self) -> str:
        return "bench_report" if self.words[:2] == ["bench", "report"] else self.words[0]


def _scene(line: str, inputs: dict[str, str], output: str, option: str, **more) -> Scene:
    flag, _, value = output.partition(" ")
    return Scene(line.split(), inputs, (flag, value), option, **more)


ONE, SET = {"in.csp": CSP}, {"in.csp": CSP, "s.yaml": YAML}
NO, BOARDS = {"in.csp": CONTRADICTION, "s.yaml": YAML}, {"in.txt": BOARD, "s.yaml": YAML}
SUGAR = {"module": "csp2sat.cli.sugar", "code": 1}
SCENES = [
    _scene("encode {in.csp}", ONE, "-o out.cnf", "output", writes=lambda v: [v, "out.map"]),
    _scene("encode {in.csp}", ONE, "-m out.map", "map_"),
    _scene("encode {in.csp} -o a.cnf", ONE, "--profile out.prof", "profile"),
    _scene("encode {in.csp} --to wcnf", ONE, "--output out", "output"),
    _scene("solve {in.csp} --solvers {s.yaml}", SET, "-o out.txt", "output"),
    _scene("solve {in.csp} --solvers {s.yaml}", NO, "--proof out", "proof", writes=proof_files),
    _scene("solve {in.txt} --solvers {s.yaml} --unique", BOARDS, "--proof out", "proof", writes=proof_files),
    _scene(
        "solve {in.csp} --solvers {s.yaml}", NO, "--keep kk", "keep", writes=lambda v: [f"{v}/in.cnf", f"{v}/in.map"]
    ),
    _scene(
        "decode {in.out} -m {in.map}", {"in.out": "s SATISFIABLE\nv 1 2 3 0\n", "in.map": MAP}, "-o out.txt", "output"
    ),
    _scene("decode {in.out}", {"in.out": "s SATISFIABLE\nv 1 2 3 0\n"}, "-o in.map", "output"),
    _scene("explain {in.csp} --solvers {s.yaml}", NO, "-o out.txt", "output"),
    _scene("convert {in.txt} --to text", {"in.txt": BOARD}, "-o out", "output"),
    _scene("steps {in.txt}", {"in.txt": BOARD}, "-o out", "output"),
    _scene("backbone {in.txt}", {"in.txt": BOARD}, "-o out", "output"),
    _scene("hint {in.txt}", {"in.txt": BOARD}, "-o out", "output"),
    _scene("generate masyu --size 4 --solvers {s.yaml}", {"s.yaml": YAML}, "-o out", "output"),
    _scene(
        "bench {in.csp} --solver embedded --solvers {s.yaml} --expect {x}", SET | {"x": ""}, "--html o.html", "html"
    ),
    _scene("bench {in.csp} --solver embedded --solvers {s.yaml} --expect {x}", SET | {"x": ""}, "--csv o.csv", "csv"),
    *(
        _scene("bench {in.csp} --solver embedded --encoding order,log", ONE, f"--{name} o.{suffix}", name)
        for name, suffix in (("svg", "svg"), ("scatter", "svg"), ("latex", "tex"))
    ),
    _scene("bench {in.csp} --solver embedded", ONE, "-o R", "output", writes=lambda v: [f"{v}/results.jsonl"]),
    _scene("bench report R --expect {x}", {"x": ""}, "--html o.html", "html"),
    *(_scene("bench report R --expect {x}", {"x": ""}, f"--{name} o.{name}", name) for name in ("csv", "svg", "latex")),
    _scene("bench report R --expect {x}", {"x": ""}, "--scatter o.svg", "scatter"),
    *(
        _scene(f"{{in.csp}} {more}", ONE, f"{flag} out", flag[1:], **SUGAR)
        for flag, more in (
            *(("-sat", "-n"), ("-map", "-n"), ("-sat", ""), ("-out", ""), ("-csp", "")),
            *(("-sat", "-n -pb"), ("-output", "-translate csp")),
        )
    ),
    _scene("{in.csp} -keep", ONE, "-tmp o", "tmp", writes=lambda v: [f"{v}.cnf", f"{v}.map", f"{v}.out"], **SUGAR),
    _scene(
        "{in.fzn}",
        {"in.fzn": FZN},
        "--proof D",
        "proof",
        writes=lambda v: [f"{v}/model.fzn", f"{v}/unsatisfiable.proof.json"],
        module="csp2sat.cli.fzn",
        code=1,
    ),
]
# what these write is made of no file of the user's
WITHOUT_INPUT = {("puzzles", "output"), ("minizinc", "folder"), ("generate", "steps"), ("page", "build")}
NOT_FILES = {
    "unique|several|sat|unsat|VALUE",  # metavars of parameters that name no file
    *(
        "N,...",
        "NAME",
        "[KIND]",
        "KIND",
        "NAMES",
        "FORMAT",
        "PATTERN=NAME",
        "ARG",
        "A,B,...",
        "A,B",
        "A,B:PRESET,...",
        "SPEC",
        "ROWSxCOLS",
        "TYPE",
        "N or N..M",
    ),
    *("[NAME]", "[NAME...]", "[TOPIC]", "TEXT"),
}


def _is(given: str, written: str) -> str:
    """The input is the file that is written."""
    return written


def _dotted(given: str, written: str) -> str:
    return f"./{written}"


def _absolute(given: str, written: str) -> str:
    return os.path.abspath(written)  # noqa: PTH100


def _in_linked_folder(given: str, written: str) -> str:
    Path("linked").symlink_to(".")
    return f"linked/{written}"


def _link_to_output(given: str, written: str) -> str:
    os.symlink(os.path.abspath(written), given)  # noqa: PTH100, PTH211
    return given


NAMED = (_is, _dotted, _absolute, _in_linked_folder, _link_to_output)
"""Ways to name an input that is the output."""


def symbolic(given: str, written: str) -> None:
    os.symlink(os.path.abspath(given), written)  # noqa: PTH100, PTH211


def hard(given: str, written: str) -> None:
    os.link(given, written)


LINKED = (symbolic, hard)
"""Ways to make an output that is an input under another name."""
