"""MiniZinc's own process ends at the time limit, outside the main thread as well, where there is no alarm."""

from __future__ import annotations

import sys
import time
from threading import Thread

import pytest

from csp2sat.base.deadline import deadline
from csp2sat.base.time_limit import time_left
from csp2sat.errors import LimitReached
from csp2sat.solving.minizinc_further import ended


def test_a_process_is_ended_at_the_limit_of_a_thread():
    found: list[object] = []

    def work() -> None:
        try:
            with deadline(0.01):
                left = time_left()
                found.append(left is not None and left < 1)
                ended([sys.executable, "-S", "-c", "import time; time.sleep(60)"])
        except LimitReached as limit:
            found.append(limit.reason)

    begun = time.monotonic()
    thread = Thread(target=work)
    thread.start()
    thread.join(20)
    assert found == [True, "time"] and time.monotonic() - begun < 20
    assert time_left() is None


def test_a_process_without_a_limit_ends_by_itself():
    assert ended([sys.executable, "-S", "-c", "print(3)"]).stdout.strip() == b"3"
    with pytest.raises(OSError):
        ended(["no-such-program-of-minizinc"])
