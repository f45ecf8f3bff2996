"""What would have more clauses than it may is refused, with the constraint that takes most and what would help."""

import json
import re
from dataclasses import replace

import pytest
from support.oracle import encoded_solutions, solutions
from support.random_csp import RandomCsp
from support.run_command import run

import csp2sat
from csp2sat.base.source import Source
from csp2sat.cnf.sink import Sink
from csp2sat.encoder import clause_limit
from csp2sat.encoder.encoder import encode, encode_normalized
from csp2sat.encoder.files import write
from csp2sat.encoder.options import EncoderOptions
from csp2sat.encoder.passes import normalized
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
                def __init__(self, norm, free, encodings, *_, kept=watch):
                    kept["total"] = clause_limit.estimate(norm, free, encodings).total

                def begin(self, number):
                    pass

                def end(self):
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


PAIRS = "".join(f"(int x{at} 0 900)(int y{at} 0 900)(< (+ x{at} {at}) y{at})" for at in range(30))


def codes_and_clauses(folder, **options):
    given = EncoderOptions(options.pop("encoding", "auto"), options.pop("encode", ()), **options)
    paths = str(folder / "x.cnf"), str(folder / "x.map")
    written = write(sugar.read(Source("x.csp", PAIRS)), "", *paths, given)
    records = [json.loads(line) for line in (folder / "x.map").read_text().splitlines()]
    codes = {record["code"] for record in records if "int" in record}
    assert f"c encoding {records[0]['encoding']}\n" in (folder / "x.cnf").read_text()
    assert records[0]["encoding"].split()[0] in (*codes, "auto")
    return codes, written.num_clauses


@pytest.mark.parametrize("early", [10, 1_000_000])
@pytest.mark.parametrize("spill", [100, 1 << 18])
def test_a_formula_that_would_be_refused_is_written_in_bits(early, spill, monkeypatch, tmp_path):
    monkeypatch.setattr(clause_limit, "EARLY", early)
    monkeypatch.setattr("csp2sat.cnf.sink.SPILL", spill)
    assert codes_and_clauses(tmp_path)[0] == {"order"}
    codes, clauses = codes_and_clauses(tmp_path, max_clauses=20_000)
    assert codes == {"log"} and clauses < 20_000
    with pytest.raises(ModelError, match="the formula is too large"):
        codes_and_clauses(tmp_path, max_clauses=2_000)
    with pytest.raises(ModelError, match="the formula is too large"):
        codes_and_clauses(tmp_path, max_clauses=20_000, encoding="order")


def test_the_memory_decides_what_is_chosen_and_refuses_nothing(tmp_path):
    assert codes_and_clauses(tmp_path, memory=2_000_000)[0] == {"log"}
    assert codes_and_clauses(tmp_path, memory=200_000_000)[0] == {"order"}
    assert codes_and_clauses(tmp_path, memory=0)[0] == {"log"}
    assert codes_and_clauses(tmp_path, memory=2_000_000, encoding="order")[0] == {"order"}
    assert codes_and_clauses(tmp_path, memory=2_000_000, encode=(("x0", "order"),))[0] == {"order"}


def test_the_free_memory_counts_for_large_formulas(monkeypatch, tmp_path):
    monkeypatch.setattr(clause_limit, "EARLY", 10)
    monkeypatch.setattr(clause_limit, "free_memory", lambda: 2_000_000)
    assert codes_and_clauses(tmp_path)[0] == {"log"}
    monkeypatch.setattr(clause_limit, "free_memory", lambda: None)
    assert codes_and_clauses(tmp_path)[0] == {"order"}


def test_what_is_written_anew_is_solved_proved_and_verified(tmp_path):
    (tmp_path / "x.csp").write_text(PAIRS)
    found = run("solve", tmp_path / "x.csp", "--max-clauses", 20_000)
    assert found.code == 0 and "s SATISFIABLE" in found.out
    (tmp_path / "x.csp").write_text(PAIRS + "(< y0 x1)(< y1 x0)")
    assert (
        run("solve", tmp_path / "x.csp", "--memory", 2000, "--proof", tmp_path / "x", "--max-clauses", 20_000).code == 0
    )
    assert run("verify", tmp_path / "x.json", tmp_path / "x.csp").code == 0


def test_what_is_written_anew_is_what_its_encoding_gives(tmp_path):
    """Narrowing domains stops early here, so that narrowing them once more would narrow them further."""
    wide = PAIRS.replace(" 900)", " 9000)") + "(< y0 x1)(< y1 x0)"
    written = set()
    for encoding in ("auto", "log"):
        options = EncoderOptions(encoding, max_clauses=20_000)
        paths = str(tmp_path / f"{encoding}.cnf"), str(tmp_path / f"{encoding}.map")
        written.add(write(sugar.read(Source("x.csp", wide)), "", *paths, options))
    assert len(written) == 1


def test_a_certificate_is_compared_however_little_memory_there_is(monkeypatch, tmp_path):
    (tmp_path / "x.csp").write_text(PAIRS + "(< y0 x1)(< y1 x0)")
    assert run("solve", tmp_path / "x.csp", "--proof", tmp_path / "x").code == 0
    monkeypatch.setattr(clause_limit, "EARLY", 10)
    monkeypatch.setattr(clause_limit, "free_memory", lambda: 2_000_000)
    assert run("verify", tmp_path / "x.json", tmp_path / "x.csp").code == 0


SUMS = "".join(f"(int x{at} 0 60)" for at in range(8)) + "".join(
    f"(<= (+ x0 x1 (* {at} x2) x3 (* 2 x4) (* 3 x{at})) {90 + 20 * at})" for at in range(5, 8)
)


def test_long_sums_are_added_in_bits_if_the_memory_is_small(tmp_path):
    found = {}
    for memory in (100_000_000, 500_000):
        options = EncoderOptions("auto", memory=memory)
        paths = str(tmp_path / "x.cnf"), str(tmp_path / "x.map")
        found[memory] = write(sugar.read(Source("x.csp", SUMS)), "", *paths, options)
    assert found[100_000_000].encoding == "auto" and found[500_000].encoding == "auto --sum adder"
    assert 3 * found[500_000].num_clauses < found[100_000_000].num_clauses
    (tmp_path / "x.csp").write_text(SUMS)
    written = json.loads(run("encode", tmp_path / "x.csp", "-o", tmp_path / "y", "--json", "--max-clauses", 6000).out)
    assert written["encoding"].split(" --max")[0] == "auto --sum adder"
    assert f"c encoding {written['encoding']}" in (tmp_path / "y").read_text()


@pytest.mark.sample(25)
@pytest.mark.parametrize("seed", range(300))
def test_what_is_written_anew_has_the_same_solutions(seed, monkeypatch):
    monkeypatch.setattr(clause_limit, "EARLY", 0)
    monkeypatch.setattr(clause_limit.ClauseLimit, "_smallest", (0, ("log", "compact-order")[seed % 2]))
    monkeypatch.setattr("support.oracle.encode", encoded_twice)
    model = RandomCsp(seed).model()
    assert encoded_solutions(model, EncoderOptions("auto", memory=0)) == solutions(model)


def encoded_twice(model, sink, options):
    found = normalized(model, options)
    try:
        return encode_normalized(found, sink, options, is_open=True)
    except clause_limit.FormulaTooLarge as refused:
        sink.__init__()
        return encode_normalized(found, sink, replace(options, **refused.instead))


@pytest.mark.parametrize("limit", (1_000, 3_000, 10_000, 50_000_000))
def test_some_of_many_formulas_decide_as_all_do(monkeypatch, limit):
    """The integers are in digits or in bits, whether all formulas are estimated or some of them."""
    sums = "".join(f"(<= (+ x{i % 7} (* 3 x{i % 5 + 7}) (- 0 x{i % 3 + 12})) {i})\n" for i in range(300))
    text = "".join(f"(int x{i} 0 {900 + 7 * i})\n" for i in range(15)) + sums + "(alldifferent x0 x1 x2)\n"
    options = EncoderOptions(max_clauses=limit, encoding="compact-order")
    prepared = [normalized(sugar.read(Source("", text)), options).norm for _ in range(2)]
    digits = [clause_limit.ENCODINGS["compact-order"]] * len(prepared[0].domains)

    def chosen(norm):
        return clause_limit.within_limit(norm, lambda total: total, digits, limit)

    whole = chosen(prepared[0])
    monkeypatch.setattr(clause_limit, "MANY", 100)
    assert chosen(prepared[1]) == whole


def test_a_long_formula_is_never_left_out_of_the_estimate():
    long = "(<= (+ " + " ".join(f"x{i}" for i in range(40)) + ") 9)\n"
    text = (
        "".join(f"(int x{i} 0 9)\n" for i in range(40)) + f"(< x0 x1)\n{long}(or (< x0 x2) (and (< x1 x2) (!= x3 4)))"
    )
    text += "\n(or " + " ".join(f"(< x0 x{i})" for i in range(1, 40)) + ")\n"
    norm = normalized(sugar.read(Source("", text)), EncoderOptions()).norm
    assert [clause_limit._is_small(formula) for formula, _ in norm.required] == [True, False, True, False]
