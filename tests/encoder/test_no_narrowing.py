"""`--no-narrowing`: the formula of the whole domains has the same solutions, and says so in its description."""

from __future__ import annotations

import csp2sat

TEXT = "(int x 0 3)\n(int y 0 3)\n(<= x 2)\n(<= (+ x y) 4)\n"
TEXTBOOK = {(1,), (-2, 3), (-3, 4), (-5, 6), (-6, 7), (4,), (3, 7), (4, 6)}  # x <= 0, 1, 2 are 2, 3, 4; y's 5, 6, 7


def test_the_formula_is_that_of_the_textbook(tmp_path):
    (tmp_path / "a.csp").write_text(TEXT)
    model = csp2sat.load(tmp_path / "a.csp")
    whole = csp2sat.encode(model, encoding="order", narrowing=False)
    assert {tuple(each) for each in whole.clauses} == TEXTBOOK
    assert len(csp2sat.encode(model, encoding="order").clauses) < len(TEXTBOOK)
    assert csp2sat.count(model, narrowing=False).number == csp2sat.count(model).number == 11
