"""Plays one whole game on a real server and uses every verb, for servers under valgrind or with sanitizers."""
from gaslight_server import (DICE, OPTIONS, POLICE, Client, Server, actor, choose, equal, homing,
                             in_step, key, leave_all, play_on, play_one, started)

LONG_ENOUGH = 30  # actions; a shorter game shows too little
TRIES = 8


async def talk(clients, table):
    """Uses chat, marks, illegal requests and the small verbs."""
    jack, first = clients[:2]
    await jack.must("chat", table=table, key=key(), to="table", text="Catch me when you can")
    same = {"table": table, "key": key(), "to": "police", "text": "Not again"}
    equal(await first.must("chat", **same), await first.must("chat", **same), "said twice")
    await jack.refused("wrong_audience", "chat", table=table, key=key(), to="police", text="?")
    await first.must("marks", table=table, marks=[{"circle": 5, "mark": "suspect"}, {"route": [5, 6]}])
    await first.must("rename", name="Anna")
    await first.must("mine")
    await first.must("ping")
    await first.refused("unknown_verb", "waltz")
    await jack.refused("bad_type", "act", table=table, key=key(), action={"by": 1, "do": "move"})
    await first.refused("not_your_pawn", "act", table=table, key=key(), action={"by": "jack", "do": "pass"})


async def act_and_undo(clients, table):
    """Plays one action, repeats it with the same key, and undoes it if its kind allows that."""
    client, pawns = actor(clients, table)
    if client is None:
        return
    request = {"table": table, "key": key(), "action": choose(client.turns[table]["legal"], pawns)}
    ok = await client.must("act", **request)
    equal(await client.must("act", **request), ok, "the same key again")
    await in_step(clients, table, ok["seq"])
    reply = await client.ask("undo", table=table, key=key())
    if "ok" in reply:
        await in_step(clients, table, reply["ok"]["seq"])


async def come_back(server, clients, table):
    """Reconnects the second player, and connects a spectator who watches from the beginning. Returns the spectator."""
    gone = clients[1]
    await gone.close()
    back = await Client.connect(server, token=gone.token)
    back.pawns, back.events, back.seen = gone.pawns, gone.events, gone.seen
    await back.watch(table, since=gone.seen[table])
    clients[1] = back
    spectator = await Client.connect(server, name="Onlooker")
    await spectator.must("tables")
    await spectator.watch(table, since=0)
    await spectator.must("chat", table=table, key=key(), to="gallery", text="Exciting")
    return spectator


async def afterwards(clients, spectator, table):
    games = (await spectator.must("archive"))["games"]
    assert table in [game["table"] for game in games], games
    await spectator.must("record", table=table)
    for viewer in ["jack", "police", "public", "all", "yellow"]:
        replay = await spectator.must("replay", table=table, count=200, **{"as": viewer})
        assert replay["total"] > LONG_ENOUGH, replay["total"]
    await clients[0].must("deduce", table=table)
    await spectator.must("replay", table=table, count=200, deduce=True, **{"as": "public"})
    rematch = (await clients[1].must("rematch", table=table))["table"]
    await clients[0].must("settings", table=rematch["id"], clock=300, private=True)
    await clients[0].must("peek", table=rematch["id"])
    await clients[1].must("share", table=table, open=True)
    await clients[0].must("leave", table=rematch["id"])
    await spectator.must("unwatch", table=table)


async def against_bots(server, game, options):
    """Plays a little with bots, and leaves while they think."""
    ann = await Client.connect(server, name="Ann")
    table = (await ann.must("create", key=key(), game=game, options=options, aids="full", pace="quick",
                            clock=600))["table"]["id"]
    await ann.must("pawns", table=table, pawns=["yellow"])
    for pawn in ["jack", *[colour for colour in POLICE[game] if colour != "yellow"]]:
        await ann.must("bot", table=table, pawns=[pawn], level="hard")
    await ann.watch(table)
    await ann.must("start", table=table)
    await ann.until(lambda: ann.seen[table] > 0, "the bots play")
    await ann.must("deduce", table=table)
    await ann.refused("not_absent", "bot", table=table, pawns=["yellow"], level="easy")
    await ann.close()


async def play_whole(server, game, options):
    """Plays one game to its end. Returns the number of actions; if it is too low, the caller tries again."""
    clients, table = await started(server, game, options, players=3)
    await talk(clients, table)
    done = len(await play_on(clients, table, 2))
    sheet = (await clients[0].watch(table))["view"]
    home = [sheet["hideout"]] if "hideout" in sheet else sheet.get("discoveries", [])
    jack_goes_home = homing(game, home)
    spectator = await come_back(server, clients, table)
    everybody = [*clients, spectator]
    while table not in clients[0].over:
        await act_and_undo(everybody, table)
        one = await play_one(everybody, table, jack_goes_home)
        done += one is not None
        if one is None:
            await clients[0].until(lambda: table in clients[0].over, "the end")
    if done > LONG_ENOUGH:
        await afterwards(clients, spectator, table)
        await against_bots(server, game, options)
    await leave_all(everybody)
    return done


async def play_long_enough(server, game):
    for _ in range(TRIES):
        options = [option for option in OPTIONS[game] if DICE.random() < 0.5]
        if await play_whole(server, game, options) > LONG_ENOUGH:
            return
    raise AssertionError(f"{TRIES} games of {game}, none longer than {LONG_ENOUGH} actions")
