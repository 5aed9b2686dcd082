"""Tables as a means of abuse: one address that creates as many as it can, and the neighbours who want to play.

Everything runs with the default limits.
"""
import pytest
from abuse import ABUSER, NEIGHBOUR, client_from, undisturbed
from gaslight_server import *

PER_MINUTE = 30  # creations-per-minute
PER_PLAYER = 20  # tables-per-player


def codes(replies):
    return sorted({reply["error"]["code"] for reply in replies if "error" in reply})


def created(replies):
    return [reply["ok"]["table"]["id"] for reply in replies if "ok" in reply]


async def listed(client, verb):
    return {row["table"]["id"] for row in (await client.must(verb))["tables"]}


async def flood(server, players=10, each=9):
    """Creates tables from the abuser's address with many identities at once. Returns them, the tables and the replies."""
    clients = [await client_from(server, ABUSER, name=f"Mallory {i}") for i in range(players)]
    replies = await asyncio.gather(*[client.post("create", key=key(), game="whitehall")
                                     for client in clients for _ in range(each)])
    return clients, created(replies), replies


async def play_together(server):
    """Creates a table from the neighbour's address, and plays there."""
    ann = await client_from(server, NEIGHBOUR, name="Ann")
    bob = await client_from(server, NEIGHBOUR, name="Bob")
    table = (await ann.must("create", key=key(), game="whitehall"))["table"]["id"]
    await bob.must("join", table=table, pawns=["jack"])
    await ann.must("pawns", table=table, pawns=["yellow", "blue", "red"])
    await ann.watch(table, views=True)
    await bob.watch(table, views=True)
    await ann.must("start", table=table)
    await in_step([ann, bob], table, 0)
    await play_on([ann, bob], table, 5)
    return [ann, bob], table


async def test_one_address_can_create_only_a_few_tables():
    with Server(loose=False, open_table_minutes=0) as server:
        begun = time.monotonic()
        clients, tables, replies = await flood(server)
        most = PER_MINUTE + (time.monotonic() - begun) / 2 + 1
        assert PER_MINUTE <= len(tables) <= most, f"{len(tables)} tables of {len(replies)}"
        equal(codes(replies), ["too_many_tables"])
        reply = {}
        while "error" not in reply:  # another one is allowed every two seconds
            reply = await clients[-1].ask("create", key=key(), game="whitehall")
            tables += created([reply])
        equal(reply["error"], {"code": "too_many_tables",
                               "text": "Too many tables were created from your network. Try again later."})
        neighbours, table = await play_together(server)
        await clients[0].must("ping")
        await neighbours[0].must("tables")
        await leave_all(clients)
        gone = lambda: {push["gone"] for push in neighbours[0].pushed("tables") if "gone" in push}
        await neighbours[0].until(lambda: set(tables) <= gone(), "all tables that everyone has left are closed")
        assert table not in gone(), "the neighbours play on"
        await play_on(neighbours, table, 5)
        await leave_all(neighbours)


async def test_tables_that_are_being_stored_count():
    with Server(loose=False, creations_per_minute=1000) as server:
        ann = await client_from(server, ABUSER, name="Ann")
        replies = await asyncio.gather(*[ann.post("create", key=key(), game="whitehall") for _ in range(95)])
        equal((len(created(replies)), codes(replies)), (PER_PLAYER, ["too_many_tables"]))
        devices = [await client_from(server, ABUSER, token=ann.token) for _ in range(4)]
        await ann.must("leave", table=created(replies)[0])
        replies = await asyncio.gather(*[device.post("create", key=key(), game="whitehall")
                                         for device in devices for _ in range(3)])
        equal(len(created(replies)), 1, "from several connections at once")
        await leave_all([ann, *devices])


async def test_seats_that_are_being_stored_count():
    with Server(seats_per_player=3, tables_per_player=10000) as server:
        host, = await people(server, "Host")
        first = await Client.connect(server, name="Ann")
        devices = [first] + [await Client.connect(server, token=first.token) for _ in range(5)]
        hosts = [host] + await people(server, *[f"Host {i}" for i in range(5)])
        tables = [(await one.must("create", key=key(), game="whitehall"))["table"]["id"] for one in hosts]
        replies = await asyncio.gather(*[device.post("join", table=table)
                                         for device, table in zip(devices, tables)])
        equal((len(created(replies)), codes(replies)), (3, ["too_many_tables"]))
        for table in created(replies):
            await first.must("leave", table=table)
        # Rematches of different games, asked for by the other player of each, all at once.
        for one, table in zip(hosts[:5], tables):
            await first.must("join", table=table, pawns=["jack"])
            await one.must("pawns", table=table, pawns=["yellow", "blue", "red"])
            await one.must("start", table=table)
            await one.must("resign", table=table, key=key())
        replies = await asyncio.gather(*[one.post("rematch", table=table) for one, table in zip(hosts[:5], tables)])
        equal((len(created(replies)), codes(replies)), (3, ["too_many_tables"]))
        await leave_all([*hosts, *devices])


async def test_the_unfinished_tables_of_an_address_are_limited():
    with Server(tables_per_address=5) as server:
        anns = [await client_from(server, ABUSER, name=f"Ann {i}") for i in range(3)]
        replies = await asyncio.gather(*[ann.post("create", key=key(), game="whitehall")
                                         for ann in anns for _ in range(4)])
        tables = created(replies)
        equal((len(tables), codes(replies)), (5, ["too_many_tables"]))
        bob = await client_from(server, NEIGHBOUR, name="Bob")
        await bob.must("create", key=key(), game="whitehall")
        for ann in anns:  # a table that is closed makes room for another one
            mine = await listed(ann, "mine")
            if mine:
                await ann.must("leave", table=mine.pop())
                break
        await anns[1].must("create", key=key(), game="whitehall")
        await anns[1].refused("too_many_tables", "create", key=key(), game="whitehall")
        await leave_all([*anns, bob])


async def test_open_tables_are_closed_when_everyone_has_gone():
    with Server(open_table_minutes=0) as server:
        ann, bob, follower = await people(server, "Ann", "Bob", "Fay")
        stays = (await ann.must("create", key=key(), game="whitehall"))["table"]["id"]
        shared = (await ann.must("create", key=key(), game="whitehall"))["table"]["id"]
        goes = (await bob.must("create", key=key(), game="whitehall"))["table"]["id"]
        await bob.must("join", table=shared)
        await bob.must("bot", table=goes, pawns=["jack"], level="easy")
        clients, running = await started(server, "whitehall", players=2)
        equal(await listed(follower, "tables"), {stays, shared, goes, running})
        await leave_all([bob, *clients])
        await follower.until(lambda: {"on": "tables", "gone": goes} in follower.pushes, "the empty table is closed")
        equal(await listed(follower, "tables"), {stays, shared, running})
        await leave_all([ann, follower])
        server.restart()
        follower = await Client.connect(server, token=follower.token)
        end = time.monotonic() + PATIENCE
        while await listed(follower, "tables") != {running}:  # nobody comes back; games are never closed
            assert time.monotonic() < end, "deserted tables are not closed after a restart"
            await asyncio.sleep(0.05)
        await follower.close()


async def test_tables_whose_people_may_come_back_stay():
    with Server() as server:  # an hour
        ann, = await people(server, "Ann")
        table = (await ann.must("create", key=key(), game="whitehall"))["table"]["id"]
        await ann.close()
        server.restart()
        ann = await Client.connect(server, token=ann.token)
        equal(await listed(ann, "mine"), {table})
        await ann.close()


async def create_forever(server):
    """One identity after the other creates as many tables as it may."""
    clients, _, _ = await flood(server, players=1, each=PER_PLAYER + 5)
    await leave_all(clients)


@pytest.mark.verify
async def test_a_flood_of_tables_does_not_slow_down_neighbours():
    with Server(loose=False) as server:
        ann, bob = [await client_from(server, NEIGHBOUR, name=name) for name in ("Ann", "Bob")]
        table = (await ann.must("create", key=key(), game="whitehall"))["table"]["id"]

        async def sit_down_and_leave():
            await bob.must("join", table=table)
            await bob.must("leave", table=table)
        await undisturbed(server, create_forever, sit_down_and_leave, cost=2)
        await leave_all([ann, bob])
