"""Clauses as text: writer, reader, check, gates."""

import bz2
import gzip
import hashlib
import io
import lzma
from random import Random

import pytest
from pysat.solvers import Solver
from support.oracle import assert_means

from csp2sat.cnf import dimacs, dimacs_file, gates
from csp2sat.cnf.flat_clauses import clauses
from csp2sat.cnf.gates import at_most_one, exactly_one
from csp2sat.cnf.sink import SPILL, Sink
from csp2sat.errors import Csp2SatError, InputError
from csp2sat.settings import CodingFields

AWKWARD = [[], [], [10, -100], [20], [], [-3, 10, 200], []]


def flat(lists):
    return [lit for clause in lists for lit in (*clause, 0)]


def written(lists, stamp=()) -> str:
    body = io.BytesIO()
    sink = dimacs_file.DimacsFile(body, stamp)
    sink.new(1000)
    sink.out += flat(lists)
    sink.finish()
    return body.getvalue().decode()


def test_each_clause_is_a_line():
    assert written(AWKWARD).splitlines()[1:] == [
        "p cnf 1001 8",
        "1 0",
        "0",
        "0",
        "10 -100 0",
        "20 0",
        "0",
        "-3 10 200 0",
        "0",
    ]


def test_the_writer_and_the_reader_agree():
    found = dimacs.read(written(AWKWARD, ["a stamp"]).encode(), "x.cnf")
    assert clauses(found.flat) == [[1], *AWKWARD]
    assert found.num_vars == 1001


LINES = ["1 0", "-2 3 0", "1 -2 3 0"]
ODD = [
    "0",
    "1 2",
    "3 0 1 0",
    " 1 0",
    "1  2 0",
    "4 0",
    " 0",
    "  0",
    "-0",
    "01 0",
    "c x",
    "1 -0 0",
    "2 0\r",
    "+1 0",
    "1_0 0",
    "%",
    "",
    "1e1 0",
]


def test_the_quick_reader_and_the_strict_one_agree():
    random, accepted = Random(7), 0
    for _ in range(4000):
        lines = [random.choice(ODD if random.random() < 0.15 else LINES) for _ in range(random.randint(0, 5))]
        count = sum(line.endswith("0") for line in lines) + random.choice([0, 0, 0, 1])
        text = "".join(f"{line}\n" for line in ["c a", f"p cnf {random.choice([2, 3, 3, 3])} {count}", *lines])
        text = text[: len(text) - random.choice([0, 0, 0, 1, 2])]
        found = said(lambda data: dimacs.read_clauses(data, "f"), text)
        assert found == said(strictly, text), text
        accepted += not isinstance(found, str)
    assert 1000 < accepted < 3500


def said(read, text):
    try:
        return read(text.encode())
    except InputError as error:
        return str(error)


def strictly(data):
    cnf = dimacs.read(data, "f")
    return cnf.num_vars, clauses(cnf.flat)


def test_the_quick_reader_takes_what_is_written_here(monkeypatch):
    monkeypatch.setattr(dimacs, "read", lambda data, path: pytest.fail("the slow one"))
    assert dimacs.read_clauses(written([[10, -100], [20]], ["a stamp"]).encode(), "f") == (
        1001,
        [[1], [10, -100], [20]],
    )


def test_no_comment_looks_like_a_header():
    assert [line for line in written([], ["tool", "source"]).splitlines() if line.startswith("c p")] == []


def test_flushing_between_does_not_change_the_file():
    body = io.BytesIO()
    sink = dimacs_file.DimacsFile(body)
    sink.new(1000)
    for clause in AWKWARD:
        sink.out += (*clause, 0)
        sink.flush()
    found = sink.finish()
    assert body.getvalue().decode() == written(AWKWARD)
    assert found.digest == hashlib.sha256(body.getvalue()).hexdigest()
    assert (found.num_vars, found.num_clauses, found.size) == (1001, 8, len(body.getvalue()))


def test_spilling_keeps_memory_bounded(tmp_path, monkeypatch):
    monkeypatch.setattr("csp2sat.cnf.sink.SPILL", 1000)
    with dimacs_file.new_dimacs(tmp_path / "f.cnf") as sink:
        for _ in range(5):
            sink.out += [1, 0] * 1000
            sink.spill()
            assert len(sink.out) == 0
        sink.finish()
    assert dimacs.read((tmp_path / "f.cnf").read_bytes(), "f").num_clauses == 5 * 1000 + 1


@pytest.mark.parametrize(
    "suffix, unpack", [(".gz", gzip.decompress), (".bz2", bz2.decompress), (".xz", lzma.decompress)]
)
def test_compressed_by_suffix_and_reproducible(tmp_path, suffix, unpack):
    packed = []
    for name in ("a", "b"):
        path = tmp_path / f"{name}.cnf{suffix}"
        with dimacs_file.new_dimacs(path, ["stamp"]) as sink:
            sink.out += (1, 0)
            sink.finish()
        packed.append(path.read_bytes())
    assert packed[0] == packed[1]
    assert unpack(packed[0]).decode().splitlines()[-2:] == ["1 0", "1 0"]
    assert sorted(p.name for p in tmp_path.iterdir()) == [f"a.cnf{suffix}", f"b.cnf{suffix}"]


def test_append_renews_header_and_digest(tmp_path):
    path = tmp_path / "f.cnf"
    with dimacs_file.new_dimacs(path) as sink:
        sink.new(8)
        sink.finish()
    found = dimacs.append(path, [-2, 3, 0, 0, 12, 0], num_vars=12)
    data = path.read_bytes()
    assert found[:4] == (12, 4, len(data), hashlib.sha256(data).hexdigest())
    assert clauses(dimacs.read(data, "f").flat) == [[1], [-2, 3], [], [12]]


def test_a_failed_write_leaves_nothing(tmp_path):
    with pytest.raises(RuntimeError), dimacs_file.new_dimacs(tmp_path / "f.cnf") as sink:
        sink.out += [1, 0] * SPILL
        sink.spill()
        raise RuntimeError
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there(tmp_path):
    wanted = pytest.raises(Csp2SatError, match="cannot be written: No such file or directory")
    with wanted, dimacs_file.new_dimacs(tmp_path / "no" / "f.cnf"):
        pass


GOOD = {
    "broken over lines": ("p cnf 3 2\n1\n 2 0 -3\n0\n", [[1, 2], [-3]]),
    "several in a line": ("c x\np cnf 3 2\n1 2 0 -3 0\n", [[1, 2], [-3]]),
    "comment between": ("p cnf 1 1\nc p cnf 9 9\n1 0\n", [[1]]),
    "SATLIB's end": ("p cnf 1 1\n1 0\n%\n0\n", [[1]]),
    "CRLF, blanks": ("p  cnf  2   1 \r\n 1  -2  0 \r\n", [[1, -2]]),
    "no clause": ("p cnf 0 0\n", []),
}


@pytest.mark.parametrize("text, expected", GOOD.values(), ids=GOOD.keys())
def test_reader(text, expected):
    assert clauses(dimacs.read(text.encode(), "f").flat) == expected


WRONG = {
    "empty": ("", "f: no header `p cnf VARIABLES CLAUSES`"),
    "word": ("p cnf 2 1\n1 x 0\n", "f:2:3: not a literal"),
    "Python's number": ("p cnf 20 1\n1_0 0\n", "f:2:1: not a literal"),
    "beyond": ("p cnf 2 1\n1 -3 0\n", "f:2:3: literal beyond the header's 2 variables"),
    "two headers": ("p cnf 2 0\np cnf 2 0\n", "f:2:1: a second header"),
    "bad header": ("p cnf 2\n", "f:1:1: expected `p cnf VARIABLES CLAUSES`"),
    "no header": ("1 0\n", "f:1:1: expected the header `p cnf VARIABLES CLAUSES` before clauses"),
    "cut short": ("p cnf 2 1\n1 2\n", "f: the last clause is not ended by 0: the file is cut short"),
    "count": ("p cnf 2 2\n1 2 0\n", "f: the header says 2 clauses, there are 1"),
}


@pytest.mark.parametrize("text, message", WRONG.values(), ids=WRONG.keys())
def test_reader_refuses(text, message):
    with pytest.raises(InputError) as info:
        dimacs.read(text.encode(), "f")
    assert str(info.value).splitlines()[0] == message


def test_falsified_names_the_clause(tmp_path):
    path = tmp_path / "f.cnf"
    path.write_text("c p\np cnf 3 2\n1 -2 0\n2 3 0\n")
    assert dimacs.falsified(path, [1, -2, 3]) is None
    assert dimacs.falsified(path, [-1, 2, 3]) == "line 3: 1 -2 0"
    path.write_text("p cnf 1 1\n0\n")
    assert dimacs.falsified(path, [1]) == "line 2: 0"


@pytest.mark.parametrize("count", [0, 1, 2, 5, 6, 7, 9, 12, 13])
@pytest.mark.parametrize("amo", gates.ENCODINGS)
def test_at_most_one(amo, count):
    def encode(sink, *lits):
        sink.coding = CodingFields(amo=amo)
        at_most_one(sink, lits)

    assert_means(encode, lambda *bits: sum(bits) <= 1, count)


@pytest.mark.parametrize("count", range(1, 8))
def test_exactly_one(count):
    assert_means(lambda s, *lits: exactly_one(s, lits), lambda *bits: sum(bits) == 1, count)


SIZES = {  # of at most one of 400: variables and clauses, as the docstring says; 400^(1/4) = 4.5
    "pairwise": (0, 400 * 399 / 2),
    "product": (2 * 20 + 5 * 4.5, 800 + 4 * 20 + 10 * 4.5),
    "ladder": (399, 3 * 400 - 4),
    "commander": (210, 1210),
    "bimander": (8, 400 * 8.5),
}


@pytest.mark.parametrize("amo", gates.ENCODINGS)
def test_at_most_one_is_as_small_as_stated(amo):
    sink = Sink()
    sink.coding = CodingFields(amo=amo)
    lits = sink.new(400)
    at_most_one(sink, lits)
    assert sink.num_vars - 401 <= SIZES[amo][0]
    assert sink.out.count(0) <= SIZES[amo][1]
    with Solver("minisat22", bootstrap_with=clauses(sink.flat())) as solver:
        satisfiable, implied = solver.propagate([lits[123]])
        assert satisfiable and {-lit for lit in lits if lit != lits[123]} <= set(implied)


def test_guarded_clauses_hold_unless():
    def encode(sink, *lits):
        with sink.guarded((lits[2],)):
            sink.out += (lits[0], 0)
            with sink.guarded((-lits[3],)):
                sink.out += (0, lits[1], 0)
            sink.defs += (lits[4], 0)

    def holds(a, b, unless, also, defined):
        return defined and (unless or (a and not also))

    assert_means(encode, holds, 5)


def test_constants_are_left_out_of_what_is_written_in_the_context(monkeypatch):
    sink = Sink()
    a, b = sink.new(2)
    sink.out += (1, a, 0)
    with sink.without_constants():
        sink.out += (1, a, 0, -1, a, b, 0, 0, a, -1, a, 0, b, 1, -1, 0, b, 1, 1, a, 0, -1, -1, 0, a, b, 0)
    assert clauses(sink.out) == [[1, a], [a, b], [], [a, a], [], [a, b]]
    with sink.without_constants():
        sink.out += (-a, a, 0, b, b, 0, a, 1, 0)
    assert clauses(sink.out)[6:] == [[-a, a], [b, b]]


def test_constants_are_left_out_before_clauses_are_handed_on(monkeypatch):
    monkeypatch.setattr("csp2sat.cnf.sink.SPILL", 6)
    body = io.BytesIO()
    sink = dimacs_file.DimacsFile(body)
    a, b = sink.new(2)
    sink.out += (a, b, 0)
    with sink.without_constants():
        sink.out += (1, a, 0, -1, b, 0)
        sink.spill()
        assert sink.num_clauses == 3 and not sink.out
        sink.out += (-1, -a, 0)
    assert sink.finish().num_clauses == 4
    assert body.getvalue().endswith(b"\n1 0\n2 3 0\n3 0\n-2 0\n")


def test_a_context_within_another_may_hand_on_the_clauses_of_both(monkeypatch):
    monkeypatch.setattr("csp2sat.cnf.sink.SPILL", 6)
    body = io.BytesIO()
    sink = dimacs_file.DimacsFile(body)
    a, b, c, d = sink.new(4)
    with sink.without_constants():
        sink.out += (a, b, c, d, a, b, 0)
        with sink.without_constants():
            sink.out += (c, d, 0)
            sink.spill()
        sink.out += (a, b, c, d, 1, 0, -1, a, b, 0)
    sink.finish()
    assert body.getvalue().endswith(b"\n4 5 0\n2 3 0\n")


def test_clauses_of_a_table_are_handed_on_while_they_are_built(monkeypatch):
    monkeypatch.setattr("csp2sat.cnf.sink.SPILL", 200)
    monkeypatch.setattr("csp2sat.cnf.gates.ROWS", 8)
    handed, sink, whole = [], Sink(), Sink()

    def flush():
        handed.append(sink.out[:])
        sink.out.clear()

    sink.flush = flush
    rows = [range(4 * row + 2, 4 * row + 6) for row in range(50)]
    gates.exactly_one_of_each(sink, list(zip(*rows, strict=True)))
    for row in rows:
        exactly_one(whole, row)
    assert [lit for each in (*handed, sink.out) for lit in each] == whole.out
    assert len(handed) == 3 and {*map(len, handed)} == {2 * 8 * 23}
