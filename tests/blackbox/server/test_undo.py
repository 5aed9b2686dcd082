"""Taking back actions: alone against bots, without limit; with people, what revealed nothing.

Every frame is validated against schema/wire/.
"""
import pytest
from gaslight_server import *

pytestmark = pytest.mark.usefixtures("frames_fit_the_schemas")
AT_ONCE = {"bot_pace": 0}  # bots act as soon as they have decided


async def alone(server, game, pawns, options=(), **create):
    """Starts a game of Ann, who watches with views, against one bot, and waits for her first turn."""
    ann, = await people(server, "Ann")
    table = (await ann.must("create", key=key(), game=game, options=list(options), **create))["table"]["id"]
    ann.pawns = pawns
    rest = [pawn for pawn in ["jack", *POLICE[game]] if pawn not in pawns]
    await ann.must("pawns", table=table, pawns=pawns)
    for some in [rest] if "jack" in pawns else [["jack"], rest[1:]]:
        if some:
            await ann.must("bot", table=table, pawns=some, level="easy")
    await ann.watch(table, views=True)
    await ann.must("start", table=table)
    await my_turn(ann, table)
    return ann, table


async def my_turn(ann, table):
    await ann.until(lambda: table in ann.over or "legal" in ann.turns[table], "a turn of ours")
    return ann.turns[table]


async def act_once(ann, table, chooser=peaceful):
    """Acts, and waits until it is Ann's turn again. Returns the turn in which she acted, and the action."""
    turn = await my_turn(ann, table)
    own = [pawn for pawn in turn["pawns"] if pawn in ann.pawns]
    action = chooser(turn["legal"], own)
    ok = await ann.must("act", table=table, key=key(), action=action)
    await ann.until(lambda: ann.turns[table]["seq"] >= ok["seq"], "the turn after it")
    await my_turn(ann, table)
    return turn, action


async def jack_has_acted(server, actions):
    """Starts games until Jack has acted so often without being caught. Returns Ann, the table and her turns."""
    while True:
        ann, table = await alone(server, "whitehall", ["jack"])
        turns = []
        while len(turns) < actions and table not in ann.over:
            turns.append((await act_once(ann, table))[0])
        if table not in ann.over:
            return ann, table, turns
        await ann.close()


async def undo(ann, table, **keys):
    ok = await ann.must("undo", table=table, key=keys.pop("key", None) or key(), **keys)
    await ann.until(lambda: ann.turns[table]["seq"] == ok["seq"], "the turn after the undo")
    return ann.turns[table]


def same_turn(one, other):
    """Returns whether two turns are the same but for their number and what may be taken back."""
    return [{name: value for name, value in turn.items() if name in ("phase", "round", "pawns", "legal", "view")}
            for turn in (one, other)]


async def undoes_everything(server, game, pawns, options):
    ann, table = await alone(server, game, pawns, options)
    assert not ann.turns[table].keys() & {"undo", "redo", "takeback"}, ann.turns[table]
    await ann.refused("cannot_undo", "undo", table=table, key=key())
    await ann.refused("cannot_redo", "redo", table=table, key=key())
    turns = []
    while len(turns) < 9 and table not in ann.over:
        turns.append((await act_once(ann, table))[0])
    if table in ann.over:
        await ann.refused("wrong_state", "undo", table=table, key=key())
        await ann.close()
        return False
    last = ann.turns[table]
    assert last["undo"] and "redo" not in last and "takeback" not in last, last
    for turn in reversed(turns):  # back to the first action ...
        now = await undo(ann, table)
        equal(*same_turn(now, turn))
        _, event = ann.events[table][-1]
        equal((event["did"], event["from"], event["view"]), ("undo", turn["seq"] + 1, turn["view"]))
        assert now["redo"] and "takeback" not in now
        equal("undo" in now, turn is not turns[0])
    equal(last_table(ann, table)["practice"], True)
    await ann.refused("cannot_undo", "undo", table=table, key=key())
    for turn in [*turns[1:], last]:  # ... and forward again
        ok = await ann.must("redo", table=table, key=key(), seq=ann.turns[table]["seq"])
        await ann.until(lambda: ann.turns[table]["seq"] >= ok["seq"], "the turn after the redo")
        equal(*same_turn(ann.turns[table], turn))
    await ann.refused("cannot_redo", "redo", table=table, key=key())
    await undo(ann, table)
    await undo(ann, table)
    await act_once(ann, table)
    if table in ann.over:
        await ann.refused("wrong_state", "redo", table=table, key=key())
    else:
        await ann.refused("cannot_redo", "redo", table=table, key=key())  # another game now
        assert "redo" not in ann.turns[table]
        resumed = await Client.connect(server, token=ann.token)
        missed = (await resumed.watch(table, since=0))["events"]
        equal([(one["seq"], one["event"]) for one in missed], ann.events[table], "what is resumed is what was sent")
        await resumed.close()
        await ann.must("resign", table=table, key=key())
        await ann.until(lambda: table in ann.over, "the end")
    record = (await ann.must("record", table=table))["record"]
    equal(record["practice"], True)
    steps = (await ann.must("replay", table=table, **{"as": "all"}))
    equal(steps["total"], len(record["actions"]) + 1)
    await ann.close()
    return True


def last_table(client, table):
    return client.tables[table]


@pytest.mark.parametrize("game, pawns, options", [
    ("whitehall", ["jack"], ["murderer_at_large"]), ("whitehall", ["yellow"], ["powers"]),
    ("whitechapel", ["yellow", "red", "blue", "green", "brown"], ["letters"]), ("whitechapel", ["jack"], ["rushing"])])
async def test_alone_against_bots_everything_can_be_undone_and_redone(game, pawns, options):
    with Server(**AT_ONCE) as server:
        await conclusive(undoes_everything, server, game, pawns, options)
        equal([line for line in server.log if " bot_" in line or " error " in line], [])
        equal(server.stop(), 0)
        status, said = server.check()
        equal(status, 0, said)


async def test_a_game_without_such_an_undo_is_not_practice():
    with Server(**AT_ONCE) as server:
        ann, table = await alone(server, "whitehall", ["jack"])
        await ann.must("act", table=table, key=key(), action=choose(ann.turns[table]["legal"], ["jack"]))
        await undo(ann, table)  # nothing was revealed, and nobody has acted since
        assert "practice" not in (await ann.watch(table))["table"]
        await ann.must("resign", table=table, key=key())
        await ann.until(lambda: table in ann.over, "the end")
        assert "practice" not in (await ann.must("record", table=table))["record"]
        await ann.close()


async def undoes_and_is_killed():
    with Server(**AT_ONCE) as server:
        ann, table, turns = await jack_has_acted(server, 3)
        turns.append(await my_turn(ann, table))
        acted, once = key(), key()
        action = peaceful(turns[-1]["legal"], ["jack"])
        ok = await ann.must("act", table=table, key=acted, action=action)
        await ann.until(lambda: ann.turns[table]["seq"] >= ok["seq"], "the turn after it")
        await my_turn(ann, table)
        if table in ann.over:
            return False
        before = await undo(ann, table, key=once)
        equal(*same_turn(before, turns[-1]))
        equal((await ann.must("undo", table=table, key=once))["seq"], before["seq"], "the same reply, nothing undone")
        again = key()
        redone = await ann.must("redo", table=table, key=again)
        equal(await ann.must("redo", table=table, key=again), redone)
        for do, used in (("redo", once), ("undo", again), ("resign", again), ("redo", acted)):
            await ann.refused("key_reused", do, table=table, key=used)
        await ann.refused("key_reused", "act", table=table, key=again, action=action)
        await ann.until(lambda: ann.turns[table]["seq"] >= redone["seq"], "the turn after the redo")
        now = await undo(ann, table)
        await ann.close()
        server.kill()
        server.start()
        ann = await Client.connect(server, token=ann.token)
        ann.pawns = ["jack"]
        ok = await ann.watch(table, views=True)
        equal((ok["seq"], ok["table"]["practice"]), (now["seq"], True))
        equal(*same_turn({**ok["turn"], "view": ok["view"]}, now))
        await ann.refused("cannot_redo", "redo", table=table, key=key())
        equal((await ann.must("undo", table=table, key=once))["seq"], before["seq"])
        equal(await ann.must("redo", table=table, key=again), redone)
        await ann.refused("key_reused", "redo", table=table, key=acted)
        await ann.refused("key_reused", "undo", table=table, key=again)
        equal(*same_turn(await undo(ann, table), turns[-2]))
        await act_once(ann, table)
        await ann.close()
        return True


async def test_an_undo_survives_a_kill_and_keys_can_be_repeated():
    await conclusive(undoes_and_is_killed)


async def undo_twice_each(clients, table, undone):
    """Plays, and lets all take back what they may, until each has done so twice. Returns false if the game ends."""
    while min(undone.values()) < 2:
        client, _, _ = await play_one(clients, table, peaceful) or (None, None, None)
        if client is None or table in client.over:
            return False
        if undone[client.name] == 2:
            assert "undo" not in client.turns[table], client.turns[table]
            await client.refused("cannot_undo", "undo", table=table, key=key())
        elif "undo" in client.turns[table]:
            ok = await client.must("undo", table=table, key=key())
            await in_step(clients, table, ok["seq"])
            undone[client.name] += 1
    return True


async def nobody_uses_up_others_undos():
    with Server(undos_per_table=2) as server:
        clients, table = await started(server, "whitehall", players=3)
        undone = {client.name: 0 for client in clients}
        if not await undo_twice_each(clients, table, undone):
            return False
        await leave_all(clients)
        server.restart()
        again = [await Client.connect(server, token=client.token) for client in clients]
        for client, before in zip(again, clients):
            client.pawns = before.pawns
            await client.watch(table)
        for _ in range(4):
            client, _, _ = await play_one(again, table, peaceful) or (None, None, None)
            if client is None or table in client.over:
                return False
            assert "undo" not in client.turns[table], client.turns[table]
            await client.refused("cannot_undo", "undo", table=table, key=key())
        await leave_all(again)
        return True


async def test_nobody_uses_up_the_undos_of_another_seat():
    """Jack alone could undo so often that no detective could undo a slip later."""
    await conclusive(nobody_uses_up_others_undos)


async def test_a_late_undo_takes_back_what_the_player_meant():
    """Bots may act meanwhile, but an action that the player did not know of is not undone."""
    with Server(**AT_ONCE) as server:
        ann, table, (first, turn, last) = await jack_has_acted(server, 3)
        await ann.refused("moved_on", "undo", table=table, key=key(), seq=first["seq"])
        await undo(ann, table, seq=last["seq"] + 1)  # the turn right after the action, before the bots'
        equal(*same_turn(await undo(ann, table, seq=ann.turns[table]["seq"]), turn))
        await ann.close()


async def test_practice_undos_are_limited():
    with Server(practice_undos=2, **AT_ONCE) as server:
        ann, table, _ = await jack_has_acted(server, 3)
        await undo(ann, table)
        assert "undo" not in await undo(ann, table)
        await ann.refused("cannot_undo", "undo", table=table, key=key())
        await ann.close()


async def test_with_another_person_only_what_revealed_nothing_can_be_undone():
    with Server(**AT_ONCE) as server:
        clients, table = await started(server, "whitehall", players=3)
        jack, ann, bob = clients
        onlooker, = await people(server, "Onlooker")
        await onlooker.watch(table)
        seen = set()
        for _ in range(30):
            client, _, _ = await play_one(clients, table, peaceful)
            for other in [*clients, onlooker]:
                turn = other.turns[table]
                may = turn.keys() & {"undo", "redo", "takeback"}
                assert "redo" not in may and len(may) <= (other is client), (other.name, turn)
                seen |= may
            before = client.turns[table]
            reply = await client.ask("undo", table=table, key=key())
            equal("ok" in reply, "undo" in before, str(before))
            if "ok" in reply:
                await in_step([*clients, onlooker], table, reply["ok"]["seq"])
                await client.refused("cannot_redo", "redo", table=table, key=key())
                await play_one(clients, table, peaceful)
        equal(seen, {"undo", "takeback"})
        assert "practice" not in (await jack.watch(table))["table"]
        await leave_all([*clients, onlooker])


async def test_with_a_second_person_at_the_table_there_is_no_practice():
    with Server(absent_minutes=0, **AT_ONCE) as server:
        ann, table = await alone(server, "whitehall", ["yellow"])
        await act_once(ann, table)
        bob, = await people(server, "Bob")
        await bob.watch(table)
        carl = await Client.connect(server, token=ann.token)
        await carl.close()
        assert ann.turns[table]["undo"]
        await bob.refused("not_seated", "undo", table=table, key=key())
        await bob.refused("not_seated", "redo", table=table, key=key())
        await leave_all([ann, bob])


# ---- With everyone's agreement -------------------------------------------------------------------


async def revealed(server, players=3, **create):
    """Plays until a person did something that can't simply be undone. Returns everyone, the table and that person."""
    clients, table = await started(server, "whitehall", players=players, **create)
    onlooker, = await people(server, "Onlooker")
    await onlooker.watch(table, views=True)
    while True:
        before = clients[1].seen[table]
        view = (await onlooker.must("watch", table=table))["view"]
        client, _, _ = await play_one(clients, table, peaceful)
        await in_step([*clients, onlooker], table, client.seen[table])
        if "takeback" in client.turns[table] and client is not clients[0]:
            return clients, onlooker, table, client, before, view


def last(client, table):
    return client.pushed("takeback", table)[-1]


async def until_takeback(clients, table, **keys):
    for client in clients:
        await client.until(lambda c=client: c.pushed("takeback", table) != [] and keys.items() <= last(c, table).items(),
                           f"a takeback with {keys}")


async def test_an_action_that_revealed_something_is_taken_back_if_everyone_agrees():
    with Server() as server:
        clients, onlooker, table, ann, before, view = await revealed(server)
        others = [client for client in clients if client is not ann]
        everyone = [*clients, onlooker]
        once = key()
        await ann.refused("cannot_undo", "undo", table=table, key=key())
        for client in others:
            await client.refused("cannot_undo", "takeback", table=table, key=key())
            await client.refused("no_takeback", "takeback", table=table, agree=True)
        await onlooker.refused("not_seated", "takeback", table=table, key=key())
        equal(await ann.must("takeback", table=table, key=once), {})
        equal(await ann.must("takeback", table=table, key=once), {}, "a repetition")
        waiting = [client.player for client in clients if client is not ann]
        asked = {"player": ann.player, "name": ann.name, "event": before + 1, "agreed": [], "waiting": waiting}
        await until_takeback(everyone, table, **asked)
        equal((await onlooker.watch(table, views=True))["takeback"], asked, "for those who join now")
        await others[0].refused("no_takeback", "takeback", table=table, agree=True, event=before + 2)
        equal(await ann.must("takeback", table=table, agree=True), {}, "nothing happens")
        for attempt in range(2):
            equal(await others[0].must("takeback", table=table, agree=True, event=before + 1), {})
        await until_takeback(everyone, table, agreed=waiting[:1], waiting=waiting[1:])
        assert all("ended" not in last(client, table) for client in everyone)
        ok = await others[1].must("takeback", table=table, agree=True)
        await in_step(everyone, table, ok["seq"])
        await until_takeback(everyone, table, ended=True, agreed=waiting, waiting=[])
        for client in everyone:
            _, event = client.events[table][-1]
            equal((event["did"], event["from"]), ("undo", before + 1))
        equal(onlooker.turns[table]["view"], view, "what the public saw before")
        equal(await ann.must("takeback", table=table, key=once), ok)
        assert "takeback" not in await onlooker.watch(table, views=True)
        assert "practice" not in (await ann.watch(table))["table"]
        await play_on(clients, table, 5, peaceful)
        await leave_all(everyone)


async def test_a_request_ends_when_somebody_refuses_withdraws_or_acts():
    with Server() as server:
        clients, onlooker, table, ann, before, _ = await revealed(server)
        others = [client for client in clients if client is not ann]
        everyone = [*clients, onlooker]
        await ann.must("takeback", table=table, key=key())
        await ann.must("takeback", table=table, agree=False)  # withdrawn
        await until_takeback(everyone, table, ended=True)
        assert "refused" not in last(onlooker, table)
        await others[0].refused("no_takeback", "takeback", table=table, agree=True)
        await ann.must("takeback", table=table, key=key())
        await others[0].must("takeback", table=table, agree=True)
        await others[1].must("takeback", table=table, agree=False)
        await until_takeback(everyone, table, ended=True, refused=others[1].player)
        await ann.refused("cannot_undo", "takeback", table=table, key=key())  # not again for the same action
        assert "takeback" not in (await ann.watch(table))["turn"]
        equal(ann.seen[table], onlooker.seen[table], "nothing was undone")
        client = None
        while client is None or "takeback" not in client.turns[table]:
            client, _, _ = await play_one(clients, table, peaceful)
        await client.must("takeback", table=table, key=key())
        equal(last(client, table).get("ended"), None)
        await play_one(clients, table, peaceful)
        await until_takeback(everyone, table, ended=True)
        await leave_all(everyone)


async def test_without_anyone_to_ask_it_is_practice():
    with Server(absent_minutes=0, **AT_ONCE) as server:
        ann, bob = await people(server, "Ann", "Bob")
        table = (await ann.must("create", key=key(), game="whitehall"))["table"]["id"]
        ann.pawns = ["yellow", "blue"]
        await ann.must("pawns", table=table, pawns=ann.pawns)
        await bob.must("join", table=table, pawns=["red"])
        await ann.must("bot", table=table, pawns=["jack"], level="easy")
        await ann.watch(table, views=True)
        await ann.must("start", table=table)
        await bob.close()
        await ann.until(lambda: not last_table(ann, table)["seats"][1]["connected"], "Bob is away")
        ann.pawns.append("red")
        await ann.must("seat", table=table, pawns=["red"], player=ann.player)
        while "takeback" not in ann.turns[table]:
            await act_once(ann, table)
        assert "practice" not in last_table(ann, table)
        await ann.must("takeback", table=table, key=key())
        await ann.until(lambda: last_table(ann, table).get("practice"), "practice")
        await ann.close()


async def test_bots_agree_and_their_actions_are_taken_back_too():
    with Server(**AT_ONCE) as server:
        clients = await people(server, "Ann", "Bob")
        ann, bob = clients
        table = (await ann.must("create", key=key(), game="whitehall"))["table"]["id"]
        ann.pawns, bob.pawns = ["yellow"], ["red"]
        await ann.must("pawns", table=table, pawns=["yellow"])
        await bob.must("join", table=table, pawns=["red"])
        for pawn in ("jack", "blue"):
            await ann.must("bot", table=table, pawns=[pawn], level="easy")
        for client in clients:
            await client.watch(table, views=True)
        await ann.must("start", table=table)
        asked = None
        while asked is None:
            for client in clients:
                await client.settle()
            waits = [asyncio.ensure_future(client.until(
                lambda c=client: "legal" in c.turns[table] or "takeback" in c.turns[table], "a turn"))
                for client in clients]
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            for wait in waits:
                wait.cancel()
            asked = next((client for client in clients if "takeback" in client.turns[table]
                          and client.events[table][-1][1].get("by") in ("jack", "blue")), None)
            client, pawns = actor(clients, table)
            if asked is None and client is not None:
                turn = client.turns[table]
                await client.ask("act", table=table, key=key(), action=peaceful(turn["legal"], pawns), seq=turn["seq"])
        other = ann if asked is bob else bob
        await asked.must("takeback", table=table, key=key())
        await until_takeback(clients, table, waiting=[other.player])
        ok = await other.must("takeback", table=table, agree=True)
        await until_takeback(clients, table, ended=True)
        _, event = next(one for one in asked.events[table] if one[0] == ok["seq"])
        equal((event["did"], event["by"]), ("undo", asked.pawns[0]))
        await leave_all(clients)
