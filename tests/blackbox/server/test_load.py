"""The load generator counts correctly: its figures are compared with the server's own and with the expected ones.
Nothing here depends on the speed of the machine."""
import json
import os
import subprocess
import tempfile
import urllib.request

import pytest
from gaslight_server import PATIENCE, Server, equal
import soak
from load_generator import BARE, BUILD, GENERATOR, ROOT, LoadFailed, load

ACTIONS = 30


def metric(server, name):
    with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/metrics", timeout=PATIENCE) as page:
        for line in page.read().decode().splitlines():
            if line.startswith(name + " "):
                return float(line.split()[1])
    raise AssertionError(f"no {name}")


def right(figures):
    """Checks that every message an action causes has arrived, and nothing else."""
    equal(figures["errors"], 0, figures)
    equal(figures["received"], figures["expected"], "messages of actions")
    assert figures["actions"] > 0 and figures["p50_us"] > 0, figures
    return figures


def test_every_action_is_counted_and_reaches_everyone():
    with Server() as server:
        figures = right(load(server.port, tables=3, actions=ACTIONS, warmup=0, pid=server.process.pid))
        equal(figures["actions"] >= 3 * ACTIONS, True, "actions")
        equal(metric(server, "gaslight_actions_total"), figures["actions"], "the server's count of actions")
        assert figures["expected"] >= 13 * figures["actions"], "an event and a turn for each of six, and a reply"
        equal(figures["connections"], 18, "connections")
        assert figures["rss_end"] > 1 << 20 and figures["descriptors"] > 18, figures
        equal(server.stop(), 0, "exit status")
        equal(server.check()[0], 0, server.check()[1])


def test_onlookers_and_clients_that_reconnect_miss_nothing():
    with Server() as server:
        figures = right(load(server.port, "views", tables=2, onlookers=2, actions=ACTIONS, warmup=0,
                             reconnect_every=5))
        assert figures["reconnects"] > 0, figures
        assert figures["expected"] >= 17 * figures["actions"], "eight recipients"


def test_games_that_end_are_replaced_by_new_ones():
    tables = games = 0
    with Server() as server:
        while games == 0:
            games = right(load(server.port, tables=6, seconds=2, warmup=0))["games"]
            tables += 6
        running = metric(server, "gaslight_tables_running")
        assert running <= tables, f"{running} games run, {tables} were played at a time"


def test_a_fixed_rate_is_met():
    with Server() as server:
        figures = right(load(server.port, tables=10, rate=50, seconds=2, warmup=0))
        assert figures["actions"] <= 50 * figures["seconds"] + 1, f"{figures['actions']} actions at 50 a second"


def test_hostile_clients_do_not_affect_the_count():
    with Server() as server:
        figures = right(load(server.port, tables=2, rate=20, seconds=2, warmup=0, slow=2, garbage=4, half_open=3,
                             flood=1, addresses=4))
        for kind in ["slow", "garbage", "half_open", "flood"]:
            assert figures[f"{kind}_sent"] > 0, f"{kind}: {figures}"


def test_a_server_that_refuses_is_an_error_and_not_a_figure():
    with Server(loose=False, requests_burst=20, requests_per_second=1) as server:
        try:
            load(server.port, tables=1, actions=5000, warmup=0)  # at one per second this would take minutes
        except LoadFailed as failed:
            assert failed.figures["errors_refused"] > 0, failed
            assert "too_many_requests" in str(failed), failed
        else:
            raise AssertionError("more requests than the server allows went unnoticed")


def test_a_server_that_is_not_there_is_an_error():
    try:
        load(1, tables=1, patience=5)
    except LoadFailed as failed:
        assert failed.figures["errors_closed"] > 0, failed
    else:
        raise AssertionError("nobody listens there")


def test_wrong_options_are_refused_with_one_line():
    for wrong in [["--tables", "x"], ["--tables", "-1"], ["--nothing"], ["--until", "never"], ["nowhere"], []]:
        done = subprocess.run([GENERATOR, *wrong], capture_output=True, text=True, timeout=PATIENCE, check=False)
        equal(done.returncode, 2, wrong)
        equal(len(done.stderr.splitlines()), 1, done.stderr)


def test_the_bare_server_sends_to_all_six_of_a_table_and_nobody_else():
    with subprocess.Popen([BARE], stdout=subprocess.PIPE, text=True) as bare:
        try:
            port = int(bare.stdout.readline().split(" port ")[1].split(";")[0])
            figures = right(load(port, "bare", tables=3, actions=ACTIONS, warmup=0))
            equal(figures["received"], 6 * figures["actions"], "frames")
        finally:
            bare.kill()


@pytest.mark.verify
def test_the_bench_measures_every_figure_it_names():
    """Runs a hundredth of everything: the numbers mean nothing, but all are there."""
    with tempfile.TemporaryDirectory(prefix="gaslight-bench-") as directory:
        for name in ["gaslightd", "tests"]:
            os.symlink(os.path.join(BUILD, name), os.path.join(directory, name))
        done = subprocess.run([os.path.join(ROOT, "tests/bench/run")], capture_output=True, text=True, check=False,
                              env={**os.environ, "BUILD": directory, "PARTS": "serving", "ROUNDS": "1",
                                   "SECONDS": "0.3", "SCALE": "0.01", "ONLY": ""})
        equal(done.returncode, 0, done.stdout + done.stderr)
        with open(os.path.join(directory, "bench.json"), encoding="utf-8") as file:
            found = json.load(file)
    equal(sorted(row["name"] for row in found["rows"]), sorted(set(found) - {"rows"}), "names")
    for name in ["deliver_full", "deliver_memory", "p50_full", "rss_connection", "bytes_table", "connect", "restart_s"]:
        assert isinstance(found[name], (int, float)), f"{name}: {found[name]}"


def test_the_soak_detects_growth():
    steady = [(17, 12 << 20)] * 40
    equal(soak.growth(steady), [], "nothing grows")
    equal(soak.growth([(17, (30 - min(i, 20)) << 20) for i in range(40)]), [], "it became less")
    equal(soak.growth([(17 + i, 90 << 20) for i in range(10)] + steady), [], "it grew in the first half")
    assert "descriptors" in soak.growth([(17 + i // 4, 12 << 20) for i in range(40)])[0]
    assert "memory" in soak.growth([(17, (12 << 20) + (i << 18)) for i in range(40)])[0]
    equal(len(soak.growth([(17 + i, (12 << 20) + (i << 20)) for i in range(40)])), 2, "both")


@pytest.mark.verify
def test_a_short_soak_is_flat():
    done = subprocess.run(["/usr/bin/python3", soak.__file__], capture_output=True, text=True, check=False,
                          env={**os.environ, "T": "1", "CYCLE": "0.5", "TABLES": "3"})
    equal(done.returncode, 0, done.stdout + done.stderr)
    equal(sum("steady" in line for line in done.stdout.splitlines()) >= 4, True, done.stdout)
