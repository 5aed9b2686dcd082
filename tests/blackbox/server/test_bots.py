"""Bots at tables: seated by a host, substituting for players; the clock; and what a bot must not reveal.

Every frame is validated against schema/wire/.
"""
import os
import signal
import sqlite3

import pytest
from gaslight_server import *

pytestmark = pytest.mark.usefixtures("frames_fit_the_schemas")
AT_ONCE = {"bot_pace": 0}  # bots act as soon as they have decided


async def host_of(server, game, **create):
    """Ann creates a table and watches it."""
    host = await Client.connect(server, name="Ann")
    made = (await host.must("create", key=key(), game=game, **create))["table"]
    host.pawns, host.invite = [], made["invite"]
    await host.watch(made["id"])
    return host, made["id"]


async def sit(client, table, pawns, **keys):
    """Takes pawns, joining the table first if necessary, and watches."""
    client.pawns = pawns
    reply = await client.ask("join", table=table, pawns=pawns, **keys)
    if "error" in reply:
        await client.must("pawns", table=table, pawns=pawns)
    await client.watch(table)


def seats(ok):
    return {seat["name"]: seat for seat in ok["table"]["seats"]}


def last_table(client, table):
    """Returns the table as it was last sent."""
    return client.tables[table]


def seat_of(client, table, player):
    return next(seat for seat in last_table(client, table)["seats"] if seat["player"] == player)


async def until_seat(client, table, player, true, what):
    await client.until(lambda: true(seat_of(client, table, player)), what)


async def play_among_bots(clients, table, chooser=choose, actions=None):
    """Plays whenever one of `clients` may act, to the end or for `actions` actions."""
    done = 0
    while actions is None or done < actions:
        waits = [asyncio.ensure_future(client.until(
            lambda c=client: table in c.over or "legal" in c.turns.get(table, {}), "a turn of ours, or the end"))
            for client in clients]
        finished, pending = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        for wait in pending:
            wait.cancel()
        for wait in finished:
            wait.result()
        client, pawns = actor(clients, table)
        if client is None:
            break
        turn = client.turns[table]
        ok = await client.must("act", table=table, key=key(), action=chooser(turn["legal"], pawns))
        for one in clients:  # whoever is behind would act in a turn that is over
            await one.until(lambda c=one: c.turns[table]["seq"] >= ok["seq"], "the turn after it")
        done += 1
    return done


def bots_behaved(server):
    equal([line for line in server.log if " bot_" in line or " error " in line], [])


def stop_and_check(server):
    bots_behaved(server)
    equal(server.stop(), 0)
    status, said = server.check()
    equal(status, 0, said)


def rows_of(server, table):
    """Returns (player, key, row) of the action log; the server must have stopped."""
    with sqlite3.connect(f"file:{server.data}/gaslight.db?mode=ro", uri=True) as database:
        return database.execute("SELECT player, key, row FROM actions WHERE table_id = ? ORDER BY n",
                                (table,)).fetchall()


# ---- Whole games ---------------------------------------------------------------------------------


async def bots_play_each_other(game, options):
    with Server(**AT_ONCE) as server:
        host, table = await host_of(server, game, options=options)
        await host.must("bot", table=table, pawns=["jack"], level="normal")
        for colour in POLICE[game]:
            ok = await host.must("bot", table=table, pawns=[colour], level="easy")
        names = ["Bot %d" % (n + 1) for n in range(len(POLICE[game]) + 1)]
        equal(sorted(seats(ok)), sorted(["Ann", *names]))
        ids = {seat["player"] for name, seat in seats(ok).items() if name != "Ann"}
        await host.must("start", table=table)
        await host.until(lambda: table in host.over, "the end")
        record = (await host.must("record", table=table))["record"]
        equal([seat["name"] for seat in record["seats"]], names)
        game_of = (await host.must("archive"))["games"][0]
        equal(sorted(one["name"] for one in game_of["players"]), sorted(["Ann", *names]))
        await host.close()
        stop_and_check(server)
        rows = rows_of(server, table)
        equal({key for _, key, _ in rows}, {""}, "keys of bots")
        equal({player for player, _, _ in rows}, ids)


async def test_bots_play_whitechapel_while_the_host_watches():
    await bots_play_each_other("whitechapel", OPTIONS["whitechapel"])


async def test_bots_play_whitehall_while_the_host_watches():
    await bots_play_each_other("whitehall", OPTIONS["whitehall"])


async def people_play_among_bots(game, options, ours, level):
    """One or two people play these pawns, bots all others; an onlooker sees what the record shows."""
    with Server(**AT_ONCE) as server:
        host, table = await host_of(server, game, options=options)
        clients = [host, *await people(server, *["Bob", "Cy"][:len(ours) - 1])]
        onlooker = await Client.connect(server, name="Onlooker")
        for client, pawns in zip(clients, ours):
            await sit(client, table, pawns)
        await onlooker.watch(table)
        held = sum(ours, [])
        for pawn in ["jack", *POLICE[game]]:
            if pawn not in held:
                await host.must("bot", table=table, pawns=[pawn], level=level)
        await host.must("start", table=table)
        await play_among_bots(clients, table)
        await onlooker.until(lambda: table in onlooker.over, "the end")
        await compare_with_replay(onlooker, table, "public")
        for client, pawns in zip(clients, ours):
            await compare_with_replay(client, table, pawns[0])
        await leave_all([*clients, onlooker])
        stop_and_check(server)


async def compare_with_replay(client, table, who):
    """Checks that the pushes are exactly what the record shows this viewer, with one turn after each action."""
    step, steps = 0, []
    while True:
        ok = await client.must("replay", **{"table": table, "as": who, "from": step})
        steps += ok["steps"]
        step += len(ok["steps"])
        if step >= ok["total"]:
            break
    expected = [["turn"]] + [[*one["events"], "turn"] for one in steps[1:]]
    await client.settle()
    got = [push["event"] if push["on"] == "event" else "turn"
           for push in client.pushes if push.get("table") == table and push["on"] in ("event", "turn")]
    equal(got, sum(expected, []), f"what {who} was told, and the record")


async def test_jack_plays_whitechapel_against_bots():
    await people_play_among_bots("whitechapel", ["letters", "address"], [["jack"]], "hard")


async def test_two_detectives_and_bots_hunt_a_bot_in_whitechapel():
    await people_play_among_bots("whitechapel", ["false_clues", "rushing"], [["yellow", "red"], ["green"]], "normal")


async def test_jack_plays_whitehall_against_bots():
    await people_play_among_bots("whitehall", OPTIONS["whitehall"], [["jack"]], "novice")


async def test_one_detective_and_bots_hunt_a_bot_in_whitehall():
    await people_play_among_bots("whitehall", [], [["blue"]], "hard")


# ---- Seats before the start ----------------------------------------------------------------------


async def test_a_host_can_add_and_remove_bots():
    with Server() as server:
        host, table = await host_of(server, "whitechapel")
        ok = await host.must("bot", table=table, pawns=["yellow", "red"], level="hard")
        bot = seats(ok)["Bot 1"]
        equal((bot["pawns"], bot["bot"], bot["connected"], "stands_in" in bot), (["yellow", "red"], "hard", True, False))
        equal(seats(await host.must("bot", table=table, pawns=["red", "yellow"], level="easy"))["Bot 1"],
              {**bot, "bot": "easy"}, "the same pawns: the same bot")
        ok = await host.must("bot", table=table, pawns=["red", "blue"], level="novice")
        equal({name: seat["pawns"] for name, seat in seats(ok).items()},
              {"Ann": [], "Bot 1": ["yellow"], "Bot 2": ["red", "blue"]})
        ok = await host.must("bot", table=table, pawns=["yellow", "red"], level="novice")
        equal({name: seat["pawns"] for name, seat in seats(ok).items()},
              {"Ann": [], "Bot 2": ["blue"], "Bot 1": ["yellow", "red"]}, "a bot with nothing left goes")
        ok = await host.must("bot", table=table, pawns=["yellow", "blue"], level="none")
        equal({name: seat["pawns"] for name, seat in seats(ok).items()}, {"Ann": [], "Bot 1": ["red"]})
        equal(await host.must("bot", table=table, pawns=["yellow", "blue"], level="none"), ok, "nothing to take away")
        invite = ok["table"]["invite"]
        ok = await host.must("kick", table=table, player=seats(ok)["Bot 1"]["player"])
        equal(list(seats(ok)), ["Ann"])
        equal(ok["table"]["invite"], invite, "a bot that was put out will not come again")
        await host.close()


async def test_what_a_host_cannot_do_with_bots():
    with Server() as server:
        host, table = await host_of(server, "whitechapel")
        guest, stranger = await people(server, "Bob", "Cy")
        await sit(guest, table, ["green"])
        asked = {"table": table, "pawns": ["red"], "level": "easy"}
        await guest.refused("not_host", "bot", **asked)
        await guest.refused("not_host", "bot", **{**asked, "pawns": ["green"], "level": "none"})
        await stranger.refused("not_seated", "bot", **asked)
        await stranger.refused("unknown_table", "bot", **{**asked, "table": "2222222222"})
        Client.checker = None
        for pawns in ([], ["jack", "red"], ["red", "red"], ["pink"], [7]):
            await host.refused("bad_pawns", "bot", **{**asked, "pawns": pawns})
        await host.refused("unknown_word", "bot", **{**asked, "level": "grand"})
        for wrong in ({"table": table, "pawns": ["red"]}, {**asked, "level": 3}, {**asked, "more": 1}):
            await host.refused("bad_request", "bot", **wrong)
        pytestmark = pytest.mark.usefixtures("frames_fit_the_schemas")
        await host.refused("pawn_taken", "bot", **{**asked, "pawns": ["red", "green"]})
        await host.refused("pawn_taken", "bot", **{**asked, "pawns": ["green"], "level": "none"})
        bot = seats(await host.must("bot", **asked))["Bot 1"]["player"]
        await guest.refused("pawn_taken", "pawns", table=table, pawns=["red"])
        await host.refused("unknown_player", "host", table=table, player=bot)
        await leave_all([host, guest, stranger])


async def test_a_game_starts_when_everyone_but_the_host_has_a_pawn():
    with Server() as server:
        host, table = await host_of(server, "whitehall", clock=0)
        guest, = await people(server, "Bob")
        await host.must("bot", table=table, pawns=["jack"], level="normal")
        await host.refused("pawns_free", "start", table=table)
        for colour in POLICE["whitehall"]:
            await host.must("bot", table=table, pawns=[colour], level="normal")
        await guest.must("join", table=table)
        await host.refused("pawns_free", "start", table=table)
        await host.must("bot", table=table, pawns=["red"], level="none")
        await guest.must("pawns", table=table, pawns=["red"])
        ok = await host.must("start", table=table)
        equal([seat["name"] for seat in ok["table"]["seats"]], ["Bot 1", "Bot 2", "Bot 3", "Bob", "Ann"])
        equal([(await client.watch(table))["view"]["you"]["role"] for client in (guest, host)], ["detective", "public"])
        await leave_all([host, guest])


async def test_bots_do_not_count_towards_limits_and_do_not_keep_a_table_open():
    with Server(seats_per_player=1, tables_per_player=1, tables=2) as server:
        host, table = await host_of(server, "whitehall")
        for pawn in ["jack", *POLICE["whitehall"]]:
            await host.must("bot", table=table, pawns=[pawn], level="easy")
        guests = await people(server, "Bob", "Cy", "Dot", "Eve")
        for guest in guests[:3]:
            await guest.must("join", table=table)
        await guests[3].refused("table_full", "join", table=table)
        await host.must("leave", table=table)
        equal((await guests[0].must("mine"))["tables"][0]["table"]["host"], guests[0].player, "bots never host")
        for guest in guests[:3]:
            await guest.must("leave", table=table)
        await host.refused("unknown_table", "watch", table=table)
        await leave_all([host, *guests])


async def test_create_accepts_a_clock_a_level_and_a_bot_speed():
    with Server() as server:
        ann, = await people(server, "Ann")
        same = {"key": key(), "game": "whitehall", "clock": 60, "level": "hard", "pace": "quick"}
        table = (await ann.must("create", **same))["table"]
        equal((table["clock"], table["level"], table["pace"]), (60, "hard", "quick"))
        equal((await ann.must("create", **same))["table"], table)
        for other in ({"clock": 61}, {"level": "easy"}, {"pace": "slow"}, {"clock": 0}):
            await ann.refused("key_reused", "create", **{**same, **other})
        plain = (await ann.must("create", key=key(), game="whitehall"))["table"]
        equal((plain["clock"], plain["level"], plain["pace"]), (0, "normal", "normal"))
        Client.checker = None
        for clock in (-1, 1, 9, 604801, 1 << 62):
            await ann.refused("bad_request", "create", key=key(), game="whitehall", clock=clock)
        for wrong in ({"level": "none"}, {"level": ""}, {"pace": "hasty"}):
            await ann.refused("unknown_word", "create", key=key(), game="whitehall", **wrong)
        pytestmark = pytest.mark.usefixtures("frames_fit_the_schemas")
        await ann.close()


# ---- Substitutes ---------------------------------------------------------------------------------


async def hunted(server, **create):
    """Starts a game of Whitehall: Ann hosts and plays yellow, Bob is Jack, Cy has the rest."""
    host, table = await host_of(server, "whitehall", **create)
    jack, other = await people(server, "Bob", "Cy")
    await sit(host, table, ["yellow"])
    await sit(jack, table, ["jack"])
    await sit(other, table, ["blue", "red"])
    await host.must("start", table=table)
    await in_step([host, jack, other], table, 0)
    return host, jack, other, table


async def away(host, table, client):
    """Closes the connection and waits until the host has been notified."""
    await client.close()
    await until_seat(host, table, client.player, lambda seat: not seat["connected"], "he is away")


async def test_a_bot_substitutes_for_an_absent_jack_until_he_returns():
    with Server(absent_minutes=0, **AT_ONCE) as server:
        host, jack, other, table = await hunted(server)
        await host.refused("not_absent", "bot", table=table, pawns=["jack"], level="easy")
        await away(host, table, jack)
        await host.refused("table_level", "bot", table=table, pawns=["jack"], level="easy")
        seat = seats(await other.must("bot", table=table, pawns=["jack"], level="normal"))["Bob"]
        equal((seat["bot"], seat["stands_in"], seat["player"]), ("normal", True, jack.player))
        await play_among_bots([host, other], table, peaceful, actions=12)
        jack = await Client.connect(server, token=jack.token)
        ok = await jack.must("mine")
        assert "bot" in ok["tables"][0]["table"]["seats"][1], "asking for a list does not end the substitution"
        ok = await jack.watch(table)
        equal([("bot" in seat, "stands_in" in seat) for seat in ok["table"]["seats"]], [(False, False)] * 3)
        equal(ok["view"]["you"]["role"], "jack")
        jack.pawns = ["jack"]
        while "act" not in jack.asked.values() and table not in host.over:
            await play_among_bots([host, jack, other], table, peaceful, actions=1)
        await play_among_bots([host, jack, other], table, peaceful, actions=5)
        await leave_all([host, jack, other])
        stop_and_check(server)
        his = [key for player, key, _ in rows_of(server, table) if player == jack.player]
        assert "" in his and any(his), "the bot's actions and Jack's own belong to the same seat"


RETURNS = {
    "act": lambda legal: {"key": key(), "action": choose(legal, ["jack"])},
    "undo": lambda legal: {"key": key()},
    "resign": lambda legal: {"key": key()},
    "chat": lambda legal: {"key": key(), "to": "table", "text": "I am back"},
    "watch": lambda legal: {},
    "watch since": lambda legal: {"since": 0},
    "bot": lambda legal: {"pawns": ["jack"], "level": "none"},
}


async def test_any_action_of_the_player_ends_the_substitution():
    with Server(absent_minutes=0, bot_pace=1000) as server:
        for how, keys in RETURNS.items():
            await conclusive(comes_back, server, how, keys)
        bots_behaved(server)


async def comes_back(server, how, keys):
    """Returns false if the bot acted first, although it is slow."""
    host, jack, other, table = await hunted(server, pace="slow")
    legal = jack.turns[table]["legal"]
    await away(host, table, jack)
    await host.must("bot", table=table, pawns=["jack"], level="normal")
    await until_seat(host, table, jack.player, lambda seat: "stands_in" in seat, "the bot")
    jack = await Client.connect(server, token=jack.token)
    reply = await jack.ask(how.split()[0], table=table, **keys(legal))
    await until_seat(host, table, jack.player, lambda seat: "bot" not in seat and "stands_in" not in seat, how)
    await host.settle()
    first = [event["did"] for _, event in host.events.get(table, [])][:1]
    late = first != [] and (how == "act" and "error" in reply or how == "undo" and first != ["undo"])
    assert late or ("error" in reply) == (how == "undo"), (how, reply)  # there is nothing to undo yet
    await leave_all([host, jack, other])
    return not late


async def test_marks_and_the_host_can_end_a_substitution():
    with Server(absent_minutes=0, bot_pace=1000) as server:
        host, jack, other, table = await hunted(server, pace="slow")
        await away(host, table, other)
        await host.refused("bad_pawns", "bot", table=table, pawns=["yellow", "red"], level="normal")
        ok = await host.must("bot", table=table, pawns=["red"], level="normal")
        equal((seats(ok)["Cy"]["pawns"], seats(ok)["Cy"]["bot"]), (["red", "blue"], "normal"), "the whole seat")
        await host.refused("table_level", "bot", table=table, pawns=["blue"], level="hard")
        other = await Client.connect(server, token=other.token)
        await other.must("marks", table=table, marks=[{"circle": 5, "mark": "suspect"}])
        await until_seat(host, table, other.player, lambda seat: "bot" not in seat, "he marks")
        await away(host, table, other)
        await host.must("bot", table=table, pawns=["red"], level="normal")
        ok = await host.must("bot", table=table, pawns=["red"], level="none")
        assert "bot" not in seats(ok)["Cy"]
        equal(await host.must("bot", table=table, pawns=["red"], level="none"), ok, "already ended")
        await host.must("bot", table=table, pawns=["red"], level="normal")
        await host.must("seat", table=table, pawns=["blue"], player=host.player)
        assert "bot" in seat_of(host, table, other.player), "it still has red"
        ok = await host.must("seat", table=table, pawns=["red"], player=host.player)
        assert "bot" not in seats(ok)["Cy"], "there are no pawns left to substitute for"
        await leave_all([host, jack])


async def test_only_the_level_of_a_bots_own_seat_can_be_changed():
    with Server(bot_pace=1000) as server:
        host, table = await host_of(server, "whitehall", pace="slow")
        await sit(host, table, ["jack"])
        await host.must("bot", table=table, pawns=POLICE["whitehall"], level="easy")
        await host.must("start", table=table)
        bot = seats(await host.must("bot", table=table, pawns=["red"], level="hard"))["Bot 1"]
        equal((bot["bot"], "stands_in" in bot), ("hard", False))
        await host.refused("unknown_player", "bot", table=table, pawns=["red"], level="none")
        await host.refused("not_detective", "seat", table=table, pawns=["red"], player=host.player)
        await host.refused("wrong_state", "kick", table=table, player=bot["player"])
        await host.must("resign", table=table, key=key())
        await host.refused("wrong_state", "bot", table=table, pawns=["red"], level="easy")
        await host.close()


async def test_only_people_are_asked_whether_the_police_resign():
    with Server(bot_pace=1000) as server:
        host, table = await host_of(server, "whitehall", pace="slow")
        guest, = await people(server, "Bob")
        await sit(host, table, ["yellow"])
        await sit(guest, table, ["red"])
        for pawn in ("jack", "blue"):
            await host.must("bot", table=table, pawns=[pawn], level="easy")
        await host.must("start", table=table)
        equal(await host.must("resign", table=table, key=key()), {})
        await guest.must("resign", table=table, key=key())
        await host.until(lambda: table in host.over, "the end")
        equal(host.over[table], {"winner": "jack", "reason": "resigned"})
        await leave_all([host, guest])


async def test_a_rematch_keeps_bots_clock_level_and_bot_speed():
    with Server(bot_pace=1000) as server:
        host, table = await host_of(server, "whitehall", clock=3600, level="easy", pace="slow")
        await sit(host, table, ["jack"])
        await host.must("bot", table=table, pawns=POLICE["whitehall"], level="hard")
        await host.must("start", table=table)
        await host.must("resign", table=table, key=key())
        ok = await host.must("rematch", table=table)
        equal([(seat["name"], seat["pawns"], seat.get("bot")) for seat in ok["table"]["seats"]],
              [("Ann", ["yellow", "red", "blue"], None), ("Bot 1", ["jack"], "hard")])
        equal([ok["table"][one] for one in ("clock", "level", "pace", "host")], [3600, "easy", "slow", host.player])
        equal(ok["table"]["state"], "running", "nobody to wait for")
        again = ok["table"]["id"]
        server.restart()
        host = await Client.connect(server, token=host.token)
        seen = await host.watch(again)
        equal((seen["view"]["you"]["role"], seen["turn"]["pawns"]), ("detective", ["jack"]))
        await host.close()


async def pawns_after(host, table, **keys):
    await host.must("resign", table=table, key=key())
    again = (await host.must("rematch", table=table, **keys))["table"]
    return again, [seat["pawns"] for seat in again["seats"]]


async def test_a_rematch_against_bots_swaps_keeps_or_frees_the_pawns():
    with Server(bot_pace=1000) as server:
        host, table = await host_of(server, "whitehall")
        await sit(host, table, ["jack"])
        await host.must("bot", table=table, pawns=["yellow", "red"], level="easy")
        await host.must("bot", table=table, pawns=["blue"], level="easy")
        await host.must("start", table=table)
        again, pawns = await pawns_after(host, table, roles="keep", options=["powers"])
        equal((pawns, again["state"], again["options"]), ([["jack"], ["yellow", "red"], ["blue"]], "running", ["powers"]))
        again, pawns = await pawns_after(host, again["id"])
        equal((pawns, again["state"], again["options"]), ([["yellow", "red", "blue"], ["jack"]], "running", ["powers"]))
        again, pawns = await pawns_after(host, again["id"], roles="choose", options=[])
        equal((pawns, again["state"], again["options"]), ([[]], "open", []))
        await host.close()
        stop_and_check(server)


async def test_a_host_who_watched_bots_watches_their_rematch():
    with Server(**AT_ONCE) as server:
        host, table = await host_of(server, "whitehall")
        await host.must("bot", table=table, pawns=["jack"], level="easy")
        await host.must("bot", table=table, pawns=POLICE["whitehall"], level="easy")
        await host.must("start", table=table)
        await host.until(lambda: table in host.over, "the end")
        again = (await host.must("rematch", table=table))["table"]
        equal([(seat["name"], seat["pawns"]) for seat in again["seats"]],
              [("Bot 1", ["yellow", "red", "blue"]), ("Bot 2", ["jack"]), ("Ann", [])])
        equal((again["host"], again["state"]), (host.player, "running"))
        await host.watch(again["id"])
        await host.until(lambda: again["id"] in host.over, "the end of the second")
        await host.close()
        stop_and_check(server)


# ---- The clock -----------------------------------------------------------------------------------


async def test_when_the_clock_runs_out_a_bot_plays_until_the_player_returns():
    with Server(**AT_ONCE) as server:
        await asyncio.gather(conclusive(bot_plays_until_player_returns, server),
                             conclusive(bot_takes_one_action_for_a_present_player, server))
        stop_and_check(server)


def had_bot(client, table, *players, since=0):
    """Returns whether the client was sent, after so many pushes, that a bot plays for one of these players."""
    ids = [player.player for player in players]
    return any("bot" in seat for push in client.pushes[since:] if push["on"] == "table" and push["table"]["id"] == table
               for seat in push["table"]["seats"] if seat["player"] in ids)


async def bot_takes_one_action_for_a_present_player(server):
    """Returns false if the player ran out of time again before the test looked."""
    host, jack, other, table = await hunted(server, clock=10, level="easy")
    await host.until(lambda: had_bot(host, table, jack), "the clock runs out")  # but perhaps only for a moment
    await host.until(lambda: host.seen[table] > 0, "the bot acts for him")
    await jack.until(lambda: jack.turns[table]["seq"] > 0, "the turn after it")
    # On a busy machine he may have run out of time again by now: look at what he was sent first.
    pushes = [push for push in jack.pushes if push["on"] in ("event", "table", "turn")]
    after = next(i for i, push in enumerate(pushes) if push["on"] == "turn" and push["seq"] > 0)
    turn = pushes[after]
    equal([push["on"] for push in pushes[after - 2:after + 1]], ["event", "table", "turn"],
          "the seat is returned before the turn")
    equal((turn["phase"], turn["pawns"], sorted(turn["legal"])), ("start", ["jack"], ["start"]))
    assert turn["left"] > 9000, turn
    reply = await jack.ask("act", table=table, key=key(), action=choose(turn["legal"], ["jack"]), seq=turn["seq"])
    await leave_all([host, jack, other])
    return "ok" in reply


async def bot_plays_until_player_returns(server):
    """Returns false if the police ran out of time too."""
    host, jack, other, table = await hunted(server, clock=10, level="easy")
    assert 0 < jack.turns[table]["left"] <= 10000, jack.turns[table]
    assert 0 <= (await jack.watch(table))["turn"]["left"] <= 10000
    await jack.must("unwatch", table=table)  # connected, but away

    def is_late():
        return table in host.over or had_bot(host, table, host, other)
    await until_seat(host, table, jack.player, lambda seat: seat.get("bot") == "easy" and seat["stands_in"],
                     "the clock runs out")
    await host.until(lambda: host.seen[table] > 0, "the bot acts for him")
    await host.until(lambda: "jack" not in host.turns[table]["pawns"], "it is the police's turn")
    await jack.must("chat", table=table, key=key(), to="table", text="Sorry")
    await until_seat(host, table, jack.player, lambda seat: "bot" not in seat or is_late(), "he is back")
    back = len(host.pushes)
    await jack.watch(table)
    try:
        if not is_late():
            await play_among_bots([host, jack, other], table, peaceful, actions=3)
    except Refused:
        await host.settle()
        if not is_late() and not had_bot(host, table, jack, since=back):
            raise
    late = is_late() or had_bot(host, table, jack, since=back)
    await leave_all([host, jack, other])
    return not late


@pytest.mark.verify
async def test_a_player_who_returns_at_every_timeout_cannot_stall_the_game():
    with Server() as server:
        await conclusive(returning_player_gets_time_again, server)
        stop_and_check(server)


async def returning_player_gets_time_again(server):
    """Returns false if the bot acted before the player returned for the first time."""
    host, jack, other, table = await hunted(server, clock=10, pace="slow")

    async def come_back():
        while True:
            await until_seat(jack, table, jack.player, lambda seat: "bot" in seat, "the clock runs out")
            await jack.must("bot", table=table, pawns=["jack"], level="none")
    coming_back = asyncio.ensure_future(come_back())
    await jack.until(lambda: jack.seen[table] > 0, "the bot acts for him")
    if coming_back.done():
        coming_back.result()  # raises if it failed
    coming_back.cancel()
    changes = []  # of whether a bot substitutes for him, before the bot acted
    for push in jack.pushes[:jack.pushes.index(jack.pushed("event", table)[0])]:
        if push["on"] == "table" and push["table"]["id"] == table:
            stands_in = any("bot" in seat for seat in push["table"]["seats"] if seat["player"] == jack.player)
            if stands_in != (changes[-1:] == [True]):
                changes.append(stands_in)
    if changes != [True]:
        equal(changes[:3], [True, False, True], "Jack gets the full time again ...")
        equal(changes.count(True), 2, "... but once")
    await leave_all([host, jack, other])
    return changes != [True]


async def test_only_a_table_with_a_clock_sends_the_time_left():
    with Server() as server:
        host, jack, other, table = await hunted(server)
        assert "left" not in jack.turns[table] and "left" not in (await jack.watch(table))["turn"]
        await leave_all([host, jack, other])
        host, jack, other, table = await hunted(server, clock=604800)
        for client in (host, jack, other):
            left = client.turns[table]["left"]
            assert 604000000 < left <= 604800000
            assert 604000000 < (await client.watch(table))["turn"]["left"] <= left
        await jack.must("resign", table=table, key=key())
        await host.until(lambda: table in host.over, "the end")
        assert "left" not in host.turns[table]
        await leave_all([host, jack, other])


# ---- Decisions that are dropped, restarts, stops ---------------------------------------------------


async def test_a_bots_decision_is_dropped_when_the_move_before_it_is_undone():
    """Each move is played, undone as soon as a bot thinks about it, and played again, perhaps differently."""
    with Server(bot_pace=20) as server:
        undone = 0
        while undone < 3:  # a game may end before that
            host, table = await host_of(server, "whitehall", pace="slow")
            await sit(host, table, ["jack"])
            await host.must("bot", table=table, pawns=POLICE["whitehall"], level="easy")
            await host.must("start", table=table)
            taken_back = False
            while undone < 3 and table not in host.over:
                await host.until(lambda: table in host.over or "legal" in host.turns.get(table, {}), "our turn")
                if table in host.over:
                    break
                action = choose(host.turns[table]["legal"], ["jack"])
                ok = await host.must("act", table=table, key=key(), action=action)
                if action["do"] == "move" and not taken_back:
                    taken_back = "ok" in await host.ask("undo", table=table, key=key())  # unless the bot was faster
                    undone += taken_back
                else:
                    taken_back = False
                seq = ok["seq"] + taken_back
                await host.until(lambda s=seq: table in host.over or host.turns[table]["seq"] >= s, "the turn")
            await host.close()
        stop_and_check(server)


async def test_bots_continue_after_a_kill_and_a_restart():
    with Server(bot_pace=2) as server:
        host, table = await host_of(server, "whitehall", pace="quick")
        await host.must("bot", table=table, pawns=["jack"], level="easy")
        await host.must("bot", table=table, pawns=POLICE["whitehall"], level="normal")
        await host.must("start", table=table)
        token, told, seen = host.token, {}, 0
        for how in (signal.SIGKILL, signal.SIGTERM, signal.SIGKILL):
            await host.until(lambda: host.seen.get(table, 0) >= seen + 4 or table in host.over, "some actions")
            told.update(host.events.get(table, []))
            status = server.restart(how)
            equal(status, 0 if how == signal.SIGTERM else -signal.SIGKILL)
            await host.close()
            host = await Client.connect(server, token=token)
            ok = await host.must("watch", table=table, since=0)  # pushes follow immediately
            after = {one["seq"]: one["event"] for one in ok["events"]}
            equal({seq: after.get(seq) for seq in told}, told, "what was sent is on disk")
            seen = ok["seq"]
            if "result" in ok["table"]:
                host.over[table] = ok["table"]["result"]
        await host.until(lambda: table in host.over, "the end")
        await host.close()
        stop_and_check(server)


async def many_bot_tables(server, count):
    """Starts `count` tables at which only bots play; the host does not watch."""
    host = await Client.connect(server, name="Ann")
    tables = []
    for number in range(count):
        game = ["whitechapel", "whitehall"][number % 2]
        tables.append((await host.must("create", key=key(), game=game))["table"]["id"])
        await host.must("bot", table=tables[-1], pawns=["jack"], level="hard")
        await host.must("bot", table=tables[-1], pawns=POLICE[game], level="hard")
    await asyncio.gather(*[host.must("start", table=table) for table in tables])
    return host


async def test_a_stop_while_bots_think_is_clean():
    with Server(tables_per_player=100, bot_thoughts=4, **AT_ONCE) as server:
        host = await many_bot_tables(server, 12)
        await host.close()
        stop_and_check(server)


async def test_there_are_as_many_threads_as_the_option_says():
    with Server(bot_thoughts=9, **AT_ONCE) as server:
        threads = f"/proc/{server.process.pid}/task"
        before = len(os.listdir(threads))
        host = await many_bot_tables(server, 1)
        wait_for(lambda: len(os.listdir(threads)) >= before + 9, "having threads for nine thoughts")
        await host.close()


async def test_bots_thinking_at_many_tables_do_not_delay_others():
    """People keep playing while bots think: they get replies while the bots' games are still running."""
    await conclusive(people_play_while_bots_think)


async def people_play_while_bots_think():
    """Returns false if the games of the bots were over because the test was held up."""
    with Server(tables_per_player=100, bot_thoughts=1, **AT_ONCE) as server:
        clients, table = await started(server, "whitehall")
        async with HeldUp() as held_up:
            host = await many_bot_tables(server, 40)
            answered, running = 0, 1
            while running and answered < 20:
                await play_on(clients, table, actions=1)
                running = sum(one["table"]["state"] == "running" for one in (await host.must("mine"))["tables"])
                answered += running > 0
        assert answered == 20 or held_up.longest() > 1, f"{answered} actions answered while bots were thinking"
        await leave_all([*clients, host])
        return answered == 20


# ---- Old tables ----------------------------------------------------------------------------------


async def test_a_table_stored_before_there_were_bots_is_unchanged():
    with Server() as server:
        host, jack, other, table = await hunted(server)
        seq = jack.turns[table]["seq"]
        await leave_all([host, jack, other])
        equal(server.stop(), 0)
        with sqlite3.connect(f"{server.data}/gaslight.db") as database:
            lobby = json.loads(database.execute("SELECT lobby FROM tables").fetchone()[0])
            for one in ("clock", "level", "pace"):
                del lobby[one]
            for member in lobby["members"]:
                del member["bot"], member["stands_in"]
            database.execute("UPDATE tables SET lobby = ?", (json.dumps(lobby),))
        database.close()
        server.start()
        jack = await Client.connect(server, token=jack.token)
        ok = await jack.watch(table)
        equal((ok["seq"], ok["table"]["clock"], ok["table"]["level"], ok["table"]["pace"]), (seq, 0, "normal", "normal"))
        assert all("bot" not in seat for seat in ok["table"]["seats"])
        await jack.must("act", table=table, key=key(), action=choose(ok["turn"]["legal"], ["jack"]))
        await jack.close()
