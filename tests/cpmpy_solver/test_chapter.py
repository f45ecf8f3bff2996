"""The programs in the manual's chapter on CPMpy print what stands there."""

from __future__ import annotations

import re

import pytest
import readme
from support.paths import ROOT

pytest.importorskip("cpmpy", reason="CPMpy is not installed: pip install cpmpy")


def test_the_chapter_has_every_method():
    from csp2sat.cpmpy import CPM_csp2sat
    from csp2sat.cpmpy.model_interface import ModelInterface

    text = (ROOT / "csp2sat" / "manual" / "cpmpy.md").read_text(encoding="utf-8")
    table = text.partition("## `csp2sat.cpmpy.CPM_csp2sat`")[2].partition("\n## ")[0]
    names = [name for each in (CPM_csp2sat, ModelInterface) for name in vars(each) if name[0] != "_"]
    given = [name for name in names if not name.startswith("supported_")]
    assert len(given) > 12 and [name for name in given if not re.search(rf"`{name}\b", table)] == []


def test_the_programs_print_what_the_chapter_says(capsys):
    """They go on with the names of those before."""
    text = (ROOT / "csp2sat" / "manual" / "cpmpy.md").read_text(encoding="utf-8")
    blocks = readme.PY.findall(text)
    assert len(blocks) >= 3
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, "cpmpy.md", "exec"), names)
        assert capsys.readouterr().out.splitlines() == re.findall(r"# prints (.*)", block)
