#!/usr/bin/python3
"""Breaks parts of a cluster under load, driven by a seed: `make chaos-cluster SEED=N ROUNDS=N`.

People play at several tables of three nodes (tests/support/cluster_world.py), some of them through HAProxy. In every
round something fails while they play: a node is killed, stands still or stops, loses PostgreSQL or another node, or
PostgreSQL is killed. Nothing that was acknowledged may be lost or done twice, and all nodes must show the same. A node
that was deposed must have ended with 75, and no other node may have ended. A failing run prints the command that repeats
the same choices; timing may still differ from run to run.

Environment: SEED (random by default), ROUNDS (30), TROUBLE: only faults whose names contain it; FREEZE (15): seconds
for which a node stands still.
"""
import asyncio
import contextlib
import os
import sys
import traceback

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(TESTS, "support"))
from cluster import Cluster  # noqa: E402
from cluster_world import ClusterWorld  # noqa: E402
from gaslight_server import DICE, SEED, equal  # noqa: E402

ROUNDS = int(os.environ.get("ROUNDS") or 30)
FREEZE = float(os.environ.get("FREEZE") or 15)
LEASE = 6  # seconds after which a silent node may be deposed
DEPOSED = 75  # exit status
KILLED = -9


class ClusterChaos(ClusterWorld):
    """The faults that can be injected. Each returns when it is over, but nothing has been mended yet."""

    def __init__(self, cluster):
        super().__init__(cluster)
        self.deck = []
        self.killed = set()  # nodes that this round has killed
        self.statuses = {}  # exit status -> how many nodes ended with it

    def pick(self, count=1):
        return DICE.sample(self.cluster.names, count)

    async def a_moment(self, most=1.0):
        await asyncio.sleep(DICE.random() * most)

    def kill_node(self, name):
        self.cluster.kill(name)
        self.killed.add(name)

    async def kill(self):
        self.kill_node(self.pick()[0])
        await self.a_moment(3)

    async def kill_two(self):
        for name in self.pick(2):
            self.kill_node(name)
            await self.a_moment(2)

    async def freeze(self):
        name = self.pick()[0]
        self.cluster.freeze(name)
        await asyncio.sleep(FREEZE)
        self.cluster.thaw(name)
        await self.a_moment()

    async def blink(self):
        """Stands still for less than the lease."""
        name = self.pick()[0]
        self.cluster.freeze(name)
        await self.a_moment(LEASE / 2)
        self.cluster.thaw(name)

    async def cut_from_postgres(self):
        self.cluster.cut(self.pick()[0], "postgres")
        await self.a_moment(2 * LEASE)

    async def cut_nodes(self):
        self.cluster.cut(*self.pick(2))
        await self.a_moment(2 * LEASE)

    async def isolate(self):
        """Cuts a node off from PostgreSQL and from the other nodes; clients still reach it."""
        name = self.pick()[0]
        for other in ["postgres", *[other for other in self.cluster.names if other != name]]:
            self.cluster.cut(name, other)
        await self.a_moment(2 * LEASE)

    async def kill_postgres(self):
        self.cluster.postgres.kill()
        await self.a_moment(2 * LEASE)

    async def reset_postgres(self):
        """Ends all connections to PostgreSQL, several times, so that commits are in doubt."""
        for _ in range(10):
            self.cluster.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() "
                             "AND backend_type = 'client backend'")
            await self.a_moment(0.3)

    async def kill_postgres_and_node(self):
        self.cluster.postgres.kill()
        self.kill_node(self.pick()[0])
        await self.a_moment(3)

    async def stop(self):
        name = self.pick()[0]
        equal(await in_thread(self.cluster.nodes[name].stop), 0, f"exit status of {name}")
        self.killed.add(name)
        await self.a_moment()

    async def rolling_restart(self):
        for name in self.cluster.names:
            node = self.cluster.nodes[name]
            equal(await in_thread(node.stop), 0, f"exit status of {name}")
            await in_thread(node.start)
            await self.a_moment(0.5)

    # ---- afterwards ----

    async def mend(self):
        """Repairs the network and PostgreSQL, and starts the nodes that have ended."""
        cluster = self.cluster
        cluster.heal()
        for name in cluster.names:
            cluster.thaw(name)
        if cluster.postgres.process.poll() is not None:
            cluster.postgres.start()
        await asyncio.sleep(0.2)
        await self.start_ended_nodes()

    async def start_ended_nodes(self):
        for name in self.cluster.names:
            node = self.cluster.nodes[name]
            if node.process.poll() is None:
                continue
            status = node.stop()
            self.statuses[status] = self.statuses.get(status, 0) + 1
            assert status == DEPOSED or name in self.killed, \
                f"node {name} ended with {status}: {''.join(node.log[-5:])}"
            node.start()
        self.killed.clear()

    async def keep_nodes_running(self):
        """Starts nodes that end, as systemd does: one that was deposed may notice it only now."""
        while True:
            await asyncio.sleep(0.2)
            await self.start_ended_nodes()

    async def one(self, number, trouble):
        keepers = []

        async def whole():
            await trouble(self)
            await self.mend()
            keepers.append(asyncio.ensure_future(self.keep_nodes_running()))
        try:
            await self.round(number, whole)
        finally:
            for keeper in keepers:
                if not keeper.done():
                    keeper.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await keeper

    def draw(self):
        """Returns the next fault. All faults occur once before any occurs again."""
        if not self.deck:
            self.deck = [one for one in TROUBLES if os.environ.get("TROUBLE", "") in one[0]]
            DICE.shuffle(self.deck)
        return self.deck.pop()


async def in_thread(call):
    return await asyncio.get_running_loop().run_in_executor(None, call)


TROUBLES = [
    ("kill", ClusterChaos.kill),
    ("kill two nodes", ClusterChaos.kill_two),
    ("freeze", ClusterChaos.freeze),
    ("blink", ClusterChaos.blink),
    ("node loses postgres", ClusterChaos.cut_from_postgres),
    ("two nodes lose each other", ClusterChaos.cut_nodes),
    ("node loses all others", ClusterChaos.isolate),
    ("postgres killed", ClusterChaos.kill_postgres),
    ("postgres resets connections", ClusterChaos.reset_postgres),
    ("postgres and a node killed", ClusterChaos.kill_postgres_and_node),
    ("stop", ClusterChaos.stop),
    ("rolling restart", ClusterChaos.rolling_restart),
]


async def run(rounds, world_class=ClusterChaos, **options):
    with Cluster(proxy=True, **options) as cluster:
        world = world_class(cluster)
        await world.begin()
        try:
            for number in range(rounds):
                name, trouble = world.draw()
                print(f"round {number}: {name}", flush=True)
                await world.one(number, trouble)
            await world.end()
        except BaseException:
            for name, node in cluster.nodes.items():
                print(f"--- the log of {name} ends:\n{''.join(node.log[-20:])}", flush=True)
            raise
        print(f"{world.statuses.get(DEPOSED, 0)} nodes were deposed and ended, "
              f"{world.statuses.get(KILLED, 0)} were killed")
    return world


def main(rounds=ROUNDS, **options):
    """Returns the exit status."""
    print(f"chaos-cluster: SEED={SEED} ROUNDS={rounds}", flush=True)
    DICE.seed(SEED)
    try:
        asyncio.run(run(rounds, **options))
    except Exception:  # whatever it is, print the seed
        traceback.print_exc(limit=-8, file=sys.stdout)
        only = f" TROUBLE='{os.environ['TROUBLE']}'" if os.environ.get("TROUBLE") else ""
        print(f"chaos-cluster: failed; repeat with: make chaos-cluster SEED={SEED} ROUNDS={rounds}{only}", flush=True)
        return 1
    print("chaos-cluster: no acknowledged action was lost or applied twice")
    return 0


if __name__ == "__main__":
    sys.exit(main())
