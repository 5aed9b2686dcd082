"""Names: nobody at a table can be mistaken for somebody else, in chat, in seats or in records.

Every frame is validated against schema/wire/.
"""
import http.client
import sqlite3

import pytest
from gaslight_server import *

pytestmark = pytest.mark.usefixtures("frames_fit_the_schemas")

# Names that look like "Alice Bell", each in its own way.
LOOK_ALIKES = [
    "Alice Bell", "ALICE BELL", "AliceBell", "Alice  Bell", "Alice\u00a0Bell", "\u0410lice Bell",
    "Al\u0456ce Bell", "Alic\u0435 B\u0435ll", "AIice Bell", "A1ice Be11", "Alice BeII", "\uff21lice Bell",
    "A\u0301lice Bell", "\u00c1lice Bell", "\U0001d400lice Bell", "Alice \u0412ell", "Alice.Bell".replace(".", "\u2009"),
]
BAD = ["Alice\u202e Bell", "\u2066Alice", "Ali\u200bce", "Ali\u00adce", "\u200fAlice", "\u3164", "\u2800", "\u0301", "A\U000e0041",
       "(removed)", "(Removed)", "( r\u0435moved )"]


async def open_table(host, **create):
    table = (await host.must("create", key=key(), game="whitehall", **create))["table"]
    await host.watch(table["id"])
    return table["id"]


async def chat_of(client, table):
    return (await client.must("watch", table=table))["chat"]


def posted(server, record):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    connection.request("POST", "/replay?as=public", body=json.dumps(record).encode())
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, json.loads(text)


def verified(folder, *records):
    """Runs `gaslight record verify` with these records as files. Returns its exit status and its lines."""
    paths = [os.path.join(folder, f"{number}.json") for number in range(len(records))]
    for path, record in zip(paths, records):
        with open(path, "w", encoding="utf-8") as file:
            json.dump(record, file)
    done = subprocess.run([GASLIGHT, "record", "verify", *paths], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, check=False)
    return done.returncode, done.stdout.splitlines()


def change_database(server, statement, *values):
    database = sqlite3.connect(os.path.join(server.data, "gaslight.db"))
    database.execute(statement, values)
    database.commit()
    database.close()


def seat_names(table):
    return [seat["name"] for seat in table["seats"]]


# ---- At a table ------------------------------------------------------------------------------------


async def test_nobody_can_borrow_a_name_write_and_give_it_back():
    with Server() as server:
        clients, table = await started(server, "whitehall", players=3)
        jack, ann, bob = clients
        gallery, = await people(server, "Lou")
        await gallery.watch(table)
        for impostor in (bob, jack, gallery):
            before = impostor.pushed("table")
            equal(await impostor.refused("name_taken", "rename", name="Ann"),
                  "Someone at this table already has that name or one that looks like it.")
            equal(impostor.pushed("table"), before)
            await impostor.must("chat", table=table, key=key(), text="I am Jack.",
                                to="gallery" if impostor is gallery else "table")
        await ann.must("chat", table=table, key=key(), to="table", text="No.")
        await bob.must("rename", name="Robert")
        await bob.must("rename", name="bob")
        lines = await chat_of(ann, table)
        equal([(line["from"], line["player"]) for line in lines],
              [("Bob", bob.player), ("Jack", jack.player), ("Ann", ann.player)])
        await leave_all([*clients, gallery])


async def test_join_and_rename_refuse_whatever_looks_like_a_name_at_the_table():
    with Server() as server:
        alice, other = await people(server, "Alice Bell", "Someone Else")
        table = await open_table(alice)
        await other.must("join", table=table)
        for name in LOOK_ALIKES:
            await other.refused("name_taken", "rename", name=name)
            guest, = await people(server, name)
            await guest.refused("name_taken", "join", table=table)
            await guest.watch(table)
            await guest.refused("name_taken", "chat", table=table, key=key(), to="gallery", text="Hello")
            await guest.must("rename", name="Guest")
            await guest.must("chat", table=table, key=key(), to="gallery", text="Hello")
            await guest.refused("name_taken", "rename", name=name)
            await guest.close()
        await other.must("rename", name="Alice Dell")
        await alice.must("rename", name="ALICE BELL")  # one's own
        for name in BAD:
            await other.refused("bad_name", "rename", name=name)
            with pytest.raises(Refused, match="bad_name"):
                await Client.connect(server, name=name)
        for name in ("Zoë \U0001f469\u200d\U0001f4bb", "می\u200cخواهم", "\u2764\ufe0f"):
            equal((await other.must("rename", name=name))["name"], name)
        await leave_all([alice, other])


async def test_a_name_is_only_taken_at_that_table():
    with Server() as server:
        one, two, three = await people(server, "Ann", "Ann", "Ann")
        first, second = await open_table(one), await open_table(two)
        await three.refused("name_taken", "join", table=first)
        await three.must("rename", name="Bob")
        await three.must("join", table=first)
        await three.refused("name_taken", "rename", name="ann")
        await three.must("leave", table=first)
        await three.must("unwatch", table=first)
        await three.must("rename", name="ann")
        await one.must("leave", table=first)
        await one.refused("name_taken", "join", table=second)
        await leave_all([one, two, three])


async def test_of_two_who_join_at_once_under_one_name_one_sits_down():
    with Server() as server:
        host, *guests = await people(server, "Host", "Ann", "ANN", "\u0410nn")
        table = await open_table(host)
        answers = await asyncio.gather(*[guest.ask("join", table=table) for guest in guests])
        equal(sorted(answer.get("error", {}).get("code", "ok") for answer in answers),
              ["name_taken", "name_taken", "ok"])
        await leave_all([host, *guests])


async def test_a_name_that_is_being_stored_is_taken():
    """A second device of the same player sits down while the name changes, and the other way round."""
    with Server() as server:
        for first, second in ((("rename", {"name": "Ann"}), "join"), ("join", ("rename", {"name": "Ann"}))):
            host, ann, bob = await people(server, "Host", "Ann", "Bob")
            again = await Client.connect(server, token=bob.token)
            table = await open_table(host)
            await ann.must("join", table=table)
            requests = [(do, {"table": table}) if do == "join" else do for do in (first, second)]
            answers = await asyncio.gather(*[client.ask(do, **keys) for client, (do, keys)
                                             in zip((bob, again), requests)])
            assert any(answer.get("error", {}).get("code") == "name_taken" for answer in answers), answers
            names = seat_names((await host.must("watch", table=table))["table"])
            equal(len({name.lower() for name in names}), len(names))
            await leave_all([host, ann, bob, again])


async def test_bots_and_people_do_not_share_names():
    with Server() as server:
        host, bot = await people(server, "bot l", "BOT 2")
        table = await open_table(host)
        seats = (await host.must("bot", table=table, pawns=["jack"], level="easy"))["table"]["seats"]
        equal([seat["name"] for seat in seats], ["bot l", "Bot 2"])
        await bot.refused("name_taken", "join", table=table)
        await host.refused("name_taken", "rename", name="B0t 2")
        await bot.must("rename", name="Bot l0")
        await bot.must("join", table=table)
        await leave_all([host, bot])


async def test_commentators_do_not_look_like_players():
    with Server() as server:
        jack, ann, cleo, guest = await people(server, "Jack", "Ann", "AnN", "Cle0")
        table = await open_table(jack, commentary=True)
        await jack.must("pawns", table=table, pawns=["jack"])
        await ann.must("join", table=table, pawns=POLICE["whitehall"])
        for client in (jack, ann):
            await client.must("consent", table=table, agree=True)
        await jack.must("start", table=table)
        invite = (await jack.must("watch", table=table))["table"]["commentary"]["invite"]
        await cleo.refused("name_taken", "watch", table=table, commentary=invite)
        await cleo.must("rename", name="Cleo")
        await cleo.must("watch", table=table, commentary=invite)
        await ann.refused("name_taken", "rename", name="cleo")
        await guest.watch(table)
        await guest.refused("name_taken", "chat", table=table, key=key(), to="gallery", text="He is on 12.")
        await guest.refused("name_taken", "watch", table=table, commentary=invite)
        await leave_all([jack, ann, cleo, guest])


async def test_a_rematch_keeps_names_that_have_become_equal_apart():
    """Names may become equal at tables that are no longer in memory."""
    with Server() as server:
        (jack, ann), table = await started(server, "whitehall", players=2)
        await jack.must("resign", table=table, key=key())
        for client in (jack, ann):
            await client.must("unwatch", table=table)
        await ann.must("rename", name="jack")
        await ann.refused("name_taken", "chat", table=table, key=key(), to="table", text="I resign.")
        again = (await jack.must("rematch", table=table))["table"]
        equal(sorted(seat_names(again)), ["Ann", "Jack"])
        await ann.must("rename", name="Anna")
        await ann.must("chat", table=table, key=key(), to="table", text="Thanks.")
        await leave_all([jack, ann])


# ---- Tables and records from before names were compared ---------------------------------------------


async def test_a_stored_game_with_equal_names_is_played_on_and_its_record_is_valid(tmp_path):
    with Server() as server:
        (jack, ann, bob), table = await started(server, "whitehall", players=3)
        await play_on([jack, ann, bob], table, 3)
        await leave_all([jack, ann, bob])
        equal(server.stop(), 0)
        for path in ("$.members[2].name", "$.setup.seats[2].name"):
            change_database(server, "UPDATE tables SET lobby = json_set(lobby, ?, 'Ann\u200b')", path)
        change_database(server, "UPDATE players SET name = 'Ann\u200b' WHERE id = ?", bob.player)
        server.start()
        jack, ann, bob = [await Client.connect(server, token=client.token) for client in (jack, ann, bob)]
        for client, pawns in ((jack, ["jack"]), (ann, POLICE["whitehall"][0::2]), (bob, POLICE["whitehall"][1::2])):
            client.pawns = pawns
            await client.watch(table)
        await play_on([jack, ann, bob], table, 2)
        for client in (ann, bob):  # both may still write: they did nothing wrong
            await client.must("chat", table=table, key=key(), to="table", text="Which of us?")
        await jack.must("resign", table=table, key=key())
        record = (await jack.must("record", table=table))["record"]
        equal([seat["name"] for seat in record["seats"]], ["Jack", "Ann", "Ann (2)"])
        equal(verified(tmp_path, record)[0], 0)
        equal(posted(server, record)[0], 200)
        await leave_all([jack, ann, bob])
        equal(server.stop(), 0)
        equal(server.check()[0], 0)


async def test_an_archived_game_with_equal_names_is_exported_with_different_ones(tmp_path):
    with Server() as server:
        (jack, ann), table = await started(server, "whitehall", players=2)
        await play_on([jack, ann], table, 3)
        await jack.must("resign", table=table, key=key())
        whole = (await jack.must("replay", table=table, **{"as": "all"}))
        await leave_all([jack, ann])
        equal(server.stop(), 0)
        change_database(server, "UPDATE tables SET lobby = json_set(lobby, '$.setup.seats[1].name', 'JACK')")
        change_database(server, "UPDATE records SET record = replace(record, 'Ann', 'JACK')")
        equal(server.check()[0], 0)
        server.start()
        jack = await Client.connect(server, token=jack.token)
        equal(await jack.must("replay", table=table, **{"as": "all"}), whole)
        record = (await jack.must("record", table=table))["record"]
        equal([seat["name"] for seat in record["seats"]], ["Jack", "JACK (2)"])
        equal(verified(tmp_path, record)[0], 0)
        await jack.close()


async def test_two_removed_players_of_one_game_share_a_name(tmp_path):
    with Server() as server:
        clients, table = await started(server, "whitehall", players=3)
        await play_on(clients, table, 3)
        for client in clients[1:]:
            done = await asyncio.to_thread(
                subprocess.run, [GASLIGHTD, "admin", "--data", server.data, "remove", client.player],
                capture_output=True, text=True, check=False)
            equal(done.returncode, 0, done.stderr)
        await clients[0].must("resign", table=table, key=key())
        record = (await clients[0].must("record", table=table))["record"]
        equal([seat["name"] for seat in record["seats"]], ["Jack", "(removed)", "(removed)"])
        equal(verified(tmp_path, record)[0], 0)
        equal(posted(server, record)[0], 200)
        await clients[0].close()


async def test_record_files_with_names_that_look_alike_are_refused(tmp_path):
    with Server() as server:
        (jack, ann), table = await started(server, "whitehall", players=2)
        await jack.must("resign", table=table, key=key())
        record = (await jack.must("record", table=table))["record"]
        equal(verified(tmp_path, record)[0], 0)
        look = "header: bad_seats: The name of seat 2 looks like that of another seat."
        bad = "header: bad_seats: The name of seat 2 must be 1 to 32 printable characters."
        cases = [("Alice Bell", name, look) for name in LOOK_ALIKES] + [
            ("Jack", name, bad) for name in BAD if "moved" not in name]
        records = []
        for one, other, why in cases:
            first, second = record["seats"]
            records.append({**record, "seats": [{**first, "name": one}, {**second, "name": other}]})
            status, answer = posted(server, records[-1])
            equal((status, answer["error"]), (400, {"code": "bad_seats", "text": why}), other)
        code, lines = verified(tmp_path, *records)
        equal((code != 0, [line.split(": ", 1)[1] for line in lines]), (True, [why for _, _, why in cases]))
        await leave_all([jack, ann])
