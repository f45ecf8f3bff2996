"""The built page for tests in a browser: it needs the folders of Pyodide and of its wheels, which CI gets by npm and
pip; CSP2SAT_PYODIDE and CSP2SAT_WHEELS name them.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from csp2sat.page.site.building import build
from csp2sat.page.site.serving import server
from support.programs import REASON

REQUIRED = "CSP2SAT_PAGE_REQUIRED"  # set: what is missing is a failure, not a skip


def folder(variable: str) -> Path:
    """The folder that a variable names; the test is skipped if there is none."""
    found = os.environ.get(variable, "")
    if found and Path(found).is_dir():
        return Path(found)
    if os.environ.get(REQUIRED):
        pytest.fail(f"{variable} names no folder")
    pytest.skip(f"{REASON}the folder of {variable}, which is not there")


@contextmanager
def served_page(target: Path) -> Iterator[str]:
    """Build the page into a folder, serve it, and yield its address."""
    build(target, folder("CSP2SAT_PYODIDE"), folder("CSP2SAT_WHEELS"))
    with server(target, 0) as found:
        threading.Thread(target=found.serve_forever, daemon=True).start()
        try:
            yield found.url
        finally:
            found.shutdown()
