"""Several nodes that share a database, on ports of loopback, without anything in front of them.

    with Nodes(postgres.database(), 3) as nodes:
        clients, table = await started(nodes, "whitehall")   # each client at the next node
        nodes[0].kill()

Nodes are instances of gaslight_server.Server. For proxies, cut wires and namespaces see cluster.py.
"""
import contextlib
import itertools
import os
import re
import secrets
import tempfile

from gaslight_server import Server, reserved_port, wait_for


def joined(node):
    """Returns where in its log a node has joined the cluster after its latest start, or None: the log is read by a thread,
    which may be behind."""
    found = [i for i, line in enumerate(node.log) if "cluster_joined" in line]
    return found[-1] if len(found) == node.starts else None


def has_link(node, other):
    """Returns whether the node has had a link to the latest start of the other one, since its own."""
    since, theirs = joined(node), joined(other)
    if since is None or theirs is None:
        return False
    number = re.search(r"number=(\d+)", other.log[theirs]).group(1)
    return any(re.search(rf" link_up node={number} .*direction=out", line) for line in node.log[since:])


class Nodes:
    """`options` are those of every node."""

    def __init__(self, store, count, **options):
        self.home = tempfile.TemporaryDirectory(prefix="gaslight-nodes-")
        self.key = os.path.join(self.home.name, "key")
        self.store, self.options = store, options
        with open(self.key, "w", encoding="ascii") as file:
            file.write(secrets.token_hex(32) + "\n")
        os.chmod(self.key, 0o600)
        self.ports = contextlib.ExitStack()
        self.names = itertools.count(1)
        self.turn = itertools.count()
        self.nodes = []
        try:
            for _ in range(count):
                self.add()
            self.wait_for_links()
        except BaseException:
            self.close()
            raise

    def add(self):
        """Starts another node and returns it."""
        name = f"node{next(self.names)}"
        port = self.ports.enter_context(reserved_port())
        node = Server(data=os.path.join(self.home.name, name), store=self.store, node=name,
                      cluster_listen=f"127.0.0.1:{port}", cluster_key=self.key, **self.options)
        self.nodes.append(node)
        return node

    def running(self):
        return [node for node in self.nodes if node.process.poll() is None]

    def wait_for_links(self):
        """Waits until every running node has a link to every other one."""
        for node, other in itertools.permutations(self.running(), 2):
            wait_for(lambda n=node, o=other: has_link(n, o), "a link between two nodes")

    @property
    def port(self):
        """The port of the next running node, so that clients are spread over all of them."""
        running = self.running()
        return running[next(self.turn) % len(running)].port

    def __getitem__(self, index):
        return self.nodes[index]

    def close(self):
        for node in self.nodes:
            node.close()
        self.ports.close()
        self.home.cleanup()

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()
