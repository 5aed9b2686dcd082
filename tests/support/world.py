"""Players at several tables of a server that fails, who remember every message: used by the tests that look for lost
and duplicated actions (blackbox/server/storage/test_kill.py, load/chaos.py; support/cluster_world.py for a cluster).

Three people play, each over one connection, and send several requests before the first reply; a fourth watches. In
the middle of it the server fails and every connection ends. Then everyone reconnects with `since` and repeats each
unanswered request with the same key. The complete history of every table is compared with what each of them had
received before; at one table that was left alone, whole snapshots are compared. At the end every key is compared
with the rows of the database.
"""
import asyncio
import json
import os
import signal
import sqlite3

from gaslight_server import DICE, OPTIONS, PATIENCE, POLICE, Client, choose, equal, homing, key

TABLES = 4
MOST_SECONDS = 0.12  # of load before the failure
BURST = 4


class Request:
    """A request with its key, and its reply once there is one."""

    def __init__(self, do, table, **keys):
        self.do, self.table = do, table
        self.keys = {"table": table, "key": key(), **keys}
        self.reply = None


class Person:
    """A player with a token, and every event they have received."""

    def __init__(self, client):
        self.client, self.token = client, client.token
        self.requests = []  # in the order they were sent
        self.told = {}  # table -> {seq: event}

    def take(self):
        """Moves the events of the connection to `told`. An event received again must be the same."""
        for table, events in self.client.events.items():
            told = self.told.setdefault(table, {})
            for seq, event in events:
                assert told.setdefault(seq, event) == event, f"{table} {seq}: {told[seq]} became {event}"
            events.clear()

    def post(self, request):
        self.requests.append(request)
        return self.send(request)

    async def send(self, request):
        request.reply = await self.client.post(request.do, **request.keys)

    def unanswered(self):
        return [request for request in self.requests if request.reply is None]


class Table:
    def __init__(self, number, name, game):
        self.number, self.id, self.game = number, name, game
        self.jack = None  # Jack's chooser
        self.over = False


class World:
    """All players and tables of one server. A round is load, a failure in the middle of it, and the comparisons."""

    def __init__(self, server):
        self.server = server
        self.people = []  # the last one only watches
        self.tables = []
        self.made = self.texts = self.retried = self.applied_unanswered = 0

    def door(self, number):
        """Returns what the Nth person connects to: something with a port."""
        return self.server

    async def begin(self):
        for number, name in enumerate(["Ann", "Bob", "Cy", "Onlooker"]):
            self.people.append(Person(await Client.connect(self.door(number), name=name)))
        for _ in range(TABLES):
            await self.new_table()

    async def new_table(self):
        """Creates and starts a table. Jack and the game rotate; options are random."""
        game = ["whitechapel", "whitehall"][self.made % 2]
        options = [option for option in OPTIONS[game] if DICE.random() < 0.4]
        players = [self.people[(self.made + i) % 3].client for i in range(3)]
        shares = [["jack"], POLICE[game][:2], POLICE[game][2:]]
        made = (await players[0].must("create", key=key(), game=game, options=options))["table"]
        await players[0].must("pawns", table=made["id"], pawns=shares[0])
        for client, pawns in list(zip(players, shares))[1:]:
            await client.must("join", table=made["id"], pawns=pawns)
        await players[0].must("start", table=made["id"])
        for person in self.people:
            await person.client.watch(made["id"])
        self.tables.append(Table(self.made, made["id"], game))
        self.made += 1

    # ---- load ----

    def action(self, table, turn, own):
        """Returns an action. Jack heads home when he can, so that games reach their later nights and their end."""
        if "jack" in own and table.jack is None and DICE.random() < 0.1:
            sheet = self.people[table.number % 3]
            hideout = [event.get("circle") or event.get("circles") for event in sheet.told.get(table.id, {}).values()
                       if event["did"] in ("hideout", "discoveries") and len(event) > 2]
            if hideout:
                home = hideout[-1] if isinstance(hideout[-1], list) else [hideout[-1]]
                table.jack = homing(table.game, home, DICE)
        chooser = table.jack if "jack" in own and table.jack is not None else choose
        return chooser(turn["legal"], own)

    def burst(self, person, table, turn, own):
        """Sends an action of the turn, and others that may be too late for it, without waiting for replies."""
        requests = [Request("act", table.id, action=self.action(table, turn, own))]
        while len(requests) < BURST and DICE.random() < 0.5:
            what = DICE.random()
            if what < 0.3:
                requests.append(Request("undo", table.id))
            elif what < 0.5:
                self.texts += 1
                requests.append(Request("chat", table.id, to="table", text=f"text {self.texts}"))
            else:
                requests.append(Request("act", table.id, action=self.action(table, turn, own)))
        return [person.post(request) for request in requests]

    async def drive(self, person, table, seat):
        client = person.client
        held = [["jack"], POLICE[table.game][:2], POLICE[table.game][2:]][seat]
        while table.id not in client.over:
            turn = client.turns.get(table.id, {})
            own = [pawn for pawn in turn.get("pawns", []) if pawn in held]
            if "legal" not in turn or not own or not turn["legal"]:
                await client.until(lambda was=turn: client.turns.get(table.id) is not was or table.id in client.over)
                continue
            await asyncio.gather(*self.burst(person, table, turn, own))
            person.take()

    async def chatter(self, person, tables):
        """Chats as the spectator."""
        while True:
            self.texts += 1
            await person.post(Request("chat", DICE.choice(tables).id, to="gallery", text=f"text {self.texts}"))

    async def load(self, resting, trouble):
        """Plays at all tables but `resting`, until `trouble` has ended every connection."""
        playing = [table for table in self.tables if table is not resting]
        work = [asyncio.ensure_future(self.drive(self.people[(table.number + seat) % 3], table, seat))
                for table in playing for seat in range(3)]
        work.append(asyncio.ensure_future(self.chatter(self.people[3], playing)))
        await asyncio.sleep(DICE.random() * MOST_SECONDS)
        await trouble()
        for person in self.people:
            await asyncio.wait_for(person.client.task, PATIENCE)
        for failure in await asyncio.wait_for(asyncio.gather(*work, return_exceptions=True), PATIENCE):
            if failure is not None and not isinstance(failure, ConnectionError):
                raise failure
        for person in self.people:
            if person.client.failure is not None:
                raise person.client.failure
            person.take()

    # ---- afterwards ----

    async def resume(self):
        """Reconnects everyone; each receives the events they missed, in order and without a gap."""
        for number, person in enumerate(self.people):
            old, person.client = person.client, await Client.connect(self.door(number), token=person.token)
            equal(person.client.player, old.player, "the token's player")
            for table in self.tables:
                last = old.seen[table.id]
                person.client.seen[table.id] = last
                ok = await person.client.watch(table.id, since=last)
                assert ok["seq"] >= last, f"{old.name} had event {last} of {table.id}, now there are {ok['seq']}"
                equal([missed["seq"] for missed in ok["events"]], list(range(last + 1, ok["seq"] + 1)), "since")
            person.take()

    async def retry(self):
        """Repeats every unanswered request, in the same order."""
        for person in self.people:
            for request in person.unanswered():
                events = person.client.seen[request.table]
                await asyncio.wait_for(person.send(request), PATIENCE)
                self.retried += 1
                if request.do != "chat" and "ok" in request.reply:
                    self.applied_unanswered += request.reply["ok"]["seq"] <= events
                code = request.reply.get("error", {}).get("code")
                assert code not in ("unknown_table", "key_reused", "storage"), f"{request.keys}: {request.reply}"
        await self.settle()

    async def settle(self):
        for person in self.people:
            await person.client.settle()
            person.take()

    async def ask_again(self):
        """Repeats answered requests: the reply is the same, and the key is refused for any other action."""
        for person in self.people[:3]:
            done = [request for request in person.requests if request.do == "act" and "ok" in request.reply]
            for request in DICE.sample(done, min(2, len(done))):
                before = person.client.seen.get(request.table)
                equal((await person.client.ask("act", **request.keys)).get("ok"), request.reply["ok"], "the same again")
                instead = "wait" if request.keys["action"]["do"] == "pass" else "pass"
                other = {**request.keys, "action": {"by": "jack", "do": instead}}
                assert "error" in await person.client.ask("act", **other), other
                equal(person.client.seen.get(request.table), before, "events of a request asked twice")

    async def compare(self):
        """Compares the complete history with what had been received, for everyone at every table."""
        for person in self.people:
            for table in self.tables:
                ok = await person.client.must("watch", table=table.id, since=0)
                now = {missed["seq"]: missed["event"] for missed in ok["events"]}
                equal(now, person.told.get(table.id, {}), f"{person.client.name} at {table.id}")
                equal(sorted(now), list(range(1, ok["seq"] + 1)), "seq")

    async def snapshots(self, table):
        return [json.dumps(await person.client.must("watch", table=table.id)) for person in self.people]

    async def replace_finished(self):
        for table in self.tables[:]:
            if table.id in self.people[0].client.over:
                await self.check_record(table)
                self.tables.remove(table)
                await self.new_table()

    async def check_record(self, table):
        """Checks that a finished game has exactly the acknowledged actions, less those undone."""
        answered = [request for person in self.people for request in person.requests
                    if request.table == table.id and request.reply is not None and "ok" in request.reply]
        acts = sum(request.do == "act" for request in answered)
        undos = sum(request.do == "undo" for request in answered)
        record = (await self.people[3].client.must("record", table=table.id))["record"]
        equal(len(record["actions"]), acts - undos, f"actions of {table.id}")

    async def round(self, number, trouble, recover):
        """Plays one round. `trouble` is awaited under load and ends all connections; after `recover` the server
        listens again."""
        resting = self.tables[number % TABLES]
        before = await self.snapshots(resting)
        await self.load(resting, trouble)
        recover()
        await self.resume()
        equal(await self.snapshots(resting), before, "snapshots of the table that rested")
        await self.retry()
        await self.ask_again()
        await self.compare()
        await self.replace_finished()

    # ---- the end ----

    def rows(self, table):
        """Returns (table, player, key) of every row of a table of the database."""
        database = sqlite3.connect(f"file:{self.find_database()}?mode=ro", uri=True)
        rows = database.execute(f"SELECT table_id, player, key FROM {table}").fetchall()
        database.close()
        return rows

    def check_rows(self):
        """Checks that every key answered with ok has one row, refused keys have none, and there are no other rows."""
        for verbs, table in [(("act", "undo"), "actions"), (("chat",), "chat")]:
            rows = sorted(self.rows(table))
            asked = sorted((request.table, person.client.player, request.keys["key"])
                           for person in self.people for request in person.requests
                           if request.do in verbs and "ok" in request.reply)
            assert len(asked) > 0
            equal(len(rows), len(set(rows)), "rows")
            equal(rows, asked, f"keys of {verbs}")

    def find_database(self):
        names = [name for name in os.listdir(self.server.data) if name.endswith((".db", ".sqlite", ".sqlite3"))]
        equal(len(names), 1, f"databases in {os.listdir(self.server.data)}")
        return os.path.join(self.server.data, names[0])

    async def end(self):
        equal(self.server.stop(signal.SIGTERM), 0, "exit status")
        status, words = self.server.check()
        equal(status, 0, words)
        self.check_rows()
        answered = sum(request.do != "chat" and "ok" in request.reply
                       for person in self.people for request in person.requests)
        print(f"{answered} actions, {self.texts} texts, {self.made} tables, {self.retried} asked again, "
              f"{self.applied_unanswered} of them had been done")
