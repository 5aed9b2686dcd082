"""`deduce`, and replays with deductions: who may ask, what they get, and that it uses public information only.

The unit test test_belief checks that deductions are right. Here they are compared with each other: live, afterwards, in
replays and by POST /replay, and with the truth once it is known. Every frame is validated against schema/wire/.
"""
import http.client
import re

import pytest
from gaslight_server import *
from wire_schemas import conforms

pytestmark = pytest.mark.usefixtures("frames_fit_the_schemas")
LONG_ENOUGH = 50  # actions; a shorter game shows too little
MOST = 100  # then Jack resigns
EVERY = 3  # every third step is asked about in all ways
TRIES = 10
SETS = ["seq", "round", "hunting", "now", "visited", "cells"]


async def deduce(client, table, **keys):
    return (await client.must("deduce", table=table, **keys))["deduction"]


def raw_reply(client):
    """Returns the bytes of the last reply without its id."""
    text = next(text for text in reversed(client.received) if text.startswith('{"re":'))
    return re.sub(r'^\{"re":\d+,', "", text)


# ---- Who may ask ---------------------------------------------------------------------------------


async def test_who_may_deduce_and_where():
    with Server() as server:
        clients, table = await seated(server, "whitehall", players=2, aids="full")
        jack, police = clients
        onlooker, = await people(server, "Onlooker")
        await police.refused("wrong_state", "deduce", table=table)
        await jack.must("start", table=table)
        await jack.refused("wrong_audience", "deduce", table=table)
        await police.must("deduce", table=table)
        await onlooker.must("deduce", table=table)
        await onlooker.refused("unknown_table", "deduce", table="2222222222")
        await onlooker.refused("wrong_state", "deduce", table=table, at=0)
        Client.checker = None
        for circle in (0, -1, 190, 1 << 40):
            await police.refused("illegal_target", "deduce", table=table, circle=circle)
        for crossing in (0, -1, 1 << 40):
            await police.refused("illegal_target", "deduce", table=table, crossing=crossing)
        for wrong in ({}, {"table": 7}, {"table": table, "at": "1"}, {"table": table, "circle": 1.5},
                      {"table": table, "as": "police"}):
            await police.refused("bad_request", "deduce", **wrong)
        pytestmark = pytest.mark.usefixtures("frames_fit_the_schemas")
        await jack.must("resign", table=table, key=key())
        for client in (jack, police, onlooker):
            await client.must("deduce", table=table)
        Client.checker = None
        for at in (-1, 3, 1 << 40):
            await jack.refused("bad_request", "deduce", table=table, at=at)
        pytestmark = pytest.mark.usefixtures("frames_fit_the_schemas")
        await leave_all([*clients, onlooker])


async def test_the_tables_deduction_help_decides_what_is_sent():
    with Server() as server:
        for aids in ("off", "sets", "full"):
            (jack, police), table = await started(server, "whitehall", players=2, aids=aids)
            if aids == "off":
                await police.refused("aids_off", "deduce", table=table)
            else:
                got = await deduce(police, table)
                equal(list(got), [*SETS, "discoveries"] + (
                    ["trails", "trails_now", "trails_visited", "trails_discoveries", "searches"]
                    if aids == "full" else []))
                equal((got["hunting"], got["now"], got["visited"], got["cells"]), (False, [], [], []))
            if aids != "full":
                await police.refused("aids_off", "deduce", table=table, circle=5)
                await police.refused("aids_off", "deduce", table=table, crossing=5)
            await jack.must("resign", table=table, key=key())
            assert "searches" in await deduce(jack, table), "of a finished game everything is told"
            await leave_all([jack, police])


async def test_a_host_can_keep_deduction_help_from_spectators():
    with Server() as server:
        (jack, police), table = await seated(server, "whitehall", players=2, aids="full", spectator_aids=False)
        onlooker, = await people(server, "Onlooker")
        visitor = await Client.connect(server)
        assert (await onlooker.must("peek", table=table))["table"]["spectator_aids"] is False
        await jack.must("start", table=table)
        for _ in range(2):  # also after a restart
            for client in (onlooker, visitor):
                sentence = await client.refused("aids_off", "deduce", table=table)
                equal(sentence, "Spectators can't use deduction help at this table.")
                await client.refused("aids_off", "replay", table=table, **{"as": "public", "deduce": True})
                await client.must("replay", table=table, **{"as": "public"})
            await police.must("deduce", table=table)
            await leave_all([jack, police, onlooker, visitor])
            server.restart()
            jack, police, onlooker = [await Client.connect(server, token=client.token)
                                      for client in (jack, police, onlooker)]
            visitor = await Client.connect(server)
        await jack.must("resign", table=table, key=key())
        for client in (jack, police, onlooker, visitor):
            await client.must("deduce", table=table)
        again = (await jack.must("rematch", table=table))["table"]
        assert again["spectator_aids"] is False, "a rematch keeps it"
        assert (await jack.must("settings", table=again["id"], spectator_aids=True))["table"]["spectator_aids"]
        await leave_all([jack, police, onlooker, visitor])


async def test_a_private_table_answers_only_the_invited():
    with Server() as server:
        (jack, police), table = await seated(server, "whitehall", players=2, aids="sets", private=True)
        invite = (await jack.must("start", table=table))["table"]["invite"]
        onlooker, = await people(server, "Onlooker")
        await onlooker.refused("unknown_table", "deduce", table=table)
        await onlooker.refused("unknown_table", "deduce", table=table, invite="222222222222")
        equal(await deduce(onlooker, table, invite=invite), await deduce(police, table))
        await leave_all([jack, police, onlooker])


# ---- Whole games ---------------------------------------------------------------------------------


class Told:
    """One deduction, and Jack's sheet at that time."""

    def __init__(self, text, jack):
        self.text, self.jack = text, jack


async def play_and_deduce(server, game, options):
    """Plays a long enough game; after every action a detective and an onlooker get the same bytes as deduction."""
    for _ in range(TRIES):
        clients, table = await started(server, game, options, players=2, aids="full")
        jack, police = clients
        onlooker, = await people(server, "Onlooker")
        told = []
        while True:
            await deduce(police, table)
            text = raw_reply(police)
            if len(told) % EVERY == 0:
                await deduce(onlooker, table)
                equal(raw_reply(onlooker), text, "a detective's and an onlooker's")
            told.append(Told(text, (await jack.watch(table))["view"]))
            if len(told) == MOST:
                ok = await jack.must("resign", table=table, key=key())
                await in_step(clients, table, ok["seq"])
                break
            if await play_one(clients, table, chooser_of(game, told[-1].jack)) is None or table in jack.over:
                break
        if len(told) > LONG_ENOUGH:
            return clients, onlooker, table, told
        await leave_all([*clients, onlooker])
    raise AssertionError("no game was long enough")


def chooser_of(game, view):
    """Returns a chooser for a Jack who walks home, or to a discovery, so that there is more than one night."""
    targets = [view["hideout"]] if view.get("hideout") else view.get("discoveries") or []
    return homing(game, [one for one in targets if isinstance(one, int)])


def truth_is_in(deduction, view):
    """Checks that where Jack is and has been is among the possible circles."""
    rows = view.get("rows") or []
    if not deduction["hunting"] or not rows:
        return 0
    row = [cell["circle"] for cell in rows[-1]]
    assert row[-1] in deduction["now"], (row, deduction["now"])
    assert set(row) <= set(deduction["visited"]), (row, deduction["visited"])
    labels = {cell: circles for cell, circles in deduction["cells"]}
    for cell in rows[-1]:
        assert cell["circle"] in labels[cell["cell"]], (cell, labels)
    return 1


def counts_agree(deduction):
    """Checks the sums: every trail ends somewhere, and answers each search with yes or no."""
    if deduction["hunting"]:
        equal(sum(map(int, deduction["trails_now"])), int(deduction["trails"]))
    for lists in ("now", "visited", "hideouts", "discoveries"):
        if lists in deduction:
            equal(len(deduction["trails_" + lists]), len(deduction[lists]), lists)
    for search in deduction["searches"]:
        equal(int(search["yes"]["trails"]) + int(search["no"]["trails"]), int(deduction["trails"]), search)
    return len(deduction["searches"])


async def post(server, record, query):
    """Sends POST /replay from another thread. Returns status and body."""
    def ask():
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        connection.request("POST", "/replay" + query, record)
        answer = connection.getresponse()
        return answer.status, answer.read()
    return await asyncio.to_thread(ask)


async def post_replay(server, record, query):
    status, body = await post(server, record, query)
    equal(status, 200, body[:200])
    return json.loads(body)


async def check_game(game, options):
    with Server(replays_per_minute=1000) as server:
        clients, onlooker, table, told = await play_and_deduce(server, game, options)
        hunted = searched = 0
        for n, one in enumerate(told):
            deduction = json.loads("{" + one.text)["ok"]["deduction"]
            hunted += truth_is_in(deduction, one.jack)
            searched += counts_agree(deduction)
            if n % EVERY == 0:
                await deduce(onlooker, table, at=n)
                equal(raw_reply(onlooker), one.text, f"at {n}: afterwards and then")
        assert hunted > 10 and searched > 10, (hunted, searched)
        await check_ways(onlooker, table, told)
        await check_crossings(onlooker, table, told)
        await check_replays(server, onlooker, table, told)
        await leave_all([*clients, onlooker])
        equal(server.stop(), 0)


async def check_crossings(client, table, told):
    """Checks searches from a crossing: from a policeman's they are the same as his, and others have them as well."""
    compared = 0
    for n in range(0, len(told), 5 * EVERY):
        whole = json.loads("{" + told[n].text)["ok"]["deduction"]
        for pawn, crossing in told[n].jack["police"].items():
            own = [{**one, "by": []} for one in whole["searches"] if pawn in one["by"]]
            equal((await deduce(client, table, at=n, crossing=crossing))["searches"], own, (n, pawn))
            compared += len(own)
    assert compared > 3, compared


async def check_ways(client, table, told):
    """Checks trails to a circle: they end there, visit only possible circles, and there are at most 20."""
    most = 0
    for n in range(0, len(told) - 1, 7):
        deduction = json.loads("{" + told[n].text)["ok"]["deduction"]
        for circle, trails in list(zip(deduction["now"], deduction["trails_now"]))[:4]:
            ways = (await deduce(client, table, at=n, circle=circle))["ways"]
            equal(len(ways), min(20, int(trails)), f"ways to {circle} at {n}")
            equal(ways, sorted(ways))
            equal(len(set(map(tuple, ways))), len(ways), "each once")
            for way in ways:
                equal((way[-1], len(way)), (circle, len(deduction["cells"])))
                assert all(one in circles for one, (_, circles) in zip(way, deduction["cells"])), (way, deduction)
            most = max(most, len(ways))
        for elsewhere in [one for one in range(1, 150) if one not in deduction["now"]][:1]:
            equal((await deduce(client, table, at=n, circle=elsewhere))["ways"], [])
    assert most > 1, most


async def check_replays(server, client, table, told):
    """Checks that the deduction of every step is the same however it is requested."""
    steps = []
    while True:
        ok = await client.must("replay", **{"table": table, "as": "police", "from": len(steps), "deduce": True})
        steps += ok["steps"]
        if len(steps) == ok["total"]:
            break
    for step, one in zip(steps, told):
        live = json.loads("{" + one.text)["ok"]["deduction"]
        del live["searches"], live["trails_visited"]
        equal(step["deduction"], live, f"step {step['step']}")
    plain = await client.must("replay", **{"table": table, "as": "police", "count": 3})
    assert all("deduction" not in step for step in plain["steps"])
    equal([{**step, "deduction": None} for step in plain["steps"]],
          [{**step, "deduction": None} for step in steps[:3]], "nothing else has changed")
    record = json.dumps((await client.must("record", table=table))["record"])
    answer = await post_replay(server, record, "?as=police&deduce=yes")
    conforms("http_replay", answer)
    equal(answer["steps"], steps, "POST /replay")
    answer = await post_replay(server, record, "?as=police")
    assert all("deduction" not in step for step in answer["steps"])


async def test_whitechapel_deductions_are_the_same_live_afterwards_and_in_replays():
    await check_game("whitechapel", ["letters", "false_clues", "rushing"])


async def test_whitehall_deductions_are_the_same_live_afterwards_and_in_replays():
    await check_game("whitehall", ["murderer_at_large", "powers"])


async def test_an_undone_action_does_not_affect_deductions():
    with Server() as server:
        clients, table = await started(server, "whitehall", players=2, aids="full")
        jack, police = clients
        checked = 0
        while checked < 3 and table not in jack.over:
            before = await deduce(police, table)
            client, *_ = await play_one(clients, table)
            reply = await client.ask("undo", table=table, key=key())
            if "ok" in reply:
                await in_step(clients, table, reply["ok"]["seq"])
                after = await deduce(police, table)
                equal({**after, "seq": before["seq"]}, before)
                equal(after["seq"], reply["ok"]["seq"])
                checked += before["hunting"]
                await play_one(clients, table)
        assert checked == 3 or table in jack.over
        await leave_all(clients)


# ---- Only public information ---------------------------------------------------------------------


async def walk_secretly(server, discoveries, start, pick, moves):
    """Plays Whitehall with a Jack who avoids the police. Returns what an onlooker received and deduced, as bytes."""
    clients, table = await started(server, "whitehall", players=2, aids="full")
    jack, police = clients
    onlooker, = await people(server, "Onlooker")
    await onlooker.watch(table)
    heard = []

    async def do(client, action):
        ok = await client.must("act", table=table, key=key(), action=action)
        await in_step([*clients, onlooker], table, ok["seq"])
        await deduce(onlooker, table)
        heard.append(raw_reply(onlooker))
    await do(jack, act("jack", "discoveries", circles=discoveries))
    done = 0
    while done < moves:
        client, pawns = actor(clients, table)
        legal = client.turns[table]["legal"]
        if "start" in legal:
            await do(jack, act("jack", "start", circle=start))
        elif "deploy" in legal:
            await do(police, act(pawns[0], "deploy", crossing=min(legal["deploy"])))
        elif "move" in legal:
            done += 1
            await do(jack, act("jack", "move", to=pick(one for one in legal["move"] if one not in discoveries)))
        elif "walk" in legal:
            await do(police, act(pawns[0], "walk", to=max(legal["walk"][pawns[0]])))
        else:
            await do(police, act(pawns[0], "pass"))
    heard += [text.replace(table, "TABLE") for text in onlooker.received if text.startswith('{"on":"event"')]
    await leave_all([*clients, onlooker])
    return heard, legal


async def test_games_that_differ_only_in_secrets_give_the_same_deductions_byte_for_byte():
    with Server() as server:
        (jack, police), table = await started(server, "whitehall", players=2, aids="full")
        parts = jack.turns[table]["legal"]["discoveries"]
        await leave_all([jack, police])
        one, other = [part[0] for part in parts], [part[0] for part in parts[:1]] + [part[-1] for part in parts[1:]]
        left, _ = await walk_secretly(server, one, one[0], min, 5)
        right, _ = await walk_secretly(server, other, one[0], max, 5)
        assert len(left) > 20 and any('"hunting":true' in text for text in left)
        equal(left, right, "what an onlooker hears and deduces")


# ---- Cost ----------------------------------------------------------------------------------------


async def bots_sit(host, level):
    """Creates a table where bots of this level play Whitehall and the host watches. Returns its id."""
    table = (await host.must("create", key=key(), game="whitehall"))["table"]["id"]
    for pawns in (["jack"], POLICE["whitehall"]):
        await host.must("bot", table=table, pawns=pawns, level=level)
    await host.watch(table)
    return table


async def bots_begin(host, level):
    """Like bots_sit(), but also starts the game."""
    table = await bots_sit(host, level)
    await host.must("start", table=table)
    return table


async def test_what_takes_too_long_is_left_out_or_refused():
    with Server(deduce_milliseconds=0, bot_pace=0) as server:
        host, = await people(server, "Ann")
        hunted = 0
        while hunted <= 10:  # games may be short
            table = await bots_begin(host, "novice")
            await host.until(lambda: table in host.over, "the end")
            total = (await host.must("replay", table=table, count=1, **{"as": "all"}))["total"]
            for at in range(0, total, EVERY):
                deduction = await deduce(host, table, at=at)
                hunted += deduction["hunting"]
                equal(deduction["searches"], [], "no time for them")
        text = await host.refused("bad_request", "replay", table=table, **{"as": "all", "deduce": True})
        record = json.dumps((await host.must("record", table=table))["record"])
        status, body = await post(server, record, "?deduce=yes")
        equal((status, json.loads(body)), (400, {"error": {"code": "bad_request", "text": text}}))
        equal(len((await post_replay(server, record, "?as=all"))["steps"]), total)
        await host.close()


async def test_bots_continue_however_many_deductions_are_requested():
    with Server(bot_pace=0) as server:
        host, = await people(server, "Ann")
        finished = await bots_begin(host, "novice")
        await host.until(lambda: finished in host.over, "the end")
        await conclusive(bots_do_not_wait_for_deductions, server, host, finished)
        await host.close()


async def bots_do_not_wait_for_deductions(server, host, finished):
    """The clients that ask also watch the bots, so the order of replies and events is the server's, however late they
    are read. Returns false if most replies came before the bots began."""
    total = (await host.must("replay", table=finished, count=1, **{"as": "all"}))["total"]
    table = await bots_sit(host, "novice")
    askers = await people(server, *["Asker"] * 40)
    for client in askers:
        await client.watch(table)
    asked = [client.post("deduce", table=finished, at=total * n // 6) for client in askers for n in range(1, 6)]
    await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
    await host.must("start", table=table)
    assert all("ok" in reply for reply in await asyncio.gather(*asked))
    answers, heard = 0, 0  # replies after the bots began; bot events before the last reply
    for client in askers:
        await client.until(lambda c=client: table in c.over or c.seen[table] > 20, "what bots do")
        kinds = ["answer" if '"deduction":' in text else text[:13] for text in client.received]
        begun, last = kinds.index('{"on":"turn",'), max(i for i, kind in enumerate(kinds) if kind == "answer")
        answers += kinds[begun:].count("answer")
        heard = max(heard, kinds[:last].count('{"on":"event"'))
    await leave_all(askers)
    if answers < len(asked) / 2:
        return False
    assert heard > 10, f"the bots waited for all of them: {heard} of their actions among {answers} answers"
    return True
