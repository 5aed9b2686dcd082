"""Whole games through the real server, by clients that share no code with it.

Every player and every onlooker has a connection. Every frame, both ways, is validated against schema/wire/; what each
viewer is sent is compared, byte for byte, with what `gaslight record` shows that viewer.
"""
import glob
import http.client
import os
import re
import time

import pytest
from gaslight_server import *
from wire_schemas import SCHEMAS, USED, Validator, conforms

pytestmark = [pytest.mark.usefixtures("frames_fit_the_schemas"), pytest.mark.xdist_group("games")]


# ---- Output of `gaslight record` -----------------------------------------------------------------


def record_program(command, record, *arguments):
    done = subprocess.run([GASLIGHT, "record", command, "-", *arguments], input=record.encode(),
                          capture_output=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, (command, arguments, done.stderr)
    return done.stdout.decode()


def stream(record, who):
    return record_program("stream", record, "--as", who).splitlines()


def view(record, who, at):
    return record_program("view", record, "--as", who, "--at", str(at)).rstrip("\n")


def raw_after(text, name):
    """Returns the text of the value of a frame's last key."""
    return text[text.index(f'"{name}":') + len(name) + 3:-1]


def raw_events(client, table):
    """Returns {seq: bytes} of every event pushed to this connection."""
    found = []
    for text in client.received:
        push = json.loads(text)
        if push.get("on") == "event" and push["table"] == table:
            found.append((push["seq"], raw_after(text, "event")))
    return found


# ---- A game and its viewers ----------------------------------------------------------------------


class Match:
    """A table, its players (one connection each, two for Ann) and its onlookers."""

    def __init__(self, server, game, options):
        self.server, self.game, self.options = server, game, options
        self.targets = set()
        self.log = []  # (first seq, last seq) of every action that was not undone
        self.seq = 0
        self.actions = []  # those that were not undone
        self.undone = 0

    async def open(self):
        self.players, self.table = await seated(self.server, self.game, self.options)
        self.jack = self.players[0]
        self.ann2 = await Client.connect(self.server, token=self.players[1].token)
        self.ann2.pawns = self.players[1].pawns
        await self.ann2.watch(self.table)
        self.early = await Client.connect(self.server, name="Early")
        await self.early.watch(self.table)
        self.onlookers = [self.early]
        self.homing = homing(self.game, self.targets)
        self.peaceful = True  # avoid actions that could end the game
        await self.jack.must("start", table=self.table)
        await in_step(self.everybody(), self.table, 0)

    def chooser(self, legal, pawns):
        ends = ("arrest", "arrest_all", "arrest_power", "address") if self.peaceful else ()
        return self.homing({name: choices for name, choices in legal.items() if name not in ends}, pawns)

    def everybody(self):
        return [*self.players, self.ann2, *self.onlookers]

    def role(self, client):
        return client.pawns[0] if hasattr(client, "pawns") else "public"

    def aim(self):
        """Returns where Jack wants to go, from the events he received."""
        for _, event in self.jack.events.get(self.table, []):
            if event["did"] == "hideout":
                self.targets |= {event["circle"]}
            elif event["did"] == "discoveries":
                self.targets |= set(event["circles"])
            elif event["did"] in ("start", "discovery"):
                self.targets -= {event["circle"]}

    async def act(self):
        """Plays one action, sometimes undoing and repeating it. Returns false if the game is over."""
        everybody = self.everybody()
        DICE.shuffle(everybody)
        one = await play_one(everybody, self.table, self.chooser)
        if one is None:
            return False
        client, action, seq = one
        self.log.append((self.seq + 1, seq))
        self.seq = seq
        self.actions.append(action)
        self.aim()
        if undoable(action) and not self.over() and (DICE.random() < 0.05 or not self.undone):
            await self.undo(client, action)
        return True

    async def undo(self, client, action):
        ok = await client.must("undo", table=self.table, key=key())
        equal(ok["seq"], self.seq + 1)
        self.seq = ok["seq"]
        await in_step(self.everybody(), self.table, self.seq)
        for one in self.everybody():
            seq, event = one.events[self.table][-1]
            equal((seq, event["did"], event["by"]), (self.seq, "undo", action["by"]))
            snapshot = await one.watch(self.table)
            equal(event["view"], snapshot["view"], "the view an undo carries is the one a snapshot has")
        self.log.pop()
        self.actions.pop()
        self.targets.clear()
        self.undone += 1

    def over(self):
        return self.table in self.jack.over or any(e["did"] == "over" for _, e in self.jack.events[self.table])

    async def play(self, actions=None):
        done = 0
        while (actions is None or done < actions) and await self.act():
            done += 1
        return done

    async def snapshots(self):
        """Returns a fresh snapshot for each client, to compare before and after."""
        return [{name: part for name, part in (await client.watch(self.table)).items() if name != "table"}
                for client in self.everybody()]

    async def reconnect(self, client):
        """Reconnects a player, who resumes from the last event they have."""
        again = await Client.connect(self.server, token=client.token)
        equal((again.player, again.name), (client.player, client.name))
        if hasattr(client, "pawns"):
            again.pawns = client.pawns
        again.seen[self.table] = client.seen[self.table]
        again.before = getattr(client, "before", []) + raw_events(client, self.table)
        ok = await again.watch(self.table, since=client.seen[self.table])
        assert "view" not in ok and ok["seq"] == self.seq, ok
        raw = again.received[-1]
        for missed in ok["events"]:
            text = json.dumps(missed["event"], separators=(",", ":"), ensure_ascii=False)
            assert text in raw, text
            again.before.append((missed["seq"], text))
        return again

    async def everybody_again(self):
        await leave_all(self.everybody())
        self.players = [await self.reconnect(client) for client in self.players]
        self.jack = self.players[0]
        self.ann2 = await self.reconnect(self.ann2)
        self.onlookers = [await self.reconnect(client) for client in self.onlookers]
        self.early = self.onlookers[0]

    def told(self, client):
        """Returns every event this player received on any connection, without undone ones."""
        told = dict(getattr(client, "before", []) + raw_events(client, self.table))
        return [told[seq] for first, last in self.log for seq in range(first, last + 1)]


def undoable(action):
    return action["do"] in ("hideout", "discoveries", "walk", "wretched") or \
        (action["do"] == "move" and "escape" not in action)


# ---- The parts of a whole game -------------------------------------------------------------------


async def onlookers_come(match):
    """Adds two onlookers: one starts with a snapshot, the other from the first event."""
    now, beginning = await people(match.server, "Midway", "Beginning")
    snapshot = await now.watch(match.table)
    equal(snapshot["view"]["you"], {"role": "public", "pawns": []})
    equal(snapshot["view"], (await match.early.watch(match.table))["view"])
    ok = await beginning.watch(match.table, since=0)
    equal([one["seq"] for one in ok["events"]], list(range(1, match.seq + 1)))
    live = dict(raw_events(match.early, match.table))
    for one in ok["events"]:
        equal(json.dumps(one["event"], separators=(",", ":"), ensure_ascii=False), live[one["seq"]])
    assert "legal" not in ok["turn"] and "invite" not in ok["table"], ok
    beginning.before = list(live.items())
    now.before = list(live.items())  # not received, but needed for the comparison at the end
    match.onlookers += [now, beginning]


async def talk(match, when):
    """Checks who gets which chat lines, live and later."""
    detective, onlooker = match.players[2], match.onlookers[-1]
    sent = {"table": f"to all, {when}", "police": f"to the police, {when}", "gallery": f"to the gallery, {when}"}
    await match.jack.must("chat", table=match.table, key=key(), to="table", text=sent["table"])
    await detective.must("chat", table=match.table, key=key(), to="police", text=sent["police"])
    await onlooker.must("chat", table=match.table, key=key(), to="gallery", text=sent["gallery"])
    for speaker, audience in [(match.jack, "police"), (onlooker, "police"), (onlooker, "table"),
                              (match.jack, "gallery"), (detective, "gallery")]:
        await speaker.refused("wrong_audience", "chat", table=match.table, key=key(), to=audience, text="no")
    for client in match.everybody():
        await client.settle()
        audiences = {"jack": ["table"], "public": ["table", "gallery"]}.get(match.role(client), ["table", "police"])
        heard = [(push["to"], push["text"]) for push in client.pushed("chat", match.table)]
        equal([one for one in heard if one[1].endswith(when)], [(to, sent[to]) for to in audiences], client.name)
        kept = (await client.watch(match.table))["chat"]
        equal([one["text"] for one in kept if one["text"].endswith(when)], [sent[to] for to in audiences])
        assert {one["to"] for one in kept} <= set(audiences), kept


async def stop_and_go_on(match, how):
    """Restarts the server in the middle; everyone resumes with their token and last seq."""
    before = await match.snapshots()
    status = await asyncio.to_thread(match.server.restart, how)
    equal(status, 0 if how == signal.SIGTERM else -9)
    for client in match.everybody():
        await asyncio.wait_for(client.task, PATIENCE)
        equal(client.closed[0], 1001 if how == signal.SIGTERM else 1006)
    await match.everybody_again()
    equal(await match.snapshots(), before)


async def one_misses_something(match):
    """Ann's second connection and an onlooker are away for a while, and then resume."""
    ann2, early = match.ann2, match.early
    await leave_all([ann2, early])
    match.ann2, match.onlookers = match.players[1], match.onlookers[1:]
    await match.play(12)
    match.ann2 = await match.reconnect(ann2)
    match.early = await match.reconnect(early)
    match.onlookers.insert(0, match.early)
    equal((await match.ann2.watch(match.table)), (await match.players[1].watch(match.table)))


async def check_ending(match):
    """Checks that everyone has the result, and that what they received is exactly what the record shows them."""
    asker = match.onlookers[0]
    await match.jack.settle()  # the turn that is nobody's comes first
    result = match.jack.over[match.table]
    for client in match.everybody():
        await client.settle()
        equal(client.pushed("over", match.table)[-1]["result"], result)
        last = client.pushed("table")[-1]["table"]
        equal((last["state"], last["result"]), ("finished", result))
        equal(client.turns[match.table]["pawns"], [])
    equal((await asker.must("tables"))["tables"], [])
    listed = (await asker.must("archive"))["games"][0]
    equal((listed["table"], listed["game"], listed["result"], listed["actions"], listed["private"]),
          (match.table, match.game, result, len(match.actions), False))
    equal([(one["player"], one["pawns"]) for one in listed["players"]],
          [(client.player, sorted(client.pawns, key=["jack", *POLICE["whitechapel"]].index))
           for client in match.players])
    await asker.must("record", table=match.table)
    record = raw_after(asker.received[-1], "record")[:-1]
    equal(json.loads(record)["actions"], match.actions)
    equal(record_program("verify", record), f"ok {len(match.actions)} {result['winner']} {result['reason']}\n")
    for client in match.everybody():
        equal(match.told(client), stream(record, match.role(client)), client.name)
    return record


async def replayed(client, table, who, total):
    """Returns all steps of a replay as bytes, fetched in pieces of different sizes."""
    steps, at = [], 0
    for count in [1, 7, 200, 200, 200, 200, 200, 200]:
        if at < total:
            ok = await client.must("replay", table=table, **{"as": who, "from": at, "count": count})
            equal((ok["total"], [one["step"] for one in ok["steps"]]),
                  (total, list(range(at, min(at + count, total)))))
            steps += split_steps(client.received[-1], ok["steps"])
            at += count
    equal(len(steps), total)
    return steps


def split_steps(raw, steps):
    """Splits `raw` into the bytes of each step."""
    found = []
    for one in steps:
        text = json.dumps(one, separators=(",", ":"), ensure_ascii=False)
        assert text in raw, text
        found.append(text)
    return found


def expected_steps(record, who, counts, every):
    """Returns the same from `gaslight record`: all events, and the views of some steps (others are None)."""
    lines = stream(record, who)
    expected, at = [], 0
    for step, count in enumerate(counts):
        head = f'{{"step":{step},"events":[{",".join(lines[at:at + count])}],"view":'
        at += count
        whole = step % every == 0 or step in (1, len(counts) - 1)
        expected.append((head, head + view(record, who, step) + "}" if whole else None))
    equal(at, len(lines))
    return expected


async def check_replays(match, record):
    asker = match.onlookers[-1]
    total = len(match.actions) + 1
    colours = ["yellow", POLICE[match.game][-1]]
    for who in ["jack", "police", "public", "all", *colours]:
        steps = await replayed(asker, match.table, who, total)
        counts = [len(json.loads(step)["events"]) for step in steps]
        for got, (head, whole) in zip(steps, expected_steps(record, who, counts, 25)):
            equal(got[:len(head)], head)
            if whole is not None:
                equal(got, whole)
        if who in ("jack", "all", "public"):
            equal(posted(match.server, record, who), (200, '{"total":%d,"steps":[%s]}' % (total, ",".join(steps))))


def posted(server, body, who=None, method="POST", path="/replay"):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    connection.request(method, path + (f"?as={who}" if who else ""), body=body.encode())
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, text


async def check_rematch(match):
    """Checks a rematch: the next player takes Jack, and the old Jack gets their policemen."""
    ann = match.players[1]
    again = (await ann.must("rematch", table=match.table))["table"]
    equal((await match.jack.must("rematch", table=match.table))["table"]["id"], again["id"])
    equal((again["game"], again["options"], again["state"]), (match.game, in_order(match.game, match.options), "open"))
    held = {seat["player"]: seat["pawns"] for seat in again["seats"]}
    equal(held[ann.player], ["jack"])
    equal(held[match.jack.player], ann.pawns)
    equal(held[match.players[2].player], match.players[2].pawns)
    await match.early.settle()
    equal(match.early.pushed("table")[-1]["table"]["rematch"], again["id"])
    await match.onlookers[0].refused("not_seated", "rematch", table=match.table)
    assert (await ann.must("share", table=match.table, open=True))["table"]["shared"]
    assert (await match.onlookers[0].must("peek", table=match.table))["table"]["shared"]
    mine = (await match.jack.must("mine"))["tables"]
    assert {again["id"], match.table} <= {one["table"]["id"] for one in mine}, mine
    host = next(player for player in match.players if player.player == again["host"])
    equal((await host.must("settings", table=again["id"], clock=300))["table"]["clock"], 300)
    await match.jack.must("start", table=again["id"])
    turn = await ann.watch(again["id"])
    assert "legal" in turn["turn"] and turn["view"]["you"]["role"] == "jack", turn


def in_order(game, options):
    order = {"whitechapel": OPTIONS["whitechapel"],
             "whitehall": ["deploy_first", "murderer_at_large", "newspaper_fabrications", "powers", "smoker"]}
    return sorted(options, key=order[game].index)


async def whole_game(game, options, how):
    with Server(replays_per_minute=100000) as server:
        match = Match(server, game, options)
        await match.open()
        await match.play(25)
        await onlookers_come(match)
        await talk(match, "before")
        await match.play(10)
        await stop_and_go_on(match, how)
        await talk(match, "after")
        await one_misses_something(match)
        await match.play(5)
        await stop_and_go_on(match, signal.SIGKILL if how == signal.SIGTERM else signal.SIGTERM)
        match.peaceful = False
        await match.play()
        record = await check_ending(match)
        await check_replays(match, record)
        await check_rematch(match)
        await leave_all(match.everybody())
        equal(server.stop(), 0)
        status, said = server.check()
        equal((status, said.startswith("ok: ")), (0, True), said)
        assert not [line for line in server.log if " error " in line], server.log


async def test_a_whole_game_of_whitechapel_without_options():
    await whole_game("whitechapel", [], signal.SIGTERM)


async def test_a_whole_game_of_whitechapel_with_all_options():
    await whole_game("whitechapel", OPTIONS["whitechapel"], signal.SIGKILL)


async def test_a_whole_game_of_whitehall_without_options():
    await whole_game("whitehall", [], signal.SIGKILL)


async def test_a_whole_game_of_whitehall_with_all_options():
    await whole_game("whitehall", OPTIONS["whitehall"], signal.SIGTERM)


async def test_many_games_at_once_of_two_to_six_players():
    with Server() as server:
        tables = [await started(server, game, DICE.sample(OPTIONS[game], 2), players)
                  for game, most in [("whitechapel", 6), ("whitehall", 4)] for players in range(2, most + 1)]
        await asyncio.gather(*[play_on(clients, table, 120) for clients, table in tables])
        for clients, _ in tables:
            await leave_all(clients)
        equal(server.stop(), 0)
        equal(server.check()[0], 0)


# ---- People and tables ---------------------------------------------------------------------------


async def test_connections_of_one_player_get_the_same_events():
    with Server() as server:
        clients, table = await started(server, "whitehall")
        windows = [await Client.connect(server, token=clients[1].token) for _ in range(3)]
        for window in windows:
            await window.watch(table)
            equal((await window.must("mine")), (await clients[1].must("mine")))
        first = len(clients[1].received)
        firsts = [len(window.received) for window in windows]
        await play_on([*clients, *windows], table, 20)
        await clients[1].must("marks", table=table, marks=[{"circle": 7, "mark": "suspect"}, {"route": [1, 2, 3]}])
        for client in [clients[1], *windows]:
            await client.settle()
        pushes = [text for text in clients[1].received[first:] if text.startswith('{"on":')]
        for window, since in zip(windows, firsts):
            equal([text for text in window.received[since:] if text.startswith('{"on":')], pushes)
        await leave_all([*clients, *windows])


async def test_a_token_identifies_the_player_on_any_machine_and_after_a_restart():
    with Server() as server:
        ann = await Client.connect(server, name="Ann")
        await ann.must("rename", name="Änne, née Ann")
        server.restart(signal.SIGKILL)
        again = await Client.connect(server)
        ok = await again.hello(token=ann.token)
        equal((ok["player"], ok["name"], "token" in ok), (ann.player, "Änne, née Ann", False))
        there = await Client.connect(server, code=(await again.must("code"))["code"])
        equal((there.player, there.name, there.token == ann.token), (ann.player, "Änne, née Ann", False))
        other = await Client.connect(server)
        await other.refused("bad_token", "hello", token="A" * 43)
        await other.refused("hello_first", "tables")
        await again.refused("bad_request", "hello", name="Twice")
        await leave_all([ann, again, there, other])


async def test_every_lobby_request():
    with Server(absent_minutes=0) as server:
        ann, bob, cy, lou = await people(server, "Ann", "Bob", "Cy", "Lou")
        await lou.must("tables")
        made = {"key": key(), "game": "whitehall", "options": ["smoker", "powers"], "aids": "sets"}
        table = (await ann.must("create", **made))["table"]
        equal((await ann.must("create", **made))["table"]["id"], table["id"])
        await ann.refused("key_reused", "create", **{**made, "options": []})
        where = {"table": table["id"]}
        await bob.must("join", invite=table["invite"], pawns=["yellow"])
        await cy.must("join", **where)
        await cy.must("pawns", **where, pawns=["red", "blue"])
        await cy.refused("not_host", "kick", **where, player=bob.player)
        await ann.must("kick", **where, player=bob.player)
        await bob.must("join", **where, pawns=["yellow"])
        await cy.must("leave", **where)
        await cy.must("join", **where, pawns=["red", "blue"])
        await ann.must("host", **where, player=bob.player)
        await ann.refused("not_host", "start", **where)
        await bob.refused("pawns_free", "start", **where)
        await ann.must("pawns", **where, pawns=["jack"])
        suggested = await ann.must("suggest", **where, what="discoveries", level="medium")
        for client in (ann, bob, cy, lou):
            await client.watch(table["id"])
        equal((await bob.must("start", **where))["table"]["state"], "running")
        await in_step([ann, bob, cy, lou], table["id"], 0)
        await ann.must("act", **where, key=key(), action=act("jack", "discoveries", **suggested))
        await bob.must("marks", **where, marks=[{"circle": 3, "mark": "cleared"}])
        await cy.until(lambda: cy.pushed("marks"), "marks")
        await cy.close()
        await bob.until(lambda: not bob.seat_of(table["id"], cy.player)["connected"], "Cy's going")
        given = (await bob.must("seat", **where, pawns=["red", "blue"], player=lou.player))["table"]
        equal({seat["name"]: seat["pawns"] for seat in given["seats"]},
              {"Ann": ["jack"], "Bob": ["yellow"], "Cy": [], "Lou": ["red", "blue"]})
        await lou.must("unwatch", **where)
        await lou.must("leave", **where)
        await lou.watch(table["id"])
        equal(await bob.must("resign", **where, key=key()), {})
        await lou.until(lambda: lou.pushed("resign"), "Bob's wish")
        equal(lou.pushed("resign")[-1]["players"], [bob.player])
        final = {**where, "key": key()}
        over = await lou.must("resign", **final)
        equal(await lou.must("resign", **final), over)
        await ann.until(lambda: ann.over, "the end")
        equal(ann.over[table["id"]], {"winner": "jack", "reason": "resigned"})
        assert not ann.pushed("resign") and not ann.pushed("marks")
        await lou.settle()
        equal(lou.pushed("tables")[-1], {"on": "tables", "gone": table["id"]})
        games = await ann.must("archive", limit=1, game="whitehall", player=bob.player)
        equal(len(games["games"]), 1)
        equal(await ann.must("archive", before=games["games"][0]["before"]), {"games": []})
        await leave_all([ann, bob, lou])


async def test_a_private_table_is_hidden_from_others():
    with Server() as server:
        clients, table = await started(server, "whitehall", private=True)
        invite = (await clients[0].must("mine"))["tables"][0]["table"]["invite"]
        lou, max_ = await people(server, "Lou", "Max")
        equal(await lou.must("tables"), {"tables": []})
        unknown = "2" * 10 if table != "2" * 10 else "3" * 10
        for where in ({"table": table}, {"table": table, "invite": "2" * 12}, {"table": unknown}):
            for do, more in [("watch", {}), ("record", {}), ("replay", {"as": "all"}),
                             ("chat", {"key": key(), "to": "gallery", "text": "x"})]:
                await lou.refused("unknown_table", do, **where, **more)
        await lou.watch(table, invite=invite)
        await lou.must("chat", table=table, invite=invite, key=key(), to="gallery", text="Here!")
        await clients[0].must("resign", table=table, key=key())
        await lou.until(lambda: lou.over, "the end")
        equal(await lou.must("archive"), {"games": []})
        equal(len((await clients[1].must("archive"))["games"]), 1)
        await max_.refused("unknown_table", "record", table=table)
        await max_.must("record", table=table, invite=invite)
        equal(lou.pushed("tables"), [])
        await leave_all([*clients, lou, max_])
        server.restart()
        lou = await Client.connect(server, token=lou.token)
        await lou.refused("unknown_table", "watch", table=table)
        equal((await lou.watch(table, invite=invite))["table"]["state"], "finished")
        await lou.close()


# ---- After the end -------------------------------------------------------------------------------


async def finished_with_undo(server):
    """A game that Jack resigns after six actions, one of which was undone; two clients saw only a part of it."""
    clients, table = await started(server, "whitehall")
    lou = await Client.connect(server, name="Lou")
    await lou.watch(table)
    await play_on([*clients, lou], table, 1)
    undone = await clients[0].must("undo", table=table, key=key())
    await in_step([*clients, lou], table, undone["seq"])
    await play_on([*clients, lou], table, 2)
    return clients, lou, table


async def test_seq_continues_after_the_end_and_a_restart_despite_an_undo():
    with Server() as server:
        clients, lou, table = await finished_with_undo(server)
        await lou.settle()
        seen = lou.seen[table]
        await lou.close()
        max_ = await Client.connect(server, name="Max")
        await max_.watch(table)
        await in_step([max_], table, seen)
        await play_on([*clients, max_], table, 3)
        over = await clients[0].must("resign", table=table, key=key())
        await max_.until(lambda: max_.over, "the end")
        await leave_all([*clients, max_])
        server.restart()
        lou = await Client.connect(server, token=lou.token)
        ok = await lou.must("watch", table=table, since=seen)
        equal(ok["seq"], over["seq"])
        equal([one["event"] for one in ok.get("events", [])],
              [event for seq, event in max_.events[table] if seq > seen])
        await lou.close()


async def test_a_retry_of_the_last_action_is_answered_again_after_a_restart():
    with Server() as server:
        clients, lou, table = await finished_with_undo(server)
        last = {"table": table, "key": key()}
        over = await clients[0].must("resign", **last)
        await leave_all([*clients, lou])
        server.restart(signal.SIGKILL)
        jack = await Client.connect(server, token=clients[0].token)
        equal(await jack.must("resign", **last), over)
        await jack.close()


async def test_a_finished_table_still_exists_after_a_restart():
    with Server() as server:
        clients, lou, table = await finished_with_undo(server)
        await clients[0].must("resign", table=table, key=key())
        await leave_all([*clients, lou])
        server.restart()
        ann = await Client.connect(server, token=clients[1].token)
        page = await ann.watch(table)
        equal((page["table"]["state"], page["view"]["phase"]), ("finished", "over"))
        await ann.must("chat", table=table, key=key(), to="table", text="Well played.")
        again = (await ann.must("rematch", table=table))["table"]
        equal(again["seats"][1]["pawns"], ["jack"])
        server.restart()
        bob = await Client.connect(server, token=clients[2].token)
        equal((await bob.must("rematch", table=table))["table"]["id"], again["id"])
        equal((await bob.watch(table))["chat"][-1]["text"], "Well played.")
        await leave_all([ann, bob])


async def test_a_rematch_carries_over_what_was_said_to_the_table_and_nothing_else():
    with Server() as server:
        clients, table = await started(server, "whitehall", players=3)
        jack, ann, bob = clients
        started_at = int(time.time())
        await ann.must("chat", table=table, key=key(), to="police", text="Between us.")
        await ann.must("chat", table=table, key=key(), to="table", text="Good luck.")
        await jack.must("resign", table=table, key=key())
        await jack.must("chat", table=table, key=key(), to="gallery", text="To spectators.")
        await jack.must("chat", table=table, key=key(), to="table", text="Again?")
        await bob.refused("bad_options", "rematch", table=table, options=["letters"])
        again = (await bob.must("rematch", table=table, roles="choose", options=["smoker"]))["table"]
        equal(([seat["pawns"] for seat in again["seats"]], again["state"], again["options"]),
              ([[], [], []], "open", ["smoker"]))
        equal((await jack.must("rematch", table=table, roles="keep"))["table"]["id"], again["id"])
        chat = (await ann.watch(again["id"]))["chat"]
        equal([(line["from"], line["player"], line["to"], line["text"]) for line in chat],
              [(ann.name, ann.player, "table", "Good luck."), (jack.name, jack.player, "table", "Again?")])
        assert all(started_at - 1 <= line["at"] <= time.time() + 1 for line in chat), chat
        await ann.must("chat", table=again["id"], key=key(), to="table", text="Hello again.")
        await ann.until(lambda: ann.pushed("chat"), "the message")
        equal([ann.pushed("chat")[-1][one] for one in ("from", "player", "text")], [ann.name, ann.player, "Hello again."])
        await leave_all(clients)
        equal(server.stop(), 0)
        equal(server.check()[0], 0)


async def test_a_retry_of_create_finds_the_table_even_when_its_game_is_over():
    with Server() as server:
        ann, bob = await people(server, "Ann", "Bob")
        made = {"key": key(), "game": "whitehall"}
        table = (await ann.must("create", **made))["table"]["id"]
        await ann.must("pawns", table=table, pawns=["jack"])
        await bob.must("join", table=table, pawns=POLICE["whitehall"])
        await ann.must("start", table=table)
        await ann.must("resign", table=table, key=key())
        await leave_all([ann, bob])
        server.restart()
        ann = await Client.connect(server, token=ann.token)
        again = (await ann.must("create", **made))["table"]
        equal((again["id"], again["state"]), (table, "finished"))
        await ann.refused("key_reused", "create", **{**made, "game": "whitechapel"})
        equal((await ann.watch(table))["table"]["state"], "finished")
        await ann.close()
        server.stop()
        equal(server.check()[0], 0, server.check()[1])


async def test_a_new_name_applies_from_now_on():
    with Server() as server:
        clients, table = await seated(server, "whitehall")
        await clients[1].must("rename", name="Anna")
        await clients[1].must("chat", table=table, key=key(), to="table", text="It is me.")
        equal((await clients[0].watch(table))["chat"][-1]["from"], "Anna")
        await clients[0].until(lambda: clients[0].seat_of(table, clients[1].player)["name"] == "Anna", "Anna")
        await leave_all(clients)


# ---- POST /replay --------------------------------------------------------------------------------


def stored_record(name):
    with open(os.path.join(ROOT, "tests", "records", name), encoding="utf-8") as file:
        return file.read()


def test_a_record_file_is_replayed_over_http():
    with Server(replays_per_minute=100000) as server:
        for path in sorted(glob.glob(os.path.join(ROOT, "tests", "records", "*.json"))):
            record = stored_record(os.path.basename(path))
            who = DICE.choice(["jack", "police", "public", "all", "yellow"])
            status, text = posted(server, record, who)
            equal(status, 200, text[:300])
            answer = json.loads(text)
            conforms("http_replay", answer)
            counts = [len(step["events"]) for step in answer["steps"]]
            equal(len(counts), answer["total"], path)
            equal(answer["total"], len(json.loads(record)["actions"]) + 1)
            for one, (head, _) in zip(answer["steps"], expected_steps(record, who, counts, 1 << 30)):
                assert head in text, (path, one["step"])
        short = stored_record("whitehall-plain.json")
        equal(posted(server, short), posted(server, short, "public"))


def test_a_record_that_is_wrong_is_refused_over_http():
    with Server(replays_per_minute=100000) as server:
        record = json.loads(stored_record("whitehall-plain.json"))
        unfinished = {**record, "actions": record["actions"][:5]}
        unfinished.pop("result", None)
        illegal = {**record, "actions": record["actions"][:5] + record["actions"][:1]}
        for body, who, code in [("", "all", "bad_json"), ("{", "all", "bad_json"), ("[]", "all", None),
                                (json.dumps(record), "nobody", "unknown_word"),
                                (json.dumps(record), "brown", "unknown_word"),
                                (json.dumps(unfinished), "all", "unknown_word"),
                                (json.dumps(illegal), "all", None),
                                (json.dumps({**record, "board": "whitehall/99"}), "all", "bad_board"),
                                (json.dumps({**record, "x": 1}), "all", "unknown_key")]:
            status, text = posted(server, body, who)
            equal(status, 400, text)
            answer = json.loads(text)
            conforms("http_replay", answer)
            assert code in (None, answer["error"]["code"]), (body[:80], answer)
        equal(posted(server, json.dumps(unfinished), "jack")[0], 200)
        equal(posted(server, " " * (256 * 1024 + 1))[0], 413)
        equal(posted(server, "", method="PUT")[0], 405)
        equal(posted(server, "", path="/elsewhere")[0], 405)
        equal(posted(server, "", method="GET", path="/healthz"), (200, "ok\n"))


# ---- The schemas and docs/protocol.md ------------------------------------------------------------


def source(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return file.read()


def error_rows():
    """Returns (code, sentence) of every row of common/base/error.h but the first, which is not an error."""
    text = source("common", "base", "error.h").replace("\\\n", " ")
    rows = re.findall(r'X\(\w+,\s*"(\w+)",\s*"((?:[^"\\]|\\.)*)"\)', text)
    return [(code, sentence.replace('\\"', '"')) for code, sentence in rows if code != "ok"]


def section(title):
    """Returns a section of docs/protocol.md."""
    return re.search(rf"^## {title}\n(.*?)^## ", source("docs", "protocol.md"), re.M | re.S).group(1)


def test_the_schema_of_errors_has_every_code_and_no_other():
    codes = SCHEMAS["error"]["$defs"]["error"]["properties"]["code"]["enum"]
    assert len(codes) > 40
    equal(sorted(codes), sorted({code for code, _ in error_rows()}))


async def test_a_bot_plays_jack_and_the_police_deduce():
    """A short test; test_bots.py and test_deduce.py have the details."""
    with Server(bot_pace=0) as server:
        ann, = await people(server, "Ann")
        ann.pawns = POLICE["whitehall"]
        table = (await ann.must("create", key=key(), game="whitehall", aids="full"))["table"]["id"]
        await ann.must("pawns", table=table, pawns=ann.pawns)
        await ann.must("bot", table=table, pawns=["jack"], level="normal")
        await ann.watch(table)
        await ann.must("start", table=table)
        for _ in range(20):
            await ann.until(lambda: "legal" in ann.turns.get(table, {}) or table in ann.over, "our turn")
            if table in ann.over:
                break
            await ann.must("deduce", table=table)
            await play_one([ann], table)
        await ann.close()


def test_every_verb_has_its_schemas_and_its_place_on_the_page():
    verbs = set(re.findall(r'^    \{"(\w+)",', source("server", "verbs", "verbs.c"), re.M))
    assert len(verbs) >= 25, verbs
    requests, pushes = section("Requests"), section("Pushes")
    for kind in ("request", "reply"):
        equal({name.split("_", 1)[1] for name in SCHEMAS if name.startswith(kind + "_")}, verbs)
    equal(set(re.findall(r"^\| `(\w+)` ", requests, re.M)), verbs)
    equal(set(re.findall(r"^\| `(\w+)` ", pushes, re.M)),
          {name.split("_")[1] for name in SCHEMAS if name.startswith("push_")})
    for verb, row in re.findall(r"^\| `(\w+)` \| (.*?) \|", requests, re.M):
        keys = set(SCHEMAS["request_" + verb]["properties"]) - {"id", "do"}
        assert all(f"`{one}`" in row for one in keys), f"{verb}: its row lacks one of {keys}"


def test_the_page_has_every_error_with_its_sentences():
    page = source("docs", "protocol.md")
    begin, end = page.index("<!-- errors:"), page.index("<!-- end of errors -->")
    told = [tuple(part.strip().strip("`") for part in line.strip("|").split("|", 1))
            for line in page[begin:end].splitlines() if line.startswith("| `")]
    expected = {}
    for code, sentence in error_rows():
        expected.setdefault(code, []).append(sentence)
    equal(told, [(code, " / ".join(sentences)) for code, sentences in expected.items()])


def objects_of(schema):
    if isinstance(schema, dict):
        if "properties" in schema and schema.get("type") == "object":
            yield schema
        for part in schema.values():
            yield from objects_of(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from objects_of(part)


def test_schemas_are_well_formed_and_strict():
    for name, schema in SCHEMAS.items():
        Validator.check_schema(schema)
        assert schema["$id"].endswith("/" + name + ".schema.json"), name
        for one in objects_of(schema):
            equal(one.get("additionalProperties"), False, name)


async def test_messages_that_the_other_games_do_not_need():
    """A takeback, a redo, a consent, and a ping of the board. What they do is tested elsewhere."""
    with Server(bot_pace=0) as server:
        clients, table = await started(server, "whitehall", players=3)
        jack, ann, bob = clients
        await play_on(clients, table, 2)
        await jack.must("takeback", table=table, key=key())
        await ann.until(lambda: ann.pushed("takeback", table), "the request")
        await ann.must("point", table=table, circle=12)
        open_table = (await ann.must("create", key=key(), game="whitehall", commentary=True))["table"]["id"]
        await ann.must("consent", table=open_table, agree=True)
        await bob.until(lambda: bob.pushed("point", table), "the ping")
        solo = (await jack.must("create", key=key(), game="whitehall"))["table"]["id"]
        await jack.must("pawns", table=solo, pawns=["jack"])
        await jack.must("bot", table=solo, pawns=POLICE["whitehall"], level="easy")
        await jack.must("start", table=solo)
        legal = (await jack.watch(solo))["turn"]["legal"]
        await jack.must("act", table=solo, key=key(), action=choose(legal, ["jack"]))
        await jack.must("undo", table=solo, key=key())
        await jack.must("redo", table=solo, key=key())
        await leave_all(clients)


@pytest.mark.whole_file
def test_every_schema_was_used():
    """The tests of this file use every schema, so all of them must have run in this process."""
    messages = {name for name in SCHEMAS if name.split("_")[0] in ("request", "reply", "push", "http", "error")}
    equal(messages - USED, set())
