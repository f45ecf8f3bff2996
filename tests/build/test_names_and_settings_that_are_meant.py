"""What modellers write in place of `name=`, `limit=` and `threads=`, and names that CSP text cannot have."""

from __future__ import annotations

import pytest

import csp2sat
from csp2sat.base.source import Source
from csp2sat.cli.app import _hint
from csp2sat.languages import sugar


def test_a_name_behind_a_constraint_is_an_option():
    m = csp2sat.Model()
    with pytest.raises(csp2sat.ModelError, match="a name of a constraint is given as name='big y'"):
        m.add(m.int("y", 0, 5) > 3, "big y")


def test_a_number_that_is_a_text_is_a_number_from_a_file():
    m = csp2sat.Model()
    x = m.int("x", 0, 5)
    message = r"'(12|-3)' is no term.* a text, and int\('(12|-3)'\) is the number"
    for use in (lambda: m.add(sum(w * x for w in ["12"]) <= 3), lambda: m.add(x < "-3"), lambda: m.minimize("12")):
        with pytest.raises(csp2sat.ModelError, match=message):
            use()
    with pytest.raises(csp2sat.ModelError, match="a name of a constraint is given as name='12'"):
        m.add(x > 3, "12")


@pytest.mark.parametrize("name", ["a\nb", "a\x1b[1m", "a\u202eb"])
def test_a_name_of_a_constraint_is_shown_in_one_visible_line(name):
    m = csp2sat.Model()
    m.add(m.int("x", 0, 5) > 5, name=name)
    (line,) = str(csp2sat.explain(m)).splitlines()[1:2]
    assert line.endswith(": x > 5") and line.isprintable()


@pytest.mark.parametrize("setting", ["all_reasons", "reasons"])
def test_the_number_of_reasons_is_limit(setting):
    with pytest.raises(TypeError, match="limit=None all"):
        csp2sat.explain(csp2sat.Model(), **{setting: 3})


def test_threads_in_cpmpy():
    cpmpy = pytest.importorskip("cpmpy")
    from csp2sat.cpmpy.solver import CPM_csp2sat

    x = cpmpy.intvar(0, 3, name="x")
    with pytest.raises(TypeError, match="did you mean 'threads'"):
        CPM_csp2sat(cpmpy.Model(x > 1)).solve(num_workers=2)


def test_names_that_csp_text_cannot_have_are_renamed():
    m = csp2sat.Model()
    a, b, c, d = m.bool("0 to 1"), m.bool("x[1 2]"), m.bool("x_1_2"), m.int("a b", 0, 3)
    m.add(a | b | c, d > 1, a == ~b)
    text = csp2sat.convert(m, to="csp")
    for line in ("; a_b stands for a b", "; v0_to_1 stands for 0 to 1", "; x_1_2_2 stands for x[1 2]"):
        assert line in text.splitlines()
    read = sugar.LANGUAGE.read(Source("x.csp", text))
    assert set(read.bools) == {"v0_to_1", "x_1_2_2", "x_1_2"} and csp2sat.count(m).number == 8
    m = csp2sat.Model()
    m.add(m.bool("x") | m.bool("y.1"))
    assert "stands for" not in csp2sat.convert(m, to="csp")


def test_several_kinds_are_generated_one_by_one():
    words = ["generate", "hitori", "nurikabe"]
    assert _hint(words, "Got unexpected extra argument(s) (nurikabe)").startswith("One kind at a time")
