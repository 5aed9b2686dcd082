#!/usr/bin/python3
"""Connect, play, leave, restart, for hours: `make soak T=SECONDS`.

Two servers. One runs all the time; the other is stopped and started again after every cycle. In a cycle the load
generator plays on each for some seconds in all company (onlookers, people who come back, readers that never read, garbage, half
handshakes), ends its games and leaves; then the empty server's descriptors and memory are noted. They must be flat: a
line through the second half of the notes may rise by no more than a twentieth and what caches take at first. It
prints each note, and fails when something grows, when the generator found an error, or when a server's directory
does not pass `--check`.

Environment: T seconds in all (600), CYCLE seconds of play in a cycle (10), TABLES (20).
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
SHARE = 0.05  # by which memory may rise in the second half,
ALLOWANCE = 3 << 20  # and bytes besides: the heap's edges and SQLite's cache
SPARE_DESCRIPTORS = 2
# Half handshakes are to end within a cycle; where cycles are too short for that, no slow one is to be taken for half.
HANDSHAKE = 5 if CYCLE > 5 else 600


def rise(values):
    """By how much the straight line through them, by least squares, rises from the first to the last."""
    count = len(values)
    if count < 2:
        return 0.0
    middle, mean = (count - 1) / 2, sum(values) / count
    slope = (sum((i - middle) * (value - mean) for i, value in enumerate(values))
             / sum((i - middle) ** 2 for i in range(count)))
    return slope * (count - 1)


def growth(notes):
    """What is wrong with a server's notes, (descriptors, bytes) each; only the second half counts."""
    half = notes[len(notes) // 2:]
    descriptors, memory = [note[0] for note in half], [note[1] for note in half]
    wrong = []
    if rise(descriptors) > SPARE_DESCRIPTORS:
        wrong.append(f"descriptors grow: {descriptors[0]} to {descriptors[-1]}")
    if rise(memory) > SHARE * memory[0] + ALLOWANCE:
        wrong.append(f"memory grows: {memory[0] >> 10} KiB to {memory[-1] >> 10} KiB")
    return wrong


class Soaked:
    """A server, and what was noted of it."""

    def __init__(self, name, restarts):
        self.name, self.restarts = name, restarts
        self.server = Server(**{option.replace("-", "_"): value for option, value in ROOMY.items()},
                             log_level="warning", handshake_seconds=HANDSHAKE)
        self.empty = self.descriptors() + SPARE_DESCRIPTORS  # with nobody connected
        self.notes = []
        self.actions = 0

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.server.process.pid}/fd"))

    def memory(self):
        with open(f"/proc/{self.server.process.pid}/statm", encoding="ascii") as statm:
            return int(statm.read().split()[1]) * os.sysconf("SC_PAGESIZE")

    def cycle(self, begun):
        self.actions += int(load(self.server.port, "views", "resign", tables=TABLES, seconds=CYCLE, warmup=0,
                                 pid=self.server.process.pid, **COMPANY)["actions"])
        wait_for(lambda: self.descriptors() <= self.empty, f"{self.name}: everybody's leaving")
        self.notes.append((self.descriptors(), self.memory()))
        print(f"{time.monotonic() - begun:8.0f} s  {self.name:<10} {self.notes[-1][0]:4} descriptors "
              f"{self.notes[-1][1] >> 10:8} KiB  {self.actions:9} actions", flush=True)
        if self.restarts:
            status = self.server.restart()
            assert status == 0, f"{self.name}: exit status {status}"

    def end(self):
        """What is wrong."""
        wrong = growth(self.notes)
        status = self.server.stop(signal.SIGTERM)
        if status != 0:
            wrong.append(f"exit status {status}")
        status, words = self.server.check(patience=None)  # every game of hours is folded again
        if status != 0:
            wrong.append(words)
        self.server.close()
        return [f"{self.name}: {one}" for one in wrong]


def soak():
    """What is wrong after all of it."""
    begun = time.monotonic()
    servers = [Soaked("steady", restarts=False), Soaked("restarted", restarts=True)]
    try:
        while time.monotonic() - begun < SECONDS or len(servers[0].notes) < 4:
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
    print("soak: something grew or broke" if wrong else "soak: descriptors and memory are flat")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
