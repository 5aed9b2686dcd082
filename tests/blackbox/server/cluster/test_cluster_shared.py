"""What must look the same from every node of a cluster: codes, presence, names, lists of tables, bans, admin commands.

Every frame is validated against schema/wire/.
"""
import pytest
from gaslight_server import *
from nodes import Nodes

pytestmark = pytest.mark.usefixtures("frames_fit_the_schemas")


async def administer(node, *words, fails=False):
    """Runs an admin command at a node. Returns what it prints."""
    done = await asyncio.to_thread(subprocess.run, [GASLIGHTD, "admin", "--data", node.data, *words],
                                   capture_output=True, text=True, timeout=PATIENCE, check=False)
    equal(done.returncode, 1 if fails else 0, done.stderr)
    return done.stderr if fails else done.stdout


def columns(text):
    """Reads a table that a command has printed."""
    lines = [line.split() for line in text.splitlines()]
    return [dict(zip(lines[0], line)) for line in lines[1:]]


async def eventually(true, what):
    """Waits until `await true()` is true: what nodes tell each other takes a moment."""
    end = time.monotonic() + PATIENCE
    while not await true():
        assert time.monotonic() < end, f"{what} did not come"
        await asyncio.sleep(0.05)


async def at_each(nodes, *names):
    """Connects a player to each node in turn."""
    return [await Client.connect(nodes[i % len(nodes.nodes)], name=name) for i, name in enumerate(names)]


async def create(client, **keys):
    return (await client.must("create", key=key(), game="whitehall", **keys))["table"]


async def listed(client, **keys):
    """Returns the ids of the public tables, in their order."""
    return [row["table"]["id"] for row in (await client.must("tables", **keys))["tables"]]


async def has_closed(client):
    await asyncio.wait_for(client.task, PATIENCE)
    return client.closed[0]


# ---- codes ---------------------------------------------------------------------------------------


async def test_a_code_of_one_node_works_once_at_the_others(postgres):
    with Nodes(postgres.database(), 2, codes_per_minute=100000) as nodes:
        ann, = await at_each(nodes, "Ann")
        for _ in range(10):
            code = (await ann.must("code"))["code"]
            both = [await Client.connect(node) for node in nodes.nodes]
            replies = await asyncio.gather(*[client.ask("hello", code=code) for client in both])
            equal(sorted("ok" if "ok" in reply else reply["error"]["code"] for reply in replies), ["bad_code", "ok"])
            equal({reply["ok"]["player"] for reply in replies if "ok" in reply}, {ann.player})
            await leave_all(both)
        await ann.close()


# ---- presence ------------------------------------------------------------------------------------


async def test_a_player_who_is_connected_anywhere_is_connected_everywhere(postgres):
    """Bob never asks anything of Ann's node: only presence says that he is there."""
    with Nodes(postgres.database(), 2) as nodes:
        ann, bob = await at_each(nodes, "Ann", "Bob")
        table = await create(ann)
        await ann.watch(table["id"])
        await bob.must("join", table=table["id"])
        await ann.until(lambda: ann.seat_of(table["id"], bob.player).get("connected"), "Bob")
        await bob.close()
        await ann.until(lambda: not ann.seat_of(table["id"], bob.player)["connected"], "that Bob has left")
        again = await Client.connect(nodes[1], token=bob.token)
        await ann.until(lambda: ann.seat_of(table["id"], bob.player)["connected"], "that Bob is back")
        here = await Client.connect(nodes[0], token=bob.token)
        mark = len(ann.pushes)
        await again.close()
        await here.settle()
        await here.close()
        await ann.until(lambda: not ann.seat_of(table["id"], bob.player)["connected"], "that Bob has left both")
        equal([push["connected"] for push in ann.pushes[mark:] if push["on"] == "player"], [False])
        await ann.close()


async def test_a_killed_node_takes_its_players_with_it_unless_they_return(postgres):
    await conclusive(only_who_returns_stays, postgres)


async def only_who_returns_stays(postgres):
    """Returns false if Bob returned too late, because the test was held up: he has six seconds."""
    with Nodes(postgres.database(), 2) as nodes:
        ann, bob, cid = await at_each(nodes, "Ann", "Bob", "Cid")  # Cid is at the first node again
        table = (await create(ann))["id"]
        dan = await Client.connect(nodes[1], name="Dan")
        for client in (bob, dan):
            await client.must("join", table=table)
        await ann.watch(table)
        await ann.until(lambda: all(ann.seat_of(table, one.player).get("connected") for one in (bob, dan)), "both")
        mark, begun = len(ann.pushes), time.monotonic()
        nodes[1].kill()
        again = await Client.connect(nodes[0], token=bob.token)
        took = time.monotonic() - begun
        await ann.until(lambda: not ann.seat_of(table, dan.player)["connected"], "that Dan is gone")
        moved = [push["player"] for push in ann.pushes[mark:] if push["on"] == "player"]
        assert took > 4 or (ann.seat_of(table, bob.player)["connected"] and moved == [dan.player]), "a blink of Bob"
        await leave_all([ann, again, cid])
        return moved == [dan.player]


async def test_a_node_that_starts_later_is_told_everything(postgres):
    with Nodes(postgres.database(), 2) as nodes:
        ann, = await at_each(nodes, "Ann")
        table, hidden = (await create(ann))["id"], (await create(ann, private=True))["id"]
        for how in (signal.SIGKILL, signal.SIGTERM):
            nodes[1].restart(how)
            nodes.wait_for_links()
            bob = await Client.connect(nodes[1], name="Bob")
            await eventually(lambda b=bob: is_listed(b, table), "the table")

            async def shows_ann(bob=bob):
                row, = (await bob.must("tables"))["tables"]
                return [(seat["player"], seat["connected"]) for seat in row["table"]["seats"]] == [(ann.player, True)]
            await eventually(shows_ann, "Ann's presence")
            assert hidden not in "".join(bob.received)
            there = await Client.connect(nodes[1], token=ann.token)
            equal(len((await there.must("mine"))["tables"]), 2)
            await leave_all([bob, there])
        await ann.close()


async def test_a_node_that_does_not_answer_does_not_stop_the_others(postgres):
    """Lists and new names are answered without it, after at most a few seconds."""
    with Nodes(postgres.database(), 2) as nodes:
        ann, bob = await at_each(nodes, "Ann", "Bob")
        table = (await create(ann))["id"]
        nodes[1].process.send_signal(signal.SIGSTOP)
        try:
            equal([row["table"]["id"] for row in (await ann.must("mine"))["tables"]], [table])
            await ann.must("rename", name="Anna")
            assert await is_listed(ann, table)
        finally:
            nodes[1].kill()
        await leave_all([ann, bob])


# ---- names ---------------------------------------------------------------------------------------


async def test_a_new_name_is_shown_at_every_node(postgres):
    with Nodes(postgres.database(), 2) as nodes:
        ann, bob = await at_each(nodes, "Ann", "Bob")
        table = (await create(ann))["id"]
        await bob.must("join", table=table)
        await ann.watch(table)
        followers = [await Client.connect(node, name=name) for node, name in zip(nodes.nodes, ("Near", "Far"))]
        await eventually(lambda: is_listed(followers[1], table), "the table at the other node")
        for follower in followers:
            await follower.must("tables")
        await bob.must("rename", name="Robert")
        await ann.until(lambda: ann.seat_of(table, bob.player)["name"] == "Robert", "the name at the table")
        news = {"on": "player", "player": bob.player, "name": "Robert"}
        for follower in followers:
            await follower.until(lambda f=follower: news in f.pushes, "the name in the lobby")
        await leave_all([ann, bob, *followers])


async def is_listed(client, table):
    return table in await listed(client)


async def test_a_name_that_is_taken_at_a_table_elsewhere_is_refused(postgres):
    with Nodes(postgres.database(), 2) as nodes:
        ann, bob, cid = await at_each(nodes, "Ann", "Bob", "Cid")
        table = (await create(ann))["id"]
        for client in (bob, cid):
            await client.must("join", table=table)
        await bob.refused("name_taken", "rename", name="ANN")
        await bob.refused("name_taken", "rename", name="C\u0456d")  # a Cyrillic i
        await bob.must("rename", name="Dan")
        await cid.refused("name_taken", "rename", name="dan")
        await leave_all([ann, bob, cid])


# ---- lists ---------------------------------------------------------------------------------------


async def test_public_tables_of_all_nodes_are_listed_in_the_same_order(postgres):
    with Nodes(postgres.database(), 3) as nodes:
        clients = await at_each(nodes, "Ann", "Bob", "Cid")
        made = [(await create(clients[i % 3]))["id"] for i in range(9)]
        hidden = [(await create(client, private=True))["id"] for client in clients]
        chapel = (await clients[0].must("create", key=key(), game="whitechapel"))["table"]["id"]
        for client in clients:
            await eventually(lambda c=client: all_are_listed(c, [*made, chapel]), "all tables")
        lists = [await listed(client) for client in clients]
        equal(lists[1:], [lists[0]] * 2)
        equal(len(lists[0]), 10)
        assert not set(hidden) & set(lists[0])
        for client in clients:
            pages, more = [], {}
            while True:
                page = await client.must("tables", limit=3, **more)
                pages += [row["table"]["id"] for row in page["tables"]]
                if "more" not in page:
                    break
                more = {"before": page["more"]}
            equal(pages, lists[0], "page by page")
            equal(await listed(client, game="whitechapel"), [chapel])
            equal(await listed(client, state="running"), [])
        await leave_all(clients)


async def all_are_listed(client, tables):
    return set(tables) <= set(await listed(client))


async def test_followers_of_the_lobby_are_sent_changes_at_other_nodes(postgres):
    with Nodes(postgres.database(), 2) as nodes:
        ann, bob = await at_each(nodes, "Ann", "Bob")
        await bob.must("tables")
        table = (await create(ann))["id"]

        def latest():
            rows = [push["table"] for push in bob.pushed("tables") if push.get("table", {}).get("id") == table]
            return rows[-1] if rows else {"seats": [], "clock": None}

        await bob.until(lambda: latest()["seats"], "the new table")
        assert "invite" not in latest(), "nobody else has the invite"
        await ann.must("settings", table=table, clock=60)
        await bob.until(lambda: latest()["clock"] == 60, "the clock")
        await ann.must("settings", table=table, private=True)
        await bob.until(lambda: {"on": "tables", "gone": table} in bob.pushes, "that it is private")
        equal(await listed(bob), [])
        mark = len(bob.pushes)
        await ann.must("settings", table=table, clock=0)
        await ann.must("settings", table=table, private=False)
        await bob.until(lambda: len(bob.pushes) > mark, "that it is public")
        equal([push["table"]["clock"] for push in bob.pushes[mark:]], [0], "nothing while it was private")
        await leave_all([ann, bob])


async def test_the_turn_of_a_table_elsewhere_is_listed(postgres):
    with Nodes(postgres.database(), 2) as nodes:
        clients, table = await started(nodes[0], "whitehall", players=2)
        far = await Client.connect(nodes[1], name="Far")

        async def agree():
            await play_on(clients, table, 1)
            near = (await clients[0].must("tables"))["tables"]
            end = time.monotonic() + PATIENCE
            while (await far.must("tables"))["tables"] != near:
                assert time.monotonic() < end, "the turn did not come"
                await asyncio.sleep(0.1)
            return near[0]["turn"]

        turns = [await agree() for _ in range(6)]
        assert len({tuple(turn) for turn in turns}) > 1, turns
        await leave_all([*clients, far])


async def test_tables_of_a_killed_node_stay_listed(postgres):
    with Nodes(postgres.database(), 3) as nodes:
        ann, bob, cid = await at_each(nodes, "Ann", "Bob", "Cid")
        made = sorted([(await create(ann))["id"] for _ in range(5)])
        for client in (bob, cid):
            await eventually(lambda c=client: all_are_listed(c, made), "all tables")
        nodes[0].kill()
        await eventually(lambda: owned_by(nodes[1], nodes[2], made), "the takeover")
        for client in (bob, cid):
            equal(sorted(await listed(client)), made)
            equal([push for push in client.pushes if "gone" in push], [])
        await leave_all([bob, cid])


async def owned_by(one, other, tables):
    """Returns whether each of the tables is in the memory of one of these nodes."""
    rows = columns(await administer(one, "list", "tables"))
    return sorted(row["table"] for row in rows if row["node"] in ("node2", "node3")) == tables


async def test_mine_has_the_tables_of_all_nodes(postgres):
    with Nodes(postgres.database(), 2) as nodes:
        ann, bob = await at_each(nodes, "Ann", "Bob")
        tables = [await create(ann, private=True), await create(bob), await create(bob, private=True)]
        await ann.must("join", table=tables[1]["id"])
        there = await Client.connect(nodes[1], token=ann.token)
        rows = [(await client.must("mine"))["tables"] for client in (ann, there)]
        equal(rows[1], rows[0])
        equal({row["table"]["id"] for row in rows[0]}, {tables[0]["id"], tables[1]["id"]})
        assert all("invite" in row["table"] for row in rows[0]), "members have the invites"
        equal({row["table"]["id"] for row in (await bob.must("mine"))["tables"]}, {table["id"] for table in tables[1:]})
        await leave_all([ann, bob, there])


# ---- bans and expulsions -------------------------------------------------------------------------


async def test_a_ban_holds_at_every_node(postgres):
    with Nodes(postgres.database(), 2) as nodes:
        ann, bob = await at_each(nodes, "Ann", "Bob")
        await administer(nodes[0], "ban", bob.player)
        equal(await has_closed(bob), 1008)
        for node in nodes.nodes:
            client = await Client.connect(node)
            await client.refused("banned", "hello", token=bob.token)
            await client.close()
        await administer(nodes[1], "unban", bob.player)

        async def is_back():
            client = await Client.connect(nodes[0])
            reply = await client.ask("hello", token=bob.token)
            await client.close()
            return "ok" in reply

        await eventually(is_back, "that the ban has ended at the other node")
        await ann.close()


@pytest.mark.parametrize("command", ["revoke", "remove"])
async def test_a_player_expelled_at_one_node_is_expelled_at_all(postgres, command):
    with Nodes(postgres.database(), 2, codes_per_minute=100000) as nodes:
        ann, bob = await at_each(nodes, "Ann", "Bob")
        there = await Client.connect(nodes[0], token=bob.token)
        tables = [(await create(ann))["id"], (await create(bob))["id"]]
        await bob.must("join", table=tables[0])
        await ann.must("join", table=tables[1])
        await ann.watch(tables[0])
        await ann.watch(tables[1])
        code = (await bob.must("code"))["code"]
        await administer(nodes[0], command, bob.player)
        for client in (bob, there):
            equal(await has_closed(client), 1008)
        for node in nodes.nodes:
            client = await Client.connect(node)
            await client.refused("bad_token", "hello", token=bob.token)
            await client.refused("bad_code", "hello", code=code)
            await client.close()
        name = "(removed)" if command == "remove" else "Bob"
        for table in tables:
            again = (await ann.must("watch", table=table))["table"]
            equal({seat["name"] for seat in again["seats"]}, {"Ann", name})
        for node in nodes.nodes:
            node.stop()
        nodes[0].start()
        ann = await Client.connect(nodes[0], token=ann.token)
        for row in (await ann.must("mine"))["tables"]:
            equal({seat["name"] for seat in row["table"]["seats"]}, {"Ann", name}, "what is stored")
        await ann.close()


async def test_a_player_can_be_removed_while_their_tables_change_elsewhere(postgres):
    """Whatever the other node writes at that moment, the name is not stored again."""
    with Nodes(postgres.database(), 2) as nodes:
        ann, bob = await at_each(nodes, "Ann", "Bobby the Removed")
        table = (await create(ann))["id"]
        await bob.must("join", table=table)
        changing = True

        async def change():
            clock = 0
            while changing:
                clock = 60 - clock
                await ann.must("settings", table=table, clock=clock)

        changes = asyncio.ensure_future(change())
        end = time.monotonic() + PATIENCE
        while True:
            done = await asyncio.to_thread(subprocess.run,
                                           [GASLIGHTD, "admin", "--data", nodes[1].data, "remove", bob.player],
                                           capture_output=True, text=True, timeout=PATIENCE, check=False)
            if done.returncode == 0:
                break
            assert "try again" in done.stderr and time.monotonic() < end, done.stderr
        changing = False
        await changes
        for node in nodes.nodes:
            node.stop()
        nodes[0].start()
        ann = await Client.connect(nodes[0], token=ann.token)
        rows = json.dumps(await ann.must("mine"))
        assert "(removed)" in rows and "Bobby" not in rows, rows
        await ann.close()


# ---- admin commands ------------------------------------------------------------------------------


async def test_nodes_are_listed_at_every_node(postgres):
    with Nodes(postgres.database(), 2) as nodes:
        ann, bob, cid = await at_each(nodes, "Ann", "Bob", "Cid")
        await create(bob)
        lists = [columns((await administer(node, "nodes")).replace("this node", "this")) for node in nodes.nodes]
        equal([row.pop("link") for rows in lists for row in rows], ["this", "up", "up", "this"])
        equal(lists[1], lists[0])
        equal([(row["name"], row["state"], row["tables"], row["clients"]) for row in lists[0]],
              [("node1", "serving", "0", "2"), ("node2", "serving", "1", "1")])
        await leave_all([ann, bob, cid])


async def test_commands_about_tables_reach_all_nodes(postgres):
    with Nodes(postgres.database(), 2) as nodes:
        ann, bob = await at_each(nodes, "Ann", "Bob")
        here, there = (await create(ann))["id"], (await create(bob))["id"]
        others = [(await create(client))["id"] for client in (ann, bob, bob)]
        rows = columns(await administer(nodes[0], "list", "tables"))
        equal({row["table"]: row["node"] for row in rows},
              {here: "node1", there: "node2", others[0]: "node1", others[1]: "node2", others[2]: "node2"})
        equal([row["node"] for row in columns(await administer(nodes[1], "stats"))], ["node2", "node1"])
        rows = columns(await administer(nodes[0], "list", "players"))
        equal({row["player"]: (row["connected"], row["from"]) for row in rows},
              {client.player: ("true", "127.0.0.1") for client in (ann, bob)})
        await administer(nodes[0], "close", there)
        await administer(nodes[1], "close", here)
        assert "no such" in await administer(nodes[1], "close", here, fails=True)
        assert "3" in await administer(nodes[0], "close", "--all-open", "--by", "127.0.0.1")
        equal((await administer(nodes[1], "list", "tables")).strip(), "none")
        await leave_all([ann, bob])


async def test_a_node_can_be_drained_from_another_one(postgres):
    with Nodes(postgres.database(), 2) as nodes:
        ann, bob = await at_each(nodes, "Ann", "Bob")
        table = (await create(bob))["id"]
        assert "no such node" in await administer(nodes[0], "drain", "node7", fails=True)
        await administer(nodes[0], "drain", "node2")
        equal(await has_closed(bob), 1001)
        equal(await asyncio.to_thread(nodes[1].process.wait, PATIENCE), 0)
        await eventually(lambda: is_listed(ann, table), "the table")
        again = await Client.connect(nodes[0], token=bob.token)
        await again.watch(table)

        async def is_alone():
            return len(columns((await administer(nodes[0], "nodes")).replace("this node", "this"))) == 1

        await eventually(is_alone, "that the node is gone")
        await leave_all([ann, again])
