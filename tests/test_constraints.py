"""The versions of `.github/constraints.txt` are all that a fresh installation needs, and fit `pyproject.toml`."""

import re
import tomllib
from importlib.metadata import requires

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from support.paths import ROOT

LINES = [line for line in (ROOT / ".github" / "constraints.txt").read_text().splitlines() if line[:1] not in ("", "#")]
PINS = {canonicalize_name(Requirement(line).name): Requirement(line) for line in LINES}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def test_each_line_is_one_version():
    assert len(PINS) == len(LINES)
    assert all(re.fullmatch(r"==[^*,]+", str(pin.specifier)) for pin in PINS.values())


def test_every_dependency_is_there_and_fits():
    for text in (*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["dev"]):
        wanted = Requirement(text)
        (pin,) = PINS[canonicalize_name(wanted.name)].specifier
        assert wanted.specifier.contains(pin.version, prereleases=True), text


def test_what_they_need_is_there_too():
    for name in PINS:
        for text in requires(name) or ():
            wanted = Requirement(text)
            if wanted.marker is None or wanted.marker.evaluate({"extra": ""}):
                assert canonicalize_name(wanted.name) in PINS, f"{name} needs {text}"
