"""Deductions, replays and bots take turns by address, so that one address can't keep the others waiting."""
import random
import re
import urllib.request

import pytest
from abuse import ABUSER, NEIGHBOUR, client_from, undisturbed
from gaslight_server import *

REPLAYS = 40


def metric(server, name):
    with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/metrics", timeout=PATIENCE) as page:
        return int(re.search(rf"^{name} (\d+)$", page.read().decode(), re.MULTILINE)[1])


@contextlib.asynccontextmanager
async def long_game():
    """Starts a server with default limits. Yields it, a neighbour, and a table whose replay takes long."""
    with Server() as server:
        clients, table = await started(server, "whitechapel", ["letters"], players=2, aids="full")
        dice = random.Random(4)  # a game in which Jack may have walked many ways
        await play_on(clients, table, 120, lambda legal, pawns: peaceful(legal, pawns, dice))
        await leave_all(clients)
        for name in LOOSE:
            del server.options[name]
        server.restart()
        honest = await client_from(server, NEIGHBOUR, name="Ann")
        yield server, honest, table
        await honest.close()


def replay_of(client, table):
    """Asks for a replay with deductions without waiting for it."""
    return asyncio.ensure_future(client.ask("replay", table=table, **{"as": "public", "deduce": True}))


async def test_a_deduction_overtakes_another_addresss_replays_which_end_with_their_connections():
    async with long_game() as (server, honest, table):
        await conclusive(deduction_overtakes_replays, server, honest, table, tries=5)


async def deduction_overtakes_replays(server, honest, table):
    """Returns false if the test was held up for so long that the replays could be answered meanwhile."""
    abusers = [await client_from(server, ABUSER) for _ in range(REPLAYS)]
    dropped = metric(server, "gaslight_jobs_dropped_total")
    async with HeldUp() as held_up:
        began = time.monotonic()
        replays = [replay_of(client, table) for client in abusers]
        while metric(server, "gaslight_jobs_waiting") + sum(replay.done() for replay in replays) < REPLAYS - 1:
            await asyncio.sleep(0)
        await honest.must("deduce", table=table)
        answered = sum(replay.done() for replay in replays)
        took = time.monotonic() - began
        await asyncio.gather(*[client.close() for client in abusers])
    wait_for(lambda: metric(server, "gaslight_jobs_waiting") == 0, "the end of the waiting jobs")
    dropped = metric(server, "gaslight_jobs_dropped_total") - dropped
    for replay in replays:
        replay.cancel()
    if held_up.longest() > took / 4 and (answered >= REPLAYS / 2 or dropped == 0):
        return False
    assert answered < REPLAYS / 2, f"{answered} replays came first"
    assert dropped > 0, "replays of those who have left were not dropped"
    return True


def forty_replays(table):
    async def forty_replays_at_once(server):
        clients = [await client_from(server, ABUSER) for _ in range(REPLAYS)]
        while True:
            await asyncio.gather(*[replay_of(client, table) for client in clients])
    return forty_replays_at_once


@pytest.mark.verify
async def test_forty_replays_do_not_delay_another_players_deduction():
    async with long_game() as (server, honest, table):
        # One round per try: every round takes forty of the 240 connections that an address may open per minute.
        await undisturbed(server, forty_replays(table), lambda: honest.must("deduce", table=table), rounds=1,
                          cost=2)
