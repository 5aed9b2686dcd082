"""Three nodes that share a PostgreSQL, and what happens when one of them, PostgreSQL or the network between them fails.

support/cluster.py starts the programs, in network namespaces where that is allowed. Times that a busy machine might
exceed are measured again (`conclusive`).
"""
import asyncio
import contextlib
import re
import time

import pytest
from cluster import Cluster
from cluster_world import ClusterWorld, ResumingPerson
from gaslight_server import (DICE, GASLIGHT, PATIENCE, POLICE, SEED, Refused, choose, conclusive, equal, key, play_on,
                             wait_for)
from screen_play import command, shows
from terminal import Terminal
from world import Request

pytestmark = pytest.mark.xdist_group("cluster")

DEPOSED = 75  # exit status
TRIES = 8  # of measurements


# ---- People at several nodes -------------------------------------------------------------------------


async def seated_at(cluster, places, game="whitehall", **create):
    """Starts a game of people who are connected to these nodes; the first is Jack, and creates the table. Returns them
    and the table's id."""
    people = []
    for place, name in zip(places, ["Jack", "Ann", "Bob"]):
        others = [other for other in places[1:] if other != place]  # nobody tries a lost owner in vain
        people.append(await ResumingPerson.arrive([cluster.nodes[one] for one in [place, *others]], name))
    colours = POLICE[game]
    shares = {1: [["jack", *colours]], 2: [["jack"], colours], 3: [["jack"], colours[:2], colours[2:]]}[len(people)]
    table = (await people[0].client.must("create", key=key(), game=game, **create))["table"]
    await people[0].client.must("pawns", table=table["id"], pawns=shares[0])
    for person, pawns in zip(people, shares):
        person.pawns = pawns
        if person is not people[0]:
            await person.client.must("join", table=table["id"], invite=table["invite"], pawns=pawns)
        await person.watch(table["id"])
    await people[0].client.must("start", table=table["id"])
    return people, table["id"]


def whose_turn(people, table):
    for person in people:
        turn = person.client.turns.get(table, {})
        own = [pawn for pawn in turn.get("pawns", []) if pawn in person.pawns]
        if turn.get("legal") and own:
            return person, choose(turn["legal"], own)
    return None, None


async def act_once(people, table):
    """Plays an action of whoever's turn it is, and repeats it until it is acknowledged. Returns the request."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        person, action = whose_turn(people, table)
        if person is None:
            await asyncio.sleep(0.01)
            continue
        request = Request("act", table, action=action)
        await person.post(request)
        if "ok" in request.reply:
            return request
    raise AssertionError("nobody can act")


async def part(people):
    for person in people:
        await person.leave()


def rows_with(cluster, once):
    """Returns how many actions and messages with this key are stored."""
    return sum(int(cluster.sql(f"SELECT count(*) FROM {table} WHERE key = '{once}'")[0][0])
               for table in ("actions", "chat"))


def numbers(cluster):
    return cluster.sql("SELECT node, name FROM nodes ORDER BY node")


# ---- Playing across nodes ----------------------------------------------------------------------------


@pytest.mark.usefixtures("frames_fit_the_schemas")
async def test_a_whole_game_is_played_by_people_at_three_nodes():
    with Cluster() as cluster:
        people, table = await seated_at(cluster, "abc")
        clients = [person.client for person in people]
        for client, person in zip(clients, people):
            client.pawns = person.pawns
        for client in clients:
            await client.until(lambda c=client: table in c.turns, "the first turn")
        await play_on(clients, table)
        equal(len({str(client.over[table]) for client in clients}), 1, "results")
        equal([person.reconnected for person in people], [0, 0, 0], "lost connections")
        await part(people)
        equal([cluster.nodes[name].stop() for name in cluster.names], [0, 0, 0], "exit statuses")
        equal(cluster.check()[0], 0, cluster.check()[1])


# ---- Takeover ----------------------------------------------------------------------------------------


async def take_over(trouble, limit, report):
    """Returns whether play went on within `limit` seconds after the owner of the table was lost."""
    with Cluster() as cluster:
        people, table = await seated_at(cluster, "abc")
        done = [await act_once(people, table) for _ in range(3)]
        equal(cluster.owner(table), "a", "the owner")
        begun = time.monotonic()
        trouble(cluster)
        done.append(await act_once(people, table))
        took = time.monotonic() - begun
        report(f"play went on after {took:.2f} s (SEED={SEED})")
        assert cluster.owner(table) in ("b", "c"), cluster.owner(table)
        done.append(await act_once(people, table))
        equal([rows_with(cluster, request.keys["key"]) for request in done], [1] * len(done), "rows of each key")
        cluster.heal()
        await part(people)
        return took <= limit


def isolate(cluster, name="a"):
    """Nothing reaches this node any more."""
    for other in ["postgres", "clients", *cluster.names]:
        if other != name:
            cluster.cut(name, other)


async def test_play_goes_on_within_three_seconds_after_the_owner_is_killed(record_property):
    await conclusive(take_over, lambda cluster: cluster.kill("a"), 3, lambda text: record_property("takeover", text),
                     tries=TRIES)


async def test_play_goes_on_within_ten_seconds_after_the_owner_is_cut_off(record_property):
    await conclusive(take_over, isolate, 10, lambda text: record_property("takeover", text), tries=TRIES)


# ---- A deposed owner ---------------------------------------------------------------------------------


async def wake_deposed(cluster, seconds=0.0, alone=False):
    """The owner stands still until it has been deposed and somebody else has gone on, and for so many seconds at least;
    meanwhile its clients send requests. If it is `alone`, no other node can tell it. Returns what it did when it woke up: exit status, replies and stored rows of
    these requests, and rows of the action at the new owner."""
    people, table = await seated_at(cluster, "abc")
    jack = people[0]
    stale = await cluster.client("a", token=jack.token)
    await stale.watch(table)
    await stale.until(lambda: stale.turns[table].get("legal"), "Jack's turn")
    action = choose(stale.turns[table]["legal"], ["jack"])
    begun = time.monotonic()
    cluster.freeze("a")
    for other in "bc" if alone else "":
        cluster.cut("a", other)
    heard = len(stale.received)
    requests = [Request("act", table, action=action), Request("chat", table, to="table", text="Still here")]
    replies = [stale.post("rename", name="Stale"), *[stale.post(request.do, **request.keys) for request in requests]]
    wait_for(lambda: "a" not in [name for _, name in numbers(cluster)], "the deposition")
    later = await act_once(people, table)
    await asyncio.sleep(max(0.0, begun + seconds - time.monotonic()))
    cluster.thaw("a")
    process = cluster.nodes["a"].process

    def stale_rows():
        renamed = int(cluster.sql("SELECT count(*) FROM players WHERE name = 'Stale'")[0][0])
        return [renamed, *[rows_with(cluster, request.keys["key"]) for request in requests]]
    await asyncio.to_thread(wait_for, lambda: process.poll() is not None or any(stale_rows()), "its end")
    with contextlib.suppress(ConnectionError, asyncio.TimeoutError):
        await asyncio.wait_for(asyncio.gather(*replies), PATIENCE if process.poll() is not None else 1)
    found = {"status": process.poll(), "replies": [text for text in stale.received[heard:] if '"re"' in text],
             "stale rows": stale_rows(),
             "rows": rows_with(cluster, later.keys["key"])}
    await part(people)
    return found


@pytest.mark.parametrize("seconds", [0, pytest.param(15, marks=pytest.mark.verify)])
async def test_a_deposed_owner_that_wakes_up_stores_and_answers_nothing(seconds):
    with Cluster() as cluster:
        equal(await wake_deposed(cluster, seconds),
              {"status": DEPOSED, "replies": [], "stale rows": [0, 0, 0], "rows": 1}, "what it did")
        node = cluster.nodes["a"]
        node.stop()
        errors = [line for line in node.log if " error " in line]
        # Both of its threads may notice it: one because another node says so, the other because PostgreSQL refuses.
        assert errors and all(" deposed " in line for line in errors), errors
        node.start()  # under a new number, as systemd would
        equal(len(numbers(cluster)), 3, "nodes")


# ---- PostgreSQL is away --------------------------------------------------------------------------------


def cut_postgres(cluster):
    for name in cluster.names:
        cluster.cut(name, "postgres")


@pytest.mark.parametrize("seconds, how", [(8, "kill"), pytest.param(20, "kill", marks=pytest.mark.verify),
                                          pytest.param(20, "cut", marks=pytest.mark.verify)])
async def test_nobody_is_deposed_while_postgres_is_away_and_play_goes_on_afterwards(seconds, how):
    with Cluster() as cluster:
        before = numbers(cluster)
        world = ClusterWorld(cluster)
        await world.begin()

        async def trouble():
            cluster.postgres.kill() if how == "kill" else cut_postgres(cluster)
            await asyncio.sleep(seconds)
            cluster.postgres.start() if how == "kill" else cluster.heal()
        await world.round(0, trouble)
        equal(numbers(cluster), before, "nodes")
        await world.end()


# ---- Stopping one after another ------------------------------------------------------------------------


async def restart_all(limit, rounds=1):
    """Returns whether nobody waited longer than `limit` seconds for a reply while all nodes were restarted in turn."""
    with Cluster(proxy=True) as cluster:
        world = ClusterWorld(cluster)
        await world.begin()

        async def trouble():
            loop = asyncio.get_running_loop()
            for name in cluster.names:
                equal(await loop.run_in_executor(None, cluster.restart, name), 0, f"exit status of {name}")
        for number in range(rounds):
            await world.round(number, trouble)
        await world.end()
        delays = world.delays()
        print(f"{len(delays)} requests; the longest waited {delays[-1]:.2f} s, one in a hundred {delays[-len(delays) // 100]:.2f} s")
        return delays[-1] <= limit


@pytest.mark.parametrize("rounds", [1, pytest.param(5, marks=pytest.mark.verify)])
async def test_nodes_that_are_restarted_one_after_another_lose_nothing_and_keep_nobody_waiting(rounds):
    await conclusive(restart_all, 2, rounds, tries=TRIES)


# ---- Exactly one ---------------------------------------------------------------------------------------


async def take_code(cluster, name, code):
    """Returns the player of a code, or None if it is refused."""
    client = await cluster.client(name)
    try:
        return (await client.hello(code=code))["player"]
    except Refused:
        return None
    finally:
        await client.close()


async def test_a_device_code_taken_at_two_nodes_works_once():
    with Cluster(count=2, codes_per_minute=100000) as cluster:
        ann = await cluster.client("a", name="Ann")
        for _ in range(20):
            code = (await ann.must("code"))["code"]
            taken = await asyncio.gather(*[take_code(cluster, name, code) for name in "abab"])
            equal([player for player in taken if player], [ann.player], "who the code was for")
        await ann.close()


async def finished_at(cluster, places):
    people, table = await seated_at(cluster, places)
    await people[0].client.must("resign", table=table, key=key())
    for person in people:
        await person.client.until(lambda p=person: table in p.client.over, "the end")
    return people, table


@pytest.mark.parametrize("forgotten", [False, pytest.param(True, marks=pytest.mark.verify)])
async def test_two_rematches_at_two_nodes_make_one_table(forgotten):
    """`forgotten`: no node has the finished games in memory, so both try to get them."""
    with Cluster() as cluster:
        games = [await finished_at(cluster, "abc") for _ in range(3)]
        if forgotten:
            await asyncio.gather(*[asyncio.to_thread(cluster.restart, name) for name in cluster.names])
            cluster.wait_for_nodes(cluster.names)
        for people, table in games:
            made = await asyncio.gather(*[person.surely("rematch", table=table) for person in people])
            equal(len({ok["table"]["id"] for ok in made}), 1, "new tables")
            await part(people)
        equal(int(cluster.sql("SELECT count(*) FROM tables")[0][0]), 2 * len(games), "tables")


# ---- Through the proxy ---------------------------------------------------------------------------------


async def kill_in_turn(cluster, stop):
    """Kills and restarts one node after another until the event is set. Returns how many."""
    killed = 0
    while not stop.is_set():
        name = cluster.names[killed % len(cluster.names)]
        cluster.kill(name)
        await asyncio.sleep(1 + DICE.random())
        cluster.nodes[name].start()
        killed += 1
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(stop.wait(), 3)
    return killed


@pytest.mark.parametrize("actions", [4, pytest.param(40, marks=pytest.mark.verify)])
async def test_the_terminal_client_plays_through_the_proxy_while_nodes_are_killed(actions):
    with Cluster(proxy=True) as cluster:
        url = f"http://{cluster.proxy.host}:{cluster.proxy.port}/"
        with Terminal([GASLIGHT, "play", url, "--name", "Mo"], size=(100, 30)) as terminal:
            await shows(terminal, "My games")
            await command(terminal, "create whitehall")
            await shows(terminal, "Invite:")
            await command(terminal, "pawns jack")
            await shows(terminal, "[x]")
            table = re.search(r"Table (\w+),", terminal.text()).group(1)
            ann = await ResumingPerson.arrive([cluster.proxy], "Ann")
            ann.pawns = POLICE["whitehall"]
            await ann.client.must("join", table=table, pawns=ann.pawns)
            await ann.watch(table)
            await shows(terminal, "Everything is ready")
            terminal.type("s")
            await shows(terminal, "Your turn")
            stop = asyncio.Event()
            killing = asyncio.ensure_future(kill_in_turn(cluster, stop))
            try:
                await play_jack_on_screen(terminal, ann, table, actions)
            finally:
                stop.set()
                assert await killing > 0
            moves = [event["did"] for _, event in sorted(ann.told[table].items())]
            stored = int(cluster.sql(f"SELECT count(*) FROM actions WHERE table_id = '{table}'")[0][0])
            assert stored >= actions and len(moves) >= actions, (stored, moves)
            await ann.leave()


async def play_jack_on_screen(terminal, ann, table, actions):
    """Jack acts with keys, and the police by a client, until so many actions of Jack's have been made."""
    done = 0
    while done < actions:
        person, _ = whose_turn([ann], table)
        if person is not None:
            await act_once([ann], table)
            continue
        client = await ann.connected()
        if table in client.over:
            return
        if not await jack_acts(terminal, ann, table):
            continue
        done += 1


async def jack_acts(terminal, ann, table):
    """Presses keys until Jack's action has arrived at the other player. Returns whether it has."""
    seen = ann.client.seen[table]
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        client = await ann.connected()
        if client.seen[table] > seen or table in client.over:
            ann.take()
            return True
        text = await asyncio.to_thread(terminal.text)
        last = " ".join(text.split())
        if "Connection lost" not in text and "Your turn" in text:
            if "Press Enter to confirm" in last:
                terminal.keys("Enter")
            elif "ick" in last:
                terminal.keys("Right")
                terminal.keys("Enter")
            elif "Choose:" in last:
                terminal.type("n")
        await asyncio.sleep(0.1)
    raise AssertionError("Jack never acted:\n" + terminal.text())
