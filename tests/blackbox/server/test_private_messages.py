"""Private messages among the police: nobody else can tell that, or how much, the police chat or mark. Each test checks
that Jack and an onlooker received nothing."""
import os
import subprocess

from gaslight_server import *


async def quiet_table(server, players=3):
    """A running table with an onlooker, and a stranger who follows the lobby; no message to them is under way."""
    clients, table = await started(server, "whitehall", players=players)
    onlooker = await Client.connect(server, name="Onlooker")
    await onlooker.watch(table)
    stranger = await Client.connect(server, name="Stranger")
    await stranger.must("tables")
    await play_on([*clients, onlooker], table, 3)
    others = [clients[0], onlooker, stranger]
    for one in others:
        await one.must("ping")
    return clients, others, table


def counts(others):
    return [len(one.received) for one in others]


async def heard_nothing(others, before):
    for one in others:
        await one.must("ping")  # the reply comes after everything sent before
    equal([after - 1 for after in counts(others)], before, "messages to the others")


async def test_only_detectives_get_a_request_to_resign():
    with Server() as server:
        clients, others, table = await quiet_table(server)
        before = counts(others)
        await clients[1].must("resign", table=table, key=key())
        await clients[2].until(lambda: clients[2].pushed("resign"), "the request")
        await heard_nothing(others, before)
        await leave_all([*clients, *others[1:]])


async def test_only_detectives_get_police_chat_and_marks():
    with Server() as server:
        clients, others, table = await quiet_table(server)
        before = counts(others)
        await clients[1].must("chat", table=table, key=key(), to="police", text="He is near.")
        await clients[1].must("marks", table=table, marks=[{"circle": 12, "mark": "suspect"}])
        await clients[2].until(lambda: clients[2].pushed("marks") and clients[2].pushed("chat"), "both")
        await heard_nothing(others, before)
        await leave_all([*clients, *others[1:]])


async def test_only_the_other_detectives_get_a_ping_and_nothing_is_stored():
    with Server() as server:
        clients, others, table = await quiet_table(server)
        ann, bob = clients[1:3]
        before = counts(others)
        await ann.must("point", table=table, circle=12)
        await ann.must("point", table=table, crossing=7)
        await bob.until(lambda: len(bob.pushed("point")) == 2, "both")
        common = {"on": "point", "table": table, "player": ann.player, "name": ann.name}
        equal(bob.pushed("point"), [{**common, "circle": 12}, {**common, "crossing": 7}])
        equal(ann.pushed("point"), [], "not to the sender")
        await heard_nothing(others, before)
        equal((await bob.watch(table))["marks"], [])
        await leave_all([*clients, *others[1:]])


async def test_pings_are_limited_for_each_detective():
    with Server() as server:
        clients, others, table = await quiet_table(server)
        before = counts(others)
        replies = [await clients[1].ask("point", table=table, circle=12) for _ in range(40)]
        refused = [reply["error"]["code"] for reply in replies if "error" in reply]
        assert refused and set(refused) == {"too_many_requests"}, replies
        await clients[2].must("point", table=table, circle=13)
        await heard_nothing(others, before)
        await leave_all([*clients, *others[1:]])


async def test_the_amount_of_police_chat_does_not_show_to_others():
    with Server(requests_burst=10000, requests_per_second=10000, address_requests_burst=10000,
                address_requests_per_second=10000) as server:
        clients, others, table = await quiet_table(server)
        for number in range(10):
            await clients[0].must("chat", table=table, key=key(), to="table", text=f"line {number}")
        pending = [clients[1].post("chat", table=table, key=key(), to="police", text="x")
                   for _ in range(100)]
        for turn in range(5):
            for reply in pending:
                assert "ok" in await reply
            pending = [clients[1].post("chat", table=table, key=key(), to="police", text=f"x{turn}")
                       for _ in range(100)]
        for reply in pending:
            assert "ok" in await reply
        for one in (clients[0], others[1]):
            chat = (await one.must("watch", table=table))["chat"]
            equal([line["text"] for line in chat], [f"line {number}" for number in range(10)])
        equal(len((await clients[2].must("watch", table=table))["chat"]), 500)
        await leave_all([*clients, *others[1:]])


async def test_undos_per_game_are_limited():
    with Server(undos_per_table=2) as server:
        clients, table = await started(server, "whitehall", players=2)
        for attempt in range(3):
            await play_one(clients, table)
            if attempt < 2:
                undone = await clients[0].must("undo", table=table, key=key())
                await in_step(clients, table, undone["seq"])
        await clients[0].refused("cannot_undo", "undo", table=table, key=key())
        await leave_all(clients)


async def test_a_player_who_is_given_the_acting_pawns_gets_the_legal_actions():
    with Server(absent_minutes=0) as server:
        clients, table = await started(server, "whitehall", players=3)
        jack, ann, bob = clients
        while "yellow" not in jack.turns[table]["pawns"]:
            await play_one(clients, table)
        holder, other = (ann, bob) if "yellow" in ann.pawns else (bob, ann)
        await holder.close()
        await jack.until(lambda: not jack.seat_of(table, holder.player)["connected"], "he is gone")
        await other.must("seat", table=table, pawns=["yellow"], player=other.player)
        await other.until(lambda: "legal" in other.turns[table], "his choices")
        await leave_all([jack, other])


async def test_the_name_of_a_removed_player_is_in_no_record():
    with Server() as server:
        clients, table = await started(server, "whitehall", players=2)
        ann = clients[1]
        name = (await ann.must("rename", name="Unforgettable"))["name"]
        again, other = await started(server, "whitehall", players=2)
        await again[1].must("rename", name=name + " II")
        await play_on(clients, table, 2)
        done = subprocess.run([os.path.join(BUILD, "gaslightd"), "admin", "--data", server.data, "remove", ann.player],
                              capture_output=True, text=True, check=False)
        equal(done.returncode, 0, done.stderr)
        await clients[0].must("resign", table=table, key=key())
        record = (await clients[0].must("record", table=table))["record"]
        equal([seat["name"] for seat in record["seats"] if seat["pawns"] != ["jack"]], ["(removed)"])
        assert name not in json.dumps((await clients[0].must("archive"))["games"]).replace(name + " II", "")
        await leave_all([clients[0], *again])
