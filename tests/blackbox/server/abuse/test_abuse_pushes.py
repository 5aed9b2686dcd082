"""What one request makes the server send to everyone: renames, reconnects and lists of somebody at many tables."""
import asyncio
import contextlib
import json
import re
import sqlite3
import time
import urllib.request

import pytest

from abuse import ABUSER, NEIGHBOUR, abused, client_from, undisturbed
from choices import POLICE
from gaslight_server import (PATIENCE, Client, Server, choose, conclusive, equal, key, leave_all, people, seated,
                             wait_for)
from raw_socket import RawClient

SEATS = 50  # as many as one player may sit at
KB = 1000


def table_id(number):
    """Returns an id of ten characters that sorts differently from its number."""
    return f"{number * 7919 % 100003:05d}table"


def add_tables(data, count, player, name, game="whitehall", state="open"):
    """Writes tables of one player into the database of a server that is not running. The last one is the newest."""
    with sqlite3.connect(f"{data}/gaslight.db") as database:
        for number in range(count):
            member = {"player": player, "name": name, "pawns": 0, "resigns": False, "bot": 0, "stands_in": False}
            lobby = {"state": state, "game": game, "options": 0, "private": False, "aids": 0, "rematch": "",
                     "invite": f"invite{number:06d}", "host": player, "members": [member], "winner": 0, "reason": 0,
                     "created": 1_700_000_000 + number, "touched": 4_000_000_000}
            database.execute("INSERT INTO tables (id, game, state, lobby, private, updated) VALUES (?, ?, ?, ?, 0, ?)",
                             (table_id(number), game, state, json.dumps(lobby), lobby["touched"]))
    database.close()


def sent_since(client, mark):
    """Returns how many frames, and how many bytes of them, the client has received since a mark."""
    frames = client.received[mark:]
    return len(frames), sum(len(text.encode()) for text in frames)


async def at_many_tables(server, watched=SEATS):
    """Returns Mallory, who sits at many tables, the tables, a watcher of all of them, and a follower of the lobby."""
    mallory, watcher, follower = await people(server, "Mallory", "Wendy", "Fay")
    await leave_all([mallory, watcher, follower])
    server.stop()
    add_tables(server.data, SEATS, mallory.player, "Mallory")
    server.start()
    mallory, watcher, follower = [await Client.connect(server, token=one.token) for one in (mallory, watcher, follower)]
    tables = [table_id(number) for number in range(SEATS)]
    for table in tables[:watched]:
        await watcher.watch(table)
    await follower.must("tables")
    return mallory, watcher, follower, tables


async def test_a_rename_at_fifty_tables_is_one_small_push():
    with Server() as server:
        mallory, watcher, follower, tables = await at_many_tables(server)
        equal(len((await mallory.must("mine"))["tables"]), SEATS)
        marks = [len(client.received) for client in (watcher, follower)]
        for number in range(20):
            await mallory.must("rename", name=f"Mallory {number}")
        for client, mark in zip((watcher, follower), marks):
            await client.until(lambda c=client: any(push.get("name") == "Mallory 19" for push in c.pushed("player")))
            await client.settle()
            frames, sent = sent_since(client, mark)
            assert frames <= 21 and sent < 21 * 150, f"20 renames: {frames} frames, {sent} bytes"
        for table in tables:
            equal(watcher.seat_of(table, mallory.player)["name"], "Mallory 19")
            equal((await watcher.watch(table))["table"]["seats"][0]["name"], "Mallory 19")
        await leave_all([mallory, watcher, follower])


async def test_a_reconnect_at_fifty_tables_is_one_small_push():
    with Server() as server:
        mallory, watcher, follower, tables = await at_many_tables(server)
        marks = [len(client.received) for client in (watcher, follower)]
        for _ in range(10):
            await mallory.close()
            await watcher.until(lambda: not watcher.seat_of(tables[0], mallory.player)["connected"])
            mallory = await Client.connect(server, token=mallory.token)
            await watcher.until(lambda: watcher.seat_of(tables[0], mallory.player)["connected"])
        frames, sent = sent_since(watcher, marks[0])
        equal((frames, watcher.pushed("table")), (20, []), "one frame each time")
        assert sent < 20 * 150, f"{sent} bytes"
        await follower.settle()
        equal(sent_since(follower, marks[1])[0], 1, "presence is not sent to the lobby")
        assert all(watcher.seat_of(table, mallory.player)["connected"] for table in tables)
        await leave_all([mallory, watcher, follower])


async def replies_at_once(client, do, count, keys=lambda number: {}):
    """Sends requests without waiting. Returns how many were carried out; the others were refused for being too many."""
    replies = await asyncio.gather(*[client.post(do, **keys(number)) for number in range(count)])
    equal({reply["error"]["code"] for reply in replies if "error" in reply} - {"too_many_requests"}, set())
    return sum("ok" in reply for reply in replies)


async def test_requests_are_charged_by_what_they_cost():
    """With default limits, somebody at fifty tables may rename twice at once, and then has to wait; a player at one
    table may do so much more often."""
    await conclusive(many_tables_cost_more)


async def many_tables_cost_more():
    """Returns false if it took so long that more became available, which takes a second."""
    with Server(loose=False) as server:
        mallory, watcher, follower, _ = await at_many_tables(server, watched=10)
        begun = time.monotonic()
        slow = await replies_at_once(mallory, "rename", 10, lambda number: {"name": f"Mallory {number}"})
        reply = await mallory.ask("ping")
        if time.monotonic() - begun > 1:
            await leave_all([mallory, watcher, follower])
            return False
        assert 1 <= slow <= 3, f"{slow} renames"
        equal(reply.get("error", {}).get("code"), "too_many_requests")
        quick = await replies_at_once(follower, "rename", 20, lambda number: {"name": f"Fay {number}"})
        equal(quick, 20)
        await leave_all([mallory, watcher, follower])
        return True


async def test_long_replies_are_charged_by_their_length():
    with Server(loose=False, requests_per_second=1, requests_burst=100) as server:
        host = await Client.connect(server, name="Host")
        await host.close()
        server.stop()
        add_tables(server.data, 100, host.player, "Host")
        server.start()
        ann = await Client.connect(server, name="Ann")
        begun = time.monotonic()
        done = await replies_at_once(ann, "tables", 60, lambda number: {"limit": 100})
        length = max(len(text) for text in ann.received)
        counts = 2 + length / 16384 - 1
        most = 100 + time.monotonic() - begun
        assert length > 32 * KB and (done - 1) * counts <= most, f"{done} lists of {length} bytes"
        await ann.close()


async def test_a_change_costs_more_the_more_people_are_sent_it():
    with Server(requests_per_second=1, requests_burst=60) as server:
        host, = await people(server, "Host")
        table = (await host.must("create", key=key(), game="whitehall"))["table"]["id"]
        crowd = [await Client.connect(server, token=host.token) for _ in range(40)]
        for client in crowd:
            await client.watch(table)
        begun = time.monotonic()
        done = await replies_at_once(host, "settings", 40, lambda number: {"table": table, "clock": 10 + number % 2})
        most = 60 + time.monotonic() - begun
        assert done >= 5 and (done - 1) * 5 <= most, f"{done} changes, each sent to 40"
        await leave_all([host, *crowd])


async def test_a_change_that_changes_nothing_is_not_sent():
    with Server() as server:
        (jack, ann, *others), table = await seated(server, "whitehall")
        follower = await Client.connect(server, name="Fay")
        await follower.must("tables")
        await ann.settle()
        marks = [len(client.received) for client in (ann, follower)]
        for _ in range(5):
            await jack.must("settings", table=table, clock=0)
            await jack.must("pawns", table=table, pawns=["jack"])
        for client, mark in zip((ann, follower), marks):
            await client.settle()
            equal(sent_since(client, mark)[0], 1, "only the reply to ping")
        await leave_all([jack, ann, *others, follower])


async def test_the_lobby_comes_in_pages():
    """The list of ten thousand tables is sent in small parts, the newest first, while tables come and go."""
    with Server(tables=20000) as server:
        host = await Client.connect(server, name="Host")
        await host.close()
        server.stop()
        add_tables(server.data, 10_000, host.player, "Host")
        server.start()
        ann, bob = await people(server, "Ann", "Bob")
        mark = len(ann.received)
        first = await ann.must("tables")
        _, sent = sent_since(ann, mark)
        equal([one["table"]["id"] for one in first["tables"]], [table_id(n) for n in range(9_999, 9_949, -1)])
        assert sent < 40 * KB, f"{sent} bytes"
        new = (await bob.must("create", key=key(), game="whitechapel"))["table"]["id"]
        await ann.until(lambda: any(push["table"]["id"] == new for push in ann.pushed("tables")), "the new table")
        second = await ann.must("tables", before=first["more"], limit=100)
        equal([one["table"]["id"] for one in second["tables"]], [table_id(n) for n in range(9_949, 9_849, -1)])
        only = await ann.must("tables", game="whitechapel", state="open")
        equal(([one["table"]["id"] for one in only["tables"]], "more" in only), ([new], False))
        equal(await ann.must("tables", state="running"), {"tables": []})
        equal(len((await ann.must("tables", before="1"))["tables"]), 0)
        await ann.refused("bad_game", "tables", game="chess")
        for wrong in ({"limit": 0}, {"limit": 101}, {"state": "finished"}, {"before": "x"}, {"before": ""},
                      {"before": "9" * 20}):
            await ann.refused("bad_request", "tables", **wrong)
        await leave_all([ann, bob])


# ---- beside an honest neighbour, with default limits ---------------------------------------------


class Neighbour:
    """An honest person who plays Jack against a bot, and acts and undoes in turn."""

    @classmethod
    async def sit_down(cls, server):
        self = cls()
        self.ann = await client_from(server, NEIGHBOUR, name="Ann")
        self.table = (await self.ann.must("create", key=key(), game="whitehall"))["table"]["id"]
        await self.ann.must("pawns", table=self.table, pawns=["jack"])
        await self.ann.must("bot", table=self.table, pawns=POLICE["whitehall"], level="novice")
        await self.ann.watch(self.table, views=True)
        await self.ann.must("start", table=self.table)
        await self.ann.until(lambda: "legal" in self.ann.turns[self.table], "the first turn")
        self.undone = True
        return self

    async def act(self):
        """Chooses the discoveries, or takes that back: an action that is stored and sent each time."""
        if self.undone:
            ok = await self.ann.must("act", table=self.table, key=key(), action=self.choice())
        else:
            ok = await self.ann.must("undo", table=self.table, key=key())
        self.undone = not self.undone
        await self.ann.until(lambda: self.ann.turns[self.table]["seq"] >= ok["seq"], "my turn")

    def choice(self):
        return choose(self.ann.turns[self.table]["legal"], ["jack"])


def connections(server):
    with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/metrics", timeout=PATIENCE) as page:
        return int(float(re.search(r"(?m)^gaslight_connections (\S+)$", page.read().decode()).group(1)))


def stand_by(server, token, tables, size):
    """Returns what a crowd of the abuser's does: each connection follows the lobby and watches as many tables as the
    limits allow, and then reads whatever it is sent, as fast as it can."""
    async def crowd(server):
        clients = [RawClient(server.port, token) for _ in range(size)]
        for client in clients:
            client.ask("tables")
        for client in clients:
            for table in tables[:20]:
                client.ask("watch", table=table)
            client.socket.setblocking(False)
            asyncio.get_running_loop().add_reader(client.socket, lambda socket=client.socket: socket.recv(1 << 20))
        await asyncio.Event().wait()
    return crowd


@contextlib.asynccontextmanager
async def beside_a_crowd(size):
    """Starts a server with an honest neighbour, where Mallory sits at many tables and a crowd of hers watches them.
    Yields the server, the neighbour, Mallory's token and the tables."""
    with Server(loose=False) as server:
        mallory, watcher = await people(server, "Mallory", "Wendy")
        await leave_all([mallory, watcher])
        server.stop()
        add_tables(server.data, SEATS, mallory.player, "Mallory")
        server.start()
        tables = [table_id(number) for number in range(SEATS)]
        async with abused(server, stand_by(server, watcher.token, tables, size)):
            await asyncio.to_thread(wait_for, lambda: connections(server) == size, "the crowd")
            await asyncio.sleep(2)  # lets the crowd watch what it may; nothing depends on its length
            neighbour = await Neighbour.sit_down(server)
            yield server, neighbour, mallory.token, tables


@pytest.mark.verify
async def test_renames_at_fifty_tables_do_not_delay_a_neighbour():
    async def rename_forever(server):
        clients = [await client_from(server, ABUSER, token=mallory) for _ in range(5)]
        for number in range(10_000):
            await asyncio.gather(*[client.ask("rename", name=f"Mallory {number % 100}") for client in clients])
    async with beside_a_crowd(40) as (server, neighbour, mallory, _):
        await undisturbed(server, rename_forever, neighbour.act)


@pytest.mark.verify
async def test_reconnects_at_fifty_tables_do_not_delay_a_neighbour():
    async def reconnect_forever(server):
        client = await client_from(server, ABUSER, token=mallory)
        await client.ask("mine")
        await client.ask("tables", limit=100)
        await client.close()
    async with beside_a_crowd(40) as (server, neighbour, mallory, _):
        await undisturbed(server, reconnect_forever, neighbour.act)


@pytest.mark.verify
async def test_changes_before_a_crowd_of_ones_own_do_not_delay_a_neighbour():
    async def change_forever(server):
        client = await client_from(server, ABUSER, token=mallory)
        for number in range(10_000):
            await client.ask("settings", table=tables[number % 20], clock=10 + number // 20 % 2)
    async with beside_a_crowd(60) as (server, neighbour, mallory, tables):
        await undisturbed(server, change_forever, neighbour.act)
