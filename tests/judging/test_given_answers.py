"""Answers that a program gives to `csp2sat.check`: results, dicts, solutions of boards, texts."""

import pytest
from support.run_command import run

import csp2sat

BOARD = "; Sudoku Puzzle\nsize 4 4\n4 - - 3\n- - - 4\n1 - - -\n3 - - -\n"


def model():
    m = csp2sat.Model()
    x, y, p = m.int("x", 0, 5), m.int_array("y", 2, 0, 2), m.bool("p")
    m.add(x + y[0] >= 3, p.implies(x > 3))
    m.maximize(x)
    return m, x, y, p


def test_a_result_and_its_solution_are_judged():
    m, *_ = model()
    r = csp2sat.solve(m)
    assert csp2sat.check(m, r) == csp2sat.check(m, r.solution) == csp2sat.check(m, r.as_dict()) == []
    other = csp2sat.Model()
    other.add(other.int("x", 0, 9) < 5)
    assert "y_0 is no variable of the input" in csp2sat.check(other, r)


def test_a_dict_has_names_or_variables_and_lists_of_values():
    m, x, y, p = model()
    right = {"x": 4, "y": [0, 1], "p": True}, {x: 4, y[0]: 0, y[1]: 1, p: 1}, {"x": 4, "y": (0, 1), p: False}
    assert [csp2sat.check(m, each) for each in right] == [[], [], []]
    assert csp2sat.check(m, {"x": 2, "y": [0, 0], "p": True})[0].endswith("is violated")
    assert csp2sat.check(m, {"x": 9, "y": [0, 0], "p": True}) == ["x cannot be 9: not in its domain"]
    assert csp2sat.check(m, {"x": 4, "y": [0, 0], "p": True, "z": 1}) == ["z is no variable of the input"]
    assert 'x cannot be "4": expected an integer' in csp2sat.check(m, {"x": "4", "y": [0, 0], "p": True})
    assert csp2sat.check(m, {"x": 4, "p": True}) == ["y_0 has no value", "y_1 has no value"]


def test_numbers_of_numpy_are_numbers():
    numpy = pytest.importorskip("numpy")
    m, *_ = model()
    assert csp2sat.check(m, {"x": numpy.int64(4), "y": numpy.array([0, 1]), "p": numpy.bool_(True)}) == []
    board = csp2sat.loads(BOARD).board
    assert csp2sat.check(board, numpy.array(csp2sat.solve(board).solution)) == []


def test_a_text_is_judged_as_its_file_is(tmp_path):
    m, *_ = model()
    for text in ("a x 4\na y_0 0\na y_1 0\na p true\na\n", '{"x": 4, "y": [0, 0], "p": true}', "v 4 0 0 1"):
        (tmp_path / "answer").write_text(text)
        given = text, tmp_path / "answer", str(tmp_path / "answer")
        assert [csp2sat.check(m, each) for each in given] == [[], [], []]
    with pytest.raises(csp2sat.FileError):
        csp2sat.check(m, "no such file.txt")


def test_boards_are_judged_by_result_solution_and_drawing(tmp_path):
    (tmp_path / "b.txt").write_text(BOARD)
    r = csp2sat.solve(tmp_path / "b.txt")
    for what in (tmp_path / "b.txt", csp2sat.load(tmp_path / "b.txt")):
        assert [csp2sat.check(what, each) for each in (r, r.solution, r.draw(), str(r.draw()))] == [[]] * 4
    assert csp2sat.check(tmp_path / "b.txt", tuple(map(tuple, r.solution))) == []
    wrong = [[1, 1, 1, 1]] * 4
    assert len(csp2sat.check(tmp_path / "b.txt", wrong)) > 1


@pytest.mark.parametrize("wrong", [None, 5, 3.5, b"v 1", [1], {"x": object()}, {"x": {1: object()}}, object()])
def test_what_is_no_answer_is_refused_at_the_call(wrong):
    with pytest.raises(csp2sat.UsageError, match="expected"):
        csp2sat.check(model()[0], wrong)


def test_a_result_without_a_solution_is_refused_with_its_status():
    m, x, *_ = model()
    m.add(x < 0)
    with pytest.raises(csp2sat.UsageError, match="'UNSATISFIABLE': expected"):
        csp2sat.check(m, csp2sat.solve(m))


def test_a_term_is_no_variable_of_a_dict():
    m, x, *_ = model()
    with pytest.raises(csp2sat.ModelError, match="no variable"):
        csp2sat.check(m, {x + 1: 4})


def test_json_of_the_command_has_lists_of_a_written_model(tmp_path):
    (tmp_path / "m.csp").write_text("(int y_0 0 2) (int y_1 0 2) (< y_0 y_1)")
    (tmp_path / "a.json").write_text('{"y": [0, 1]}')
    assert run("check", tmp_path / "m.csp", tmp_path / "a.json").out == "right\n"


def test_the_cells_of_a_large_board_are_no_path(tmp_path):
    (tmp_path / "b.txt").write_text("; Sudoku Puzzle\nsize 25 25\n" + "- " * 24 + "-\n" + ("- " * 24 + "-\n") * 24)
    assert "wrong: " in run("check", tmp_path / "b.txt", "1" * 625).out


def test_a_text_in_one_line_is_no_path():
    m, *_ = model()
    assert csp2sat.check(m, "x=4, y_0=0, y_1=0, p=true") == csp2sat.check(m, "x = 4 y = [0,1] p = 1") == []
    assert csp2sat.check(m, "x=4, p=true") == ["y_0 has no value", "y_1 has no value"]
    with pytest.raises(csp2sat.InputError, match=r"4\.5 is no value of x"):
        csp2sat.check(m, "x=4.5")


def test_an_array_is_no_key():
    m, _, y, _ = model()
    with pytest.raises(csp2sat.ModelError, match="an array is no key of a dict; its name is one"):
        csp2sat.check(m, {y: [0, 1]})
    with pytest.raises(TypeError):
        hash(y)


def _decoded(tmp_path, problem):
    csp2sat.encode(problem, tmp_path / "f.cnf", to="cnf")
    found = run("solve", tmp_path / "f.cnf", "--solver", "embedded").out
    (tmp_path / "answer").write_text(found)
    return csp2sat.decode(tmp_path / "answer", tmp_path / "f.map")


def test_a_decoded_answer_is_judged(tmp_path):
    m = csp2sat.Model()
    x = m.int_array("x", 60, 0, 9)
    m.add(x[0] > 3, m.int("_hidden", 0, 3) > 1)
    decoded = _decoded(tmp_path, m)
    assert csp2sat.check(m, decoded) == []
    m.add(x[0] < 3)
    assert csp2sat.check(m, decoded) == ["(lt x_0 3) is violated"]
    board = csp2sat.loads(BOARD)
    assert csp2sat.check(board, _decoded(tmp_path, board)) == []


def test_what_is_no_answer_is_cut_in_the_message(tmp_path):
    m, *_ = model()
    with pytest.raises(csp2sat.UsageError) as caught:
        csp2sat.check(m, [1] * 1000)
    assert len(str(caught.value)) < 450 and "expected a path" in str(caught.value)
