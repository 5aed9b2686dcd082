"""A cluster for tests: PostgreSQL, several nodes, and HAProxy in front of them, on wires that can be cut (wires.py).

    with Cluster() as cluster:
        ann = await cluster.client("a", name="Ann")        # at node a
        bob = await cluster.client(name="Bob")             # wherever HAProxy likes; needs Cluster(proxy=True)
        cluster.cut("a", "postgres")
        cluster.heal()
        cluster.kill("a")
        cluster.restart("a")

All programs are the real ones. Nodes are instances of gaslight_server.Server, in `cluster.nodes` by their names.
"""
import datetime
import http.client
import os
import re
import secrets
import shutil
import signal
import subprocess
import tempfile
import time

from gaslight_server import PATIENCE, ROOT, Client, Server, wait_for
from wires import lay_wires

NAMES = ["a", "b", "c", "d", "e"]
DATABASE = "gaslight"
FIELD, RECORD = "\x1f", "\x1e"


def find_postgres():
    """Returns the directory of the newest PostgreSQL's programs, which Debian does not put into PATH."""
    home = "/usr/lib/postgresql"
    versions = sorted(os.listdir(home), key=int) if os.path.isdir(home) else []
    return os.path.join(home, versions[-1], "bin") if versions else os.path.dirname(shutil.which("postgres") or "")


class Postgres:
    """A private PostgreSQL with safe settings, at `address` for the nodes and on a Unix socket for the test."""

    def __init__(self, wires, parent=None):
        self.wires = wires
        self.programs = find_postgres()
        self.home = tempfile.mkdtemp(prefix="gaslight-postgres-", dir=parent)
        self.data = os.path.join(self.home, "data")
        self.process = None
        self.as_owner = []
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            self.as_owner = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
            shutil.chown(self.home, "postgres", "postgres")
        self.log = open(os.path.join(self.home, "log"), "ab")
        self.run("initdb", "--pgdata", self.data, "--username", DATABASE, "--auth", "trust", "--encoding", "UTF8",
                 "--locale", "C", "--no-sync")
        with open(os.path.join(self.data, "pg_hba.conf"), "w", encoding="ascii") as file:
            file.write("local all all trust\nhost all all all trust\n")  # nobody else reaches this network
        self.start()
        self.sql(f"CREATE DATABASE {DATABASE}", database="postgres")

    def run(self, program, *arguments, **how):
        return subprocess.run([*self.as_owner, os.path.join(self.programs, program), *arguments], cwd="/",
                              stdout=how.get("stdout", self.log), stderr=self.log, check=True, timeout=PATIENCE)

    def start(self):
        host, port = self.wires.host("postgres"), self.wires.port("postgres", "postgres")
        settings = {"listen_addresses": host, "port": port, "unix_socket_directories": self.data,
                    "shared_buffers": "32MB", "max_wal_size": "256MB"}
        command = [*self.wires.wrap("postgres"), *self.as_owner, os.path.join(self.programs, "postgres"),
                   "-D", self.data]
        for name, value in settings.items():
            command += ["-c", f"{name}={value}"]
        self.process = subprocess.Popen(command, cwd="/", stdout=self.log, stderr=self.log, start_new_session=True)
        wait_for(self.is_ready, "PostgreSQL's start")

    def is_ready(self):
        if self.process.poll() is not None:  # an older process may still be ending
            with open(self.log.name, encoding="utf-8", errors="replace") as log:
                raise RuntimeError("PostgreSQL ended: " + log.read()[-2000:])
        return subprocess.run([os.path.join(self.programs, "pg_isready"), "-q", "-h", self.data,
                               "-p", str(self.wires.port("postgres", "postgres"))], check=False).returncode == 0

    def kill(self):
        """Kills all of its processes at once."""
        if self.process is not None and self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        if self.process is not None:
            self.process.wait(PATIENCE)
            wait_for(lambda: not self.has_processes(), "the end of PostgreSQL")

    def has_processes(self):
        try:
            os.killpg(self.process.pid, 0)
        except ProcessLookupError:
            return False
        return True

    def sql(self, query, database=DATABASE):
        """Runs a query. Returns its rows as lists of texts."""
        done = subprocess.run([os.path.join(self.programs, "psql"), "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1",
                               "-F", FIELD, "-R", RECORD, "-h", self.data, "-U", DATABASE, "-d", database,
                               "-p", str(self.wires.port("postgres", "postgres")), "-c", query],
                              capture_output=True, text=True, check=False, timeout=PATIENCE)
        if done.returncode != 0:
            raise RuntimeError(f"{query}: {done.stderr}")
        text = done.stdout.rstrip("\n")
        return [row.split(FIELD) for row in text.split(RECORD)] if text else []

    def url(self, source):
        """Returns the URL by which a party reaches it; None: by the Unix socket."""
        if source is None:
            return f"postgresql://{DATABASE}@/{DATABASE}?host={self.data}&port=" + \
                str(self.wires.port("postgres", "postgres"))
        return f"postgresql://{DATABASE}@{self.wires.route(source, 'postgres', 'postgres')}/{DATABASE}"

    def close(self):
        self.kill()
        self.log.close()
        shutil.rmtree(self.home, ignore_errors=True)


class Proxy:
    """HAProxy with the rules of deploy/haproxy.cfg, in front of all nodes."""

    def __init__(self, wires, nodes, home):
        self.host, self.port = wires.host("clients"), wires.port("clients", "proxy")
        self.config = os.path.join(home, "haproxy.cfg")
        self.log = open(os.path.join(home, "haproxy.log"), "ab")
        with open(os.path.join(ROOT, "deploy/haproxy.cfg"), encoding="utf-8") as file:
            text = file.read()
        with open(self.config, "w", encoding="utf-8") as file:
            file.write(adapt(text, f"{self.host}:{self.port}",
                             {name: wires.address(name, "web") for name in nodes}))
        self.process = subprocess.Popen(["haproxy", "-db", "-q", "-f", self.config], stdout=self.log, stderr=self.log)
        wait_for(self.has_servers, "HAProxy with a node")

    def has_servers(self):
        """Returns whether it passes requests on to a node."""
        if self.process.poll() is not None:
            with open(self.log.name, encoding="utf-8", errors="replace") as log:
                raise RuntimeError("HAProxy ended: " + log.read())
        try:
            connection = http.client.HTTPConnection(self.host, self.port, timeout=PATIENCE)
            connection.request("GET", "/healthz", headers={"Host": "localhost"})
            return connection.getresponse().status == 200
        except OSError:
            return False
        finally:
            connection.close()

    def close(self):
        self.process.kill()
        self.process.wait(PATIENCE)
        self.log.close()


def adapt(text, address, nodes):
    """Returns a configuration of HAProxy with other addresses: it listens without TLS, and the servers are `nodes`."""
    lines, placed = [], False
    for line in text.split("\n"):
        words = line.split()
        first = words[0] if words else ""
        if first == "server":
            if not placed:
                lines += [re.sub(r"server\s+\S+\s+\S+", f"server {name} {place}", line)
                          for name, place in nodes.items()]
            placed = True
        elif first == "bind":
            if f"    bind {address}" not in lines:
                lines.append(f"    bind {address}")
        elif first not in ("user", "group", "chroot", "stats", "log") and \
                words[:2] != ["http-request", "redirect"]:
            lines.append(line)
    assert placed, "deploy/haproxy.cfg names no server"
    return "\n".join(lines)


class Node(Server):
    """A node; `wires` are told whenever its process changes."""

    def __init__(self, cluster, name, **options):
        self.cluster, self.name = cluster, name
        self.host = cluster.wires.host(name)
        super().__init__(wrap=cluster.wires.wrap(name), **options)

    def start(self):
        self.cluster.wires.note_process(self.name, -1)  # connections are accepted from now on
        super().start()
        self.cluster.wires.note_process(self.name, self.process.pid)

    def number(self):
        """Returns the number of its last start, as a text."""
        joined = [line for line in self.log if " cluster_joined " in line]
        return re.search(r"number=(\d+)", joined[-1]).group(1) if joined else None

    def stop(self, how=signal.SIGTERM):
        status = super().stop(how)
        self.cluster.wires.note_process(self.name, None)
        return status


class Cluster:
    """`count` nodes. Options are those of gaslightd, for all nodes; `program` and `env` are as in Server. Unless
    `started`, the caller starts the nodes. `wires` is what connects them; the data is in directories below `parent`."""

    def __init__(self, count=3, proxy=False, program=None, env=None, started=True, wires=lay_wires, parent=None,
                 **options):
        self.names = NAMES[:count]
        self.nodes = {}
        self.postgres = self.proxy = None
        self.frozen = set()
        self.home = tempfile.mkdtemp(prefix="gaslight-cluster-", dir=parent)
        self.wires = wires([*self.names, "postgres", "clients"])
        self.wires.__enter__()
        try:
            self.postgres = Postgres(self.wires, parent)
            self.key = os.path.join(self.home, "key")
            with open(self.key, "w", encoding="ascii", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
                file.write(secrets.token_hex(32) + "\n")
            for name in self.names if started else []:
                self.start_node(name, program, env, options)
            if proxy:
                self.proxy = Proxy(self.wires, self.names, self.home)
            if started:
                self.wait_for_nodes(self.names)
        except BaseException:
            self.close()
            raise

    def start_node(self, name, program, env, options):
        wires = self.wires
        ways = {"listen": wires.address(name, "web"), "store": self.postgres.url(name), "node": name,
                "cluster_listen": wires.address(name, "link"), "cluster_key": self.key,
                "cluster_address": wires.route(None, name, "link"), "hosts": self.wires.host("clients")}
        self.nodes[name] = Node(self, name, program=program, env=env, data=os.path.join(self.home, name),
                                **{**ways, **options})

    def is_complete(self):
        """Returns whether all nodes are running, and none of them has been deposed without knowing it yet."""
        listed = {(name, number) for name, number in self.sql("SELECT name, node FROM nodes")}
        return listed == {(name, node.number()) for name, node in self.nodes.items()} and \
            all(map(self.is_alive, self.names))

    def wait_for_nodes(self, names):
        wait_for(lambda: [row[0] for row in self.sql("SELECT name FROM nodes ORDER BY name")] == sorted(names),
                 f"a cluster of {names}")

    # ---- trouble ----

    def kill(self, name):
        self.thaw(name)
        return self.nodes[name].kill()

    def freeze(self, name):
        """Stops a node in the middle of whatever it does, until thaw()."""
        self.nodes[name].process.send_signal(signal.SIGSTOP)
        self.frozen.add(name)

    def thaw(self, name):
        if name in self.frozen:
            self.nodes[name].process.send_signal(signal.SIGCONT)
            self.frozen.discard(name)

    def cut(self, one, other):
        """Cuts two nodes, or a node and "postgres", off from each other, without either noticing."""
        self.wires.cut(one, other)

    def heal(self):
        self.wires.heal()

    def restart(self, name, how=signal.SIGTERM):
        """Stops a node (unless it has ended) and starts it again. Returns its exit status."""
        node = self.nodes[name]
        status = node.stop(how)
        node.start()
        return status

    def is_alive(self, name):
        return self.nodes[name].process.poll() is None

    # ---- looking ----

    def sql(self, query):
        return self.postgres.sql(query)

    def owner(self, table):
        """Returns the name of the node that owns a table, or None."""
        rows = self.sql(f"SELECT nodes.name FROM tables JOIN nodes ON node = owner WHERE id = '{table}'")
        return rows[0][0] if rows else None

    def check(self):
        """Runs `gaslightd --check URL`. Returns the exit status and the output."""
        node = self.nodes[self.names[0]]
        done = subprocess.run([*node.wrap, node.command()[len(node.wrap)], "--check", self.postgres.url(None)],
                              capture_output=True, text=True, timeout=PATIENCE, check=False)
        return done.returncode, done.stdout + done.stderr

    def log(self, name, words):
        """Returns the times (as of time.time()) of the lines of a node's log that contain all of these words."""
        return [log_time(line) for line in list(self.nodes[name].log) if all(word in line for word in words)]

    # ---- clients ----

    def door(self, name=None):
        """Returns what a client connects to: a node, or the proxy."""
        return self.proxy if name is None else self.nodes[name]

    async def client(self, name=None, /, **hello):
        return await Client.connect(self.door(name), **hello)

    # ---- the end ----

    def close(self):
        for name in list(self.frozen):
            self.thaw(name)
        if self.proxy is not None:
            self.proxy.close()
        for node in self.nodes.values():
            node.close()
        if self.postgres is not None:
            self.postgres.close()
        self.wires.close()
        shutil.rmtree(self.home, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def log_time(line):
    stamp = datetime.datetime.strptime(line.split()[0], "%Y-%m-%dT%H:%M:%S.%fZ")
    return stamp.replace(tzinfo=datetime.timezone.utc).timestamp()


def seconds_since(begun):
    return time.monotonic() - begun
