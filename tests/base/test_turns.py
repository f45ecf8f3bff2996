"""Work whose reports are taken one by one, in turns with those who take them."""

import subprocess
import sys
import threading
from contextvars import ContextVar

import pytest

from csp2sat.base.time_limit import is_cancelled
from csp2sat.base.turns import each_reported
from csp2sat.errors import LimitReached

NAME: ContextVar[str] = ContextVar("name", default="")


def test_values_come_when_they_are_asked_for_and_the_result_at_last():
    done = list[int]()

    def work(report):
        for each in (1, 2):
            done.append(each)
            report(each)
        return len(NAME.get())

    NAME.set("name")
    found = each_reported(work)
    assert done == []
    for seen in (1, 2):
        assert next(found) == seen == done[-1]
    assert [*found] == [4]


def test_an_error_comes_after_the_values():
    def work(report):
        report(1)
        raise KeyboardInterrupt("why")

    found = each_reported(work)
    assert next(found) == 1
    with pytest.raises(KeyboardInterrupt, match="why"):
        next(found)


def test_who_leaves_cancels_the_work():
    seen = list[bool]()

    def work(report):
        try:
            report(1)
        finally:
            seen.append(is_cancelled())

    count = threading.active_count()
    found = each_reported(work)
    assert next(found) == 1
    found.close()
    assert (seen, threading.active_count()) == ([True], count)


def test_work_that_reports_on_after_it_was_left_waits_for_nobody():
    refused = list[str]()

    def work(report):
        for each in range(5):
            try:
                report(each)
            except LimitReached as limit:
                refused.append(limit.reason)
        return 5

    found = each_reported(work)
    assert next(found) == 0
    leaving = threading.Thread(target=found.close, daemon=True)
    leaving.start()
    leaving.join(20)
    assert (refused, leaving.is_alive()) == (["interrupted"] * 5, False)


LEFT = """
from csp2sat.base.turns import each_reported

def work(report):
    try:
        report(1)
    finally:
        print("ended")

found = each_reported(work)
print(next(found))
"""


@pytest.mark.parametrize(
    "left", ["", "found = [found]; found.append(found)", "import builtins; builtins.found = found"]
)
def test_work_ends_before_a_program_that_still_has_its_values(left):
    done = subprocess.run([sys.executable, "-c", LEFT + left], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, "1\nended\n", "")
