"""A tiny ladder, and what it is made of."""

import gzip
import json

import pytest

MODEL = "(int x 0 3)\n(int y 0 3)\n(< x y)\n"
BEST = MODEL + "(objective minimize y)\n"
NONE = "(int x 0 3)\n(> x 3)\n"


@pytest.fixture
def folder(tmp_path):
    """A ladder: three CSPs, and four boards of one kind below."""
    (tmp_path / "few").mkdir()
    (tmp_path / "few" / "best.csp").write_text(BEST)
    (tmp_path / "few" / "none.csp.gz").write_bytes(gzip.compress(NONE.encode()))
    (tmp_path / "few" / "README.json").write_text("[1, 2]")
    (tmp_path / "few" / "akari").mkdir()
    for size in (3, 1, 4, 2):
        form = {"type": "akari", "rows": size, "cols": size, "givens": ["." * size] * size}
        (tmp_path / "few" / "akari" / f"a{size}.json").write_text(json.dumps(form))
    return tmp_path / "few"
