"""Runs the load generator (tests/load) against a server, for the benchmarks, the soak test and their tests."""
import json
import os
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.abspath(os.environ.get("BUILD", os.path.join(ROOT, "build")))
GENERATOR = os.path.join(BUILD, "tests/load/load")
BARE = os.path.join(BUILD, "tests/bench/bare")
MEMORY_SERVER = os.path.join(BUILD, "tests/bench/gaslightd_memory")

# Limits that a server needs for the load generator, as `load --help` says.
ROOMY = {"requests-per-second": 100000, "requests-burst": 100000, "address-requests-per-second": 1000000,
         "address-requests-burst": 1000000, "connections-per-address": 100000, "connections": 100000,
         "upgrades-per-minute": 1000000, "creations-per-minute": 1000000, "tables-per-address": 1000000,
         "hello-seconds": 600, "tables": 100000}
PATIENCE = int(os.environ.get("PATIENCE") or 60)


class LoadFailed(Exception):
    """The generator found something wrong; `figures` has what it counted nevertheless."""

    def __init__(self, words, figures):
        super().__init__(words)
        self.figures = figures


def load(port, *switches, wrap=(), timeout=None, **options):
    """Runs the generator and returns its figures by name. `switches` are like "views"; options are keywords."""
    command = [*wrap, GENERATOR, f"127.0.0.1:{port}", "--json"]
    for name in switches:
        command.append("--" + name)
    for name, value in {"patience": PATIENCE, **options}.items():
        command += ["--" + name.replace("_", "-"), str(value)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=False)
    figures = json.loads(done.stdout) if done.stdout else {}
    if done.returncode != 0:
        raise LoadFailed(f"{' '.join(command)}: exit {done.returncode}: {done.stderr.strip()}", figures)
    return figures
