"""Stepping back while a game goes on: `replay` of a running table, as the public.

Every frame is validated against schema/wire/.
"""
import pytest
from gaslight_server import *

pytestmark = pytest.mark.usefixtures("frames_fit_the_schemas")


def told(client, table):
    """Returns [(events, view after them), ...] as pushed, without what was undone."""
    steps, events = [], []
    for push in client.pushes:
        if push.get("table") != table:
            continue
        if push["on"] == "event":
            events.append(push["event"])
        elif push["on"] == "turn":
            if events and events[0]["did"] == "undo":
                steps.pop()
                equal(steps[-1][1], push["view"], "the view after an undo")
            elif events:
                steps.append((events, push["view"]))
            else:
                steps = [([], push["view"])]
            events = []
    return steps


async def live(client, table, **keys):
    ok = await client.must("replay", table=table, **{"as": "public", **keys})
    equal([step["step"] for step in ok["steps"]],
          list(range(keys.get("from", 0), keys.get("from", 0) + len(ok["steps"]))))
    return ok


async def steps_back(game, options):
    with Server() as server:
        clients, table = await seated(server, game, options, players=3)
        onlooker, = await people(server, "Onlooker")
        await onlooker.watch(table, views=True)
        await clients[0].must("start", table=table)
        everyone = [*clients, onlooker]
        await in_step(everyone, table, 0)
        equal((await live(onlooker, table))["total"], 1, "before the first action")
        await play_on(clients, table, 1, peaceful)
        await clients[0].must("undo", table=table, key=key())
        await in_step(everyone, table, clients[0].seen[table])
        await play_on(clients, table, 20, peaceful)
        await in_step(everyone, table, clients[0].seen[table])
        expected = told(onlooker, table)
        ok = await live(onlooker, table)
        equal([(step["events"], step["view"]) for step in ok["steps"]], expected)
        equal(ok["total"], len(expected))
        for client in clients:  # players step back as the public, too
            equal(await live(client, table), ok)
        part = await live(onlooker, table, **{"from": 3, "count": 4})
        equal(part["steps"], ok["steps"][3:7])
        for who in ("jack", "police", "all", "yellow"):
            await onlooker.refused("wrong_state", "replay", table=table, **{"as": who})
        Client.checker, checker = None, Client.checker
        await onlooker.refused("bad_request", "replay", table=table, **{"as": "public", "from": -1})
        Client.checker = checker
        await onlooker.refused("aids_off", "replay", table=table, **{"as": "public", "deduce": True})
        await clients[0].must("resign", table=table, key=key())
        await onlooker.until(lambda: table in onlooker.over, "the end")
        after = await live(onlooker, table)
        equal(after["steps"][:-1], ok["steps"], "the same as while it was running")
        await leave_all(everyone)


async def test_a_running_game_can_be_replayed_as_the_public_saw_it():
    await steps_back("whitehall", ["murderer_at_large"])
    await steps_back("whitechapel", ["letters"])


async def test_deductions_in_a_running_replay_follow_the_tables_settings():
    with Server() as server:
        onlooker, = await people(server, "Onlooker")
        for aids, counted in (("sets", False), ("full", True)):
            clients, table = await started(server, "whitehall", players=2, aids=aids)
            await play_on(clients, table, 8, peaceful)
            ok = await live(onlooker, table, deduce=True)
            equal(["trails" in step["deduction"] for step in ok["steps"]][-1], counted, aids)
            equal(ok["steps"][-1]["deduction"]["now"],
                  (await onlooker.must("deduce", table=table))["deduction"]["now"])
            await clients[0].refused("wrong_audience", "replay", table=table, **{"as": "public", "deduce": True})
            await leave_all(clients)
        await onlooker.close()
