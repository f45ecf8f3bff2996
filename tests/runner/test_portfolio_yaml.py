"""The portfolio in solvers.yaml: the packaged one, one of a user, who of it is there, and errors with their places."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.fake_solvers import overlay, program

from csp2sat.errors import InputError
from csp2sat.runner.config import config


def members(folder: Path, text: str) -> list[tuple[tuple[str, ...], float]]:
    return [member[:2] for member in overlay(folder, text).portfolio]


def test_the_packaged_portfolio() -> None:
    first, ordered, second = config.Solvers.load().portfolio
    assert (first.names, first.after) == (("kissat", "cadical", "embedded"), 0)
    assert ordered.names == ("embedded:ordered",) and [first.ordered, ordered.ordered, second.ordered] == [0, 1, 0]
    assert 0 < ordered.after < second.after >= 0.5 and "embedded" in second.names[-1]  # what every installation has
    assert config.Solvers.load().order == first.names


def test_portfolios_that_are_right(tmp_path: Path) -> None:
    packaged = members(tmp_path, "solvers: {mine: {command: x}}\n")
    assert packaged == [member[:2] for member in config.Solvers.load().portfolio]
    two = [(("kissat",), 0), (("minisat",), 0.5)]
    assert members(tmp_path, "portfolio: [{solver: kissat}, {after: 0.5, solver: minisat}]\n") == two
    assert members(tmp_path, "portfolio: [{solver: kissat}, {after: '0.5', solver: [minisat]}]\n") == two
    assert members(tmp_path, "portfolio:\n- solver: kissat\n- solver: kissat:sat\n  after: 2.\n")[1] == (
        ("kissat:sat",),
        2,
    )
    only = overlay(tmp_path, "portfolio: [{solver: kissat}, {only: ordered, solver: minisat}]\n").portfolio
    assert [member.ordered for member in only] == [False, True]
    assert members(tmp_path, "portfolio: []\n") == []
    assert members(tmp_path, "portfolio: {solver: kissat}\n") == [(("kissat",), 0)]
    mine = "solvers: {mine: {command: x, presets: {a: -a}}}\nportfolio: [{solver: mine}, {solver: mine:a}]\n"
    assert members(tmp_path, mine) == [(("mine",), 0), (("mine:a",), 0)]


def test_who_says_another_default_is_taken_at_the_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert members(tmp_path, "default: minisat\n") == []
    assert members(tmp_path, "default: minisat\nportfolio: {solver: kissat}\n") == [(("kissat",), 0)]
    monkeypatch.setenv(config.VARIABLE, str(tmp_path / "v.yaml"))
    (tmp_path / "v.yaml").write_text("portfolio: {solver: clasp}\n")
    assert config.Solvers.load().portfolio[0].names == ("clasp",)
    (tmp_path / "v.yaml").unlink()


def test_the_first_that_is_there_and_suits(tmp_path: Path) -> None:
    program(tmp_path / "s")
    text = "solvers: {no: {command: ./no}, yes: {command: ./s}, also: {command: ./s}}\n"
    solvers = overlay(tmp_path, text + "portfolio: {solver: [no, yes, also]}\n")
    names = [
        found and found.name
        for found in (
            solvers.first(solvers.portfolio[0]),
            solvers.first(solvers.portfolio[0], lambda solver: solver.name != "yes"),
            solvers.first(solvers.portfolio[0], lambda solver: False),
        )
    ]
    assert names == ["yes", "also", None]


ERRORS = {
    "portfolio of names": ("portfolio: [kissat, cadical]\n", "1:13: expected `key: value` pairs"),
    "a name as portfolio": ("portfolio: kissat\n", "1:12: expected `key: value` pairs"),
    "null portfolio": ("portfolio:\n", "1:11: expected `key: value` pairs"),
    "portfolio without a name": ("portfolio: [{after: 1}]\n", "1:13: expected `solver: NAME`"),
    "portfolio of no names": ("portfolio: [{solver: []}]\n", "1:22: expected the name of a solver"),
    "portfolio, key": ("portfolio: [{solvers: kissat}]\n", "1:14: unknown key 'solvers'; did you mean 'solver'?"),
    "portfolio, name": ("portfolio: [{solver: [kissat, kisat]}]\n", "1:31: no solver 'kisat'; did you mean 'kissat'?"),
    "portfolio, preset": (
        "portfolio: [{solver: kissat}, {after: 1, solver: kissat:sta}]\n",
        "1:50: no solver 'kissat:sta'; did you mean 'kissat:sat'?",
    ),
    "portfolio, unit": (
        "portfolio: [{solver: kissat}, {after: 1s, solver: cadical}]\n",
        "1:39: expected a number of seconds, at least 0, not '1s'",
    ),
    "portfolio, before the start": (
        "portfolio: [{solver: kissat}, {after: -1, solver: cadical}]\n",
        "1:39: expected a number of seconds, at least 0, not '-1'",
    ),
    "portfolio, no number": (
        "portfolio: [{solver: kissat}, {after: .nan, solver: cadical}]\n",
        "1:39: expected a number of seconds, at least 0, not '.nan'",
    ),
    "portfolio, late start": (
        "portfolio: [{after: 1, solver: kissat}]\n",
        "1:13: the first solver starts at once; expected no `after`",
    ),
    "portfolio, first one not for all": (
        "portfolio: [{only: ordered, solver: kissat}]\n",
        "1:13: the first solver works on every formula; expected no `only`",
    ),
    "portfolio, only": (
        "portfolio: [{solver: kissat}, {only: sorted, solver: minisat}]\n",
        "1:38: expected one of ordered, not 'sorted'",
    ),
    "portfolio, order": (
        "portfolio:\n- solver: kissat\n- {solver: cadical, after: 2}\n- {solver: minisat, after: 1}\n",
        "4:3: this solver starts before the solver listed ahead of it; expected the solvers in ascending order of "
        "`after`, which is 0 if left out",
    ),
    "portfolio, the same": (
        "portfolio: [{solver: kissat}, {solver: kissat, after: 1}]\n",
        "1:31: kissat: named before; expected another solver",
    ),
}


@pytest.mark.parametrize("case", ERRORS)
def test_errors_say_where(case: str, tmp_path: Path) -> None:
    text, expected = ERRORS[case]
    with pytest.raises(InputError) as caught:
        overlay(tmp_path, text)
    assert str(caught.value).split("\n")[0] == f"{tmp_path}/mine.yaml:{expected}"
