"""What is said of names and values that people bring from other packages."""

import pytest

import csp2sat


@pytest.fixture(name="m")
def model():
    m = csp2sat.Model()
    m.int("x", 0, 3)
    return m


def test_names_in_one_string_are_shown_as_a_list(m):
    with pytest.raises(csp2sat.UsageError, match=r"expected a sequence of strings: race=\['kissat', 'clasp'\]"):
        csp2sat.solve(m, race="kissat, clasp")


def test_the_type_of_sessions_names_the_function(m):
    with pytest.raises(TypeError, match=r"csp2sat\.session\(m\) begins one"):
        csp2sat.Session(m)


@pytest.mark.parametrize("name, meant", [("sizes", "f.num_vars and len(f.clauses)"), ("num_clauses", "len(f.clauses)")])
def test_sizes_of_a_formula(m, name, meant):
    with pytest.raises(AttributeError) as raised:
        getattr(csp2sat.encode(m), name)
    assert f"did you mean {meant}?" in str(raised.value)
