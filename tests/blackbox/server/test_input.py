"""Bad input gets exactly one error with its code, and changes nothing.

Covers JSON, ids, keys and types; names, texts and tokens; what the rules and the lobby refuse; and keys that are used
twice. Before and after each batch of refusals, everything visible of the table is compared.
"""

from gaslight_server import *

STRIKES = 50  # invalid messages before a connection is closed


# ---- Raw frames and visible state --------------------------------------------------------------------


class Raw:
    """A connection that sends any frame and reads the replies in order."""

    @classmethod
    async def connect(cls, server, **hello):
        raw = cls()
        raw.ws = await websockets.connect(f"ws://127.0.0.1:{server.port}/ws", subprotocols=["gaslight.v1"],
                                          max_size=None, max_queue=None, compression=None, ping_interval=None,
                                          open_timeout=PATIENCE)
        raw.strikes = 0
        if hello:
            await raw.ask(json.dumps({"id": 0, "do": "hello", **hello}))
        return raw

    async def reply(self):
        while True:
            message = json.loads(await asyncio.wait_for(self.ws.recv(), PATIENCE))
            if "on" not in message:
                return message

    async def ask(self, text):
        await self.ws.send(text)
        return await self.reply()

    async def is_alive(self):
        """Checks that the next reply answers a ping: what was sent before got no second reply."""
        equal(await self.ask('{"id":77,"do":"ping"}'), {"re": 77, "ok": {}})

    async def refused(self, text, code, re):
        reply = await self.ask(text)
        good = set(reply) == {"re", "error"} and set(reply["error"]) == {"code", "text"}
        assert good and reply["re"] == re and reply["error"]["code"] == code, f"{text[:200]}: {reply}, expected {code}"

    async def ended(self):
        """Waits until the server closes the connection. Returns the close code and reason."""
        try:
            while True:
                await asyncio.wait_for(self.ws.recv(), PATIENCE)
        except websockets.ConnectionClosed:
            return self.ws.close_code, self.ws.close_reason

    async def close(self):
        await self.ws.close()


async def picture(clients, table):
    """Returns everything these clients can see of the table and of the lobby."""
    seen = []
    for client in clients:
        for do, keys in (("watch", {"table": table}), ("mine", {})):
            seen.append(await client.must(do, **keys))
    return seen


class unchanged:
    """async with unchanged(clients, table): checks that nothing they can see changes inside."""

    def __init__(self, clients, table):
        self.clients, self.table = clients, table

    async def __aenter__(self):
        self.before = await picture(self.clients, self.table)

    async def __aexit__(self, kind, *exception):
        if kind is None:
            equal(await picture(self.clients, self.table), self.before, "a refusal changed something")


def message(id, do, **keys):
    return json.dumps({"id": id, "do": do, **keys})


# ---- The message itself -----------------------------------------------------------------------------


async def test_anything_but_a_json_object_is_bad_json():
    deep = '{"id":1,"do":"ping","x":' + "[" * 16 + "]" * 16 + "}"
    texts = ["", " ", "{", "}", "nonsense", "1", "null", "true", '"x"', "[]", '[{"id":1,"do":"ping"}]', "{'id':1}",
             '{"id":1,"do":"ping"', '{"id":1,"do":"ping"}x', '{"id":1,"do":"ping"}{"id":2,"do":"ping"}',
             '{"id":1,"do":"ping",}', '{"id":1 "do":"ping"}', '{"id":01,"do":"ping"}', '{"id":NaN,"do":"ping"}',
             '{"id":1,"id":2,"do":"ping"}', '{"id":1,"do":"ping","do":"ping"}', '\ufeff{"id":1,"do":"ping"}',
             '{"id":1,"do":"\\ud800"}', '{"id":1,"do":"pi\\u0000ng"}', '{"id":1,"do":"ping\\x"}', deep,
             '{"id":99999999999999999999,"do":"ping"}', '{"id":1,"do":"ping",' + '"a":' * 10 + "1}", "/* */ {}"]
    with Server() as server:
        raw = await Raw.connect(server)
        for text in texts:
            await raw.refused(text, "bad_json", None)
        await raw.is_alive()
        await raw.close()


async def test_sixteen_levels_are_read_and_seventeen_are_not():
    with Server() as server:
        raw = await Raw.connect(server, name="Ann")
        nested = '{"id":5,"do":"marks","table":"t","marks":%s}'
        await raw.refused(nested % ("[" * 15 + "]" * 15), "unknown_table", 5)
        await raw.refused(nested % ("[" * 16 + "]" * 16), "bad_json", None)
        quoted = message(6, "chat", table="t", key=key(), to="table", text='[[[[{{{{"\\' * 20)
        await raw.refused(quoted, "unknown_table", 6)
        await raw.close()


async def test_an_id_is_a_whole_number_of_31_bits_and_is_echoed():
    with Server() as server:
        raw = await Raw.connect(server)
        for id in ("-1", "2147483648", "9223372036854775807", "1.0", "1e2", "0.5", '"1"', "null", "true", "[]", "{}"):
            await raw.refused('{"id":%s,"do":"ping"}' % id, "bad_request", None)
        await raw.refused('{"do":"ping"}', "bad_request", None)
        await raw.refused("{}", "bad_request", None)
        for do in ("7", "null", "true", "[]", "{}"):
            await raw.refused('{"id":3,"do":%s}' % do, "bad_request", 3)
        await raw.refused('{"id":4}', "bad_request", 4)
        for id in (0, 1, 2147483647, 1, 1):
            equal(await raw.ask(message(id, "ping")), {"re": id, "ok": {}})
        await raw.close()


async def test_an_unknown_verb_is_refused():
    with Server() as server:
        raw = await Raw.connect(server)
        for verb in ("", "PING", "ping ", " ping", "pin", "pings", "quit", "é", "x" * 5000, "%s%n", "../ping"):
            await raw.refused(message(9, verb), "unknown_verb", 9)
        await raw.is_alive()
        await raw.close()


# For each verb: the optional keys, and all keys with valid values.
KEYS = {
    "hello": (["name", "token", "code"], {}),
    "ping": ([], {}),
    "code": ([], {}),
    "rename": ([], {"name": "Ann"}),
    "tables": (["limit", "before", "game", "state"],
               {"limit": 10, "before": "5", "game": "whitehall", "state": "open"}),
    "mine": ([], {}),
    "create": (["options", "private", "counts", "aids", "spectator_aids"],
               {"key": "k" * 20, "game": "whitehall", "options": [], "private": False, "counts": True, "aids": "off",
                "spectator_aids": True}),
    "join": (["table", "invite", "pawns"], {"table": "T", "invite": "i", "pawns": []}),
    "pawns": ([], {"table": "T", "pawns": ["jack"]}),
    "leave": ([], {"table": "T"}),
    "kick": ([], {"table": "T", "player": "p"}),
    "host": ([], {"table": "T", "player": "p"}),
    "seat": (["pawns", "player", "agree"], {"table": "T", "pawns": ["blue"], "player": "p"}),
    "start": ([], {"table": "T"}),
    "rematch": (["roles", "options"], {"table": "T", "roles": "keep", "options": []}),
    "act": ([], {"table": "T", "key": "k" * 20, "action": {"by": "jack", "do": "pass"}}),
    "undo": ([], {"table": "T", "key": "k" * 20}),
    "consent": ([], {"table": "T", "agree": True}),
    "redo": ([], {"table": "T", "key": "k" * 20}),
    "takeback": (["key", "seq", "agree", "event"], {"table": "T", "key": "k" * 20, "seq": 3}),
    "resign": ([], {"table": "T", "key": "k" * 20}),
    "suggest": ([], {"table": "T", "what": "hideout", "level": "hard"}),
    "hint": ([], {"table": "T"}),
    "watch": (["table", "invite", "since", "views"], {"table": "T", "invite": "i", "since": 0, "views": True}),
    "unwatch": ([], {"table": "T"}),
    "chat": (["invite"], {"table": "T", "invite": "i", "key": "k" * 20, "to": "table", "text": "Hm."}),
    "marks": ([], {"table": "T", "marks": []}),
    "point": (["circle", "crossing"], {"table": "T", "circle": 5}),
    "archive": (["limit", "before", "game", "player", "side", "winner", "option"],
                {"limit": 5, "before": "", "game": "whitehall", "player": "p", "side": "jack", "winner": "police",
                 "option": "powers"}),
    "stats": (["player"], {"player": "p"}),
    "record": (["invite"], {"table": "T", "invite": "i"}),
    "replay": (["invite", "from", "count"],
               {"table": "T", "invite": "i", "as": "public", "from": 0, "count": 5}),
}
VALUES = [7, 1.5, "text", True, None, [], {}]


def bad_shapes(table):
    """For every verb: each required key missing, each key with every wrong type, an extra key, a duplicate key."""
    for verb, (optional, keys) in KEYS.items():
        keys = {name: table if value == "T" else value for name, value in keys.items()}
        for name, value in keys.items():
            if name not in optional:
                yield message(1, verb, **{k: v for k, v in keys.items() if k != name}), "bad_request", 1
            for wrong in VALUES:
                if type(wrong) is not type(value):
                    yield message(1, verb, **{**keys, name: wrong}), "bad_request", 1
            yield message(1, verb, **keys)[:-1] + f',"{name}":{json.dumps(value)}}}', "bad_json", None
        yield message(1, verb, **keys, colour="red"), "bad_request", 1
        yield message(1, verb, **keys, **{"": ""}), "bad_request", 1


async def test_each_verb_takes_its_keys_of_their_types_and_no_others():
    with Server() as server:
        clients, table = await started(server, "whitehall")
        async with unchanged(clients, table):
            raw = None
            for number, (text, code, re) in enumerate(bad_shapes(table)):
                if number % (STRIKES - 5) == 0:
                    if raw is not None:
                        await raw.is_alive()
                        await raw.close()
                    raw = await Raw.connect(server, token=clients[0].token)
                await raw.refused(text, code, re)
            await raw.close()


async def test_only_utf8_text_frames_are_accepted():
    with Server() as server:
        neighbour, = await people(server, "Ann")
        raw = await Raw.connect(server)
        await raw.ws.send(b'{"id":1,"do":"ping"}')
        equal((await raw.ended())[0], 1003)
        raw = await Raw.connect(server)
        await raw.ws.write_frame(True, 1, b'{"id":1,"do":"\xff\xfe"}')
        try:
            reply = await raw.reply()
            equal((reply["re"], reply["error"]["code"]), (None, "bad_json"))
        except websockets.ConnectionClosed:
            equal(raw.ws.close_code, 1007)
        await neighbour.settle()
        await neighbour.close()


async def test_a_message_in_pieces_is_one_message():
    with Server() as server:
        raw = await Raw.connect(server)
        await raw.ws.send(iter(['{"id":', "12", ',"do"', ":", '"pi', 'ng"}']))
        equal(await raw.reply(), {"re": 12, "ok": {}})
        await raw.close()


async def test_a_client_that_keeps_sending_invalid_messages_is_closed_with_a_reason():
    with Server() as server:
        neighbour, = await people(server, "Ann")
        raw = await Raw.connect(server)
        for _ in range(STRIKES - 1):
            await raw.refused("garbage", "bad_json", None)
        await raw.is_alive()  # one valid request cancels one invalid
        await raw.refused("garbage", "bad_json", None)
        await raw.ws.send("garbage")
        code, reason = await raw.ended()
        equal(code, 1008)
        assert reason, "a reason"
        await neighbour.settle()
        await neighbour.close()


async def test_requests_sent_along_with_another_do_not_hang_the_server():
    """libwebsockets spins on a body that arrives with the request before it, so the server allows one request per
    connection."""
    with Server() as server:
        neighbour, = await people(server, "Ann")
        for first in (b"GET /healthz", b"HEAD /", b"GET /nothing"):
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(first + b" HTTP/1.1\r\nHost: localhost\r\n\r\n"
                         b"POST /replay HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}")
            try:
                answer = await asyncio.wait_for(reader.read(), PATIENCE)
                equal(answer.count(b"HTTP/1.1 "), 1, "one answer")
            except ConnectionResetError:
                pass
            writer.close()
            await neighbour.must("ping")
        await neighbour.close()
        equal(server.stop(), 0)


# ---- Names, texts, keys, tokens -----------------------------------------------------------------------


BAD_WORDS = ["", " ", "  ", " a", "a ", "\t", "a\tb", "a\nb", "\r", "\u0001", "a\u001f", "\u007f", "a\u0080", "\u0085b",
             "\u009f", "\u00a0", "a\u00a0", "\u3000a", "\u2003", "a\u200b", "\u2028", "a\u2029b", "a\u202eb",
             "\u2066a", "\ufeffa"]
GOOD_WORDS = ["a", "Ann Lee", "Ünïcödé", "日本", "🎩", "👩‍🚒", "a\u00a0b", "<b>", "'; --", "%s", "\\", '"', "À"]


async def test_a_name_is_1_to_32_printable_characters():
    bad = BAD_WORDS + ["x" * 33, "é" * 33, "🎩" * 33, "x" * 10000]
    good = GOOD_WORDS + ["x" * 32, "é" * 32, "🎩" * 32]
    with Server() as server:
        client = await Client.connect(server)
        for name in bad:
            await client.refused("bad_name", "hello", name=name)
        await client.refused("hello_first", "mine")
        await client.hello(name="Ann")
        for name in bad:
            await client.refused("bad_name", "rename", name=name)
        for name in good:
            equal(await client.must("rename", name=name), {"name": name})
            other = await Client.connect(server, name=name)
            equal(other.name, name)
            await other.close()
        again = await Client.connect(server, token=client.token)
        equal(again.name, good[-1])
        await leave_all([client, again])


async def test_a_text_is_1_to_500_printable_characters():
    with Server() as server:
        clients, table = await seated(server, "whitehall")
        async with unchanged(clients, table):
            for text in BAD_WORDS + ["x" * 501, "🎩" * 501]:
                await clients[0].refused("bad_text", "chat", table=table, key=key(), to="table", text=text)
            for audience in ("", "all", "Table", "jack", "police "):
                await clients[0].refused("unknown_word", "chat", table=table, key=key(), to=audience, text="Hm.")
        for text in GOOD_WORDS + ["x" * 500, "🎩" * 500]:
            await clients[0].must("chat", table=table, key=key(), to="table", text=text)
            await clients[1].until(lambda: any(push["text"] == text for push in clients[1].pushed("chat")))
        await leave_all(clients)


async def test_a_key_is_16_to_64_plain_characters():
    bad = ["", "a", "x" * 15, "x" * 65, "x" * 1000, "é" * 16, "x" * 15 + " ", "x" * 15 + ".",
           "x" * 15 + "\n", "/" * 20]
    with Server() as server:
        clients, table = await started(server, "whitehall")
        jack = clients[0]
        action = choose(jack.turns[table]["legal"], ["jack"])
        async with unchanged(clients, table):
            for one in bad:
                await jack.refused("bad_key", "act", table=table, key=one, action=action)
                await jack.refused("bad_key", "undo", table=table, key=one)
                await jack.refused("bad_key", "resign", table=table, key=one)
                await jack.refused("bad_key", "chat", table=table, key=one, to="table", text="Hm.")
                await jack.refused("bad_key", "create", key=one, game="whitehall")
        await jack.must("chat", table=table, key="-_aZ09" + "x" * 10, to="table", text="16")
        await jack.must("chat", table=table, key="y" * 64, to="table", text="64")
        await leave_all(clients)


async def test_an_unknown_token_is_a_bad_token():
    with Server() as server:
        client = await Client.connect(server)
        ann = await Client.connect(server, name="Ann")
        flipped = ("A" if ann.token[0] != "A" else "B") + ann.token[1:]
        for token in ("", "x", "A" * 43, flipped, ann.token[:-1], ann.token + "A", ann.token.lower() + "x", "x" * 9000):
            await client.refused("bad_token", "hello", token=token)
        await client.refused("bad_request", "hello")
        await client.refused("bad_request", "hello", name="Ann", token=ann.token)
        await client.refused("bad_request", "hello", code="ABCD-EFGH", token=ann.token)
        ok = await client.hello(token=ann.token)
        equal((ok["player"], ok["name"], "token" in ok), (ann.player, "Ann", False))
        await client.refused("bad_request", "hello", token=ann.token)
        await client.refused("bad_request", "hello", name="Bob")
        equal(client.player, (await client.must("mine")) and ann.player)
        await leave_all([client, ann])


# ---- The lobby --------------------------------------------------------------------------------------


async def test_creating_takes_a_game_its_options_and_aids():
    with Server() as server:
        client, = await people(server, "Ann")

        async def refused(code, **keys):
            await client.refused(code, "create", key=key(), **keys)
        for game in ("", "chess", "Whitehall", "whitechapel "):
            await refused("bad_game", game=game)
        for options in (["nonsense"], [1], [None], ["powers", "powers"], ["letters"], [["powers"]], [""]):
            await refused("bad_options", game="whitehall", options=options)
        for aids in ("", "on", "OFF", "fullest"):
            await refused("unknown_word", game="whitehall", aids=aids)
        equal((await client.must("mine"))["tables"], [])
        for aids in ("off", "sets", "full"):
            table = (await client.must("create", key=key(), game="whitehall", options=["powers"], aids=aids))["table"]
            equal((table["aids"], table["options"]), (aids, ["powers"]))
        await client.close()


async def test_pawns_are_jack_or_policemen_of_the_game_that_nobody_holds():
    with Server() as server:
        ann, bob, cy = await people(server, "Ann", "Bob", "Cy")
        table = (await ann.must("create", key=key(), game="whitehall"))["table"]["id"]
        await ann.must("pawns", table=table, pawns=["jack"])
        await bob.must("join", table=table, pawns=["yellow"])
        async with unchanged([ann, bob], table):
            for pawns in (["green"], ["nobody"], [""], [1], [None], [[]], ["jack", "blue"], ["blue", "blue"],
                          ["blue"] * 50, ["Jack"]):
                await cy.refused("bad_pawns", "join", table=table, pawns=pawns)
                await bob.refused("bad_pawns", "pawns", table=table, pawns=pawns)
            for pawns in (["yellow"], ["blue", "yellow"], ["jack"]):
                await cy.refused("pawn_taken", "join", table=table, pawns=pawns)
            await bob.refused("pawn_taken", "pawns", table=table, pawns=["jack"])
            await bob.refused("seated", "join", table=table, pawns=["blue"])
            await ann.refused("pawns_free", "start", table=table)
            for player in ("", "nobody", cy.player, ann.player):
                await ann.refused("unknown_player", "kick", table=table, player=player)
            for player in ("", "nobody", cy.player):
                await ann.refused("unknown_player", "host", table=table, player=player)
            await ann.refused("wrong_state", "seat", table=table, pawns=["yellow"], player=ann.player)
        await leave_all([ann, bob, cy])


async def test_nobody_can_join_a_full_table():
    with Server() as server:
        for game in POLICE:
            clients, table = await seated(server, game)
            late, = await people(server, "Late")
            async with unchanged(clients, table):
                await late.refused("table_full", "join", table=table)
            await clients[-1].must("leave", table=table)
            await late.must("join", table=table)
            async with unchanged(clients[:1], table):
                await clients[0].refused("pawns_free", "start", table=table)
            await leave_all([*clients, late])


# ---- The game ---------------------------------------------------------------------------------------


async def test_what_the_rules_refuse_changes_nothing():
    with Server() as server:
        clients, table = await started(server, "whitehall")
        jack, ann = clients[0], clients[1]
        yellow = ann.pawns[0]

        async def refused(client, code, action):
            await client.refused(code, "act", table=table, key=key(), action=action)
        async with unchanged(clients, table):
            for code, action in (
                    ("missing_key", {}), ("missing_key", {"by": "jack"}), ("missing_key", act("jack", "discoveries")),
                    ("unknown_word", act("jack", "fly")), ("unknown_word", act("nobody", "pass")),
                    ("bad_type", {"by": 1, "do": "pass"}), ("bad_type", act("jack", "discoveries", circles=7)),
                    ("unknown_key", act("jack", "discoveries", circles=[1, 2, 3, 4], to=3)),
                    ("illegal_placement", act("jack", "discoveries", circles=[1, 1, 1, 1])),
                    ("wrong_phase", act("jack", "move", to=5)), ("bad_request", act("jack", "resign")),
                    ("not_your_pawn", act(yellow, "walk", to=5))):
                await refused(jack, code, action)
            await refused(ann, "not_your_pawn", act("jack", "move", to=5))
            await refused(ann, "not_your_turn", act(yellow, "pass"))
            await jack.refused("cannot_undo", "undo", table=table, key=key())
        await play_on(clients, table, 1)
        async with unchanged(clients, table):
            await ann.refused("cannot_undo", "undo", table=table, key=key())
            await jack.refused("not_detective", "seat", table=table, pawns=ann.pawns, player=clients[2].player)
            await ann.refused("not_absent", "seat", table=table, pawns=clients[2].pawns, player=ann.player)
            for answer in (True, False):
                await ann.refused("no_vote", "seat", table=table, agree=answer)
                await jack.refused("not_detective", "seat", table=table, agree=answer)
            for keys in ({}, {"pawns": ann.pawns}, {"player": ann.player},
                         {"pawns": ann.pawns, "player": ann.player, "agree": True},
                         {"pawns": ann.pawns, "agree": True}):
                await ann.refused("bad_request", "seat", table=table, **keys)
            for pawns in ([], ["jack"], ["green"], ["yellow", "yellow"]):
                await ann.refused("bad_pawns", "seat", table=table, pawns=pawns, player=clients[2].player)
        await leave_all(clients)


async def test_marks_are_circles_routes_and_arrows_of_the_board():
    with Server() as server:
        clients, table = await started(server, "whitehall")
        ann = clients[1]
        await ann.must("marks", table=table, marks=[{"circle": 1, "mark": "suspect"}, {"route": [1, 2]},
                                                {"from": 3, "to": 4}])
        async with unchanged(clients, table):
            for marks in ([1], [{}], [{"circle": 1}], [{"circle": 0, "mark": "suspect"}],
                          [{"circle": 1000, "mark": "suspect"}], [{"circle": "1", "mark": "suspect"}],
                          [{"circle": 1, "mark": "<b>"}], [{"circle": 1, "mark": "suspect", "x": 1}], [{"route": []}],
                          [{"route": [1]}], [{"route": [1, 0]}], [{"route": "1"}], [{"route": [1] * 500}],
                          [{"from": 1}], [{"from": 1, "to": 1}], [{"from": 1, "to": 0}], [{"from": "1", "to": 2}],
                          [{"from": 1, "to": 2, "mark": "suspect"}], [{"to": 2}],
                          [{"circle": 1, "mark": "cleared"}] * 401):
                await ann.refused("bad_marks", "marks", table=table, marks=marks)
            for place in ({}, {"circle": 0}, {"circle": 1000}, {"crossing": 0}, {"crossing": 1000}, {"circle": -1},
                          {"circle": 1, "crossing": 1}):
                await ann.refused("illegal_target", "point", table=table, **place)
        await leave_all(clients)


async def test_requests_about_a_game_check_ranges_and_words():
    with Server() as server:
        clients, table = await started(server, "whitehall", players=2)
        jack = clients[0]
        for what, level in (("", "hard"), ("hideout", "hard"), ("discoveries", ""), ("discoveries", "HARD")):
            await jack.refused("unknown_word", "suggest", table=table, what=what, level=level)
        await jack.must("suggest", table=table, what="discoveries", level="hard")
        for since in (-1, -(1 << 62), 1, 1 << 40):
            assert "view" in await jack.must("watch", table=table, since=since), since
        assert "events" in await jack.must("watch", table=table, since=0)
        await jack.must("resign", table=table, key=key())
        for keys in ({"from": -1}, {"count": 0}, {"count": 201}, {"count": -1}):
            await jack.refused("bad_request", "replay", table=table, **{"as": "public"}, **keys)
        for who in ("", "green", "everyone", "ALL"):
            await jack.refused("unknown_word", "replay", table=table, **{"as": who})
        equal((await jack.must("replay", table=table, **{"as": "all", "from": 1 << 40}))["steps"], [])
        for roles in ("", "Swap", "jack"):
            await jack.refused("unknown_word", "rematch", table=table, roles=roles)
        for options in (["letters"], ["smoker", "smoker"], [1]):
            await jack.refused("bad_options", "rematch", table=table, options=options)
        for limit in (0, -1, 201, 1 << 40):
            await jack.refused("bad_request", "archive", limit=limit)
        await jack.refused("bad_game", "archive", game="chess")
        for before in ("x", ":", "9:", "-1:zz", "99999999999999999999:a", "' OR 1=1 --"):
            assert "games" in await jack.must("archive", before=before), before
        equal(len((await jack.must("archive", before=""))["games"]), 1)
        equal((await jack.must("archive", player="nobody"))["games"], [])
        await leave_all(clients)


# ---- Keys used twice ----------------------------------------------------------------------------------


async def test_a_repeated_key_gets_the_same_reply_and_is_not_applied_again():
    with Server() as server:
        clients, table = await started(server, "whitechapel", players=2)
        jack, ann = clients
        once, other = key(), key()
        hideout = choose(jack.turns[table]["legal"], ["jack"])
        first = await jack.must("act", table=table, key=once, action=hideout)
        undone = await jack.must("undo", table=table, key=other)
        equal(undone["seq"], first["seq"] + 1)
        third = key()
        again = await jack.must("act", table=table, key=third, action=hideout)
        tokens = [jack.token, ann.token]
        for attempt in ("at once", "from another connection", "after a restart", "after kill -9"):
            if attempt == "after a restart":
                await asyncio.to_thread(server.restart)
            if attempt == "after kill -9":
                await asyncio.to_thread(server.restart, signal.SIGKILL)
            clients = [await Client.connect(server, token=token) for token in tokens]
            jack, ann = clients
            async with unchanged(clients, table):
                equal(await jack.must("act", table=table, key=once, action=hideout), first, attempt)
                equal(await jack.must("undo", table=table, key=other), undone, attempt)
                equal(await jack.must("act", table=table, key=third, action=hideout), again, attempt)
                elsewhere = {**hideout, "circle": hideout["circle"] + 1}
                await jack.refused("key_reused", "act", table=table, key=once, action=elsewhere)
                await jack.refused("key_reused", "act", table=table, key=other, action=hideout)
                await jack.refused("key_reused", "undo", table=table, key=once)
                await jack.refused("key_reused", "resign", table=table, key=once)
                await ann.refused("not_your_pawn", "act", table=table, key=once, action=hideout)
                await ann.refused("cannot_undo", "undo", table=table, key=other)
        await leave_all(clients)


async def test_an_action_for_a_past_turn_is_refused():
    with Server() as server:
        clients, table = await started(server, "whitechapel", players=2)
        jack = clients[0]
        hideout = choose(jack.turns[table]["legal"], ["jack"])
        async with unchanged(clients, table):
            for seq in (1, 7, 2147483647):
                await jack.refused("moved_on", "act", table=table, key=key(), action=hideout, seq=seq)
            for seq in (-1, "0", 0.5, True, None):
                await jack.refused("bad_request" if seq != -1 else "moved_on", "act", table=table, key=key(),
                                   action=hideout, seq=seq)
        once = key()
        done = await jack.must("act", table=table, key=once, action=hideout, seq=0)
        await in_step(clients, table, done["seq"])
        async with unchanged(clients, table):
            equal(await jack.must("act", table=table, key=once, action=hideout, seq=0), done, "asked again")
            await jack.refused("moved_on", "act", table=table, key=key(), action=hideout, seq=0)
            await jack.refused("moved_on", "undo", table=table, key=key(), seq=0)
        undone = await jack.must("undo", table=table, key=key(), seq=done["seq"])
        equal(undone["seq"], done["seq"] + 1)
        await jack.must("act", table=table, key=key(), action=hideout, seq=undone["seq"])
        await leave_all(clients)


async def test_the_key_of_the_last_action_gets_its_reply_after_the_end():
    with Server() as server:
        clients, table = await started(server, "whitehall", players=2)
        jack = clients[0]
        last = key()
        ok = await jack.must("resign", table=table, key=last)
        tokens = [client.token for client in clients]
        for attempt in ("at once", "when nobody looks any more", "after a restart"):
            if attempt != "at once":
                await leave_all(clients)
                if attempt == "after a restart":
                    await asyncio.to_thread(server.restart)
                clients = [await Client.connect(server, token=token) for token in tokens]
            equal(await clients[0].must("resign", table=table, key=last), ok, attempt)
            await clients[0].refused("wrong_state", "resign", table=table, key=key())
            await clients[0].refused("key_reused", "undo", table=table, key=last)
        await leave_all(clients)


async def test_a_repeated_chat_key_sends_one_line():
    with Server() as server:
        clients, table = await started(server, "whitehall", players=2)
        jack, ann = clients
        once = key()
        for attempt in range(3):
            if attempt == 2:
                tokens = [client.token for client in clients]
                await asyncio.to_thread(server.restart)
                clients = [await Client.connect(server, token=token) for token in tokens]
                jack, ann = clients
                await ann.watch(table)
            await jack.must("chat", table=table, key=once, to="table", text="Once.")
            await jack.refused("key_reused", "chat", table=table, key=once, to="table", text="Twice.")
            equal([line["text"] for line in (await ann.must("watch", table=table))["chat"]], ["Once."])
        await ann.settle()
        equal(ann.pushed("chat"), [])
        await ann.must("chat", table=table, key=once, to="table", text="Another player's key is another key.")
        await ann.must("chat", table=table, key=key(), to="police", text="Over here.")
        await leave_all(clients)


async def test_the_same_create_key_makes_one_table():
    with Server() as server:
        ann, bob = await people(server, "Ann", "Bob")
        once = key()
        made = await ann.must("create", key=once, game="whitehall")
        table = made["table"]["id"]

        async def repeats(client, state):
            again = (await client.must("create", key=once, game="whitehall"))["table"]
            equal((again["id"], again["state"]), (table, state))
            await client.refused("key_reused", "create", key=once, game="whitechapel")
            await client.refused("key_reused", "create", key=once, game="whitehall", private=True)
            await client.refused("key_reused", "create", key=once, game="whitehall", aids="full")
        await repeats(ann, "open")
        other = (await bob.must("create", key=once, game="whitehall"))["table"]["id"]
        assert other != table, "another player's key is another key"
        await ann.must("pawns", table=table, pawns=["jack"])
        await bob.must("join", table=table, pawns=POLICE["whitehall"])
        await asyncio.to_thread(server.restart)
        ann, bob = [await Client.connect(server, token=client.token) for client in (ann, bob)]
        await repeats(ann, "open")
        await ann.must("start", table=table)
        await repeats(ann, "running")
        await ann.must("resign", table=table, key=key())
        await repeats(ann, "finished")
        record = await ann.must("record", table=table)
        await asyncio.to_thread(server.restart)
        ann, = [await Client.connect(server, token=ann.token)]
        await repeats(ann, "finished")
        equal(await ann.must("record", table=table), record)
        equal(server.stop(), 0)
        equal(server.check()[0], 0, server.check()[1])


async def test_a_create_key_of_a_closed_table_does_not_open_it_again():
    with Server() as server:
        ann, = await people(server, "Ann")
        once = key()
        table = (await ann.must("create", key=once, game="whitehall"))["table"]["id"]
        await ann.must("leave", table=table)
        equal((await ann.must("create", key=once, game="whitehall"))["table"]["state"], "closed")
        equal((await ann.must("mine"))["tables"], [])
        await ann.refused("unknown_table", "join", table=table)
        await ann.close()


async def test_two_connections_that_create_with_one_key_make_one_table():
    with Server() as server:
        ann, = await people(server, "Ann")
        more = [ann] + [await Client.connect(server, token=ann.token) for _ in range(7)]
        for _ in range(10):
            once = key()
            replies = await asyncio.gather(*[one.ask("create", key=once, game="whitehall") for one in more])
            tables = {reply["ok"]["table"]["id"] if "ok" in reply else str(reply) for reply in replies}
            equal(len(tables), 1, str(tables))
        equal(len((await ann.must("mine"))["tables"]), 10)
        await leave_all(more)


# ---- Order ------------------------------------------------------------------------------------------


async def test_replies_come_in_the_order_of_their_requests():
    """Fifty mixed requests at a time: some wait for the store, some get an immediate reply, some are invalid."""
    with Server() as server:
        clients, table = await started(server, "whitechapel", players=2)
        raw = await Raw.connect(server, token=clients[0].token)
        dice = random.Random(SEED)
        kinds = [
            lambda id: message(id, "ping"),
            lambda id: message(id, "mine"),
            lambda id: message(id, "watch", table=table),
            lambda id: message(id, "watch", table="2222222222"),
            lambda id: message(id, "chat", table=table, key=key(), to="table", text=f"Line {id}."),
            lambda id: message(id, "create", key=key(), game="whitehall", private=True),
            lambda id: message(id, "act", table=table, key=key(), action=act("jack", "move", to=1)),
            lambda id: message(id, "rename", name=f"Jack {id}"),
            lambda id: message(id, "archive"),
            lambda id: message(id, "record", table=table),
            lambda id: message(id, "unheard-of"),
            lambda id: message(id, "ping", more=1),
            lambda id: message(id, "hello", name="Again"),
        ]
        # Fewer than the 64 requests that may wait.
        for first in (1000, 2000, 3000):
            texts = [dice.choice(kinds)(first + i) for i in range(50)]
            if first == 3000:
                texts = [kinds[i % 10](first + i) for i in range(50)]
            await asyncio.gather(*[raw.ws.send(text) for text in texts])
            got = [(await raw.reply())["re"] for _ in texts]
            equal(got, list(range(first, first + 50)))
            await raw.is_alive()
        await raw.close()
        await leave_all(clients)


async def test_settings_that_make_no_sense_change_nothing():
    with Server() as server:
        host, = await people(server, "Ann")
        table = (await host.must("create", key=key(), game="whitechapel"))["table"]
        for wrong, code in (({"options": ["smoker"]}, "bad_options"), ({"clock": 5}, "bad_request"),
                            ({"aids": "many"}, "unknown_word"), ({"level": "x"}, "unknown_word"),
                            ({"pace": "x"}, "unknown_word"), ({"private": 1}, "bad_request"), ({"spectator_aids": "no"}, "bad_request"),
                            ({"game": "whitehall"}, "bad_request")):
            await host.refused(code, "settings", table=table["id"], **wrong)
        equal((await host.must("peek", table=table["id"]))["table"], table)
        await host.close()
