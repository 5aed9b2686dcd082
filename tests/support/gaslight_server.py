"""What the black-box tests share: the real server, plain clients of its protocol, and players.

    from gaslight_server import *

    async def test_a_game_can_be_played():
        with Server() as server:
            clients, table = await seated(server, "whitehall")
            await clients[0].must("start", table=table)
            await play_on(clients, table)

Nothing here uses Gaslight's own code: the client is Python's `websockets`.

Environment: BUILD, the directory of the programs (build/); GASLIGHT, the program `gaslight` (in BUILD); SEED, to repeat
the random choices of an earlier run (a failing test shows it); PATIENCE, the seconds after which something that must
happen counts as never happening.
"""
import asyncio
import contextlib
import json
import os
import random
import secrets
import signal
import socket
import subprocess
import tempfile
import threading
import time

import websockets

from choices import POLICE, act, choose_one, load_places

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.abspath(os.environ.get("BUILD", os.path.join(ROOT, "build")))
GASLIGHTD = os.path.join(BUILD, "gaslightd")
GASLIGHT = os.path.abspath(os.environ.get("GASLIGHT", os.path.join(BUILD, "gaslight")))
SEED = int(os.environ.get("SEED") or secrets.randbelow(1 << 32))
DICE = random.Random(SEED)
PATIENCE = int(os.environ.get("PATIENCE") or 60)  # seconds until something that must come counts as never coming

OPTIONS = {
    "whitechapel": ["letters", "false_clues", "rushing", "area_arrest", "catch_me", "address"],
    "whitehall": ["murderer_at_large", "newspaper_fabrications", "powers", "smoker", "deploy_first"],
}

# Limits so high that they affect neither tests that are not about limits nor slow machines.
LOOSE = {"requests-per-second": 100000, "requests-burst": 100000,
         "address-requests-per-second": 1000000, "address-requests-burst": 1000000,
         "connections-per-address": 1000, "creations-per-minute": 1000000, "chats-per-minute": 1000000, "tables-per-address": 1000000, "upgrades-per-minute": 1000000,
         "spectators-seconds": 3600, "listed-actions": 0, "listed-per-hour": 100000}
# How long clients may take. The defaults would disconnect a test that is held up.
PATIENT = {"handshake-seconds": 600, "hello-seconds": 600, "idle-seconds": 86400}


# ---- The server ----------------------------------------------------------------------------------


class Server:
    """The real program on a free port of loopback, with its own data directory.

    Options are keyword arguments (`absent_minutes=0`, `behind_proxy=True`) on top of LOOSE and PATIENT; `loose=False`
    omits LOOSE.
    With `data` the directory is the caller's, otherwise it is removed when the server is closed. `env` is added to the
    environment; `wrap` is a command to run the server under; `program` is another program than gaslightd. Clients connect
    to `host` and `port`.
    """

    created = []  # every server of the current test; conftest.py shows their logs when it fails
    new_store = None  # returns the URL of a new database; conftest.py sets it to run the tests on PostgreSQL
    stores = {}  # data directory -> URL that new_store() returned for it

    host = "127.0.0.1"

    def __init__(self, data=None, loose=True, env=None, wrap=(), program=None, **options):
        self.own = tempfile.TemporaryDirectory(prefix="gaslight-test-") if data is None else None
        self.data = os.path.join(self.own.name, "data") if data is None else data
        self.options = {"listen": "127.0.0.1:0", "data": self.data, **PATIENT, **(LOOSE if loose else {}),
                        **{name.replace("_", "-"): value for name, value in options.items()}}
        if self.new_store is not None and "store" not in self.options:
            if self.data not in self.stores:
                self.stores[self.data] = type(self).new_store()
            self.options["store"] = self.stores[self.data]
        self.env = {**os.environ, **(env or {})}
        self.wrap = list(wrap)
        self.program = program
        self.process = None
        self.starts = 0
        Server.created.append(self)
        self.log = []  # lines of stderr, across restarts
        self.said = []  # lines of stdout
        self.start()

    def command(self):
        line = [*self.wrap, self.program or GASLIGHTD]
        for name, value in self.options.items():
            line += ["--" + name] if value is True else ["--" + name, str(value)]
        return line

    def start(self):
        """Starts the server and waits until it listens. Raises with the end of its log if it does not."""
        self.starts += 1
        mark = len(self.log)
        self.process = subprocess.Popen(self.command(), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        text=True, env=self.env)
        self.reader = threading.Thread(target=self.read_log, args=(self.process.stderr,), daemon=True)
        self.reader.start()
        first = self.process.stdout.readline()
        if " port " not in first:
            code = self.process.wait(PATIENCE)
            self.reader.join(PATIENCE)
            raise RuntimeError(f"gaslightd did not start ({code}): {''.join(self.log[-5:])}")
        self.port = int(first.split(" port ")[1].split(";")[0])
        self.said = [first]
        self.talker = threading.Thread(target=self.read_said, args=(self.process.stdout,), daemon=True)
        self.talker.start()
        if "log" not in self.options and "log-level" not in self.options:  # the thread that reads the log may be behind
            wait_for(lambda: self.process.poll() is not None or any(" started " in line for line in self.log[mark:]),
                     "the line of the log about its start")

    def read_log(self, pipe):
        for line in pipe:
            self.log.append(line)

    def read_said(self, pipe):
        for line in pipe:
            self.said.append(line)

    def stop(self, how=signal.SIGTERM):
        """Sends the signal and returns the exit status (negative if a signal killed it)."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        status = self.process.wait(PATIENCE)
        self.reader.join(PATIENCE)
        self.talker.join(PATIENCE)
        self.process.stdout.close()
        self.process.stderr.close()
        return status

    def kill(self):
        return self.stop(signal.SIGKILL)

    def restart(self, how=signal.SIGTERM):
        """Stops the server and starts it on the same directory, perhaps on another port. Returns the exit status."""
        status = self.stop(how)
        self.start()
        return status

    def check(self, patience=PATIENCE):
        """Runs `gaslightd --check` on the stopped server's directory, or on its database. Returns the exit status and
        the output."""
        where = self.options.get("store") or self.data
        done = subprocess.run([GASLIGHTD, "--check", where], capture_output=True, text=True,
                              timeout=patience, check=False)
        return done.returncode, done.stdout + done.stderr

    def close(self):
        if self.process is not None and self.process.poll() is None:
            self.kill()
        if self.own is not None:
            self.own.cleanup()
            self.stores.pop(self.data, None)

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()


@contextlib.contextmanager
def reserved_port():
    """Reserves a port of loopback: nobody else is given it, and only those who name it can listen on it."""
    with socket.socket() as keeper:
        keeper.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as listeners do, so that they can bind it too
        keeper.bind(("127.0.0.1", 0))
        yield keeper.getsockname()[1]


def wait_for(true, what="it"):
    """Waits until true() returns true, and fails if it never does."""
    end = time.monotonic() + PATIENCE
    while not true():
        if time.monotonic() > end:
            raise AssertionError(f"{what} did not happen")
        time.sleep(0.01)


async def conclusive(attempt, *arguments, tries=10):
    """Repeats attempt() until it returns true. It returns false if the test or the server was too slow for a time
    limit, so that nothing was shown, and raises if something is wrong."""
    for _ in range(tries):
        if await attempt(*arguments):
            return
    raise AssertionError(f"{attempt.__name__}: too late, {tries} times")


class HeldUp:
    """Measures for how long the test itself was held up, in a block of `async with HeldUp() as held_up`."""

    EVERY = 0.05  # seconds

    def __init__(self):
        self.gap, self.last = 0.0, time.monotonic()

    def longest(self):
        """Returns the seconds for which nothing else in this process could run."""
        return max(self.gap, time.monotonic() - self.last - self.EVERY)

    async def beat(self):
        while True:
            await asyncio.sleep(self.EVERY)
            self.gap, self.last = self.longest(), time.monotonic()

    async def __aenter__(self):
        self.last = time.monotonic()
        self.task = asyncio.ensure_future(self.beat())
        return self

    async def __aexit__(self, *_):
        self.gap = self.longest()
        self.task.cancel()


# ---- Clients -------------------------------------------------------------------------------------


def key():
    """Returns a new idempotency key."""
    return secrets.token_urlsafe(18)


class Refused(Exception):
    """An error reply to a request that had to succeed."""

    def __init__(self, request, error):
        super().__init__(f"{request} -> {error}")
        self.code = error["code"]


class Default(dict):
    """What a client knows of each table. A table that nothing has arrived about reads as `default`, so that a test may
    wait for the first message as for any other."""

    def __init__(self, default):
        super().__init__()
        self.default = default

    def __missing__(self, table):
        return self.default


NO_TURN = {"seq": -1, "phase": None, "pawns": []}


class Client:
    """One connection. `sent` and `received` are the raw texts of the frames; `pushes` are the parsed pushes.

    If `Client.checker(client, direction, text)` is set (wire_schemas.py has one), it is called for every frame of every
    client; direction is "sent" or "received". What it raises is raised from the call that is waiting.
    """

    checker = None

    def __init__(self):
        self.ws = None
        self.sent = []
        self.received = []
        self.pushes = []
        self.next_id = 0
        self.waiting = {}  # id -> future
        self.asked = {}  # id -> verb
        self.noting = {}  # id -> function to call with the ok as soon as it arrives
        self.turns = Default(NO_TURN)  # table -> the last "turn" (push, or part of a watch reply) with its seq
        self.seen = Default(-1)  # table -> seq of the last event
        self.events = Default(())  # table -> [(seq, event), ...], pushed or received when resuming
        self.over = {}  # table -> result
        self.tables = {}  # table -> the whole table as last sent, with what pushes "player" said since
        self.news = asyncio.Condition()
        self.failure = None
        self.player = self.name = self.token = None
        self.closed = None  # (code, reason) once the connection is closed

    @classmethod
    async def connect(cls, server, **hello):
        """Connects and says hello with name=... or token=...; without either, does not say hello."""
        client = cls()
        client.ws = await websockets.connect(f"ws://{getattr(server, 'host', '127.0.0.1')}:{server.port}/ws", subprotocols=["gaslight.v1"],
                                             max_size=None, max_queue=None, compression=None,
                                             ping_interval=None, open_timeout=PATIENCE, close_timeout=PATIENCE)
        client.task = asyncio.ensure_future(client.read())
        if hello:
            await client.hello(**hello)
        return client

    async def hello(self, **keys):
        ok = await self.must("hello", **keys)
        self.player, self.name = ok["player"], ok["name"]
        self.token = ok.get("token", keys.get("token"))
        return ok

    async def read(self):
        try:
            async for text in self.ws:
                self.received.append(text)
                self.examine("received", text)
                self.take(json.loads(text))
                async with self.news:
                    self.news.notify_all()
        except websockets.ConnectionClosed:
            pass
        except Exception as error:  # raised to whoever waits
            self.failure = error
        self.closed = (self.ws.close_code, self.ws.close_reason)
        for future in self.waiting.values():
            if not future.done():
                future.set_exception(self.failure or ConnectionError(f"closed: {self.closed}"))
        async with self.news:
            self.news.notify_all()

    def examine(self, direction, text):
        check = type(self).checker
        if check is not None:
            check(self, direction, text)

    def take(self, message):
        if "on" not in message:
            future = self.waiting.pop(message["re"], None)
            if future is None:
                raise AssertionError(f"a reply to no request: {message}")
            note = self.noting.pop(message["re"], None)
            self.note_table(message.get("ok", {}).get("table"))
            if note is not None and "ok" in message:
                try:
                    note(message["ok"])
                except Exception as error:
                    future.set_exception(error)
                    raise
            if not future.done():
                future.set_result(message)
            return
        self.pushes.append(message)
        table = message.get("table")
        if message["on"] == "table":
            self.note_table(table)
        elif message["on"] == "player":
            self.note_player(message)
        if message["on"] == "turn":
            self.turns[table] = message
        elif message["on"] == "event":
            self.take_event(table, message["seq"], message["event"])
        elif message["on"] == "over":
            self.over[table] = message["result"]

    def note_table(self, table):
        if isinstance(table, dict):
            self.tables[table["id"]] = table

    def note_player(self, push):
        """Applies a new name or presence to every table. Finished games keep their names."""
        for id, table in self.tables.items():
            left_out = {"on", "player"} | ({"name"} if table["state"] == "finished" else set())
            news = {name: value for name, value in push.items() if name not in left_out}
            seats = [{**seat, **news} if seat["player"] == push["player"] else seat for seat in table["seats"]]
            self.tables[id] = {**table, "seats": seats}

    def seat_of(self, table, player):
        """Returns a player's seat as last sent, or {}."""
        seats = self.tables.get(table, {"seats": []})["seats"]
        return next((seat for seat in seats if seat["player"] == player), {})

    def take_event(self, table, seq, event):
        """Adds an event. Each must follow the one before: none is missing, none arrives twice."""
        if table in self.seen and seq != self.seen[table] + 1:
            raise AssertionError(f"event {seq} came after {self.seen[table]}")
        self.seen[table] = seq
        self.events.setdefault(table, []).append((seq, event))

    async def send(self, text):
        """Sends a frame as it is, valid or not."""
        self.sent.append(text)
        await self.ws.send(text)

    def post(self, do, **keys):
        """Sends a request. Returns a future of the reply."""
        self.next_id += 1
        self.asked[self.next_id] = do
        text = json.dumps({"id": self.next_id, "do": do, **keys})
        self.examine("sent", text)
        future = asyncio.get_running_loop().create_future()
        self.waiting[self.next_id] = future
        sending = asyncio.ensure_future(self.send(text))

        def failed(task):
            if not task.cancelled() and task.exception() is not None and not future.done():
                future.set_exception(ConnectionError(str(task.exception())))
        sending.add_done_callback(failed)
        return future

    async def ask(self, do, note=None, /, **keys):
        """Returns the whole reply, {"re":..,"ok":..} or {"re":..,"error":..}. Calls note(ok) before any later frame is
        handled."""
        if self.failure is not None:
            raise self.failure
        future = self.post(do, **keys)
        if note is not None:
            self.noting[self.next_id] = note
        return await asyncio.wait_for(future, PATIENCE)

    async def must(self, do, note=None, /, **keys):
        """Returns the ok of the reply; raises Refused if it is an error."""
        reply = await self.ask(do, note, **keys)
        if "error" in reply:
            raise Refused({"do": do, **keys}, reply["error"])
        return reply["ok"]

    async def refused(self, code, do, /, **keys):
        """Returns the text of the error; fails unless the reply is an error with this code."""
        reply = await self.ask(do, **keys)
        assert "error" in reply and reply["error"]["code"] == code, f"{do} {keys}: {reply}, expected {code}"
        return reply["error"]["text"]

    async def watch(self, table, **keys):
        """Watches a table, and notes the turn and the last event before any push that follows is handled."""
        return await self.must("watch", lambda ok: self.note_watch(table, ok), table=table, **keys)

    def note_watch(self, table, ok):
        for missed in ok.get("events", []):
            self.take_event(table, missed["seq"], missed["event"])
        self.seen[table] = ok["seq"]
        if "turn" in ok:
            self.turns[table] = {**ok["turn"], "seq": ok["seq"]}
        if "result" in ok["table"]:
            self.over[table] = ok["table"]["result"]

    async def until(self, true, what="it"):
        """Waits until true() returns true; checks again after each frame."""
        async def wait():
            async with self.news:
                while not true():
                    if self.failure is not None:
                        raise self.failure
                    if self.closed is not None:
                        raise ConnectionError(f"closed: {self.closed}, waiting for {what}")
                    await self.news.wait()
        try:
            await asyncio.wait_for(wait(), PATIENCE)
        except asyncio.TimeoutError:
            raise AssertionError(f"{self.name}: {what} did not come; last {self.received[-3:]}") from None

    def pushed(self, on, table=None):
        """Returns the pushes of a kind so far, of one table or of all."""
        return [push for push in self.pushes if push["on"] == on and table in (None, push.get("table"))]

    async def settle(self):
        """Waits until everything that the server had sent before has arrived."""
        await self.must("ping")

    async def close(self):
        """Closes the connection, whether or not the other side is still there. A server that is there has noticed it
        when this returns."""
        try:
            await self.ws.close()
        except websockets.ConnectionClosed:
            pass
        await self.task


# ---- Players -------------------------------------------------------------------------------------


def choose(legal, pawns, dice=DICE):
    """Returns one legal action. `pawns` are the player's own pawns that may act now."""
    return choose_one(legal, pawns[0], dice)


def peaceful(legal, pawns, dice=DICE):
    """Like choose(), but without arrests and addresses, so that the police cannot end the game."""
    return choose({one: legal[one] for one in legal if not one.startswith(("arrest", "address"))}, pawns, dice)


def homing(game, targets, dice=DICE):
    """Returns a choose() for a Jack who walks towards `targets`. A Jack who walks at random never gets home, so no
    game would have a second night."""
    places = load_places(game)

    def distance(one):
        return min(abs(places[one][0] - places[two][0]) + abs(places[one][1] - places[two][1]) for two in targets)

    def toward(legal, pawns):
        if "move" in legal and "escape" not in legal and targets and dice.random() < 0.9:
            return act("jack", "move", to=min(legal["move"], key=distance))
        return choose(legal, pawns, dice)
    return toward


def actor(clients, table):
    """Returns the client whose turn it is and their pawns that may act; (None, []) when the game is over."""
    for client in clients:
        turn = client.turns.get(table)
        if turn is not None and "legal" in turn:
            held = getattr(client, "pawns", None)
            return client, [pawn for pawn in turn["pawns"] if held is None or pawn in held]
    return None, []


async def in_step(clients, table, seq):
    """Waits until every client has the events up to seq and the turn after them, or the result if there is no turn."""
    def has_all(client):
        turn = client.turns.get(table, {"seq": -1})
        return turn["seq"] >= seq and client.seen.get(table, -1) >= seq and (turn["pawns"] or table in client.over)
    for client in clients:
        await client.until(lambda c=client: has_all(c), f"turn {seq} at {table}")


async def play_one(clients, table, chooser=choose):
    """Plays one action by whoever may act. Returns (client, action, seq), or None when the game is over."""
    client, pawns = actor(clients, table)
    if client is None:
        return None
    action = chooser(client.turns[table]["legal"], pawns)
    ok = await client.must("act", table=table, key=key(), action=action)
    await in_step(clients, table, ok["seq"])
    return client, action, ok["seq"]


async def play_on(clients, table, actions=None, chooser=choose):
    """Plays to the end, or `actions` actions; all clients watch. Returns the actions."""
    done = []
    while actions is None or len(done) < actions:
        one = await play_one(clients, table, chooser)
        if one is None:
            for client in clients:
                await client.until(lambda c=client: table in c.over, "the end")
            break
        done.append(one[1])
    return done


async def people(server, *names):
    return [await Client.connect(server, name=name) for name in names]


async def seated(server, game, options=(), players=None, **create):
    """Creates a table with one client per pawn (or `players` clients), all watching; the first plays Jack and is the
    host. Each client has `pawns`. The game is not started."""
    colours = POLICE[game]
    players = players or len(colours) + 1
    clients = await people(server, *["Jack", "Ann", "Bob", "Cy", "Dot", "Eve"][:players])
    table = (await clients[0].must("create", key=key(), game=game, options=list(options), **create))["table"]
    share = [["jack"]] + [colours[i::players - 1] for i in range(players - 1)]
    await clients[0].must("pawns", table=table["id"], pawns=["jack"])
    for client, pawns in zip(clients, share):
        client.pawns = pawns
        if client is not clients[0]:
            await client.must("join", table=table["id"], invite=table["invite"], pawns=pawns)
    for client in clients:
        await client.watch(table["id"])
    return clients, table["id"]


async def started(server, game, options=(), players=None, **create):
    """Like seated(), but the game is started and every client has its first turn."""
    clients, table = await seated(server, game, options, players, **create)
    await clients[0].must("start", table=table)
    await in_step(clients, table, 0)
    return clients, table


async def leave_all(clients):
    await asyncio.gather(*[client.close() for client in clients])


# ---- Comparing ---------------------------------------------------------------------------------


def equal(got, expected, what=""):
    assert got == expected, f"{what}\n  got      {got!r}\n  expected {expected!r}"
