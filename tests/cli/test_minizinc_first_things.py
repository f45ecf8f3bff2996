"""What strangers try with a MiniZinc model first: right, wrong and sloppy answers, data as text, values in Python."""

import json
from contextlib import chdir
from pathlib import Path

import pytest
from support.run_command import run
from support.schema_check import faults

import csp2sat
from csp2sat.base.minizinc_paths import data_options, files_of
from csp2sat.cli.command_line import call_of
from csp2sat.cli.json_lines import schema
from csp2sat.cli.minizinc_data import with_data
from csp2sat.languages.flatzinc.own_values import elements, printed_values
from csp2sat.solving.minizinc_further import DECLARED

needs_minizinc = pytest.mark.needs("minizinc")
FILES = {
    "fixed.mzn": "var 1..5: x; var 1..2: y; var 1..2: z; var bool: b = x > 2;\n"
    "constraint x = 3; constraint z = y; solve satisfy;\n",
    "menu.mzn": """enum Dish = {Soup, Rice, Cake}; enum Guest = {Ann, Bob};
array[Guest] of var set of Dish: eats; array[Dish] of int: cost = [3, 4, 5]; var set of Dish: menu;
var opt Dish: special; array[Guest] of var Dish: best; var int: total = sum(d in menu)(cost[d]);
constraint forall(g in Guest)(best[g] in eats[g] /\\ eats[g] subset menu);
constraint sum(d in menu)(cost[d]) <= 8;
constraint occurs(special) -> deopt(special) in menu;
""",
    "computed.mzn": """enum Color = {Red, Green}; var 1..5: x; var 1..3: k; constraint x = 3;
var Color: c = if x > 2 then Green else Red endif; var set of 1..3: s = if x = 1 then {1, 2} else {3} endif;
array[int] of var bool: w = [x > i | i in 2..3]; var opt 1..3: o = if x > 2 then <> else 2 endif;
array[Color, 1..2] of var 1..4: m = array2d(Color, 1..2, [i * x | i in [1, 1, 1, 1]]); var int: t = x + k;
output ["x is \\(x)\\n"];
""",
    "best.mzn": "var 1..9: x; solve maximize 2 * x;\n",
    "sized.mzn": "int: n; var 1..n: x; constraint x >= n - 5; solve satisfy;\n",
    "clash.mzn": "% no function here\nvar 1..5: x; var 1..5: y; var set of 1..3: s;\n"
    "constraint x < y;\nconstraint 1 in s \\/ y < x;\nconstraint not (1 in s) \\/ x + y < 2;\nsolve satisfy;\n",
    "inside.mzn": "var set of 1..3: s;\nconstraint 1 in s;\nconstraint sum(i in s)(i) <= 2;\n"
    "constraint 2 in s \\/ 3 in s;\nsolve satisfy;\n",
}


@pytest.fixture(scope="module")
def here(tmp_path_factory):
    folder = tmp_path_factory.mktemp("first")
    for name, text in FILES.items():
        (folder / name).write_text(text)
    with chdir(folder):
        yield folder


WHOLE = "eats = [Ann: {Soup}, Bob: {Rice}]; menu = {Soup, Rice}; special = <>; best = [Soup, Rice];"
JUDGED = {  # an answer: parts of its faults, none if it is right
    "fixed.mzn": {
        "x = 3; y = 1; z = 1; b = true;": (),
        "x = 3;\ny=1;z=1;": (),
        "x = 5; z=1;": ("fixed.mzn:2:12: x = 3 is violated",),
        "x = 3; y=2; z=1; b=false;": ("z cannot be 1: the model makes it equal to y, which is 2", "b cannot be false"),
        "x = 3; b = false;": ("b cannot be false: it is true",),
        "x = 3; w = 3;": ("w is no variable of the model",),
        "x = 3; z = 1 y = 1;": ("expected `NAME = VALUE;`, not 'z = 1 y = 1;'",),
        "x = 3; x = 4;": ("x has two values: 3 and 4",),
        "x = 7;": ("x cannot be 7",),
        '{"x": 3, "y": 1, "z": 1, "b": false}': ("b cannot be false: it is true",),
    },
    "menu.mzn": {
        f"{WHOLE} total = 7;": (),
        f"{WHOLE} total = 8;": ("total = sum(d in menu)(cost[d]) is violated",),
        "menu = {Soup, Rice, Cake};": ("menu.mzn:5:12: sum(d in menu)(cost[d]) <= 8 is violated",),
        "menu = {};": ("menu.mzn:4:12: g=Ann: ", "menu.mzn:4:12: g=Bob: "),
        "special = Cake; menu = {Soup};": ("menu.mzn:6:12: ",),
        "menu = {Fish};": ("menu cannot be Fish: there is no such value",),
    },
    "computed.mzn": {
        "x = 3; k = 1; w = [true, false]; s = {3}; c = Green; m = [|3,3|3,3|]; t = 4; o = <>;": (),
        "x = 3; k = 1; w = [true, true]; s = {1};": (
            "s cannot be {1}: it is {3}",
            "w cannot be [true, true]: it is [true, false]",
        ),
        "x = 3; t = 9;": ("t cannot be 9: no values of the other variables give it",),
    },
}


@needs_minizinc
@pytest.mark.parametrize("model", JUDGED)
def test_answers_are_judged_by_name(model, here):
    problem = csp2sat.load(model)
    for answer, parts in JUDGED[model].items():
        (here / "answer.txt").write_text(f"{answer}\n----------\n")
        found = csp2sat.check(problem, here / "answer.txt")
        assert len(found) == len(parts), (answer, found)
        assert all(part in fault for part, fault in zip(parts, found, strict=True)), (answer, found)


@needs_minizinc
def test_a_backbone_has_what_minizinc_decides_and_computes(here):
    assert run("backbone", "fixed.mzn").out == "x = 3;\nb = true;\n"
    computed = run("backbone", "computed.mzn").out.splitlines()
    assert {"x = 3;", "c = Green;", "s = {3};", "w[2] = false;", "absent(o);", "m[Green,2] = 3;"} <= {*computed}
    assert not [line for line in computed if line.startswith(("k", "t"))]
    answer = json.loads(run("backbone", "computed.mzn", "--json").out)
    assert faults(answer, schema(), schema()) == []
    assert answer["values"] == {"x": 3, "c": "Green", "s": [3], "w": [True, False], "o": None, "m": [[3, 3], [3, 3]]}


@needs_minizinc
def test_values_in_python_are_those_of_the_model(here):
    problem = csp2sat.load("menu.mzn")
    found = csp2sat.solve(problem)
    assert found["menu"] == set().union(*found["eats"]) | found["menu"] and isinstance(found["menu"], set)
    assert found["special"] in (None, *found["menu"]) and found["best"][0] in found["eats"][0]
    assert found["eats[Ann]{Soup}"] == ("Soup" in found["eats"][0])
    assert list(found.as_dict()) == ["eats", "menu", "special", "best", "total"] and "menu = {" in str(found)
    assert "<th" in found._repr_html_()
    for each in csp2sat.solutions(problem, 2):
        assert each["total"] == sum({"Soup": 3, "Rice": 4, "Cake": 5}[dish] for dish in each["menu"])
    with pytest.raises(csp2sat.ModelError, match="did you mean 'menu'"):
        found["menus"]
    assert csp2sat.solve("sized.mzn -D n=1")["x"] == 1


@needs_minizinc
def test_data_may_be_written_on_the_command_line(here):
    for words in ("-D n=6", "-Dn=6", "--data n=6;", "--cmdline-data=n=6"):
        assert run(*with_data(["count", *words.split(), "sized.mzn"])).out == "6\n"
    assert "type-inst" in run(*with_data(["solve", "sized.mzn", "-D", "n=[1]"])).err
    unknown = run(*with_data(["solve", "sized.mzn", "-D", "k=1"])).err
    assert unknown.startswith("-D k=1:1:1: undefined identifier `k'") and "; the data of this model: n\n" in unknown


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["-D", "k", "4"], "-D k: expected NAME=VALUE, such as -D k=4"),
        (["-D", "k:4"], "-D k:4: expected NAME=VALUE, such as -D k=4"),
        (["-Dk 4"], "-D k 4: expected NAME=VALUE, such as -D k=4"),
        (["-D", "int: k 4"], "-D int: k 4: expected NAME=VALUE, such as -D k=4"),
        (["--data", "k", "-D", "n=1"], "-D k: expected NAME=VALUE, such as -D k=6"),
        (["-D", "k.txt"], "-D k.txt: expected NAME=VALUE, such as -D k=txt"),
        (["k=4"], "k=4: data of a MiniZinc model; expected -D before each, -D k=4"),
        (["-Dn=1", "k=4"], "k=4: data of a MiniZinc model; expected -D before each, -D k=4"),
        (["k = 4"], "k = 4: data of a MiniZinc model; expected -D before each, -D 'k = 4'"),
    ],
)
def test_sloppy_forms_of_data_are_named(words, expected):
    with pytest.raises(csp2sat.UsageError) as info:
        with_data(["solve", "sized.mzn", *words])
    assert str(info.value) == expected


@needs_minizinc
def test_a_value_of_an_option_is_no_data(here):
    done = run(*with_data(["solve", "sized.mzn", "-D", "n=6", "--encode", "x=log"]))
    assert done.code == 0 and "expected -D" not in done.err


def test_data_as_text_are_a_part_of_the_input():
    assert with_data(["a.mzn", "-D", "n=1", "b.dzn"]) == ["a.mzn b.dzn -D n=1"]
    assert with_data(["a.mzn", "--data", "b.dzn", "-d", "c.json"]) == ["a.mzn -D b.dzn -D c.json"]


@pytest.mark.parametrize("words", [["-D", "n=1"], ["-Dn=1"], ["--data", "d.json"], ["--data=n=1"], ["-d", "d.dzn"]])
@pytest.mark.parametrize("name", ["a.csp", "a.py", "a.xml", "board.txt"])
def test_data_of_another_input_are_refused_with_what_to_write(name, words):
    said = f"{' '.join(words)}: data of a MiniZinc model, and no input is MODEL.mzn; a Python program gets its data by "
    for line in ([name, *words], [*words, name]):
        with pytest.raises(csp2sat.UsageError) as info:
            call_of(["solve", *line])
        assert str(info.value).startswith(said)


@pytest.mark.parametrize(
    "path",
    [
        "a.mzn b.dzn -D n=1",
        "a.mzn  b.dzn  -D  n=1 ",
        "a.mzn b.dzn -D 'n=1'",
        'a.mzn "b.dzn" -Dn=1',
        "'a.mzn'  'b.dzn' --data n=1",
        "a.mzn --data b.dzn --cmdline-data=n=1",
    ],
)
def test_a_path_with_data_is_read_as_a_shell_would(path):
    assert (files_of(path), data_options(path)) == (["a.mzn", "b.dzn"], ["-D", "n=1"])


def test_words_behind_the_name_of_another_input_are_named(here):
    Path("a.csp").write_text("(int x 0 1)")
    with pytest.raises(csp2sat.FileError, match=r"expected a\.csp alone, without '-D n=1': only a MiniZinc model"):
        csp2sat.solve("a.csp -D n=1")
    assert with_data(["a.mzn", "-D"]) == ["a.mzn", "-D"]
    assert files_of("a.mzn b.dzn -D n=1 -D k=2") == ["a.mzn", "b.dzn"]
    assert data_options("a.mzn b.dzn -D n=1 -D k=2") == ["-D", "n=1", "-D", "k=2"] and data_options("a.mzn") == []


@needs_minizinc
def test_advice_is_in_the_language_of_the_model(here):
    for words in ("solve best.mzn --all", "backbone best.mzn", "count best.mzn"):
        advice = run(*words.split()).err
        assert "constraint TERM = VALUE;" in advice and "Python" not in advice


@needs_minizinc
def test_a_reason_is_exact(here):
    assert "3 constraints cannot be satisfied together; without any one" in run("explain", "clash.mzn").out
    assert "3 constraints cannot be satisfied together; without any one" in run("explain", "inside.mzn").out


def test_assignments_are_read_as_minizinc_does():
    wrong = []
    text = 'x = 3; y=[1,\n 2];  % a = 1;\ns = {1}; t = "a;b"; 7;'
    assert printed_values(text, wrong) == {"x": "3", "y": "[1,\n 2]", "s": "{1}", "t": '"a;b"'}
    assert wrong == ["expected `NAME = VALUE;`, not '7;'"]


def test_long_comments_and_answers_are_searched_quickly():
    """Time that grew with the square of a length, or its cube, would be minutes here."""
    assert DECLARED.findall("% a var is here and there " * 2000 + "\nvar {1, 3}: x = 1; var 1..3: y :: a = 2;") == [
        "x",
        "y",
    ]
    assert elements("{" * 100_000 + "1}")[-1] == (1,)


@needs_minizinc
@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ('{"n": 3,\n "m":}', "d.json:2:6: this is no JSON: expected value"),
        ('{"n": 3, "n": 4}', "d.json:1:10: 'n' is twice in one object"),
        ("[3]", 'd.json:1:1: expected an object with the data of the model, such as {"n": 3}'),
        ('{"n": 6,\n "m": 4}', 'd.json:2:2: warning: no key "m" is known here; expected "n"\n'),
    ],
)
def test_the_faults_of_data_in_json_have_places(here, data, expected):
    Path("d.json").write_text(data)
    assert run("solve", "sized.mzn d.json").err.startswith(expected)
