"""What people could try in a cluster: the same request at several nodes at once, requests to many nodes at a time, looking on
from another node, strangers at the port for other nodes.

Every frame is validated against schema/wire/.
"""
import contextlib
import socket

import pytest
from gaslight_server import *
from nodes import Nodes

pytestmark = pytest.mark.usefixtures("frames_fit_the_schemas")


async def create(client, **keys):
    return (await client.must("create", key=key(), game="whitehall", **keys))["table"]


async def test_a_table_created_at_all_nodes_at_once_with_the_same_key_is_one_table(postgres):
    """Whoever was too late may be told to try again, and then gets the same table."""
    with Nodes(postgres.database(), 3) as nodes:
        ann = await Client.connect(nodes[0], name="Ann")
        devices = [ann] + [await Client.connect(node, token=ann.token) for node in nodes.nodes[1:]]
        for _ in range(20):
            one = key()
            replies = await asyncio.gather(*[device.ask("create", key=one, game="whitehall") for device in devices])
            made = {reply["ok"]["table"]["id"] for reply in replies if "ok" in reply}
            equal(len(made), 1, f"{replies}")
            for device in devices:
                equal((await device.must("create", key=one, game="whitehall"))["table"]["id"], *made)
                await device.watch(*made)
        equal(len((await ann.must("mine"))["tables"]), 20)
        await leave_all(devices)


async def test_replies_come_in_the_order_of_the_requests_wherever_their_tables_are(postgres):
    with Nodes(postgres.database(), 3) as nodes:
        hosts = [await Client.connect(node, name=f"Host{i}") for i, node in enumerate(nodes.nodes)]
        tables = [(await create(host))["id"] for host in hosts]
        hidden = (await create(hosts[1], private=True))["id"]
        bob = await Client.connect(nodes[0], name="Bob")
        order = []
        for _ in range(10):
            futures = []
            for _ in range(20):
                table = DICE.choice([*tables, hidden, "2222222222"])
                futures.append(bob.post(DICE.choice(["watch", "unwatch", "peek"]), table=table))
                futures[-1].add_done_callback(lambda done: order.append(done.result()["re"]))
            await asyncio.wait_for(asyncio.gather(*futures), PATIENCE)
        equal(order, sorted(order))
        await leave_all([*hosts, bob])


async def disappears(client, table):
    """Waits until a table is no longer listed."""
    end = time.monotonic() + PATIENCE
    while table in json.dumps(await client.must("tables")):
        assert time.monotonic() < end, "the table is still listed"
        await asyncio.sleep(0.05)


async def test_spectators_elsewhere_are_sent_nothing_after_a_table_became_private(postgres):
    with Nodes(postgres.database(), 3) as nodes:
        ann = await Client.connect(nodes[0], name="Ann")
        table = (await create(ann))["id"]
        others = [await Client.connect(node, name=f"Other{i}") for i, node in enumerate(nodes.nodes)]
        for client in (ann, *others):
            await client.watch(table)
            await client.must("tables")
        await ann.must("settings", table=table, private=True)
        for other in others:
            await other.refused("unknown_table", "watch", table=table)
            await other.refused("unknown_table", "chat", table=table, to="table", key=key(), text="May I?")
            await disappears(other, table)
        marks = [len(other.pushes) for other in others]
        for i in range(5):
            await ann.must("chat", table=table, to="table", key=key(), text=f"Among us {i}")
        await ann.must("rename", name="Anna")
        await ann.must("settings", table=table, aids="full")
        for other, mark in zip(others, marks):
            await other.refused("unknown_table", "peek", table=table)  # the owner is asked by way of the same link
            equal([push for push in other.pushes[mark:] if table in json.dumps(push) or "Anna" in json.dumps(push)], [])
        await leave_all([ann, *others])


async def test_strangers_at_the_port_for_other_nodes_change_nothing(postgres):
    """They send nothing, or nonsense, and stay. Nodes still find each other."""
    with Nodes(postgres.database(), 2) as nodes, contextlib.ExitStack() as strangers:
        ann = await Client.connect(nodes[0], name="Ann")
        table = (await create(ann))["id"]
        bob = await Client.connect(nodes[1], name="Bob")
        host, port = nodes[0].options["cluster-listen"].split(":")
        for i in range(300):
            one = strangers.enter_context(socket.create_connection((host, int(port)), PATIENCE))
            with contextlib.suppress(OSError):
                one.sendall(DICE.randbytes([0, 1, 60, 200, 4000][i % 5]))
            if i % 50 == 0:
                await bob.must("peek", table=table)
        nodes[1].kill()
        nodes[1].start()
        nodes.wait_for_links()
        bob = await Client.connect(nodes[1], token=bob.token)
        await bob.must("peek", table=table)
        await leave_all([ann, bob])
