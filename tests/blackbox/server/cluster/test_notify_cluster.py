"""Notifications from several nodes that share a database: one key, one notification, and none lost with a node.

Every frame is validated against schema/wire/.
"""
import signal
import threading

import pytest
from gaslight_server import *
from nodes import Nodes
from receivers import Mailbox, Receiver

pytestmark = pytest.mark.usefixtures("frames_fit_the_schemas")

ON = {"public_url": "https://gaslight.example", "notify_private": True, "codes_per_minute": 100000}


async def table_of(nodes, hook):
    """A table of the first node, whose host is connected there; Ann, who has a webhook, was at the second one."""
    bob = await Client.connect(nodes[0], name="Bob")
    ann = await Client.connect(nodes[1], name="Ann")
    equal((await ann.must("notify"))["key"], (await bob.must("notify"))["key"], "the key of both nodes")
    await ann.must("subscribe", kind="webhook", address=hook.url())
    await hook.wait()
    table = (await bob.must("create", key=key(), game="whitehall"))["table"]["id"]
    await ann.must("join", table=table)
    return bob, ann, table


async def test_the_owner_of_a_table_notifies_once(postgres):
    with Receiver() as hook, Nodes(postgres.database(), 2, **ON) as nodes:
        bob, ann, table = await table_of(nodes, hook)
        await ann.watch(table)
        await bob.must("chat", table=table, key=key(), to="table", text="She looks")
        await ann.must("look", table=table, away=True)
        await bob.must("chat", table=table, key=key(), to="table", text="She does not")
        await hook.wait(2)
        await ann.must("look", table=table, away=False)
        await bob.watch(table)
        await ann.close()  # the other node has yet to tell the owner
        await bob.until(lambda: bob.seat_of(table, ann.player)["connected"] is False, "that she is gone")
        await bob.must("chat", table=table, key=key(), to="table", text="She is gone")
        await hook.wait(3)
        await bob.close()
        for node in nodes.nodes:
            node.stop()
        equal([one.json()["event"] for one in hook.got], ["test", "chat", "chat"])


async def test_the_nodes_share_the_limit_of_codes(postgres):
    with Mailbox() as mailbox, Nodes(postgres.database(), 2, **ON, smtp_url=mailbox.url(), smtp_plain=True,
                                     mail_from="games@gaslight.example") as nodes:
        ann = [await Client.connect(node, name="Ann") for node in nodes.nodes]
        for i in range(3):
            await ann[i % 2].must("subscribe", kind="mail", address="ann@example.org")
        for one in ann:
            await one.refused("too_many_requests", "subscribe", kind="mail", address="ann@example.org")
        await mailbox.wait(3)
        await leave_all(ann)
        for node in nodes.nodes:
            node.stop()
        equal(len(mailbox.got), 3)


@pytest.mark.verify
async def test_another_node_sends_what_a_killed_one_was_sending(postgres):
    stall = threading.Event()
    with Receiver(200, stall) as hook, Nodes(postgres.database(), 2, **ON) as nodes:
        bob, ann, table = await table_of(nodes, hook)
        await ann.close()
        await bob.must("chat", table=table, key=key(), to="table", text="She is gone")
        await hook.wait(2)  # it is not answered; the nodes have claimed it between them
        nodes[0].stop(signal.SIGKILL)
        nodes[1].stop(signal.SIGKILL)
        stall.set()
        nodes[1].start()
        await hook.wait(3)
        nodes[1].stop()
        equal((len(hook.got), hook.got[1].body), (3, hook.got[2].body))
