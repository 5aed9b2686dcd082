"""What people see of a table without sitting there: peek, share and spectators; and how its host changes it."""
import asyncio

import pytest
from gaslight_server import *

pytestmark = pytest.mark.usefixtures("frames_fit_the_schemas")


async def finished(server, **create):
    """Returns the players of a finished game, and its table."""
    clients, table = await started(server, "whitehall", players=2, **create)
    await clients[0].must("resign", table=table, key=key())
    for client in clients:
        await client.until(lambda c=client: table in c.over, "the end")
    return clients, table


async def look(client, table, **invite):
    """Returns the outcome of everything that people with a link may do at a finished game."""
    outcome = {}
    for verb, keys in {"peek": {}, "record": {}, "deduce": {}, "replay": {"as": "all"}, "watch": {}}.items():
        reply = await client.ask(verb, table=table, **keys, **invite)
        outcome[verb] = reply["error"]["code"] if "error" in reply else "ok"
    return outcome


# ---- peek ----


async def test_a_visitor_with_an_invite_sees_the_table_before_hello():
    with Server() as server:
        host, = await people(server, "Ann")
        table = (await host.must("create", key=key(), game="whitechapel", private=True))["table"]
        visitor = await Client.connect(server)
        seen = (await visitor.must("peek", invite=table["invite"]))["table"]
        equal({**seen, "invite": table["invite"]}, table)
        equal((await visitor.must("peek", table=table["id"], invite=table["invite"]))["table"], seen)
        wrong = await visitor.refused("unknown_table", "peek", invite="222222222222")
        equal(await visitor.refused("unknown_table", "peek", table=table["id"]), wrong)
        await host.must("pawns", table=table["id"], pawns=["jack"])
        equal((await visitor.must("peek", invite=table["invite"]))["table"]["seats"][0]["pawns"], ["jack"])
        await visitor.hello(name="Bob")
        await visitor.must("join", invite=table["invite"])
        equal((await visitor.must("peek", table=table["id"]))["table"]["invite"], table["invite"])
        await leave_all([host, visitor])


async def test_an_invite_opens_a_game_that_is_over_and_not_in_memory():
    with Server() as server:
        clients, table = await started(server, "whitehall", players=2, private=True)
        await clients[0].must("resign", table=table, key=key())
        invite = (await clients[0].watch(table))["table"]["invite"]
        await leave_all(clients)
        server.restart()
        visitor, = await people(server, "Vic")
        for _ in range(2):
            seen = (await visitor.must("peek", invite=invite))["table"]
            equal((seen["id"], seen["state"], "invite" in seen), (table, "finished", False))
        equal((await visitor.must("watch", invite=invite))["table"]["id"], table)
        await visitor.refused("wrong_state", "join", invite=invite)
        await visitor.refused("unknown_table", "peek", invite="2" * len(invite))
        await visitor.close()


async def test_peeking_is_limited_like_every_request():
    with Server(loose=False, requests_burst=5, requests_per_second=1) as server:
        visitor = await Client.connect(server)
        codes = []
        while "too_many_requests" not in codes:
            assert len(codes) < 1000, codes
            codes += [reply["error"]["code"] for reply in
                      await asyncio.gather(*[visitor.post("peek", table="2222222222") for _ in range(7)])]
        await visitor.close()


@pytest.mark.verify
async def test_a_visitor_who_keeps_peeking_is_not_disconnected():
    with Server(hello_seconds=1) as server:
        await conclusive(only_the_silent_visitor_is_disconnected, server)


async def only_the_silent_visitor_is_disconnected(server):
    """Returns false if the test was held up for so long that it was silent itself."""
    async with HeldUp() as held_up:
        try:
            host, = await people(server, "Ann")
            visitor, silent = await Client.connect(server), await Client.connect(server)
            table = (await host.must("create", key=key(), game="whitehall"))["table"]["id"]
            while silent.closed is None:  # the server looks for silent clients every few seconds
                await visitor.must("peek", table=table)
                await asyncio.sleep(0.2)
            equal(silent.closed[0], 1008)
            await visitor.must("peek", table=table)
        except ConnectionError:
            if held_up.longest() < 0.5:
                raise
            return False
    await leave_all([host, visitor])
    return True


# ---- share ----


async def test_a_player_opens_a_private_game_to_everyone_with_its_link():
    refused = dict.fromkeys(["peek", "record", "deduce", "replay", "watch"], "unknown_table")
    with Server() as server:
        clients, table = await finished(server, private=True)
        stranger, visitor = await Client.connect(server, name="Sam"), await Client.connect(server)
        equal(await look(stranger, table), refused)
        assert "shared" not in (await clients[0].must("peek", table=table))["table"]
        await clients[1].must("share", table=table, open=True)
        shown = {**dict.fromkeys(refused, "ok"), "watch": "unknown_table"}  # its chat stays private
        for _ in range(2):
            equal(await look(stranger, table), shown)
            equal(await look(visitor, table), {**shown, "watch": "hello_first"})
            equal((await stranger.must("archive"))["games"], [], "others' archive")
            assert (await visitor.must("peek", table=table))["table"]["shared"] is True
            await leave_all([*clients, stranger, visitor])  # now nobody watches it, and it is read from the database
            equal(server.restart(), 0)
            clients = [await Client.connect(server, token=client.token) for client in clients]
            stranger, visitor = await Client.connect(server, name="Sam"), await Client.connect(server)
        invite = (await clients[0].watch(table))["table"]["invite"]
        friend, = await people(server, "Fay")
        await friend.watch(table, invite=invite)
        equal((await clients[0].must("peek", table=table))["table"]["spectators"],
              {"count": 1, "names": ["Fay"], "players": [friend.player]})
        for client in (stranger, visitor):
            equal((await client.must("peek", table=table))["table"]["spectators"],
                  {"count": 1, "names": [], "players": []}, "who else is at a private table")
        await friend.close()
        await clients[0].must("share", table=table, open=False)
        equal(await look(stranger, table), refused)
        await leave_all([*clients, stranger, visitor])
        server.stop()
        equal(server.check()[0], 0)


async def test_a_visitor_without_a_name_may_see_public_games_but_do_nothing_else():
    with Server() as server:
        clients, table = await finished(server)
        visitor = await Client.connect(server)
        equal(await look(visitor, table), {**dict.fromkeys(["peek", "record", "deduce", "replay"], "ok"),
                                           "watch": "hello_first"})
        for verb in ("share", "settings"):
            await visitor.refused("hello_first", verb, table=table, **({"open": True} if verb == "share" else {}))
        await leave_all([*clients, visitor])


# ---- settings ----


async def test_the_host_changes_settings_before_the_start():
    with Server() as server:
        host, guest, stranger, follower = await people(server, "Ann", "Bob", "Sam", "Fay")
        made = {"key": key(), "game": "whitechapel", "options": ["letters"], "aids": "off"}
        table = (await host.must("create", **made))["table"]["id"]
        await guest.must("join", table=table)
        for client in (host, guest, stranger):
            await client.watch(table)
        await follower.must("tables")
        wanted = {"options": ["rushing", "address"], "private": True, "aids": "full", "clock": 90, "level": "hard",
                  "pace": "quick", "spectator_aids": False}
        changed = (await host.must("settings", table=table, **wanted))["table"]
        equal({name: changed[name] if name != "options" else sorted(changed[name], reverse=True) for name in wanted},
              wanted)
        await guest.until(lambda: guest.pushed("table"), "the new settings")
        equal({**guest.pushed("table")[-1]["table"], "spectators": None}, {**changed, "spectators": None})
        await follower.until(lambda: {"on": "tables", "gone": table} in follower.pushes, "the table is gone")
        await stranger.until(lambda: stranger.pushed("table"), "the new settings")
        assert stranger.pushed("table")[-1]["table"]["private"] and "invite" not in stranger.pushed("table")[-1]["table"]
        before = len(stranger.pushes)
        changed = (await host.must("settings", table=table, clock=0))["table"]
        equal((changed["clock"], changed["aids"], changed["spectator_aids"], changed["private"]),
              (0, "full", False, True), "the others stay")
        await stranger.settle()
        equal(len(stranger.pushes), before, "a private table is not sent to strangers")
        await host.must("settings", table=table, private=False)
        await follower.until(lambda: follower.pushed("tables")[-1].get("table", {}).get("id") == table, "listed again")
        same = (await host.must("create", **made))["table"]
        equal((same["id"], same["aids"]), (table, "full"), "create, repeated after a change")
        await host.refused("key_reused", "create", **{**made, "aids": "full"})
        await host.refused("key_reused", "create", **{**made, "spectator_aids": False})
        await leave_all([host, guest, stranger, follower])
        equal(server.restart(), 0)
        host = await Client.connect(server, token=host.token)
        equal((await host.must("create", **made))["table"]["id"], table)
        await host.close()


# ---- spectators ----


async def test_everyone_sees_who_watches():
    with Server(spectators_seconds=1) as server:
        clients, table = await started(server, "whitehall", players=2)
        watchers = await people(server, *[f"Sam {number}" for number in range(10)])
        await watchers[0].must("tables")
        twin = await Client.connect(server, token=watchers[0].token)
        for watcher in (twin, *watchers):
            await watcher.watch(table)
        def people_shown(*watchers):
            return {"names": [one.name for one in watchers], "players": [one.player for one in watchers]}

        def shown(client, on="table"):
            pushes = [push["table"] for push in client.pushed(on) if "table" in push]
            return pushes[-1]["spectators"] if pushes else None
        for client in (clients[1], watchers[9]):
            await client.until(lambda c=client: shown(c) == {"count": 10, **people_shown(*watchers[:8])}, "ten spectators")
        await watchers[0].until(lambda: (shown(watchers[0], "tables") or {}).get("count") == 10, "ten in the lobby")
        assert len(clients[1].pushed("table")) < 10, "many arrivals, few messages"
        equal((await clients[0].must("peek", table=table))["table"]["spectators"]["count"], 10)
        await leave_all(watchers[1:9])
        left = [{"count": 2, **people_shown(*two)} for two in (watchers[::9], watchers[::-9])]
        await clients[1].until(lambda: shown(clients[1]) in left, "two spectators")
        await watchers[0].must("rename", name="Samuel")
        await clients[1].until(lambda: "Samuel" in shown(clients[1])["names"], "the new name")
        await watchers[9].must("unwatch", table=table)
        await watchers[0].must("unwatch", table=table)
        await twin.must("unwatch", table=table)
        await clients[1].until(lambda: shown(clients[1]) == {"count": 0, **people_shown()}, "nobody")
        await leave_all([*clients, watchers[0], watchers[9], twin])
