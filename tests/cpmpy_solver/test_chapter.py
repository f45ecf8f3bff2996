"""The programs in the manual's chapter on CPMpy print what stands there."""

from __future__ import annotations

import re

import pytest
from support.paths import ROOT

pytest.importorskip("cpmpy", reason="CPMpy is not installed: pip install 'csp2sat[cpmpy]'")


def test_the_programs_print_what_the_chapter_says(capsys):
    """They go on with the names of those before."""
    text = (ROOT / "csp2sat" / "manual" / "cpmpy.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```py\n(.*?)^```$", text, re.M | re.S)
    assert len(blocks) >= 3
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, "cpmpy.md", "exec"), names)
        assert capsys.readouterr().out.splitlines() == re.findall(r"# prints (.*)", block)
