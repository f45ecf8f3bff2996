"""The contract of a language: a further one is one constant in one file, and what each has is consistent."""

import sys

import pytest
from support.constraint_cases import CASES
from support.run_command import run

from csp2sat import languages
from csp2sat.errors import InputError
from csp2sat.languages.spec import LANGUAGES
from csp2sat.model.constraint import CONSTRAINTS
from csp2sat.solving.inputs import read_data

TOY = '''
"""A toy: `x in 0 3` declares, `NAME [a b] 3 ..` is a constraint, `least x` or `most x` the objective."""

from csp2sat.languages.base.forms import CARDINALITIES, WEIGHTED, Words, form
from csp2sat.languages.spec import Answers, Language
from csp2sat.languages.base.wrong import Wrong
from csp2sat.model.expr import int_var, node
from csp2sat.model.model import Model

WORDS = Words("REL", "eq ne le lt ge gt")
FORMS = {
    "all_different": form("alldifferent", "TERM ...", WORDS),
    "channel": form("inverse", "[ TERM ... ] [ TERM ... ]", WORDS),
    "linear": form("weightedsum", "[ {WEIGHT TERM} ... ] REL TERM", WORDS, shape=WEIGHTED),
    "among": form("count", "VALUE [ TERM ... ] REL? NUMBER", WORDS),
    "gcc": form("global_cardinality", "[ TERM ... ] [ {VALUE NUMBER} ... ]", WORDS, shape=CARDINALITIES),
}


def read(source):
    model = Model(about={"language": "toy"})
    for number, line in enumerate(source.lines()[1:-1], start=2):
        head, *items = nested(line.replace("[", " [ ").replace("]", " ] ").split())
        if items[:1] == ["in"]:
            model.int(head, *items[1:])
        elif head in ("least", "most"):
            {"least": model.minimize, "most": model.maximize}[head](int_var(items[0]))
        else:
            try:
                pairs = FORMS[head].read(items)
            except Wrong as wrong:
                raise source.error_in_line(wrong.message, number) from None
            model.add(node(FORMS[head].constraint, *(meaning(*pair) for pair in pairs)))
    return model


def nested(words):
    stack = [[]]
    for word in words:
        if word == "[":
            stack.append([])
        elif word == "]":
            stack[-2].append(stack.pop())
        else:
            stack[-1].append(int(word) if word.isdigit() else word)
    return stack[0]


def meaning(item, sort):
    return int_var(item) if sort == "term" and isinstance(item, str) else item


def values(declared, answer):
    return "".join(f"{name} = {answer.ints[name]};\\n" for name in declared.ints) + "----------\\n"


def status(status, text):
    ends = {"OPTIMUM FOUND": "==========\\n", "UNSATISFIABLE": "=====UNSATISFIABLE=====\\n"}
    return text + ends.get(status, "")


ANSWERS = Answers(values, objective="% objective = {}\\n".format, status=status)
LANGUAGE = Language("toy", (".toy",), lambda text: text.startswith("toy"), read, lambda: FORMS, ANSWERS)
'''


@pytest.fixture
def toy(tmp_path, monkeypatch):
    """Runs a command on a text in the toy language, which is found like the others."""
    (tmp_path / "toy.py").write_text(TOY)
    monkeypatch.setattr(languages, "__path__", [*languages.__path__, str(tmp_path)])
    monkeypatch.setattr(LANGUAGES, "_found", {})

    def told(text, *arguments, command="solve", name="problem.toy"):
        (tmp_path / name).write_text("toy\n" + text)
        return run(command, tmp_path / name, *arguments)

    yield told
    sys.modules.pop("csp2sat.languages.toy", None)


ROWS = "".join(f"{name}{at} in 0 2\n" for name in "ab" for at in range(3))


def test_it_is_read_solved_and_printed(toy):
    ended = toy(ROWS + "channel [a0 a1 a2] [b0 b1 b2]\nlinear [[1 a0] [3 a1]] eq 7\n", "--unique")
    values = "a0 = 1;\na1 = 2;\na2 = 0;\nb0 = 2;\nb1 = 0;\nb2 = 1;\n"
    assert (ended.code, ended.out) == (0, f"{values}----------\nunique\n")


def test_its_objective_and_its_end(toy):
    ended = toy("x in 0 4\ny in 1 4\namong 4 [x y] 1\nlinear [[1 x] [1 y]] lt 6\nmost x\n", "--search", "up")
    assert ended.out.endswith("% objective = 4\nx = 4;\ny = 1;\n----------\n==========\n")
    assert toy("x in 0 1\ny in 0 1\nz in 0 1\nall_different x y z\n").out == "=====UNSATISFIABLE=====\n"
    assert toy("x in 0 1\nall_different x x\n", "--all").out == "=====UNSATISFIABLE=====\n"


def test_its_constraints_that_are_wrong(toy):
    ended = toy("x in 0 4\ngcc [x] [[1 1 1]]\n")
    assert (ended.code, ended.out) == (1, "")
    assert "problem.toy:3:1: expected {VALUE NUMBER}" in ended.err
    assert "problem.toy:3:1: expected VALUE [ TERM ... ] REL NUMBER" in toy("x in 0 4\namong x\n").err


def test_it_is_known_by_content_and_by_name_and_its_map_knows_it(toy, tmp_path):
    text = "x in 3 3\n"
    assert toy(text, name="problem").out == toy(text, "--from", "toy", name="problem.txt").out == "x = 3;\n----------\n"
    toy(text, "-o", tmp_path / "f.cnf", command="encode")
    (tmp_path / "f.out").write_text(run("solve", tmp_path / "f.cnf", "--solver", "kissat").out)
    assert run("decode", tmp_path / "f.out", "-m", tmp_path / "f.map").out == "x = 3;\n----------\n"
    assert toy(text, command="backbone").out == "x = 3;\n----------\n"


@pytest.mark.parametrize("name", list(LANGUAGES))
def test_the_table_of_a_language_names_constraints(name):
    for form in LANGUAGES[name].forms().values():
        assert CONSTRAINTS[form.constraint].name == form.constraint


XCSP = {form.constraint: form for form in LANGUAGES["xcsp"].forms().values()}


@pytest.mark.parametrize("name", XCSP)
def test_forms_of_xcsp_read_what_they_write(name):
    for arguments in CASES[name]:
        assert tuple(item for item, _ in XCSP[name].read(XCSP[name].write(*arguments))) == arguments


@pytest.mark.parametrize("kind", ["csp", "CSP", "sugar"])
def test_a_language_is_called_by_the_suffix_of_its_files_too(kind, tmp_path):
    path = tmp_path / "model"
    path.write_text("; nothing that is seen at once\n(int x 0 2)")
    assert run("count", path, "--from", kind).out == "3\n"
    assert run("convert", path, "--from", kind, "--to", "csp").out == "(int x 0 2)\n"


TWO_POINT_ONE = '<instance>\n<presentation format="XCSP 2.1"/>\n</instance>\n'
OTHERS = {
    "XCSP 2.1": (TWO_POINT_ONE, "xcsp3", "this is XCSP 2.1; expected XCSP3; `csp2sat solve FILE --from xcsp`"),
    "CSP text": (
        "(int x 0 1)\n",
        "xcsp3",
        "this is Sugar's CSP text; expected XCSP3; `csp2sat solve FILE --from",
    ),
    "XML of no version": ('<instance type="CSP">\n</instance>\n', "xcsp3", "expected <instance "),
    "no language": ("hello\n", "xcsp3", "not well-formed XML"),
}


@pytest.mark.parametrize(("text", "kind", "message"), OTHERS.values(), ids=OTHERS)
def test_a_text_in_another_language_than_the_one_named(text: str, kind: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_data(text.encode(), "a", "", kind)
    assert caught.value.message.startswith(message)
