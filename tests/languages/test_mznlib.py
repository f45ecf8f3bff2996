"""The library folder for MiniZinc: every predicate without a body is one that csp2sat knows, in all its forms."""

import re
import subprocess
from itertools import product
from pathlib import Path

import pytest
from support.oracle import encoded_solutions

import csp2sat
from csp2sat.base.source import Source
from csp2sat.cnf.sink import Sink
from csp2sat.encoder.encoder import encode
from csp2sat.encoder.options import EncoderOptions
from csp2sat.languages.flatzinc.constraints import builtin_of
from csp2sat.languages.spec import LANGUAGES

LIBRARY = Path(csp2sat.__file__).parent / "minizinc" / "mznlib"
FILES = sorted(LIBRARY.glob("*.mzn"))
PREDICATE = re.compile(r"^predicate (\w+)\((.*?)\)\s*(=[^;]*)?;", re.MULTILINE | re.DOTALL)
UNDER = re.compile(r"_(reif|imp)$")
MODELS = Path(__file__).parent.parent / "data" / "minizinc"
MINIZINC = pytest.mark.needs("minizinc")


def predicates() -> list[tuple[Path, str, str, str]]:
    """File, name, arguments and body of each."""
    return [(path, *found) for path in FILES for found in PREDICATE.findall(path.read_text())]


REFUSED = "csp2sat_second_value"  # a mark of FlatZinc that no answer is right for


def test_predicates_without_a_body_are_known():
    native = {UNDER.sub("", name) for _, name, _, body in predicates() if not body} - {REFUSED}
    assert len(native) > 60
    assert {name for name in native if builtin_of(name) is None} == set()


def test_what_is_called_is_declared():
    declared = {name for _, name, _, _ in predicates()}
    called = {name for _, _, _, body in predicates() for name in re.findall(r"\bcsp2sat_\w+", body)}
    assert called - {"csp2sat_first"} <= declared
    assert {name for name in declared if name.startswith("csp2sat_")} - called - {REFUSED} == {
        f"csp2sat_{best}imum_arg_{sort}_{under}"  # the compiler asks for these where it reifies the body
        for best in ("max", "min")
        for sort in ("int", "bool")
        for under in ("reif", "imp")
    }


def test_reified_forms_take_the_same_arguments_and_a_boolean():
    """They stand in files of their own: one in the file of the plain predicate would lose against MiniZinc's."""
    plain = {name: (path, args) for path, name, args, _ in predicates() if not UNDER.search(name)}
    for path, name, args, _ in predicates():
        base = UNDER.sub("", name)
        if base == name or base not in plain:
            continue
        assert re.fullmatch(re.escape(plain[base][1]) + r", var bool: \w+", args), name
        if name.startswith("fzn_"):
            assert (path == plain[base][0]) == name.endswith("_imp"), name
            assert path.stem == name or name.endswith("_imp")


def compiled(model: str, tmp_path: Path) -> str:
    """The FlatZinc of a model."""
    msc = tmp_path / "library.msc"
    msc.write_text(f'{{"id": "a.b", "name": "b", "version": "1", "executable": "false", "mznlib": "{LIBRARY}"}}')
    path = tmp_path / "model.mzn"
    path.write_text(model)
    command = ["minizinc", "-c", "--solver", str(msc), str(path), "--output-fzn-to-stdout", "--no-output-ozn"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


TOGETHER = """
include "globals.mzn";
array[0..2] of var 0..2: x; array[0..2] of var 0..2: y; array[1..2] of var bool: p; array[0..2] of var bool: q;
array[1..2, 1..2] of var 0..2: m; var 0..6: z; array[1..3] of var bool: b;
array[0..2] of int: w = array1d(0..2, [1, 2, 1]);
constraint path(3, 2, [1, 2], [2, 3], 1, 3, [p[1], p[2], b[1]], p) /\\ alldifferent_except(x, {1}) /\\ inverse(x, y);
constraint q[0] <-> circuit(x); constraint not subcircuit(y); constraint b[2] -> regular(x, 1, 2, [|1, 1|], 1, {1});
constraint table(row(m, 1), [|0, 1|1, 1|]) \\/ b[3]; constraint lex_less(x, y); constraint arg_max(x) = arg_max(q);
constraint bin_packing(3, x, w) /\\ bin_packing_load([z, 1, 1], y, w); constraint b[3] <-> disjunctive(x, y);
constraint cumulative(x, w, w, 2); constraint diffn(x, y, x, y) \\/ b[1]; constraint count(x, 1) >= 1;
constraint global_cardinality(x, [0, 1], [z, 1]); constraint not (nvalue(2, x) /\\ lex2(m));
constraint value_precede_chain([0, 1, 2], x) <-> b[2]; constraint table(p, [|true, false|]) \\/ b[1];
solve satisfy;
"""


@MINIZINC
def test_it_compiles_with_everything_that_globals_mzn_includes(tmp_path):
    assert "solve" in compiled('include "globals.mzn"; solve satisfy;', tmp_path)
    fzn = compiled(TOGETHER, tmp_path)
    for name in ("csp2sat_circuit_reif", "csp2sat_subcircuit_reif", "csp2sat_inverse", "csp2sat_regular_imp"):
        assert f"constraint {name}(" in fzn


@MINIZINC
def test_arrays_keep_their_first_index(tmp_path):
    fzn = compiled('include "globals.mzn"; array[5..7] of var 5..7: x; constraint circuit(x); solve satisfy;', tmp_path)
    assert re.search(r"constraint csp2sat_circuit\([^)]*,5\);", fzn)


@MINIZINC
def test_empty_arrays_compile(tmp_path):
    empty = (
        'include "globals.mzn"; array[int] of var 1..3: x = []; constraint circuit(x) /\\ inverse(x, x); solve satisfy;'
    )
    assert "infinity" not in compiled(empty, tmp_path)


SLIDING = {  # by the way that it is written: least and greatest sum, width, number and values of the terms
    "small sums": (1, 2, 2, 4, range(3)),
    "blocks": (2, 9, 3, 4, range(1, 5)),
    "the last block is short": (-3, 10, 3, 5, range(-1, 4)),
    "all terms up to a place": (5, 6, 3, 5, range(4)),
    "no window": (5, 6, 3, 2, range(2)),
}


@MINIZINC
@pytest.mark.parametrize("name", SLIDING)
def test_sliding_sum_in_all_ways(name, tmp_path):
    low, up, width, count, values = SLIDING[name]
    names = [f"x{at}" for at in range(count)]
    terms = "".join(f"var {values[0]}..{values[-1]}: {each};" for each in names)
    call = f"sliding_sum({low}, {up}, {width}, [{', '.join(names)}])"
    fzn = compiled(f'include "sliding_sum.mzn"; {terms} constraint {call}; solve satisfy;', tmp_path)
    model = LANGUAGES["flatzinc"].read(Source("m.fzn", fzn))
    columns = [[*model.ints].index(each) for each in names]
    found = {tuple(ints[at] for at in columns) for ints, _ in encoded_solutions(model, EncoderOptions())}
    windows = range(count - width + 1)
    assert found == {
        row for row in product(values, repeat=count) if all(low <= sum(row[at : at + width]) <= up for at in windows)
    }
    assert ("csp2sat_sliding_sum" in fzn) == (name == "small sums")


@MINIZINC
def test_sliding_sum_of_a_small_window_takes_a_few_clauses(tmp_path):
    terms = "array[1..300] of var bool: b; constraint sliding_sum(1, 6, 6, b); solve satisfy;"
    fzn = compiled(f'include "sliding_sum.mzn"; {terms}', tmp_path)
    sink = Sink()
    encode(LANGUAGES["flatzinc"].read(Source("m.fzn", fzn)), sink, EncoderOptions())
    assert sink.flat().count(0) < 1000  # one for each window, and the constant


@MINIZINC
@pytest.mark.long
@pytest.mark.parametrize("model", sorted(MODELS.glob("*.mzn")), ids=lambda path: path.stem)
def test_models_of_the_table_keep_their_constraint_whole(model, tmp_path):
    fzn = compiled(model.read_text(), tmp_path)
    assert re.search(r"^constraint (fzn|csp2sat|array_int)_", fzn, re.MULTILINE) or model.stem == "sliding_sum"
