"""The parts of a MiniZinc model's constraints, each of which gets a condition of its own."""

from pathlib import Path

from csp2sat.languages.flatzinc.own_texts.guarded_model import GuardedModel, is_optional
from csp2sat.languages.flatzinc.own_texts.guarded_text import GuardedText, parts, selecting
from csp2sat.languages.flatzinc.own_texts.model_text import LineStarts

TEXT = r"""int: n = 3; array[1..2] of var 0..3: x; % constraint foo;
constraint :: "a" forall(i in 1..2)(
  forall(j in 1..2)(
    x[i, j] > 1 /\
    x[i, j] < 4)
  /\ sum(j in 1..2)(x[i, j] * x[i, j]) = 5
);
constraint x[1] = 2 \/ x[2] < 3 /\ true; constraint not x[1]=2 /\ (if n > 2 /\ n < 5 then true else false endif);
constraint forall([x[i] > 2 /\ x[i] < 4 | i in 1..2]) :: "name";
constraint forall([x[i] > 2 | i in 1..2] ++ [true]);
constraint (x[1] > 3) :: domain;
constraint let {var 0..3: y; constraint y > 3} in y = x[1] /\ true;
var bool: constraint_of = true; output ["constraint x;"]
"""


def test_the_parts_and_their_places():
    found = [(each.row, each.column, TEXT[each.start : each.end]) for each in parts(TEXT)]
    assert found == [
        (4, 5, "x[i, j] > 1"),
        (4, 5, "x[i, j] < 4"),
        (3, 3, "sum(j in 1..2)(x[i, j] * x[i, j]) = 5"),
        (8, 12, r"x[1] = 2 \/ x[2] < 3 /\ true"),
        (8, 53, "not x[1]=2"),
        (8, 53, r"if n > 2 /\ n < 5 then true else false endif"),
        (9, 12, "x[i] > 2"),
        (9, 12, "x[i] < 4"),
        (10, 12, "forall([x[i] > 2 | i in 1..2] ++ [true])"),
        (11, 12, "(x[1] > 3) :: domain"),
        (12, 12, r"let {var 0..3: y; constraint y > 3} in y = x[1] /\ true"),
    ]


def test_each_part_has_a_condition_and_no_line_moves():
    found = GuardedText("constraint x > 1; % one\nconstraint y > 1 /\\ x < 3", 7)
    text = found.guarded
    assert len(found.parts) == 3 and text.count("csp2sat_c -> (") == 3 and text.count("\n") == 1
    assert [f"csp2sat_part(csp2sat_c, {number})" in text for number in (6, 7, 8, 9, 10)] == [
        False,
        True,
        True,
        True,
        False,
    ]


def test_columns_are_those_of_the_text():
    found = GuardedText(TEXT, 0)
    for row, (line, own) in enumerate(zip(found.guarded.splitlines(), TEXT.splitlines(), strict=True), start=1):
        assert [found.column(row, at) for at in range(1, len(line) + 1)] == sorted(
            found.column(row, at) for at in range(1, len(line) + 1)
        )
        for word in ("sum", "x[2]", "not", "n > 2", "let {var 0..3"):
            assert found.column(row, line.find(word) + 1) == own.find(word) + 1 or word not in own


def test_a_mark_requires_its_condition():
    flat = "var bool: c;\nconstraint csp2sat_part(c,3);\nconstraint csp2sat_part_reif(false,4,b);\nsolve satisfy;\n"
    text, numbers = selecting(flat)
    assert numbers == {2: 3, 3: 4}
    assert text.splitlines()[1:3] == [
        "constraint array_bool_and([c,true],true);",
        "constraint array_bool_and([false,b],true);",
    ]


def test_only_the_word_opt_itself_declares_an_optional_variable(tmp_path: Path) -> None:
    (tmp_path / "b.mzn").write_text("var opt 0..3: y;\n")
    for text, optional in {
        "var 0..3: x; % an opt value": False,
        'constraint trace("opt", x > 0); var 0..3: opt_x;': False,
        "var opt 0..3: x;": True,
        'include "b.mzn";': True,
    }.items():
        (main := tmp_path / "m.mzn").write_text(text)
        assert is_optional(str(main)) == optional, text


def test_further_items_stand_in_a_file_of_their_own(tmp_path: Path) -> None:
    """The last line of a model may end in a comment."""
    (main := tmp_path / "m.mzn").write_text("var opt 0..3: x;\nconstraint occurs(x) % done")
    guarded = GuardedModel(str(main), "constraint deopt(x) = 2;\n")
    files = [Path(name).read_text() for name in guarded.write(tmp_path)]
    assert files[0].endswith(" % done") and files[1].startswith("constraint (let {") and len(files) == 3
    assert [place[:3] for place in guarded.places] == [
        (str(main.resolve()), 2, 1 + len("constraint ")),
        ("items.mzn", 1, 12),
    ]


def test_places_are_found_without_reading_the_text_again(tmp_path: Path) -> None:
    text = "\n".join(f"constraint x > {number};" for number in range(3000))
    lines = LineStarts(text)
    for at in (0, 1, 17, 18, 1000, len(text) - 1):
        row, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
        assert lines.place(at) == (row, column) and lines.offset(row, column) == at
