"""What is read is never written, in Python; and all code that writes goes through the module that asks first."""

import ast
import inspect
import os
import re
from pathlib import Path

import pytest
from support.output_scenes import CONTRADICTION, CSP, LINKED, NAMED, YAML, proof_files

import csp2sat
from csp2sat import UsageError

READ = {"what", "board", "source", "certificate", "answer", "result", "path", "solvers", ("decode", "map_")}
WRITTEN = {
    ("encode", "cnf"): (lambda source, v, **k: csp2sat.encode(source, v, **k), "out", lambda v: [v, "out.map"]),
    ("encode", "map_"): (lambda source, v, **k: csp2sat.encode(source, "a.cnf", v, **k), "out.map", lambda v: [v]),
    ("write_cnf", "cnf"): (lambda source, v: csp2sat.write_cnf(source, v, "a.map"), "out", lambda v: [v]),
    ("write_cnf", "map_"): (lambda source, v: csp2sat.write_cnf(source, "a.cnf", v), "o.map", lambda v: [v]),
    ("booklet", "path"): (lambda source, v, **k: csp2sat.booklet([], v, **k), "out.html", lambda v: [v]),
    ("prove", "proof"): (lambda source, v, **k: csp2sat.prove(source, v, **k), "out", proof_files),
}


def test_each_parameter_that_names_a_file_is_known():
    for name in csp2sat.__all__:
        function = getattr(csp2sat, name)
        if inspect.isfunction(function):
            for each, parameter in inspect.signature(function).parameters.items():
                if "Path" in str(parameter.annotation) or parameter.annotation == "What":
                    assert each in READ or (name, each) in READ or (name, each) in WRITTEN, f"{name}({each})"


CASES = [
    (*named, kind, written, way)
    for named in WRITTEN
    for kind in ("source", "solvers")
    for written in WRITTEN[named][2](WRITTEN[named][1])
    for way in (*NAMED, *LINKED)
    if (named[0], kind) not in (("write_cnf", "solvers"), ("booklet", "source"))
]


@pytest.mark.sample(4)
@pytest.mark.parametrize("function, option, kind, written, way", CASES)
def test_an_input_is_not_written(function, option, kind, written, way, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    given = "in.csp" if kind == "source" else "s.yaml"
    Path("in.csp").write_text(CONTRADICTION)
    Path("s.yaml").write_text(YAML)
    if way in LINKED:
        way(given, written)
        said = given
    else:
        Path(given).rename(written)
        said = way(given, written)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    call, value, _ = WRITTEN[function, option]
    for kinds in (str, Path):
        with pytest.raises(UsageError, match="would overwrite"):
            if kind == "source":
                call(kinds(said), kinds(value))
            else:
                call(kinds("in.csp"), kinds(value), solvers=str(said))
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_one_file_for_two_outputs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("x.csp").write_text(CSP)
    for cnf, map_ in (("a", "a"), ("a", "./a"), ("a.map", None)):
        with pytest.raises(UsageError, match="would be written twice"):
            csp2sat.encode("x.csp", cnf, map_, to="cnf")
    assert os.listdir() == ["x.csp"]  # noqa: PTH208


def test_what_one_call_read_the_next_may_write(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("x.csp").write_text(CSP)
    model = csp2sat.load_model("x.csp")
    assert csp2sat.encode(model, "a.cnf").num_vars
    first = Path("a.cnf").read_bytes()
    problem = csp2sat.load("a.cnf")
    assert csp2sat.encode(problem, "a.cnf").num_vars and Path("a.cnf").read_bytes() != first
    assert len(list(csp2sat.solutions("x.csp"))) == 2


def test_proofs_of_parts_do_not_overwrite_the_input(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("d").mkdir()
    holes = [f"{3 * p + 1} {3 * p + 2} {3 * p + 3} 0\n" for p in range(4)]  # 4 pigeons in 3 of them
    holes += [f"-{3 * p + h} -{3 * q + h} 0\n" for h in (1, 2, 3) for p in range(4) for q in range(p)]
    Path("d/question-1.cnf").write_text(f"p cnf 12 {len(holes)}\n{''.join(holes)}")
    before = Path("d/question-1.cnf").read_bytes()
    how = {"cubes": 2, "proofs": "d", "solver": "kissat"}
    with pytest.raises(UsageError, match="would overwrite"):
        csp2sat.solve("d/question-1.cnf", **how)
    with pytest.raises(UsageError, match="would overwrite"):
        list(csp2sat.solutions("d/question-1.cnf", **how))
    assert Path("d/question-1.cnf").read_bytes() == before and len(os.listdir("d")) == 1  # noqa: PTH208


ROOT = Path(csp2sat.__file__).parent
WRITERS = {"base/files.py", "base/folders.py", "base/file_guard.py"}
MAY_WRITE = re.compile(r"\b(write_text|write_bytes|unlink|copyfile|copy2|move|touch|truncate|rename|replace|open)\(")
MODES = {"w", "wb", "a", "ab", "x", "xb", "w+b", "r+", "r+b", "wt"}
ELSEWHERE = {  # what writes without asking, and why that is harmless
    ("cnf/dimacs.py", "truncate"): "the same",
    ("cnf/dimacs.py", "open"): "appends to a CNF that this run has written",
    ("runner/session/embedded.py", "open"): "the null device",
    ("cli/reporting.py", "open"): "the null device",
    ("cli/streams.py", "open"): "the null device",
    ("cli/competition/supervisor.py", "open"): "a pipe",
    ("cli/fzn/install.py", "write_text"): "a model in a temporary folder",
    ("runner/runner.py", "unlink"): "asks first",
    ("certifying/proving.py", "unlink"): "a certificate that was named as an output",
    ("certifying/bundle.py", "write_bytes"): "files of an archive, in a temporary folder",
    ("bench/drive.py", "unlink"): "its own record",
    ("bench/optimum.py", "write_bytes"): "the task of a process, in a folder of its own",
    ("executors/tasks.py", "replace"): "into a folder of its own",
    ("solving/parallel/contest.py", "replace"): "a proof of this run",
    ("bench/store.py", "os.open"): "asks first",
    ("solving/minizinc.py", "write_text"): "a folder of its own, which is deleted",
    ("solving/minizinc_further.py", "write_text"): "a folder of its own, which is deleted",
    ("languages/flatzinc/own_texts/guarded_model.py", "write_text"): "a folder of its own, which is deleted",
    ("languages/flatzinc/minizinc_output.py", "write_text"): "a folder of its own, which is deleted",
}


def _writes(call):
    """The name of a call that writes, None for any other."""
    if isinstance(call.func, ast.Attribute):
        name = call.func.attr
        if name in ("write_text", "write_bytes") and ast.unparse(call.func.value) != "files":
            return name
        if name in ("unlink", "copyfile", "copy2", "move", "touch", "truncate") or (
            name == "rename" and ast.unparse(call.func.value) != "self"
        ):
            return name
        if name == "replace" and len(call.args) == 1 and not call.keywords:
            return name
        if name == "open" and ast.unparse(call.func.value) == "os":
            flags = "".join(map(ast.unparse, call.args[1:]))
            return "os.open" if "O_CREAT" in flags else None
    else:
        name = ast.unparse(call.func)
    given = [each.value for each in (*call.args, *(k.value for k in call.keywords)) if isinstance(each, ast.Constant)]
    return "open" if name == "open" and MODES.intersection(str(each) for each in given) else None


def test_all_that_writes_asks_first():
    found = set()
    for path in ROOT.rglob("*.py"):
        name = path.relative_to(ROOT).as_posix()
        text = path.read_text()
        if name not in WRITERS and MAY_WRITE.search(text):  # a syntax tree takes its time
            calls = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call))
            found |= {(name, what) for call in calls if (what := _writes(call))}
    assert found <= ELSEWHERE.keys()
