"""Long formulas in texts: parts that they share get variables of their own, and there are as many solutions."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.oracle import solutions
from support.paths import BOARDS

import csp2sat
from csp2sat.base.source import Source
from csp2sat.graphs.automata import Automaton
from csp2sat.languages import sugar, xcsp3
from csp2sat.languages.base import shared_parts
from csp2sat.languages.csp.dialects import to_smt
from csp2sat.languages.csp.sugar_own import in_sugar
from csp2sat.languages.csp.writer import to_text
from csp2sat.languages.flatzinc.written.whole_model import to_minizinc
from csp2sat.languages.xcsp3_core.written.instance import to_xml
from csp2sat.model.expr import negation, node
from csp2sat.model.model import Model, Objective

EDGES = ((0, 1, 1), (1, 1, 2), (0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 2, 1), (1, 2, 0), (2, 2, 2))
SURE = Automaton(0, EDGES, frozenset((0, 1, 2)))
UNSURE = Automaton(0, (*EDGES, (0, 0, 2), (2, 2, 0)), frozenset((1,)))  # two edges with one label
FAR = Automaton(0, ((0, 0, 1), (1, 2, 0), (1, 0, 1), (0, 99, 0)), frozenset((0, 1)))  # labels far apart
MODELS = {
    "deterministic": lambda word: node("regular", SURE, *word),
    "not deterministic": lambda word: node("regular", UNSURE, *word),
    "negated": lambda word: negation(node("regular", UNSURE, *word)),
    "in a formula": lambda word: node("iff", node("regular", SURE, *word), node("eq", word[0], 1)),
    "labels far apart": lambda word: node("regular", FAR, *word),
}


def model(name: str, length: int) -> Model:
    made = Model()
    made.add(MODELS[name]([made.int(f"a{at}", 0, 2) for at in range(length)]))
    return made


def in_sugar_text(given: Model) -> str:
    return to_text(in_sugar(given)[0])


def words_of(given: Model, back: Model) -> list[tuple[int, ...]]:
    """The values of the given model's integers, which come first, in all solutions of a model that was read back."""
    return sorted(ints[: len(given.ints)] for ints, _ in solutions(back))


READERS = {
    "sugar-strict": lambda given: sugar.read(Source("f.csp", in_sugar_text(given))),
    "xcsp3": lambda given: xcsp3.read(Source("f.xml", to_xml(given))),
}


@pytest.mark.parametrize("name", MODELS)
def test_the_solutions_are_the_same_and_as_many(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    given = model(name, 3)
    expected = words_of(given, given)
    for limit, value in (("LONG", 10), ("REPEATED", 1), ("SHORT", 4)):
        monkeypatch.setattr(shared_parts, limit, value)
    for form, read in READERS.items():
        back = read(given)
        assert words_of(given, back) == expected, form
        own = (name, form) == ("deterministic", "xcsp3") or len(back.ints) + len(back.bools) > len(given.ints)
        assert own or name == "labels far apart", form


@pytest.mark.needs("minizinc")
def test_minizinc_has_as_many_solutions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for limit, value in (("LONG", 10), ("REPEATED", 1), ("SHORT", 4)):
        monkeypatch.setattr(shared_parts, limit, value)
    given = model("not deterministic", 3)
    given.add(MODELS["deterministic"]([given.int("b", 0, 0)]))
    (path := tmp_path / "f.mzn").write_text(text := to_minizinc(given))
    found = sorted(tuple(each[name] for name in given.ints) for each in csp2sat.solutions(path))
    assert found == words_of(given, given) and "constraint part1 <-> (" in text
    assert "regular([b + 1], 3, 3, [| 1, 2, 2 | 1, 3, 1 | 1, 0, 3 |], 1, {1, 2, 3})" in text


@pytest.mark.parametrize("write", [in_sugar_text, to_xml, to_minizinc, to_smt])
@pytest.mark.parametrize("name", MODELS)
def test_a_text_is_as_long_as_the_word(name: str, write: object) -> None:
    short, long = (len(write(model(name, length))) for length in (16, 32))  # type: ignore[operator]
    assert long < 3 * short < 100_000


@pytest.mark.parametrize("write", [in_sugar_text, to_xml, to_minizinc, to_smt])
@pytest.mark.parametrize("place", ["constraints", "objective"])
def test_a_text_is_as_long_as_formulas_that_are_made_of_one_another(write: object, place: str) -> None:
    """Each constraint contains the one before it; the first ones are short, so that nothing in them gets a name."""

    def text(levels: int) -> str:
        made = Model()
        x = made.int("x", 0, 3)
        formula = node("le", x, 2)
        for level in range(levels):
            p = made.bool(f"p{level}")
            formula = node("iff", node("or", formula, p), node("and", formula, node("eq", x, level % 4)))
            if place == "constraints":
                made.add(node("or", formula, p))
        made.objective = Objective("minimize", node("if", formula, 1, x))
        return write(made)  # type: ignore[no-any-return, operator]

    assert len(text(20)) < len(text(14)) + 3000


def test_the_values_of_shared_parts_are_not_asked_for() -> None:
    text = to_smt(model("not deterministic", 16))
    assert "(declare-fun |_part1| () Bool)" in text and "part" not in text[text.index("(get-value") :]


def test_a_board_whose_loop_is_a_formula() -> None:
    assert len(csp2sat.convert(BOARDS / "masyu-6x6-bcd6000a.json", "xcsp3")) < 1_000_000
