"""The mark `together`: a table of small cases is one test, which runs each of them.

    @pytest.mark.together
    @pytest.mark.parametrize("text, message", WRONG.values(), ids=WRONG)
    def test_...

A test of pytest costs more time than most rows of such a table.  Every case runs, whatever became of those before, and
a failure names all cases that have failed.  Where a case is chosen, by its name in brackets or by `-k`, and in
`make long`, each case is a test of its own.  Cases share the fixtures of the test, so that the mark is for tests that
change nothing; a case that skips itself is a failure, for the others would seem to be skipped, too.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from support.samples import USUAL


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "together: all cases are one test, in `make test`")
    config.addinivalue_line("markers", "cases(params): of a test that is run together, by their names")


@pytest.hookimpl(trylast=True)  # after `samples`, which is loaded before: when the sample is known
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Make one case of those that have no marks of their own."""
    calls = getattr(metafunc, "_calls", None)
    option = metafunc.config.option
    chosen = option.keyword or any("[" in word for word in metafunc.config.args)
    if not calls or chosen or option.markexpr != USUAL or not metafunc.definition.get_closest_marker("together"):
        return
    alike = [call for call in calls if not call.marks]
    if len(alike) > 1:
        cases = pytest.mark.cases.with_args({call.id: call.params for call in alike}).mark
        whole = replace(alike[0], _idlist=[f"{len(alike)} cases"], marks=[cases])
        calls[:] = [whole, *(call for call in calls if call.marks)]


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run all cases of a test; raise the first failure, with the names of all."""
    mark = pyfuncitem.get_closest_marker("cases")
    if mark is None or not pyfuncitem.get_closest_marker("together"):
        return None
    given = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    failed: dict[str, BaseException] = {}
    for name, params in mark.args[0].items():
        try:
            pyfuncitem.obj(**given | params)
        except pytest.skip.Exception as skipped:
            failed[name] = AssertionError(f"a case of many is skipped: {skipped}")
        except (Exception, pytest.fail.Exception) as error:
            failed[name] = error
    if failed:
        raise _named(failed)
    return True


def _named(failed: dict[str, Any]) -> BaseException:
    """Return the first failure, with a note that names all cases that have failed."""
    first: BaseException = next(iter(failed.values()))
    first.add_note("cases that failed, the first of them above: " + ", ".join(f"[{name}]" for name in failed))
    return first
