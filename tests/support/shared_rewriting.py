"""The test files of a fresh checkout, compiled by all workers of pytest-xdist together.

pytest rewrites the assertions of each test file that it has not seen before, and keeps the bytecode: ten seconds of
CPU for all of `make test`.  Workers collect the same files at the same moment, so each of them would spend the ten
seconds.  Here each worker first compiles its share of the files; then it finds the others' shares compiled, too.
"""

from __future__ import annotations

import os
import sys

import pytest
from _pytest.assertion import rewrite


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Compile this worker's share of the test files, where all tests are asked for."""
    config = session.config
    worker, workers = (os.environ.get(name) for name in ("PYTEST_XDIST_WORKER", "PYTEST_XDIST_WORKER_COUNT"))
    if worker is None or workers is None or sys.dont_write_bytecode or config.args != config.getini("testpaths"):
        return
    state = config.stash[rewrite.assertstate_key]
    files = sorted(path for name in config.args for path in (config.rootpath / name).rglob("test_*.py"))
    for path in files[int(worker.removeprefix("gw")) :: int(workers)]:
        folder = rewrite.get_cache_dir(path)
        compiled = folder / f"{path.stem}{rewrite.PYC_TAIL}"
        if rewrite.try_makedirs(folder) and rewrite._read_pyc(path, compiled) is None:
            digest, code = rewrite._rewrite_test(path, config)
            rewrite._write_pyc(state, code, digest, compiled)
