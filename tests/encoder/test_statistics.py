"""Where the clauses and the time of an encoding go, and which constraint made which variable."""

from __future__ import annotations

import json
import pstats

import pytest
from support.paths import BOARDS, CASES
from support.run_command import run

from csp2sat.base.source import Source
from csp2sat.cnf.sink import Sink
from csp2sat.encoder.encoder import encode
from csp2sat.encoder.observe.observer import Origins
from csp2sat.encoder.observe.statistics import Statistics
from csp2sat.encoder.options import EncoderOptions
from csp2sat.languages import sugar

BOARD = BOARDS / "masyu-10.txt"
TEXT = """(int x 0 9) (int y 0 9) (int z 0 9) (bool p)
(alldifferent x y z)
(or p (<= (+ x y) z))
  (or p (>= (* x y) z))
(= (+ x (* 2 y) (* 3 z)) 17)
(objective minimize (+ x (* 2 y)))
"""


def seen(text: str, **options) -> tuple[Statistics, Sink, list[dict], list[dict]]:
    """Statistics, the sink, the records of variables, and those of origins."""
    statistics, sink = Statistics(), Sink()
    model = sugar.read(Source("x.csp", text))
    records = encode(model, sink, EncoderOptions(watches=(statistics, Origins()), **options))
    plain = Sink()
    assert [record for record in records if "auxiliaries" not in record] == encode(
        model, plain, EncoderOptions(**options)
    )
    assert plain.flat() == sink.flat(), "to be watched changes nothing"
    return statistics, sink, records, [record for record in records if "auxiliaries" in record]


def sums(table: dict) -> tuple[int, int, int]:
    amounts = table.values()
    return sum(a.variables for a in amounts), sum(a.clauses for a in amounts), sum(a.literals for a in amounts)


@pytest.mark.sample(44)
@pytest.mark.parametrize("encoding", ["order", "direct", "log"])
@pytest.mark.parametrize("case", sorted(CASES.glob("[!c]*.csp")), ids=lambda path: path.stem)
def test_the_sums_are_the_formula(case, encoding):
    statistics, sink, _, _ = seen(case.read_text(), encoding=encoding)
    flat = sink.flat()
    size = sink.num_vars, flat.count(0), len(flat) - flat.count(0)
    assert sums(statistics.kinds) == sums(statistics.encodings) == size


def test_kinds_and_encodings():
    statistics, _, _, _ = seen(TEXT, encode=(("z", "log"),))
    numbers = {name: amount.number for name, amount in statistics.kinds.items() if amount.number}
    assert numbers == {
        "domain codes": 5,
        "global alldifferent": 1,
        "operator or": 3,
        "operator eq": 1,
        "objective": 1,
    }
    assert {"order", "log", "log order", "no integers"} == set(statistics.encodings)
    assert statistics.kinds["operator eq"].clauses > 0
    assert {"normalising", "narrowing domains", "choosing encodings"} == set(statistics.steps)


def test_clauses_by_place_and_shared_definitions_by_kind():
    statistics, sink, _, _ = seen(TEXT)
    assert set(statistics.places) == {"line 2, column 1", "line 3, column 1", "line 4, column 3", "line 5, column 1"}
    objective = statistics.kinds["objective"].clauses + sum(
        amount.clauses for name, amount in statistics.kinds.items() if name.startswith("objective, ")
    )
    others = objective + statistics.kinds["domain codes"].clauses + statistics.kinds["the constant"].clauses
    assert sum(a.clauses for a in statistics.places.values()) == sink.flat().count(0) - others
    assert any(name.endswith(", shared definitions") and name.startswith("global") for name in statistics.kinds)
    many = "(int x 0 9) (int y 0 9)" + "".join(f"\n(or (> x {at % 8}) (> y {at % 7}))" for at in range(30))
    rows = seen(many)[0].table({})
    start = rows.index(["places"])
    assert [row[0] for row in rows[start + 20 : start + 23]][1:] == ["11 others; --json has all", "together"]
    together = [row[2:5] for row in rows if row[0] == "together"]
    assert len(together) == 3 and together[0] == together[1] == together[2]


def test_a_name_that_is_there_stands_for_no_array():
    for names, coded in {
        "x": {"order", "log"},
        "x_*": {"order", "log"},
        "x[]": {"order", "log"},
        "?*": {"log"},
    }.items():
        statistics, _, _, _ = seen("(int x 0 9) (int x_1 0 9) (alldifferent x x_1)", encode=((names, "log"),))
        assert set(statistics.encodings) & {"order", "log"} == coded, names


def test_every_auxiliary_has_one_origin():
    _, sink, records, origins = seen(TEXT)
    made = [v for record in origins for v in range(record["auxiliaries"][0], record["auxiliaries"][1] + 1)]
    assert len(made) == len(set(made))
    declared = {1} | {record["lit"] for record in records if "bool" in record}
    for record in records:
        if "int" in record:
            size = sum(hi - lo + 1 for lo, hi in record["values"])
            declared |= set(range(record["first"], record["first"] + size - 1))
    assert declared | set(made) == set(range(1, sink.num_vars + 1))
    assert declared.isdisjoint(made)


def test_origins_are_places_and_the_first_that_needs_a_literal_has_made_it():
    text = "(bool p) (bool q) (bool r)\n (or (and p q) (and q r) (and p r))\n(or (and q r) (and (! p) (! r)) q)"
    _, _, _, origins = seen(text)
    assert origins == [
        {"auxiliaries": [5, 7], "origin": ("text", 2, 2, "")},
        {"auxiliaries": [8, 8], "origin": ("text", 3, 1, "")},
    ]


def test_the_command_prints_a_table(tmp_path):
    path = tmp_path / "x.csp"
    path.write_text(TEXT)
    done = run("encode", path, "-o", tmp_path / "x.cnf", "--stats")
    assert done.err.startswith("csp2sat: the objective (minimize") and done.err.count("\n") == 1
    lines = done.out.splitlines()
    assert lines[0].split() == ["number", "variables", "clauses", "literals", "seconds"]
    parts = [line for line in lines if not line.startswith(" ")]
    assert parts == ["constraints", "encodings", "places", "steps", "phases (wall time)"]
    header = json.loads((tmp_path / "x.map").read_text().splitlines()[0])
    together = next(line.split() for line in lines if line.startswith("  together"))
    assert [int(together[2]), int(together[3])] == [header["variables"], header["clauses"]]


def test_the_command_prints_json(tmp_path):
    done = run("encode", BOARD, "-o", tmp_path / "x.cnf", "--stats", "--json")
    report = json.loads(done.out)
    assert report["statistics"]["rules"]["one loop"]["clauses"] > 20_000
    assert report["statistics"]["constraints"]["graph single-loop"]["number"] == 1
    assert set(report["statistics"]["seconds"]) >= {"normalising", "writing"}


def test_the_map_says_origins_on_request(tmp_path):
    run("encode", BOARD, "-o", tmp_path / "x.cnf", "--map-origins")
    records = [json.loads(line) for line in (tmp_path / "x.map").read_text().splitlines()]
    assert [each["origin"] for each in records if "origin" in each][-1] == ["rule", 0, 0, "one loop"]
    done = run("solve", tmp_path / "x.cnf", "-o", tmp_path / "x.out")
    assert done.err == ""
    assert run("decode", tmp_path / "x.out", "-m", tmp_path / "x.map").out.count("---") > 100
    done = run("encode", BOARD, "-o", tmp_path / "y.cnf", "--map-origins", "--map-format", "sugar")
    assert done.code == 2
    assert done.err == "csp2sat: --map-format sugar: only for a CNF, and without --origins\n"


def test_a_profile(tmp_path):
    done = run("encode", BOARD, "-o", tmp_path / "x.cnf", "--profile", tmp_path / "x.prof")
    assert done.err == done.out == ""
    names = {name for _, _, name in pstats.Stats(str(tmp_path / "x.prof")).stats}
    assert {"normalize", "tree_pair", "lines_of"} <= names
    done = run("encode", CASES / "nowhere.csp", "-o", tmp_path / "y.cnf", "--profile", tmp_path / "y.prof")
    assert done.code == 1
    assert not (tmp_path / "y.prof").exists()
