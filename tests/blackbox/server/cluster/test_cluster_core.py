"""Tables and their clients at different nodes of a cluster: forwarding, taking over, draining.

Every frame is validated against schema/wire/.
"""
import itertools

import pytest
from gaslight_server import *
from nodes import Nodes
from postgres import Postgres

pytestmark = pytest.mark.usefixtures("frames_fit_the_schemas")


async def resumed(nodes, clients, table):
    """Connects clients again, each to the next running node, and lets them resume. Returns them."""
    again = []
    for client in clients:
        await client.task
        one = await Client.connect(nodes, token=client.token)
        one.pawns, one.seen[table] = client.pawns, client.seen[table]
        await one.watch(table, since=client.seen[table])
        again.append(one)
    return again


async def has_closed(client):
    """Waits until the server has closed the connection. Returns the code."""
    await asyncio.wait_for(client.task, PATIENCE)
    return client.closed[0]


async def resign(clients, table):
    await clients[0].must("resign", table=table, key=key())
    for client in clients:
        await client.until(lambda c=client: table in c.over, "the end")


@pytest.mark.parametrize("game", ["whitehall", "whitechapel"])
async def test_a_game_whose_players_are_at_different_nodes_is_played_to_the_end(postgres, game):
    with Nodes(postgres.database(), 3) as nodes:
        clients, table = await started(nodes, game)
        await play_on(clients, table)
        equal(len({json.dumps(client.over[table], sort_keys=True) for client in clients}), 1)
        records = [json.dumps(await client.must("record", table=table), sort_keys=True) for client in clients]
        equal(len(set(records)), 1, "every node has the same record")
        await leave_all(clients)


async def test_replies_and_pushes_are_the_same_at_every_node(postgres):
    """What a spectator is sent does not depend on the node."""
    with Nodes(postgres.database(), 2) as nodes:
        clients, table = await started(nodes[0], "whitehall", players=2)
        near, far = [await Client.connect(node, name=name) for node, name in ((nodes[0], "Near"), (nodes[1], "Far"))]
        for client in (near, far):
            await client.watch(table, views=True)
        await play_on(clients, table, 12)
        for client in (near, far):
            await client.until(lambda c=client: c.seen[table] == clients[0].seen[table], "the last event")
        pushes = [[push for push in client.pushes if push["on"] in ("event", "turn")] for client in (near, far)]
        equal(pushes[1], pushes[0])
        await leave_all([*clients, near, far])


async def test_a_game_goes_on_after_its_owner_was_killed(postgres):
    with Nodes(postgres.database(), 3) as nodes:
        clients, table = await started(nodes, "whitehall", players=3)
        await play_on(clients, table, 10)
        seen = clients[0].seen[table]
        nodes[0].kill()
        clients = await resumed(nodes, clients, table)
        equal([client.seen[table] for client in clients], [seen] * 3, "nothing was lost, and nothing was doubled")
        await play_on(clients, table)
        await leave_all(clients)


async def test_bots_go_on_after_their_node_was_killed(postgres):
    """Nobody has to ask for the table first."""
    with Nodes(postgres.database(), 2, bot_pace=0) as nodes:
        host = await Client.connect(nodes[0], name="Host")
        table = (await host.must("create", key=key(), game="whitehall"))["table"]["id"]
        await host.must("bot", table=table, pawns=["jack"], level="easy")
        await host.must("bot", table=table, pawns=["red", "yellow", "blue"], level="easy")
        await host.watch(table)
        await host.must("start", table=table)
        await host.until(lambda: host.seen[table] > 2, "the bots' first actions")
        nodes[0].kill()
        wait_for(lambda: any("game_over" in line and table in line for line in nodes[1].log), "the end of the bots' game")
        wait_for(lambda: any("cluster_took_over" in line for line in nodes[1].log), "the end of the takeover")


@pytest.mark.parametrize("how", ["kill", "stop"])
async def test_a_clock_goes_on_at_the_node_that_takes_over(postgres, how):
    full = 24 * 60 * 60 * 1000
    with Nodes(postgres.database(), 2) as nodes:
        clients, table = await started(nodes, "whitehall", players=2, clock=full // 1000, days_off=2)
        while (await clients[0].watch(table))["turn"]["left"] > full - 3000:
            await asyncio.sleep(0.05)
        await clients[0].must("away", table=table, until=int(time.time()) + 24 * 60 * 60)
        left = (await clients[0].watch(table))["turn"]["left"]
        await asyncio.to_thread(getattr(nodes[0], how))
        clients = await resumed(nodes, clients, table)
        turn = clients[1].turns[table]
        assert turn["left"] <= left + 1000 and turn["resumes"] > 0, (turn, left)
        await clients[0].must("away", table=table, until=0)
        await clients[1].until(lambda: "resumes" not in clients[1].turns[table], "it goes on")
        assert clients[1].turns[table]["left"] <= left + 1000, (clients[1].turns[table], left)
        await leave_all(clients)


async def test_a_node_that_stops_gives_its_tables_away(postgres):
    with Nodes(postgres.database(), 3) as nodes:
        clients, table = await started(nodes, "whitehall", players=3)
        others = [(await clients[0].must("create", key=key(), game="whitehall"))["table"]["id"] for _ in range(5)]
        await play_on(clients, table, 10)
        stopping = asyncio.get_running_loop().run_in_executor(None, nodes[0].stop)
        equal([await has_closed(client) for client in clients], [1001] * 3)
        seen = [client.seen[table] for client in clients]
        equal(await stopping, 0)
        assert any("cluster_drained given=6 left=0" in line for line in nodes[0].log), nodes[0].log[-5:]
        clients = await resumed(nodes, clients, table)
        equal([client.seen[table] for client in clients], seen)
        await play_on(clients, table, 10)
        for other in others:
            await clients[1].must("watch", table=other)
        assert not any("cluster_node_deposed" in line for node in nodes.nodes for line in node.log)
        await leave_all(clients)


async def test_the_last_node_stops_without_waiting_and_the_next_start_has_its_tables(postgres):
    with Nodes(postgres.database(), 1) as nodes:
        clients, table = await started(nodes, "whitehall", players=2)
        equal(nodes[0].restart(), 0)
        clients = await resumed(nodes, clients, table)
        await play_on(clients, table, 5)
        await leave_all(clients)


async def test_rematches_asked_for_at_two_nodes_give_one_table(postgres):
    with Nodes(postgres.database(), 3) as nodes:
        clients, table = await started(nodes, "whitehall", players=3)
        await resign(clients, table)
        replies = await asyncio.gather(*[client.must("rematch", table=table) for client in clients])
        equal(len({reply["table"]["id"] for reply in replies}), 1)
        again = replies[0]["table"]
        for client in clients:
            await client.watch(again["id"])
        host = next(client for client in clients if client.player == again["host"])
        await host.must("start", table=again["id"])
        await leave_all(clients)


async def test_rematches_of_a_game_that_is_in_nobodys_memory_give_one_table(postgres):
    with Nodes(postgres.database(), 2) as nodes:
        clients, table = await started(nodes, "whitehall", players=2)
        await resign(clients, table)
        tokens = [client.token for client in clients]
        await leave_all(clients)
        clients = [await Client.connect(node, token=token) for node, token in zip(nodes.nodes, tokens)]
        replies = await asyncio.gather(*[client.must("rematch", table=table) for client in clients])
        equal(len({reply["table"]["id"] for reply in replies}), 1)
        await leave_all(clients)


async def test_an_invite_works_at_every_node(postgres):
    with Nodes(postgres.database(), 2) as nodes:
        host, guest = [await Client.connect(node, name=name) for node, name in zip(nodes.nodes, ("Host", "Guest"))]
        table = (await host.must("create", key=key(), game="whitehall", private=True))["table"]
        await guest.refused("unknown_table", "watch", invite="2" * 12)
        seen = (await guest.must("watch", invite=table["invite"]))["table"]
        equal(seen["id"], table["id"])
        joined = (await guest.must("join", invite=table["invite"], pawns=["jack"]))["table"]
        equal(len(joined["seats"]), 2)
        await host.watch(table["id"])
        equal(len(host.tables[table["id"]]["seats"]), 2)
        await leave_all([host, guest])


async def test_a_private_table_elsewhere_does_not_exist_for_others(postgres):
    with Nodes(postgres.database(), 2) as nodes:
        host, other = [await Client.connect(node, name=name) for node, name in zip(nodes.nodes, ("Host", "Other"))]
        table = (await host.must("create", key=key(), game="whitehall", private=True))["table"]["id"]
        for verb, keys in [("watch", {}), ("peek", {}), ("join", {}), ("record", {}), ("replay", {"as": "public"}),
                           ("chat", {"key": key(), "to": "table", "text": "hi"})]:
            text = await other.refused("unknown_table", verb, table=table, **keys)
            equal(await other.refused("unknown_table", verb, table="2" * 10, **keys), text)
        equal(await other.must("unwatch", table=table), {})
        await host.settle()
        await leave_all([host, other])


async def test_verbs_that_find_their_table_by_themselves_find_it_elsewhere(postgres):
    with Nodes(postgres.database(), 2) as nodes:
        clients, table = await started(nodes[0], "whitehall", players=2)
        await play_on(clients, table, 4)
        far = await Client.connect(nodes[1], name="Far")
        await far.refused("wrong_state", "record", table=table)
        replay = await far.must("replay", table=table, **{"as": "public"})
        assert replay["steps"]
        await far.watch(table)
        await far.must("unwatch", table=table)
        before = len(far.pushes)
        await play_on(clients, table, 2)
        await far.settle()
        equal([push for push in far.pushes[before:] if push["on"] in ("event", "turn")], [])
        await leave_all([*clients, far])


async def test_somebody_without_a_name_peeks_elsewhere_and_says_hello_later(postgres):
    with Nodes(postgres.database(), 2) as nodes:
        clients, table = await started(nodes[0], "whitehall", players=2)
        far = await Client.connect(nodes[1])
        peeked = await far.must("peek", table=table)
        equal(peeked["table"]["id"], table)
        await far.refused("hello_first", "watch", table=table)
        await far.hello(name="Far")
        await far.watch(table)
        await leave_all([*clients, far])


async def test_a_client_that_leaves_is_absent_at_the_owner(postgres):
    with Nodes(postgres.database(), 2) as nodes:
        clients, table = await started(nodes, "whitehall", players=2)
        near, far = clients
        await near.until(lambda: near.seat_of(table, far.player)["connected"], "presence")
        await far.close()
        await near.until(lambda: not near.seat_of(table, far.player)["connected"], "absence")
        await near.close()


async def test_a_node_that_is_no_longer_listed_ends_and_others_have_its_tables(postgres):
    with Nodes(postgres.database(), 2) as nodes:
        clients, table = await started(nodes[0], "whitehall", players=2)
        await play_on(clients, table, 4)
        postgres.query(nodes.store, "DELETE FROM nodes WHERE name = 'node1'")
        equal(nodes[0].process.wait(PATIENCE), 75)
        clients = await resumed(nodes, clients, table)
        await play_on(clients, table, 4)
        await leave_all(clients)


@pytest.mark.verify
async def test_nodes_are_killed_one_after_the_other(postgres):
    with Nodes(postgres.database(), 3) as nodes:
        clients, table = await started(nodes, "whitechapel")
        for round in itertools.count():
            done = await play_on(clients, table, 8)
            if len(done) < 8 or round == 12:
                break
            victim = nodes[round % 3]
            victim.kill()
            for client in clients:
                if client.closed is None:
                    await client.close()
            seen = clients[0].seen[table]
            clients = await resumed(nodes, clients, table)
            equal([client.seen[table] for client in clients], [seen] * len(clients))
            victim.start()
            nodes.wait_for_links()
        await leave_all(clients)


@pytest.mark.verify
async def test_a_node_that_was_stopped_for_too_long_finds_itself_replaced(postgres):
    with Nodes(postgres.database(), 3) as nodes:
        clients, table = await started(nodes, "whitehall", players=3)
        await play_on(clients, table, 6)
        seen = clients[0].seen[table]
        nodes[0].process.send_signal(signal.SIGSTOP)
        wait_for(lambda: any("cluster_node_deposed" in line for node in nodes.nodes[1:] for line in node.log), "the end")
        equal([await has_closed(client) for client in clients[1:]], [1001] * 2)
        late = clients[0].post("resign", table=table, key=key())  # the old owner reads it when it wakes
        others = [await Client.connect(node, token=client.token) for node, client in zip(nodes.nodes[1:], clients[1:])]
        for client, old in zip(others, clients[1:]):
            client.pawns = old.pawns
            client.seen[table] = seen
            equal((await client.watch(table, since=seen))["seq"], seen)
        nodes[0].process.send_signal(signal.SIGCONT)
        equal(nodes[0].process.wait(PATIENCE), 75)
        with pytest.raises(ConnectionError):
            await late
        jack = await Client.connect(nodes[1], token=clients[0].token)
        jack.pawns = clients[0].pawns
        await jack.watch(table)
        await play_on([jack, *others], table, 6)
        await leave_all([jack, *others])


@pytest.mark.verify
async def test_nobody_is_replaced_while_the_database_is_away():
    with Postgres() as own, Nodes(own.database(), 2) as nodes:
        clients, table = await started(nodes, "whitehall", players=2)
        await play_on(clients, table, 4)
        own.kill()
        waiting = asyncio.ensure_future(play_on(clients, table, 4))
        await asyncio.sleep(20)  # longer than a lease
        assert not waiting.done()
        own.start()
        await waiting
        await play_on(clients, table, 4)
        assert not any("cluster_node_lost" in line for node in nodes.nodes for line in node.log)
        equal([node.process.poll() for node in nodes.nodes], [None] * 2)
        await leave_all(clients)


async def test_a_second_signal_does_not_wait_for_tables_to_leave(postgres):
    await conclusive(two_signals, postgres)


async def two_signals(postgres):
    """Returns false if the second signal came so late that the table had left: after a second and a half."""
    with Nodes(postgres.database(), 2) as nodes:
        clients, table = await started(nodes[0], "whitehall", players=2)
        begun = time.monotonic()
        nodes[0].process.send_signal(signal.SIGTERM)
        wait_for(lambda: any("cluster_draining" in line for line in nodes[0].log), "the first signal")
        equal(await asyncio.to_thread(nodes[0].stop), 0)
        in_time = any("cluster_drained given=0 left=1" in line for line in nodes[0].log)
        assert in_time or time.monotonic() - begun > 1, nodes[0].log[-5:]
        equal([await has_closed(client) for client in clients], [1001] * 2)
        clients = await resumed(nodes, clients, table)
        await play_on(clients, table, 4)
        await leave_all(clients)
        return in_time


async def test_an_address_that_no_other_node_can_use_is_refused(postgres, tmp_path):
    key_file = tmp_path / "key"
    key_file.write_text(secrets.token_hex(32))
    for address in ("0.0.0.0:7000", "[::]:7000", "127.0.0.1:0"):
        with pytest.raises(RuntimeError, match="cluster-address"):
            Server(store=postgres.database(), cluster_listen=address, cluster_key=key_file)
    with pytest.raises(RuntimeError, match="cluster-listen"):
        Server(cluster_listen="127.0.0.1:7000", cluster_key=key_file)
