"""A private PostgreSQL cluster for black-box tests: the real server, on loopback, with durable commits.

    from postgres import Postgres

    with Postgres() as cluster, Server(store=cluster.database()) as server:
        ...
        cluster.kill()   # as in a power cut
        cluster.start()

Tests get one cluster per pytest worker from the fixture `postgres` (tests/conftest.py): creating one takes a second or
two, and a database in it a few milliseconds. A test that kills its cluster or changes its settings makes its own.

PostgreSQL refuses to run as root: root runs it as the user postgres. It is a child of the test and gets SIGQUIT when
the test's process ends, however that happens.

With STORE=postgres in the environment, every `Server()` of the black-box tests has a database of its own instead of
SQLite:

    STORE=postgres /usr/bin/python3 -m pytest tests/blackbox/server/test_games.py

(A few tests look into SQLite's file themselves; they fail then.)
"""
import contextlib
import glob
import itertools
import os
import re
import shutil
import signal
import subprocess
import tempfile
import urllib.parse

from gaslight_server import PATIENCE, reserved_port, wait_for

USER = "gaslight"


def programs():
    """Returns the directory of the newest installed server programs; Debian does not put them into the PATH."""
    found = glob.glob("/usr/lib/postgresql/*/bin/postgres")
    newest = max(found, key=lambda path: int(re.search(r"/(\d+)/", path).group(1)), default=shutil.which("postgres"))
    if newest is None:
        raise RuntimeError("PostgreSQL is not installed; run deploy/install-deps test")
    return os.path.dirname(newest)


def has_ended(process):
    """Returns whether a process is gone, or only waits to be collected by its parent."""
    try:
        with open(f"/proc/{process}/stat", encoding="ascii", errors="replace") as file:
            return file.read().rpartition(")")[2].split()[0] in "ZX"
    except OSError:
        return True


class Postgres:
    """A cluster in a temporary directory, started. `settings` are those of postgresql.conf, for example fsync="off"."""

    def __init__(self, **settings):
        self.programs = programs()
        self.settings = settings
        self.numbers = itertools.count(1)
        self.process = None
        self.reserved = contextlib.ExitStack()
        self.port = self.reserved.enter_context(reserved_port())  # for as long as this exists, also while it is stopped
        # A short path, because that of a Unix socket may have at most 107 bytes.
        self.directory = tempfile.mkdtemp(prefix="gaslight-pg-", dir="/tmp")
        self.data = os.path.join(self.directory, "data")
        if os.geteuid() == 0:
            shutil.chown(self.directory, "postgres", "postgres")
        try:
            self.run("initdb", "-D", self.data, "-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
            self.start()
        except BaseException:
            self.close()
            raise

    def as_owner(self, *words):
        """Returns a command line that runs as the cluster's user, and is ended when this process ends."""
        user = ["--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []
        return ["setpriv", *user, "--pdeathsig=QUIT", "--", *words]

    def run(self, program, *words):
        done = subprocess.run(self.as_owner(os.path.join(self.programs, program), *words), cwd=self.directory,
                              capture_output=True, text=True, timeout=PATIENCE, check=False)
        assert done.returncode == 0, f"{program}: {done.stdout}{done.stderr}"

    def start(self, **settings):
        """Starts the server, on the same port as before, and waits until it accepts connections."""
        assert self.process is None, "it is running already"
        self.settings.update(settings)
        self.launch()
        wait_for(lambda: self.process.poll() is not None or self.accepts(), "PostgreSQL's start")
        if self.process.poll() is not None:
            self.process = None
            raise RuntimeError(f"PostgreSQL did not start: {self.log()[-2000:]}")

    def launch(self):
        settings = {"listen_addresses": "127.0.0.1", "port": self.port, "unix_socket_directories": self.directory,
                    "max_connections": 100, "shared_buffers": "32MB", **self.settings}
        options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        with open(os.path.join(self.directory, "log"), "ab") as log:
            self.process = subprocess.Popen(
                self.as_owner(os.path.join(self.programs, "postgres"), "-D", self.data, *options),
                cwd=self.directory, stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def accepts(self):
        return subprocess.run([os.path.join(self.programs, "pg_isready"), "-q", "-h", self.directory, "-p",
                               str(self.port)], check=False).returncode == 0

    def log(self):
        with open(os.path.join(self.directory, "log"), encoding="utf-8", errors="replace") as file:
            return file.read()

    def end(self, how, everyone=False):
        """Sends a signal to the server, or to all its processes, and waits until all have ended."""
        if self.process is None:
            return
        with open(f"/proc/{self.process.pid}/task/{self.process.pid}/children", encoding="ascii") as file:
            others = [int(process) for process in file.read().split()]
        self.process.send_signal(how)
        for process in others if everyone else []:
            try:
                os.kill(process, how)
            except ProcessLookupError:
                pass
        self.process.wait(PATIENCE)
        wait_for(lambda: all(map(has_ended, others)), "PostgreSQL's end")
        self.process = None

    def stop(self):
        """Stops it as an administrator would: connections are closed, and everything is written."""
        self.end(signal.SIGINT)

    def kill(self):
        """Kills all its processes at once, as in a power cut; the next start recovers from the log."""
        self.end(signal.SIGKILL, everyone=True)

    def url(self, database, socket=False):
        """Returns the URL of a database, by TCP or by Unix socket. A server that is starting gives up after five seconds
        otherwise."""
        patience = f"connect_timeout={PATIENCE}"
        if socket:
            return f"postgresql://{USER}@/{database}?host={urllib.parse.quote(self.directory)}&port={self.port}&{patience}"
        return f"postgresql://{USER}@127.0.0.1:{self.port}/{database}?{patience}"

    def database(self, socket=False):
        """Creates an empty database and returns its URL."""
        name = f"test{next(self.numbers)}"
        self.query(self.url("postgres"), f"CREATE DATABASE {name}")
        return self.url(name, socket)

    def query(self, url, sql):
        """Runs a statement with psql. Returns its rows as lists of texts; NULL is ""."""
        words = ["psql", "-X", "-q", "-A", "-t", "-F", "\x1f", "-R", "\x1e", "-v", "ON_ERROR_STOP=1", "-c", sql, url]
        done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, check=False)
        assert done.returncode == 0, f"{sql}: {done.stderr}"
        text = done.stdout.removesuffix("\n")
        return [row.split("\x1f") for row in text.split("\x1e")] if text else []

    def close(self):
        self.end(signal.SIGQUIT)
        self.reserved.close()
        shutil.rmtree(self.directory, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()
