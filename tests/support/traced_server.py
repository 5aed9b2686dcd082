"""Runs the server under strace, to make system calls fail and to record their order.

The tracer is not the server's parent (-D), so signals and the exit status are the server's own.
"""
import os
import signal
import subprocess

from gaslight_server import PATIENCE, Server, wait_for

# strace counts calls for `when=` per thread; the store writes in one thread.
TRACE = ["strace", "-D", "-f", "-qq", "-I", "2"]


def require_strace():
    """Raises a clear error where tracing is not allowed: the test fails instead of being skipped."""
    try:
        done = subprocess.run(["strace", "-f", "-o", "/dev/null", "true"], capture_output=True, text=True,
                              timeout=PATIENCE, check=False)
    except FileNotFoundError:
        raise AssertionError("strace is not installed: deploy/install-deps test") from None
    assert done.returncode == 0, f"strace may not trace here (ptrace is forbidden): {done.stderr.strip()}"


class TracedServer(Server):
    """A Server under strace. `trace` is passed to strace; lines() returns its log."""

    def __init__(self, data, trace, **options):
        require_strace()
        self.file = f"{data.rstrip('/')}.strace"
        super().__init__(data=data, wrap=[*TRACE, "-o", self.file, *trace], **options)

    def tracer(self):
        with open(f"/proc/{self.process.pid}/status", encoding="utf-8") as status:
            return int(next(line.split()[1] for line in status if line.startswith("TracerPid")))

    def let_go(self):
        """Ends the tracer, and with it the injected errors; the server continues."""
        if self.tracer() != 0:
            os.kill(self.tracer(), signal.SIGTERM)
            wait_for(lambda: self.tracer() == 0, "the end of strace")
        self.wrap = []

    def lines(self):
        with open(self.file, encoding="utf-8", errors="replace") as file:
            return file.read().splitlines()

    def injected(self):
        return sum("(INJECTED)" in line for line in self.lines())
