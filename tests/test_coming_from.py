"""The tables of the chapter `coming-from`: daily our side of each row, and by `make long` both sides."""

import sys

import coming_from
import pytest

TEXT = coming_from.CHAPTER.read_text(encoding="utf-8")
ROWS = list(coming_from.rows(TEXT))
PYTHON = [row for row in ROWS if row.section in coming_from.PACKAGES]


def test_cells_have_alternatives_and_pieces_in_order():
    assert coming_from.pieces("`a`, `b \\| c`") == [["a", "b | c"]]
    assert coming_from.pieces("`a` or `b`, `c`") == [["a"], ["b", "c"]]
    assert coming_from.pieces("words") == [[]]


def test_every_row_of_python_is_compared_once():
    assert {row.section for row in ROWS} == {*coming_from.PACKAGES, "Sugar", "MiniZinc", "cspuz"}
    assert all(list(coming_from.jobs_of(row)) for row in PYTHON)
    known = {name for section in coming_from.PROGRAMS.values() for name in section} | set(coming_from.AROUND)
    assert known <= {row.first for row in PYTHON}, "of a row that is no longer there"


@pytest.mark.parametrize("every", [10, pytest.param(1, marks=pytest.mark.long)])
def test_our_side_of_the_rows_runs(every):
    jobs = [ours for row in PYTHON[::every] for _, _, ours in coming_from.jobs_of(row)]
    said = coming_from.answers(sys.executable, jobs)
    assert [(job["code"], each) for job, each in zip(jobs, said, strict=True) if isinstance(each, dict)] == []
    assert list(coming_from.faults_of_our_side("cspuz", [row for row in ROWS if row.section == "cspuz"])) == []


@pytest.mark.long
@pytest.mark.parametrize("section", dict.fromkeys(row.section for row in ROWS))
def test_both_sides_are_the_same(section):
    """In a new virtual environment, which takes a package index."""
    found = list(coming_from.faults(section, [row for row in ROWS if row.section == section], None))
    if found and "nothing was run" in found[0]:
        pytest.skip(found[0])
    assert found == []


@pytest.mark.long
def test_a_wrong_row_would_be_seen():
    pytest.importorskip("ortools")
    wrong = coming_from.Row("CP-SAT", ["`m.add_all_different(xs)`", "`m.add(build.increasing(xs))`"])
    assert len(list(coming_from.faults_of_python("CP-SAT", [wrong], sys.executable))) == 1


@pytest.mark.long
@pytest.mark.needs("minizinc")
def test_a_wrong_row_of_minizinc_would_be_seen():
    wrong = coming_from.Row("MiniZinc", ["`p /\\ q`", "`(or p q)`", "`p & q`"])
    assert len(list(coming_from.faults("MiniZinc", [wrong], None))) == 1
