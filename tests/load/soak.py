#!/usr/bin/python3
"""Connects, plays, leaves and restarts for hours, looking for leaks: `make soak T=SECONDS`.

Two servers run: one all the time, the other restarted after every cycle. In each cycle the load generator plays on both
for some seconds, together with spectators, reconnecting clients, slow readers, garbage and unfinished handshakes; then
it ends its games and leaves, and the idle server's descriptors and memory are sampled. They must be flat: a line fitted
to the second half of the samples may rise by at most 5 % plus an allowance for caches. The run prints each sample, and
fails if something grows, if the load generator found an error, or if a server's data directory does not pass `--check`.

Environment: T, seconds in total (600); CYCLE, seconds of play per cycle (10); TABLES (20).
"""
import os
import signal
import sys
import time

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(TESTS, "support"))
from gaslight_server import Server, wait_for  # noqa: E402
from load_generator import ROOMY, load  # noqa: E402

SECONDS = float(os.environ.get("T") or 600)
CYCLE = float(os.environ.get("CYCLE") or min(10, SECONDS / 10))
TABLES = int(os.environ.get("TABLES") or 20)
COMPANY = {"onlookers": 1, "reconnect_every": 9, "slow": 3, "garbage": 4, "half_open": 5, "addresses": 8}
SHARE = 0.05  # memory may rise by this share in the second half,
ALLOWANCE = 3 << 20  # plus this many bytes: heap fragmentation and SQLite's cache
SPARE_DESCRIPTORS = 2
# Unfinished handshakes should time out within a cycle; if cycles are too short for that, never time out slow ones.
HANDSHAKE = 5 if CYCLE > 5 else 600


def rise(values):
    """Returns how much the least-squares line through the values rises from the first to the last."""
    count = len(values)
    if count < 2:
        return 0.0
    middle, mean = (count - 1) / 2, sum(values) / count
    slope = (sum((i - middle) * (value - mean) for i, value in enumerate(values))
             / sum((i - middle) ** 2 for i in range(count)))
    return slope * (count - 1)


def growth(samples):
    """Returns the problems in a server's samples of (descriptors, bytes); only the second half counts."""
    half = samples[len(samples) // 2:]
    descriptors, memory = [sample[0] for sample in half], [sample[1] for sample in half]
    wrong = []
    if rise(descriptors) > SPARE_DESCRIPTORS:
        wrong.append(f"descriptors grow: {descriptors[0]} to {descriptors[-1]}")
    if rise(memory) > SHARE * memory[0] + ALLOWANCE:
        wrong.append(f"memory grows: {memory[0] >> 10} KiB to {memory[-1] >> 10} KiB")
    return wrong


class SoakedServer:
    """A server and its samples."""

    def __init__(self, name, restarts):
        self.name, self.restarts = name, restarts
        self.server = Server(**{option.replace("-", "_"): value for option, value in ROOMY.items()},
                             log_level="warning", handshake_seconds=HANDSHAKE)
        self.empty = self.descriptors() + SPARE_DESCRIPTORS  # with no client connected
        self.samples = []
        self.actions = 0

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.server.process.pid}/fd"))

    def memory(self):
        with open(f"/proc/{self.server.process.pid}/statm", encoding="ascii") as statm:
            return int(statm.read().split()[1]) * os.sysconf("SC_PAGESIZE")

    def cycle(self, begun):
        self.actions += int(load(self.server.port, "views", "resign", tables=TABLES, seconds=CYCLE, warmup=0,
                                 pid=self.server.process.pid, **COMPANY)["actions"])
        wait_for(lambda: self.descriptors() <= self.empty, f"{self.name}: all clients to leave")
        self.samples.append((self.descriptors(), self.memory()))
        print(f"{time.monotonic() - begun:8.0f} s  {self.name:<10} {self.samples[-1][0]:4} descriptors "
              f"{self.samples[-1][1] >> 10:8} KiB  {self.actions:9} actions", flush=True)
        if self.restarts:
            status = self.server.restart()
            assert status == 0, f"{self.name}: exit status {status}"

    def end(self):
        """Stops the server. Returns a list of problems."""
        wrong = growth(self.samples)
        status = self.server.stop(signal.SIGTERM)
        if status != 0:
            wrong.append(f"exit status {status}")
        status, words = self.server.check(patience=None)  # no timeout: it replays every game of the whole run
        if status != 0:
            wrong.append(words)
        self.server.close()
        return [f"{self.name}: {one}" for one in wrong]


def soak():
    """Runs all cycles. Returns a list of problems."""
    begun = time.monotonic()
    servers = [SoakedServer("steady", restarts=False), SoakedServer("restarted", restarts=True)]
    try:
        while time.monotonic() - begun < SECONDS or len(servers[0].samples) < 4:
            for one in servers:
                one.cycle(begun)
        return [wrong for one in servers for wrong in one.end()]
    finally:
        for one in servers:
            one.server.close()


def main():
    wrong = soak()
    for one in wrong:
        print(f"soak: {one}")
    print("soak: something grew or failed" if wrong else "soak: descriptors and memory are flat")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
