"""`watch` with "views": every turn includes the whole view, and it is the same as in a fresh snapshot.

Everyone has two connections: a plain one, which plays and gets a fresh snapshot after every step, and one that only
watches with "views". Every frame is validated against schema/wire/.
"""

import pytest
from gaslight_server import *

pytestmark = pytest.mark.usefixtures("frames_fit_the_schemas")

RECORD_EVERY = 8  # steps between comparisons with `gaslight record`
LONG_ENOUGH = 40  # actions; a shorter game shows too little
TRIES = 10


def raw_view(text):
    """Returns the bytes of the view in a frame; no other part of the JSON has that key."""
    begin = text.index('"view":') + len('"view":')
    return text[begin:begin + json.JSONDecoder().raw_decode(text[begin:])[1]]


def last_turn(client, table):
    """Returns the text of the last push "turn"."""
    return next(text for text in reversed(client.received)
                if text.startswith('{"on":"turn"') and json.loads(text)["table"] == table)


async def fresh_look(client, table):
    """Returns the bytes of the view that a plain watch gives."""
    await client.watch(table)
    return raw_view(next(text for text in reversed(client.received) if text.startswith('{"re":')))


# ---- Whole games ---------------------------------------------------------------------------------


class Gallery:
    """A game whose Jack, first detective and onlooker each watch with views on a second connection."""

    async def open(self, server, game, options):
        self.server, self.game = server, game
        self.players, self.table = await seated(server, game, options, players=3)
        self.onlooker = await Client.connect(server, name="Onlooker")
        await self.onlooker.watch(self.table)
        self.plain = {"jack": self.players[0], self.players[1].pawns[0]: self.players[1], "public": self.onlooker}
        self.drawing = {}
        for who, client in self.plain.items():
            self.drawing[who] = await Client.connect(server, token=client.token)
            ok = await self.drawing[who].watch(self.table, views=True)
            assert "view" not in ok, "a view before the start"
        await self.players[0].must("start", table=self.table)
        await in_step(self.everybody(), self.table, 0)
        self.drawn = {who: [await self.compare(who)] for who in self.plain}  # bytes of the view after each action
        self.actions = self.undone = 0

    def everybody(self):
        return [*self.players, self.onlooker, *self.drawing.values()]

    async def compare(self, who):
        """Checks that the view of the turn is that of a fresh snapshot, and that the plain connection does not get it.
        Returns it."""
        drawing, plain = self.drawing[who], self.plain[who]
        turn = last_turn(drawing, self.table)
        look = await fresh_look(plain, self.table)
        equal(raw_view(turn), look, f"the view of {who}")
        assert turn.endswith(look + "}"), "the view is the last key"
        unasked = last_turn(plain, self.table)
        equal(unasked[:-1], turn[:-len(',"view":' + look + "}")], "the rest of the turn")
        return look

    async def compare_all(self):
        for who, drawn in self.drawn.items():
            del drawn[self.actions:]
            drawn.append(await self.compare(who))

    async def act(self):
        """Plays one action, sometimes undoing and repeating it. Returns false if the game is over."""
        targets = self.players[0].homes
        one = await play_one([*self.players, *self.others()], self.table, homing(self.game, targets))
        if one is None:
            return False
        client, action, _ = one
        self.actions += 1
        await self.compare_all()
        if action["do"] in ("hideout", "discoveries", "walk", "move", "wretched") and DICE.random() < 0.2:
            reply = await client.ask("undo", table=self.table, key=key())
            if "ok" in reply:
                await in_step(self.everybody(), self.table, reply["ok"]["seq"])
                self.actions -= 1
                self.undone += 1
                await self.compare_all()
        return True

    def others(self):
        return [self.onlooker, *self.drawing.values()]

    async def play(self):
        self.players[0].homes = set()
        while await self.act():
            view = json.loads(self.drawn["jack"][-1])
            self.players[0].homes = {view["hideout"]} if "hideout" in view else \
                set(view.get("discoveries", [])) - set(view.get("discoveries_found", []))

    async def check_record(self):
        """Checks that the views are what `gaslight record view` prints."""
        await self.onlooker.must("record", table=self.table)
        text = self.onlooker.received[-1]
        record = text[text.index('"record":') + len('"record":'):-2]
        for who, drawn in self.drawn.items():
            equal(len(drawn), len(json.loads(record)["actions"]) + 1)
            for step in [*range(0, len(drawn) - 1, RECORD_EVERY), len(drawn) - 1]:
                done = subprocess.run([GASLIGHT, "record", "view", "-", "--as", who, "--at", str(step)],
                                      input=record.encode(), capture_output=True, timeout=PATIENCE, check=True)
                equal(drawn[step], done.stdout.decode().rstrip("\n"), f"step {step} of {who}")


async def draw_games(game, options):
    """Plays games until one was long enough and had an undo."""
    with Server() as server:
        for _ in range(TRIES):
            gallery = Gallery()
            await gallery.open(server, game, options)
            await gallery.play()
            await gallery.check_record()
            await leave_all(gallery.everybody())
            if gallery.actions >= LONG_ENOUGH and gallery.undone > 0:
                return
        raise AssertionError(f"{TRIES} games of {game}, none of which showed enough")


async def test_views_of_whitechapel_are_those_of_a_fresh_snapshot():
    await draw_games("whitechapel", [])


@pytest.mark.verify
async def test_views_of_whitechapel_with_options_are_those_of_a_fresh_snapshot():
    await draw_games("whitechapel", OPTIONS["whitechapel"])


@pytest.mark.verify
async def test_views_of_whitehall_are_those_of_a_fresh_snapshot():
    await draw_games("whitehall", [])


async def test_views_of_whitehall_with_options_are_those_of_a_fresh_snapshot():
    await draw_games("whitehall", OPTIONS["whitehall"])


# ---- Resuming and changing subscriptions ---------------------------------------------------------


async def test_resuming_with_views_gives_the_missed_events_and_the_view():
    with Server() as server:
        clients, table = await started(server, "whitehall", players=3)
        await play_on(clients, table, 3)
        gone = clients[1]
        seen = gone.seen[table]
        await gone.close()
        rest = [clients[0], clients[2]]
        while actor(rest, table)[0] is not None and rest[0].seen[table] < seen + 3:
            await play_one(rest, table)
        again = await Client.connect(server, token=gone.token)
        again.pawns = gone.pawns
        again.seen[table] = seen
        ok = await again.watch(table, since=seen, views=True)
        equal([one["seq"] for one in ok["events"]], list(range(seen + 1, ok["seq"] + 1)))
        equal(list(ok)[2:5], ["events", "view", "turn"])
        equal(ok["view"], (await again.watch(table, views=True))["view"])
        server.restart(signal.SIGKILL)
        clients = [await Client.connect(server, token=client.token) for client in [clients[0], again, clients[2]]]
        after = await clients[1].watch(table, since=ok["seq"], views=True)
        equal((after["events"], after["view"]), ([], ok["view"]))
        for client in (clients[0], clients[2]):
            await client.watch(table)
        await play_one(clients, table)
        turn = clients[1].turns[table]
        equal(turn["view"], (await clients[1].watch(table))["view"])
        await leave_all(clients)


async def test_the_last_watch_decides_whether_views_are_sent():
    with Server() as server:
        clients, table = await started(server, "whitehall", players=2)
        for keys, wanted in [({}, False), ({"views": True}, True), ({"views": True, "since": 0}, True),
                             ({"since": 0}, False), ({"views": True}, True), ({"views": False}, False)]:
            clients[1].seen.pop(table)
            ok = await clients[1].watch(table, **keys)
            equal("view" in ok, wanted or "since" not in keys, keys)
            await play_one(clients, table)
            equal("view" in clients[1].turns[table], wanted, keys)
            assert "view" not in clients[0].turns[table]
        await clients[1].watch(table, views=True)
        await clients[1].must("unwatch", table=table)
        await clients[1].watch(table)
        await play_one(clients, table)
        assert "view" not in clients[1].turns[table]
        await leave_all(clients)


async def test_views_are_requested_per_table():
    with Server() as server:
        jack, ann = await people(server, "Jack", "Ann")
        tables = []
        for _ in range(2):
            table = (await jack.must("create", key=key(), game="whitehall"))["table"]["id"]
            await jack.must("pawns", table=table, pawns=["jack"])
            await ann.must("join", table=table, pawns=POLICE["whitehall"])
            tables.append(table)
        await ann.watch(tables[0], views=True)
        await ann.watch(tables[1])
        for table in tables:
            await jack.must("start", table=table)
            await in_step([ann], table, 0)
        equal(["view" in ann.turns[table] for table in tables], [True, False])
        await leave_all([jack, ann])


async def test_a_player_who_is_given_pawns_sees_them_at_once():
    with Server(absent_minutes=0) as server:
        jack, ann, bob, lou = await people(server, "Jack", "Ann", "Bob", "Lou")
        table = (await jack.must("create", key=key(), game="whitechapel"))["table"]["id"]
        await jack.must("pawns", table=table, pawns=["jack"])
        await ann.must("join", table=table, pawns=["yellow"])
        await bob.must("join", table=table, pawns=["red", "blue", "green", "brown"])
        everybody = [jack, ann, bob, lou]
        for client in everybody:
            await client.watch(table, views=True)
        await jack.must("start", table=table)
        await in_step(everybody, table, 0)
        await play_on(everybody, table, 3)  # hideout, women and patrols; the Head's player knows their faces
        await bob.close()
        await jack.until(lambda: not jack.seat_of(table, bob.player)["connected"], "Bob's going")
        turns = [len(client.pushed("turn", table)) for client in (jack, ann, lou)]
        await ann.must("seat", table=table, pawns=["red", "blue", "green", "brown"], player=lou.player)
        for client, before in zip((jack, ann, lou), turns):
            await client.until(lambda c=client, n=before: len(c.pushed("turn", table)) == n + 1, "the turn")
            turn = client.turns[table]
            equal(turn["view"], (await client.watch(table, views=True))["view"], client.name)
        turn = lou.pushed("turn", table)[-1]
        equal(turn["view"]["you"], {"role": "detective", "pawns": ["red", "blue", "green", "brown"]})
        equal("legal" in turn, bool(set(turn["pawns"]) & {"red", "blue", "green", "brown"}))
        equal([("face" in patrol) for patrol in turn["view"]["patrols"]], [turn["view"]["head"] != "yellow"] * 7)
        await play_on([jack, ann, lou], table, 10)
        await leave_all([jack, ann, lou])
