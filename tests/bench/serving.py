"""Measures the server relative to a minimal one; part of tests/bench/run.

The server is pinned to one core and the load generator (tests/load) to another. In every round the same load runs
against the bare server (tests/bench/bare.c) and against gaslightd in turn, so that other activity on the machine
affects both; the result is the median of the ratios of all rounds. A message is one WebSocket frame that reached a
client. The bare server sends six per request, of 400 bytes each. gaslightd sends what a real `act` causes for six
players who watch with views: an event and a turn each, and the reply, about the same size on average.

Environment: ROUNDS (5), SECONDS per measurement (4), SCALE (1): a fraction of the connections and tables, for quick
trials.
"""
import os
import re
import resource
import shutil
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support"))
from load_generator import BARE, BUILD, MEMORY_SERVER, ROOMY, LoadFailed, load  # noqa: E402

GASLIGHTD = os.path.join(BUILD, "gaslightd")
ROUNDS = int(os.environ.get("ROUNDS") or 5)
SECONDS = float(os.environ.get("SECONDS") or 4)
WARMUP = min(1, SECONDS)
SCALE = float(os.environ.get("SCALE") or 1)
TABLES = max(2, int(100 * SCALE))
RATE = max(50, int(2000 * SCALE))
CLIENTS = max(60, int(19000 * SCALE))
GAMES = max(10, int(1000 * SCALE))
GAME_ACTIONS = max(20, int(200 * min(1, 10 * SCALE)))
STOP_SECONDS = 120
CORES = sorted(os.sched_getaffinity(0))
SERVER_CORE, LOAD_CORE = (CORES[0], CORES[1]) if len(CORES) > 1 else (None, None)

# As in tests/bench/run: name, description, unit, target.
FIGURES = [
    ("deliver_full", "messages delivered per second / bare, synced", "ratio", (">", 0.6)),
    ("deliver_memory", "messages delivered per second / bare, in memory", "ratio", (">", 0.75)),
    ("actions_full", "requests per second / bare, synced", "ratio", None),
    ("actions_memory", "requests per second / bare, in memory", "ratio", None),
    ("cpu_full", "CPU per message / bare, synced", "ratio", None),
    ("cpu_memory", "CPU per message / bare, in memory", "ratio", None),
    ("p50_full", f"p50 at {RATE} actions per second / (bare + one commit)", "ratio", ("<", 1.3)),
    ("rss_connection", "memory per connection after hello / bare", "ratio", ("<", 1.5)),
    ("rss_connection_silent", "memory per connection before hello / bare", "ratio", None),
    ("bytes_table", "memory per running table, without connections", "bytes", ("<", 16384)),
    ("connect", f"time to connect {CLIENTS} clients / bare", "ratio", ("<", 1.3)),
    ("restart_s", f"start with {GAMES} games of {GAME_ACTIONS} actions", "s", ("<", 1)),
    ("p99_besieged", "p99 with 500 half-open, 100 slow readers / without", "ratio", ("<", 2)),
    ("p99_flood", "p99 with a flood from one address / without", "ratio", ("<", 2)),
    ("descriptors_cpu", "CPU with no descriptors left, 20 actions per second", "%", ("<", 10)),
    ("descriptors_log", "log lines per minute meanwhile", "", ("<", 100)),
    ("bare_a_second", "messages per second, bare server", "", None),
    ("full_a_second", "messages per second, gaslightd, synced", "", None),
    ("memory_a_second", "messages per second, gaslightd, in memory", "", None),
    ("message_bytes", "bytes per message, gaslightd", "bytes", None),
    ("commit_us", "commit of one row, p50", "us", None),
    ("p50_bare_us", "p50 at that rate, bare server", "us", None),
    ("p50_full_us", "p50 at that rate, gaslightd", "us", None),
    ("connection_bytes_bare", "memory per connection, bare server", "bytes", None),
    ("connection_bytes", "memory per connection, gaslightd", "bytes", None),
    ("stop_s", f"stop just after {CLIENTS} clients left at once", "s", None),
    ("connect_s", "time to connect them, gaslightd", "s", None),
]


def pinned(core, command):
    return command if core is None else ["taskset", "-c", str(core), *command]


def generate(program, *switches, **options):
    """Runs the load generator on its own core against a running server."""
    options = {"warmup": WARMUP, **options}
    return load(program.port, *switches, wrap=pinned(LOAD_CORE, []), pid=program.process.pid, **options)


class Program:
    """A server on its own core, listening on a free port. It logs to a file, as in production."""

    def __init__(self, home, command, **options):
        self.home = home
        self.log = os.path.join(home, "log")
        line = pinned(SERVER_CORE, [*command])
        for name, value in options.items():
            line += ["--" + name.replace("_", "-"), str(value)]
        self.begun = time.monotonic()
        with open(self.log, "a", encoding="utf-8") as log:
            self.process = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=log, text=True)
        first = self.process.stdout.readline()
        self.started = time.monotonic() - self.begun
        if " port " not in first:
            raise RuntimeError(f"{command[0]} did not start: {self.process.wait()}")
        self.port = int(first.split(" port ")[1].split(";")[0])

    def stop(self):
        """Stops the server, killing it if that takes too long. Returns the seconds it took."""
        begun = time.monotonic()
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.process.stdout.close()
        return time.monotonic() - begun

    def complaints(self):
        """Returns the number of warnings and errors in the log."""
        with open(self.log, encoding="utf-8") as log:
            return sum(line.split()[1] in ("warning", "error") for line in log)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


class Homes:
    """Creates a new directory for every server, on the disk of the build: commits must reach a real disk."""

    def __enter__(self):
        self.top = tempfile.mkdtemp(prefix="bench-", dir=BUILD)
        self.count = 0
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.top, ignore_errors=True)

    def new(self):
        self.count += 1
        home = os.path.join(self.top, str(self.count))
        os.makedirs(os.path.join(home, "data"), mode=0o700)
        return home

    def bare(self):
        return Program(self.new(), [BARE])

    def gaslightd(self, program=GASLIGHTD, home=None, limits=None):
        home = home or self.new()
        return Program(home, [program], listen="127.0.0.1:0", data=os.path.join(home, "data"),
                       **(ROOMY if limits is None else limits))


# ---- Measurements ----------------------------------------------------------------------------------


def one_commit(home):
    """Returns the median time to commit one row with SQLite alone, on the server's core, in microseconds."""
    cores = os.sched_getaffinity(0)
    if SERVER_CORE is not None:
        os.sched_setaffinity(0, {SERVER_CORE})
    database = sqlite3.connect(os.path.join(home, "commit.db"), isolation_level=None)
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("PRAGMA synchronous=FULL")
    database.execute("CREATE TABLE actions (id TEXT, n INTEGER, action TEXT, PRIMARY KEY (id, n)) WITHOUT ROWID")
    times = []
    for i in range(max(100, int(2000 * SCALE))):
        begun = time.perf_counter()
        database.execute("INSERT INTO actions VALUES ('table', ?, ?)", (i, "x" * 120))
        times.append(time.perf_counter() - begun)
    database.close()
    os.sched_setaffinity(0, cores)
    return statistics.median(times) * 1e6


def deliver(homes, note):
    """Maximum throughput: every table always has an action in flight."""
    found = {}
    for name, make, switch in [("bare", homes.bare, "bare"), ("full", homes.gaslightd, "views"),
                               ("memory", lambda: homes.gaslightd(MEMORY_SERVER), "views")]:
        with make() as program:
            found[name] = generate(program, switch, tables=TABLES, seconds=SECONDS)
    for name in ["full", "memory"]:
        note(f"deliver_{name}", found[name]["delivered_a_second"] / found["bare"]["delivered_a_second"])
        note(f"actions_{name}", found[name]["actions_a_second"] / found["bare"]["actions_a_second"])
        note(f"cpu_{name}", found[name]["cpu_us_a_message"] / max(found["bare"]["cpu_us_a_message"], 0.001))
    for name, figures in found.items():
        note(f"{name}_a_second", figures["delivered_a_second"])
    note("message_bytes", found["full"]["bytes_a_message"])


def delay(homes, note):
    """Latency at a fixed rate, from when an action should have been sent until the last of six clients has it."""
    with homes.bare() as program:
        bare = generate(program, "bare", tables=TABLES, seconds=SECONDS, rate=RATE)["p50_us"]
    commit = one_commit(homes.new())
    with homes.gaslightd() as program:
        full = generate(program, "views", tables=TABLES, seconds=SECONDS, rate=RATE)["p50_us"]
    note("p50_full", full / (bare + commit))
    note("p50_bare_us", bare)
    note("p50_full_us", full)
    note("commit_us", commit)


def connect(homes, note):
    """Time to connect, 256 handshakes at a time, and the memory of an idle connection some seconds later."""
    crowd = {"tables": CLIENTS // 6, "addresses": 4, "patience": 120, "hold": 7}
    with homes.bare() as program:
        bare = generate(program, "bare", until="connected", **crowd)
    with homes.gaslightd() as program:
        silent = generate(program, until="connected", **crowd)
    with homes.gaslightd() as program:
        greeted = generate(program, until="greeted", **crowd)
        note("stop_s", program.stop())
    note("connect", silent["connect_seconds"] / bare["connect_seconds"])
    note("connect_s", silent["connect_seconds"])
    note("rss_connection", greeted["connection_bytes"] / bare["connection_bytes"])
    note("rss_connection_silent", silent["connection_bytes"] / bare["connection_bytes"])
    note("connection_bytes", greeted["connection_bytes"])
    note("connection_bytes_bare", bare["connection_bytes"])


def games(homes, note):
    """Many running games: their memory, and how long the server takes to start and replay them all."""
    home = homes.new()
    with homes.gaslightd(home=home) as program:
        played = generate(program, "views", tables=GAMES, actions=GAME_ACTIONS, warmup=0, patience=120)
        note("bytes_table", played["table_bytes"])
    with homes.gaslightd(home=home) as program:
        note("restart_s", program.started)


def siege(homes, note):
    """Default limits; the players stay below them, the hostile clients do not."""
    players = {"tables": TABLES, "addresses": 64, "rate": max(20, int(500 * SCALE)), "seconds": SECONDS}
    for name, company in [("p99_besieged", {"half_open": int(500 * SCALE) + 1, "slow": int(100 * SCALE) + 1}),
                          ("p99_flood", {"flood": 20})]:
        with homes.gaslightd(limits={}) as program:
            quiet = generate(program, "views", **players)
        with homes.gaslightd(limits={}) as program:
            note(name, generate(program, "views", **players, **company)["p99_us"] / quiet["p99_us"])


def descriptors(homes, note):
    """The descriptor limit drops during play: no new client can connect, but the games continue."""
    tables = 10
    with homes.gaslightd() as program:
        resource.prlimit(program.process.pid, resource.RLIMIT_NOFILE, (tables * 6 + 40, tables * 6 + 40))
        played = generate(program, tables=tables, rate=20, seconds=SECONDS, half_open=300)
        note("descriptors_cpu", played["cpu_percent"])
        note("descriptors_log", program.complaints() * 60 / (played["seconds"] + WARMUP))


MEASUREMENTS = [deliver, delay, connect, games, siege, descriptors]
ONCE = {games, descriptors}  # not ratios, so one round is enough


def measure():
    """Returns every figure as the median over the rounds."""
    found = {}
    for number in range(ROUNDS):
        for one in MEASUREMENTS:
            if one in ONCE and number > 0 or not re.search(os.environ.get("ONLY") or "", one.__name__):
                continue
            with Homes() as homes:
                try:
                    one(homes, lambda name, value: found.setdefault(name, []).append(value))
                except LoadFailed as failed:
                    sys.exit(f"bench: {one.__name__}: {failed}")
            print(f"round {number + 1} of {ROUNDS}: {one.__name__}", file=sys.stderr, flush=True)
    return {name: statistics.median(values) for name, values in found.items()}
