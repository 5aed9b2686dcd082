"""Statistics in a cluster: every node answers from the database, and games that end at two nodes at once count once each."""
import asyncio
import os
import sys

import pytest
from gaslight_server import *
from nodes import Nodes

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from test_stats import counted  # noqa: E402

pytestmark = pytest.mark.usefixtures("frames_fit_the_schemas")
GAMES = 4  # at each of the nodes


async def finished(nodes, number):
    """Plays a game at a node, by two people who are connected there. Returns them."""
    clients, table = await started(nodes[number], "whitehall", players=2)
    await clients[number].must("resign", table=table, key=key())
    await clients[number].until(lambda: table in clients[number].over, "the end")
    return clients


async def test_every_node_has_the_same_numbers_and_each_game_counts_once(postgres):
    with Nodes(postgres.database(), 2) as nodes:
        games = await asyncio.gather(*[finished(nodes, i % 2) for i in range(2 * GAMES)])
        visitors = [await Client.connect(node) for node in nodes.nodes]
        for jack, ann in games:
            here, there = [await counted(visitor, ann.player, 1) for visitor in visitors]
            equal(here, there)
            await counted(visitors[0], jack.player, 1)
        results = [(await visitor.must("stats"))["results"] for visitor in visitors]
        equal(results[0], results[1])
        equal([(row["games"], row["jack_won"]) for row in results[0]], [(2 * GAMES, GAMES)])
        await leave_all([*visitors, *[client for clients in games for client in clients]])
