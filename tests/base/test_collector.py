"""What is let go is freed at once: the collector, which is switched off while models are made, finds no garbage."""

import gc

import pytest

import csp2sat
from csp2sat.base.interpreter import MANY, CollectorOff
from csp2sat.base.source import Source
from csp2sat.encoder import passes
from csp2sat.encoder.options import USUAL
from csp2sat.errors import InputError
from csp2sat.languages import sugar
from csp2sat.model.model import Model

TEXT = "(int x 0 9)\n(bool p)\n(or p (< x 3) (= (mod x 2) 1))\n(alldifferent x 4)\n"
XML = """<instance><presentation format="XCSP 2.1"/><domains nbDomains="1"><domain name="D" nbValues="3">1..3</domain>
</domains><variables nbVariables="2"><variable name="a" domain="D"/><variable name="b" domain="D"/></variables>
<constraints nbConstraints="1"><constraint name="c" arity="2" scope="a b" reference="global:allDifferent"/>
</constraints></instance>"""
BOARD = "size 4 4\n- - - -\n- 1 - -\n- - - -\n- - - 1\n"


def garbage_of(path, use):
    """How many objects in cycles are left when it was used a second time; imports and caches are the first one's."""
    use(path)
    gc.collect()
    gc.disable()
    try:
        use(path)
        return gc.collect()
    finally:
        gc.enable()


@pytest.mark.parametrize("name, text", [("a.csp", TEXT), ("a.xml", XML)])
def test_reading_leaves_no_cycles(tmp_path, name, text):
    (tmp_path / name).write_text(text)
    assert garbage_of(tmp_path / name, csp2sat.load) == 0


@pytest.mark.sample(2)
@pytest.mark.parametrize("name, text, kind", [("a.csp", TEXT, None), ("a.xml", XML, None), ("a.txt", BOARD, "masyu")])
def test_solving_leaves_no_cycles(tmp_path, name, text, kind):
    (tmp_path / name).write_text(text)
    assert garbage_of(tmp_path / name, lambda path: csp2sat.solve(csp2sat.load(path, kind))) == 0


def test_texts_that_are_refused_do_not_pile_up():
    """The traceback of an error is a cycle with all that was read so far."""
    text = TEXT + "".join(f"(or p (< (+ x {i}) 30))" for i in range(1000)) + "(= x y)"
    before = len(gc.get_objects())
    for _ in range(20):
        with pytest.raises(InputError):
            sugar.read(Source("bad.csp", text))
    assert len(gc.get_objects()) - before < 10_000  # one text makes 4,000


def test_much_that_was_made_counts_as_old():
    gc.unfreeze()  # the tests themselves: where objects are frozen already, `CollectorOff` lets them be
    try:
        with CollectorOff():
            assert not gc.isenabled()
            things = [[number] for number in range(MANY + 1)]
        assert gc.isenabled()
        assert any(each is things for each in gc.get_objects(2))
    finally:
        gc.freeze()


def test_normal_forms_are_made_without_the_collector(monkeypatch):
    seen, normalize = [], passes.normalize
    monkeypatch.setattr(passes, "normalize", lambda *given: seen.append(gc.isenabled()) or normalize(*given))
    passes.normalized(Model(), USUAL)
    assert seen == [False]
