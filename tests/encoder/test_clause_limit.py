"""What would have more clauses than it may is refused, with the constraint that takes most and what would help."""

import re

import pytest
from support.run_command import run

import csp2sat
from csp2sat.base.source import Source
from csp2sat.cnf.sink import Sink
from csp2sat.encoder import clause_limit
from csp2sat.encoder.encoder import encode
from csp2sat.encoder.options import EncoderOptions
from csp2sat.errors import ModelError, UsageError
from csp2sat.languages import sugar

SMALL = "(int a 0 9)\n(int b 0 9)\n(int x 0 300)\n(int y 0 300)\n(int z 0 300)\n(< a b)\n"
REFUSED = {  # text, the line to be blamed, does an encoding help?
    "a sum": ("(< (+ x y z) 500)", 7, True),
    "the larger of two": ("(< (+ x y) 500)\n(< (+ x (* 2 y) z) 500)", 8, True),
    "the larger one first": ("(< (+ x (* 2 y) z) 500)\n(< (+ x y) 500)", 7, True),
    "an equation": ("(= (+ x y (* 2 z)) 500)", 7, True),
    "a product": ("(= (* x y) (+ z 7))", 7, True),
    "inside": ("(or (< (+ x y z) 500) (= a 3))", 7, True),
    "a global constraint": (
        "(alldifferent a b x y z (+ x 1) (+ y 1) (+ z 1) (+ x 2) (+ y 2) (+ z 2) (+ x 3) (+ y 3) (+ z 3))",
        7,
        False,
    ),
}


def refusal(text, **options):
    with pytest.raises(ModelError) as caught:
        encode(sugar.read(Source("x.csp", text)), Sink(), EncoderOptions("order", max_clauses=2000, **options))
    return str(caught.value)


@pytest.mark.parametrize("early", [False, True])
@pytest.mark.parametrize("name", REFUSED)
def test_refused_with_the_heaviest(name, early, monkeypatch):
    monkeypatch.setattr("csp2sat.cnf.sink.SPILL", 100)
    if early:
        monkeypatch.setattr(clause_limit, "EARLY", 10)
    text, line, helped = REFUSED[name]
    said = refusal(SMALL + text)
    found = re.fullmatch(
        r"line (\d+), column 1: the formula is too large: about (\d+) clauses, (\d+) of them for this constraint; "
        r"the limit is 2000 \(--max-clauses\)(; with --encoding (log|compact-order) about (\d+) clauses)?",
        said,
    )
    assert found, said
    assert int(found[1]) == line
    assert int(found[2]) >= int(found[3]) >= 1000
    assert bool(found[4]) == helped


def test_heavy_constraints_after_many_light_ones_are_refused_early(monkeypatch):
    monkeypatch.setattr("csp2sat.cnf.sink.SPILL", 100)
    monkeypatch.setattr(clause_limit, "EARLY", 600)
    text = "(int x 0 99) (int y 0 99) (bool q)" + "".join(f"(bool p{at})" for at in range(300))
    text += "".join(f"(or p{at} q)" for at in range(300))
    text += "".join(f"(or p{at} (< (+ x {at}) (* 2 y)))" for at in range(120))
    sink = Sink()
    with pytest.raises(ModelError, match="too large"):
        encode(sugar.read(Source("x.csp", text)), sink, EncoderOptions("order", max_clauses=3000))
    assert sink.flat().count(0) < 2000


def test_auto_takes_bits_where_digits_would_pass_the_limit(monkeypatch):
    monkeypatch.setattr("csp2sat.ints.auto.MUCH", 1000)
    terms = " ".join(f"(* {a} x{a})" for a in range(1, 9))
    text = "".join(f"(int x{a} 0 15000)" for a in range(1, 9)) + f"(= (add {terms}) 100000)(= x1 x2)"
    sizes = []
    for most in (50_000_000, 3_000):
        sink = Sink()
        records = encode(sugar.read(Source("x.csp", text)), sink, EncoderOptions("auto", max_clauses=most))
        sizes.append(({record["code"] for record in records if "int" in record}, list(sink.flat()).count(0)))
    (digits, many), (bits, few) = sizes
    assert digits == {"compact-order"} and bits == {"log"} and few < 3_500 < many
    with pytest.raises(ModelError, match="too large"):
        encode(sugar.read(Source("x.csp", text)), Sink(), EncoderOptions("auto", max_clauses=200))


def test_the_objective_may_be_the_heaviest(monkeypatch):
    monkeypatch.setattr("csp2sat.cnf.sink.SPILL", 100)
    said = refusal(SMALL + "(objective minimize (+ x (* 3 y) (* 2 z)))")
    assert said.startswith("the objective: the formula is too large: about ")


@pytest.mark.parametrize("encoding", ["log", "compact-order"])
def test_what_is_said_to_help_does(encoding):
    for name, (text, _, helped) in REFUSED.items():
        if helped:
            sink = Sink()
            encode(sugar.read(Source("x.csp", SMALL + text)), sink, EncoderOptions(encoding, max_clauses=100_000))
            assert sink.flat().count(0) < 40_000, name


def test_estimates_are_near():
    """Of what is large: within a factor of a few of what is written."""
    for encoding in ("order", "log", "compact-order"):
        for name, (text, _, helped) in REFUSED.items():
            if not helped:
                continue
            sink, watch = Sink(), {}

            class Kept(clause_limit.ClauseLimit):
                def __init__(self, norm, free, encodings, sink, kept=watch):
                    kept["total"] = clause_limit.estimate(norm, free, encodings).total

                def begin(self, number):
                    pass

            with pytest.MonkeyPatch.context() as patch:
                patch.setattr("csp2sat.encoder.encoder.ClauseLimit", Kept)
                encode(sugar.read(Source("x.csp", SMALL + text)), sink, EncoderOptions(encoding))
            written = sink.flat().count(0)
            assert written / 3 - 500 < watch["total"] < 5 * written + 500, (encoding, name, written, watch)


def test_on_the_command_line(tmp_path):
    source = tmp_path / "x.csp"
    source.write_text(SMALL + REFUSED["a sum"][0] + "\n")
    for command in ("encode", "solve"):
        done = run(
            command,
            source,
            "--encoding",
            "order",
            "--max-clauses",
            1000,
            *(["-o", tmp_path / "x.cnf"] * (command == "encode")),
        )
        assert (done.code, done.out) == (1, "")
        assert done.err.count("\n") == 1
        assert "the formula is too large: about " in done.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["x.csp"]
    assert run("solve", source, "--encoding", "order", "--max-clauses", 200_000).code == 0
    assert run("solve", source, "--max-clauses", 0).code == 2


def test_in_python():
    m = csp2sat.Model()
    x, y, z = (m.int(name, 0, 300) for name in "xyz")
    m.add(x + y + z < 500)
    with pytest.raises(ModelError, match=r"^the formula is too large|: the formula is too large"):
        csp2sat.solve(m, encoding="order", max_clauses=900)
    assert csp2sat.solve(m, encoding="order").status == "SATISFIABLE"
    with pytest.raises(UsageError, match="max_clauses=0: expected an integer, at least 1"):
        csp2sat.solve(m, max_clauses=0)
