"""`encode -o - -m F.map | SOLVER | decode - -m F.map`: the map is read after the answer, for it is written by then."""

import os
import sys
import threading

import pytest

import csp2sat
from csp2sat.api.decoding import decoded


@pytest.mark.skipif(sys.platform == "win32", reason="a named pipe")
def test_the_map_is_read_after_the_answer(tmp_path):
    (tmp_path / "x.csp").write_text("(int x 3 4)\n(< x 3)\n")
    answer, made, map_ = (tmp_path / name for name in ("answer", "made.map", "x.map"))
    csp2sat.encode(str(tmp_path / "x.csp"), str(tmp_path / "x.cnf"), str(made))
    os.mkfifo(answer)

    def solve():
        with answer.open("w") as pipe:  # opened once `decoded` reads
            made.rename(map_)
            pipe.write("s UNSATISFIABLE\n")

    solver = threading.Thread(target=solve, daemon=True)
    solver.start()
    assert decoded(str(answer), str(map_)).status == "UNSATISFIABLE"
    solver.join()
