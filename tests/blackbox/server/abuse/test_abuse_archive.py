"""The archive of a server with many games that others may not see, and with players who finish games in a loop."""
import os
import sqlite3

import pytest
from abuse import ABUSER, NEIGHBOUR, client_from, undisturbed
from gaslight_server import *

GAMES = 10000
CLIENTS = 4
REQUESTS = 40


def fill(server, owner, games, private=1, at=1_000_000):
    """Adds finished games of a player to the database of a stopped server."""
    lobby = '{"members":[]}'
    record = '{"actions":[' + ",".join(['{"by":"jack","do":"move","to":100}'] * 150) + "]}"
    players = '[{"player":"%s","name":"Mallory","pawns":["jack"]}]' % owner
    ids = [f"zz{private}{n:07}" for n in range(games)]
    database = sqlite3.connect(os.path.join(server.data, "gaslight.db"))
    with database:
        database.executemany("INSERT INTO tables (id, game, state, lobby, private, updated) VALUES "
                             "(?, 'whitehall', 'finished', ?, ?, 1)", [(name, lobby, private) for name in ids])
        database.executemany("INSERT INTO finished (table_id, game, winner, reason, players, actions, at, private, "
                             "listed) VALUES (?, 'whitehall', 'jack', 'resigned', ?, 150, ?, ?, ?)",
                             [(name, players, at + n, private, 1 - private) for n, name in enumerate(ids)])
        database.executemany("INSERT INTO records (table_id, record) VALUES (?, ?)", [(name, record) for name in ids])
        database.executemany("INSERT INTO finished_players (player_id, at, table_id, listed) VALUES (?, ?, ?, ?)",
                             [(owner, at + n, name, 1 - private) for n, name in enumerate(ids)])
    database.close()


async def filled(server, games):
    """Returns the id of a player who has finished this many private games, and before them one public game."""
    mallory = await Client.connect(server, name="Mallory")
    await mallory.close()
    server.stop()
    fill(server, mallory.player, games)
    fill(server, mallory.player, 1, private=0, at=5)
    server.start()
    return mallory


async def test_games_that_a_player_may_not_see_are_not_searched_for_long():
    with Server(loose=False) as server:
        mallory = await filled(server, 1300)
        ann = await Client.connect(server, name="Ann")
        reply = await ann.must("archive")
        equal([game["private"] for game in reply["games"]], [False])
        assert "more" not in reply, reply
        equal(len((await ann.must("archive", game="whitehall"))["games"]), 1)
        equal(await ann.must("archive", game="whitechapel"), {"games": []})
        found, requests, keys = [], 0, {}
        while keys is not None:
            reply = await ann.must("archive", player=mallory.player, **keys)
            found += reply["games"]
            requests += 1
            keys = {"before": reply["more"]} if "more" in reply else None
        equal([game["private"] for game in found], [False])
        equal(requests, 3)  # of 500 games each
        mine = await Client.connect(server, token=mallory.token)
        reply = await mine.must("archive", limit=200)
        equal([len(reply["games"]), "more" in reply], [200, False])
        await leave_all([ann, mine])


async def resign_game(server, client, **create):
    table = (await client.must("create", game="whitehall", key=key(), **create))["table"]["id"]
    await client.must("pawns", table=table, pawns=["jack"])
    await client.must("bot", table=table, pawns=["yellow", "red", "blue"], level="novice")
    await client.must("start", table=table)
    await client.must("resign", table=table, key=key())
    return table


async def listed(client, **keys):
    return [game["table"] for game in (await client.must("archive", **keys))["games"]]


async def test_games_that_are_given_up_at_once_do_not_fill_the_archive():
    with Server(loose=False) as server:
        mallory, ann = await people(server, "Mallory", "Ann")
        table = await resign_game(server, mallory)
        equal(await listed(mallory), [table])
        equal(await listed(mallory, player=mallory.player), [table])
        equal(await listed(ann), [])
        equal(await listed(ann, player=mallory.player), [])
        await ann.must("record", table=table)  # it is no secret
        await leave_all([mallory, ann])


async def test_a_player_adds_few_games_an_hour_to_the_archive():
    with Server(loose=False, listed_actions=0, listed_per_hour=3) as server:
        mallory, ann, bob = await people(server, "Mallory", "Ann", "Bob")
        tables = [await resign_game(server, mallory) for _ in range(5)]
        equal(set(await listed(mallory)), set(tables))
        equal(set(await listed(ann)), set(tables[:3]))
        other = await resign_game(server, bob)
        equal(set(await listed(ann)), {other, *tables[:3]})
        await leave_all([mallory, ann, bob])


async def search_archives(server):
    """Looks for the games of a player who has ten thousand private ones, and at the newest games."""
    clients = [await client_from(server, ABUSER, name="Mallory") for _ in range(CLIENTS)]
    await asyncio.gather(*[client.ask("archive", limit=200, **keys)
                           for client in clients for _ in range(REQUESTS // CLIENTS)
                           for keys in ({}, {"player": search_archives.player})])
    await leave_all(clients)


@pytest.mark.verify
async def test_requests_for_the_archive_do_not_delay_others():
    with Server(loose=False) as server:
        search_archives.player = (await filled(server, GAMES)).player
        honest = await client_from(server, NEIGHBOUR, name="Ann")
        table = (await honest.must("create", game="whitehall", key=key()))["table"]["id"]
        clock = 0

        async def write():
            nonlocal clock
            clock = 600 - clock
            await honest.must("settings", table=table, clock=clock)

        async def read():
            await honest.must("watch", table=table)

        for request in (write, read):
            await undisturbed(server, search_archives, request, cost=2)
        await honest.close()
