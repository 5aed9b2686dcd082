"""No secret crosses a link between nodes: the paired games of test_secrets.py, in a cluster.

Each side is a cluster of two nodes. The first owns all tables, and Jack is connected to it; everyone who may not know
Jack's secrets is connected to the second. Beside what they are sent, all that the first node sends to the second is
compared before it is encrypted (leaks/server/link_tap.c).
"""
import collections
import os
import re
import subprocess
import sys

import gaslight_server
import pytest
from cluster import Cluster
from gaslight_server import GASLIGHTD, PATIENCE, ROOT, equal, wait_for
from raw_socket import RawClient
from wires import Cables

sys.path.append(os.path.dirname(os.path.abspath(__file__)))
import test_secrets  # noqa: E402

pytestmark = pytest.mark.xdist_group("cluster secrets")

TAPPED = os.path.join(gaslight_server.BUILD, "tests/leaks/server/gaslightd")
with open(os.path.join(ROOT, "server/cluster/message.h"), encoding="utf-8") as header:
    TYPES = dict(enumerate(re.findall(r"^    MESSAGE_(\w+)", header.read(), re.M), 1))
TO_SESSIONS = ("REPLY", "CLOSE", "MOVED")
KINDS = [test_secrets.Route(),
         *[pytest.param(kind, marks=pytest.mark.verify) for kind in
           (test_secrets.Discoveries(), test_secrets.Hideout(), test_secrets.Women(), test_secrets.RouteWhitehall(),
            test_secrets.Order(), test_secrets.Tiles(), test_secrets.Heads())]]


def without_people(row):
    return re.sub(rb'"spectators":\{[^}]*\}|"connected":\w+,?|"absent":true,?', b"", row)


class FarClient(RawClient):
    """A client of a node that does not own the tables. A ping is answered by its own node; so that everything which was
    sent before has arrived, it asks the owner of the table instead. Lists are made by its own node of what the owner tells
    it now and then; what it tells is compared, not when."""

    def ask(self, do, **keys):
        if do in ("mine", "tables"):
            return {"ok": {}}
        if "table" in keys:
            self.table = keys["table"]
        elif do == "ping" and getattr(self, "table", None) is not None:
            return super().ask("peek", table=self.table)
        return super().ask(do, **keys)


class ClusterSide(test_secrets.Side):
    """A cluster with a copy of the data. `server` is the node that owns the tables."""

    listed = []  # the tables as listed, by every side

    def start(self, data):
        self.cluster = Cluster(count=2, started=False, wires=Cables)  # both sides on the same network
        equal(subprocess.run([GASLIGHTD, "--copy", data, self.cluster.postgres.url(None)], capture_output=True,
                             check=False, timeout=PATIENCE).returncode, 0, "exit status of --copy")
        self.tap = os.path.join(self.cluster.home, "tap")
        self.read = 0
        self.listings = set()
        self.cluster.start_node("a", TAPPED, {"LINK_TAP": self.tap}, {})
        self.cluster.start_node("b", TAPPED, None, {})
        self.server = self.cluster.nodes["a"]

    def connect(self, name):
        node = self.cluster.nodes["a" if name in ("jack", "lobby") else "b"]
        return (RawClient if node is self.server else FarClient)(node.port, self.origin.tokens[name], node.host)

    def settle(self):
        reader = self.connect("jack")
        wait_for(lambda: all(seat["connected"] for seat in
                             reader.must("watch", table=self.origin.tables[0])["table"]["seats"]), "everyone's presence")
        reader.close()

    def take_elsewhere(self):
        """Returns what the first node has sent, in order for each session, without what is sent as time passes."""
        sent = collections.defaultdict(list)
        with open(self.tap, encoding="ascii") as file:
            file.seek(self.read)
            for line in file:
                if not line.endswith("\n"):
                    break  # it is being written
                way, _, kind, *body = line.split()
                if way == "sent":
                    self.note(sent, TYPES[int(kind)], bytes.fromhex(body[0] if body else ""))
                self.read += len(line)
        return [b"%d: %s" % (session, text) for session in sorted(sent) for text in sent[session]]

    def note(self, sent, kind, body):
        def number(at):
            return int.from_bytes(body[at:at + 4], "big")
        if kind == "PUSH":  # how many sessions, their numbers, the text
            for index in range(number(0)):
                sent[number(4 + 4 * index)].append(body[4 + 4 * number(0):])
        elif kind in TO_SESSIONS:
            sent[number(0)].append(body[4:])
        elif kind == "LISTING":  # what changes with time is told in its own time: who is there, and whose turn it is
            self.listings |= {without_people(row) for row in re.findall(rb'\{"id".*\}', body)}
        elif kind == "BANS":  # sent whenever a link comes up, and says nothing
            equal(body, b"", "body of BANS")
        elif kind not in ("PRESENCE", "SYNC", "RENAMED"):
            sent[-1].append(kind.encode() + body)

    def close(self):
        self.take_elsewhere()
        ClusterSide.listed.append(self.listings)
        super().close()
        self.cluster.close()


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: re.sub(r"\W", "_", kind.name.lower()))
def test_nothing_secret_crosses_a_link(kind):
    ClusterSide.listed = []
    test_secrets.play_pairs(kind, 3, ClusterSide)
    for one, other in zip(ClusterSide.listed[0::2], ClusterSide.listed[1::2]):
        equal(one ^ other, set(), "listings of tables that only one side has")


def test_a_leak_that_only_another_node_could_see_is_found(monkeypatch):
    monkeypatch.setenv("LEAK", "link")
    with pytest.raises(AssertionError, match=test_secrets.ELSEWHERE):
        test_secrets.play_pairs(test_secrets.Route(), 1, ClusterSide)
