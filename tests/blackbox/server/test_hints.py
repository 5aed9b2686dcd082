"""`hint`: who may ask, what it says, and that nobody else notices.

The unit test test_hint checks that reasons are true, test_secrets that those for the police are the same whatever Jack's
secrets are. Every frame is validated against schema/wire/.
"""
import pytest
from gaslight_server import *

pytestmark = pytest.mark.usefixtures("frames_fit_the_schemas")
AT_ONCE = {"bot_pace": 0}  # bots act as soon as they have decided


async def hint(client, table):
    return (await client.must("hint", table=table))["hint"]


async def solo(server, game, pawns, **create):
    """Ann plays these pawns; bots play the others."""
    ann = await Client.connect(server, name="Ann")
    table = (await ann.must("create", key=key(), game=game, private=True, **create))["table"]["id"]
    ann.pawns = pawns
    await ann.must("pawns", table=table, pawns=pawns)
    others = [pawn for pawn in ["jack", *POLICE[game]] if pawn not in pawns]
    await ann.must("bot", table=table, pawns=others, level="easy")
    await ann.watch(table)
    await ann.must("start", table=table)
    return ann, table


async def my_turn(client, table):
    await client.until(lambda: "legal" in client.turns.get(table, {}) or table in client.over, "a turn or the end")
    return table not in client.over


async def test_alone_against_bots_everyone_gets_hints_that_can_be_played():
    kinds = set()  # over all games: Jack may be arrested at once in one of them
    with Server(**AT_ONCE) as server:
        for game, pawns in (("whitehall", ["jack"]), ("whitehall", POLICE["whitehall"]), ("whitechapel", ["jack"]),
                            ("whitechapel", POLICE["whitechapel"])):
            ann, table = await solo(server, game, pawns)
            for _ in range(12):
                if not await my_turn(ann, table):
                    break
                assert ann.turns[table]["hint"] is True
                told = await hint(ann, table)
                equal(told, await hint(ann, table), "asked again")
                equal((told["seq"], told["level"]), (ann.turns[table]["seq"], "normal"))
                kinds.add(told["reason"]["kind"])
                ok = await ann.must("act", table=table, key=key(), action=told["action"])
                await ann.until(lambda: ann.seen.get(table, 0) >= ok["seq"] and
                                ann.turns[table]["seq"] >= ok["seq"], "the next turn")
            await leave_all([ann])
    assert len(kinds - {"bot"}) >= 3, kinds


async def test_the_bot_is_as_good_as_the_tables_but_never_worse_than_normal():
    with Server(**AT_ONCE) as server:
        for level, told in (("novice", "normal"), ("easy", "normal"), ("hard", "hard"), ("master", "master")):
            ann, table = await solo(server, "whitehall", ["jack"], level=level)
            await my_turn(ann, table)
            equal((await hint(ann, table))["level"], told)
            await leave_all([ann])


async def test_the_tables_deduction_help_decides_who_gets_hints():
    with Server() as server:
        refused = {"off": "Deduction help is off at this table.",
                   "sets": "This table's deduction help shows possible circles only, without counts or trails."}
        for aids in ("off", "sets", "full"):
            clients, table = await started(server, "whitehall", players=3, aids=aids)
            jack, ann, bob = clients
            onlooker, = await people(server, "Onlooker")
            await onlooker.watch(table)
            await onlooker.refused("not_seated", "hint", table=table)
            if aids == "full":
                await jack.refused("wrong_audience", "hint", table=table)
                await ann.refused("not_your_turn", "hint", table=table)
            while actor(clients, table)[0] is jack:
                assert "hint" not in jack.turns[table]
                await play_one(clients, table)
            client, pawns = actor(clients, table)
            other = bob if client is ann else ann
            equal(client.turns[table].get("hint"), True if aids == "full" else None)
            assert "hint" not in other.turns[table], "it is not their turn"
            if aids == "full":
                assert (await hint(client, table))["action"]["by"] in pawns
                await other.refused("not_your_turn", "hint", table=table)
            else:
                equal(await client.refused("aids_off", "hint", table=table), refused[aids])
            await jack.must("resign", table=table, key=key())
            for one in (jack, client):
                await one.refused("wrong_state", "hint", table=table)
            await leave_all([*clients, onlooker])


async def test_nobody_notices_that_a_player_asks():
    with Server() as server:
        clients, table = await started(server, "whitehall", players=3, aids="full")
        onlooker, = await people(server, "Onlooker")
        await onlooker.watch(table)
        while actor(clients, table)[0] is clients[0]:
            await play_one(clients, table)
        asking = actor(clients, table)[0]
        others = [one for one in [*clients, onlooker] if one is not asking]
        for one in others:
            await one.settle()
        before = [list(one.pushes) for one in others]
        for _ in range(5):
            await hint(asking, table)
        for one in others:
            await one.settle()
        equal([list(one.pushes) for one in others], before)
        await play_one(clients, table)  # the table isn't busy
        assert (await onlooker.must("peek", table=table))["table"].get("practice") is None
        await leave_all([*clients, onlooker])


async def test_a_private_table_gives_hints_to_nobody_else():
    with Server() as server:
        clients, table = await started(server, "whitehall", players=2, aids="full", private=True)
        stranger = await Client.connect(server, name="Stranger")
        await stranger.refused("unknown_table", "hint", table=table)
        await stranger.refused("unknown_table", "hint", table="2222222222")
        await leave_all([*clients, stranger])
