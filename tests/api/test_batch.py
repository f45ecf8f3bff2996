"""Many inputs: which they are, in which order results come, and that nothing is left of those before."""

import os

import pytest

import csp2sat
from csp2sat.api.batch import runs
from csp2sat.api.batch.inputs import BatchInput, batch_inputs, output_paths
from csp2sat.api.door import answers_kept
from csp2sat.base import time_limit
from csp2sat.model import expr
from csp2sat.runner.session import session

LOOP = "; Slitherlink\nsize 2 1\n- -\n"


@pytest.fixture(autouse=True)
def begun(monkeypatch):
    monkeypatch.setattr(time_limit, "_begun", [])


def squared(number):
    return number * number


def deadly(number):
    if number == 3:
        os._exit(9)
    return number


def test_results_come_in_the_order_of_the_tasks():
    for jobs in (1, 2):
        assert list(runs.results(squared, range(6), jobs, str)) == [0, 1, 4, 9, 16, 25]


def test_a_task_of_which_workers_die_is_lost_alone():
    assert list(runs.results(deadly, range(6), 2, lambda task: f"lost {task}")) == [0, 1, 2, "lost 3", 4, 5]


def test_the_time_of_all_and_of_each(monkeypatch):
    clock = [10.0]
    monkeypatch.setattr(runs.time, "monotonic", lambda: clock[0])
    monkeypatch.setattr(runs, "since", lambda: clock[0])
    limits = runs.TimeLimits(5.0, 2.0)
    assert limits.left() == 2.0 and not limits.over
    clock[0] = 14.0
    assert limits.left() == 1.0
    clock[0] = 15.0
    assert limits.left() == 0.0 and limits.over
    assert runs.TimeLimits(None, None).left() is None and runs.TimeLimits(None, 3.0).left() == 3.0


def test_stems_are_paths_within_the_folder(tmp_path):
    (tmp_path / "in" / "deep").mkdir(parents=True)
    (tmp_path / "in" / "deep" / "x.csp.gz").write_bytes(b"")
    (tmp_path / "in" / "y.TXT").write_text("")
    found = batch_inputs([str(tmp_path / "in"), "-"])
    assert [each.stem for each in found] == ["deep/x", "y", "stdin"] and [each.listed for each in found] == [
        True,
        True,
        False,
    ]


def test_names_that_differ_in_case_are_one_file_on_some_systems(tmp_path):
    with pytest.raises(csp2sat.UsageError, match="would both become"):
        output_paths([BatchInput("a.txt", "a"), BatchInput("A.txt", "A")], tmp_path, ".txt")


def test_answers_are_kept_where_it_is_wanted(tmp_path):
    board = csp2sat.loads(LOOP)
    with answers_kept() as kept:
        csp2sat.solve(board, unique=True)
    csp2sat.solve(board)
    ((asked, report),) = kept
    assert asked == board.board and report.unique is False and report.asked is None


def test_a_loop_of_questions_leaves_no_nodes_behind():
    def nodes():
        return sum(map(len, expr._pools.values()))

    counts = []
    for _ in range(4):
        csp2sat.solve(csp2sat.loads(LOOP))
        expr.forget_between.__self__._took = 0.0  # a busy machine may have no time to forget
        counts.append(nodes())
    assert counts[1] == counts[3]


def test_a_child_stays_for_the_next_session(tmp_path):
    with session.children_kept():
        peers = []
        for clause in ([1, 0], [-1, 0]):
            one = session.SolverSession(1)
            one.add(clause)
            assert one.solve().literals == clause[:1]
            peers.append(one._peer)
            one.close()
        assert peers[0] is peers[1]
        peers[0].kill()
        peers[0].replies.get(timeout=60)  # the end of its output
        peers[0].replies.put(None)
        with session.SolverSession(1) as other:
            assert other.solve().status == "sat" and other._peer is not peers[0]
    assert session._spare is None


def test_a_child_that_was_stopped_is_not_kept():
    with session.children_kept():
        one = session.SolverSession(1)
        one.add([1, 0])
        one.solve()
        peer = one._peer
        one.solve(deadline=0.0)
        one.close()
        assert not session._spare and peer._child.process.poll() is not None
