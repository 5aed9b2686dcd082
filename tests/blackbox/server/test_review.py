"""review: a finished game in hindsight, for those who may see its replay, and for nobody before the end."""
import asyncio
import http.client
import json
import os
import subprocess

import pytest
from gaslight_server import *
from wire_schemas import conforms

pytestmark = pytest.mark.usefixtures("frames_fit_the_schemas")

RECORD = os.path.join(ROOT, "tests", "records", "whitehall-plain.json")


async def play(clients, table, actions):
    """Plays up to so many actions."""
    for _ in range(actions):
        if table in clients[0].over:
            return
        await play_one(clients, table)


async def finish(clients, table):
    await clients[0].must("resign", table=table, key=key())
    for client in clients:
        await client.until(lambda c=client: table in c.over, "the end")


def printed_review(record):
    """Returns what `gaslight record review --json` prints."""
    done = subprocess.run([GASLIGHT, "record", "review", "-", "--json"], input=json.dumps(record).encode(),
                          capture_output=True, timeout=PATIENCE, check=True)
    return json.loads(done.stdout)


async def post(server, record, query):
    """Sends POST /replay from another thread. Returns status and body."""
    def ask():
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        connection.request("POST", "/replay" + query, json.dumps(record))
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())
    return await asyncio.to_thread(ask)


@pytest.mark.parametrize("game", ["whitechapel", "whitehall"])
async def test_a_review_has_the_numbers_of_the_replays_deductions(game):
    with Server() as server:
        clients, table = await started(server, game, players=2)
        await play(clients, table, 60)
        if table not in clients[0].over:
            await finish(clients, table)
        onlooker, = await people(server, "Olga")
        review = (await onlooker.must("review", table=table))["review"]
        replay = await onlooker.must("replay", table=table, count=200, deduce=True, **{"as": "all"})
        equal(review["total"], replay["total"])
        targets = "hideouts" if game == "whitechapel" else "discoveries"
        hunted = 0
        for step, circles, trails, number in zip(replay["steps"], review["circles"], review["trails"], review[targets]):
            deduction = step["deduction"]
            expected = (len(deduction["now"]), deduction["trails"] if deduction["hunting"] else "0", len(deduction[targets]))
            equal((circles, trails, number), expected, step["step"])
            hunted += deduction["hunting"]
        assert hunted > 5, hunted
        record = (await onlooker.must("record", table=table))["record"]
        equal(review, printed_review(record))
        equal(await post(server, record, "?review=yes"), (200, {"review": review}))
        await leave_all([*clients, onlooker])
        equal(server.stop(), 0)


async def test_nobody_gets_a_review_before_the_end():
    """Two games that differ in what is secret: everyone gets the same refusal in both."""
    refusals = []
    for pick in (0, -1):
        with Server() as server:
            clients, table = await started(server, "whitehall", players=2)
            onlooker, = await people(server, "Olga")
            visitor = await Client.connect(server)
            quadrants = clients[0].turns[table]["legal"]["discoveries"]
            circles = [quadrant[pick] for quadrant in quadrants]
            await clients[0].must("act", table=table, key=key(),
                                  action={"by": "jack", "do": "discoveries", "circles": circles})
            for client in (*clients, onlooker, visitor):
                refusals.append(await client.refused("wrong_state", "review", table=table))
            await leave_all([*clients, onlooker, visitor])
    equal(len(set(map(json.dumps, refusals))), 1)


async def test_a_private_game_is_reviewed_only_for_those_who_may_replay_it():
    with Server() as server:
        clients, table = await started(server, "whitehall", players=2, private=True)
        invite = (await clients[0].watch(table))["table"]["invite"]
        stranger, = await people(server, "Sam")
        await stranger.refused("unknown_table", "review", table=table)
        await finish(clients, table)
        refusal = await stranger.refused("unknown_table", "review", table=table)
        equal(await stranger.refused("unknown_table", "review", table="2222222222"), refusal)
        await stranger.must("review", table=table, invite=invite)
        await clients[1].must("review", table=table)
        await clients[0].must("share", table=table, open=True)
        await stranger.must("review", table=table)
        await leave_all([*clients, stranger])


async def test_a_review_costs_as_much_as_a_replay():
    async def asked(server, verb, **keys):
        """Returns how many requests are answered before the first is refused."""
        client, = await people(server, "Carl")
        count = 0
        while (await client.ask(verb, table="2222222222", **keys))["error"]["code"] != "too_many_requests":
            count += 1
        await client.close()
        return count
    with Server(loose=False, requests_burst=30, requests_per_second=1) as server:
        replays = await asked(server, "replay", **{"as": "public"})
        reviews = await asked(server, "review")
        assert abs(replays - reviews) <= 2 and reviews <= 12, (replays, reviews)


async def test_a_review_that_takes_too_long_is_refused():
    with Server(deduce_milliseconds=0) as server:
        clients, table = await started(server, "whitehall", players=2)
        await finish(clients, table)
        equal(await clients[0].refused("bad_request", "review", table=table), "The review of this game takes too long.")
        await leave_all(clients)


async def test_a_record_file_can_be_reviewed():
    with open(RECORD, encoding="utf-8") as file:
        record = json.load(file)
    with Server() as server:
        status, answer = await post(server, record, "?review=yes&as=jack")
        equal(status, 200)
        conforms("review", answer["review"])
        del record["result"]
        record["actions"].pop()
        status, answer = await post(server, record, "?review=yes")
        equal((status, answer["error"]["code"]), (400, "wrong_state"))
