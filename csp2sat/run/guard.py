"""A guard: a small process that ends the group of processes that it leads when this process is gone, however it went.

Not even SIGKILL leaves a solver behind.  The guard reads a pipe whose other end is here alone, so the end of this
process, whatever its kind, is the end of the pipe.  A process that is being started has that end too until its program
runs, and then it is in the group: there is no moment at which it could be missed.

Of the other ways, Linux's parent-death signal would have to be set between fork and exec, where no Python code may run
beside threads, ends with the thread that started the process, and spares what that has started itself.
"""

from __future__ import annotations

import signal
import subprocess
import sys

SHELL = "/bin/sh"
SCRIPT = "read -r line; kill -KILL 0"
NAME = "csp2sat-guard"  # in the list of processes
DEAF = ("SIGTERM", "SIGINT", "SIGHUP")  # what the group is asked to end by; the guard stays for those that do not


def guard() -> subprocess.Popen[bytes] | None:
    """Start a guard; its group has the number of its process.  None where the system has no such thing."""
    if sys.platform == "win32":
        return None
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [getattr(signal, name) for name in DEAF])
    try:
        return subprocess.Popen(  # which inherits the mask
            [SHELL, "-c", SCRIPT, NAME],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            process_group=0,
        )
    except OSError:  # no shell
        return None
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def dismiss(guarding: subprocess.Popen[bytes]) -> None:
    """End the guard alone."""
    guarding.kill()
    guarding.wait()
    if guarding.stdin is not None:
        guarding.stdin.close()
