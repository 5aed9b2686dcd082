"""A rematch whose table was closed, or is over, is no dead end.

Every frame is validated against schema/wire/.
"""
import pytest
from gaslight_server import *

pytestmark = pytest.mark.usefixtures("frames_fit_the_schemas")


async def finished(server):
    """Plays a game that Jack gives up at once."""
    clients, table = await started(server, "whitehall", players=3)
    await clients[0].must("resign", table=table, key=key())
    for client in clients:
        await client.until(lambda c=client: table in c.over, "the end")
    return clients, table


async def rematch_of(client, table, **keys):
    return (await client.must("rematch", table=table, **keys))["table"]


async def admin(server, *words):
    done = await asyncio.to_thread(subprocess.run, [GASLIGHTD, "admin", "--data", server.data, *words],
                                   capture_output=True, text=True, check=False)
    equal(done.returncode, 0, done.stderr)


async def play_rematch(clients, again):
    """Everybody can go on at the new table."""
    equal((again["state"], len(again["seats"])), ("open", len(clients)))
    host = next(client for client in clients if client.player == again["host"])
    for client in clients:
        await client.watch(again["id"])
    await host.must("start", table=again["id"])


async def test_a_rematch_that_everyone_has_left_is_replaced():
    with Server() as server:
        clients, table = await finished(server)
        first = await rematch_of(clients[1], table)
        equal((await rematch_of(clients[0], table))["id"], first["id"])
        for client in clients:
            await client.must("leave", table=first["id"])
        await clients[2].refused("unknown_table", "watch", table=first["id"])
        second = await rematch_of(clients[2], table, roles="keep")
        assert second["id"] != first["id"]
        equal((await rematch_of(clients[0], table))["id"], second["id"])
        equal((await clients[1].must("watch", table=table))["table"]["rematch"], second["id"])
        await play_rematch(clients, second)
        await leave_all(clients)


async def test_a_rematch_that_the_operator_has_closed_is_replaced_once_for_all():
    with Server() as server:
        clients, table = await finished(server)
        first = await rematch_of(clients[1], table)
        await clients[0].watch(first["id"])  # keeps the closed table in memory
        for restart in (False, True):
            await admin(server, "close", first["id"])
            if restart:
                await leave_all(clients)
                server.restart()
                clients = [await Client.connect(server, token=client.token) for client in clients]
            answers = await asyncio.gather(*[rematch_of(client, table) for client in clients * 3])
            equal(len({again["id"] for again in answers}), 1)
            assert answers[0]["id"] != first["id"]
            first = answers[0]
        await play_rematch(clients, first)
        await leave_all(clients)


async def test_a_rematch_that_is_over_is_still_the_rematch():
    with Server() as server:
        clients, table = await finished(server)
        again = await rematch_of(clients[1], table)
        await play_rematch(clients, again)
        await clients[1].must("resign", table=again["id"], key=key())  # now Jack
        await leave_all(clients)
        server.restart()
        clients = [await Client.connect(server, token=client.token) for client in clients]
        for client in clients:
            now = await rematch_of(client, table)
            equal((now["id"], now["state"]), (again["id"], "finished"))
        await leave_all(clients)
