"""Work whose reports are taken one by one, in turns with those who take them."""

import threading
from contextvars import ContextVar

import pytest

from csp2sat.base.time_limit import is_cancelled
from csp2sat.base.turns import each_reported

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
