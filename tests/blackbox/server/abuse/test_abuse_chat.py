"""A flood of chat must not slow down moves: a message does not hold its table."""
import asyncio
import os
import tempfile

import pytest
from abuse import ABUSER, NEIGHBOUR, client_from, undisturbed
from gaslight_server import *
from traced_server import TracedServer

SPECTATORS = 8


async def flood_chat(server):
    """Spectators write to the gallery of every public table, as fast as they are allowed to."""
    crowd = [await client_from(server, ABUSER, name=f"Mallory {number}") for number in range(SPECTATORS)]

    async def flood(client):
        while True:
            for listed in (await client.must("tables"))["tables"]:
                table = listed["table"]["id"]
                await client.ask("watch", table=table)
                for _ in range(20):
                    await client.ask("chat", table=table, key=key(), to="gallery", text="🔎" * 100)
    await asyncio.gather(*[flood(client) for client in crowd])


@pytest.mark.verify
async def test_a_flood_of_chat_does_not_slow_down_moves():
    with Server(loose=False) as server:
        jack, ann = [await client_from(server, NEIGHBOUR, name=name) for name in ("Jack", "Ann")]
        jack.pawns, ann.pawns = ["jack"], POLICE["whitechapel"]
        game = {}

        async def begin():
            table = (await jack.must("create", key=key(), game="whitechapel"))["table"]["id"]
            await jack.must("pawns", table=table, pawns=jack.pawns)
            await ann.must("join", table=table, pawns=ann.pawns)
            for client in (jack, ann):
                await client.watch(table)
            await jack.must("start", table=table)
            await in_step([jack, ann], table, 0)
            game["table"] = table

        async def move():
            if jack.over.get(game["table"]) is not None:
                await begin()
            await play_one([jack, ann], game["table"], peaceful)
        await begin()
        print(await undisturbed(server, flood_chat, move))
        await leave_all([jack, ann])


async def chat_at_once(lines=8):
    """Returns whether messages that are sent at the same time are stored together, although the disk is slow. If each of
    them held the table, each would be written by itself."""
    with tempfile.TemporaryDirectory() as home:
        with TracedServer(os.path.join(home, "data"), ["-e", "trace=fdatasync", "-e",
                                                      "inject=fdatasync:delay_enter=40000"]) as server:
            clients, table = await started(server, "whitehall", players=2)
            crowd = await people(server, *[f"Lou {number}" for number in range(lines)])
            before = sum("fdatasync" in line for line in server.lines())
            replies = asyncio.gather(*[one.must("chat", table=table, key=key(), to="gallery", text="Hello")
                                       for one in crowd])
            await play_one(clients, table)
            await replies
            syncs = sum("fdatasync" in line for line in server.lines()) - before
            await leave_all([*clients, *crowd])
            return syncs <= lines // 2


async def test_messages_do_not_wait_for_each_other():
    await conclusive(chat_at_once)
