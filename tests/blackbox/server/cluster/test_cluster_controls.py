"""Each protection of a cluster, and a server that lacks it (tests/controls): only the latter does what must not happen, so
the tests would notice if the protection did not work."""
import asyncio
import os
import subprocess
import sys

import pytest
from cluster import Cluster
from gaslight_server import BUILD, PATIENCE, choose, equal, key, wait_for
from wires import Cables

sys.path.append(os.path.dirname(os.path.abspath(__file__)))
from test_cluster import DEPOSED, part, rows_with, seated_at, wake_deposed  # noqa: E402

pytestmark = [pytest.mark.xdist_group("cluster"), pytest.mark.verify]

CARELESS = os.path.join(BUILD, "tests/controls/gaslightd")


def cluster_without(protection, **how):
    return Cluster(program=CARELESS, env={"CARELESS": protection} if protection else None, **how)


class Session:
    """A transaction of the test's own in PostgreSQL."""

    def __init__(self, cluster):
        postgres = cluster.postgres
        self.process = subprocess.Popen([os.path.join(postgres.programs, "psql"), "-X", "-q", "-A", "-t", "-v",
                                         "ON_ERROR_STOP=1", postgres.url(None)], text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.run("BEGIN")

    def run(self, sql):
        """Runs a statement and waits for its end."""
        self.process.stdin.write(f"{sql};\n\\echo done\n")
        self.process.stdin.flush()
        while (line := self.process.stdout.readline()) != "done\n":
            assert line, f"psql ended at {sql}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait(PATIENCE)
        self.process.stdin.close()
        self.process.stdout.close()


def waiting_backends(cluster):
    """Returns how many backends wait for a lock."""
    return int(cluster.sql("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")[0][0])


# ---- The fence -----------------------------------------------------------------------------------------


async def test_without_the_fence_a_deposed_owner_stores_what_it_is_sent():
    with cluster_without("fence") as cluster:
        found = await wake_deposed(cluster, alone=True)
        assert sum(found["stale rows"]) > 0, found
    with cluster_without(None) as cluster:
        equal(await wake_deposed(cluster, alone=True),
              {"status": DEPOSED, "replies": [], "stale rows": [0, 0, 0], "rows": 1}, "what it did")


# ---- The outcome of a lost commit ------------------------------------------------------------------------


async def lose_a_commit(cluster):
    """The connection to PostgreSQL is lost after COMMIT was sent, while the old backend waits for a lock and commits
    later. Returns whether the client was told that the action is done, and how many rows it has."""
    people, table = await seated_at(cluster, "aa")
    client = people[0].client
    await client.until(lambda: client.turns[table].get("legal"), "Jack's turn")
    once = key()
    with Session(cluster) as session:
        session.run(f"INSERT INTO actions VALUES ('{table}', 0, '', '', '{{}}', 0)")  # the same number; taken back later
        reply = client.post("act", table=table, key=once, action=choose(client.turns[table]["legal"], ["jack"]))
        await asyncio.to_thread(wait_for, lambda: waiting_backends(cluster) == 1, "the INSERT waits")
        cluster.wires.cables["a", "postgres"].cut()
        await asyncio.to_thread(wait_for, lambda: waiting_backends(cluster) == 2, "the node looks at its batch")
        session.run("ROLLBACK")
        answer = await asyncio.wait_for(reply, PATIENCE)
    await part(people)
    return "ok" in answer, rows_with(cluster, once)


async def test_a_batch_that_is_only_read_tells_the_wrong_outcome():
    with cluster_without("outcome", count=1, wires=Cables) as cluster:
        equal(await lose_a_commit(cluster), (False, 1), "whether it was acknowledged, and the rows")
    with cluster_without(None, count=1, wires=Cables) as cluster:
        equal(await lose_a_commit(cluster), (True, 1), "whether it was acknowledged, and the rows")


# ---- Claims ----------------------------------------------------------------------------------------------


async def claim_while_another_does(cluster):
    """A node tries to claim a finished game that nobody has in memory, and has to wait; meanwhile another node starts,
    and the game becomes its own. Returns the name of the owner in the end."""
    people, table = await seated_at(cluster, "aa")
    await people[0].client.must("resign", table=table, key=key())
    await part(people)
    equal([cluster.nodes[name].stop() for name in ("a", "c")], [0, 0], "exit statuses")
    equal(cluster.sql(f"SELECT coalesce(owner, 0) FROM tables WHERE id = '{table}'"), [["0"]], "the owner")
    ann = await cluster.client("b", name="Ann")
    with Session(cluster) as session:
        session.run(f"SELECT FROM tables WHERE id = '{table}' FOR UPDATE")
        watching = ann.post("watch", table=table)
        await asyncio.to_thread(wait_for, lambda: waiting_backends(cluster) == 1, "the claim waits")
        cluster.nodes["c"].start()
        session.run(f"UPDATE tables SET owner = (SELECT node FROM nodes WHERE name = 'c') WHERE id = '{table}'")
        session.run("COMMIT")
        await cluster.client("b", name="Bob")  # stored after the claim
    owner = cluster.owner(table)
    watching.cancel()
    await ann.close()
    return owner


async def test_a_claim_that_looks_for_the_owner_steals_a_table():
    with cluster_without("claim") as cluster:
        equal(await claim_while_another_does(cluster), "b", "the owner")
    with cluster_without(None) as cluster:
        equal(await claim_while_another_does(cluster), "c", "the owner")
