"""csp2sat without CPMpy: it never imports it, and says what to install where it is needed."""

from __future__ import annotations

import subprocess
import sys

HIDDEN = """
import sys
class Hiding:
    def find_spec(self, name, path=None, target=None):
        if name == "cpmpy":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Hiding())
"""
MISSING = "CPMpy is not installed; to install: pip install cpmpy"


def run(program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)


def test_csp2sat_does_not_import_it():
    done = run("import sys, csp2sat; csp2sat.solve, csp2sat.Model, csp2sat.build; print('cpmpy' in sys.modules)")
    assert done.stdout == "False\n", done.stderr


def test_what_to_install():
    done = run(f"{HIDDEN}\nimport csp2sat.cpmpy")
    assert done.returncode == 1
    assert done.stderr.rstrip().endswith(f"ModuleNotFoundError: {MISSING}")
