"""Runs a command and writes its resource usage, as JSON on file descriptor 3: wall and CPU seconds, peak resident bytes, status.

The figures are those of the system for a finished child and the children it waited for (wait4). With `--alone` first (Linux),
also the seconds in which exactly one of its threads ran: every millisecond the state of each thread is read.
"""
import json
import os
import sys
import time



def running(child):
    """The number of threads of a process that run or wait for a core."""
    count = 0
    for thread in os.listdir(f"/proc/{child}/task"):
        try:
            with open(f"/proc/{child}/task/{thread}/stat") as stat:
                count += stat.read().rpartition(") ")[2].startswith("R")
        except OSError:
            pass
    return count


def watch(child):
    """Waits for the child. Returns what wait4 does, and the seconds in which one thread ran alone."""
    alone = 0.0
    last = time.perf_counter()
    while True:
        ended = os.wait4(child, os.WNOHANG)
        if ended[0] != 0:
            return ended, alone
        is_alone = running(child) == 1
        time.sleep(0.001)
        now = time.perf_counter()
        alone += now - last if is_alone else 0
        last = now


command = sys.argv[1:]
watches = command[0] == "--alone"
if watches:
    command = command[1:]
started = time.perf_counter()
child = os.posix_spawnp(command[0], command, os.environ)
(_, status, usage), alone = watch(child) if watches else (os.wait4(child, 0), None)
wall = time.perf_counter() - started
unit = 1 if sys.platform == "darwin" else 1024
figures = {
    "wallSeconds": wall,
    "cpuSeconds": usage.ru_utime + usage.ru_stime,
    "peakBytes": usage.ru_maxrss * unit,
    "aloneSeconds": alone,
    "status": os.waitstatus_to_exitcode(status),
}
os.write(3, json.dumps(figures).encode())
