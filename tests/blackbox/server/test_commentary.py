"""Commentators: consent before the start, what they see, who can't be one, and what nobody else may be sent.

Every frame is validated against schema/wire/.
"""
import subprocess

import pytest
from gaslight_server import *

pytestmark = pytest.mark.usefixtures("frames_fit_the_schemas")


async def commented(server, game="whitehall", start=True, **create):
    """A table of Jack (the host), Ann and Bob that allows commentators. Returns the players, its id and the invite."""
    clients, table = await seated(server, game, players=3, commentary=True, **create)
    ok = (await clients[0].must("watch", table=table))["table"]["commentary"]
    equal((ok["consent"], ok["names"]), ([], []))
    if start:
        for client in clients:
            await client.must("consent", table=table, agree=True)
        await clients[0].must("start", table=table)
        await in_step(clients, table, 0)
    return clients, table, ok["invite"]


def commentary(client, table):
    """Returns the key as the table was last pushed, or None."""
    pushed = [push["table"] for push in client.pushed("table") if push["table"]["id"] == table]
    return pushed[-1].get("commentary") if pushed else None


async def test_a_game_with_commentators_starts_when_everyone_has_agreed():
    with Server() as server:
        clients, table, invite = await commented(server, start=False)
        jack, ann, bob = clients
        for client in (ann, bob):
            assert "invite" not in (await client.watch(table))["table"]["commentary"], "only for the host"
        await jack.refused("no_consent", "start", table=table)
        for client in (jack, ann):
            await client.must("consent", table=table, agree=True)
        await jack.refused("no_consent", "start", table=table)
        ok = await bob.must("consent", table=table, agree=True)
        equal(sorted(ok["table"]["commentary"]["consent"]), sorted(client.player for client in clients))

        async def void(what):
            """Everyone's consent is void now; gives it again."""
            await ann.settle()
            equal((await ann.watch(table))["table"]["commentary"]["consent"], [], what)
            await jack.refused("no_consent", "start", table=table)
            for client in clients:
                await client.must("consent", table=table, agree=True)
        await jack.must("settings", table=table, clock=60)
        await void("other settings")
        cy, = await people(server, "Cy")
        await bob.must("pawns", table=table, pawns=bob.pawns[:1])
        assert len((await ann.watch(table))["table"]["commentary"]["consent"]) == 3, "other pawns change nothing"
        await cy.must("join", table=table, pawns=[])
        await void("somebody new sits down")
        await cy.must("leave", table=table)
        assert len((await ann.watch(table))["table"]["commentary"]["consent"]) == 3, "leaving changes nothing"
        await jack.must("host", table=table, player=ann.player)
        equal("invite" in (await jack.watch(table))["table"]["commentary"], False, "the former host")
        await ann.must("host", table=table, player=jack.player)
        await void("another host")
        await bob.must("consent", table=table, agree=False)
        await jack.refused("no_consent", "start", table=table)
        await jack.must("settings", table=table, commentary=False)
        assert "commentary" not in (await ann.watch(table))["table"]
        await ann.refused("no_commentary", "consent", table=table, agree=True)
        await cy.refused("bad_code", "watch", table=table, commentary=invite)
        ok = (await jack.must("settings", table=table, commentary=True))["table"]["commentary"]
        assert ok["invite"] != invite, "the old invite is worthless"
        await leave_all([*clients, cy])


async def test_a_commentator_still_watches_a_table_that_becomes_private():
    with Server() as server:
        clients, table, invite = await commented(server, start=False)
        cleo, = await people(server, "Cleo")
        await cleo.must("watch", table=table, commentary=invite)
        await clients[0].must("settings", table=table, private=True)
        for client in clients:
            await client.must("consent", table=table, agree=True)
        await cleo.until(lambda: len((commentary(cleo, table) or {}).get("consent", [])) == 3, "the consent of all")
        await leave_all([*clients, cleo])


async def test_nobody_else_gets_the_invite_by_becoming_the_host():
    """A detective who is the host now could otherwise see everything with a second identity."""
    with Server(absent_minutes=0) as server:
        clients, table, invite = await commented(server, start=False)
        jack, ann, bob = clients
        cleo, spy = await people(server, "Cleo", "Spy")
        await jack.must("host", table=table, player=bob.player)
        now = (await bob.must("host", table=table, player=jack.player))["table"]["commentary"]
        assert "invite" not in now
        await spy.refused("bad_code", "watch", table=table, commentary=invite)
        known = (await jack.must("peek", table=table))["table"]["commentary"]["invite"]
        for client in clients:
            await client.must("consent", table=table, agree=True)
        await jack.must("start", table=table)
        await cleo.watch(table, commentary=known)
        await jack.close()
        await ann.until(lambda: ann.tables[table]["host"] != jack.player, "another host")
        host = next(client for client in (ann, bob) if client.player == ann.tables[table]["host"])
        sight = (await host.watch(table))["table"]["commentary"]
        equal((sight["names"], "invite" in sight, "invite" in (commentary(host, table) or {})),
              (["Cleo"], False, False))
        await spy.refused("bad_code", "watch", table=table, commentary=known)
        again = await Client.connect(server, token=cleo.token)
        equal((await again.watch(table, commentary=known))["view"]["you"]["role"], "all", "whoever was there before")
        back = await Client.connect(server, token=jack.token)
        await host.must("host", table=table, player=jack.player)
        assert "invite" not in (await back.watch(table))["table"]["commentary"]
        await leave_all([ann, bob, cleo, spy, again, back])


async def test_consent_is_void_when_an_absent_host_is_replaced():
    with Server(absent_minutes=0) as server:
        (jack, ann, bob), table, _ = await commented(server, start=False)
        for client in (jack, ann, bob):
            await client.must("consent", table=table, agree=True)
        await jack.close()
        await ann.until(lambda: ann.tables[table]["host"] != jack.player, "another host")
        equal(ann.tables[table]["commentary"]["consent"], [])
        await leave_all([ann, bob])


async def sees_everything(server, game):
    clients, table, invite = await commented(server, game, private=True)
    jack, ann, bob = clients
    cleo, olga = await people(server, "Cleo", "Olga")
    await cleo.refused("unknown_table", "watch", table=table, commentary="wrongwrongwr")
    opens = {"invite": (await ann.watch(table))["table"]["invite"]}
    await olga.watch(table, **opens)
    ok = await cleo.watch(table, commentary=invite, views=True)
    equal(ok["view"]["you"]["role"], "all")
    await play_on([*clients], table, 12, peaceful)
    await in_step([cleo, olga], table, jack.seen[table])
    truth = (await jack.watch(table))["view"]
    seen = cleo.turns[table]["view"]
    for one in ("hideout", "discoveries", "rows", "marked"):
        equal(seen.get(one), truth.get(one), one)
    assert "legal" not in cleo.turns[table]
    equal([event for _, event in cleo.events[table] if event["did"] in ("move", "discoveries", "hideout")],
          [event for _, event in jack.events[table] if event["did"] in ("move", "discoveries", "hideout")])
    for client in (*clients, olga, cleo):
        now = (await client.must("watch", table=table, **opens))["table"]
        equal((now["commentary"]["names"], "Cleo" in now["spectators"]["names"]), (["Cleo"], False), client.name)
    again = await Client.connect(server, token=cleo.token)  # another device, without the invite
    equal((await again.watch(table))["view"]["you"]["role"], "all")
    await again.close()
    equal((await olga.watch(table, **opens))["view"]["you"]["role"], "public")
    await leave_all([*clients, cleo, olga])


async def test_commentators_see_everything_and_everyone_sees_their_names():
    with Server() as server:
        await sees_everything(server, "whitehall")
        await sees_everything(server, "whitechapel")


async def test_who_has_sat_at_the_table_cant_comment_and_who_comments_cant_sit_down():
    with Server(absent_minutes=0) as server:
        clients, table, invite = await commented(server, start=False)
        jack, ann, bob = clients
        cy, cleo, late = await people(server, "Cy", "Cleo", "Late")
        for client in clients:
            await client.refused("has_sat", "watch", table=table, commentary=invite)
        await cy.must("join", table=table)
        await cy.must("leave", table=table)
        await cy.refused("has_sat", "watch", table=table, commentary=invite)
        kicked, = await people(server, "Kim")
        await kicked.must("join", table=table)
        await jack.must("kick", table=table, player=kicked.player)
        await kicked.refused("has_sat", "watch", table=table, commentary=invite)
        code = (await kicked.must("code"))["code"]
        other = await Client.connect(server, code=code)  # the same player with another token
        assert other.token != kicked.token
        await other.refused("has_sat", "watch", table=table, commentary=invite)
        await cleo.watch(table, commentary=invite)  # names are shown before the start, too
        await ann.until(lambda: (commentary(ann, table) or {}).get("names") == ["Cleo"], "the name")
        await cleo.refused("commentator", "join", table=table)
        await cleo.refused("not_seated", "consent", table=table, agree=True)
        for client in clients:
            await client.must("consent", table=table, agree=True)
        await jack.must("start", table=table)
        await late.watch(table)
        await bob.close()
        await jack.until(lambda: not jack.seat_of(table, bob.player)["connected"], "Bob is away")
        await jack.refused("not_detective", "seat", table=table, pawns=bob.pawns, player=ann.player)
        await ann.refused("commentator", "seat", table=table, pawns=bob.pawns, player=cleo.player)
        await ann.refused("no_consent", "seat", table=table, pawns=bob.pawns, player=late.player)
        await ann.must("seat", table=table, pawns=bob.pawns, player=ann.player)
        for number in range(3):
            one, = await people(server, f"Number {number}")
            await one.watch(table, commentary=invite)
            await one.close()
        await late.refused("table_full", "watch", table=table, commentary=invite)
        equal((await late.watch(table))["view"]["you"]["role"], "public")
        await ann.close()
        server.restart()
        cleo = await Client.connect(server, token=cleo.token)
        ok = await cleo.watch(table)
        equal((ok["view"]["you"]["role"], ok["table"]["commentary"]["names"][0]), ("all", "Cleo"))
        cy = await Client.connect(server, token=cy.token)
        await cy.refused("has_sat", "watch", table=table, commentary=invite)
        await leave_all([cleo, cy])


async def unnoticed(watchers, do):
    """Carries out do(), of which nobody in `watchers` may be sent anything."""
    for client in watchers:
        await client.settle()
    before = [len(client.pushes) for client in watchers]
    await do()
    for client, count in zip(watchers, before):
        await client.settle()
        equal(client.pushes[count:], [], client.name)


async def test_nobody_is_sent_what_commentators_do_before_the_end():
    with Server(spectators_seconds=3600) as server:
        clients, table, invite = await commented(server, aids="full")
        jack, ann, bob = clients
        olga, cleo, dan = await people(server, "Olga", "Cleo", "Dan")
        everyone = [*clients, olga]
        await olga.watch(table)
        for client in (cleo, dan):
            await client.watch(table, commentary=invite)
        await play_on(clients, table, 8, peaceful)

        async def comment():
            await cleo.must("chat", table=table, key=key(), to="commentary", text="He is on 12.")
            await dan.until(lambda: dan.pushed("chat", table), "what Cleo says")
            await cleo.must("deduce", table=table)
            await cleo.must("replay", table=table, **{"as": "public"})
            await cleo.must("watch", table=table, since=0, views=True)
            for audience in ("table", "police", "gallery"):
                await cleo.refused("wrong_audience", "chat", table=table, key=key(), to=audience, text="He is on 12.")
            for verb, keys in (("act", {"key": key(), "action": {"by": "jack", "do": "pass"}}), ("undo", {"key": key()}),
                               ("takeback", {"key": key()}), ("marks", {"marks": []}), ("point", {"circle": 5})):
                await cleo.refused("not_seated", verb, table=table, **keys)
        await unnoticed(everyone, comment)
        await cleo.must("rename", name="He is on 12")
        for client in everyone:
            equal((await client.watch(table))["table"]["commentary"]["names"], ["Cleo", "Dan"], "no message in a name")
        with pytest.raises(AssertionError):  # a planted leak: a server that sends the commentators' chat to the gallery
            await unnoticed([*everyone, dan], comment)
        for client in everyone:
            await client.refused("wrong_audience", "chat", table=table, key=key(), to="commentary", text="Hm?")
            assert not any("He is on" in line["text"] for line in (await client.watch(table))["chat"]), client.name
        await ann.must("chat", table=table, key=key(), to="police", text="Near 65?")
        await cleo.settle()
        assert not any(line["to"] == "police" for line in cleo.pushed("chat", table)), "nor do they hear the police"
        await jack.must("resign", table=table, key=key())
        for client in everyone:
            await client.until(lambda c=client: table in c.over, "the end")
            lines = [line["text"] for line in (await client.watch(table))["chat"] if line["to"] == "commentary"]
            equal(lines, ["He is on 12."] * 2, client.name)
        await ann.must("chat", table=table, key=key(), to="commentary", text="Well said.")
        await leave_all([*everyone, cleo, dan])


async def test_the_name_of_a_removed_commentator_is_replaced():
    with Server() as server:
        clients, table, invite = await commented(server)
        cleo, = await people(server, "Cleo")
        await cleo.watch(table, commentary=invite)
        await cleo.close()
        done = await asyncio.to_thread(subprocess.run, [GASLIGHTD, "admin", "--data", server.data, "remove", cleo.player],
                                       capture_output=True, timeout=PATIENCE, check=False)
        equal(done.returncode, 0, str(done))
        await clients[1].until(lambda: (commentary(clients[1], table) or {}).get("names") == ["(removed)"], "the name")
        await leave_all(clients)
        server.restart()
        ann = await Client.connect(server, token=clients[1].token)
        equal((await ann.watch(table))["table"]["commentary"]["names"], ["(removed)"])
        await ann.close()
