"""The parts of a MiniZinc model's constraints, each of which gets a condition of its own."""

from csp2sat.languages.flatzinc.own_texts.guarded_text import GuardedText, parts, selecting

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
