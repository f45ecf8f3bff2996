"""Tables of small cases: in `make test` such a table is one test, which runs each of its cases.

A test of pytest costs more time than most rows of a table.  A test with many cases (`LEAST`) and without fixtures, so
that no case leaves anything to the next one, is run so; a test with the mark `together` whatever its fixtures are,
which all cases share then; one with the mark `apart` never, as where cases are skipped, take long, or change this
process.  Every case runs, whatever became of those before, and a failure names all cases that have failed.  Where a
case is chosen, by its name in brackets or by `-k`, and in `make long`, each case is a test of its own.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from support.samples import USUAL

LEAST = 6  # cases
TABLE = re.compile(r"\[\d+ cases\]$")  # the end of the name of a test of many cases
EVERYWHERE = {"signals_as_before"}  # the fixture of all tests
DIRECT = "get_direct_param_fixture_func"  # which pytest has for a parameter that is no fixture


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "together: all cases are one test in `make test`, and share fixtures")
    config.addinivalue_line("markers", "apart: each case is a test")
    config.addinivalue_line("markers", "cases(params): of a test that is run together, by their names")


@pytest.hookimpl(trylast=True)  # after `samples`, which is loaded before: when the sample is known
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Make one case of those that have no marks of their own."""
    calls = getattr(metafunc, "_calls", None)
    option = metafunc.config.option
    chosen = option.keyword or any("[" in TABLE.sub("", word) for word in metafunc.config.args)
    if not calls or chosen or option.markexpr != USUAL or not _is_table(metafunc):
        return
    alike = [call for call in calls if not call.marks]
    if len(alike) > 1:
        cases = pytest.mark.cases.with_args([(call.id, call.params) for call in alike]).mark
        whole = replace(alike[0], _idlist=[f"{len(alike)} cases"], marks=[cases])
        calls[:] = [whole, *(call for call in calls if call.marks)]


def _is_table(metafunc: pytest.Metafunc) -> bool:
    """Whether all cases of a test are to be one."""
    test, calls = metafunc.definition, metafunc._calls
    if test.get_closest_marker("together"):
        return True
    if len(calls) < LEAST or any(map(test.get_closest_marker, ("apart", "long", "needs", "xfail"))):
        return False
    made = {name: found[-1].func.__name__ for name, found in metafunc._arg2fixturedefs.items() if found}
    own = {made.get(name) for name in {*metafunc.fixturenames} - EVERYWHERE}
    return own == {DIRECT} and not hasattr(metafunc.function, "hypothesis")


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run all cases of a test; raise the first failure, with the names of all."""
    mark = pyfuncitem.get_closest_marker("cases")
    if mark is None:
        return None
    given = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    failed: list[tuple[str, BaseException]] = []
    for name, params in mark.args[0]:
        try:
            pyfuncitem.obj(**given | params)
        except (pytest.skip.Exception, pytest.xfail.Exception) as skipped:
            failed.append((name, AssertionError(f"a case of many is skipped: {skipped}")))
        except (Exception, pytest.fail.Exception) as error:
            failed.append((name, error))
    if failed:
        raise _named(failed)
    return True


def _named(failed: list[tuple[str, Any]]) -> BaseException:
    """Return the first failure, with a note that names all cases that have failed."""
    first: BaseException = failed[0][1]
    first.add_note("cases that failed, the first of them above: " + ", ".join(f"[{name}]" for name, _ in failed))
    return first
