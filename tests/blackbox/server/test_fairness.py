"""Fair to both sides: nobody can use a second identity, hosting or another player's absence to read what the police say,
or to spoil another player's game.

`Mallory` is a second identity of Jack's player throughout.
"""
import asyncio
import json
import time

import pytest
from gaslight_server import *

HERE = {"absent_minutes": 0}  # players are absent as soon as they are disconnected


# ---- Helpers ----------------------------------------------------------------------------------------


async def seat_until(client, table, who, true):
    """Asks for the table until the seat of `who` is as wanted, and returns it."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        lobby = (await client.must("peek", table=table))["table"]
        seat = next((seat for seat in lobby["seats"] if seat["player"] == who.player), None)
        if seat is not None and true(seat):
            return seat
    raise AssertionError(f"{who.name}'s seat did not change: {seat}")


async def goes(client, table, who):
    """Closes the connection of `who` and waits until that player counts as absent."""
    await who.close()
    await seat_until(client, table, who, lambda seat: seat.get("absent"))


async def pawns_of(client, table):
    lobby = (await client.must("peek", table=table))["table"]
    return {seat["name"]: sorted(seat["pawns"]) for seat in lobby["seats"]}


def say(client, table, text, to="police"):
    return client.must("chat", table=table, key=key(), to=to, text=text)


def frames_with(client, *words):
    """Returns the frames to a client with any of these words; a leak is a frame to somebody who may not know them."""
    return [frame for frame in client.received if any(word in frame for word in words)]


def lines(sight, to="police"):
    return [line["text"] for line in sight["chat"] if line["to"] == to]


# ---- Jack's second identity ---------------------------------------------------------------------------


async def test_jacks_second_identity_gets_neither_the_seat_nor_what_the_police_said():
    """The very abuse: Jack hosts, a detective goes offline, and Jack gives that seat to an identity of his own."""
    with Server(**HERE) as server:
        (jack, ann, bob), table = await started(server, "whitehall", players=3)
        mallory, = await people(server, "Mallory")
        await mallory.watch(table)
        await say(ann, table, "Old secret")
        await ann.must("marks", table=table, marks=[{"circle": 11, "mark": "suspect"}])
        await bob.must("marks", table=table, marks=[{"circle": 12, "mark": "suspect"}, {"route": [12, 13]}])
        await goes(jack, table, ann)
        for who in (jack, mallory):
            for whom in (mallory, jack):
                await who.refused("not_detective", "seat", table=table, pawns=ann.pawns, player=whom.player)
        await jack.refused("not_detective", "bot", table=table, pawns=ann.pawns, level="normal")
        equal(await pawns_of(jack, table), {"Jack": ["jack"], "Ann": sorted(ann.pawns), "Bob": sorted(bob.pawns)})

        # Bob is deceived, and lets Mallory play for Ann.
        await bob.must("seat", table=table, pawns=ann.pawns, player=mallory.player)
        sight = await mallory.watch(table)
        equal((sight["view"]["you"]["role"], lines(sight)), ("detective", []))
        equal(sight["marks"], [])
        await say(bob, table, "New plan")
        await mallory.until(lambda: mallory.pushed("chat"), "what is said from now on")
        await bob.must("marks", table=table, marks=[{"circle": 12, "mark": "suspect"}, {"circle": 14, "mark": "cleared"},
                                                    {"route": [12, 13]}])
        await mallory.until(lambda: mallory.pushed("marks"), "the new mark")
        equal(mallory.pushed("marks")[-1]["marks"], {"player": bob.player, "marks": [{"circle": 14, "mark": "cleared"}]})
        sight = await mallory.watch(table)
        equal(lines(sight), ["New plan"])
        equal({one["player"]: one["marks"] for one in sight["marks"]},
              {bob.player: [{"circle": 14, "mark": "cleared"}]})

        # It stays so after a restart, whatever Bob's client sends again.
        tokens = [client.token for client in (jack, bob, mallory, ann)]
        names = [frames_with(client, "Old secret") for client in (jack, mallory)]
        await asyncio.to_thread(server.restart)
        jack, bob, mallory = [await Client.connect(server, token=token) for token in tokens[:3]]
        equal(lines(await mallory.watch(table)), ["New plan"])
        await bob.watch(table)
        await bob.must("marks", table=table, marks=[{"circle": 12, "mark": "suspect"}])
        await bob.must("marks", table=table, marks=[{"circle": 12, "mark": "suspect"}, {"circle": 15, "mark": "cleared"}])
        await mallory.until(lambda: len(mallory.pushed("marks")) == 2, "Bob's marks")
        equal([push["marks"]["marks"] for push in mallory.pushed("marks")], [[], [{"circle": 15, "mark": "cleared"}]])

        # Ann has her seat back as soon as she does anything, and reads everything.
        await say(mallory, table, "Where are you?")
        back = await Client.connect(server, token=tokens[3])
        sight = await back.watch(table)
        equal((sight.get("returned"), (await back.watch(table)).get("returned")), (True, None), "only the first watch says so")
        equal(lines(sight), ["Old secret", "New plan", "Where are you?"])
        equal([len(marks["marks"]) for marks in sight["marks"]], [2])
        equal((await pawns_of(jack, table))["Ann"], sorted(ann.pawns))
        equal((await pawns_of(jack, table))["Mallory"], [])
        heard = len(frames_with(mallory, "Ann is back"))
        await say(back, table, "Ann is back")
        await bob.until(lambda: frames_with(bob, "Ann is back"), "the line")
        await mallory.settle()
        equal((len(frames_with(mallory, "Ann is back")), heard), (0, 0))
        await mallory.refused("wrong_audience", "chat", table=table, key=key(), to="police", text="Hm.")
        await mallory.refused("not_your_pawn", "act", table=table, key=key(), action=act(ann.pawns[0], "pass"))
        equal([*names, frames_with(mallory, "Old secret"), frames_with(jack, "Old secret")], [[], [], [], []])
        assert frames_with(back, "Old secret"), "the check finds what was sent"
        await leave_all([jack, bob, mallory, back])


async def test_a_guest_still_sees_recent_marks_when_others_are_given_pawns():
    with Server(**HERE) as server:
        (jack, ann, bob, cy), table = await started(server, "whitehall", players=4)
        guest, = await people(server, "Guest")
        await guest.watch(table)
        await goes(jack, table, ann)
        await bob.must("seat", table=table, pawns=ann.pawns, player=guest.player)
        await cy.must("seat", table=table, agree=True)
        await bob.must("marks", table=table, marks=[{"circle": 14, "mark": "cleared"}])
        await goes(jack, table, cy)
        await bob.must("seat", table=table, pawns=cy.pawns, player=bob.player)
        await guest.must("seat", table=table, agree=True)
        equal((await pawns_of(jack, table))["Bob"], sorted(bob.pawns + cy.pawns))
        equal((await guest.watch(table))["marks"],
              [{"player": bob.player, "marks": [{"circle": 14, "mark": "cleared"}]}])
        await leave_all([jack, bob, guest])


async def takes_over(server, talkative, leak=False):
    """Returns everything that Mallory is sent when taking over, at a table where the police did or did not talk."""
    (jack, ann, bob), table = await started(server, "whitehall", players=3)
    mallory, = await people(server, "Mallory")
    if talkative:
        await say(ann, table, "Secret" * 20)
        await ann.must("marks", table=table, marks=[{"circle": 11, "mark": "suspect"}])
        await say(bob, table, "Agreed.")
    await mallory.watch(table)
    await goes(jack, table, ann)
    await bob.must("seat", table=table, pawns=ann.pawns, player=mallory.player)
    await say(bob, table, "Welcome.")
    await mallory.until(lambda: mallory.pushed("chat"), "the first line")
    again = await Client.connect(server, token=mallory.token)  # a client without a past
    await again.watch(table)
    await say(bob, table, "Well?")
    await again.until(lambda: again.pushed("chat"), "the line")
    if leak:  # as if the server sent a guest everything that detectives may read
        again.received += [frame for frame in bob.received if "Agreed." in frame]
    await asyncio.gather(mallory.settle(), again.settle())
    frames = mallory.received + again.received
    ids = {one.player: one.name for one in (jack, ann, bob, mallory)}
    await leave_all([jack, bob, mallory, again])

    def without_ids(text):
        for name, value in [(table, "table"), (mallory.token, "token"), *ids.items()]:
            text = text.replace(name, value)
        message = json.loads(text)
        strip(message)
        return message
    return [without_ids(text) for text in frames]


def strip(value):
    """Removes times and invites, in which two tables always differ."""
    if isinstance(value, dict):
        for name in ("at", "created", "invite", "server"):
            value.pop(name, None)
        for one in value.values():
            strip(one)
    elif isinstance(value, list):
        for one in value:
            strip(one)


async def test_owners_have_their_pawns_back_after_the_end():
    """Somebody who played for Ann until the end takes neither her seat in the rematch nor what she may read."""
    with Server(**HERE) as server:
        (jack, ann, bob), table = await started(server, "whitehall", players=3)
        mallory, = await people(server, "Mallory")
        await mallory.watch(table)
        await say(ann, table, "Old secret")
        await goes(jack, table, ann)
        await bob.must("seat", table=table, pawns=ann.pawns, player=mallory.player)
        await jack.must("resign", table=table, key=key())
        again = (await bob.must("rematch", table=table, roles="keep"))["table"]
        equal({seat["name"]: sorted(seat["pawns"]) for seat in again["seats"]},
              {"Jack": ["jack"], "Ann": sorted(ann.pawns), "Bob": sorted(bob.pawns)})
        back = await Client.connect(server, token=ann.token)
        equal(lines(await back.watch(table)), ["Old secret"])
        equal((await pawns_of(jack, table))["Ann"], sorted(ann.pawns))
        equal((await pawns_of(jack, table))["Mallory"], [])



async def test_a_guest_cant_tell_whether_the_police_talked_before():
    with Server(spectators_seconds=3600, **HERE) as server:
        talked, silent = await takes_over(server, True), await takes_over(server, False)
        equal(sorted(map(str, talked)), sorted(map(str, silent)))
        planted = await takes_over(server, True, leak=True)
        assert sorted(map(str, planted)) != sorted(map(str, silent)), "a planted leak is found"


# ---- The detectives' vote -----------------------------------------------------------------------------


async def test_more_than_half_of_the_detectives_decide():
    with Server(**HERE) as server:
        clients, table = await started(server, "whitechapel")
        jack, ann, bob, cy, dot, eve = clients
        lou, stranger = await people(server, "Lou", "Stranger")
        await lou.watch(table)
        await goes(jack, table, eve)
        at = {"table": table, "pawns": eve.pawns}
        await ann.refused("no_vote", "seat", table=table, agree=True)
        for player in (jack.player, eve.player, stranger.player, "nobody"):
            await ann.refused("unknown_player", "seat", **at, player=player)
        await ann.must("seat", **at, player=lou.player)
        vote = {"player": ann.player, "name": "Ann", "pawns": eve.pawns, "to": {"player": lou.player, "name": "Lou"},
                "agreed": [ann.player], "waiting": [bob.player, cy.player, dot.player]}
        for one in (jack, lou, dot):  # a vote is no secret
            await one.until(lambda c=one: c.pushed("seat"), "the vote")
            equal(one.pushed("seat"), [{"on": "seat", "table": table, **vote}])
        equal((await jack.must("watch", table=table))["seat"], vote)
        await bob.refused("vote_pending", "seat", **at, player=bob.player)
        for one in (jack, lou):
            await one.refused("not_detective", "seat", table=table, agree=True)
        await bob.must("seat", table=table, agree=False)
        await cy.must("seat", table=table, agree=True)
        equal((await pawns_of(jack, table))["Eve"], eve.pawns, "two of four are not enough")
        await dot.must("seat", table=table, agree=False)  # and now it can't pass
        await lou.until(lambda: lou.pushed("seat")[-1].get("ended"), "its end")
        last = lou.pushed("seat")[-1]
        equal((last["refused"], last["agreed"], last["waiting"]), (dot.player, [ann.player, cy.player], []))
        await cy.refused("no_vote", "seat", table=table, agree=True)
        assert "seat" not in await jack.must("watch", table=table)

        await ann.must("seat", **at, player=lou.player)
        await ann.must("seat", table=table, agree=False)  # withdrawn
        await cy.refused("no_vote", "seat", table=table, agree=True)
        await ann.must("seat", **at, player=bob.player)  # who counts as agreeing
        await bob.must("seat", table=table, agree=False)  # but does not
        equal((await pawns_of(jack, table))["Eve"], eve.pawns)
        await cy.must("seat", **at, player=bob.player)  # proposing the same is agreeing
        await bob.must("seat", table=table, agree=True)
        equal(await pawns_of(jack, table), {"Jack": ["jack"], "Ann": ann.pawns, "Bob": sorted(bob.pawns + eve.pawns),
                                            "Cy": cy.pawns, "Dot": dot.pawns, "Eve": []})
        await lou.until(lambda: lou.pushed("seat")[-1].get("ended"), "its end")
        seat = await seat_until(jack, table, bob, lambda seat: "owns" in seat)
        equal((seat["owns"], (await seat_until(jack, table, eve, lambda seat: "owns" in seat))["owns"]),
              (bob.pawns, eve.pawns))
        await leave_all([jack, ann, bob, cy, dot, lou, stranger])


async def test_a_vote_ends_when_the_player_returns_or_nobody_is_left():
    with Server(**HERE) as server:
        clients, table = await started(server, "whitehall")
        jack, ann, bob, cy = clients
        await goes(jack, table, cy)
        await ann.must("seat", table=table, pawns=cy.pawns, player=ann.player)
        cy = await Client.connect(server, token=cy.token)
        cy.pawns = clients[3].pawns
        await cy.must("marks", table=table, marks=[])
        await cy.must("chat", table=table, key=key(), to="police", text="I am back.")
        await ann.refused("not_absent", "seat", table=table, pawns=cy.pawns, player=ann.player)
        await bob.refused("no_vote", "seat", table=table, agree=True)
        await jack.until(lambda: jack.pushed("seat") and jack.pushed("seat")[-1].get("ended"), "its end")
        await goes(jack, table, cy)
        await ann.must("seat", table=table, pawns=cy.pawns, player=ann.player)
        await goes(jack, table, ann)
        await bob.must("seat", table=table, pawns=cy.pawns + ann.pawns, player=bob.player)  # in place of Ann's vote
        equal((await pawns_of(jack, table))["Bob"], sorted(cy.pawns + ann.pawns + bob.pawns))
        await leave_all([jack, bob])


async def test_the_detectives_may_replace_somebody_who_plays_for_an_absent_one():
    with Server(**HERE) as server:
        (jack, ann, bob), table = await started(server, "whitehall", players=3)
        mallory, lou = await people(server, "Mallory", "Lou")
        for one in (mallory, lou):
            await one.watch(table)
        await goes(jack, table, ann)
        await bob.must("seat", table=table, pawns=ann.pawns, player=mallory.player)
        await bob.must("seat", table=table, pawns=ann.pawns, player=lou.player)
        equal((await pawns_of(jack, table))["Mallory"], sorted(ann.pawns), "one of two is not enough")
        await mallory.must("seat", table=table, agree=False)
        await bob.must("seat", table=table, pawns=ann.pawns, player=bob.player)
        await mallory.must("seat", table=table, agree=True)
        equal((await pawns_of(jack, table))["Mallory"], [])
        await leave_all([jack, bob, mallory, lou])


async def test_votes_are_limited_for_each_detective():
    with Server(**HERE) as server:
        (jack, ann, bob, cy), table = await started(server, "whitehall")
        await goes(jack, table, cy)
        replies = []
        for _ in range(40):
            replies.append(await ann.ask("seat", table=table, pawns=cy.pawns, player=ann.player))
            await ann.ask("seat", table=table, agree=False)
        refused = [reply["error"]["code"] for reply in replies if "error" in reply]
        assert refused and set(refused) == {"too_many_requests"}, replies
        await bob.must("seat", table=table, pawns=cy.pawns, player=bob.player)
        await leave_all([jack, ann, bob])


async def test_only_somebody_who_plays_for_others_cant_resign_for_them():
    with Server(**HERE) as server:
        (jack, ann), table = await started(server, "whitehall", players=2)
        mallory, = await people(server, "Mallory")
        await mallory.watch(table)
        (jack2, one, two), other = await started(server, "whitehall", players=3)
        await mallory.watch(other)
        await goes(jack2, other, one)
        await two.must("seat", table=other, pawns=one.pawns, player=mallory.player)
        await goes(jack2, other, two)
        equal(await mallory.must("resign", table=other, key=key()), {})
        equal((await jack2.must("peek", table=other))["table"]["state"], "running")
        two = await Client.connect(server, token=two.token)
        await two.must("resign", table=other, key=key())
        equal((await jack2.must("peek", table=other))["table"]["state"], "finished")
        await leave_all([jack, ann, jack2, two, mallory])


@pytest.mark.verify
async def test_nobody_resigns_for_a_detective_whose_clock_has_run_out():
    """Bob is on Jack's side. Ann is slow, so a bot plays for her for a moment."""
    with Server() as server:
        await conclusive(resigns_while_a_bot_stands_in, server)


async def resigns_while_a_bot_stands_in(server):
    """Returns false if the clock ran out for somebody before, or the bot had acted by then."""
    clients, table = await started(server, "whitehall", players=3, clock=10, pace="slow")
    jack, ann, bob = clients

    def lost_time(*who):
        players = [one.player for one in who]
        return any("bot" in seat for push in jack.pushed("table") if push["table"]["id"] == table
                   for seat in push["table"]["seats"] if seat["player"] in players)
    try:
        while actor(clients, table)[0] is jack:
            await play_one(clients, table)
    except Refused:
        await jack.settle()
        assert lost_time(jack), "refused although there was time"
        await leave_all(clients)
        return False
    slow, other = (ann, bob) if actor(clients, table)[0] is ann else (bob, ann)
    seen = jack.seen[table]
    await jack.until(lambda: lost_time(slow), "the bot")
    reply = await other.must("resign", table=table, key=key())
    await jack.settle()
    if jack.seen[table] != seen or lost_time(jack, other):
        await leave_all(clients)
        return False
    equal(reply, {})
    equal((await jack.must("peek", table=table))["table"]["state"], "running")
    assert "seq" in await slow.must("resign", table=table, key=key()), "both of them have asked now"
    await leave_all(clients)
    return True


# ---- Absence and stand-ins ------------------------------------------------------------------------------


async def test_nobody_is_absent_before_the_tables_clock_has_run():
    """A detective who hosts put a novice bot into Jack's seat with days left on the clock."""
    with Server(**HERE) as server:
        clients, table = await started(server, "whitehall", players=3, clock=604800, level="hard")
        jack, ann, bob = clients
        await jack.must("host", table=table, player=ann.player)
        await jack.close()
        await seat_until(ann, table, jack, lambda seat: not seat["connected"] and "absent" not in seat)
        for level in ("novice", "hard"):
            await ann.refused("not_absent", "bot", table=table, pawns=["jack"], level=level)
        await bob.close()
        await seat_until(ann, table, bob, lambda seat: not seat["connected"] and "absent" not in seat)
        await ann.refused("not_absent", "seat", table=table, pawns=bob.pawns, player=ann.player)
        await ann.refused("not_absent", "bot", table=table, pawns=bob.pawns, level="hard")
        await ann.close()


async def test_a_stand_in_plays_at_the_tables_level():
    with Server(**HERE, bot_pace=1000) as server:
        (jack, ann, bob), table = await started(server, "whitehall", players=3, level="hard", pace="slow")
        await goes(ann, table, jack)
        for level in ("novice", "easy", "normal"):
            await ann.refused("table_level", "bot", table=table, pawns=["jack"], level=level)
        await bob.must("bot", table=table, pawns=["jack"], level="hard")  # any player may ask
        equal((await seat_until(ann, table, jack, lambda seat: "bot" in seat))["bot"], "hard")
        await ann.refused("table_level", "bot", table=table, pawns=["jack"], level="novice")
        await leave_all([ann, bob])


async def test_the_host_may_ask_for_a_bot_only_if_no_detective_is_here():
    with Server(**HERE, bot_pace=1000) as server:
        (jack, ann, bob), table = await started(server, "whitehall", players=3, pace="slow")
        await goes(jack, table, ann)
        await jack.refused("not_detective", "bot", table=table, pawns=ann.pawns, level="normal")
        await bob.must("bot", table=table, pawns=ann.pawns, level="normal")
        await jack.refused("not_detective", "bot", table=table, pawns=ann.pawns, level="none")
        await goes(jack, table, bob)
        await jack.must("bot", table=table, pawns=bob.pawns, level="normal")
        await jack.close()


async def test_the_level_of_a_bot_stays_while_other_people_play():
    with Server() as server:
        ann, bob = await people(server, "Ann", "Bob")
        table = (await ann.must("create", key=key(), game="whitehall", pace="slow"))["table"]["id"]
        await ann.must("pawns", table=table, pawns=["jack"])
        await bob.must("join", table=table, pawns=["yellow"])
        await ann.must("bot", table=table, pawns=["red", "blue"], level="hard")
        await ann.must("start", table=table)
        for one in (ann, bob):
            reply = await one.ask("bot", table=table, pawns=["red", "blue"], level="novice")
            assert reply["error"]["code"] in ("table_level", "not_detective"), reply
        await leave_all([ann, bob])


@pytest.mark.verify
async def test_everyone_is_sent_that_a_player_is_absent():
    with Server(**HERE) as server:
        (jack, ann), table = await started(server, "whitehall", players=2, clock=10)
        await ann.close()
        await jack.until(lambda: any("absent" in seat for push in jack.pushed("table")
                                     for seat in push["table"]["seats"]), "the push")
        await jack.close()


# ---- Before the start ---------------------------------------------------------------------------------


async def test_somebody_who_has_read_police_chat_cant_be_jack():
    with Server() as server:
        host, ann, bob, cy, dot = await people(server, "Host", "Ann", "Bob", "Cy", "Dot")
        table = (await host.must("create", key=key(), game="whitechapel"))["table"]["id"]
        at = {"table": table}
        await ann.must("join", **at, pawns=["yellow"])
        await bob.must("join", **at, pawns=["red"])
        await cy.must("join", **at, pawns=["blue"])
        await cy.must("pawns", **at, pawns=["jack"])  # nothing was said yet
        for one in (host, ann, bob, cy):
            await one.watch(table)
        await say(ann, table, "Secret one")
        await bob.until(lambda: frames_with(bob, "Secret one"), "the line")
        await say(bob, table, "Secret two")
        await ann.until(lambda: frames_with(ann, "Secret two"), "the line")
        await cy.must("pawns", **at, pawns=[])
        for one in (ann, bob):
            await one.refused("read_police", "pawns", **at, pawns=["jack"])
            await one.must("pawns", **at, pawns=[])
            await one.refused("read_police", "pawns", **at, pawns=["jack"])
        await ann.must("leave", **at)
        await ann.refused("read_police", "join", **at, pawns=["jack"])
        await host.must("kick", **at, player=bob.player)
        await bob.refused("read_police", "join", **at, pawns=["jack"])
        await dot.must("join", **at, pawns=["green"])  # and may read what was said
        await dot.refused("read_police", "pawns", **at, pawns=["jack"])
        tokens = [one.token for one in (host, ann, bob, cy, dot)]
        await leave_all([ann, bob, dot])
        silent = [frames_with(one, "Secret") for one in (host, cy)]
        equal(silent, [[], []])
        await asyncio.to_thread(server.restart)
        host, ann, bob, cy, dot = [await Client.connect(server, token=token) for token in tokens]
        await dot.refused("read_police", "pawns", **at, pawns=["jack"])
        for one in (ann, bob):
            await one.refused("read_police", "join", **at, pawns=["jack"])
            await one.must("join", **at, pawns=[])
            await one.refused("read_police", "pawns", **at, pawns=["jack"])
        await cy.must("pawns", **at, pawns=["jack"])
        await ann.must("pawns", **at, pawns=["yellow"])
        await bob.must("pawns", **at, pawns=["red", "blue", "brown"])
        for one in (host, cy):
            await one.watch(table)
        await host.must("start", **at)
        equal([frames_with(one, "Secret") for one in (host, cy)], silent)
        # A rematch is another table, where nothing was said yet.
        await cy.must("resign", **at, key=key())
        again = (await ann.must("rematch", **at, roles="choose"))["table"]
        await ann.must("pawns", table=again["id"], pawns=["jack"])
        equal(lines(await bob.must("watch", table=again["id"])), [])
        await leave_all([host, ann, bob, cy, dot])


async def test_the_first_words_of_the_police_race_with_a_change_of_pawns():
    """Whoever is sent the line is also noted, whatever happens at the same time."""
    with Server() as server:
        for _ in range(5):
            (jack, ann, bob), table = await seated(server, "whitehall", players=3)
            await jack.must("pawns", table=table, pawns=[])
            await asyncio.gather(*[bob.post("pawns", table=table, pawns=[]), say(ann, table, "Secret"),
                                   bob.post("pawns", table=table, pawns=["jack"])])
            await bob.settle()
            lobby = (await jack.must("peek", table=table))["table"]
            is_jack = any(seat["player"] == bob.player and seat["pawns"] == ["jack"] for seat in lobby["seats"])
            assert not (is_jack and frames_with(bob, "Secret")), "Jack has read it"
            await leave_all([jack, ann, bob])


async def test_making_a_table_public_does_not_publish_what_was_said():
    with Server() as server:
        host, ann, late, onlooker = await people(server, "Host", "Ann", "Late", "Onlooker")
        made = (await host.must("create", key=key(), game="whitehall", private=True))["table"]
        table = made["id"]
        await ann.must("join", invite=made["invite"], pawns=["yellow", "red", "blue"])
        await say(host, table, "Among us", to="table")
        await say(ann, table, "Among the police")
        await host.must("settings", table=table, private=False)
        await say(ann, table, "Hello all", to="table")
        for _ in range(2):
            equal(lines(await onlooker.must("watch", table=table), "table"), ["Hello all"])
            equal(lines(await ann.must("watch", table=table), "table"), ["Among us", "Hello all"])
            tokens = [one.token for one in (host, ann, late, onlooker)]
            await asyncio.to_thread(server.restart)
            host, ann, late, onlooker = [await Client.connect(server, token=token) for token in tokens]
        await ann.must("pawns", table=table, pawns=["yellow", "red"])
        await late.must("join", table=table, pawns=["blue"])
        await say(ann, table, "Welcome")
        sight = await late.must("watch", table=table)
        equal((lines(sight, "table"), lines(sight)), (["Hello all"], ["Welcome"]))
        equal(lines(await ann.must("watch", table=table)), ["Among the police", "Welcome"])
        await late.must("leave", table=table)
        await ann.must("pawns", table=table, pawns=["yellow", "red", "blue"])
        await host.must("pawns", table=table, pawns=["jack"])
        await host.must("start", table=table)
        await host.must("resign", table=table, key=key())
        again = (await ann.must("rematch", table=table))["table"]["id"]
        equal(lines(await onlooker.must("watch", table=again), "table"), ["Hello all"])
        await leave_all([host, ann, late, onlooker])


# ---- Takebacks ------------------------------------------------------------------------------------------


async def test_a_takeback_can_be_asked_for_three_times_per_action():
    with Server() as server:
        clients, table = await started(server, "whitehall", players=2)
        jack, ann = clients
        while not any("takeback" in client.turns[table] for client in clients):
            await play_one(clients, table, peaceful)
        asking = next(client for client in clients if "takeback" in client.turns[table])
        for _ in range(3):
            await asking.must("takeback", table=table, key=key())
            await asking.must("takeback", table=table, agree=False)
        await asking.refused("cannot_undo", "takeback", table=table, key=key())
        assert "takeback" not in (await asking.must("watch", table=table))["turn"]
        await leave_all([jack, ann])


# ---- Chat -----------------------------------------------------------------------------------------------


async def test_two_messages_with_the_same_key_at_once_are_one():
    with Server() as server:
        (jack, ann), table = await started(server, "whitehall", players=2)
        twin = await Client.connect(server, token=ann.token)
        keys = {"table": table, "key": key(), "to": "table", "text": "Once"}
        replies = await asyncio.gather(*[one.ask("chat", **keys) for one in (ann, twin)] * 1)
        equal([reply.get("ok") for reply in replies], [{}, {}])
        different = {"table": table, "key": key(), "to": "table"}
        replies = await asyncio.gather(*[one.ask("chat", **different, text=text)
                                         for one, text in ((ann, "Left"), (twin, "Right"))])
        equal(sorted(reply.get("error", {}).get("code", "ok") for reply in replies), ["key_reused", "ok"])
        await jack.settle()
        equal(len(jack.pushed("chat")), 2)
        await leave_all([jack, ann, twin])


async def test_the_chat_that_watch_returns_is_limited_in_bytes():
    """A table full of emoji chat cost 1 MB per watch."""
    with Server() as server:
        (jack, ann), table = await started(server, "whitehall", players=2)
        for first in range(0, 100, 20):
            await asyncio.gather(*[ann.must("chat", table=table, key=key(), to="table", text=f"{number} " + "🔎" * 490)
                                   for number in range(first, first + 20)])
        sight = await jack.must("watch", table=table)
        equal(sight["chat_more"], True)
        told = [int(line["text"].split()[0]) for line in sight["chat"]]
        assert len(told) > 20 and told == sorted(told) and told[-1] == 99, told
        size = len(json.dumps(sight["chat"], ensure_ascii=False).encode())
        assert size < 80_000, size
        assert "chat_more" not in await ann.must("watch", table=(await ann.must(
            "create", key=key(), game="whitehall"))["table"]["id"])
        await leave_all([jack, ann])


async def test_a_crowd_of_spectators_cant_silence_the_police():
    with Server(chat_bytes_per_table=2000) as server:
        (jack, ann), table = await started(server, "whitehall", players=2)
        mallory, = await people(server, "Mallory")
        while "ok" in await mallory.ask("chat", table=table, key=key(), to="gallery", text="x" * 400):
            pass
        await mallory.refused("chat_full", "chat", table=table, key=key(), to="gallery", text="x" * 400)
        await say(ann, table, "Still here")
        await say(jack, table, "Me too", to="table")
        equal([lines(await ann.must("watch", table=table), to) for to in ("police", "table", "gallery")],
              [["Still here"], ["Me too"], []])
        await leave_all([jack, ann, mallory])
