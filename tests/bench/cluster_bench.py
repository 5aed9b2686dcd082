"""Measures a cluster relative to a single server; part of tests/bench/run.

All nodes and PostgreSQL share one core, whatever their number, and the load generator has another one; only spectators
are measured in another way. With `then` the
generator lets everyone leave the node that owns their table and resume at another one, so that every request and every
push crosses a link. The result is the median of the rounds' ratios.

Environment: ROUNDS, SECONDS and SCALE, as in serving.py.
"""
import asyncio
import concurrent.futures
import contextlib
import os
import re
import statistics
import subprocess
import sys
import time

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [os.path.join(TESTS, "support"), os.path.join(TESTS, "blackbox/server")]
from cluster import Cluster  # noqa: E402
from gaslight_server import Server  # noqa: E402
from load_generator import GENERATOR, ROOMY, LoadFailed, load  # noqa: E402
from serving import LOAD_CORE, ROUNDS, SCALE, SECONDS, SERVER_CORE, WARMUP, pinned  # noqa: E402
from wires import Plain  # noqa: E402

DISK = "/var/tmp"  # a real one, which PostgreSQL's user can reach
TABLES = max(3, int(60 * SCALE))
RATE = max(20, int(200 * SCALE))
CROWD = max(30, int(10000 * SCALE))
CROWD_RATE = 1  # actions per second at the table that they watch
CROWD_PATIENCE = 600
PLAYED, PLAYED_RATE = 20, 100
UNHURRIED = ["chrt", "--idle", "0"]

FIGURES = [
    ("postgres_p50", f"p50 at {RATE} actions per second, PostgreSQL / SQLite", "ratio", ("<", 2)),
    ("forward_added_us", "p50 added by forwarding", "us", ("<", 150)),
    ("forward_p50", "p50, forwarded / local", "ratio", None),
    ("three_nodes", "actions per second, three nodes, forwarded / one", "ratio", (">", 0.6)),
    ("crowd_three", f"p99 with {CROWD} spectators at three nodes / without", "ratio", ("<", 2)),
    ("crowd_one", f"p99 with {CROWD} spectators at the owner / without", "ratio", None),
    ("crowd_elsewhere", f"p99 with {CROWD} spectators at other nodes / without", "ratio", None),
    ("takeover_kill_s", "play goes on after the owner is killed", "s", ("<", 3)),
    ("takeover_cut_s", "play goes on after the owner is cut off", "s", ("<", 10)),
    ("sqlite_p50_us", "p50 at that rate, SQLite", "us", None),
    ("postgres_p50_us", "p50 at that rate, PostgreSQL", "us", None),
    ("one_node_a_second", "actions per second, one node with PostgreSQL", "", None),
    ("three_nodes_a_second", "actions per second, three nodes, forwarded", "", None),
]


class OneCore(Plain):
    """Everything but the load generator is on one core."""

    def wrap(self, party):
        return pinned(SERVER_CORE, [])


class Apart(OneCore):
    """The first node and PostgreSQL are on one core; the other nodes are on the other one, and disturb nobody."""

    def wrap(self, party):
        return pinned(LOAD_CORE, UNHURRIED) if party in ("b", "c") else super().wrap(party)


def nodes(count, wires=OneCore):
    return Cluster(count=count, wires=wires, parent=DISK, loose=False, **underscored(ROOMY))


def underscored(options):
    return {name.replace("-", "_"): value for name, value in options.items()}


def generate(node, *switches, **options):
    return load(node.port, *switches, wrap=pinned(LOAD_CORE, []), **{"warmup": WARMUP, "seconds": SECONDS, **options})


def address(node):
    return f"{node.host}:{node.port}"


def stores(note):
    """The time until everyone has an action, with SQLite and with PostgreSQL."""
    with Server(loose=False, wrap=pinned(SERVER_CORE, []), **underscored(ROOMY)) as server:
        sqlite = generate(server, tables=TABLES, rate=RATE)["p50_us"]
    with nodes(1) as cluster:
        postgres = generate(cluster.nodes["a"], tables=TABLES, rate=RATE)["p50_us"]
    note("postgres_p50", postgres / sqlite)
    note("sqlite_p50_us", sqlite)
    note("postgres_p50_us", postgres)


def forwarding(note):
    """The same at the node that owns the tables, and at another one."""
    with nodes(3) as cluster:
        local = generate(cluster.nodes["a"], tables=TABLES, rate=RATE)["p50_us"]
        far = generate(cluster.nodes["a"], tables=TABLES, rate=RATE, then=address(cluster.nodes["b"]))["p50_us"]
    note("forward_added_us", far - local)
    note("forward_p50", far / local)


def throughput(note):
    """As many actions as possible: at one node, and at three where everything is forwarded, on the same core."""
    with nodes(1) as cluster:
        one = generate(cluster.nodes["a"], tables=3 * TABLES, actions=40)
    with nodes(3) as cluster, concurrent.futures.ThreadPoolExecutor(3) as threads:
        ring = [(cluster.nodes[name], cluster.nodes[other]) for name, other in ("ab", "bc", "ca")]
        runs = [threads.submit(generate, first, tables=TABLES, actions=40, then=address(then)) for first, then in ring]
        three = sum(run.result()["actions_a_second"] for run in runs)
    note("three_nodes", three / one["actions_a_second"])
    note("one_node_a_second", one["actions_a_second"])
    note("three_nodes_a_second", three)


@contextlib.contextmanager
def crowded(cluster, where):
    """While this is open, a table of the first node has thousands of spectators, who are connected to these nodes."""
    line = [*pinned(LOAD_CORE, UNHURRIED), GENERATOR, address(cluster.nodes["a"]), "--tables", "1",
            "--rate", str(CROWD_RATE), "--crowd", str(CROWD), "--seconds", "100000", "--addresses", "64",
            "--patience", str(CROWD_PATIENCE), "--crowd-at", ",".join(address(cluster.nodes[name]) for name in where)]
    process = subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        said = process.stderr.readline()
        if "the crowd is there" not in said:
            raise LoadFailed(f"{' '.join(line)}: {said}", {})
        yield
        if process.poll() is not None:
            raise LoadFailed(f"the crowd has left: {process.stderr.read()}", {})
    finally:
        process.kill()
        process.wait()
        process.stderr.close()


def crowd(note):
    """How much longer the players at other tables of a node wait when thousands watch one of its tables. The other
    nodes and the crowd stand for other machines: they run when nothing else does."""
    play = {"tables": PLAYED, "rate": PLAYED_RATE}
    for name, where in (("crowd_one", "a"), ("crowd_three", "abc"), ("crowd_elsewhere", "bc")):
        with nodes(3, Apart) as cluster:
            owner = cluster.nodes["a"]
            alone = generate(owner, **play)["p99_us"]
            with crowded(cluster, where):
                note(name, generate(owner, **play)["p99_us"] / alone)


def takeover(note):
    """The longest of three attempts each, as test_cluster.py measures them."""
    import test_cluster  # needs pytest
    for name, trouble in (("takeover_kill_s", lambda cluster: cluster.kill("a")),
                          ("takeover_cut_s", test_cluster.isolate)):
        times = []
        for _ in range(3):
            asyncio.run(test_cluster.take_over(trouble, 0, lambda text: times.append(
                float(re.search(r"after ([\d.]+) s", text).group(1)))))
        note(name, max(times))


MEASUREMENTS = [stores, forwarding, throughput, crowd, takeover]
ONCE = {crowd, takeover}


def measure():
    """Returns every figure as the median over the rounds."""
    found = {}
    for number in range(ROUNDS):
        for one in MEASUREMENTS:
            if one in ONCE and number > 0 or not re.search(os.environ.get("ONLY") or "", one.__name__):
                continue
            begun = time.monotonic()
            try:
                one(lambda name, value: found.setdefault(name, []).append(value))
            except LoadFailed as failed:
                sys.exit(f"bench: {one.__name__}: {failed}")
            print(f"round {number + 1} of {ROUNDS}: {one.__name__}, {time.monotonic() - begun:.0f} s", file=sys.stderr,
                  flush=True)
    return {name: statistics.median(values) for name, values in found.items()}
