"""What keeps the database from growing without limit: old players, chat, and the size of the database."""
import http.client
import sqlite3
import subprocess

import pytest
from abuse import ABUSER, NEIGHBOUR, client_from
from gaslight_server import *

DAY = 24 * 60 * 60


def database(server):
    """Opens the database of a stopped server."""
    return sqlite3.connect(os.path.join(server.data, "gaslight.db"))


def age(server, days):
    """Makes all players of a stopped server look as if they had been there earlier."""
    with contextlib.closing(database(server)) as data, data:
        data.execute("UPDATE players SET seen = seen - ?", (days * DAY,))


def stored(server, sql):
    with contextlib.closing(database(server)) as data:
        return {row[0] for row in data.execute(sql)}


def logged(server, event):
    return [line for line in server.log if f" {event} " in line]


def metric(server, name):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    connection.request("GET", "/metrics")
    page = connection.getresponse().read().decode()
    connection.close()
    return int(next(line for line in page.splitlines() if line.startswith(name + " ")).split()[1])


async def test_players_who_left_nothing_behind_are_removed():
    with Server() as server:
        (jack, police), finished = await started(server, "whitehall", players=2)
        await jack.must("resign", table=finished, key=key())
        seated_, talker, back, gone = await people(server, "Seated", "Talker", "Back", "Gone")
        clients, running = await started(server, "whitehall", players=2)
        await talker.must("chat", table=running, to="gallery", text="hello", key=key())
        await seated_.must("create", key=key(), game="whitehall")
        everyone = [jack, police, seated_, talker, back, gone, *clients]
        await leave_all(everyone)
        server.stop()
        age(server, 89)
        server.start()
        back = await Client.connect(server, token=back.token)  # is seen today
        await back.close()
        server.stop()
        age(server, 3)  # everyone else was there 92 days ago
        server.start()
        await asyncio.to_thread(wait_for, lambda: logged(server, "players_expired"), "the removal")
        again = await Client.connect(server)
        await again.refused("bad_token", "hello", token=gone.token)
        await again.close()
        for client in (jack, police, seated_, talker, back, *clients):
            await (await Client.connect(server, token=client.token)).close()
        server.stop()
        ids = stored(server, "SELECT id FROM players")
        assert {client.player for client in everyone if client is not gone} <= ids and gone.player not in ids
        assert stored(server, "SELECT player FROM tokens") <= ids, "tokens go with their players"
        equal(server.check()[0], 0)


@pytest.mark.verify  # it waits for a sweep
async def test_with_player_days_0_nobody_is_removed():
    with Server(player_days=0, open_table_minutes=0) as server:
        ann, bob = await people(server, "Ann", "Bob")
        table = (await bob.must("create", key=key(), game="whitehall"))["table"]["id"]
        await leave_all([ann, bob])
        server.stop()
        age(server, 10000)
        server.start()
        await asyncio.to_thread(wait_for, lambda: any(table in line for line in logged(server, "table_closed")),
                                "a sweep")
        await (await Client.connect(server, token=ann.token)).close()


async def test_messages_from_one_address_are_limited_per_minute():
    await conclusive(messages_are_limited)


async def messages_are_limited():
    """Returns false if it took so long that all of them were allowed: there is one more every second."""
    with Server(loose=False) as server:
        mallory, mal = [await client_from(server, ABUSER, name=name) for name in ("Mallory", "Mal")]
        ann = await client_from(server, NEIGHBOUR, name="Ann")
        table = (await ann.must("create", key=key(), game="whitehall"))["table"]["id"]
        begun = time.monotonic()
        replies = await asyncio.gather(*[client.post("chat", key=key(), table=table, to="gallery", text="x" * 500)
                                         for client in (mallory, mal) for _ in range(45)])
        sent = sum("ok" in reply for reply in replies)
        assert 60 <= sent <= 60 + int(time.monotonic() - begun) + 1, sent
        equal({reply["error"]["code"] for reply in replies if "error" in reply} - {"too_many_requests"}, set())
        await ann.must("chat", key=key(), table=table, to="table", text="hello")
        await leave_all([mallory, mal, ann])
        return sent < len(replies)


async def test_tables_that_were_closed_are_removed():
    with Server() as server:
        ann, bob = await people(server, "Ann", "Bob")
        closed, recent, open_ = [(await ann.must("create", key=key(), game="whitehall"))["table"]["id"]
                                 for _ in range(3)]
        await ann.must("chat", table=closed, key=key(), to="table", text="Unmistakable")
        for table in (closed, recent):
            await ann.must("leave", table=table)
        (jack, police), finished = await started(server, "whitehall", players=2)
        await jack.must("resign", table=finished, key=key())
        await leave_all([ann, bob, jack, police])
        server.stop()
        with contextlib.closing(database(server)) as data, data:
            data.execute("UPDATE tables SET updated = updated - ? WHERE id <> ?", (8 * DAY, recent))
        server.start()
        await asyncio.to_thread(wait_for, lambda: logged(server, "tables_expired"), "the removal")
        server.stop()
        equal(stored(server, "SELECT id FROM tables"), {recent, open_, finished})
        equal(stored(server, "SELECT text FROM chat WHERE text = 'Unmistakable'"), set())
        equal(server.check()[0], 0)


async def test_the_chat_of_a_table_is_limited_in_bytes():
    with Server(chat_bytes_per_table=2000) as server:
        clients, table = await started(server, "whitehall", players=2)
        ann, bob = clients
        say = {"table": table, "to": "table", "text": "☃" * 300}  # 900 bytes, and 100 for the line
        first = key()
        await ann.must("chat", key=first, **say)
        await bob.must("chat", key=key(), **say)
        equal(await ann.refused("chat_full", "chat", key=key(), **say),
              "There is no room for more messages at this table.")
        await bob.refused("chat_full", "chat", key=key(), table=table, to="table", text="x")
        await ann.must("chat", key=first, **say)  # a repeated request
        await ann.refused("key_reused", "chat", key=first, table=table, to="table", text="other")
        await play_on(clients, table, 3)
        await ann.must("resign", table=table, key=key())
        again = (await ann.must("rematch", table=table))["table"]["id"]
        await ann.refused("chat_full", "chat", key=key(), **{**say, "table": again})  # messages come along
        other, elsewhere = await started(server, "whitehall", players=2)
        await other[0].must("chat", key=key(), **{**say, "table": elsewhere})
        await leave_all([*clients, *other])


async def test_a_full_database_begins_nothing_new_and_lets_games_end():
    with Server() as server:
        clients, table = await started(server, "whitehall", players=2)
        over, finished = await started(server, "whitehall", players=2)
        await over[0].must("resign", table=finished, key=key())
        await leave_all([*clients, *over])
        server.stop()
        server.options["database-bytes"] = 65536  # less than an empty database
        server.start()
        await asyncio.to_thread(wait_for, lambda: logged(server, "database_full"), "the measurement")
        assert metric(server, "gaslight_database_bytes") > metric(server, "gaslight_database_limit_bytes") == 65536
        done = await asyncio.to_thread(subprocess.run, [GASLIGHTD, "admin", "--data", server.data, "stats"],
                                       capture_output=True, text=True, timeout=PATIENCE, check=True)
        assert "database_limit_bytes  65536\n" in done.stdout, done.stdout
        stranger = await Client.connect(server)
        equal(await stranger.refused("server_full", "hello", name="New"),
              "The server has no room for anything new. Games in progress can be finished.")
        clients = [await Client.connect(server, token=client.token) for client in clients]
        await over[0].close()
        loser = await Client.connect(server, token=over[0].token)
        await loser.refused("server_full", "create", key=key(), game="whitehall")
        await loser.refused("server_full", "rematch", table=finished)
        await clients[0].refused("server_full", "chat", key=key(), table=table, to="table", text="hello")
        for client in clients:
            await client.watch(table, views=True)
        await play_on(clients, table, 5)
        await clients[0].must("resign", table=table, key=key())
        await leave_all([stranger, loser, *clients])
        server.stop()
        del server.options["database-bytes"]
        server.start()
        await (await Client.connect(server, name="New")).close()
