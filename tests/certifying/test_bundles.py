"""Proofs as one archive or folder, and archives that are not to be trusted."""

import errno
import io
import shutil
import zipfile

import pytest
from support.run_command import run

import csp2sat
from csp2sat.certifying import bundle
from csp2sat.errors import FileError

SUDOKU = "; Sudoku Puzzle\nsize 4 4\n4 - - 3\n- - - 4\n1 - - -\n3 - - -\n"
BEST = "(int x 0 9) (> x 3) (objective minimize x)\n"


@pytest.fixture
def sent(tmp_path, monkeypatch):
    """The folder of another person, who has nothing but the archive s.zip."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sudoku.txt").write_text(SUDOKU)
    ended = run("solve", "sudoku.txt", "--unique", "--proof", "s.zip")
    assert ended.code == 0 and "to check it again: csp2sat verify s.zip\n" in ended.err
    assert sorted(each.name for each in tmp_path.iterdir()) == ["s.zip", "sudoku.txt"]
    other = tmp_path / "other"
    other.mkdir()
    shutil.copy("s.zip", other)
    monkeypatch.chdir(other)
    return other


def test_an_archive_is_all_that_another_person_needs(sent):
    assert run("verify", "s.zip") == (0, "verified: unique (of sudoku.txt, in s.zip)\n", "")
    assert csp2sat.verify("s.zip") == "unique"
    with zipfile.ZipFile("s.zip") as archive:
        assert archive.read("README.txt") == b"csp2sat verify s.zip\n"
        archive.extractall("files")
    assert run("verify", "files").out == "verified: unique (of sudoku.txt, in files)\n"
    (sent / "files" / "sudoku.txt").write_text(SUDOKU.replace("1", "2"))
    assert "not the source" in run("verify", "files").err
    (sent / "files" / "sudoku.txt").unlink()
    assert run("verify", "files").out == "verified: unique (the formula; the source was not given)\n"


@pytest.mark.parametrize("more", [(), ("--from-source",)])
def test_an_optimum_in_an_archive(tmp_path, monkeypatch, more):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "m.csp").write_text(BEST)
    assert run("solve", "m.csp", "--proof", "p.zip", *more).code == 0
    (tmp_path / "m.csp").unlink()
    out = run("verify", "p.zip", "-q").out
    assert out.startswith("verified") and "optimum" in out and out.endswith(" (of m.csp, in p.zip)\n")


def test_goals_are_read_from_the_certificate_of_an_archive(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "m.csp").write_text("(int x 0 9) (weighted 2 (> x 3)) (weighted 3 (< x 2))")
    assert run("solve", "m.csp", "--weighted", "--proof", "p.zip").code == 0
    assert run("verify", "p.zip", "-q").out == "verified: optimum (of m.csp, in p.zip)\n"


def test_python_writes_and_verifies_an_archive(tmp_path):
    m = csp2sat.Model()
    m.add(m.int("x", 0, 3) > 5)
    csp2sat.prove(m, tmp_path / "p.zip", source=tmp_path / "m.csp")
    (tmp_path / "m.csp").unlink()
    assert csp2sat.verify(tmp_path / "p.zip") == "unsatisfiable"
    with pytest.raises(csp2sat.UsageError, match="the source"):
        csp2sat.prove(m, tmp_path / "q.zip")


def archive(*entries):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in entries:
            made.writestr(name, content)
    return data.getvalue()


LINK = zipfile.ZipInfo("link")
LINK.external_attr = 0o120777 << 16
EVIL = {
    "leads up": (archive(("../x.json", "{}")), "no plain file"),
    "leads up below": (archive(("a/../../x", "{}")), "no plain file"),
    "from the root": (archive(("/tmp/x.json", "{}")), "no plain file"),
    "of Windows": (archive(("..\\x.json", "{}")), "no plain file"),
    "a drive": (archive(("C:x.json", "{}")), "no plain file"),
    "a terminal": (archive(("\x1b[2J", "{}")), "no plain file"),
    "a link": (archive((LINK, "/etc/passwd")), "no plain file"),
    "two of a name": (archive(("a/x", "1"), ("b/x", "2")), "two files x"),
    "many": (archive(*((f"f{n}", "") for n in range(101))), "101 files"),
    "a bomb": (archive(("x", bytes(100 << 20))), "would unpack to more than"),
    "no certificate": (archive(("x.json", "{}")), "expected one certificate in it, found 0"),
    "no archive": (b"hello", "not a complete zip archive"),
    "cut": (archive(("x.json", "{}"))[:-9], "not a complete zip archive"),
    "empty": (b"", "not a complete zip archive"),
}


@pytest.mark.parametrize("data, said", EVIL.values(), ids=EVIL)
def test_archives_that_are_refused(tmp_path, monkeypatch, data, said):
    folder = tmp_path / "in"
    folder.mkdir()
    monkeypatch.chdir(folder)
    (folder / "e.zip").write_bytes(data)
    ended = run("verify", "e.zip")
    assert ended.code in (1, 2) and said in ended.err and ended.err.count("\n") == 1 and "\x1b" not in ended.err
    assert [each.name for each in tmp_path.iterdir()] == ["in"] and len([*folder.iterdir()]) == 1


def test_a_source_that_is_no_file_goes_into_no_archive(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(BEST.encode())))
    ended = run("solve", "-", "--proof", "p.zip")
    assert ended.code == 2 and "an archive has the source, too" in ended.err


@pytest.mark.parametrize("name", ["p.cnf", "p.json", "p"])
def test_a_source_with_a_name_of_the_files_of_the_proof(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = {"p.cnf": "c two\np cnf 1 2\n1 0\n-1 0\n", "p": "(int x 0 9) (> (* x x) x) (< x 2)"}
    (tmp_path / name).write_text(text.get(name, '{"type": "akari", "rows": 2, "cols": 2, "givens": ["4.", ".."]}'))
    ended = run("solve", name, *(["--from", "csp"] if name == "p" else []), "--proof", "p.zip")
    assert ended.code == 0, ended.err
    (tmp_path / name).unlink()
    assert run("verify", "p.zip", "-q").out == f"verified: unsatisfiable (of {name}, in p.zip)\n"


@pytest.mark.parametrize("source, proof", [("a:b.csp", "p.zip"), ("a\\b.csp", "p.zip"), ("m.csp", "p:q.zip")])
def test_names_that_no_archive_can_have_are_refused_before_any_work(source, proof, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / source).write_text("(int x 0 9) (> x 9)")
    ended = run("solve", source, "--proof", proof)
    assert ended.code == 2 and "cannot be a name in an archive; expected another" in ended.err and not ended.out


def test_a_full_disk_is_no_fault_of_the_archive(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    (tmp_path / "p.zip").write_bytes(archive(("x", "1")))
    monkeypatch.setattr("pathlib.Path.write_bytes", full)
    with pytest.raises(FileError, match="cannot be unpacked: No space left"), bundle.opened(f"{tmp_path}/p.zip"):
        pass


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_damaged_bytes_of_each_way_to_pack_are_an_error_of_the_archive(tmp_path, method):
    path = tmp_path / "F.zip"
    with zipfile.ZipFile(path, "w", method) as archive:
        archive.writestr("F.json", bytes(range(256)) * 20)
    data = bytearray(path.read_bytes())
    data[36:60] = b"\xff" * 24  # behind the header, of 30 bytes, and the name
    path.write_bytes(data)
    with pytest.raises(FileError, match="not a complete zip archive"), bundle.opened(str(path)):
        pass


def test_a_name_too_long_for_a_file_is_an_error_of_the_archive(tmp_path):
    path = tmp_path / "F.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("F" * 300, b"")
    with pytest.raises(FileError, match="cannot be unpacked: File name too long"), bundle.opened(str(path)):
        pass
