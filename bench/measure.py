"""Runs a command and writes its resource usage, as JSON on file descriptor 3: wall and CPU seconds, peak resident bytes, status.

The figures are those of the system for a finished child and the children it waited for (wait4).
"""
import json
import os
import sys
import time

started = time.perf_counter()
child = os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ)
_, status, usage = os.wait4(child, 0)
wall = time.perf_counter() - started
unit = 1 if sys.platform == "darwin" else 1024
figures = {
    "wallSeconds": wall,
    "cpuSeconds": usage.ru_utime + usage.ru_stime,
    "peakBytes": usage.ru_maxrss * unit,
    "status": os.waitstatus_to_exitcode(status),
}
os.write(3, json.dumps(figures).encode())
