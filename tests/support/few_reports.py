"""Worker processes of pytest-xdist tell the main process one thing of a test, not five.

By default a worker sends the start and the end of each test, and a report of its setup, its call and its teardown.  Of
16,000 tests these messages take a tenth of the time.  Here only the report of the call is sent, and each report that is
no success.  Where `--durations` asks for the times of setup and teardown, everything is sent.
"""

from __future__ import annotations

import os

import pytest
from _pytest.runner import runtestprotocol


def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Run a test and send the reports that matter; return None, so that pytest runs the test, outside a worker."""
    if "PYTEST_XDIST_WORKER" not in os.environ or item.config.getoption("durations") is not None:
        return None
    for report in runtestprotocol(item, log=False, nextitem=nextitem):
        if report.when == "call" or not report.passed:
            item.ihook.pytest_runtest_logreport(report=report)
    return True
