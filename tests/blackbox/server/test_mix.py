"""A random mix of everything people do at tables, from several of them at once, with the server killed in between.

Whatever the order, nobody sees everything of a running game except its commentators, who never sat at the table;
nobody but Jack sees what Jack sees; the invite for commentators goes to the host only; no request is answered with a
fault of the server; and the data directory is good after every kill.
"""
import json

import pytest
from choices import POLICE, choose_one
from gaslight_server import *

pytestmark = [pytest.mark.verify, pytest.mark.usefixtures("frames_fit_the_schemas")]
PEOPLE = ["Ann", "Bob", "Cy", "Dot"]
KILLS, REQUESTS = 4, 800  # of one test, and between two kills
SECRETS = {"hideout", "rows", "discoveries", "marked"}


class Crowd:
    def __init__(self, server):
        self.server = server
        self.clients = []
        self.stranger = None
        self.tables = {}  # id -> the table as its host was last sent it
        self.commentary = {}  # id -> the invite of its commentators
        self.counts = {}  # how often each verb succeeded
        self.views = {}  # how many views of running games each role was sent

    async def connect(self):
        hello = [{"token": one.token} for one in self.clients] or [{"name": name} for name in PEOPLE]
        self.clients = [await Client.connect(self.server, **one) for one in hello]
        self.stranger = await Client.connect(self.server)

    def table(self):
        return DICE.choice([*self.tables][-8:]) if self.tables else "nosuchtable"

    def invites(self, table):
        known = self.tables.get(table, {})
        return {"invite": known["invite"]} if "invite" in known and DICE.random() < 0.6 else {}

    def note(self, client, table):
        self.tables[table["id"]] = {**self.tables.get(table["id"], {}), **table}
        if "invite" in table.get("commentary", {}):
            equal(table["host"], client.player, "who is sent the invite of the commentators")
            self.commentary[table["id"]] = table["commentary"]["invite"]

    async def new_table(self, client):
        game = DICE.choice(["whitehall", "whitechapel"])
        create = {"private": DICE.random() < 0.4, "commentary": DICE.random() < 0.4,
                  "aids": DICE.choice(["off", "sets", "full"])}
        reply = await client.ask("create", key=key(), game=game, **create)
        if "error" in reply:
            return
        table = reply["ok"]["table"]
        self.note(client, table)
        seats = DICE.choice([[["jack"], POLICE[game]], [POLICE[game], ["jack"]]])
        others = [one for one in self.clients if one is not client]
        await client.must("pawns", table=table["id"], pawns=seats[0])
        if DICE.random() < 0.5:  # alone against bots
            rest = seats[1]
            await client.must("bot", table=table["id"], pawns=rest, level="easy")
        else:
            await DICE.choice(others).ask("join", table=table["id"], invite=table["invite"], pawns=seats[1])
        for one in self.clients:
            await one.ask("watch", lambda ok, one=one: one.note_watch(table["id"], ok), table=table["id"], views=True)
            await one.ask("consent", table=table["id"], agree=True)
        if DICE.random() < 0.8:
            await client.ask("start", table=table["id"])

    def request(self, client):
        table = self.table()
        at = {"table": table}
        once = {"key": key()}
        seat = self.tables.get(table, {}).get("seats", [])
        player = DICE.choice(seat)["player"] if seat else client.player
        agree = {"agree": DICE.random() < 0.8}
        code = {"commentary": self.commentary[table]} if table in self.commentary else {}
        turn = client.turns.get(table, {})
        act = []
        if "legal" in turn:
            own = [pawn for one in seat if one["player"] == client.player for pawn in one["pawns"]]
            able = [pawn for pawn in turn["pawns"] if pawn in own]
            act = [("act", {**at, **once, "action": choose_one(turn["legal"], able[0], DICE)})] * 24 if able else []
        for do in ("undo", "redo", "takeback"):
            act += [(do, {**at, **once})] * (15 if do in turn else 1)
        if DICE.random() < 0.03:  # these end what the others need
            act += [(do, {**at, **once} if do == "resign" else at) for do in ("resign", "leave")] * 20
        return DICE.choice(act + [
            ("takeback", {**at, **agree}), ("takeback", {**at, **agree}),
            ("watch", {**at, **self.invites(table), "views": True}), ("watch", {**at, **code, "views": True}),
            ("watch", {**at, **self.invites(table), "since": DICE.randrange(30)}), ("unwatch", at),
            ("consent", {**at, **agree}), ("settings", {**at, "private": DICE.random() < 0.5}),
            ("settings", {**at, "commentary": DICE.random() < 0.5}), ("share", {**at, "open": DICE.random() < 0.5}),
            ("join", {**at, **self.invites(table)}), ("kick", {**at, "player": player}),
            ("host", {**at, "player": player}), ("start", at),
            ("rematch", {**at, "roles": DICE.choice(["swap", "keep", "choose"])}), ("rematch", {**at, "options": []}),
            ("bot", {**at, "pawns": ["jack"], "level": DICE.choice(["easy", "none"])}),
            ("bot", {**at, "pawns": ["yellow"], "level": DICE.choice(["easy", "none"])}),
            ("seat", {**at, "pawns": ["yellow"], "player": DICE.choice(self.clients).player}),
            ("seat", {**at, "agree": DICE.random() < 0.7}),
            ("chat", {**at, **once, "to": DICE.choice(["table", "police", "gallery", "commentary"]), "text": "So"}),
            ("point", {**at, "circle": DICE.randrange(1, 9)}), ("marks", {**at, "marks": [{"from": 1, "to": 2}]}),
            ("replay", {**at, **self.invites(table), "as": DICE.choice(["public", "jack", "all"])}),
            ("deduce", {**at, **self.invites(table), "crossing": DICE.randrange(1, 99)}),
            ("peek", {**at, **self.invites(table)}), ("record", at), ("tables", {}), ("mine", {}),
        ])

    async def one_request(self):
        client = DICE.choice(self.clients)
        do, keys = self.request(client)
        if do in ("peek", "replay", "deduce", "record") and DICE.random() < 0.4:
            client = self.stranger
        note = None
        if do == "watch":  # the missed events may be any, so only what follows them is noted
            def note(ok):
                client.note_watch(keys["table"], {**ok, "events": []})
        reply = await client.ask(do, note, **keys)
        if "error" in reply:
            assert reply["error"]["code"] not in ("storage", "internal"), (do, keys, reply)
            return
        self.counts[do] = self.counts.get(do, 0) + 1
        if "table" in reply["ok"] and isinstance(reply["ok"]["table"], dict):
            self.note(client, reply["ok"]["table"])

    def check_what_was_sent(self):
        """Checks every view that anyone has been sent since the last time."""
        for client in [*self.clients, self.stranger]:
            frames = [json.loads(text) for text in client.received]
            client.received.clear()
            for frame in frames:
                sent = frame.get("ok", frame)
                table = sent.get("table")
                if isinstance(table, dict) and frame.get("on") != "tables":
                    self.note(client, table)
                undone = sent["event"].get("view") if isinstance(sent.get("event"), dict) else None
                for view in [sent.get("view"), undone]:
                    if view is not None:
                        self.check_view(client, sent, view)

    def check_view(self, client, sent, view):
        table = sent["table"]["id"] if isinstance(sent.get("table"), dict) else sent["table"]
        role = view["you"]["role"]
        if view["phase"] == "over":
            return
        assert role in ("jack", "all") or not SECRETS & view.keys(), f"{client.name} is sent {view}"
        self.views[role] = self.views.get(role, 0) + 1
        if role == "all":
            seats = [one["player"] for one in self.tables[table]["seats"]]
            assert client.player not in seats, f"{client.name} sits at {table} and sees everything"
            assert "commentary" in self.tables[table], table


async def test_a_random_mix_of_requests_and_kills_loses_and_reveals_nothing():
    with Server(bot_pace=0, absent_minutes=0, tables_per_player=1000, seats_per_player=1000) as server:
        crowd = Crowd(server)
        for _ in range(KILLS):
            await crowd.connect()
            for client in crowd.clients:
                await crowd.new_table(client)
                await crowd.new_table(client)
            for _ in range(REQUESTS // 8):
                for result in await asyncio.gather(*[crowd.one_request() for _ in range(8)], return_exceptions=True):
                    if isinstance(result, BaseException):
                        raise result
            for client in crowd.clients:
                await client.settle()
            crowd.check_what_was_sent()
            words = [line for line in server.log if "Sanitizer" in line or "runtime error" in line
                     or "illegally" in line or "does_not_fold" in line]
            for client in crowd.clients:  # on their way when the server is killed
                for do in ("undo", "redo", "takeback"):
                    client.post(do, table=crowd.table(), key=key()).add_done_callback(lambda future: future.exception())
            server.kill()
            await leave_all([*crowd.clients, crowd.stranger])
            assert not words, "".join(words)
            equal(server.check()[0], 0, server.check()[1])
            server.start()
        equal(server.stop(), 0, "exit status")
        print(crowd.counts, crowd.views)
        missing = {"act", "undo", "redo", "takeback", "watch", "replay"} - crowd.counts.keys()
        assert not missing, f"none of these was ever accepted: {missing}"
