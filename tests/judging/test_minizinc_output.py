"""`check` of what `solve` prints for MiniZinc models of all kinds of values, and of what a person makes of that."""

import json

import pytest
from support.run_command import run

pytestmark = pytest.mark.needs("minizinc")
D = "enum D = {A, B} ++ Extra(1..2);"
MODELS = {
    "an enumeration": "enum C = {r, g}; var C: c; var C: e; constraint c > e;",
    "names in quotes": "enum C = {r, 'b c'}; var C: c; var set of C: s; constraint c > r /\\ s = {c};",
    "a constructor": D + "var D: e; var D: d; constraint d = Extra(1) /\\ e > d;",
    "a set with a constructor": D + "var set of D: s; constraint card(s) = 3 /\\ A in s;",
    "constructors in constructors": "enum C = {r, 'b c'}; enum D = {A} ++ F(C) ++ {Z}; enum E = H(D) ++ {Q}; var E: e; "
    "array[D] of var D: a; var set of E: s = {e}; constraint e > H(F(r)) /\\ a[A] = F('b c') /\\ a[Z] = Z;",
    "without names": "enum X = anon_enum(3); var X: x; array[X] of var X: a; constraint x > to_enum(X, 1);",
    "a set without names": "enum X = anon_enum(3); var set of X: s; constraint card(s) > 1;",
    "names, then none": "enum D = {A} ++ anon_enum(2); var D: d; var set of D: s; constraint d = to_enum(D, 2);",
    "optional names": D + "var opt D: o; var opt D: p; constraint absent(o) /\\ occurs(p) /\\ deopt(p) = Extra(2);",
    "sets of numbers": "var set of 1..9: s; var set of 3..3: t; constraint s = {1, 2, 3, 7};",
    "optional numbers": "array[1..2] of var opt 1..4: o; array[1..2] of var opt bool: b; constraint absent(o[1]);",
    "arrays": "array[0..1, 1..2] of var bool: b; array[1..0] of var int: e; array[-1..1] of var -3..3: n;",
    "three dimensions": "enum C = {r, g}; array[1..2, C, 1..2] of var 0..1: b; array[1..2, 1..0] of var 0..1: none; "
    "array[C, C, 0..0] of var C: c; constraint sum(b) > 3;",
    "variables in quotes": "enum C = {r, g}; var 1..3: 'my x'; array[1..2] of var 0..1: 'a-b'; array[C, C] of var C: "
    "'m n'; var set of C: 's t'; constraint 'a-b'[1] < 'a-b'[2] /\\ 'm n'[r, g] = g;",
    "arrays of sets": "enum C = {r, g, b}; array[C] of var set of C: s; constraint s[r] = {r, g, b} /\\ s[g] = {};",
    "what is computed": "enum C = {r, g}; array[1..2] of var C: c; var set of C: u = {c[i] | i in 1..2}; "
    "var 0..2: n = card(u); var bool: b = c[1] = c[2]; constraint n = 2;",
    "an item": 'var 1..3: x; constraint x > 1; output ["unique\\n", "x = \\(x);\\n"];',
}


def files(tmp_path, model):
    (tmp_path / "m.mzn").write_text(model + ("" if "solve " in model else "solve satisfy;"))
    return tmp_path / "m.mzn", tmp_path / "a"


@pytest.mark.sample(4)
@pytest.mark.parametrize("model", MODELS.values(), ids=MODELS)
def test_what_solve_prints_is_right(model, tmp_path):
    source, answer = files(tmp_path, model)
    for options in ((), ("--json",), ("--limit=3",), ("--unique",)):
        answer.write_text(text := run("solve", source, *options).out)
        assert text and run("check", source, answer).out == "right\n", (options, text)


@pytest.mark.parametrize("value", ["Extra(1)", "to_enum(D, 3)", "A", "to_enum(D, 5)", "Extra(3)", "Pink"])
def test_other_values_of_a_constructor_are_wrong(value, tmp_path):
    source, answer = files(tmp_path, D + "var D: e; constraint e = Extra(2);")
    answer.write_text(f"e = {value};\n")
    found = run("check", source, answer).out
    assert found.startswith("wrong: ")
    assert ("there is no such value" in found) == (value in ("Extra(3)", "Pink"))


SET = "enum D = {A, B, C, E}; var set of D: s; constraint s = {A, B, C};"


@pytest.mark.parametrize("value", ["A..C", "A .. C", "{A, B, C}", "{C, A, B}", "1..3", "{1, 2, 3}"])
def test_a_set_of_names_may_be_a_range(value, tmp_path):
    source, answer = files(tmp_path, SET)
    answer.write_text(f"s = {value};\n")
    assert run("check", source, answer).out == "right\n"


def test_a_range_of_names_is_judged(tmp_path):
    source, answer = files(tmp_path, SET)
    answer.write_text("s = A..B;\n")
    assert run("check", source, answer).out == "wrong: s{C} cannot be false: it is true\n"
    answer.write_text("s = A..F;\n")
    assert "s cannot be A..F: there is no such value" in run("check", source, answer).out


@pytest.mark.parametrize("value", ["{A, B, C, E} diff {E}", "{A, B, C} union {A}", "A..C union A..B", "[A] ++ [B]"])
def test_a_term_cannot_be_read(value, tmp_path):
    source, answer = files(tmp_path, SET)
    answer.write_text(f"s = {value};\n")
    found = run("check", source, answer)
    assert (found.out, "cannot be read; expected a value" in found.err) == ("", True)


@pytest.mark.parametrize(
    ("value", "out"),
    [
        ("[0, 2, 1]", "right"),
        ("[A: 0, B: 2, C: 1]", "right"),
        ("[A: 0, 2, 1]", "right"),
        ("[B: 0, A: 2, C: 1]", ""),  # MiniZinc takes it for [2, 0, 1]
        ("[7: 0, 8: 2, 9: 1]", ""),
        ("[A: 0, B: 2, 1]", ""),
    ],
)
def test_indices_are_the_arrays_own_in_order(value, out, tmp_path):
    source, answer = files(tmp_path, "enum D = {A, B, C}; array[D] of var 0..2: a; constraint a[A] = 0 /\\ a[B] = 2;")
    answer.write_text(f"a = {value};\n")
    found = run("check", source, answer)
    assert found.out.strip() == out
    assert ("a has other indices; expected A, B, C in this order, or none" in found.err) == (not out)


@pytest.mark.parametrize(("dimensions", "right"), [("1..2, 1..3, 1..1", 64), ("1..1, D, D", 16), ("D, D, D, D", 65536)])
def test_arrays_of_many_dimensions_are_counted(dimensions, right, tmp_path):
    source, _ = files(tmp_path, f"enum D = {{A, B}}; array[{dimensions}] of var bool: b;")
    assert run("count", source).out == f"{right}\n"
    assert "\nnot unique\n" in run("solve", "--unique", source).out


def test_variables_in_quotes_are_counted_and_judged(tmp_path):
    source, answer = files(tmp_path, "var 1..3: 'my x'; array[1..2] of var 0..1: 'a-b'; constraint 'a-b'[1] = 1;")
    assert run("count", source).out == "6\n"
    assert run("backbone", source).out == "'a-b'[1] = 1;\n"
    item, _ = files(tmp_path, "var 1..3: 'my x' = y; var 1..3: y; solve satisfy; output [\"don't \\('my x')\"];")
    assert run("count", item).out == "3\n"
    files(tmp_path, "var 1..3: 'my x'; array[1..2] of var 0..1: 'a-b'; constraint 'a-b'[1] = 1;")
    answer.write_text("'my x' = 4;\n'a-b' = [1, 0];\n")
    assert run("check", source, answer).out == "wrong: 'my x' cannot be 4: not in its domain\n"


def test_several_outputs_in_one_file(tmp_path):
    source, answer = files(tmp_path, "var 1..3: x; constraint x > 1;")
    both = ["x = 2;\n", "x = 3;\n"]
    answer.write_text("".join(f"{each}----------\n==========\n" for each in both))
    assert run("check", source, answer).out == "right\n"
    answer.write_text("".join(f"{each}----------\n==========\n" for each in ["x = 2;\n", "x = 1;\n"]))
    found = run("check", source, answer).out
    assert found.startswith("wrong: solution 2: ") and found.endswith("x > 1 is violated\n")


def test_a_line_that_the_model_prints_is_no_verdict(tmp_path):
    """Only what csp2sat writes after a solution is left out."""
    source, answer = files(tmp_path, 'var 1..3: x; constraint x > 1; output ["x = \\(x);\\n", "unique\\n"];')
    answer.write_text("x = 2;\nunique\n----------\nunique\nx = 3;\n----------\nunique\n")
    assert run("check", source, answer).out == "right\n"


def test_values_without_names_are_those_of_the_model(tmp_path):
    """MiniZinc 2.6 itself prints to_enum(D,3) for the second value."""
    source, _ = files(tmp_path, "enum D = {A} ++ anon_enum(2); var D: d; constraint d = to_enum(D, 2);")
    assert run("solve", source).out == "d = to_enum(D,2);\n----------\n"
    assert json.loads(run("solve", source, "--json").out)["values"] == {"d": "to_enum(D,2)"}


COMPUTED = "enum C = {r, g, b}; array[1..3] of var C: c; var set of C: u; constraint u = {c[i] | i in 1..3}; "
CARD = "var 1..3: n = card(u);"
JUDGED = {  # a model, values, and how `check` judges them
    "a number of elements": (
        COMPUTED + CARD,
        "c = [r, g, r]; u = {r, g}; n = 3;",
        "n cannot be 3: it is 2",
    ),
    "its right value": (COMPUTED + CARD, "c = [r, g, r]; u = {r, g}; n = 2;", ""),
    "a value that others decide": (
        "var 1..3: x; var 1..3: y; var 2..6: n = x + y;",
        "x = 1; n = 6;",
        "n cannot be 6: no values of the other variables give it",
    ),
    "a value that others can have": ("var 1..5: x; var int: y = x + 1;", "y = 4;", ""),
    "elements at names in quotes": (
        "enum C = {r, 'b c'}; var C: c; var 1..3: x; array[C] of var int: a = [x, x + 1];",
        "a = [1, 3];",
        "a cannot be [1, 3]: no values of the other variables give it",
    ),
    "the last of their values": ("var 1..5: x; var int: y = x + 1; solve maximize y;", "y = 5;", ""),
    "values that no variable of the solver has": (COMPUTED + CARD + "var C: last = c[3];", "last = r; n = 3;", ""),
    "values that do not go together": (
        "enum C = {r, g}; array[1..2] of var C: c; var set of C: u = {c[i] | i in 1..2}; var int: n = card(u);",
        "u = {r, g}; n = 1;",
        "u, n cannot be {r, g}, 1: no values of the other variables give all of them",
    ),
    "an instance of a constraint with variables of its own": (
        "array[1..2] of var 1..3: x; constraint forall(d in 1..1)(x[d] = 2 -> x[d+1] in {1,3});",
        "x = [2, 2];",
        "m.mzn:1:40: d=1: forall(d in 1..1)(x[d] = 2 -> x[d+1] in {1,3}) is violated",
    ),
    "an absent Boolean": (
        "array[1..2] of var opt bool: o; constraint absent(o[2]);",
        "o = [true, true];",
        "m.mzn:1:44: absent(o[2]) is violated",
    ),
    "absent Booleans": ("array[1..2] of var opt bool: o; constraint absent(o[2]);", "o = [<>, <>];", ""),
}


@pytest.mark.parametrize("model, values, fault", JUDGED.values(), ids=JUDGED)
def test_a_value_that_the_others_decide_is_judged(model, values, fault, tmp_path):
    source, answer = files(tmp_path, model)
    answer.write_text(values.replace("; ", ";\n") + "\n")
    assert run("check", source, answer).out.replace(f"{tmp_path}/", "") == (f"wrong: {fault}\n" if fault else "right\n")


NONE = "csp2sat: none: no variable has the same value in all solutions\n"
SHARED = {  # a model, the statements about what all its solutions share, the values, and the open variables
    "sets that the model decides": (
        "enum D = {A, B}; var set of D: s; var set of 1..2: t; constraint A in s /\\ not (B in s) /\\ t = {2};",
        "A in s;\nnot (B in s);\nnot (1 in t);\n2 in t;\n",
        {"s": ["A"], "t": [2]},
        [],
    ),
    "optional values": (
        "var opt 1..4: o; array[1..2] of var opt bool: b; constraint occurs(o) /\\ deopt(o) = 3 /\\ b[1] = true;",
        "b[1] = true;\no = 3;\n",
        {"o": 3},
        ["b[2].occurs", "b[2]"],
    ),
    "a constructor": (
        D + "var set of D: s; constraint Extra(2) in s;",
        "Extra(2) in s;\n",
        {},
        ["s{A}", "s{B}", "s{Extra(1)}"],
    ),
    "nothing": ("var 1..3: x;", "", {}, ["x"]),
}


@pytest.mark.parametrize("model, statements, values, left", SHARED.values(), ids=SHARED)
def test_backbone_states_what_it_knows(model, statements, values, left, tmp_path):
    source, _ = files(tmp_path, model)
    found = run("backbone", source)
    assert sorted(found.out.splitlines()) == sorted(statements.splitlines())
    assert found.err == ("" if statements else NONE)
    data = json.loads(run("backbone", source, "--json").out)
    assert (data.get("values", {}), sorted(data["open"])) == (values, sorted(left))


ITEM = 'array[1..2] of var 1..3: x; var int: y = sum(x); constraint x[1] > 1; output ["\\(x[1])\\n", "y = \\(y);\\n"];'


def test_a_text_that_is_not_read_is_right_as_far_as_judged(tmp_path):
    source, answer = files(tmp_path, ITEM)
    for text in ("1\ny = 5;\n----------\n", "1\ny = 5;\n"):
        answer.write_text(text)
        found = run("check", source, answer)
        assert (found.out, "not judged: x: the text" in found.err) == ("right as far as judged\n", True)
    assert json.loads(run("check", source, answer, "--json").out)["unread"] == ["x"]
    answer.write_text("y = 5;\n")
    assert run("check", source, answer).out == "right\n"


def test_violated_constraints_with_variables_of_their_own_are_named_too(tmp_path):
    source, answer = files(
        tmp_path, "array[1..2] of var 1..3: x; constraint x[1] > 2;\nconstraint x[1] = 2 -> x[2] in {1,3};"
    )
    answer.write_text("x = [2, 2];\n")
    found = run("check", source, answer)
    assert found.out.count("wrong: ") == 1 and ":2:12: x[1] = 2 -> x[2] in {1,3} is violated" in found.err


def test_an_array_in_json_may_be_an_object_with_the_indices_as_keys(tmp_path):
    source, answer = files(tmp_path, "enum D = {A, B}; array[D, 1..2] of var 0..3: a; constraint a[B, 2] = 3;")
    answer.write_text('{"a": {"B": {"1": 0, "2": 3}, "A": [1, 2]}}')
    assert run("check", source, answer).out == "right\n"
    answer.write_text('{"a": {"B": [0, 3], "C": [1, 2]}}')
    assert run("check", source, answer).out.endswith("; expected 2 x 2 values, or an object with the indices as keys\n")


def test_backbone_writes_names_as_minizinc_reads_them(tmp_path):
    model = "enum C = {r, 'b c'}; enum D = 'F x'(C); array[C] of var D: a; var set of C: s;"
    source, _ = files(tmp_path, f"{model} constraint a['b c'] = 'F x'('b c') /\\ s = {{'b c'}};")
    assert run("backbone", source).out == "a['b c'] = 'F x'('b c');\nnot (r in s);\n'b c' in s;\n"


@pytest.mark.parametrize(
    ("model", "values", "judged"),
    [
        ("var int: y = x + z; solve maximize y", "y = 5;", "right, and optimal\n"),
        (
            "var int: y = x + z; solve maximize y",
            "y = 4;",
            "right, but not optimal: the objective is 4, and 5 or more is",
        ),
        ("array[1..1] of var int: y = [x * z]; solve maximize x", "y = [2];", "right\n"),  # not decided
    ],
)
def test_computed_values_count_for_the_best_value(model, values, judged, tmp_path):
    source, answer = files(tmp_path, f"var 1..3: x; var 1..3: z; constraint x > z; {model};")
    answer.write_text(values + "\n")
    found = run("check", source, answer, "--optimum")
    assert found.out.startswith(judged) and (found.code == 3) == ("not decided" in found.err)


OPEN_SETS = "var 1..3: x; var 1..3: z; constraint x < z; array[1..2] of var set of 1..3: t = [{x}, {x, z}];"


@pytest.mark.parametrize(
    ("values", "fault"),
    [
        ([[1], [1, 3]], ""),
        ([[2], [1, 2]], "t cannot be [{2}, {1, 2}]: no values of the other variables give it"),
        ([[2]], "t has 1 value; expected 2"),
    ],
)
def test_computed_sets_are_lists_in_json_as_solve_prints_them(values, fault, tmp_path):
    source, answer = files(tmp_path, OPEN_SETS)
    answer.write_text(json.dumps({"t": values}))
    assert run("check", source, answer).out == (f"wrong: {fault}\n" if fault else "right\n")


def test_the_model_is_the_source_of_its_map(tmp_path):
    (model := tmp_path / "in.mzn").write_text("var 1..4: x; var 1..4: y; constraint x + y == 6; constraint x < y;")
    assert run("encode", model, "-o", tmp_path / "m.cnf").code == 0
    (answer := tmp_path / "m.out").write_text("s SATISFIABLE\nv 1 2 -3 0\n")
    assert run("decode", answer, "--source", model)[:2] == (0, "x = 2;\ny = 4;\n----------\n")
    other = tmp_path / "other.mzn"
    other.write_text(model.read_text().replace("6", "5"))
    assert "the SHA-256 differs" in run("decode", answer, "--source", other).err
