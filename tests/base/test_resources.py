"""Cores and free memory, as control groups of both versions limit them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from csp2sat.base.resources import cores, free_memory

GB = 1 << 30


def tree(root: Path, files: dict[str, str]) -> Path:
    for name, text in {"proc/meminfo": "MemTotal: 9\nMemAvailable:   4194304 kB\n", **files}.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + "\n")
    return root


@pytest.fixture(autouse=True)
def eight_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: set(range(8)), raising=False)


OF_CORES = {
    "none": (8, {}),
    "version 2, in a container": (2, {"proc/self/cgroup": "0::/", "sys/fs/cgroup/cpu.max": "200000 100000"}),
    "no quota": (8, {"proc/self/cgroup": "0::/", "sys/fs/cgroup/cpu.max": "max 100000"}),
    "one and a half": (1, {"proc/self/cgroup": "0::/", "sys/fs/cgroup/cpu.max": "150000 100000"}),
    "half a core": (1, {"proc/self/cgroup": "0::/", "sys/fs/cgroup/cpu.max": "50000 100000"}),
    "of a service": (3, {"proc/self/cgroup": "0::/a/b", "sys/fs/cgroup/a/b/cpu.max": "300000 100000"}),
    "of what it is part of": (
        3,
        {
            "proc/self/cgroup": "0::/a/b",
            "sys/fs/cgroup/a/cpu.max": "300000 100000",
            "sys/fs/cgroup/a/b/cpu.max": "max 100000",
        },
    ),
    "a path outside of the container": (
        2,
        {"proc/self/cgroup": "0::/docker/abc", "sys/fs/cgroup/cpu.max": "200000 100000"},
    ),
    "version 1": (
        2,
        {
            "proc/self/cgroup": "5:cpu,cpuacct:/docker/abc\n4:memory:/docker/abc\n0::/",
            "sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us": "200000",
            "sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us": "100000",
        },
    ),
    "version 1, controllers in another order": (
        2,
        {
            "proc/self/cgroup": "5:cpuacct,cpu:/",
            "sys/fs/cgroup/cpu/cpu.cfs_quota_us": "200000",  # a link to the folder cpu,cpuacct
            "sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000",
        },
    ),
    "a path above the top": (2, {"proc/self/cgroup": "0::/../../a", "sys/fs/cgroup/cpu.max": "200000 100000"}),
    "version 1, no quota": (
        8,
        {
            "proc/self/cgroup": "5:cpu:/",
            "sys/fs/cgroup/cpu/cpu.cfs_quota_us": "-1",
            "sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000",
        },
    ),
    "another controller": (8, {"proc/self/cgroup": "5:cpuset:/", "sys/fs/cgroup/cpuset/cpu.max": "100000 100000"}),
    "nonsense": (8, {"proc/self/cgroup": "x\n\n0::", "sys/fs/cgroup/cpu.max": "a b c"}),
}


@pytest.mark.parametrize("case", OF_CORES)
def test_cores(case: str, tmp_path: Path) -> None:
    expected, files = OF_CORES[case]
    assert cores(tree(tmp_path, files)) == expected


def test_cores_that_this_process_may_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {3}, raising=False)
    assert cores(tree(tmp_path, {})) == 1
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert cores(tmp_path / "nothing") == 1


def test_free_memory(tmp_path: Path) -> None:
    assert free_memory(tmp_path / "nothing") is None
    assert free_memory(tree(tmp_path, {})) == 4 * GB
    group = {"proc/self/cgroup": "0::/", "sys/fs/cgroup/memory.max": f"{3 * GB}"}
    assert free_memory(tree(tmp_path, group | {"sys/fs/cgroup/memory.current": f"{2 * GB}"})) == GB
    assert free_memory(tree(tmp_path, {"sys/fs/cgroup/memory.current": f"{5 * GB}"})) == 0
    assert free_memory(tree(tmp_path, {"sys/fs/cgroup/memory.max": "max"})) == 4 * GB
    old = {"proc/self/cgroup": "4:memory:/x", "sys/fs/cgroup/memory/memory.limit_in_bytes": f"{GB}"}
    assert free_memory(tree(tmp_path, old | {"sys/fs/cgroup/memory/memory.usage_in_bytes": "0"})) == GB
    unlimited = {"sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712"}
    assert free_memory(tree(tmp_path, unlimited)) == 4 * GB
    (tmp_path / "proc/meminfo").unlink()
    assert free_memory(tmp_path) is None


def test_what_only_holds_parts_of_files_is_free(tmp_path: Path) -> None:
    """A group that has read or written many files uses all that it may, and yet others get memory."""
    group = {"proc/self/cgroup": "0::/", "sys/fs/cgroup/memory.max": f"{3 * GB}"}
    group |= {"sys/fs/cgroup/memory.current": f"{3 * GB}"}
    assert free_memory(tree(tmp_path, group)) == 0
    stat = f"anon 5\nfile {2 * GB}\ninactive_file {GB}\nactive_file {GB}"
    assert free_memory(tree(tmp_path, {"sys/fs/cgroup/memory.stat": stat})) == GB
    old = {
        "proc/self/cgroup": "4:memory:/x",
        "sys/fs/cgroup/memory/x/memory.limit_in_bytes": f"{3 * GB}",
        "sys/fs/cgroup/memory/x/memory.usage_in_bytes": f"{3 * GB}",
        "sys/fs/cgroup/memory/x/memory.stat": f"cache 7\ninactive_file 0\ntotal_inactive_file {2 * GB}",
    }
    assert free_memory(tree(tmp_path, old)) == 2 * GB


def test_this_machine() -> None:
    assert 1 <= cores() <= 8
    told = Path("/proc/meminfo")
    assert not told.exists() or 0 < (free_memory() or 0) < int(told.read_text().split()[1]) * 1024
