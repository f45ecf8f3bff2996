"""The build of the page, and what is refused: wrong folders, missing and unfit files."""

import importlib.util
import io
import json
import re
import sys
import zipfile
from pathlib import Path
from types import SimpleNamespace

import pytest
from support.run_command import run

from csp2sat.page import imported
from csp2sat.page.site import building, bytecode, sealing

LOCK = {"info": {"abi_version": "2026_0", "arch": "wasm32", "platform": "emscripten_5_0_3", "python": "3.14.2"}}
WHEEL = "python_sat-1.9.dev24-cp314-cp314-pyemscripten_2026_0_wasm32.whl"


@pytest.fixture
def parts(tmp_path):
    pyodide, wheels = tmp_path / "pyodide", tmp_path / "wheels"
    pyodide.mkdir()
    wheels.mkdir()
    for name in building.RUNTIME:
        (pyodide / name).write_bytes(name.encode())
    (pyodide / "pyodide-lock.json").write_text(json.dumps(LOCK))
    (wheels / WHEEL).write_bytes(b"wheel")
    (wheels / "six-1.17.0-py2.py3-none-any.whl").write_bytes(b"six")
    return pyodide, wheels


def page(*words):
    return run("page", *map(str, words))


def made(target, parts):
    return page("--build", target, "--pyodide", parts[0], "--wheels", parts[1])


def refused(ended, *words):
    assert (ended.code, ended.out) == (2, "")
    assert len(ended.err.splitlines()) == 1 and all(word in ended.err for word in words), ended.err


def test_a_page_is_written_twice_with_the_same_bytes(parts, tmp_path):
    one, two = tmp_path / "one", tmp_path / "two"
    assert made(one, parts).code == 0 and made(two, parts).code == 0 and made(two, parts).code == 0
    names = {path.relative_to(one).as_posix() for path in one.rglob("*") if path.is_file()}
    listed = json.loads((one / "version.json").read_text())["files"]
    assert names == {*listed, "version.json"}
    assert {"index.html", "page.css", "main.mjs", "csp2sat.zip", "LICENSES.txt", "pyodide/pyodide.asm.wasm"} <= names
    assert all((one / name).read_bytes() == (two / name).read_bytes() for name in names)


def test_the_start_has_the_digests_of_all_files(parts, tmp_path):
    made(tmp_path / "site", parts)
    text = (tmp_path / "site" / "index.html").read_text()
    digests = {
        path.relative_to(tmp_path / "site").as_posix(): sealing.integrity(path.read_bytes())
        for path in (tmp_path / "site").rglob("*")
        if path.is_file() and path.name not in ("index.html", "version.json")
    }
    links = re.findall(r'<(?:link|script)[^>]* (?:href|src)="(?!data:)([^"]+)"([^>]*)>', text)
    assert links and all(f' integrity="{digests[name]}"' in rest for name, rest in links)
    modules = {name for name in digests if name.endswith(".mjs") and "/" not in name}
    assert modules - {name for name, _ in links} == {"worker.mjs"}
    listed = re.search(r'<meta name="digests" content="([^"]+)">', text)[1].split()
    assert dict(zip(listed[::2], listed[1::2], strict=True)) == digests


def test_csp2sat_in_the_page_has_what_it_needs():
    names = zipfile.ZipFile(io.BytesIO(building.packed())).namelist()
    assert {"csp2sat/page/engine.py", "csp2sat/solvers.yaml", "csp2sat/puzzles/grade_bounds.json"} <= set(names)
    for unused in ("/cli/", "/manual/", "__pycache__", "pycsp3", ".1"):
        assert not [name for name in names if unused in name]


def test_the_page_has_no_inline_script_and_no_address_of_another_host():
    html = (building.PAGE / "index.html").read_text()
    assert "Content-Security-Policy" in html and "style=" not in html and "onclick" not in html
    for path in set(building.PAGE.iterdir()) - {building.PAGE / "LICENSES.txt"}:
        text = path.read_text().replace("http://www.w3.org/2000/svg", "").replace("https://puzz.link/p?masyu/", "")
        assert "http://" not in text and "https://" not in text, path
        assert "innerHTML" not in text and "eval(" not in text, path


def test_the_page_says_what_it_needs_where_no_script_runs():
    """As from a folder, where browsers refuse scripts with digests; guard.js replaces the words."""
    html, guard = ((building.PAGE / name).read_text() for name in ("index.html", "guard.js"))
    (status,) = re.findall('<p id="status"[^>]*>(.*)</p>', html)
    assert "needs a web server" in status and "csp2sat page --from DIR" in status
    assert re.search('id="boot"[^>]* hidden>', html)
    assert "Loading" in guard and "WebAssembly" in guard and "offline" in guard


def test_without_folders():
    refused(page(), "--from DIR", "--build DIR")
    refused(page("--build", "x"), "--pyodide DIR")


def test_a_wrong_folder_of_pyodide(parts, tmp_path):
    refused(made(tmp_path / "x", (tmp_path / "none", parts[1])), "pyodide-lock.json", "npm pack pyodide")
    (parts[0] / "pyodide.asm.wasm").unlink()
    refused(made(tmp_path / "x", parts), "pyodide.asm.wasm", "npm pack pyodide")
    assert not (tmp_path / "x").exists()


def test_a_lock_file_that_is_none(parts, tmp_path):
    (parts[0] / "pyodide-lock.json").write_text("[")
    refused(made(tmp_path / "x", parts), "pyodide-lock.json")


def test_a_missing_wheel(parts, tmp_path):
    (parts[1] / WHEEL).unlink()
    refused(made(tmp_path / "x", parts), "no wheel of python-sat", "pip download", "pyemscripten_2026_0_wasm32")


def test_a_wheel_for_another_runtime(parts, tmp_path):
    (parts[1] / WHEEL).rename(parts[1] / WHEEL.replace("314", "313").replace("2026_0", "2025_0"))
    refused(made(tmp_path / "x", parts), "is not for this Pyodide", "Python 3.14", "2026_0")


def test_several_wheels(parts, tmp_path):
    (parts[1] / WHEEL.replace("dev24", "dev17")).write_bytes(b"")
    refused(made(tmp_path / "x", parts), "several wheels")


def test_without_six_the_build_says_so(parts, tmp_path):
    (parts[1] / "six-1.17.0-py2.py3-none-any.whl").unlink()
    ended = made(tmp_path / "x", parts)
    assert ended.code == 0 and "six" in ended.err and "soft constraints" in ended.err


def test_a_folder_with_other_files_is_left_alone(parts, tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("x")
    refused(made(tmp_path / "mine", parts), "other files")
    refused(made(tmp_path / "mine" / "thesis.txt", parts), "this is a file")


def test_a_folder_without_a_page(tmp_path):
    refused(page("--no-open", "--from", tmp_path), "no built page", "csp2sat page --build")
    (tmp_path / "version.json").write_text('{"files": {"index.html": {}}}')
    refused(page("--no-open", "--from", tmp_path), "lacks index.html")


@pytest.fixture
def node(tmp_path, monkeypatch):
    """A program `node` in place of the real one: a shell script with these lines."""

    def made(*lines):
        (tmp_path / "bin").mkdir()
        program = tmp_path / "bin" / "node"
        program.write_text("\n".join(("#!/bin/sh", *lines, "")))
        program.chmod(0o755)
        monkeypatch.setenv("PATH", str(tmp_path / "bin"))

    return made


ARCHIVES = {name: bytecode.zipped([("a.py", b"source"), ("b.py", b"other")]) for name in bytecode.ARCHIVES}


def test_bytecode_takes_the_place_of_sources(node, tmp_path):
    imported_ones = bytecode.zipped([("0/a.pyc", b"code"), ("1/b.pyc", b"more")])
    (tmp_path / "made.zip").write_bytes(imported_ones)
    node(f'/bin/cp "{tmp_path}/made.zip" "$2/bytecode.zip"')
    found = bytecode.with_bytecode({"index.html": b"<p>", **ARCHIVES})
    assert found["index.html"] == b"<p>" and found.keys() == {"index.html", *ARCHIVES}
    expected = {"a.pyc": b"code", "b.py": b"other"}, {"a.py": b"source", "b.pyc": b"more"}
    for name, files in zip(ARCHIVES, expected, strict=True):
        archive = zipfile.ZipFile(io.BytesIO(found[name]))
        assert {each: archive.read(each) for each in archive.namelist()} == files


@pytest.mark.parametrize("line", [None, "exit 1", "exit 0"])
def test_without_bytecode_the_build_says_so(node, parts, tmp_path, line):
    if line is None:
        node()
        (tmp_path / "bin" / "node").unlink()
    else:
        node(line)
    ended = made(tmp_path / "x", parts)
    assert ended.code == 0 and ended.err.count("node ") == 1 and "takes twice as long" in ended.err


@pytest.mark.parametrize("named", ["csp2sat.errors csp2sat.page", pytest.param("csp2sat", marks=pytest.mark.long)])
def test_bytecode_of_what_is_imported_can_be_run(tmp_path, monkeypatch, named):
    """Of the modules whose names begin so."""
    folder = Path(imported.__file__).parent.parent
    modules = {name: module for name, module in sys.modules.items() if name.startswith(tuple(named.split()))}
    monkeypatch.setattr(imported, "sys", SimpleNamespace(modules=modules))
    imported.write(str(tmp_path / "made.zip"), "/nowhere/", f"{folder}/")
    archive = zipfile.ZipFile(tmp_path / "made.zip")
    assert {"1/page/imported.pyc", "1/errors.pyc"} <= set(archive.namelist())
    (tmp_path / "once.pyc").write_bytes(archive.read("1/page/imported.pyc"))
    spec = importlib.util.spec_from_file_location("once", tmp_path / "once.pyc")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.DATE == imported.DATE and "once" not in sys.modules


@pytest.mark.parametrize(
    "name, left_out",
    [
        *(("encodings/cp1252.py", True), ("encodings/big5.py", True), ("unittest/case.py", True), ("pdb.py", True)),
        *(("encodings/cp437.py", False), ("encodings/utf_8.py", False), ("encodings/idna.py", False)),
        *(("xml/sax/handler.py", False), ("encodings/iso8859_1.pyc", True), ("tracemalloc.py", False)),
    ],
)
def test_what_no_page_needs_is_left_out(name, left_out):
    assert (bytecode.UNUSED.fullmatch(name) is not None) is left_out
